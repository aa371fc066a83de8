"""The log in a PostgreSQL database: for several processes that serve the same games."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import psycopg
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    BaseInfrastructureFactory,
    InterfaceError,
    JSONTranscoder,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, retry
from psycopg.rows import DictRow, dict_row

from quarterdeck_rules.book.checkpoints import Checkpoint, SignedCheckpoint
from quarterdeck_server.store import schema
from quarterdeck_server.store.log import LogStore
from quarterdeck_server.store.mapper import LogMapper
from quarterdeck_server.store.port import Answered, Batch, Due, Heard, Listed, Outage, StoreError, Summary
from quarterdeck_server.store.tail import Tail

LOCK_SECONDS = 4
"""How long an append waits for those of others; the library would wait for ever behind one that hangs."""

CONNECTIONS = 2
MOST_CONNECTIONS = 6
"""One thread writes; the others read games and lists.  Every process takes so many of the server's connections."""

ATTEMPTS = MOST_CONNECTIONS + 1
"""How often an append whose connection broke is sent: once more than there may be broken connections at rest."""

_PAUSE_SECONDS = 0.1

_again = retry((InterfaceError, OperationalError), max_attempts=ATTEMPTS, wait=_PAUSE_SECONDS)
"""For what does no harm when it is done twice."""

