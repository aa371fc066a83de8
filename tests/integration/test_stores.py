"""One suite for every store."""

import asyncio
import itertools
import sqlite3
import subprocess
import sys
import threading

import msgspec
import pytest

from quarterdeck_rules.book.records import Entry, Envelope
from quarterdeck_server.store.log import LogStore
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import (
    Answered,
    Batch,
    ConflictError,
    Due,
    LockedError,
    Outage,
    StoreError,
    Summary,
    UnreadableError,
)
from quarterdeck_server.store.postgres import PostgresStore
from quarterdeck_server.store.sqlite import SqliteRecorder, SqliteStore
from quarterdeck_server.store.writer import GroupWriter

IDS = (f"request-{number}" for number in itertools.count())


def envelope(revision=1, player="ann", request_id=None):
    return Envelope(revision, "2026-11-30T12:00:00.000Z", "1", "set", request_id or next(IDS), player, "hash")


def batch(game="g", first=1, events=2, summary=None, **command):
    names = ["toy.first.v1"] * (events - 1) + ["quarterdeck.closed.v1"]
    entries = tuple(
        Entry(game, number, name, b'{"type":"%d"}' % number, envelope(**command) if name.startswith("q") else None)
        for number, name in enumerate(names, start=first)
    )
    return Batch(entries, summary)


def waking(one, wake):
    return msgspec.structs.replace(one, wake=wake)


def summary(title="toy", status="waiting"):
    return Summary(title, status, ("ann", ""), False, "ann", "2026-11-30T12:00:00.000Z")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request, tmp_path):
    if request.param == "postgres":
        opened: LogStore = PostgresStore(request.getfixturevalue("database"))
    else:
        opened = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "log.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def sqlite_path(tmp_path):
    return tmp_path / "log.sqlite"


def test_a_log_is_read_as_it_was_appended(store):
    first, second = batch(), batch(first=3, revision=2)
    store.append([first])
    store.append([second])
    assert list(store.read("g")) == [*first.entries, *second.entries]


def test_a_game_that_nobody_created_has_an_empty_log(store):
    assert list(store.read("nobody's")) == []


def test_batches_of_many_games_are_appended_together(store):
    store.append([batch(game=f"g{number}") for number in range(20)])
    assert [len(store.read(f"g{number}")) for number in range(20)] == [2] * 20


def test_of_two_commands_for_one_place_in_the_log_the_second_conflicts(store):
    store.append([batch()])
    with pytest.raises(ConflictError):
        store.append([batch(events=3)])
    assert len(store.read("g")) == 2


def test_a_conflict_keeps_nothing_of_its_whole_transaction(store):
    store.append([batch()])
    with pytest.raises(ConflictError):
        store.append([batch(game="other", summary=summary()), batch()])
    assert list(store.read("other")) == []
    assert list(store.games(0, 10)) == []


def test_a_conflict_does_not_quote_the_events(store):
    store.append([batch()])
    with pytest.raises(ConflictError) as caught:
        store.append([batch()])
    assert caught.value.__cause__ is None
    assert "type" not in str(caught.value)


def test_a_request_id_is_taken_once_per_player(store):
    store.append([batch(request_id="same")])
    store.append([batch(game="other", request_id="same", player="bob")])
    with pytest.raises(ConflictError):
        store.append([batch(game="third", request_id="same")])
    assert list(store.read("third")) == []


def test_the_command_behind_a_request_id_is_found(store):
    store.append([batch(request_id="one"), batch(first=3, revision=2, request_id="two")])
    assert store.answered("ann", "two") == Answered("g", 2)
    assert store.answered("bob", "two") is None


def test_games_are_listed_in_order_of_creation_page_by_page(store):
    for number in range(5):
        store.append([batch(game=f"g{number}", summary=summary())])
    first = store.games(0, 2)
    assert [listed.game for listed in first] == ["g0", "g1"]
    assert [listed.game for listed in store.games(first[-1].place, 10)] == ["g2", "g3", "g4"]


