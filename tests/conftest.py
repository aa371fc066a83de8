"""What tests of all sorts share: a real PostgreSQL, which is started when the first of them asks for it."""

import itertools
import os

import psycopg
import pytest

from quarterdeck_server.store import schema
from tests import postgres

# The command line speaks the language of the system, and tests read what it says.
os.environ["LC_ALL"] = "C.UTF-8"

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres_server():
    """The URL of a server of this test run's own; it ends with the run."""
    with postgres.running() as server:
        yield server


@pytest.fixture
def empty_database(postgres_server):
    """The URL of a new database without tables."""
    name = f"t{next(_NUMBERS)}"
    yield postgres.new_database(postgres_server, name)
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def database(empty_database):
    """The URL of a new database with the tables."""
    assert schema.migrate(empty_database)
    return empty_database
