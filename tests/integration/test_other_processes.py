"""Two processes on one database, each with its memory, while neither has yet heard of what the other did."""

from contextlib import aclosing

import pytest

from quarterdeck_server.store.postgres import PostgresStore
from tests.desk import ANN, BOB, Desk, request


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
        assert (await anext(watch)).number == 1
        assert await anext(watch) is None
        await here.commands.join(ANN, request(), game_id, None)
        await there.commands.join(BOB, request(), game_id, None)
        assert [(await anext(watch)).number for _ in range(2)] == [2, 3]
