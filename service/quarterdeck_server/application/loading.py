"""From stored entries to a live game, and from a command's events to a batch of entries."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.absence import wake
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.facts import SeatPassed
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.game import Closed, Created, Ended, Game, Joined, Started
from quarterdeck_server.application.catalogue import Catalogue, Offer
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.store.port import Batch, Entry, Store, StoreError, Summary, UnreadableError

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
        created = _created(entries[0], catalogue)
        offer = catalogue.offer(created.title)
        components = offer.component_set(created.component_set, store)
        revisions = []
        for revision in _revisions(entries, offer.codec):
            place += len(revision.events)
            revisions.append(revision)
        case = cases.fold(offer.title, components, (revision.events for revision in revisions))
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001  (whatever a broken log sets off)
        text = f"{type(error).__name__} in the log of game {game_id} after event {place}"
        raise LogFault(text) from None
    return LiveGame(game_id, offer, case, revisions)


def _created(first: Entry, catalogue: Catalogue) -> Created:
    # Only the title's own codec knows all names, but every codec knows the shared ones.
    codec = next(iter(catalogue)).codec
    created = codec.decode(first.name, first.event)
    if not isinstance(created, Created):
        raise TypeError("a log begins with the creation of its game")
    return created


def _revisions(entries: Sequence[Entry], codec: Codec) -> Iterator[Revision]:
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
            yield Revision(tuple(events), entry.command)
            events = []
    if events:
        raise ValueError("the last command is not whole")


def batch_of(
    game_id: str, offer: Offer, before: LiveGame | None, revision: Revision, case: Case[Any], created_at: str
) -> Batch:
    """What is appended for a revision that makes this case, after what the log has `before`."""
    count = before.event_count if before is not None else 0
    encoded = [offer.codec.encode(event) for event in revision.events]
    entries = tuple(
        Entry(game_id, count + place, name, event, revision.command if place == len(encoded) else None)
        for place, (name, event) in enumerate(encoded, start=1)
    )
    changes_summary = any(isinstance(event, _CHANGE_SUMMARY) for event in revision.events)
    look = wake(case)
    return Batch(
        entries,
        summary_of(case.game, created_at) if changes_summary else None,
        look if before is None or look != wake(before.case) else None,
    )


def summary_of(game: Game[Any], created_at: str) -> Summary:
    """What lists of games show."""
    created = game.created
    players = tuple(player or "" for player in game.players)
    return Summary(created.title, str(game.status), players, created.practice, created.creator, created_at)
