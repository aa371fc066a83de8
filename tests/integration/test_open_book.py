"""The book of a game is open when it has ended, and with it every seat's view, unless others are dealt the same."""

import pytest

from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, DORA, EVE, rejected, request


async def table_of(desk, deal):
    """A table of ann and bob that shares a deal, or begins one."""
    game_id = (await desk.commands.create(DORA, request(), desk.wanted(deal=deal))).live.id
    for player in (ANN, BOB):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(DORA, request(), game_id)
    return game_id


async def void(desk, game_id):
    await desk.direction.void(DORA, request(), game_id, "enough")


@pytest.mark.parametrize("caller", [EVE, None, BOB, DORA], ids=str)
async def test_anybody_looks_from_any_seat_of_a_game_that_has_ended(desk, caller):
    game_id = await desk.started()
    await rejected(desk.reads.look(game_id, caller, 0), Kind.NOT_YOUR_SEAT)
    await void(desk, game_id)
    for revision in (None, 4):
        assert (await desk.reads.look(game_id, caller, 0, revision, to_play=True)).viewer == 0
    await rejected(desk.reads.look(game_id, caller, 2), Kind.FIELD_INVALID)


async def test_h13_seats_are_not_looked_from_while_a_table_with_the_same_deal_plays(desk):
    first = await table_of(desk, "")
    second = await table_of(desk, first)
    await void(desk, first)
    for caller in (EVE, None, BOB):
        await rejected(desk.reads.look(first, caller, 0), Kind.NOT_YOUR_SEAT)
    assert (await desk.reads.look(first, ANN, 0)).viewer == 0
    await void(desk, second)
    for game_id in (first, second):
        for caller in (EVE, None, BOB):
            assert (await desk.reads.look(game_id, caller, 0)).viewer == 0


async def test_who_shares_a_view_shares_it_beyond_the_end(desk):
    first = await table_of(desk, "")
    await table_of(desk, first)
    await desk.referee.share_view(ANN, request(), first, None, shared=True)
    await void(desk, first)
    assert (await desk.reads.look(first, EVE, 0)).viewer == 0
    await rejected(desk.reads.look(first, EVE, 1), Kind.NOT_YOUR_SEAT)