def test_a_changed_summary_takes_the_place_of_the_old_one(store):
    store.append([batch(summary=summary())])
    store.append([batch(game="other", summary=summary())])
    store.append([batch(first=3, revision=2, summary=summary(status="ended"))])
    assert [(listed.game, listed.summary.status) for listed in store.games(0, 10)] == [
        ("g", "ended"),
        ("other", "waiting"),
    ]


def test_games_are_listed_by_title_and_status(store):
    store.append([batch(summary=summary()), batch(game="other", summary=summary(title="chess", status="ended"))])
    assert [listed.game for listed in store.games(0, 10, title="chess")] == ["other"]
    assert [listed.game for listed in store.games(0, 10, status="waiting")] == ["g"]
    assert list(store.games(0, 10, title="chess", status="waiting")) == []


def test_games_are_listed_by_those_who_have_a_seat(store):
    odd = msgspec.structs.replace(summary(), players=("b\"o'b", "dan"))
    store.append([batch(summary=summary()), batch(game="other", summary=odd)])
    assert [listed.game for listed in store.games(0, 10, player="ann")] == ["g"]
    assert [listed.game for listed in store.games(0, 10, player="b\"o'b")] == ["other"]
    assert list(store.games(0, 10, player="an")) == []
    assert list(store.games(0, 10, status="ended", player="ann")) == []


def test_the_bytes_of_a_component_set_are_kept_by_hash(store):
    store.keep_components("hash", b"{}")
    store.keep_components("hash", b"{}")
    assert store.components("hash") == b"{}"
    assert store.components("other") is None


def test_games_are_due_the_earliest_first_and_no_more_than_asked_for(store):
    for number, wake in enumerate((30, 10, 20, 40)):
        store.append([waking(batch(game=f"g{number}"), wake)])
    assert list(store.due(30, 10)) == [Due("g1", 10), Due("g2", 20), Due("g0", 30)]
    assert list(store.due(30, 2)) == [Due("g1", 10), Due("g2", 20)]
    assert list(store.due(9, 10)) == []


def test_when_a_game_is_due_changes_with_a_command_that_says_so_and_with_no_other(store):
    store.append([waking(batch(), 10)])
    store.append([batch(first=3, revision=2)])
    assert list(store.due(100, 10)) == [Due("g", 10)]
    store.append([waking(batch(first=5, revision=3), 20)])
    assert list(store.due(100, 10)) == [Due("g", 20)]
    store.append([waking(batch(first=7, revision=4), 0)])
    assert list(store.due(100, 10)) == []
    store.append([waking(batch(first=9, revision=5), 0)])
    assert list(store.due(100, 10)) == []


def test_a_conflict_leaves_a_game_as_due_as_it_was(store):
    store.append([waking(batch(), 10)])
    with pytest.raises(ConflictError):
        store.append([waking(batch(), 20)])
    assert list(store.due(100, 10)) == [Due("g", 10)]


def test_a_beat_gives_the_last_one_and_never_goes_back(store):
    assert store.beat(100, 1000) is None
    assert store.beat(200, 1000) == 100
    assert store.beat(150, 1000) == 200
    assert store.beat(300, 1000) == 200
    assert list(store.outages()) == []


def test_a_silence_that_is_long_enough_is_an_outage(store):
    for now in (100, 150, 400, 449, 700):
        store.beat(now, 50)
    assert list(store.outages()) == [Outage(100, 150), Outage(150, 400), Outage(449, 700)]


