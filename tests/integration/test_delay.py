"""The horizon of delayed spectators, and the streams that hold revisions back until they are due."""

import asyncio
from contextlib import aclosing

import pytest

from quarterdeck_rules.conduct.terms import Terms
from quarterdeck_rules.engine.game import Ended
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.live import Revision
from quarterdeck_server.application.moments import milliseconds, utc_now
from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, DORA, EVE, Desk, Hands, rejected, request

LATE = Terms(spectator_delay=60_000)
STARTED = 4


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
async def desk(any_store, hands):
    opened = Desk(any_store, clock=hands, queue=2)
    yield opened
    await opened.close()


async def sees(desk, game_id, caller=EVE):
    return (await desk.reads.look(game_id, caller)).revision


async def bid(desk, hands, game_id, *players, seconds=10):
    for player in players:
        hands.forward(seconds)
        await desk.move(player, game_id, "make_bid 1")


async def told(messages):
    """What a stream brings next, by number: a revision, a heartbeat with its revision below 0, or the end."""
    async with asyncio.timeout(5):
        seen = await anext(messages)
    match seen.told:
        case Revision():
            assert seen.look.revision == seen.told.number
            return seen.told.number
        case Ended():
            return "ended"
    return -seen.look.revision


async def next_revision(messages):
    while isinstance(number := await told(messages), int) and number < 0:
        pass
    return number


async def test_joining_and_start_are_told_at_once_and_what_follows_later(desk, hands):
    game_id = await desk.new_game(terms=LATE)
    assert await sees(desk, game_id) == 1
    for revision, player in enumerate((ANN, BOB), start=2):
        await desk.commands.join(player, request(), game_id, None)
        assert await sees(desk, game_id) == revision
    await desk.commands.start(ANN, request(), game_id)
    assert await sees(desk, game_id) == STARTED
    await bid(desk, hands, game_id, ANN, BOB)
    hands.forward(49)
    assert await sees(desk, game_id) == STARTED
    hands.forward(0.999)
    assert await sees(desk, game_id) == STARTED
    hands.forward(0.001)
    assert await sees(desk, game_id) == STARTED + 1
    hands.forward(10)
    assert await sees(desk, game_id) == STARTED + 2


async def test_who_plays_and_who_directs_is_not_delayed_and_everybody_else_is(desk, hands):
    game_id = await desk.started(terms=LATE)
    await bid(desk, hands, game_id, ANN)
    at_once = (ANN, BOB, DORA, Caller("root", Role.ADMIN))
    assert [await sees(desk, game_id, one) for one in at_once] == [STARTED + 1] * len(at_once)
    later = (EVE, None, Caller("eve", Role.SPECTATOR))
    assert [await sees(desk, game_id, one) for one in later] == [STARTED] * len(later)
    for revision in (STARTED + 1, STARTED + 2):
        refused = await rejected(desk.reads.look(game_id, EVE, revision=revision), Kind.REVISION_NOT_AVAILABLE)
        assert refused.revision == STARTED


async def test_a_game_without_delay_delays_nobody(desk, hands):
    game_id = await desk.started()
    await bid(desk, hands, game_id, ANN)
    assert await sees(desk, game_id) == STARTED + 1
    assert (await desk.reads.look(game_id, EVE)).due_in is None


async def test_a_clock_that_is_set_back_shows_nothing_early(desk, hands):
    game_id = await desk.started(terms=LATE)
    await bid(desk, hands, game_id, ANN)
    hands.forward(-3600)
    await desk.move(BOB, game_id, "make_bid 1")
    assert await sees(desk, game_id) == STARTED
    hands.forward(3600 + 59)
    assert await sees(desk, game_id) == STARTED
    hands.forward(1)
    assert await sees(desk, game_id) == STARTED + 2


async def test_the_horizon_is_that_of_the_log_and_not_of_a_process(desk, hands):
    game_id = await desk.started(terms=LATE)
    await bid(desk, hands, game_id, ANN, BOB)
    hands.forward(50)
    desk.restart()
    assert await sees(desk, game_id) == STARTED + 1


async def test_a_stream_holds_each_revision_until_it_is_due_and_its_queue_stays_empty(desk, hands):
    game_id = await desk.started(terms=LATE, options=(("length", "long"),))
    async with aclosing(desk.reads.watch(game_id, STARTED, EVE)) as messages:
        assert [await told(messages) for _ in range(2)] == [STARTED, -STARTED]
        (watcher,) = desk.hub._watchers[game_id]
        await bid(desk, hands, game_id, ANN, BOB, seconds=6)
        for number in range(7):
            hands.forward(6)
            await desk.move((ANN, BOB)[number % 2], game_id, "take_coins silver")
            assert not watcher._waiting, "more than would fit are held back, and none waits in the queue"
        # Received 6 seconds apart, and nothing is old enough yet.
        assert [await told(messages) for _ in range(2)] == [-STARTED, -STARTED]
        last = STARTED + 9
        hands.forward(60 - 8 * 6)
        for number in range(STARTED + 1, last + 1):
            assert await next_revision(messages) == number == await sees(desk, game_id)
            assert await told(messages) == -number
            hands.forward(6)


