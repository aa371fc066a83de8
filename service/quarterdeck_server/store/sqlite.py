"""The log in an SQLite file: the default, for one process on one machine."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteFactory

from quarterdeck_rules.book.checkpoints import Checkpoint, SignedCheckpoint
from quarterdeck_server.store.log import LogStore
from quarterdeck_server.store.port import Answered, Batch, Due, Listed, LockedError, Outage, StoreError, Summary

_REQUESTS = """CREATE TABLE IF NOT EXISTS requests (
    player TEXT, request_id TEXT, game TEXT, revision INTEGER, PRIMARY KEY (player, request_id)) WITHOUT ROWID"""
_GAMES = """CREATE TABLE IF NOT EXISTS games (
    place INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT UNIQUE, title TEXT, status TEXT, deal TEXT, summary BLOB)"""
_GAMES_BY_DEAL = "CREATE INDEX IF NOT EXISTS games_by_deal ON games (deal) WHERE deal <> ''"
_COMPONENT_SETS = "CREATE TABLE IF NOT EXISTS component_sets (hash TEXT PRIMARY KEY, canonical BLOB) WITHOUT ROWID"
_WAKES = "CREATE TABLE IF NOT EXISTS wakes (game TEXT PRIMARY KEY, wake INTEGER) WITHOUT ROWID"
_WAKES_IN_ORDER = "CREATE INDEX IF NOT EXISTS wakes_in_order ON wakes (wake)"
_BEAT = "CREATE TABLE IF NOT EXISTS beat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER)"
_OUTAGES = "CREATE TABLE IF NOT EXISTS outages (start INTEGER PRIMARY KEY, end INTEGER)"
_CHECKPOINTS = """CREATE TABLE IF NOT EXISTS checkpoints (
    size INTEGER PRIMARY KEY, root TEXT, time TEXT, key TEXT, signature TEXT)"""
_KEEP_WAKE = "INSERT INTO wakes VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET wake = excluded.wake"
_KEEP_BEAT = "INSERT INTO beat VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)"
_REPLACE = "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?"
_INSERT_REQUEST = "INSERT INTO requests VALUES (?, ?, ?, ?)"
_KEEP_SUMMARY = (
    "INSERT INTO games (game, title, status, deal, summary) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (game) DO UPDATE SET status = excluded.status, summary = excluded.summary"
)
_LIST_GAMES = (
    "SELECT place, game, summary FROM games WHERE place > ? AND (? = '' OR title = ?) AND (? = '' OR status = ?) "
    "AND (? = '' OR EXISTS (SELECT 1 FROM json_each(CAST(summary AS TEXT), '$.players') WHERE value = ?)) "
    "ORDER BY place LIMIT ?"
)


_INDEXES = (_REQUESTS, _GAMES, _GAMES_BY_DEAL, _COMPONENT_SETS, _WAKES, _WAKES_IN_ORDER, _BEAT, _OUTAGES, _CHECKPOINTS)


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, with the indexes written in the same transaction."""

    def construct_create_table_statements(self) -> list[str]:
        """The library's table and ours."""
        return [*super().construct_create_table_statements(), *_INDEXES]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], batches: Sequence[Batch] = (), **kwargs: Any
    ) -> Sequence[int] | None:
        try:
            numbers = super()._insert_events(c, stored_events, **kwargs)
            for batch in batches:
                game = batch.game
                for command in batch.requests:
                    c.execute(_INSERT_REQUEST, (command.player, command.request_id, game, command.revision))
                if batch.summary is not None:
                    _keep_summary(c, game, batch.summary)
                if batch.wake is not None:
                    _keep_wake(c, game, batch.wake)
        except sqlite3.IntegrityError as error:
            raise IntegrityError(str(error)) from error
        except sqlite3.Error as error:
            raise OperationalError(str(error)) from error
        return numbers

    def replace_events(self, stored: Sequence[StoredEvent], revisions: Sequence[int], summary: Summary) -> None:
        """See `Store.forget`."""
        with self.datastore.transaction(commit=True) as cursor:
            for event in stored:
                cursor.execute(_REPLACE, (event.state, event.originator_id, event.originator_version))
            game = str(stored[0].originator_id)
            for revision in revisions:
                cursor.execute("DELETE FROM requests WHERE game = ? AND revision = ?", (game, revision))
            _keep_summary(cursor, game, summary)

    def list_games(self, after: int, limit: int, title: str, status: str, player: str) -> Sequence[Listed]:
        """See `Store.games`."""
        rows = self._select(_LIST_GAMES, after, title, title, status, status, player, player, limit)
        return [Listed(row[0], row[1], msgspec.json.decode(row[2], type=Summary)) for row in rows]

    def find_dealing(self, deal: str) -> bool:
        """See `Store.deals`."""
        return bool(
            self._select("SELECT 1 FROM games WHERE deal = ? AND deal <> '' AND status <> 'ended' LIMIT 1", deal)
        )

    def find_request(self, player: str, request_id: str) -> Answered | None:
        """See `Store.answered`."""
        rows = self._select(
            "SELECT game, revision FROM requests WHERE player = ? AND request_id = ?", player, request_id
        )
        return Answered(rows[0][0], rows[0][1]) if rows else None

    def list_due(self, until: int, limit: int) -> Sequence[Due]:
        """See `Store.due`."""
        rows = self._select("SELECT game, wake FROM wakes WHERE wake <= ? ORDER BY wake, game LIMIT ?", until, limit)
        return [Due(*row) for row in rows]

    def note_beat(self, now: int, silence: int) -> int | None:
        """See `Store.beat`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("SELECT at FROM beat")
            row = cursor.fetchone()
            before = None if row is None else int(row[0])
            cursor.execute(_KEEP_BEAT, (now,))
            if before is not None and now - before >= silence:
                cursor.execute("INSERT OR REPLACE INTO outages VALUES (?, ?)", (before, now))
            return before

    def list_outages(self) -> Sequence[Outage]:
        """See `Store.outages`."""
        return [Outage(*row) for row in self._select("SELECT start, end FROM outages ORDER BY start")]

    def insert_components(self, digest: str, canonical: bytes) -> None:
        """See `Store.keep_components`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT OR IGNORE INTO component_sets VALUES (?, ?)", (digest, canonical))

    def select_components(self, digest: str) -> bytes | None:
        """See `Store.components`."""
        rows = self._select("SELECT canonical FROM component_sets WHERE hash = ?", digest)
        return bytes(rows[0][0]) if rows else None

    def insert_checkpoint(self, signed: SignedCheckpoint) -> None:
        """See `Store.keep_checkpoint`."""
        row = (*msgspec.structs.astuple(signed.checkpoint), signed.key, signed.signature)
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT OR IGNORE INTO checkpoints VALUES (?, ?, ?, ?, ?)", row)

    def select_checkpoint(self, size: int | None) -> SignedCheckpoint | None:
        """See `Store.checkpoint`."""
        which = "ORDER BY size DESC LIMIT 1" if size is None else "WHERE size = ?"
        rows = self._select(f"SELECT * FROM checkpoints {which}", *(() if size is None else (size,)))
        return SignedCheckpoint(Checkpoint(*rows[0][:3]), *rows[0][3:]) if rows else None

    def _select(self, statement: str, *values: object) -> list[Any]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, values)
            rows: list[Any] = cursor.fetchall()
            return rows


