"""All rows of the tables in a PostgreSQL database, as they were at one moment."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import IsolationLevel

from quarterdeck_server.store import schema
from quarterdeck_server.store.port import StoreError
from quarterdeck_server.store.rows import Rows, TableRows

_AT_ONCE = 1000


@contextmanager
def rows_of_database(url: str) -> Iterator[Rows]:
    """The rows of a log in PostgreSQL; SchemaError, StoreError."""
    schema.check(url)
    with schema.connect(url) as connection:
        connection.autocommit = False
        # One snapshot for all statements; nothing waits for it, and it waits for nothing.
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        names = itertools.count()

        def select(statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
            query = statement.replace("?", "%s")
            if values:
                yield from connection.execute(query, values)
                return
            # Whole tables stay with the server, and come piece by piece.
            with connection.cursor(name=f"rows_{next(names)}") as cursor:
                cursor.itersize = _AT_ONCE
                yield from cursor.execute(query)

        try:
            yield TableRows(select, "notification_id", "players", '"C"')
        except psycopg.Error as error:
            raise StoreError(str(error).strip().splitlines()[0]) from None
