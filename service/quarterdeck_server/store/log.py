"""The log on the event sourcing library: plain stored events, an own mapper, no aggregates.

The library's recorders give atomic inserts, one number per event of a game, and the order of all events; the small
indexes beside the log are written by their subclasses in the same transaction (`memory`, `sqlite`).
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, cast

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    IntegrityError,
    JSONTranscoder,
    Mapper,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.utils import Environment

from quarterdeck_rules.book.checkpoints import SignedCheckpoint
from quarterdeck_rules.book.records import Entry
from quarterdeck_server.store.mapper import CLOSING, LogMapper, head_of
from quarterdeck_server.store.port import (
    Answered,
    Batch,
    ConflictError,
    Due,
    Heard,
    Listed,
    Outage,
    PlacedHead,
    StoreError,
    Summary,
)

_CLOSE_SECONDS = 10.0

Factory = Callable[[Environment], InfrastructureFactory[Any]]
"""Makes what makes the recorder, from settings in the library's own words."""


class GameLog(Application[str]):
    """The library's application, for its recorder and event store alone."""

    name = "quarterdeck"
    log_section_size = 1000

    def __init__(self, factory: Factory, settings: dict[str, str]) -> None:
        """`factory` makes the recorder."""
        self._factory = factory
        super().__init__(settings)

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Our own factory; the library would look for one by the name of a module."""
        return self._factory(env)

    def construct_mapper(self) -> Mapper[str]:
        """Our own mapper."""
        return LogMapper(JSONTranscoder())


class Indexes(Protocol):
    """What the recorders add beside the log."""

    def replace_events(self, stored: Sequence[StoredEvent], revisions: Sequence[int], summary: Summary) -> None:
        """See `Store.forget`."""

    def list_games(self, after: int, limit: int, title: str, status: str, player: str) -> Sequence[Listed]:
        """See `Store.games`."""

    def find_dealing(self, deal: str) -> bool:
        """See `Store.deals`."""

    def find_request(self, player: str, request_id: str) -> Answered | None:
        """See `Store.answered`."""

    def list_due(self, until: int, limit: int) -> Sequence[Due]:
        """See `Store.due`."""

    def note_beat(self, now: int, silence: int) -> int | None:
        """See `Store.beat`."""

    def list_outages(self) -> Sequence[Outage]:
        """See `Store.outages`."""

    def insert_components(self, digest: str, canonical: bytes) -> None:
        """See `Store.keep_components`."""

    def select_components(self, digest: str) -> bytes | None:
        """See `Store.components`."""

    def insert_checkpoint(self, signed: SignedCheckpoint) -> None:
        """Keep a checkpoint, unless there is one of its size."""

    def select_checkpoint(self, size: int | None) -> SignedCheckpoint | None:
        """See `Store.checkpoint`."""


class LogStore:
    """A `Store` on one of the library's recorders."""

    def __init__(self, factory: Factory, settings: dict[str, str]) -> None:
        """`factory` makes a recorder that has the `Indexes`; `settings` are in the library's own words."""
        self._calls = threading.Condition()
        self._running = 0
        self._is_closed = False
        # No snapshots and no cache of the library's: a long game folds in milliseconds.
        self._log = GameLog(factory, {"IS_SNAPSHOTTING_ENABLED": "n", "ORIGINATOR_ID_TYPE": "text", **settings})

    @property
    def recorder(self) -> ApplicationRecorder:
        """The library's recorder, for maintenance and tests."""
        return self._log.recorder

    @property
    def _indexes(self) -> Indexes:
        return cast(Indexes, self._log.recorder)

    def append(self, batches: Sequence[Batch]) -> None:
        """See `Store.append`."""
        entries = [cast(DomainEventProtocol[str], entry) for batch in batches for entry in batch.entries]
        with self._at_work():
            # Not `save`: on Python 3.11 it spends 6 microseconds an event on checking a protocol.
            self._log.events.put(entries, batches=batches)

    def read(self, game: str) -> Sequence[Entry]:
        """See `Store.read`."""
        with self._at_work():
            return [cast(Entry, entry) for entry in self._log.events.get(game)]

    def forget(self, entries: Sequence[Entry], summary: Summary) -> None:
        """See `Store.forget`."""
        mapper = self._log.mapper
        stored = [mapper.to_stored_event(cast(DomainEventProtocol[str], entry)) for entry in entries]
        with self._at_work():
            revisions = [entry.command.revision for entry in entries if entry.command is not None]
            self._indexes.replace_events(stored, revisions, summary)

    def heads(self, after: int, limit: int) -> Sequence[PlacedHead]:
        """See `Store.heads`."""
        with self._at_work():
            rows = self.recorder.select_notifications(after, limit, topics=CLOSING, inclusive_of_start=False)
            return [PlacedHead(row.id, head_of(row)) for row in rows]

    def has_more(self, game: str, after: int) -> bool:
        """See `Store.has_more`: the log is this process's alone."""
        return False

    def games(self, after: int, limit: int, title: str = "", status: str = "", player: str = "") -> Sequence[Listed]:
        """See `Store.games`."""
        with self._at_work():
            return self._indexes.list_games(after, limit, title, status, player)

    def deals(self, deal: str) -> bool:
        """See `Store.deals`."""
        with self._at_work():
            return self._indexes.find_dealing(deal)

    def answered(self, player: str, request_id: str) -> Answered | None:
        """See `Store.answered`."""
        with self._at_work():
            return self._indexes.find_request(player, request_id)

    def due(self, until: int, limit: int) -> Sequence[Due]:
        """See `Store.due`."""
        with self._at_work():
            return self._indexes.list_due(until, limit)

    def beat(self, now: int, silence: int) -> int | None:
        """See `Store.beat`."""
        with self._at_work():
            return self._indexes.note_beat(now, silence)

    def outages(self) -> Sequence[Outage]:
        """See `Store.outages`."""
        with self._at_work():
            return self._indexes.list_outages()

    def keep_components(self, digest: str, canonical: bytes) -> None:
        """See `Store.keep_components`."""
        with self._at_work():
            self._indexes.insert_components(digest, canonical)

    def components(self, digest: str) -> bytes | None:
        """See `Store.components`."""
        with self._at_work():
            return self._indexes.select_components(digest)

    def keep_checkpoint(self, signed: SignedCheckpoint) -> SignedCheckpoint:
        """See `Store.keep_checkpoint`."""
        with self._at_work():
            self._indexes.insert_checkpoint(signed)
            kept = self._indexes.select_checkpoint(signed.checkpoint.size)
        assert kept is not None, "it was kept just now, or before"
        return kept

    def checkpoint(self, size: int | None = None) -> SignedCheckpoint | None:
        """See `Store.checkpoint`."""
        with self._at_work():
            return self._indexes.select_checkpoint(size)

    def follow(self, heard: Heard) -> Callable[[], None] | None:
        """See `Store.follow`: the log is this process's alone."""
        return None

    def close(self) -> None:
        """See `Store.close`.  Waits for calls that run: whoever asked may have gone, but the thread works on."""
        with self._calls:
            self._is_closed = True
            is_idle = self._calls.wait_for(lambda: not self._running, _CLOSE_SECONDS)
        # A call that hangs keeps its connection until the process ends.
        if is_idle:
            self._log.close()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """A call of the library's, with its faults as ours.  SQLite takes the process along if it closes during one."""
        with self._calls:
            if self._is_closed:
                raise StoreError("the store is closed")
            self._running += 1
        try:
            yield
        except IntegrityError:
            # The cause may quote the events, which hold secrets.
            raise ConflictError("the place in the log or the request id is taken") from None
        except PersistenceError as error:
            raise StoreError(type(error).__name__) from None
        finally:
            with self._calls:
                self._running -= 1
                self._calls.notify_all()