def _keep_summary(cursor: SQLiteCursor, game: str, summary: Summary) -> None:
    encoded = msgspec.json.encode(summary)
    cursor.execute(_KEEP_SUMMARY, (game, summary.title, summary.status, summary.deal, encoded))


def _keep_wake(cursor: SQLiteCursor, game: str, wake: int) -> None:
    if wake:
        cursor.execute(_KEEP_WAKE, (game, wake))
    else:
        cursor.execute("DELETE FROM wakes WHERE game = ?", (game,))


class SqliteFactory(SQLiteFactory):
    """What the library takes its recorder from."""

    application_recorder_class = SqliteRecorder


class SqliteStore(LogStore):
    """A `Store` in one file.  Write-ahead log, synchronous FULL: what was acknowledged survives a loss of power."""

    def __init__(self, path: Path) -> None:
        """LockedError if another process, or another store of this one, has the file; StoreError if it is no log."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = lock(lock_file_of(path))
        try:
            super().__init__(SqliteFactory, {"SQLITE_DBNAME": str(path)})
        except (PersistenceError, sqlite3.Error) as error:
            self._lock.close()
            raise StoreError(f"{path} cannot be opened: {error}") from error
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        """See `Store.close`."""
        super().close()
        self._lock.close()


def lock_file_of(log: Path) -> Path:
    """What whoever has a log has locked."""
    return log.with_name(f"{log.name}.lock")


def lock(path: Path) -> sqlite3.Connection:
    """Hold an exclusive lock until this is closed, or the process ends, however it ends; LockedError, StoreError.

    The log itself cannot be locked for good: its readers and its writer have connections of their own.
    """
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise LockedError(f"{path} is held by another process") from error
        raise StoreError(f"{path}: {error}") from error
    return connection
