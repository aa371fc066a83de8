"""Verifying: whether a game's file is what was played, as far as the file itself can say.

Three things are looked at.  The chain: every record is what was sealed, and the seal is signed.  The fold: the events
make the game that the fingerprints say.  The judging: every command is judged anew under the rules that were recorded,
with every draw made again out of the seed, and has to come to the same events.
"""

import hashlib
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from quarterdeck_rules.book import file
from quarterdeck_rules.book.file import Book, FileFault
from quarterdeck_rules.book.records import Entry, first_broken, is_marked
from quarterdeck_rules.book.rejudging import difference_at_first, first_difference
from quarterdeck_rules.book.signatures import CheckSignature, Outcome, outcome
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.codec import Codec, UnknownNameError
from quarterdeck_rules.engine.components import ComponentError, ComponentSet
from quarterdeck_rules.engine.fingerprint import VERSION, fingerprint
from quarterdeck_rules.engine.game import Closed, Created, commitment_to
from quarterdeck_rules.engine.title import Standing, Title


class Grade(StrEnum):
    """What a file is worth."""

    EXACT = "exact"
    """It is what was played, wholly."""
    UNVERIFIABLE = "unverifiable"
    """Nothing is wrong with what can be checked, but something is missing."""
    DIVERGED = "diverged"
    """It is not what was played."""


class Finding(StrEnum):
    """Why a file is not exact."""

    LINE = "LINE"
    """A line is not one of a game's file, or not in its place."""
    FILE = "FILE"
    """What the file says of itself is not so in its records."""
    LINK = "LINK"
    """The record is not the one that was sealed."""
    SEAL = "SEAL"
    """The head is not that of the chain, or its signature is wrong."""
    PROOF = "PROOF"
    """The head is not in the tree of the checkpoint, or the signature of that is wrong."""
    COMPONENTS = "COMPONENTS"
    """The component set is not the one that the game names."""
    EVENT = "EVENT"
    """What happened cannot be read, or not follow on what came before."""
    FINGERPRINT = "FINGERPRINT"
    """The game is not the one of which the fingerprint was taken."""
    SEED = "SEED"
    """The seed is not the one that the server was committed to."""
    JUDGEMENT = "JUDGEMENT"
    """Judged anew the command comes to something else: other events, other draws, or a refusal."""
    KEY_NOT_GIVEN = "KEY_NOT_GIVEN"
    """The file is signed with a key that was not given."""
    TITLE_UNKNOWN = "TITLE_UNKNOWN"
    """This release does not have the title, or not under the rules of that version."""
    EVENT_UNKNOWN = "EVENT_UNKNOWN"
    """This release does not know what the record is called."""
    WITHHELD = "WITHHELD"
    """Records are closed: the game runs, or the file is for those who may not see them."""
    FINGERPRINT_UNKNOWN = "FINGERPRINT_UNKNOWN"
    """The fingerprint is of a form that this release does not take."""


MISSING = frozenset(
    {
        Finding.KEY_NOT_GIVEN,
        Finding.TITLE_UNKNOWN,
        Finding.EVENT_UNKNOWN,
        Finding.WITHHELD,
        Finding.FINGERPRINT_UNKNOWN,
    }
)
"""Findings that say what is missing; with all others something is wrong."""


class Verdict(Struct, frozen=True):
    """What was found."""

    grade: Grade
    finding: Finding | None = None
    detail: str = ""
    """More about the finding, for people."""
    event: int | None = None
    """The record at which it diverged; nothing if it was not at one."""
    game: str = ""
    title: str = ""
    rules_version: str = ""
    revision: int = 0
    """How many revisions the file has."""
    records: int = 0
    judged: int = 0
    """How many commands were judged anew."""
    draws: int = 0
    """How many draws were made again."""
    key: str = ""
    """Which key has signed."""
    checkpoint: int = 0
    """The size of the checkpoint that the head is under; 0 if the file does not say."""
    players: tuple[str | None, ...] = ()
    standings: tuple[Standing, ...] = ()
    parent: str = ""
    """The game that it goes on from, if it is a fork: how that one stood there is taken as the file has it."""
    parent_revision: int = 0


