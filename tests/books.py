"""Books for tests: logs sealed as a server seals them, with salts and a key that are always the same."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from quarterdeck_rules.book import file
from quarterdeck_rules.book.file import Book, Seal, head_of
from quarterdeck_rules.book.records import START, Entry, Envelope, is_marked, sealed
from quarterdeck_rules.book.verdict import Verdict
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import find_title
from tests import seals
from tests.property.kit import Playout, Setting
from tests.property.worlds import commands_of, salts

KEY, TRUST = seals.KEY, seals.TRUST
GAME = "0123456789abcdef0123456789abcdef"

Commands = Sequence[Sequence[Struct]]


def book_of(title: Title[Any], components: ComponentSet[Any], commands: Commands, game: str = GAME) -> Book:
    """The book of a log, command by command."""
    codec, entries = Codec(title, more=facts.EVENTS), list[Entry]()
    case: Case[Any] | None = None
    for revision, events in enumerate(commands, start=1):
        case = case.extended(events) if case is not None else cases.fold(title, components, (events,))
        command = envelope(title, case, revision, events)
        for place, event in enumerate(events, start=1):
            last = command if place == len(events) else None
            entries.append(Entry(game, len(entries) + 1, *codec.encode(event), last))
    return resealed(title, components, entries)


def envelope(title: Title[Any], case: Case[Any], revision: int, events: Sequence[Struct]) -> Envelope:
    received = f"2026-01-01T{revision // 3600:02}:{revision // 60 % 60:02}:{revision % 60:02}.000Z"
    answer = getattr(events[-1], "answer", None)
    return Envelope(
        revision,
        received,
        title.rules_version,
        case.game.created.component_set,
        request_id=f"request {revision}",
        player=f"player {answer.seat if answer is not None else 0}",
        request_hash=hashlib.sha256(f"request {revision}".encode()).hexdigest(),
        fingerprint=fingerprint(case.game) if is_marked(revision, events) else "",
    )


def resealed(title: Title[Any], components: ComponentSet[Any], entries: Iterable[Entry]) -> Book:
    """Entries with new salts, links and seal: what a forger makes who has the key."""
    chained = tuple(sealed(START, entries, salts()))
    return Book(chained[-1].game, title.name, components.hash, components.canonical, chained, seal_of(chained[-1]))


def seal_of(last: Entry) -> Seal:
    return seals.sealed(head_of(last))


def played(title: str, seats: int, number: int = 0) -> tuple[Playout, Book]:
    """A random game to its end, and its book."""
    playout = Playout(Setting(title, seats), number)
    for _ in playout.steps():
        pass
    return playout, book_of(playout.title, playout.components, commands_of(playout.log))


def content_of(book: Book) -> bytes:
    return b"".join(file.written(book))


def verified(content: bytes) -> Verdict:
    return verify(content, TRUST.check, find_title)
