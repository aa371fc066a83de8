"""What only the store on PostgreSQL has to do: tables, broken connections, other processes."""

import queue
import subprocess
import sys
import threading
import time

import psycopg
import pytest

from quarterdeck_rules.book.records import Entry, Envelope
from quarterdeck_server import __main__ as program
from quarterdeck_server.configuration.sources import configure
from quarterdeck_server.store import schema
from quarterdeck_server.store.port import Answered, Batch, ConflictError, SchemaError, StoreError
from quarterdeck_server.store.postgres import PostgresStore

SECRET = "s3cret-word"


def batch(game="g", first=1, request="r", revision=1, events=2):
    command = Envelope(revision, "2026-11-30T12:00:00.000Z", "1", "set", request, "ann", "hash")
    numbers = range(first, first + events)
    entries = (Entry(game, one, "toy.v1", b"{}", command if one == numbers[-1] else None) for one in numbers)
    return Batch(tuple(entries))


def kill_all(url):
    """End every connection to the database but this one; how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return len(found.fetchall())


@pytest.fixture
def store(database):
    opened = PostgresStore(database)
    yield opened
    opened.close()


@pytest.fixture
def told(store):
    """What the tail of the store tells."""
    heard: queue.SimpleQueue[list[Entry]] = queue.SimpleQueue()
    stop = store.follow(heard.put)
    yield heard
    stop()


def told_in_time(told, count):
    entries: list[Entry] = []
    until = time.monotonic() + 15
    while len(entries) < count:
        entries += told.get(timeout=max(0.0, until - time.monotonic()))
    return entries


def test_six_migrations_at_once_make_the_tables_once(empty_database):
    code = "import sys; from quarterdeck_server.store.schema import migrate; print(migrate(sys.argv[1]))"
    running = [
        subprocess.Popen([sys.executable, "-c", code, empty_database], stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    said = sorted(one.communicate(timeout=30)[0].strip() for one in running)
    assert said == ["False"] * 5 + ["True"]
    PostgresStore(empty_database).close()


def test_the_command_makes_the_tables_and_is_harmless_again(empty_database, monkeypatch, capsys, tmp_path):
    file = tmp_path / "url"
    file.write_text(f"{empty_database}\n", encoding="utf-8")
    monkeypatch.setenv("QUARTERDECK_DATABASE_URL_FILE", str(file))
    assert program.main(["migrate"]) == 0
    assert program.main(["migrate"]) == 0
    assert capsys.readouterr().out == "the tables are made\nthe tables were there\n"


def test_a_database_without_tables_is_refused_with_what_to_run(empty_database):
    with pytest.raises(SchemaError, match="no tables of Quarterdeck; run: python -m quarterdeck_server migrate"):
        PostgresStore(empty_database)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (0, "version 0, and this release reads 1; it makes tables where there are none, and changes none of an older"),
        (99, "version 99, and this release reads 1; take the release that made them, or a newer one"),
    ],
)
def test_tables_of_another_version_are_refused_and_left_as_they_are(database, version, said, monkeypatch, capsys):
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE quarterdeck_schema SET version = %s", (version,))
        with pytest.raises(SchemaError, match=said):
            PostgresStore(database)
        monkeypatch.setenv("QUARTERDECK_DATABASE_URL", database)
        assert program.main(["migrate"]) == 2
        shown = capsys.readouterr()
        assert f"the database cannot be used: the tables are of {said}" in shown.err
        assert shown.out == ""
        assert connection.execute("SELECT version FROM quarterdeck_schema").fetchall() == [(version,)]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("CREATE TABLE games (name text)", 'relation "games" already exists'),
        ("CREATE TYPE stored_event_text AS (id text)", 'type "stored_event_text" already exists'),
    ],
)
def test_a_database_that_something_else_uses_gets_no_tables(empty_database, made, said):
    with psycopg.connect(empty_database, autocommit=True) as connection:
        connection.execute(made)
        with pytest.raises(SchemaError) as caught:
            schema.migrate(empty_database)
        assert str(caught.value) == f"{said}, and Quarterdeck did not make it: use a database of its own"
        assert connection.execute("SELECT to_regclass('stored_events')").fetchone() == (None,)


@pytest.mark.parametrize(
    "url",
    [f"postgresql://ann:{SECRET}@127.0.0.1:1/x", f"postgresql://ann:{SECRET}@127.0.0.1:no/x", f"password={SECRET} x"],
)
def test_a_password_is_in_no_error_and_in_no_settings_that_are_shown(url, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("QUARTERDECK_DATABASE_URL", url)
    monkeypatch.setenv("QUARTERDECK_DATA", str(tmp_path))
    for arguments in (["serve"], ["migrate"], ["serve", "--show-config"]):
        code = program.main(arguments)
        assert code == (0 if "--show-config" in arguments else 2)
    shown = capsys.readouterr()
    assert "the database cannot be used: " in shown.err
    assert 'database_url = "**********"  # QUARTERDECK_DATABASE_URL' in shown.out
    assert 'store = "postgres"' in shown.out
    assert SECRET not in shown.out + shown.err + repr(configure({}).settings)


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"STORE": "postgres"}, "QUARTERDECK_STORE: postgres needs a database_url, or a database_url_file"),
        (
            {"STORE": "sqlite", "DATABASE_URL": "postgresql:///x"},
            "QUARTERDECK_STORE: sqlite keeps no games in a database, and database_url is set",
        ),
        (
            {"DATABASE_URL": "postgresql:///x", "DATABASE_URL_FILE": "f"},
            "QUARTERDECK_DATABASE_URL_FILE: database_url is set too; one of the two is enough",
        ),
        ({"DATABASE_URL_FILE": "nowhere/f"}, "QUARTERDECK_DATABASE_URL_FILE: nowhere/f: No such file or directory"),
    ],
)
def test_settings_of_the_database_that_do_not_agree_are_told(variables, said, monkeypatch, capsys):
    for name, value in variables.items():
        monkeypatch.setenv(f"QUARTERDECK_{name}", value)
    assert program.main(["serve", "--show-config"]) == 2
    assert capsys.readouterr().err == f"quarterdeck: {said}\n"


def test_an_append_outlives_connections_that_were_killed_at_rest(store, database):
    store.append([batch()])
    assert kill_all(database) >= 1
    store.append([batch(first=3, request="s", revision=2)])
    assert [entry.number for entry in store.read("g")] == [1, 2, 3, 4]


def test_an_append_whose_answer_is_lost_is_no_conflict(store, monkeypatch):
    insert = store.recorder._insert
    lost: list[object] = []

    def once(events, batches):
        numbers = insert(events, batches)
        if not lost:
            lost.append(numbers)
            raise store_lost()
        return numbers

    monkeypatch.setattr(store.recorder, "_insert", once)
    # The commit has happened, and whoever tries again finds the place taken: nobody may call that a conflict.
    with pytest.raises(StoreError) as caught:
        store.append([batch()])
    assert not isinstance(caught.value, ConflictError)
    assert store.answered("ann", "r") == Answered("g", 1)
    assert len(store.read("g")) == 2


def store_lost():
    from eventsourcing.persistence import OperationalError  # noqa: PLC0415

    return OperationalError("server closed the connection unexpectedly")


def test_an_append_behind_a_lock_that_hangs_ends_in_time_and_keeps_nothing(store, database):
    with psycopg.connect(database) as connection:
        connection.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
        begun = time.monotonic()
        with pytest.raises(StoreError) as caught:
            store.append([batch()])
        assert not isinstance(caught.value, ConflictError)
        assert time.monotonic() - begun < 10
    assert list(store.read("g")) == []


def test_the_tail_tells_whole_commands_in_order_over_the_gaps_of_failed_ones(store, told):
    store.append([batch()])
    for _ in range(3):
        with pytest.raises(ConflictError):
            store.append([batch(request="other")])
    store.append([batch(first=3, request="s", revision=2), batch(game="h", request="t")])
    entries = told_in_time(told, 6)
    assert [(entry.game, entry.number) for entry in entries] == [
        *(("g", number) for number in range(1, 5)), ("h", 1), ("h", 2)
    ]  # fmt: skip


def test_the_tail_tells_everything_once_while_its_connections_are_killed(store, told, database):
    ended = threading.Event()

    def kill():
        for _ in range(3):
            ended.wait(0.4)
            kill_all(database)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        for number in range(60):
            # As a client does: the request again, until it is known to be kept.
            for _ in range(50):
                if store_answered(store, f"r{number}"):
                    break
                try:
                    store.append([batch(first=1 + 2 * number, request=f"r{number}", revision=number + 1)])
                except StoreError:
                    continue
            time.sleep(0.02)
    finally:
        ended.set()
        killer.join()
    assert [entry.number for entry in store.read("g")] == list(range(1, 121))
    assert [entry.number for entry in told_in_time(told, 120)] == list(range(1, 121))


def store_answered(store, request):
    while True:
        try:
            return store.answered("ann", request)
        except StoreError:
            continue


def test_a_listen_that_comes_late_loses_nothing(store, monkeypatch):
    connect = schema.connect
    calls = []

    def late(url):
        calls.append(url)
        if len(calls) > 1:
            # Whatever is appended between the start and the first LISTEN.
            store.append([batch()])
            monkeypatch.setattr(schema, "connect", connect)
        return connect(url)

    monkeypatch.setattr(schema, "connect", late)
    heard: queue.SimpleQueue[list[Entry]] = queue.SimpleQueue()
    stop = store.follow(heard.put)
    try:
        assert [entry.number for entry in told_in_time(heard, 2)] == [1, 2]
    finally:
        stop()


def test_a_command_longer_than_what_is_read_at_once_is_told_whole(store, told, monkeypatch):
    monkeypatch.setattr("quarterdeck_server.store.tail.AT_ONCE", 3)
    store.append([batch(events=20), batch(game="h", request="s")])
    assert [entry.number for entry in told_in_time(told, 22)] == [*range(1, 21), 1, 2]


def test_the_tail_ends_when_it_is_told_to(store):
    stop = store.follow(lambda entries: None)
    stop()
    assert "quarterdeck-tail" not in [thread.name for thread in threading.enumerate()]