FindTitle = Callable[[str, str], Title[Any] | None]
"""The rules of a title in this version; nothing if there are none."""


class _Found(Exception):  # noqa: N818  (a finding)
    def __init__(self, finding: Finding, detail: str = "", event: int | None = None) -> None:
        super().__init__(finding)
        self.finding, self.detail, self.event = finding, detail, event


def verify(content: bytes, check_signature: CheckSignature, find_title: FindTitle) -> Verdict:
    """What a file is worth."""
    try:
        book = file.read(content)
    except FileFault as fault:
        return Verdict(Grade.DIVERGED, Finding.LINE, str(fault), fault.event)
    return verify_book(book, check_signature, find_title)


def verify_book(book: Book, check_signature: CheckSignature, find_title: FindTitle) -> Verdict:
    """What a game's records and seal are worth."""
    replay = _Replay(book)
    missing: _Found | None = None
    for check in (_check_chain, _check_seal, _check_proof):
        try:
            check(book, check_signature)
        except _Found as found:
            # What is wrong is told before what is missing.
            missing = missing if missing is not None and found.finding in MISSING else found
            if missing.finding not in MISSING:
                break
    if missing is None or missing.finding in MISSING:
        try:
            replay.run(find_title)
        except _Found as found:
            # What is wrong is told before what is missing.
            missing = missing if missing is not None and found.finding in MISSING else found
    if missing is None:
        return replay.verdict(Grade.EXACT, None)
    return replay.verdict(Grade.UNVERIFIABLE if missing.finding in MISSING else Grade.DIVERGED, missing)


def _check_chain(book: Book, _: CheckSignature) -> None:
    """See that every record is the one that was sealed."""
    broken = first_broken(book.entries)
    if broken is not None:
        raise _Found(Finding.LINK, broken.detail, broken.number)


def _check_seal(book: Book, check_signature: CheckSignature) -> None:
    """See that the head is the chain's and that it is signed."""
    last, seal = book.entries[-1], book.seal
    if last.command is None:
        raise _Found(Finding.SEAL, "the last command is not whole", last.number)
    if seal.head != file.head_of(last):
        raise _Found(Finding.SEAL, "the sealed head is not that of the records")
    _see_signature(Finding.SEAL, check_signature, seal.key, seal.head.statement(), seal.signature)


def _check_proof(book: Book, check_signature: CheckSignature) -> None:
    """See that the head is under the checkpoint, if the file has one, and that this is signed."""
    proof = book.proof
    if proof is None:
        return
    if not proof.holds(book.seal.head.statement()):
        raise _Found(Finding.PROOF, "the head is not under the checkpoint")
    signed = proof.signed
    _see_signature(Finding.PROOF, check_signature, signed.key, signed.checkpoint.statement(), signed.signature)


def _see_signature(finding: Finding, check: CheckSignature, key: str, statement: bytes, written: str) -> None:
    found = outcome(check, key, statement, written)
    if found is Outcome.KEY_NOT_GIVEN:
        raise _Found(Finding.KEY_NOT_GIVEN, f"it is signed with the key {key}")
    if found is not Outcome.RIGHT:
        raise _Found(finding, str(found))


