"""Tables that chance deals alike, and what players add to chance."""

import pytest

from quarterdeck_rules.engine.game import Status, commitment_to
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, DORA, EVE, Desk, rejected, request


async def dealing(desk: Desk, deal="", caller=DORA, **wanted):
    accepted = await desk.commands.create(caller, request(), desk.wanted(deal=deal, **wanted))
    return accepted.live.id


async def seated(desk, game_id, *players):
    for player in players:
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(players[0], request(), game_id)


async def test_the_same_choices_meet_the_same_draws_at_all_tables(desk):
    first = await dealing(desk)
    second = await dealing(desk, first)
    third = await desk.started()
    await seated(desk, first, ANN, BOB)
    await seated(desk, second, EVE, Caller("cy"))
    one, other, apart = [await desk.games.get(game) for game in (first, second, third)]
    assert one.game.created.deal == other.game.created.deal == first
    assert one.game.created.commitment == other.game.created.commitment == commitment_to(one.game.seed)
    assert apart.game.created.commitment not in ("", one.game.created.commitment)
    assert one.game.state == other.game.state
    for game_id in (first, second):
        await desk.play_out(game_id)
    one, other = [await desk.games.get(game) for game in (first, second)]
    assert one.game.draws == other.game.draws != ()
    assert [type(event) for revision in one.revisions for event in revision.events] == [
        type(event) for revision in other.revisions for event in revision.events
    ]
    assert one.game.state == other.game.state


async def test_the_seed_and_what_was_hidden_are_told_when_the_last_table_has_ended(desk):
    first = await dealing(desk)
    second = await dealing(desk, first)
    await seated(desk, first, ANN, BOB)
    await seated(desk, second, EVE, Caller("cy"))
    await desk.play_out(first)
    look = await desk.reads.look(first, None)
    assert look.live.game.status is Status.ENDED
    assert not look.is_told
    await rejected(desk.reads.look(first, EVE, 0), Kind.NOT_YOUR_SEAT)
    assert (await desk.reads.look(first, BOB, 1)).viewer == 1
    await desk.play_out(second)
    for game in (first, second):
        assert (await desk.reads.look(game, None)).is_told
        assert (await desk.reads.look(game, Caller("passer-by"), 0)).viewer == 0
    # To what is told nobody sits down.
    await rejected(dealing(desk, first), Kind.FIELD_INVALID)


async def test_the_seed_of_a_game_that_was_cancelled_is_told_too(desk):
    game = await desk.started()
    assert not (await desk.reads.look(game, None)).is_told
    await desk.direction.void(DORA, request(), game, "a fire")
    assert (await desk.reads.look(game, None)).is_told


@pytest.mark.parametrize(
    ("wanted", "kind"),
    [
        ({"caller": ANN}, Kind.ROLE_MAY_NOT),
        ({"practice": True}, Kind.FIELD_INVALID),
        ({"seats": 3}, Kind.FIELD_INVALID),
        ({"options": (("length", "long"),)}, Kind.FIELD_INVALID),
    ],
)
async def test_a_deal_is_shared_by_directors_among_games_of_one_kind(desk, wanted, kind):
    first = await dealing(desk)
    await rejected(dealing(desk, first, **wanted), kind)


async def test_a_deal_is_begun_by_a_game_that_was_created_for_it(desk):
    alone = await desk.new_game()
    await rejected(dealing(desk, alone), Kind.FIELD_INVALID)
    await rejected(dealing(desk, "no game"), Kind.GAME_NOT_FOUND)
    first = await dealing(desk)
    second = await dealing(desk, first)
    await rejected(dealing(desk, second), Kind.FIELD_INVALID)
    assert await dealing(desk, first, Caller("adam", Role.ADMIN))


async def test_a_deal_is_created_once_by_one_request(desk):
    asked = request()
    first = (await desk.commands.create(DORA, asked, desk.wanted(deal=""))).live.id
    assert (await desk.commands.create(DORA, asked, desk.wanted(deal=""))).live.id == first


async def test_what_players_add_decides_with_the_seed(desk):
    games = [await desk.new_game(practice=True, seed="known") for _ in range(3)]
    for game, entropy in zip(games, ("", "fair winds", "fair winds"), strict=True):
        await desk.commands.join(ANN, request(), game, None, entropy)
        await desk.commands.join(BOB, request(), game, None)
        await desk.commands.start(ANN, request(), game)
    plain, one, other = [(await desk.games.get(game)).game for game in games]
    assert plain.entropy == ("", "")
    assert one.entropy == ("fair winds", "")
    draws = [[game.chance.draw("die", number, 1000) for number in range(8)] for game in (plain, one, other)]
    assert draws[1] == draws[2] != draws[0]
    assert plain.created.commitment == ""
