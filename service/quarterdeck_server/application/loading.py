"""From stored entries to a live game, and from a command's events to a batch of entries."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from quarterdeck_rules.book.records import START, Entry, Envelope, sealed
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.absence import wake
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.facts import SeatPassed
from quarterdeck_rules.engine.codec import Codec, UnknownNameError, read_created
from quarterdeck_rules.engine.game import Closed, Created, Ended, Game, Joined, Started
from quarterdeck_server.application.catalogue import Catalogue, Offer, UnknownRulesError
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.store.port import Batch, Store, StoreError, Summary, UnreadableError

_CHANGE_SUMMARY = (Created, Joined, Started, Ended, SeatPassed)


class LogFault(Exception):  # noqa: N818  (answered as GAME_UNREADABLE)
    """A log that cannot be read or folded, and where."""


def load(game_id: str, store: Store, catalogue: Catalogue) -> LiveGame:
    """Rebuild a game from its log alone.  Blocks.

    Rejection GAME_NOT_FOUND; StoreError; LogFault, without the cause's text, which may quote secrets.
    """
    try:
        entries = store.read(game_id)
    except UnreadableError as error:
        raise LogFault(str(error)) from None
    if not entries:
        raise Rejection(Kind.GAME_NOT_FOUND)
    place = 0
    try:
        created = read_created(entries[0].name, entries[0].event)
        offer = catalogue.version(created.title, created.rules_version)
        components = offer.component_set(created.component_set, store)
        revisions = []
        for revision in revisions_of(entries, offer.codec):
            place += len(revision.events)
            revisions.append(revision)
        case = cases.fold(offer.title, components, (revision.events for revision in revisions))
    except StoreError:
        raise
    except (UnknownRulesError, UnknownNameError) as error:
        # They quote names alone.
        raise LogFault(f"{error} (game {game_id}, after event {place})") from None
    except Exception as error:  # noqa: BLE001  (whatever a broken log sets off)
        text = f"{type(error).__name__} in the log of game {game_id} after event {place}"
        raise LogFault(text) from None
    return LiveGame(game_id, offer, case, revisions)


def revisions_of(entries: Sequence[Entry], codec: Codec) -> Iterator[Revision]:
    """The revisions of a whole log; ValueError if one is not whole, and what the codec raises."""
    events: list[Struct] = []
    revision = 0
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            raise ValueError("an event is missing")
        event = codec.decode(entry.name, entry.event)
        events.append(event)
        if isinstance(event, Closed):
            revision += 1
            if entry.command is None or event.revision != revision or entry.command.revision != revision:
                raise ValueError("a revision is missing")
            yield Revision(tuple(events), entry.command, entry.link)
            events = []
    if events:
        raise ValueError("the last command is not whole")


def recorded(
    game_id: str, before: LiveGame | None, events: Sequence[Struct], command: Envelope, offer: Offer, case: Case[Any]
) -> tuple[Revision, Batch]:
    """The revision that events make, and what is appended for it: after what the log has `before`, it is this case."""
    count = before.event_count if before is not None else 0
    encoded = [offer.codec.encode(event) for event in events]
    entries = (
        Entry(game_id, count + place, name, event, command if place == len(encoded) else None)
        for place, (name, event) in enumerate(encoded, start=1)
    )
    written = tuple(sealed(before.revisions[-1].link if before is not None else START, entries, _new_salt))
    created_at = before.revisions[0].command.received if before is not None else command.received
    changes_summary = any(isinstance(event, _CHANGE_SUMMARY) for event in events)
    look = wake(case)
    batch = Batch(
        written,
        summary_of(case.game, created_at) if changes_summary else None,
        look if before is None or look != wake(before.case) else None,
    )
    return Revision(tuple(events), command, written[-1].link), batch


def _new_salt() -> str:
    return secrets.token_hex(16)


def summary_of(game: Game[Any], created_at: str) -> Summary:
    """What lists of games show."""
    created = game.created
    players = tuple(player or "" for player in game.players)
    return Summary(
        created.title, str(game.status), players, created.practice, created.creator, created_at, created.deal
    )
