"""Games that go on from how another one stood: who may have one, what is in it, what becomes of the other."""

import msgspec
import pytest

from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Status
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, DORA, EVE, Desk, Hands, rejected, request
from tests.integration.test_refused import everything

LONG = (("length", "long"),)
SPECTATOR = Caller("eve", Role.SPECTATOR)
STARTED = 4


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
async def desk(any_store, hands):
    opened = Desk(any_store, clock=hands)
    yield opened
    await opened.close()


async def fork(desk, game_id, caller=ANN, revision=None, seats=None, one=None):
    """A game that goes on from there, with all seats ann's."""
    accepted = await desk.forks.fork(caller, one or request(), game_id, revision, seats)
    return accepted.live.id


async def started(desk, fork_id, caller=ANN):
    await desk.commands.start(caller, request(), fork_id)
    return await desk.games.get(fork_id)


async def played(desk, **wanted):
    """A game of ann and bob that has ended."""
    game_id = await desk.started(**wanted)
    await desk.play_out(game_id)
    return game_id


async def alone(desk, **wanted):
    """A running game whose seats are all ann's."""
    game_id = await desk.new_game(**wanted)
    for seat in (0, 1):
        await desk.commands.join(ANN, request(), game_id, seat)
    await desk.commands.start(ANN, request(), game_id)
    return game_id


async def bid(desk, game_id, *players):
    for player in players:
        live = await desk.games.get(game_id)
        await desk.move(player, game_id, "make_bid 1", desk.decision_of(live, player))


async def test_a_game_goes_on_from_each_revision_of_another_which_is_left_as_it_was(desk):
    game_id = await played(desk)
    before, parent = await everything(desk, game_id), await desk.games.get(game_id)
    last = parent.game.revision
    for revision in range(STARTED, last):
        live = await started(desk, await fork(desk, game_id, revision=revision))
        there = parent.at(revision)
        assert fingerprint(live.game) == fingerprint(there.game)
        assert (live.game.created.practice, live.game.created.commitment) == (True, "")
        assert (live.game.forked.parent, live.game.forked.revision) == (game_id, revision)
        for opened, was in zip(open_decisions(live.game.agenda), open_decisions(there.game.agenda), strict=True):
            legal = desk.reads.legal_moves(live, opened.seat, live.game.revision)
            wanted = desk.reads.legal_moves(parent, was.seat, revision)
            assert [one.move for one in legal] == [one.move for one in wanted]
        assert (await desk.play_out(live.id)).game.status is Status.ENDED
    after = await everything(desk, game_id)
    assert len(after.pop("games")) == len(before.pop("games")) + last - STARTED
    assert after.pop("stream") > before.pop("stream")
    assert after == before


async def test_a_fork_is_folded_from_its_own_log(desk):
    fork_id = await fork(desk, await played(desk), revision=STARTED)
    await started(desk, fork_id)
    live = await desk.play_out(fork_id)
    desk.restart()
    again = await desk.games.get(fork_id)
    assert again is not live
    assert again.case.game == live.case.game
    assert [again.at(one).game for one in (1, 2, 3)] == [live.at(one).game for one in (1, 2, 3)]


async def test_without_a_revision_it_goes_on_from_the_last_at_which_somebody_was_waited_for(desk):
    game_id = await played(desk)
    last = (await desk.games.get(game_id)).game.revision
    live = await desk.games.get(await fork(desk, game_id))
    assert live.game.forked.revision == last - 1
    running = await alone(desk)
    assert (await desk.games.get(await fork(desk, running))).game.forked.revision == STARTED


async def test_the_same_request_makes_one_game_whatever_became_of_the_other_since(desk):
    game_id, one = await alone(desk), request()
    accepted = await desk.forks.fork(ANN, one, game_id, None, ())
    await bid(desk, game_id, ANN)
    await desk.direction.pass_seat(DORA, request(), game_id, 1, "bob", "ann is tired")
    await rejected(desk.forks.fork(ANN, request(), game_id, None, ()), Kind.MOVE_REFUSED, Reason.OTHERS_PLAY)
    for _ in range(2):
        again = await desk.forks.fork(ANN, one, game_id, None, ())
        assert (again.live.id, again.revision) == (accepted.live.id, accepted.revision)
        desk.restart()
    other = request(one.id, "another body")
    await rejected(desk.forks.fork(ANN, other, game_id, None, ()), Kind.REQUEST_ID_REUSED)
    assert len(desk.store.games(0, 100)) == 2


