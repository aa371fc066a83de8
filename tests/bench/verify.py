"""Verifying: the file of a finished game, and which part costs what: time of the processor.  No server is needed."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from quarterdeck_rules.book import file
from quarterdeck_rules.book.file import Book
from quarterdeck_rules.book.records import START, Entry, link_of
from quarterdeck_rules.book.rejudging import first_difference
from quarterdeck_rules.book.verdict import Grade
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.titles import TITLES
from tests import books
from tests.bench.figures import Figure, used
from tests.property.worlds import commands_of

SEATS = 4
GAMES = 3
ROUNDS = 3
SEAL, READ, CHAIN, DECODE, JUDGE, FOLD, MARK = (
    "the signature",
    "reading the file",
    "the chain of records",
    "reading the events",
    "judging every command anew",
    "folding the events",
    "fingerprints",
)


def measure() -> Iterator[str]:
    """Every figure of every title, a line each."""
    for title in TITLES.values():
        played = [books.played(title.name, SEATS, number)[1] for number in range(GAMES)]
        yield from map(str, _figures(title.name, played))


def _figures(name: str, played: Sequence[Book]) -> Iterator[Figure]:
    contents = [books.content_of(book) for book in played]
    records = sum(len(book.entries) for book in played)
    commands = sum(entry.command is not None for book in played for entry in book.entries)
    whole = median(used(lambda: [*map(_verify, contents)]) for _ in range(ROUNDS))
    told = f"{SEATS} seats, {records // GAMES} records, {sum(map(len, contents)) // GAMES // 1024} KiB"
    yield Figure(f"{name}: verifying a game's file ({told})", 1e3 * whole / GAMES, "ms")
    yield Figure(f"{name}: the same", records / whole, "records/s")
    rounds = [_parts(content) for _ in range(ROUNDS) for content in contents]
    spent = {part: GAMES * median(one[part] for one in rounds) for part in rounds[0]}
    for part, seconds in sorted(spent.items(), key=lambda one: -one[1]):
        yield Figure(f"{name}: of that, {part} ({seconds / sum(spent.values()):.0%})", 1e3 * seconds / GAMES, "ms")
    yield Figure(f"{name}: judging a command anew, mean", 1e6 * spent[JUDGE] / commands, "µs")


def _verify(content: bytes) -> None:
    assert books.verified(content).grade is Grade.EXACT


def _parts(content: bytes) -> Mapping[str, float]:
    """What verifying does, one after the other."""
    seconds: dict[str, float] = defaultdict(float)

    def part_of(part: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        done = work()
        seconds[part] += time.process_time() - began
        return done

    book: Book = part_of(READ, lambda: file.read(content))
    part_of(CHAIN, lambda: _link(book.entries))
    seal = book.seal
    part_of(SEAL, lambda: books.TRUST.check(seal.key, seal.head.statement(), bytes.fromhex(seal.signature)))
    title = TITLES[book.title]
    codec, components = codec_of(title), title.restore_components(book.components)
    events = part_of(DECODE, lambda: [codec.decode(entry.name, entry.event) for entry in book.entries])
    marks = [entry.command.fingerprint for entry in book.entries if entry.command is not None]
    case: Case[Any] | None = None
    for mark, command in zip(marks, commands_of(events), strict=True):
        before = case
        if before is None:
            case = part_of(FOLD, partial(cases.fold, title, components, (command,)))
        else:
            part_of(JUDGE, partial(first_difference, before, command))
            case = part_of(FOLD, partial(before.extended, command))
        if mark and case is not None:
            part_of(MARK, partial(fingerprint, case.game))
    return seconds


def _link(entries: Sequence[Entry]) -> str:
    link = START
    for entry in entries:
        link = link_of(link, entry)
    return link