_REPLACE = "UPDATE stored_events SET state = %s WHERE originator_id = %s AND originator_version = %s"
_INSERT_REQUEST = "INSERT INTO requests VALUES (%s, %s, %s, %s)"
_KEEP_SUMMARY = (
    "INSERT INTO games (game, title, status, players, deal, summary) VALUES (%s, %s, %s, %s, %s, %s) "
    "ON CONFLICT (game) DO UPDATE SET status = excluded.status, players = excluded.players, summary = excluded.summary"
)
_KEEP_WAKE = "INSERT INTO wakes VALUES (%s, %s) ON CONFLICT (game) DO UPDATE SET wake = excluded.wake"
_KEEP_BEAT = "INSERT INTO beat VALUES (1, %s) ON CONFLICT (one) DO UPDATE SET at = greatest(beat.at, excluded.at)"
_KEEP_OUTAGE = (
    "INSERT INTO outages VALUES (%s, %s) ON CONFLICT (start) "
    'DO UPDATE SET "end" = greatest(outages."end", excluded."end")'
)
_LIST_GAMES = (
    "SELECT place, game, summary FROM games WHERE place > %s AND (%s = '' OR title = %s) AND (%s = '' OR status = %s) "
    "AND (%s = '' OR players @> ARRAY[%s]) ORDER BY place LIMIT %s"
)


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder, with the indexes written in the same transaction."""

    def insert_events(
        self, stored_events: Sequence[StoredEvent], batches: Sequence[Batch] = (), **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert all or nothing; IntegrityError: nothing was kept.  OperationalError: nobody knows."""
        # Not the library's way of trying again: after a lost COMMIT it takes its own row for that of another.
        is_known = True
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._insert(stored_events, batches)
            except (InterfaceError, OperationalError) as error:
                if isinstance(error.__cause__, psycopg.errors.LockNotAvailable) or attempt == ATTEMPTS:
                    raise
                is_known = False
            except PersistenceError:
                if is_known:
                    raise
                # The place may have been taken by the attempt before this one.
                raise OperationalError("connection lost") from None
            time.sleep(_PAUSE_SECONDS * (attempt - 1))
        raise AssertionError("unreachable")

    def _insert(self, stored_events: Sequence[StoredEvent], batches: Sequence[Batch]) -> Sequence[int]:
        with (
            self.datastore.get_connection() as connection,
            connection.pipeline() as pipeline,
            connection.transaction(),
            connection.cursor() as cursor,
        ):
            # The lock comes first, so that whoever has a row of an index is never waiting for who has the table.
            self._insert_stored_events(cursor, stored_events)
            # An error has to be raised here, by the statement that it is of, and not by the commit.
            pipeline.sync()
            numbers = [int(row["notification_id"]) for row in cursor.fetchall()]
            for batch in batches:
                _write_indexes(cursor, batch)
            pipeline.sync()
        return numbers

    @_again
    def replace_events(self, stored: Sequence[StoredEvent], revisions: Sequence[int], summary: Summary) -> None:
        """See `Store.forget`."""
        with self.datastore.transaction(commit=True) as cursor:
            for event in stored:
                cursor.execute(_REPLACE, (event.state, event.originator_id, event.originator_version))
            game = str(stored[0].originator_id)
            for revision in revisions:
                cursor.execute("DELETE FROM requests WHERE game = %s AND revision = %s", (game, revision))
            _keep_summary(cursor, game, summary)

    def list_games(self, after: int, limit: int, title: str, status: str, player: str) -> Sequence[Listed]:
        """See `Store.games`."""
        rows = self._select(_LIST_GAMES, after, title, title, status, status, player, player, limit)
        return [Listed(row["place"], row["game"], msgspec.json.decode(row["summary"], type=Summary)) for row in rows]

    def find_dealing(self, deal: str) -> bool:
        """See `Store.deals`."""
        statement = "SELECT 1 FROM games WHERE deal = %s AND deal <> '' AND status <> 'ended' LIMIT 1"
        return bool(self._select(statement, deal))

    def find_request(self, player: str, request_id: str) -> Answered | None:
        """See `Store.answered`."""
        rows = self._select(
            "SELECT game, revision FROM requests WHERE player = %s AND request_id = %s", player, request_id
        )
        return Answered(**rows[0]) if rows else None

    def list_due(self, until: int, limit: int) -> Sequence[Due]:
        """See `Store.due`."""
        rows = self._select("SELECT game, wake FROM wakes WHERE wake <= %s ORDER BY wake, game LIMIT %s", until, limit)
        return [Due(**row) for row in rows]

    @_again
    def note_beat(self, now: int, silence: int) -> int | None:
        """See `Store.beat`."""
        with self.datastore.transaction(commit=True) as cursor:
            # Locked, so that of several that start at once only one takes the silence before them for an outage.
            row = cursor.execute("SELECT at FROM beat FOR UPDATE").fetchone()
            before = None if row is None else int(row["at"])
            cursor.execute(_KEEP_BEAT, (now,))
            if before is not None and now - before >= silence:
                cursor.execute(_KEEP_OUTAGE, (before, now))
            return before

    def list_outages(self) -> Sequence[Outage]:
        """See `Store.outages`."""
        return [Outage(**row) for row in self._select('SELECT start, "end" FROM outages ORDER BY start')]

    @_again
    def insert_components(self, digest: str, canonical: bytes) -> None:
        """See `Store.keep_components`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT INTO component_sets VALUES (%s, %s) ON CONFLICT DO NOTHING", (digest, canonical))

    def select_components(self, digest: str) -> bytes | None:
        """See `Store.components`."""
        rows = self._select("SELECT canonical FROM component_sets WHERE hash = %s", digest)
        return bytes(rows[0]["canonical"]) if rows else None

    @_again
    def insert_checkpoint(self, signed: SignedCheckpoint) -> None:
        """See `Store.keep_checkpoint`."""
        row = (*msgspec.structs.astuple(signed.checkpoint), signed.key, signed.signature)
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT INTO checkpoints VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING", row)

    def select_checkpoint(self, size: int | None) -> SignedCheckpoint | None:
        """See `Store.checkpoint`."""
        which = "ORDER BY size DESC LIMIT 1" if size is None else "WHERE size = %s"
        rows = self._select(f"SELECT * FROM checkpoints {which}", *(() if size is None else (size,)))
        if not rows:
            return None
        row = rows[0]
        return SignedCheckpoint(Checkpoint(row["size"], row["root"], row["time"]), row["key"], row["signature"])

    @_again
    def _select(self, statement: str, *values: object) -> list[DictRow]:
        with self.datastore.get_connection() as connection:
            return connection.execute(statement, values).fetchall()


def _keep_summary(cursor: psycopg.Cursor[DictRow], game: str, summary: Summary) -> None:
    encoded, players = msgspec.json.encode(summary), list(summary.players)
    cursor.execute(_KEEP_SUMMARY, (game, summary.title, summary.status, players, summary.deal, encoded))


def _write_indexes(cursor: psycopg.Cursor[DictRow], batch: Batch) -> None:
    game = batch.game
    for command in batch.requests:
        cursor.execute(_INSERT_REQUEST, (command.player, command.request_id, game, command.revision))
    if batch.summary is not None:
        _keep_summary(cursor, game, batch.summary)
    if batch.wake:
        cursor.execute(_KEEP_WAKE, (game, batch.wake))
    elif batch.wake is not None:
        cursor.execute("DELETE FROM wakes WHERE game = %s", (game,))


class _Datastore(PostgresDatastore):
    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """As the library's, and all tables are found where they were made, whatever the user's settings are."""
        prepare = super().after_connect_func()

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            prepare(connection)
            connection.execute("SET search_path TO public")

        return after_connect


class _Factory(PostgresFactory):
    """What the library takes its recorder from: one connection pool, made from a URL."""

    def __init__(self, env: Environment, url: str) -> None:
        # Not the library's own constructor, which knows five parts of a URL and reads them from the environment.
        BaseInfrastructureFactory.__init__(self, env)
        self.datastore = _Datastore(
            "", "", "", "", "",
            connect_timeout=5.0,
            idle_in_transaction_session_timeout=10.0,
            pool_size=CONNECTIONS,
            max_overflow=MOST_CONNECTIONS - CONNECTIONS,
            # The pool waits for seconds when it finds its connections broken itself; what is sent again does not.
            pre_ping=False,
            lock_timeout=LOCK_SECONDS,
            originator_id_type="text",
            enable_db_functions=False,
        )  # fmt: skip
        options = {"row_factory": dict_row, **schema.parameters(url)}
        self.datastore.pool.kwargs = options

    def application_recorder(self) -> PostgresRecorder:
        """The recorder with the indexes.  It makes no tables."""
        return PostgresRecorder(self.datastore, events_table_name=schema.EVENTS)


class PostgresStore(LogStore):
    """A `Store` that other processes write to as well."""

    def __init__(self, url: str) -> None:
        """SchemaError says what to run if the tables are not there; StoreError if the database is not."""
        schema.check(url)
        self._url = url
        self._tails: list[Tail] = []
        try:
            super().__init__(lambda env: _Factory(env, url), {})
        except PersistenceError as error:
            raise StoreError(type(error).__name__) from None

    def has_more(self, game: str, after: int) -> bool:
        """See `Store.has_more`."""
        try:
            return bool(self.recorder.select_events(game, gt=after, limit=1))
        except PersistenceError as error:
            raise StoreError(type(error).__name__) from None

    def follow(self, heard: Heard) -> Callable[[], None]:
        """See `Store.follow`."""
        mapper = LogMapper(JSONTranscoder())

        def read(row: StoredEvent) -> DomainEventProtocol[str]:
            return mapper.to_domain_event(row)

        tail = Tail(self._url, read, heard)
        tail.start()
        self._tails.append(tail)
        return tail.stop

    def close(self) -> None:
        """See `Store.close`."""
        for tail in self._tails:
            tail.stop()
        super().close()