async def test_a_running_game_goes_on_elsewhere_for_who_holds_all_its_seats_alone(desk):
    both = await desk.started()
    for caller in (ANN, BOB, EVE, DORA):
        seats = () if caller is DORA else None
        refused = await rejected(fork(desk, both, caller, STARTED, seats), Kind.MOVE_REFUSED, Reason.OTHERS_PLAY)
        others = {"ann": "1", "bob": "0"}.get(caller.player, "0,1")
        assert refused.details == (("seats", others),)
    await rejected(fork(desk, both, SPECTATOR, STARTED, ()), Kind.ROLE_MAY_NOT)
    own = await alone(desk)
    await fork(desk, own)
    await rejected(fork(desk, own, BOB), Kind.MOVE_REFUSED, Reason.OTHERS_PLAY)
    await desk.direction.pass_seat(DORA, request(), own, 0, "bob", "a guest")
    # What a seat has been told stays with it, so nobody goes back to before it passed on.
    await rejected(fork(desk, own, revision=STARTED), Kind.MOVE_REFUSED, Reason.OTHERS_PLAY)


async def test_a_game_that_has_ended_goes_on_elsewhere_for_anybody(desk):
    game_id = await played(desk)
    live = await desk.games.get(await fork(desk, game_id, EVE, STARTED, (1,)))
    assert live.game.players == (None, "eve")
    assert live.game.created.creator == "eve"
    by_director = await desk.games.get(await fork(desk, game_id, DORA, STARTED, ()))
    assert by_director.game.players == (None, None)
    for seats in ((0,), None):
        await rejected(fork(desk, game_id, DORA, STARTED, seats), Kind.ROLE_MAY_NOT)


async def test_it_waits_for_its_players_and_is_started_as_any_new_game(desk):
    fork_id = await fork(desk, await played(desk), ANN, STARTED, (1,))
    live = await desk.games.get(fork_id)
    assert (live.game.status, list(open_decisions(live.game.agenda))) == (Status.WAITING, [])
    assert not live.case.history.is_started
    await rejected(desk.commands.start(ANN, request(), fork_id), Kind.MOVE_REFUSED, "SEATS_OPEN")
    await rejected(fork(desk, fork_id, revision=1), Kind.MOVE_REFUSED, Reason.NOTHING_WAITS)
    await desk.commands.join(BOB, request(), fork_id, None)
    live = await started(desk, fork_id, BOB)
    assert live.game.players == ("bob", "ann")
    assert [(one.id, one.seat) for one in open_decisions(live.game.agenda)] == [("3.1", 0), ("3.2", 1)]
    await bid(desk, fork_id, BOB, ANN)
    assert (await desk.play_out(fork_id)).game.status is Status.ENDED


async def test_the_house_bot_may_take_a_seat_of_it(desk):
    fork_id = await fork(desk, await played(desk), ANN, STARTED, (1,))
    await desk.referee.seat_house_bot(ANN, request(), fork_id, 0)
    await started(desk, fork_id)
    assert await desk.see_to(fork_id) == 1, "it bids"
    await bid(desk, fork_id, ANN)
    while (live := await desk.games.get(fork_id)).game.status is not Status.ENDED:
        await desk.see_to(fork_id)
        if any(one.seat == 1 for one in open_decisions(live.game.agenda)):
            await desk.move(ANN, fork_id, "take_coins gold")


async def test_who_has_taken_all_seats_may_come_back_to_each(desk):
    fork_id = await fork(desk, await played(desk), revision=STARTED)
    for seat in (0, 1, None):
        accepted = await desk.commands.join(ANN, request(), fork_id, seat)
        assert accepted.revision.number == 1
        assert accepted.revision.seats_taken("ann") == (0, 1)
    assert (await desk.games.get(fork_id)).game.revision == 1


async def test_moves_that_were_taken_back_are_not_in_it_unless_it_goes_on_from_before_that(desk):
    game_id = await alone(desk, options=LONG)
    await bid(desk, game_id, ANN, ANN)
    await desk.move(ANN, game_id, "take_coins gold", "6.0")
    await desk.referee.undo(ANN, request(), game_id, 0, 6)
    await desk.move(ANN, game_id, "take_coins silver", "8.0")
    coins = {}
    for revision in (7, 8, 9):
        live = await started(desk, await fork(desk, game_id, revision=revision))
        taken = [event.metals for event in live.revisions[0].events if type(event).__name__ == "CoinsTaken"]
        coins[revision] = [[str(metal) for metal in metals] for metals in taken]
    assert coins == {7: [["gold"]], 8: [], 9: [["silver"]]}


