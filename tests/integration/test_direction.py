"""Absence and direction: who leaves, who takes over, and what directors decide, each with a reason on the log."""

import pytest

from quarterdeck_rules.conduct.closing import ranked
from quarterdeck_rules.conduct.facts import HOUSE, Adjudicated, Cause, MoveForced, Paused, SeatLeft, SeatPassed, Voided
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine.game import Ended, Status
from quarterdeck_rules.engine.title import Standing
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, DORA, EVE, rejected, request

CAROL = Caller("carol")


async def bid(desk, **wanted):
    game_id = await desk.started(**wanted)
    await desk.move(ANN, game_id, "make_bid 1")
    await desk.move(BOB, game_id, "make_bid 2")
    return game_id


async def of_three(desk):
    """A game of ann, bob and carol in which all have bid."""
    accepted = await desk.commands.create(ANN, request(), desk.wanted(seats=3))
    game_id = accepted.live.id
    for player in (ANN, BOB, CAROL):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(ANN, request(), game_id)
    for player in (ANN, BOB, CAROL):
        await desk.move(player, game_id, "make_bid 1")
    return game_id


async def test_with_two_seats_who_resigns_has_lost(desk):
    game_id = await bid(desk)
    answer = await desk.referee.resign(ANN, request(), game_id, None)
    left, ended, _ = answer.revision.events
    assert isinstance(left, SeatLeft)
    assert isinstance(ended, Ended)
    assert (ended.reason, [one.rank for one in ended.standings]) == ("LEFT", [2, 1])
    await rejected(desk.move(BOB, game_id, "take_coins gold", "6.0"), Kind.GAME_ENDED)


async def test_with_three_seats_the_others_play_on_and_rank_above_who_left(desk):
    game_id = await of_three(desk)
    await desk.referee.resign(ANN, request(), game_id, None)
    await rejected(desk.referee.resign(ANN, request(), game_id, None), Kind.MOVE_REFUSED, "SEAT_HAS_LEFT")
    live = await desk.games.get(game_id)
    await rejected(desk.move(ANN, game_id, "take_coins gold"), Kind.MOVE_REFUSED, "SEAT_HAS_LEFT")
    while live.game.status is Status.ACTIVE:
        await desk.see_to(game_id)
        for player in (BOB, CAROL):
            await desk.move(player, game_id, "take_coins gold")
    forced = [event for revision in live.revisions for event in revision.events if isinstance(event, MoveForced)]
    assert forced == [MoveForced(0, Cause.LEFT)] * 2
    assert [one.rank for one in live.ended.standings].index(3) == 0
    assert live.ended.reason == "PLAYED_OUT"


def test_those_who_left_rank_below_the_first_to_leave_last():
    standings = [Standing(0, 50, 1), Standing(1, 40, 2), Standing(2, 40, 2), Standing(3, 1, 4)]
    assert [one.rank for one in ranked(standings, (0,))] == [4, 1, 1, 3]
    assert [one.rank for one in ranked(standings, (1, 0))] == [3, 4, 1, 2]
    assert [one.rank for one in ranked([Standing(0, 50, 1)], (0,))] == [2]


async def test_all_who_play_agree_to_end_a_game_without_a_result(desk):
    game_id = await of_three(desk)
    proposal = (await desk.referee.propose_end(ANN, request(), game_id, None)).revision.number
    await desk.move(ANN, game_id, "take_coins gold")
    await desk.referee.answer(BOB, request(), game_id, None, proposal, True)
    again = desk.referee.answer(BOB, request(), game_id, None, proposal, True)
    await rejected(again, Kind.MOVE_REFUSED, "AGREED_ALREADY")
    assert (await desk.games.get(game_id)).ended is None
    await desk.referee.answer(CAROL, request(), game_id, None, proposal, True)
    live = await desk.games.get(game_id)
    assert live.revisions[-1].ended == Ended((), "ABANDONED")
    assert list(live.game.agenda.live) == []


