"""All rows of the tables, game by game, as they were at one moment: for whoever sees whether they agree.

Read through a connection that can only read and holds no lock: whoever serves goes on appending meanwhile.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol, cast

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, StoredEvent
from msgspec import Struct

from quarterdeck_rules.book.records import Entry
from quarterdeck_server.store.mapper import LogMapper
from quarterdeck_server.store.port import Outage, StoreError, UnreadableError

_BUSY_SECONDS = 60.0


class EventRow(Struct, frozen=True):
    """A row of the log of a game.  As in all rows here, what stands in a column may be of any kind."""

    position: Any
    """Its place in the whole log, which grows."""
    number: Any
    name: Any
    state: Any


class ListRow(Struct, frozen=True):
    """The row of a game in the list of games."""

    place: Any
    title: Any
    status: Any
    deal: Any
    summary: Any
    players: Any = None
    """In PostgreSQL alone."""


class CheckpointRow(Struct, frozen=True):
    """A row of the checkpoints."""

    size: Any
    root: Any
    time: Any
    key: Any
    signature: Any


class GameRows(Struct, frozen=True):
    """All rows that belong to one game."""

    game: Any
    events: tuple[EventRow, ...]
    listed: ListRow | None
    requests: tuple[tuple[Any, Any, Any], ...]
    """Player, request id and revision."""
    wake: Any


def entry_of(game: str, row: EventRow) -> Entry:
    """The record of a row; UnreadableError if the row is not exactly what an append writes."""
    mapper = LogMapper(JSONTranscoder())
    if not (isinstance(row.number, int) and isinstance(row.name, str) and isinstance(row.state, bytes)):
        raise UnreadableError(f"event {row.number} of game {game} is not readable")
    entry = cast(Entry, mapper.to_domain_event(StoredEvent(game, row.number, row.name, row.state)))
    if mapper.to_stored_event(cast(DomainEventProtocol[str], entry)).state != row.state:
        raise UnreadableError(f"event {row.number} of game {game} is not written the one way")
    return entry


class Rows(Protocol):
    """What the tables hold."""

    def count(self) -> int:
        """How many games are listed."""

    def games(self) -> Iterator[GameRows]:
        """Everything that any table says of a game, game by game, in the order of their ids."""

    def component_sets(self) -> Iterator[tuple[Any, Any]]:
        """Each component set: its hash, and its bytes."""

    def components(self, digest: str) -> bytes | None:
        """The bytes that were kept under this hash."""

    def outages(self) -> list[Outage]:
        """The times at which no process served, in order."""

    def beat(self) -> Any:
        """When the service was alive last, if it ever was."""

    def checkpoints(self) -> list[CheckpointRow]:
        """What was signed of the tree of all heads, by size."""


Select = Callable[..., Iterator[tuple[Any, ...]]]
"""The rows of a statement, with values for its `?`, read as they are wanted."""


class TableRows:
    """The rows by statements that both databases understand; what they say differently is given."""

    def __init__(self, select: Select, position: str, players: str, collation: str) -> None:
        self._select = select
        self._position, self._players, self._collation = position, players, collation

    def count(self) -> int:
        """See `Rows.count`."""
        return int(next(self._select("SELECT count(*) FROM games"))[0])

    def games(self) -> Iterator[GameRows]:
        """See `Rows.games`."""
        every = " UNION ".join(
            f"SELECT {column} AS game FROM {table}"
            for table, column in (
                ("stored_events", "originator_id"),
                ("games", "game"),
                ("requests", "game"),
                ("wakes", "game"),
            )
        )
        in_order = f"ORDER BY game COLLATE {self._collation}"
        # Beside the log this is the one large table, and it has no index by game: read once, in the same order.
        requests = self._select(f"SELECT game, player, request_id, revision FROM requests {in_order}")
        request = next(requests, None)
        for (game,) in self._select(f"SELECT game FROM ({every}) AS every_game {in_order}"):
            own = []
            while request is not None and request[0] == game:
                own.append(request[1:])
                request = next(requests, None)
            yield self._of(game, tuple(own))

    def _of(self, game: Any, requests: tuple[Any, ...]) -> GameRows:
        events = self._select(
            f"SELECT {self._position}, originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? ORDER BY originator_version",
            game,
        )
        columns = f"place, title, status, deal, summary, {self._players}"
        listed = next(self._select(f"SELECT {columns} FROM games WHERE game = ?", game), None)
        wake = next(self._select("SELECT wake FROM wakes WHERE game = ?", game), None)
        return GameRows(
            game,
            tuple(EventRow(*row) for row in events),
            ListRow(*listed) if listed is not None else None,
            requests,
            wake[0] if wake is not None else None,
        )

    def component_sets(self) -> Iterator[tuple[Any, Any]]:
        """See `Rows.component_sets`."""
        yield from self._select("SELECT hash, canonical FROM component_sets ORDER BY hash")

    def components(self, digest: str) -> bytes | None:
        """See `Rows.components`."""
        row = next(self._select("SELECT canonical FROM component_sets WHERE hash = ?", digest), None)
        return row[0] if row is not None else None

    def outages(self) -> list[Outage]:
        """See `Rows.outages`."""
        return [Outage(*row) for row in self._select('SELECT start, "end" FROM outages ORDER BY start')]

    def beat(self) -> Any:
        """See `Rows.beat`."""
        row = next(self._select("SELECT at FROM beat"), None)
        return row[0] if row is not None else None

    def checkpoints(self) -> list[CheckpointRow]:
        """See `Rows.checkpoints`."""
        statement = "SELECT size, root, time, key, signature FROM checkpoints ORDER BY size"
        return [CheckpointRow(*row) for row in self._select(statement)]


@contextmanager
def rows_of_file(log: Path) -> Iterator[Rows]:
    """The rows of a log in SQLite; StoreError."""
    try:
        uri = f"{log.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            # What is damaged is to be told, and not to end the reading.
            connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")

            def select(statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
                return connection.execute(statement, values)

            connection.execute("BEGIN")
            yield TableRows(select, "rowid", "NULL", "BINARY")
    except sqlite3.Error as error:
        raise StoreError(f"{log} cannot be read: {error}") from None
