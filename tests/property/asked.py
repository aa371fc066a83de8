"""What a viewer may ask of a game, call by call: every call of the services has its entry, or the test that walks them
fails.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from quarterdeck.v1 import play_pb2
from quarterdeck_rules.titles import TITLES
from tests.property.worlds import GAME, METHODS

MOST_JUDGED = 25
"""So many of the viewer's legal moves are judged without being made."""
MUTATIONS = frozenset(
    name
    for name, method in METHODS.items()
    if "request_id" in method.input_type.fields_by_name and name not in ("FindRequest", "SubmitMove")
)


class Asker(Struct, frozen=True):
    """Who asks, and what that one knows anyway."""

    title: str
    seats: int
    revision: int
    """The last one."""
    player: str | None
    seat: int | None
    decisions: tuple[tuple[str, int], ...] = ()
    """What is open, with the seats that are waited for."""
    moves: tuple[tuple[str, str], ...] = ()
    """The asker's own legal moves, by decision, as they are written."""
    is_over: bool = False
    """Whether the game has ended: its book is open then, so that what others knew is not asked for."""

    @property
    def revisions(self) -> list[int]:
        """Some to look at, and one that there is not."""
        last = self.revision
        return sorted({last - 3, last - 1, last, 1 + last // 2, last + 1} - {0, -1, -2})


def request(name: str, /, **fields: Any) -> Message:
    """A request; it is about the game if it is about any."""
    kind = METHODS[name].input_type
    about = {"game_id": GAME} if "game_id" in kind.fields_by_name else {}
    message: Message = GetMessageClass(kind)(**{**about, **fields})
    return message


def reads(asker: Asker) -> Iterator[tuple[str, Message]]:
    """Every call that changes nothing, with what may be asked of it."""
    seats = [
        {"seat": seat} for seat in range(asker.seats + 1) if not asker.is_over or seat in (asker.seat, asker.seats)
    ]
    at = [{"revision": revision} for revision in asker.revisions]
    from_ = [{"start_revision": revision} for revision in asker.revisions]
    pages: list[dict[str, Any]] = [{"page_size": 3}, {"page_size": 1000}, {"page_token": "forged"}]
    table: dict[str, list[dict[str, Any]]] = {
        "ListTitles": [{}],
        "GetTitle": [{"title": asker.title}],
        "ListComponents": [{"title": asker.title, "page_size": 20}],
        "ListGames": [{}, *pages, {"player": f"player {asker.seats - 1}"}, {"status": 2}, {"status": 3}],
        "GetGame": [{}],
        "GetPosition": [{}, *seats, *at],
        "GetScoreSheet": [{}, *seats, *at],
        "ListLegalMoves": [{}, *seats, *at, *pages],
        "ListEvents": [{}, *seats, *from_, *pages],
        "WatchGame": [{}, *seats, *from_],
        "ReplayGame": [{}, *seats, *({"with_positions": True, **one} for one in from_)],
        "GetConduct": [{}, *at],
        "GetUndo": [{}, *seats],
        "ListSealKeys": [{}],
        "FindRequest": [{"request_id": f"r{revision}"} for revision in asker.revisions],
    }
    if asker.is_over and TITLES[asker.title].has_hidden_points:
        # Told with the end, whoever held them.
        del table["GetScoreSheet"]
    return _made(table)


def moves(asker: Asker) -> Iterator[tuple[str, Message]]:
    """Moves that are judged and not made: every legal one would be taken, all others are refused."""
    written = [move for _, move in asker.moves] or ["nonsense"]
    asked: list[dict[str, Any]] = [
        {"decision_id": decision, "move": play_pb2.Move(notation=move), "validate_only": True}
        for decision, move in asker.moves[:: 1 + len(asker.moves) // MOST_JUDGED]
    ]
    late = [(f"{asker.revision - 1}.0", 0), ("1.0", 0)]
    others = [
        decision for decision, seat in (*asker.decisions, *late) if seat != asker.seat or (decision, seat) in late
    ]
    for decision in others:
        for judged in (True, False):
            move = play_pb2.Move(notation=written[0])
            asked.append({"decision_id": decision, "move": move, "validate_only": judged, "request_id": "late"})
    for decision, seat in asker.decisions:
        if seat == asker.seat:
            asked += [
                {"decision_id": decision, "move": play_pb2.Move(notation=move), "validate_only": True}
                for move in _near(written)
            ]
    return _made({"SubmitMove": asked})


def _near(written: Iterable[str]) -> Iterator[str]:
    """Moves that are nearly those: most of them are refused, for some reason or other."""
    for move in list(written)[:6]:
        word, *fields = move.split()
        yield f"{word} {' '.join(reversed(fields))}"
        yield f"{word} {' '.join(fields[1:])}"
        yield f"{move} 1"


def acts(asker: Asker) -> Iterator[tuple[str, Message]]:
    """Every call that changes something, in an order in which some are taken.

    Not among them are moves that are made, and forced ones: those may draw, and show what they may.
    """
    to = asker.revision - 1
    own = {"seat": asker.seat} if asker.seat is not None else {}
    other = {"seat": (asker.seat or 0) + 1}
    why = {"reason": "because"}
    table: list[tuple[str, dict[str, Any]]] = [
        # With a given seed: the commitment to a drawn one would differ.
        ("CreateGame", {"title": asker.title, "seats": asker.seats, "practice": True, "seed": "given"}),
        ("JoinGame", {}),
        ("JoinGame", other),
        ("StartGame", {}),
        ("SeatHouseBot", other),
        ("ProposeAbandoning", own),
        ("AnswerProposal", {"proposal": to, **own}),
        ("WithdrawProposal", {"proposal": asker.revision + 1, **own}),
        ("RequestUndo", {"to": to, **own}),
        ("RequestUndo", {"to": to, **other}),
        ("RequestRedo", own),
        ("ShareView", {"shared": True, **own}),
        ("ShareView", {"shared": False, **own}),
        ("PauseGame", why),
        ("ResumeGame", why),
        ("AddTime", {**why, "seat": 0, "span": Duration(seconds=60)}),
        ("ForceDefaultMove", {**why, "seat": asker.seats}),
        ("UndoMoves", {**why, "to": to}),
        ("ReplacePlayer", {**why, "seat": 0, "player": "ann"}),
        ("AdjudicateGame", {**why, "ranks": (9,)}),
        ("Resign", other),
        ("ForkGame", {}),
        # Of a game that has ended all is told to who takes the seats of others.
        ("ForkGame", {"revision": to, **({"seats": own.values()} if asker.is_over else {"all_seats": True})}),
        ("VoidGame", why),
        ("ForkGame", {"revision": to}),
    ]
    for number, (name, fields) in enumerate(table):
        yield name, request(name, request_id=f"act-{number}", **fields)


def _made(table: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, Message]]:
    for name, asked in table.items():
        for fields in asked:
            yield name, request(name, **fields)
