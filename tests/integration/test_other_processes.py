"""Two processes on one database, each with its memory: what one knows that the other has not heard, or not kept."""

import asyncio
from contextlib import aclosing, contextmanager

import psycopg
import pytest

from quarterdeck_server.application.feed import Feed
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.store.postgres import PostgresStore
from tests.desk import ANN, BOB, Desk, heard, rejected, request


@pytest.fixture
async def desks(database):
    opened = [Desk(PostgresStore(database)) for _ in range(2)]
    yield opened
    for one in opened:
        await one.close()
        one.store.close()


async def test_a_command_is_not_refused_for_what_another_process_has_changed(desks):
    here, there = desks
    game_id = await here.new_game()
    await there.games.get(game_id)
    for caller in (ANN, BOB):
        await here.commands.join(caller, request(), game_id, None)
    # There nobody has a seat yet, as far as is known.
    accepted = await there.commands.start(ANN, request(), game_id)
    assert accepted.revision.number == 4


async def test_a_watch_that_finds_a_gap_fills_it_from_the_log(desks):
    here, there = desks
    game_id = await here.new_game()
    async with aclosing(there.reads.watch(game_id, 1)) as watch:
        assert (await anext(watch)).told.number == 1
        assert (await anext(watch)).told is None
        await here.commands.join(ANN, request(), game_id, None)
        await there.commands.join(BOB, request(), game_id, None)
        assert [(await anext(watch)).told.number for _ in range(2)] == [2, 3]


@contextmanager
def full(database):
    """The database with no room on its disk for events."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$"
        )
        connection.execute("CREATE TRIGGER full_disk AFTER INSERT ON stored_events EXECUTE FUNCTION full_disk()")
        yield
        connection.execute("DROP TRIGGER full_disk ON stored_events")


@contextmanager
def held_up(database):
    """The database with every append waiting for a lock; gives what counts those that wait."""
    with psycopg.connect(database) as connection:
        connection.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")

        def waiting():
            counted = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'stored_events'::regclass"
            ((count,),) = connection.execute(counted).fetchall()
            return count

        yield waiting


@pytest.fixture
async def fed(desks):
    """The same, and the second hears what the first appends."""
    there = desks[1]
    feed = Feed(there.store, there.games, there.hub)
    await feed.start()
    yield desks
    await feed.stop()


async def test_a9_an_append_that_the_database_refuses_is_seen_by_nobody_anywhere_and_the_retry_works(fed, database):
    here, there = fed
    game_id = await here.started()
    live = await there.games.get(game_id)
    asked, identity = here.decision_of(live, ANN), request()
    with here.hub.watching(game_id) as near, there.hub.watching(game_id) as far:
        with full(database):
            rejection = await rejected(here.move(ANN, game_id, "make_bid 2", asked, identity), Kind.TRY_AGAIN)
            assert rejection.retry_after > 0
            assert await heard(near, 0.02) is None
            # For longer than the other process goes without a look; it may only now hear of the start.
            while (number := await heard(far, 1.0)) is not None:
                assert number <= 4
            assert (await here.games.get(game_id)).game.revision == live.game.revision == 4
        accepted = await here.move(ANN, game_id, "make_bid 2", asked, identity)
        assert [await heard(watcher, 5) for watcher in (near, far)] == [5, 5]
    again = await there.move(ANN, game_id, "make_bid 2", asked, identity)
    assert again.revision == accepted.revision
    assert [entry.number for entry in there.store.read(game_id)] == list(range(1, again.live.event_count + 1))


async def test_calls_that_are_cancelled_during_their_append_are_carried_out_once(fed, database):
    here, there = fed
    game_id = await here.started()
    live = await there.games.get(game_id)
    sent = [(one, caller, one.decision_of(live, caller), request()) for one, caller in ((here, ANN), (there, BOB))]

    def move(one, caller, asked, identity):
        return one.move(caller, game_id, "make_bid 2", asked, identity)

    with held_up(database) as waiting:
        moves = [asyncio.create_task(move(*each)) for each in sent]
        async with asyncio.timeout(3):
            while waiting() < len(moves):  # noqa: ASYNC110  (a database tells nobody who waits for its locks)
                await asyncio.sleep(0.01)
        for one in moves:
            one.cancel()
        outcomes = await asyncio.gather(*moves, return_exceptions=True)
        assert [type(one) for one in outcomes] == [asyncio.CancelledError] * 2
    # Whoever asks again gets the answer to the first call, at either process.
    answers = [[(await move(one, *each)).revision for one in fed] for _, *each in sent]
    assert all(first == again for first, again in answers)
    assert sorted(first.number for first, _ in answers) == [5, 6]
    kept = [entry.command.request_id for entry in here.store.read(game_id) if entry.command is not None]
    assert sorted(kept[4:]) == sorted(identity.id for *_, identity in sent)
