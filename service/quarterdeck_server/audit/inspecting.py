"""Inspecting: whether what the tables hold of games is what was played, wholly, and agrees with itself.

The log is looked at as a verifier looks at a game's file, but for the seal, which a log has none of.  The indexes
beside it follow from the log: they are compared with what they would be if they were made anew.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.book import file
from quarterdeck_rules.book.file import Book, Seal
from quarterdeck_rules.book.records import Entry
from quarterdeck_rules.book.replaying import FindTitle
from quarterdeck_rules.book.signatures import CheckSignature
from quarterdeck_rules.book.verdict import Finding, Grade, Verdict
from quarterdeck_rules.book.verify import verify_book
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.absence import wake
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.codec import UnknownNameError, read_created
from quarterdeck_server.application.loading import summary_of
from quarterdeck_server.audit.inspecting_tree import Leaves
from quarterdeck_server.store.port import UnreadableError
from quarterdeck_server.store.rows import EventRow, GameRows, ListRow, Rows, entry_of

_CLOCKS_APART = 24 * 60 * 60 * 1000
"""By so many milliseconds the clocks of two machines may differ, and no two that are looked after do."""

NOWHERE = "-"
"""In place of a game's id, for what belongs to no game."""


class Report(Struct, frozen=True):
    """What was found of a game, or of what belongs to none."""

    game: str
    verdict: Verdict
    """What its log is worth."""
    faults: tuple[str, ...] = ()
    """Where indexes say something else than the log, each beginning with the name of its table."""

    @property
    def is_exact(self) -> bool:
        """Whether all is as it has to be."""
        return self.verdict.grade is Grade.EXACT and not self.faults


_unknown: CheckSignature = lambda *_: None  # noqa: E731


class Inspection:
    """A look through all tables, once."""

    def __init__(self, rows: Rows, find_title: FindTitle, check_signature: CheckSignature = _unknown) -> None:
        """`check_signature` knows the keys that have signed checkpoints."""
        self._rows = rows
        self._check_signature = check_signature
        self._leaves = Leaves()
        self._find_title = find_title
        self._sets: dict[str, bytes | None] = {}
        self._begun: list[tuple[Any, Any, str]] = []

    def reports(self, now: int) -> Iterator[Report]:
        """Of every game, and at the end of what belongs to none, if something is wrong with it.

        `now` is in milliseconds since 1970.
        """
        for rows in self._rows.games():
            yield self._report(rows)
        faults = (*self._of_order(), *self._of_component_sets(), *self._of_outages(now), *self._of_checkpoints())
        if faults:
            yield Report(NOWHERE, Verdict(Grade.EXACT), faults)

    def _report(self, rows: GameRows) -> Report:
        game = rows.game if isinstance(rows.game, str) else repr(rows.game)
        if not rows.events:
            verdict = Verdict(Grade.DIVERGED, Finding.EVENT, "it has no log", game=game)
            return Report(game, verdict, tuple(_of_nothing(rows)))
        if rows.listed is not None:
            self._begun.append((rows.events[0].position, rows.listed.place, game))
        entries: list[Entry] = []
        try:
            for number, row in enumerate(rows.events, start=1):
                if row.number != number:
                    raise UnreadableError("there is no such event")
                entries.append(_entry(game, row))
        except UnreadableError as error:
            self._leaves.lose()
            return Report(game, Verdict(Grade.DIVERGED, Finding.LINE, str(error), len(entries) + 1, game))
        self._leaves.add(entries, (row.position for row in rows.events))
        return self._judged(rows, game, entries)

    def _judged(self, rows: GameRows, game: str, entries: Sequence[Entry]) -> Report:
        title, digest = _kind_of(entries[0])
        components = self._components(digest)
        if entries[-1].command is None:
            text = "the last command is not whole"
            return Report(game, Verdict(Grade.DIVERGED, Finding.EVENT, text, len(entries), game, title))
        unsigned = Seal(file.head_of(entries[-1]), "", "")
        book = Book(game, title, digest, components or b"", tuple(entries), unsigned)
        verdict = verify_book(book, lambda *_: True, self._find_title)
        if components is None and verdict.finding is Finding.COMPONENTS:
            verdict = replace(verdict, detail=f"the store has no component set {digest}")
        faults = [*_of_positions(rows), *_of_requests(rows, entries)]
        if verdict.grade is Grade.EXACT:
            case = self._case(book)
            faults += _of_list(rows.listed, case, entries)
            faults += _of_wakes(rows.wake, case)
        return Report(game, verdict, tuple(faults))

    def _case(self, book: Book) -> Case[Any]:
        """The game that a log makes which was found exact."""
        created = read_created(book.entries[0].name, book.entries[0].event)
        title = self._find_title(created.title, created.rules_version)
        assert title is not None, "it was found exact"
        codec, commands = codec_of(title), [[]]  # type: ignore[var-annotated]
        for entry in book.entries:
            commands[-1].append(codec.decode(entry.name, entry.event))
            if entry.command is not None:
                commands.append([])
        return cases.fold(title, title.restore_components(book.components), commands[:-1])

    def _components(self, digest: str) -> bytes | None:
        if digest not in self._sets:
            kept = self._rows.components(digest)
            self._sets[digest] = bytes(kept) if kept is not None else None
        return self._sets[digest]

    def _of_order(self) -> Iterator[str]:
        """Games are listed in the order in which they began."""
        before: tuple[Any, Any, str] | None = None
        for begun in sorted(self._begun, key=lambda one: str(one[0]).rjust(20)):
            if before is not None and not before[1] < begun[1]:
                yield f"games: {begun[2]} began after {before[2]}, and is listed before it"
            before = begun

    def _of_component_sets(self) -> Iterator[str]:
        for digest, canonical in self._rows.component_sets():
            if hashlib.sha256(bytes(canonical)).hexdigest() != digest:
                yield f"component_sets: the bytes that are kept as {digest} have another hash"

    def _of_checkpoints(self) -> Iterator[str]:
        yield from self._leaves.faults(self._rows.checkpoints(), self._check_signature)

    def _of_outages(self, now: int) -> Iterator[str]:
        end = 0
        for outage in self._rows.outages():
            if not end <= outage.start < outage.end:
                yield f"outages: one from {outage.start} to {outage.end} follows on one to {end}"
            end = outage.end
        beat = self._rows.beat()
        if beat is not None and not end <= beat <= now + _CLOCKS_APART:
            yield f"beat: it is of {beat}, the last outage ended at {end}, and now it is {now}"