class _Replay:
    """The game of a book being folded and judged, command by command."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._case: Case[Any] | None = None
        self._judged = self._draws = 0

    def verdict(self, grade: Grade, found: _Found | None) -> Verdict:
        """What has come out."""
        book, game = self._book, self._case.game if self._case is not None else None
        forked = game.forked if game is not None else None
        return Verdict(
            grade,
            found.finding if found is not None else None,
            found.detail if found is not None else "",
            found.event if found is not None else None,
            book.game,
            book.title,
            game.created.rules_version if game is not None else "",
            sum(entry.command is not None for entry in book.entries),
            len(book.entries),
            self._judged,
            self._draws,
            book.seal.key,
            book.proof.signed.checkpoint.size if book.proof is not None else 0,
            game.players if game is not None else (),
            game.standings if game is not None else (),
            forked.parent if forked is not None else "",
            forked.revision if forked is not None else 0,
        )

    def run(self, find_title: FindTitle) -> None:
        """Fold and judge all commands; _Found."""
        closed = [entry.number for entry in self._book.entries if not entry.is_open]
        if closed:
            raise _Found(Finding.WITHHELD, f"{len(closed)} of {len(self._book.entries)} records are closed")
        title, components = self._begin(find_title)
        codec = codec_of(title)
        command: list[Entry] = []
        for entry in self._book.entries:
            command.append(entry)
            if entry.command is not None:
                self._take(title, components, codec, command)
                command = []

    def _begin(self, find_title: FindTitle) -> tuple[Title[Any], ComponentSet[Any]]:
        book, first = self._book, self._book.entries[0]
        try:
            created = msgspec.json.decode(first.event, type=Created)
        except msgspec.DecodeError:
            raise _Found(Finding.EVENT, "a log begins with the creation of its game", 1) from None
        if (created.title, created.component_set) != (book.title, book.component_set):
            raise _Found(Finding.FILE, "title and component set are not those of the game")
        if hashlib.sha256(book.components).hexdigest() != book.component_set:
            raise _Found(Finding.COMPONENTS, "the component set is not the one of this hash")
        title = find_title(created.title, created.rules_version)
        if title is None:
            raise _Found(Finding.TITLE_UNKNOWN, f"{created.title}, rules version {created.rules_version}")
        try:
            return title, title.restore_components(book.components)
        except (ComponentError, msgspec.DecodeError) as error:
            raise _Found(Finding.COMPONENTS, str(error)) from None

    def _take(self, title: Title[Any], components: ComponentSet[Any], codec: Codec, command: Sequence[Entry]) -> None:
        events = [_decoded(codec, entry) for entry in command]
        first, last, envelope = command[0], command[-1], command[-1].command
        assert envelope is not None
        closed = events[-1]
        before, case = self._case, None
        wanted = (before.game.revision if before is not None else 0) + 1
        if not isinstance(closed, Closed) or (closed.revision, envelope.revision) != (wanted, wanted):
            raise _Found(Finding.EVENT, f"revision {wanted} does not end here", last.number)
        try:
            difference = first_difference(before, events) if before is not None else difference_at_first(title, events)
            case = before.extended(events) if before is not None else cases.fold(title, components, (events,))
        except Exception as error:  # noqa: BLE001  (whatever a forged log sets off)
            raise _Found(Finding.EVENT, f"{type(error).__name__} after this record", first.number) from None
        if difference is not None:
            raise _Found(Finding.JUDGEMENT, difference.detail, first.number + difference.place)
        created = case.game.created
        told = (created.rules_version, created.component_set)
        if (envelope.rules_version, envelope.component_set) != told:
            raise _Found(Finding.EVENT, "it was judged under other rules than the game's", last.number)
        if before is None and created.commitment and created.commitment != commitment_to(case.game.seed):
            raise _Found(Finding.SEED, "the seed is not the one that the server was committed to", first.number)
        self._case = case
        self._judged += before is not None
        self._draws += sum(count for _, count in closed.draws)
        self._compare(case, events, last)

    @staticmethod
    def _compare(case: Case[Any], events: Sequence[Struct], last: Entry) -> None:
        mark = last.command.fingerprint if last.command is not None else ""
        if bool(mark) != is_marked(case.game.revision, events):
            raise _Found(Finding.FINGERPRINT, "a fingerprint is missing, or there is one too many", last.number)
        if mark and not mark.startswith(f"{VERSION}:"):
            raise _Found(Finding.FINGERPRINT_UNKNOWN, mark.partition(":")[0])
        if mark and fingerprint(case.game) != mark:
            raise _Found(Finding.FINGERPRINT, "the game is not the one of which it was taken", last.number)


def _decoded(codec: Codec, entry: Entry) -> Struct:
    try:
        return codec.decode(entry.name, entry.event)
    except UnknownNameError as error:
        raise _Found(Finding.EVENT_UNKNOWN, str(error), entry.number) from None
    except Exception as error:  # noqa: BLE001  (whatever a forged record sets off)
        raise _Found(Finding.EVENT, f"the record cannot be read: {type(error).__name__}", entry.number) from None