async def test_a_proposal_that_nobody_answers_lapses(desk):
    game_id = await bid(desk, terms=Terms(undo=UndoPolicy.CONSENT))
    proposal = await desk.referee.propose_end(ANN, request(), game_id, None)
    expires = proposal.revision.events[0].expires
    assert desk.store.due(expires, 5)[0].game == game_id
    assert desk.store.due(expires - 1, 5) == []


async def test_the_house_bot_takes_an_open_seat_and_plays_to_the_end(desk):
    game_id = await desk.new_game()
    await desk.commands.join(ANN, request(), game_id, None)
    await rejected(desk.referee.seat_house_bot(BOB, request(), game_id, 1), Kind.ROLE_MAY_NOT)
    await rejected(desk.referee.seat_house_bot(ANN, request(), game_id, 0), Kind.SEAT_TAKEN)
    await desk.referee.seat_house_bot(ANN, request(), game_id, 1)
    await rejected(desk.commands.join(BOB, request(), game_id, None), Kind.SEAT_TAKEN)
    await desk.commands.start(ANN, request(), game_id)
    live = await desk.games.get(game_id)
    assert live.game.players == ("ann", HOUSE)
    while live.game.status is Status.ACTIVE:
        if not await desk.see_to(game_id):
            await desk.move(ANN, game_id, "take_coins gold" if live.game.state.are_bids_open else "make_bid 3")
    # It looks one move ahead: its bid is the highest, its coins are two each time.
    assert (live.game.state.places[1].bid, live.game.state.places[1].coins) == (3, 4)


async def test_a_seat_passes_to_another_player_and_the_log_says_who_held_it_when(desk):
    game_id = await bid(desk)
    await desk.direction.pass_seat(DORA, request(), game_id, 0, "carol", "ann is ill")
    live = await desk.games.get(game_id)
    assert live.revisions[-1].events[0] == SeatPassed(0, "carol", "dora", "ann is ill")
    assert live.game.players == ("carol", "bob")
    assert (live.players_at(6), live.players_at(7)) == (("ann", "bob"), ("carol", "bob"))
    same = desk.direction.pass_seat(DORA, request(), game_id, 0, "carol", "twice")
    await rejected(same, Kind.MOVE_REFUSED, "SEAT_HELD_ALREADY")
    await rejected(desk.move(ANN, game_id, "take_coins gold", "6.0"), Kind.NOT_YOUR_SEAT)
    await desk.move(CAROL, game_id, "take_coins gold")
    assert [one.game for one in await desk.reads.games(0, 5, "", "", "carol")] == [game_id]
    assert await desk.reads.games(0, 5, "", "", "ann") == []


async def test_a_seat_that_has_left_comes_back_with_another_player(desk):
    game_id = await of_three(desk)
    await desk.referee.resign(ANN, request(), game_id, None)
    await desk.direction.pass_seat(DORA, request(), game_id, 0, "eve", "a friend steps in")
    live = await desk.games.get(game_id)
    assert live.conduct.left == ()
    assert await desk.see_to(game_id) == 0
    await desk.move(EVE, game_id, "take_coins gold")


async def test_a_seat_passes_to_the_house_bot_in_the_middle_of_a_game(desk):
    game_id = await bid(desk)
    await desk.direction.pass_seat(DORA, request(), game_id, 0, None, "nobody else is here")
    assert await desk.see_to(game_id) == 1
    live = await desk.games.get(game_id)
    assert live.conduct.house == (0,)
    assert live.revisions[-1].events[0] == MoveForced(0, Cause.HOUSE)


async def test_a_director_forces_the_default_move_of_a_seat_that_is_waited_for(desk):
    game_id = await bid(desk)
    await desk.direction.force(DORA, request(), game_id, 0, "asleep")
    live = await desk.games.get(game_id)
    assert live.revisions[-1].events[0] == MoveForced(0, Cause.DIRECTOR, "dora", "asleep")
    again = desk.direction.force(DORA, request(), game_id, 0, "asleep")
    await rejected(again, Kind.MOVE_REFUSED, "NOT_WAITED_FOR")


