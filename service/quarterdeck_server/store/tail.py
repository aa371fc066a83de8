"""The tail of the log on PostgreSQL: a thread that hears of whatever any process appends.

Numbers of rows have gaps, since a transaction that fails uses some up; but they are committed in order, because appends
lock the table.  So "after the last one seen" misses nothing.
"""

import threading
from collections.abc import Callable
from typing import Any, cast

import psycopg
import structlog
from eventsourcing.persistence import StoredEvent

from quarterdeck_rules.book.records import Entry
from quarterdeck_server.store import schema
from quarterdeck_server.store.port import Heard, StoreError, UnreadableError

PULL_SECONDS = 0.5
"""How often it looks without having been told to: a notice may be lost with its connection."""

AT_ONCE = 1000
"""How many rows are read at once."""

_LONGEST_PAUSE = 5.0

_SELECT = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events "
    "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)
_LOG = structlog.get_logger("quarterdeck.tail")


class Tail:
    """One per process, with a connection of its own: a listening one cannot be lent out."""

    def __init__(self, url: str, read: Callable[[StoredEvent], Any], heard: Heard) -> None:
        """`read` makes an entry of a row."""
        self._url = url
        self._read = read
        self._heard = heard
        self._position = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quarterdeck-tail", daemon=True)

    def start(self) -> None:
        """Begin behind what the log has now; StoreError."""
        with schema.connect(self._url) as connection:
            try:
                row = connection.execute("SELECT max(notification_id) FROM stored_events").fetchone()
            except psycopg.Error as error:
                raise StoreError(type(error).__name__) from None
        self._position = int(row[0] or 0) if row is not None else 0
        self._thread.start()

    def stop(self) -> None:
        """End the thread; nothing is told after that."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        pause = 0.05
        while not self._stopping.is_set():
            try:
                with schema.connect(self._url) as connection:
                    # Listening comes first: what is appended between the two is pulled, and what comes later is told.
                    connection.execute("LISTEN stored_events")
                    while not self._stopping.is_set():
                        self._pull(connection)
                        pause = 0.05
                        for _ in connection.notifies(timeout=PULL_SECONDS, stop_after=1):
                            pass
            except (StoreError, psycopg.Error) as error:
                _LOG.warning("tail_lost", problem=type(error).__name__)
            except Exception as error:  # noqa: BLE001  (whatever happens, the thread lives on)
                _LOG.error("tail_fault", problem=type(error).__name__)
            self._stopping.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _pull(self, connection: psycopg.Connection) -> None:
        limit = AT_ONCE
        while not self._stopping.is_set():
            rows = connection.execute(_SELECT, (self._position, limit)).fetchall()
            whole, position = self._whole(rows)
            if whole:
                self._heard(whole)
            is_all = len(rows) < limit
            # A command longer than what is read at once has no end there.
            limit = AT_ONCE if position > self._position else 2 * limit
            self._position = position
            if is_all:
                return

    def _whole(self, rows: list[Any]) -> tuple[list[Entry], int]:
        """The entries up to the last one that closes a command, and its number."""
        entries: list[Entry] = []
        count, position = 0, self._position
        for number, game, place, topic, state in rows:
            try:
                entries.append(cast(Entry, self._read(StoredEvent(game, place, topic, bytes(state)))))
            except UnreadableError as error:
                # Whoever loads the game is told so; here it must not stop the others.
                _LOG.error("row_unreadable", problem=str(error))
                count, position = len(entries), number
                continue
            if entries[-1].command is not None:
                count, position = len(entries), number
        return entries[:count], position
