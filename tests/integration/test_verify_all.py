"""`verify --all`: every game of a store is looked at, and whatever was changed in any column is found and named."""

import random
import sqlite3
import time

import psycopg
import pytest

from quarterdeck_rules.book.checkpoints import Checkpoint, SignedCheckpoint
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.conduct.terms import PerMove, Terms
from quarterdeck_server.audit.erasing import erase
from quarterdeck_server.audit.heads import Heads
from quarterdeck_server.audit.inspecting import NOWHERE, Inspection
from quarterdeck_server.audit.seals import id_of
from quarterdeck_server.store.port import SchemaError
from quarterdeck_server.store.postgres import PostgresStore
from quarterdeck_server.store.rows import rows_of_file
from quarterdeck_server.store.rows_postgres import rows_of_database
from quarterdeck_server.store.sqlite import SqliteStore
from tests.desk import ANN, DORA, Desk, Hands
from tests.desk import request as new_request
from tests.seals import KEY, TRUST
from tests.toy import TOY

OUTAGE = (1_000, 9_000)
BEATS = (*OUTAGE, 10_000)

# By table and column: a value that contradicts something.  Where a column holds but an order, another value that
# keeps the order changes nothing; and when no server ran, nothing but the table itself says.
CONTRADICTING = {
    ("stored_events", "notification_id"): 1_000_000,
    ("games", "place"): 1_000_000,
    ("beat", "at"): OUTAGE[1] - 1,
    ("outages", "start"): OUTAGE[1],
    ("outages", "end"): OUTAGE[0],
}

# What a database lets nobody change, or what is found before anything is read.
NOT_CHANGED = {("beat", "one"), ("quarterdeck_schema", "one"), ("quarterdeck_schema", "version")}


class Sqlite:
    """The tables of a file, for whoever tampers with them."""

    games: tuple[str, str, str]

    def __init__(self, path):
        self.path = path
        self.connection = sqlite3.connect(path, isolation_level=None)

    def open(self):
        return SqliteStore(self.path)

    def rows(self):
        return rows_of_file(self.path)

    def columns(self):
        tables = self.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if not table.startswith("sqlite_"):
                for row in self.connection.execute(f"PRAGMA table_info({table})").fetchall():
                    yield table, row[1]

    def execute(self, statement, *values):
        return self.connection.execute(statement, values).fetchall()

    def change(self, statement, *values):
        self.connection.execute(statement, values)

    def close(self):
        self.connection.close()


class Postgres:
    """The tables of a database, for whoever tampers with them."""

    games: tuple[str, str, str]

    def __init__(self, url):
        self.url = url
        self.connection = psycopg.connect(url, autocommit=True)

    def open(self):
        return PostgresStore(self.url)

    def rows(self):
        return rows_of_database(self.url)

    def columns(self):
        yield from self.connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns c JOIN information_schema.tables t "
            "USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        ).fetchall()

    def execute(self, statement, *values):
        return self.connection.execute(statement.replace("?", "%s"), values).fetchall()

    def change(self, statement, *values):
        self.connection.execute(statement.replace("?", "%s"), values)

    def close(self):
        self.connection.close()


