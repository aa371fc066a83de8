"""Cooper's turns in words, each told as one."""

from collections.abc import Sequence

from quarterdeck.cli.cooper_island.terms import WORKERS
from quarterdeck.cli.wording import plain, plural
from quarterdeck.v1.play_pb2 import Event

_BEGAN, _ENDED = "cooper_turn_began", "cooper_turn_ended"


def in_words(events: Sequence[Event]) -> Sequence[str]:
    """What happened in a revision, a text for each event, and one for a turn of Cooper's.

    A turn that waits for an answer of the seat goes on in another revision.
    """
    told: list[str] = []
    turn: list[str] = []
    # What comes before the end of a turn that did not begin here is the rest of one.
    first = next((event.kind for event in events if event.kind in (_BEGAN, _ENDED)), "")
    head = "Cooper goes on: " if first == _ENDED else ""
    for event in events:
        if event.kind == _BEGAN:
            head = f"Cooper carries out {event.cooper_island.cooper_turn_began.card}: "
        elif event.kind == _ENDED:
            told.append(f"{head}{'; '.join(turn) or 'nothing more'}")
            head, turn = "", []
        elif head and (deed := deed_of(event)):
            turn.append(deed)
        else:
            told.append(event.words or plain(event.kind))
    if head:
        told.append(f"{head}{'; '.join(turn)} ...")
    return told


def deed_of(event: Event) -> str:
    """What Cooper does in his turn, without his name; nothing if it is not he who does it."""
    fact = event.cooper_island
    match event.kind:
        case "cooper_worker_placed":
            placed = fact.cooper_worker_placed
            below = ", on top of the seat's" if placed.on_top else ""
            return f"places a {WORKERS[placed.worker]} worker on section {placed.section}{below}"
        case "cooper_helm_gained":
            return f"gains {plural(fact.cooper_helm_gained.points, 'helm point')}"
        case "cooper_ship_advanced":
            return f"sails to bank {fact.cooper_ship_advanced.bank}"
        case "cooper_anchor_added":
            return "takes an anchor"
        case "cooper_anchor_raised":
            return "removes an anchor"
        case "cooper_anchors_cleared":
            return "removes all anchors"
        case "cooper_log_book_gained":
            return "takes a log book"
    return ""
