"""The tables on PostgreSQL, and the version of them that this release reads and writes.

They are made by a command of its own, once, before any server starts: servers that start together and make tables get
in each other's way.
"""

import psycopg
from psycopg.conninfo import conninfo_to_dict

from quarterdeck_server.store.port import SchemaError, StoreError

VERSION = 1
"""Goes up with each change of the tables."""

EVENTS = "stored_events"
"""The table of the log, and the channel on which an append is told."""

COMMAND = "python -m quarterdeck_server migrate"

_LOCK = 0x51554152
"""Any number that nobody else locks: "QUAR"."""

_STATEMENTS = """
-- The first three are as the event sourcing library expects them.  Its function is left out on purpose: with it,
-- transactions get their numbers in another order than they are committed, and a reader passes over some.
CREATE TYPE stored_event_text AS (originator_id text, originator_version bigint, topic text, state bytea);
CREATE TABLE stored_events (
    originator_id text NOT NULL, originator_version bigint NOT NULL, topic text, state bytea,
    notification_id bigserial, PRIMARY KEY (originator_id, originator_version));
CREATE UNIQUE INDEX stored_events_notification_id_idx ON stored_events (notification_id);
CREATE TABLE requests (
    player text, request_id text, game text NOT NULL, revision bigint NOT NULL, PRIMARY KEY (player, request_id));
CREATE TABLE games (
    place bigserial PRIMARY KEY, game text UNIQUE, title text NOT NULL, status text NOT NULL,
    players text[] NOT NULL, deal text NOT NULL, summary bytea NOT NULL);
CREATE INDEX games_by_deal ON games (deal) WHERE deal <> '';
CREATE INDEX games_by_player ON games USING gin (players);
CREATE TABLE component_sets (hash text PRIMARY KEY, canonical bytea NOT NULL);
CREATE TABLE wakes (game text PRIMARY KEY, wake bigint NOT NULL);
CREATE INDEX wakes_in_order ON wakes (wake, game);
CREATE TABLE beat (one integer PRIMARY KEY CHECK (one = 1), at bigint NOT NULL);
CREATE TABLE outages (start bigint PRIMARY KEY, "end" bigint NOT NULL);
CREATE TABLE checkpoints (
    size bigint PRIMARY KEY, root text NOT NULL, time text NOT NULL, key text NOT NULL, signature text NOT NULL);
CREATE TABLE quarterdeck_schema (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL);
"""


def parameters(url: str) -> dict[str, str | int]:
    """What a URL says of a connection; StoreError, without the URL, which may hold a password."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.Error:
        raise StoreError("the URL is not one of a PostgreSQL database, as postgresql://user@host:5432/name") from None
    found = {name: value for name, value in given.items() if value is not None}
    # A machine that is gone says nothing: the system has to find out, and not only after hours.
    usual = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    return {**usual, "tcp_user_timeout": 20_000, "application_name": "quarterdeck", **found}


def connect(url: str) -> psycopg.Connection:
    """A connection of one's own, each statement its own transaction; StoreError says why there is none."""
    given = parameters(url)
    try:
        connection = psycopg.connect(**given, autocommit=True)  # type: ignore[arg-type]
    except psycopg.Error as error:
        # Of a server's text the first line; no server sends a password back, but nobody has promised that.
        text = (str(error).strip().splitlines() or [type(error).__name__])[0]
        password = str(given.get("password", ""))
        raise StoreError(text.replace(password, "***") if password else text) from None
    connection.execute("SET search_path TO public")
    return connection


def migrate(url: str) -> bool:
    """Make the tables; whether there was anything to do.  Harmless twice, and at once.  SchemaError, StoreError."""
    with connect(url) as connection:
        try:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                found = _version(connection)
                if found is None:
                    connection.execute(_STATEMENTS)
                    connection.execute("INSERT INTO quarterdeck_schema VALUES (1, %s)", (VERSION,))
                    return True
        except (psycopg.errors.DuplicateTable, psycopg.errors.DuplicateObject) as error:
            found_there = str(error).strip().splitlines()[0]
            raise SchemaError(f"{found_there}, and Quarterdeck did not make it: use a database of its own") from None
        except psycopg.Error as error:
            raise StoreError(str(error).strip().splitlines()[0]) from None
        _compare(found)
        return False


def check(url: str) -> None:
    """See that the tables are those of this release; SchemaError says what to run if not; StoreError."""
    with connect(url) as connection:
        try:
            found = _version(connection)
        except psycopg.Error as error:
            raise StoreError(type(error).__name__) from None
    if found is None:
        raise SchemaError(f"the database has no tables of Quarterdeck; run: {COMMAND}")
    _compare(found)


def _compare(found: int) -> None:
    said = f"the tables are of version {found}, and this release reads {VERSION}"
    if found < VERSION:
        # There has been one version so far: whoever makes a second also says how the first becomes it.
        raise SchemaError(f"{said}; it makes tables where there are none, and changes none of an older version")
    if found > VERSION:
        raise SchemaError(f"{said}; take the release that made them, or a newer one")


def _version(connection: psycopg.Connection) -> int | None:
    row = connection.execute("SELECT to_regclass('public.quarterdeck_schema')").fetchone()
    if row is None or row[0] is None:
        return None
    row = connection.execute("SELECT version FROM quarterdeck_schema").fetchone()
    return int(row[0]) if row is not None else None