def inspected(tables):
    with tables.rows() as rows:
        return list(Inspection(rows, find_title, TRUST.check).reports(time.time_ns() // 1_000_000))


def find_title(name, rules_version):
    return TOY if (name, rules_version) == ("toy", "1") else None


def wrong(reports):
    return {one.game: one for one in reports if not one.is_exact}


@pytest.fixture(params=["sqlite", "postgres"])
async def tables(request, tmp_path):
    """A store with a game that has ended, one that runs with clocks, one that waits for players, and an outage."""
    opened: Sqlite | Postgres
    if request.param == "sqlite":
        SqliteStore(tmp_path / "log.sqlite").close()
        opened = Sqlite(tmp_path / "log.sqlite")
    else:
        opened = Postgres(request.getfixturevalue("emptied_database"))
    store = opened.open()
    desk = Desk(store, clock=Hands())
    ended = await desk.started()
    await desk.play_out(ended)
    running = await desk.started(terms=Terms(clock=PerMove(60_000)))
    await desk.move(ANN, running, "make_bid 1")
    await desk.direction.pause(DORA, new_request(), running, "a break")
    await desk.direction.resume(DORA, new_request(), running, "on we go")
    accepted = await desk.commands.create(DORA, new_request(), desk.wanted(deal=""))
    waiting = accepted.live.id
    for beat in BEATS:
        store.beat(beat, OUTAGE[1] - OUTAGE[0])
    store.keep_checkpoint(signed(store))
    await desk.close()
    store.close()
    opened.games = (ended, running, waiting)
    yield opened
    opened.close()


def signed(store):
    """The checkpoint of all that a store has."""
    heads = Heads(store)
    heads.take_in()
    checkpoint = Checkpoint(heads.tree.size, heads.tree.root().hex(), "2026-06-01T12:00:00.000Z")
    return SignedCheckpoint(checkpoint, id_of(KEY.public_key()), KEY.sign(checkpoint.statement()).hex())


def flipped(value):
    """Another value of the same kind: one bit of bytes and texts, another number."""
    if isinstance(value, list):
        return [flipped(value[0]), *value[1:]]
    if isinstance(value, bytes):
        place = len(value) // 2
        return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
    if isinstance(value, str):
        return value[:-1] + chr(ord(value[-1]) ^ 16) if value else "x"
    return value + 1000


def test_a_store_as_the_service_wrote_it_is_exact(tables):
    reports = inspected(tables)
    assert sorted(one.game for one in reports) == sorted(tables.games)
    assert wrong(reports) == {}
    assert sum(one.verdict.judged for one in reports) > 10


def first_row(tables, table, column):
    """The row of a table with the least value in a column, by the names of its columns."""
    names = [name for one, name in tables.columns() if one == table]
    quoted = ", ".join(f'"{name}"' for name in names)
    (row,) = tables.execute(f'SELECT {quoted} FROM {table} ORDER BY "{column}" LIMIT 1')
    return dict(zip(names, row, strict=True))


def put(tables, table, before, after):
    """Put one row in the place of another."""
    changes = ", ".join(f'"{name}" = ?' for name in after)
    where = " AND ".join(f'"{name}" = ?' for name in before)
    tables.change(f"UPDATE {table} SET {changes} WHERE {where}", *after.values(), *before.values())


def test_p1_every_column_of_every_table_changed_once_is_found_and_named(tables):
    columns = set(tables.columns())
    assert {table for table, _ in columns} >= {"stored_events", "games", "requests", "wakes", "component_sets"}
    for table, column in sorted(columns - NOT_CHANGED):
        row = first_row(tables, table, column)
        changed = {**row, column: CONTRADICTING.get((table, column), flipped(row[column]))}
        put(tables, table, row, changed)
        found = wrong(inspected(tables))
        assert found, f"{table}.{column}: {row[column]!r} became {changed[column]!r}, and nobody noticed"
        of = row.get("originator_id", row.get("game", NOWHERE))
        if table == "stored_events" and column != "notification_id":
            assert found[of].verdict.event is not None
        elif table != "component_sets":
            assert any(fault.startswith(f"{table}: ") for one in found.values() for fault in one.faults), found
        put(tables, table, changed, row)
        assert wrong(inspected(tables)) == {}, f"{table}.{column} was put back"


def test_p1_what_else_there_is_to_change_the_database_keeps_as_it_is_or_nothing_is_read(tables):
    for table, column in sorted(set(tables.columns()) & NOT_CHANGED):
        row = first_row(tables, table, column)
        try:
            put(tables, table, row, {**row, column: row[column] + 1})
        except (sqlite3.IntegrityError, psycopg.errors.CheckViolation):
            continue
        with pytest.raises(SchemaError, match="and this release reads"):
            inspected(tables)
        put(tables, table, {**row, column: row[column] + 1}, row)
    assert wrong(inspected(tables)) == {}


def test_p1_any_bit_of_any_record_is_found_at_its_place(tables):
    rng = random.Random("bits")
    rows = tables.execute("SELECT originator_id, originator_version, state FROM stored_events")
    for _ in range(80):
        game, number, state = rng.choice(rows)
        place, bit = rng.randrange(len(state)), 1 << rng.randrange(8)
        broken = state[:place] + bytes([state[place] ^ bit]) + state[place + 1 :]
        change = "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?"
        tables.change(change, broken, game, number)
        verdict = wrong(inspected(tables))[game].verdict
        assert (verdict.grade, verdict.event) == (Grade.DIVERGED, number), (state, broken, verdict)
        tables.change(change, state, game, number)


async def test_games_are_exact_also_when_a_name_in_them_was_forgotten(tables):
    store, (ended, running, _) = tables.open(), tables.games
    desk = Desk(store, clock=Hands())
    await desk.direction.void(DORA, new_request(), running, "for a test")
    assert sorted(erase(store, "bob")) == sorted([ended, running])
    await desk.close()
    store.close()
    assert wrong(inspected(tables)) == {}
    assert not any(b"bob" in state for (state,) in tables.execute("SELECT state FROM stored_events"))


@pytest.mark.parametrize("table", ["games", "requests", "wakes", "component_sets"])
def test_a_missing_row_is_found(tables, table):
    tables.change(f"DELETE FROM {table}")
    found = wrong(inspected(tables))
    assert found.keys() == {tables.games[1]} if table == "wakes" else found.keys() == {*tables.games}
    told = [fault for one in found.values() for fault in one.faults]
    if table == "component_sets":
        assert {one.verdict.finding for one in found.values()} == {Finding.COMPONENTS}
    else:
        assert told
        assert all(fault.startswith(f"{table}: ") for fault in told)


def test_a_missing_event_and_a_missing_log_are_found(tables):
    ended, running, _ = tables.games
    tables.change("DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 5", ended)
    tables.change("DELETE FROM stored_events WHERE originator_id = ?", running)
    found = wrong(inspected(tables))
    assert found.keys() == {ended, running}
    assert (found[ended].verdict.finding, found[ended].verdict.event) == (Finding.LINE, 5)
    assert found[running].verdict.detail == "it has no log"
    assert len(found[running].faults) == 3


def test_commands_cut_off_at_the_end_are_told_by_the_requests_that_are_left(tables):
    running = tables.games[1]
    ((last,),) = tables.execute("SELECT max(originator_version) FROM stored_events WHERE originator_id = ?", running)
    # The last command, a director's, has two or three events; its closing event is the only one with an envelope.
    rows = tables.execute(
        "SELECT originator_version, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version",
        running,
    )
    closing = [number for number, state in rows if b'"command":' in state]
    assert closing[-1] == last
    tables.change("DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?", running, closing[-2])
    found = wrong(inspected(tables))
    assert found.keys() == {running, NOWHERE}
    (larger,) = found[NOWHERE].faults
    assert larger.startswith("checkpoints: that of ")
    assert f"requests: one for revision {len(closing)} is none of the log" in found[running].faults


def test_a_game_of_rules_that_are_not_there_is_unverifiable_and_named(tables):
    with tables.rows() as rows:
        reports = list(Inspection(rows, lambda *_: None).reports(time.time_ns() // 1_000_000))
    assert {(one.verdict.grade, one.verdict.finding) for one in reports} == {
        (Grade.UNVERIFIABLE, Finding.TITLE_UNKNOWN)
    }


async def test_it_is_looked_through_while_the_service_appends(tables):
    store = tables.open()
    desk = Desk(store, clock=Hands())
    with tables.rows() as rows:
        reports = Inspection(rows, find_title).reports(time.time_ns() // 1_000_000)
        first = next(reports)
        later = await desk.started()
        await desk.play_out(later)
        rest = list(reports)
    await desk.close()
    store.close()
    # As of the moment at which the reading began.
    assert sorted(one.game for one in (first, *rest)) == sorted(tables.games)
    assert wrong((first, *rest)) == {}
    assert wrong(inspected(tables)) == {}
    assert later in {one.game for one in inspected(tables)}
