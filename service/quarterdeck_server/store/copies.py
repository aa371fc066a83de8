"""Copies of the log in SQLite: made at one moment while a server writes to it, and checked before they are of use."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from quarterdeck_server.store.port import StoreError, Summary

Told = Callable[[int, int], None]
"""Told now and then how much is done, and of how much."""

BESIDE = ("-wal", "-shm", "-journal")
"""What the names of files end with that SQLite keeps beside its own, and that belong to this one file alone."""

_PAGES = 1000
"""Pages that are copied between two words of how far it is."""
_BUSY_SECONDS = 60.0
_TABLES = frozenset({"stored_events", "games", "requests", "component_sets"})
"""What every log has had from the beginning."""


def copy(log: Path, to: Path, told: Told) -> None:
    """Copy a log as it is now, whatever is appended meanwhile; `told` counts pages.  StoreError."""
    try:
        with closing(_opened(log, "mode=rw")) as source, closing(sqlite3.connect(to)) as target:
            # Pages are copied bit by bit, all as they are when this reading begins; without it, whoever wrote in
            # between would have the copy begin anew, again and again.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=_PAGES, progress=lambda _, left, of: told(of - left, of))
    except sqlite3.Error as error:
        raise StoreError(str(error)) from None


def check(log: Path) -> int:
    """Look through a file that nobody else has open; how many games it lists.  StoreError says what is wrong."""
    try:
        # Immutable: nothing is written, not even beside it.
        with closing(_opened(log, "immutable=1")) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if missing := sorted(_TABLES - tables):
                raise StoreError(f"it is no log of games: it has no table {missing[0]}")
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise StoreError(f"it is damaged: {' '.join(found.split())}")
            games = 0
            for (summary,) in connection.execute("SELECT summary FROM games"):
                msgspec.json.decode(summary, type=Summary)
                games += 1
            return games
    except sqlite3.Error as error:
        raise StoreError(f"it cannot be read: {error}") from None
    except (msgspec.DecodeError, TypeError):
        # What the decoder says may quote the row.
        raise StoreError("its list of games cannot be read") from None


def fold_in(log: Path) -> None:
    """Have all that was appended stand in the log's own file; of one that nobody has open.

    It does so only if it can: what is damaged stays as it is, with what stands beside it.
    """
    try:
        with closing(_opened(log, "mode=rw")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        return


def _opened(log: Path, how: str) -> sqlite3.Connection:
    """A connection that makes no file if there is none."""
    uri = f"{log.absolute().as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