def _entry(game: str, row: EventRow) -> Entry:
    entry = entry_of(game, row)
    # A link takes the bytes of salts, and the values of what people are called by: how they are written is seen here.
    for salt in (entry.salt, entry.person_salt):
        if salt and not _is_hex(salt):
            raise UnreadableError("a salt is not written the one way")
    if not _is_canonical(entry.event):
        raise UnreadableError("it is not written the one way")
    return entry


def _is_canonical(event: bytes) -> bool:
    try:
        return msgspec.json.encode(msgspec.json.decode(event)) == event
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def _is_hex(salt: str) -> bool:
    try:
        return bytes.fromhex(salt).hex() == salt
    except ValueError:
        return False


def _kind_of(first: Entry) -> tuple[str, str]:
    """Title and component set, as a log says that it begins; whether it may be trusted is seen later."""
    try:
        created = read_created(first.name, first.event)
    except (msgspec.DecodeError, UnknownNameError):
        return "", ""
    return created.title, created.component_set


def _of_nothing(rows: GameRows) -> Iterator[str]:
    if rows.listed is not None:
        yield "games: it is listed"
    if rows.requests:
        yield f"requests: {len(rows.requests)} belong to it"
    if rows.wake is not None:
        yield "wakes: it is waited for"


def _of_positions(rows: GameRows) -> Iterator[str]:
    """Other processes hear of events in the order of the whole log."""
    for earlier, later in pairwise(rows.events):
        if not earlier.position < later.position:
            yield f"stored_events: event {later.number} stands before event {earlier.number} in the log of all games"


def _of_requests(rows: GameRows, entries: Sequence[Entry]) -> Iterator[str]:
    # Of a person who was forgotten no request is known.
    commands = (entry.command for entry in entries if entry.command is not None and entry.command.request_id)
    wanted = {(command.player, command.request_id, command.revision) for command in commands}
    kept = set(rows.requests)
    for _, _, revision in sorted(wanted - kept, key=lambda one: one[2]):
        yield f"requests: that of revision {revision} is missing"
    for *_, revision in kept - wanted:
        yield f"requests: one for revision {revision} is none of the log"


def _of_list(listed: ListRow | None, case: Case[Any], entries: Sequence[Entry]) -> Iterator[str]:
    if listed is None:
        yield "games: it is not listed"
        return
    first = next(entry.command for entry in entries if entry.command is not None)
    summary = summary_of(case.game, first.received)
    wanted = {
        "title": summary.title,
        "status": summary.status,
        "deal": summary.deal,
        "summary": msgspec.json.encode(summary),
        "players": list(summary.players),
    }
    for name, value in wanted.items():
        found = getattr(listed, name)
        if found != value and (name, found) != ("players", None):
            yield f"games: {name} is not what the log says"


def _of_wakes(kept: Any, case: Case[Any]) -> Iterator[str]:
    wanted = wake(case)
    if (kept or 0) != wanted:
        yield f"wakes: it says {kept or 0}, and the log {wanted}"
