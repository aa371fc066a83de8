"""What the service asks of a store: batches of events appended whole, logs read back, and three small indexes.

A log is a row of entries per game, numbered from 1.  The entries of one command are appended together or not at all;
the last of them, the closing event, carries the command's envelope.  Envelopes stand beside the events and never
reach a game's state.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from quarterdeck_rules.book.checkpoints import SignedCheckpoint
from quarterdeck_rules.book.file import Head
from quarterdeck_rules.book.records import Entry, Envelope


class Summary(Struct, frozen=True):
    """What a list of games shows of one.  An index: everything in it follows from the log."""

    title: str
    status: str
    players: tuple[str, ...]
    """By seat; an empty name is an open seat."""
    practice: bool
    creator: str
    created: str
    """When its creation was received, UTC, ISO 8601."""
    deal: str = ""
    """The game whose seed it shares, if it shares one."""


class Batch(Struct, frozen=True):
    """All that is appended to one game together: by one command, or by a whole game that is taken in."""

    entries: tuple[Entry, ...]
    summary: Summary | None = None
    """The game's summary, if this command changes it."""
    wake: int | None = None
    """When the referee has to look at the game next, in milliseconds since 1970; 0 is not at all, nothing is as it was.
    An index, like the summary.
    """

    @property
    def game(self) -> str:
        """The game that it is appended to."""
        return self.entries[0].game

    @property
    def requests(self) -> Iterator[Envelope]:
        """The envelopes of its commands whose request is known: of a person who was forgotten it is not."""
        return (one.command for one in self.entries if one.command is not None and one.command.request_id)


class Listed(Struct, frozen=True):
    """A game in a list, and its place in the order of creation."""

    place: int
    game: str
    summary: Summary


class Due(Struct, frozen=True):
    """A game that the referee has to look at, and when, in milliseconds since 1970."""

    game: str
    wake: int


class PlacedHead(Struct, frozen=True):
    """What the chain of a game had come to with a command."""

    place: int
    """In the log of all games; places grow, and may have gaps."""
    head: Head


class Outage(Struct, frozen=True):
    """A time at which no process served, in milliseconds since 1970."""

    start: int
    end: int


class Answered(Struct, frozen=True):
    """The command that a request id belongs to."""

    game: str
    revision: int


class StoreError(Exception):
    """The store could not do what it was asked.  Whether a failed append has happened is not known."""


class ConflictError(StoreError):
    """Another command has taken the place in the log, or the request id, that this one wanted.  Nothing was kept."""


class UnreadableError(Exception):
    """A stored entry is not what was written; the log of this one game cannot be read."""


class LockedError(Exception):
    """Another process holds the store's file."""


class SchemaError(StoreError):
    """The tables of a database are missing, or those of another version."""


Heard = Callable[[Sequence[Entry]], None]
"""Told of whole commands, in the order of the log."""


class Store(Protocol):
    """A durable log.  Calls block; `append` is for one thread, everything else for any."""

    def append(self, batches: Sequence[Batch]) -> None:
        """Keep all batches in one transaction, durable when this returns.

        ConflictError: at least one of them cannot be kept, and none was.  StoreError: the store is away.
        """

    def forget(self, entries: Sequence[Entry], summary: Summary) -> None:
        """Put these entries of one game in the place of those with their numbers, in one transaction, and forget
        the requests of their commands.  For erasing names, and for nothing else.  StoreError.
        """

    def read(self, game: str) -> Sequence[Entry]:
        """The log of a game in order; empty if there is no such game.  UnreadableError, StoreError."""

    def heads(self, after: int, limit: int) -> Sequence[PlacedHead]:
        """The heads of all commands of all games in the order in which they were kept, from those after this place.

        UnreadableError, StoreError.
        """

    def has_more(self, game: str, after: int) -> bool:
        """Whether another process has appended to a game's log behind this place; StoreError."""

    def games(self, after: int, limit: int, title: str = "", status: str = "", player: str = "") -> Sequence[Listed]:
        """Games in order of creation, from those after this place; an empty title, status or player takes any."""

    def deals(self, deal: str) -> bool:
        """Whether a game that shares this deal has not ended yet."""

    def answered(self, player: str, request_id: str) -> Answered | None:
        """The accepted command that this player sent under this id, if there is one."""

    def due(self, until: int, limit: int) -> Sequence[Due]:
        """Games that the referee has to look at by then, the earliest first."""

    def beat(self, now: int, silence: int) -> int | None:
        """Note that the service is alive now, and give when that was noted last; neither ever goes back.

        If that is `silence` or more ago, in milliseconds, it is kept as an outage in the same transaction.
        """

    def outages(self) -> Sequence[Outage]:
        """The times at which no process served, in order."""

    def keep_components(self, digest: str, canonical: bytes) -> None:
        """Keep the canonical bytes of a component set under their hash; once is enough."""

    def components(self, digest: str) -> bytes | None:
        """The canonical bytes that were kept under this hash."""

    def keep_checkpoint(self, signed: SignedCheckpoint) -> SignedCheckpoint:
        """Keep a checkpoint, unless there is one of its size; the one that is kept.  StoreError."""

    def checkpoint(self, size: int | None = None) -> SignedCheckpoint | None:
        """The checkpoint of this size, or the largest, if there is one; StoreError."""

    def follow(self, heard: Heard) -> Callable[[], None] | None:
        """Tell of all that is appended from now on, this process's own commands included, from a thread of the store.

        What it returns ends that.  Nothing is returned, and nothing told, if no other process can append.  StoreError.
        """

    def close(self) -> None:
        """Let go of files and connections."""
