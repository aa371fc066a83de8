"""What integration tests share."""

import os

import psycopg
import pytest
from psycopg import sql

from quarterdeck_server.store import schema
from quarterdeck_server.store.log import LogStore
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.postgres import PostgresStore
from quarterdeck_server.store.sqlite import SqliteStore
from tests.desk import Desk


@pytest.fixture(scope="session")
def kept_database(postgres_server):
    """The URL of a database with the tables, for many tests: to make one takes longer than most of them."""
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE kept")
    url = psycopg.conninfo.make_conninfo(postgres_server, dbname="kept")
    assert schema.migrate(url)
    return url


@pytest.fixture
def emptied_database(kept_database):
    """The URL of a database with the tables, and nothing in them."""
    yield kept_database
    with psycopg.connect(kept_database, autocommit=True) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        assert ("stored_events",) in tables
        # Faster than TRUNCATE for the few rows of a test.
        for (table,) in tables:
            if table != "quarterdeck_schema":
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))


def pytest_generate_tests(metafunc):
    """On which stores a test runs is for its module to say: PostgreSQL takes ten times as long as the others."""
    if "any_store" in metafunc.fixturenames:
        stores = getattr(metafunc.module, "STORES", ("memory", "sqlite"))
        metafunc.parametrize("any_store", stores, indirect=True)


@pytest.fixture
def any_store(request, tmp_path):
    if request.param == "postgres":
        store: LogStore = PostgresStore(request.getfixturevalue("emptied_database"))
    else:
        store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "log.sqlite")
    yield store
    store.close()


@pytest.fixture
async def desk(any_store):
    opened = Desk(any_store)
    yield opened
    await opened.close()


@pytest.fixture
def no_variables(monkeypatch):
    """An environment without any variable of ours."""
    for name in os.environ:
        if name.startswith("QUARTERDECK_"):
            monkeypatch.delenv(name)


@pytest.fixture
def config(tmp_path):
    """Writes a config file with this text, and gives its path."""

    def write(text):
        path = tmp_path / "quarterdeck.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