async def test_a_heartbeat_names_what_was_sent_with_the_clocks_of_then(desk, hands):
    game_id = await desk.started(terms=LATE)
    await bid(desk, hands, game_id, ANN)
    async with aclosing(desk.reads.watch(game_id, STARTED + 1, EVE)) as messages:
        async with asyncio.timeout(5):
            seen = await anext(messages)
        assert (seen.told, seen.look.revision, seen.look.case.game.revision) == (None, STARTED, STARTED)
    async with aclosing(desk.reads.watch(game_id, STARTED + 2, EVE)) as messages:
        refused = await rejected(anext(messages), Kind.REVISION_NOT_AVAILABLE)
        assert refused.revision == STARTED


async def test_a_stream_wakes_up_by_itself_when_a_revision_falls_due(any_store):
    desk = Desk(any_store, clock=utc_now)
    desk.reads._heartbeat = 60
    game_id = await desk.started(terms=Terms(spectator_delay=300))
    async with aclosing(desk.reads.watch(game_id, STARTED + 1, EVE)) as messages:
        assert await told(messages) == -STARTED
        for player in (ANN, BOB):
            await desk.move(player, game_id, "make_bid 1")
        for number in (STARTED + 1, STARTED + 2):
            assert await told(messages) == number
            received = (await desk.games.get(game_id)).revisions[number - 1].command.received
            assert milliseconds(utc_now()) >= milliseconds(received) + 300
    await desk.close()


async def test_with_the_end_all_is_told_at_once(desk, hands):
    game_id = await desk.started(terms=LATE)
    async with aclosing(desk.reads.watch(game_id, STARTED + 1, EVE)) as messages:
        assert await told(messages) == -STARTED
        live = await desk.play_out(game_id)
        numbers = [await next_revision(messages) for _ in range(live.game.revision - STARTED + 1)]
        assert numbers == [*range(STARTED + 1, live.game.revision + 1), "ended"]
    assert await sees(desk, game_id) == live.game.revision


async def test_who_loses_a_seat_is_delayed_from_then_on_and_who_is_given_one_sees_all(desk, hands):
    game_id = await desk.started(terms=LATE)
    async with (
        aclosing(desk.reads.watch(game_id, STARTED + 1, BOB)) as lost,
        aclosing(desk.reads.watch(game_id, STARTED + 1, EVE)) as given,
    ):
        assert [await told(lost), await told(given)] == [-STARTED, -STARTED]
        await bid(desk, hands, game_id, ANN)
        assert await next_revision(lost) == STARTED + 1
        hands.forward(10)
        await desk.direction.pass_seat(DORA, request(), game_id, 1, "eve", "ill")
        assert [await next_revision(given) for _ in range(2)] == [STARTED + 1, STARTED + 2]
        # What he has seen he has seen; what comes now comes late.
        assert [await told(lost) for _ in range(2)] == [-(STARTED + 1)] * 2
        hands.forward(60)
        assert await next_revision(lost) == STARTED + 2


async def test_a_watch_of_a_delayed_game_tells_where_to_resume_as_any_other(desk, hands):
    game_id = await desk.started(terms=LATE)
    async with aclosing(desk.reads.watch(game_id, 1, EVE)) as messages:
        assert [await told(messages) for _ in range(STARTED + 1)] == [*range(1, STARTED + 1), -STARTED]
        await bid(desk, hands, game_id, ANN)
        desk.hub.close()
        refused = await rejected(anext(messages), Kind.TRY_AGAIN)
        assert ("resume_revision", str(STARTED + 1)) in refused.details


async def test_what_a_seat_holder_is_refused_tells_all_and_what_others_are_refused_the_horizon(desk, hands):
    game_id = await desk.started(terms=LATE)
    await bid(desk, hands, game_id, ANN)
    late = await rejected(desk.move(ANN, game_id, "make_bid 1", "4.1"), Kind.DECISION_CLOSED)
    assert late.situation is not None
    assert (late.revision, late.situation.is_told, late.situation.revision) == (STARTED + 1, True, STARTED + 1)
    joining = await rejected(desk.commands.join(EVE, request(), game_id, None), Kind.MOVE_REFUSED)
    assert joining.situation is not None
    assert (joining.revision, joining.situation.is_told, joining.situation.open_decisions) == (STARTED, False, ())