def test_a5_of_fifty_threads_that_want_one_place_exactly_one_gets_it(store):
    outcomes = []

    def append():
        try:
            store.append([batch()])
            outcomes.append(True)
        except StoreError:
            outcomes.append(False)

    threads = [threading.Thread(target=append) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(outcomes) == 1
    assert [entry.number for entry in store.read("g")] == [1, 2]


async def test_the_writer_commits_what_is_queued_together(store):
    sizes: list[int] = []
    append = store.append

    def counted(batches):
        sizes.append(len(batches))
        append(batches)

    store.append = counted
    writer = GroupWriter(store)
    # Queued before the thread runs, so that all of it waits when it looks.
    writer._loop = asyncio.get_running_loop()
    waiting = [asyncio.create_task(writer.append(batch(game=f"g{number}"))) for number in range(100)]
    await asyncio.sleep(0)
    writer.start()
    await asyncio.gather(*waiting)
    await writer.close()
    assert sizes == [100]


async def test_one_conflict_among_many_spoils_only_itself(store):
    store.append([batch(game="g7")])
    writer = GroupWriter(store)
    writer._loop = asyncio.get_running_loop()
    waiting = [asyncio.create_task(writer.append(batch(game=f"g{number}"))) for number in range(20)]
    await asyncio.sleep(0)
    writer.start()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    await writer.close()
    assert [number for number, outcome in enumerate(outcomes) if isinstance(outcome, ConflictError)] == [7]
    assert sum(outcome is None for outcome in outcomes) == 19


async def test_a9_the_writer_outlives_whatever_the_store_raises(store):
    append = store.append
    writer = GroupWriter(store)
    writer.start()

    def fail(batches):
        raise ZeroDivisionError("a seed")

    store.append = fail
    with pytest.raises(StoreError, match="ZeroDivisionError"):
        await writer.append(batch())
    store.append = append
    await writer.append(batch())
    await writer.close()
    assert len(store.read("g")) == 2


async def test_closing_the_writer_writes_what_is_queued(store):
    writer = GroupWriter(store)
    writer.start()
    waiting = [asyncio.create_task(writer.append(batch(game=f"g{number}"))) for number in range(50)]
    await asyncio.sleep(0)
    await writer.close()
    await asyncio.gather(*waiting)
    assert all(len(store.read(f"g{number}")) == 2 for number in range(50))
    with pytest.raises(StoreError):
        await writer.append(batch(game="late"))


def test_an_sqlite_log_outlives_its_process(sqlite_path):
    store = SqliteStore(sqlite_path)
    kept = batch(summary=summary(), request_id="one")
    store.append([kept])
    store.close()
    again = SqliteStore(sqlite_path)
    assert list(again.read("g")) == list(kept.entries)
    assert again.answered("ann", "one") == Answered("g", 1)
    assert [listed.summary for listed in again.games(0, 10)] == [summary()]
    again.close()


def test_an_sqlite_log_is_written_ahead_and_fully_synchronous(sqlite_path):
    store = SqliteStore(sqlite_path)
    recorder = store.recorder
    assert isinstance(recorder, SqliteRecorder)
    with recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
        cursor.execute("PRAGMA synchronous")
        full = 2
        assert cursor.fetchone()[0] == full
    store.close()


def test_an_sqlite_file_that_another_process_holds_is_refused(sqlite_path):
    script = (
        "import sys, pathlib; from quarterdeck_server.store.sqlite import SqliteStore;"
        "store = SqliteStore(pathlib.Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(sqlite_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(LockedError):
        SqliteStore(sqlite_path)
    holder.kill()
    holder.wait(10)
    holder.stdin.close()
    holder.stdout.close()
    SqliteStore(sqlite_path).close()


def test_an_sqlite_row_that_was_damaged_is_named(sqlite_path):
    store = SqliteStore(sqlite_path)
    store.append([batch(), batch(game="whole")])
    store.close()
    with sqlite3.connect(sqlite_path) as connection:
        connection.execute("UPDATE stored_events SET state = 'x' WHERE originator_id = 'g' AND originator_version = 2")
    connection.close()
    again = SqliteStore(sqlite_path)
    with pytest.raises(UnreadableError, match="event 2 of game g"):
        again.read("g")
    assert len(again.read("whole")) == 2
    again.close()
