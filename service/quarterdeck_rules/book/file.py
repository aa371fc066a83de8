"""The file of a game: JSON lines, the same bytes wherever and whenever it is written.

First what game it is, then its component set, then its records in order, then the head of its chain with a signature;
and if that was asked for, the proof that this head is a leaf of the tree of all heads.  Every line is the one way to
write what it says, and a reader takes no other.
"""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from quarterdeck_rules.book.checkpoints import Proof
from quarterdeck_rules.book.records import Entry, Envelope

FORMAT = 1
"""Goes up when files of before cannot be read any more as they were."""

SUFFIX = ".qdgame"


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """What a chain has come to."""

    game: str
    revision: int
    number: int
    """Of its last record."""
    link: str

    def statement(self) -> bytes:
        """What is signed, and what is a leaf of the tree of all heads."""
        return b"quarterdeck.head.v1\n" + _ENCODE(self)


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """A signed head."""

    head: Head
    key: str
    """Which key has signed: the first 16 hex digits of SHA-256 of its 32 bytes."""
    signature: str
    """Ed25519, in hex, of the head's statement."""


class Book(Struct, frozen=True):
    """A game, as a file holds it."""

    game: str
    title: str
    component_set: str
    components: bytes
    """Canonical bytes of the component set."""
    entries: tuple[Entry, ...]
    seal: Seal
    proof: Proof | None = None
    """That the head is in the tree of all heads, if the file has that."""


class FileFault(Exception):  # noqa: N818  (a finding)
    """A file that is not one of a game, and where; nothing in it may be trusted."""

    def __init__(self, line: int, problem: str, event: int | None = None) -> None:
        """`line` is counted from 1; `event` is the record that stands there, or should."""
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
        self.event = event


class _File(Struct, frozen=True, tag_field="line", tag="game", forbid_unknown_fields=True):
    format: int
    game: str
    title: str


class _Components(Struct, frozen=True, tag_field="line", tag="components", forbid_unknown_fields=True):
    hash: str
    canonical: str


class _Record(Struct, frozen=True, omit_defaults=True, tag_field="line", tag="record", forbid_unknown_fields=True):
    number: int
    name: str
    link: str
    event: Raw | UnsetType = UNSET
    command: Envelope | None = None
    salt: str = ""
    body: str = ""
    person_salt: str = ""
    person: str = ""


class _Seal(Struct, frozen=True, tag_field="line", tag="seal", forbid_unknown_fields=True):
    head: Head
    key: str
    signature: str


_Line: TypeAlias = _File | _Components | _Record | _Seal | Proof
_PROOF = b'{"line":"proof",'
_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_DECODE = msgspec.json.Decoder(_Line).decode


def written(book: Book) -> Iterator[bytes]:
    """The lines of a file, each with its end."""
    yield _line(_File(FORMAT, book.game, book.title))
    yield _line(_Components(book.component_set, book.components.decode()))
    for entry in book.entries:
        yield _line(
            _Record(
                entry.number,
                entry.name,
                entry.link,
                Raw(entry.event) if entry.is_open else UNSET,
                entry.command,
                entry.salt,
                entry.body,
                entry.person_salt,
                entry.person,
            )
        )
    yield _line(_Seal(book.seal.head, book.seal.key, book.seal.signature))
    if book.proof is not None:
        yield _line(book.proof)


def read(content: bytes) -> Book:
    """The game that a file holds; FileFault if it is not written as one.  Whether it is true is another question."""
    lines = content.split(b"\n")
    if lines.pop():
        raise FileFault(len(lines) + 1, "the end of the line is missing", max(1, len(lines) - 1))
    proof = _proof(lines)
    if len(lines) < 4:
        raise FileFault(len(lines) + 1, "the file ends too early")
    read = [_read(place, line, len(lines)) for place, line in enumerate(lines, start=1)]
    file, components, *records = read[:-1]
    seal = read[-1]
    if not isinstance(file, _File):
        raise FileFault(1, "a file begins with what game it is of")
    if file.format != FORMAT:
        raise FileFault(1, f"the file has format {file.format}, and this release reads {FORMAT}")
    if not isinstance(components, _Components):
        raise FileFault(2, "the component set comes second")
    entries = []
    for place, record in enumerate(records, start=1):
        if not isinstance(record, _Record) or record.number != place:
            raise FileFault(place + 2, f"record {place} is not in its place", place)
        entries.append(_entry(file.game, record))
    if not isinstance(seal, _Seal):
        raise FileFault(len(lines), "the seal comes last", len(entries) + 1)
    return Book(
        file.game,
        file.title,
        components.hash,
        components.canonical.encode(),
        tuple(entries),
        Seal(seal.head, seal.key, seal.signature),
        proof,
    )


def _proof(lines: list[bytes]) -> Proof | None:
    """The proof behind the seal, if there is one, which is taken off the lines."""
    if not lines or not lines[-1].startswith(_PROOF):
        return None
    proof = _read(len(lines), lines.pop(), 0)
    return proof if isinstance(proof, Proof) else None


def _read(place: int, line: bytes, count: int) -> _Line:
    event = place - 2 if 2 < place < count else None
    try:
        decoded = _DECODE(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise FileFault(place, "not readable", event) from None
    if _line(decoded) != line + b"\n":
        raise FileFault(place, "not written the one way", event)
    return decoded


def _entry(game: str, record: _Record) -> Entry:
    return Entry(
        game,
        record.number,
        record.name,
        bytes(record.event) if isinstance(record.event, Raw) else b"",
        record.command,
        record.salt,
        record.body,
        record.person_salt,
        record.person,
        record.link,
    )


def _line(line: _Line) -> bytes:
    return _ENCODE(line) + b"\n"


def head_of(last: Entry) -> Head:
    """The head of a chain after the last record of a command."""
    assert last.command is not None, "a head is that of a whole command"
    return Head(last.game, last.command.revision, last.number, last.link)