@pytest.mark.parametrize(("ranks", "given"), [((), [2, 1]), ((1, 1), [1, 1]), ((1, 2), [1, 2])])
async def test_a_director_gives_the_result(desk, ranks, given):
    game_id = await bid(desk)
    live = await desk.games.get(game_id)
    usual = [one.rank for one in live.offer.title.standings(live.game.state)]
    await desk.direction.adjudicate(DORA, request(), game_id, ranks, "time is up in this hall")
    adjudicated, ended, _ = live.revisions[-1].events
    assert adjudicated == Adjudicated("dora", "time is up in this hall")
    assert ended.reason == "ADJUDICATED"
    assert [one.rank for one in ended.standings] == (given if ranks else usual)


async def test_the_ranks_as_they_stand_put_those_who_left_below(desk):
    game_id = await of_three(desk)
    live = await desk.games.get(game_id)
    best = next(one.seat for one in live.offer.title.standings(live.game.state) if one.rank == 1)
    await desk.referee.resign((ANN, BOB, CAROL)[best], request(), game_id, None)
    await desk.direction.adjudicate(DORA, request(), game_id, (), "time is up")
    assert live.ended.standings[best].rank == 3
    assert live.game.standings == live.ended.standings


async def test_a_director_ends_a_game_without_a_result_also_before_its_start(desk):
    waiting, running = await desk.new_game(), await bid(desk)
    for game_id in (waiting, running):
        await desk.direction.void(DORA, request(), game_id, "cancelled")
        live = await desk.games.get(game_id)
        assert live.revisions[-1].events[:2] == (Voided("dora", "cancelled"), Ended((), "VOIDED"))
        await rejected(desk.direction.void(DORA, request(), game_id, "again"), Kind.GAME_ENDED)
    await rejected(desk.commands.join(ANN, request(), waiting, None), Kind.GAME_ENDED)
    assert (await desk.games.get(waiting)).case.history.is_started is False


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
async def test_nobody_directs_but_directors(desk, role):
    game_id = await bid(desk)
    caller = Caller("eve", role)
    for act in (
        desk.direction.pause(caller, request(), game_id, "r"),
        desk.direction.resume(caller, request(), game_id, "r"),
        desk.direction.void(caller, request(), game_id, "r"),
        desk.direction.adjudicate(caller, request(), game_id, (), "r"),
        desk.direction.pass_seat(caller, request(), game_id, 0, "eve", "r"),
        desk.direction.force(caller, request(), game_id, 0, "r"),
        desk.direction.undo(caller, request(), game_id, 6, "r"),
        desk.direction.add_time(caller, request(), game_id, 0, 1000, "r"),
    ):
        await rejected(act, Kind.ROLE_MAY_NOT)


async def test_nobody_directs_a_game_in_which_they_play(desk):
    game_id = await bid(desk)
    await rejected(desk.direction.pause(Caller("ann", Role.DIRECTOR), request(), game_id, "r"), Kind.ROLE_MAY_NOT)
    await desk.direction.pause(Caller("root", Role.ADMIN), request(), game_id, "maintenance")
    live = await desk.games.get(game_id)
    assert live.revisions[-1].events[0] == Paused("root", "maintenance")


async def test_directors_create_and_start_games_and_hold_no_seat(desk):
    accepted = await desk.commands.create(DORA, request(), desk.wanted(seats=2))
    game_id = accepted.live.id
    await rejected(desk.commands.join(DORA, request(), game_id, None), Kind.ROLE_MAY_NOT)
    for player in (ANN, BOB):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(DORA, request(), game_id)


async def test_d6_the_log_alone_makes_the_same_conduct_again(desk):
    game_id = await of_three(desk)
    await desk.direction.pause(DORA, request(), game_id, "r")
    await desk.direction.pass_seat(DORA, request(), game_id, 0, None, "r")
    await desk.direction.resume(DORA, request(), game_id, "r")
    await desk.referee.resign(BOB, request(), game_id, None)
    await desk.see_to(game_id)
    live = await desk.games.get(game_id)
    before = live.game, live.conduct
    desk.restart()
    again = await desk.games.get(game_id)
    assert (again.game, again.conduct) == before