async def test_a_fork_of_a_fork_stands_on_all_that_came_before(desk):
    game_id = await alone(desk, options=LONG)
    await bid(desk, game_id, ANN, ANN)
    first = await started(desk, await fork(desk, game_id))
    await desk.move(ANN, first.id, "take_coins gold", "2.0")
    second = await started(desk, await fork(desk, first.id))
    assert (second.game.forked.parent, second.game.forked.revision) == (first.id, 3)
    assert fingerprint(second.game) == fingerprint((await desk.games.get(first.id)).game)
    assert [type(event).__name__ for event in second.revisions[0].events].count("Forked") == 1


async def test_chance_is_another_one_in_each_and_not_that_of_the_parent(desk):
    game_id = await alone(desk, options=LONG)
    await bid(desk, game_id, ANN, ANN)
    await desk.move(ANN, game_id, "take_coins silver", "6.0")
    await desk.move(ANN, game_id, "take_coins silver", "7.0")
    bought = set()
    for _ in range(12):
        live = await started(desk, await fork(desk, game_id))
        await desk.move(ANN, live.id, "buy_card")
        live = await desk.games.get(live.id)
        bought.add(live.game.state.places[0].card)
        assert live.game.seed != (await desk.games.get(game_id)).game.seed
    assert len(bought) > 1


async def test_in_it_moves_are_taken_back_as_far_as_its_start(desk):
    game_id = await alone(desk, options=LONG)
    await bid(desk, game_id, ANN, ANN)
    live = await started(desk, await fork(desk, game_id))
    assert live.conduct.terms == Terms(undo=UndoPolicy.CONSENT)
    await desk.move(ANN, live.id, "take_coins gold", "2.0")
    await desk.move(ANN, live.id, "take_coins gold", "3.0")
    await rejected(desk.referee.undo(ANN, request(), live.id, 0, 1), Kind.MOVE_REFUSED, Reason.NO_WAY_BACK)
    await desk.referee.undo(ANN, request(), live.id, 0, 2)
    again = await desk.games.get(live.id)
    assert fingerprint(again.game) == fingerprint((await desk.games.get(game_id)).game)


async def test_who_is_told_later_goes_on_from_no_revision_that_is_held_back(desk, hands):
    game_id = await desk.started(terms=Terms(spectator_delay=60_000))
    hands.forward(61)
    await bid(desk, game_id, ANN, BOB)
    await rejected(fork(desk, game_id, EVE, 6, ()), Kind.REVISION_NOT_AVAILABLE)
    for revision in (None, STARTED):
        refused = await rejected(fork(desk, game_id, EVE, revision, ()), Kind.MOVE_REFUSED, Reason.OTHERS_PLAY)
        assert refused.revision == STARTED
        assert refused.situation.open_decisions == ()
    await desk.play_out(game_id)
    await fork(desk, game_id, EVE, 6, ())


async def test_nobody_sees_in_a_fork_what_spectators_are_told_later(desk, hands):
    game_id = await alone(desk, terms=Terms(spectator_delay=60_000))
    await bid(desk, game_id, ANN)
    await rejected(fork(desk, game_id, revision=5), Kind.MOVE_REFUSED, Reason.TOLD_LATER)
    hands.forward(61)
    await bid(desk, game_id, ANN)
    await fork(desk, game_id, revision=5)
    await rejected(fork(desk, game_id), Kind.MOVE_REFUSED, Reason.TOLD_LATER)
    hands.forward(61)
    await fork(desk, game_id)


async def test_games_that_are_dealt_alike_all_have_to_end(desk):
    first = (await desk.commands.create(DORA, request(), desk.wanted(deal=""))).live.id
    second = (await desk.commands.create(DORA, request(), desk.wanted(deal=first))).live.id
    for game_id in (first, second):
        for player in (ANN, BOB):
            await desk.commands.join(player, request(), game_id, None)
        await desk.commands.start(ANN, request(), game_id)
    for seat in (0, 1):
        await desk.direction.pass_seat(DORA, request(), first, seat, "eve", "all alone")
    await rejected(fork(desk, first, EVE, STARTED, ()), Kind.MOVE_REFUSED, Reason.DEAL_IS_PLAYED)
    await desk.play_out(first)
    await rejected(fork(desk, first, EVE, STARTED, ()), Kind.MOVE_REFUSED, Reason.DEAL_IS_PLAYED)
    await desk.play_out(second)
    live = await desk.games.get(await fork(desk, first, EVE, STARTED, ()))
    assert live.game.created.deal == ""


async def test_names_and_secrets_of_the_parent_are_not_in_the_log_of_a_fork(desk):
    game_id = await played(desk)
    parent = await desk.games.get(game_id)
    fork_id = await fork(desk, game_id, EVE, STARTED, ())
    stored = b"".join(entry.event + msgspec.json.encode(entry.command) for entry in desk.store.read(fork_id))
    for name in (b'"ann"', b'"bob"', parent.game.seed.encode()):
        assert name not in stored
