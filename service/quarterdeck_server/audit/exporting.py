"""Exporting: the book of a game as its readers may have it."""

from collections.abc import Iterator, Sequence

from quarterdeck_rules.book.file import Book, Head, head_of
from quarterdeck_rules.book.records import Entry, withheld
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.engine.game import Closed, Seeded
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.audit.seals import SealKeys


def book_of(
    live: LiveGame, entries: Sequence[Entry], revision: int, viewer: Viewer, seals: SealKeys, *, is_open: bool
) -> Book:
    """The records of a game up to a revision, and the seal of what they come to.

    If it is not open yet, a record that this viewer may not see as it is comes closed: it says that something is there.
    """
    count = sum(len(one.events) for one in live.revisions[:revision])
    kept = tuple(entries[:count]) if is_open else tuple(_shown(live, entries[:count], viewer))
    created = live.game.created
    return Book(
        live.id,
        created.title,
        created.component_set,
        live.case.components.canonical,
        kept,
        seals.seal(head_of(entries[count - 1])),
    )


def head_at(live: LiveGame, revision: int) -> Head:
    """What the chain of a game had come to at a revision."""
    number = sum(len(one.events) for one in live.revisions[:revision])
    return Head(live.id, revision, number, live.revisions[revision - 1].link)


def _shown(live: LiveGame, entries: Sequence[Entry], viewer: Viewer) -> Iterator[Entry]:
    events = (event for revision in live.revisions for event in revision.events)
    for entry, event in zip(entries, events, strict=False):
        is_secret = isinstance(event, Seeded | Closed) or cases.redact(live.offer.title, event, viewer) != event
        yield withheld(entry) if is_secret else entry
