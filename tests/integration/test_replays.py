"""Replays and the past: what the log alone makes is what was, and at which pace it is told again."""

import asyncio
import random
from contextlib import aclosing

import pytest

from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.terms import Bank, Terms
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.past import KEPT, STRIDE, Past
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.application.replays import Interval, Recorded, replay
from quarterdeck_server.store.memory import MemoryStore
from tests.desk import ANN, BOB, DORA, Desk, Hands, request

CAROL = Caller("carol")
LONG = (("length", "long"),)


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
async def timed(hands):
    opened = Desk(MemoryStore(), clock=hands)
    yield opened
    await opened.close()


async def eventful(desk, hands):
    """A game in which all has happened that changes a game beside moves."""
    terms = Terms(clock=Bank(100, 10))
    game_id = await desk.started(options=LONG, terms=terms)
    for player in (ANN, BOB):
        await desk.move(player, game_id, "make_bid 1")
    hands.forward(7)
    await desk.move(ANN, game_id, "take_coins gold")
    hands.forward(3)
    await desk.referee.undo(ANN, request(), game_id, None, 6)
    await desk.referee.redo(ANN, request(), game_id, None)
    await desk.direction.add_time(DORA, request(), game_id, 1, 5000, "the lights went out")
    await desk.direction.pause(DORA, request(), game_id, "lunch")
    hands.forward(3600)
    await desk.direction.resume(DORA, request(), game_id, "lunch is over")
    hands.forward(200)
    assert await desk.see_to(game_id), "a seat is out of time"
    await desk.direction.pass_seat(DORA, request(), game_id, 0, "carol", "ann is ill")
    await desk.move(CAROL, game_id, "take_coins silver")
    await desk.direction.force(DORA, request(), game_id, 1, "bob has fallen asleep")
    last = (await desk.games.get(game_id)).game.revision
    await desk.direction.undo(DORA, request(), game_id, last - 1, "he woke up")
    return game_id


def told(case):
    return fingerprint(case.game), case.game, case.conduct


async def test_d6_the_log_alone_makes_the_live_game_whatever_was_done_to_it(timed, hands):
    game_id = await eventful(timed, hands)
    live = await timed.games.get(game_id)
    before, last = told(live.case), live.game.revision
    was = [told(live.at(revision)) for revision in range(1, last + 1)]
    # A new process has nothing but what is stored, and its clock says what it likes.
    hands.forward(1_000_000)
    timed.restart()
    again = await timed.games.get(game_id)
    assert again is not live
    assert told(again.case) == before
    assert [told(again.at(revision)) for revision in range(1, last + 1)] == was
    # As the game stood when each revision was accepted, so it is shown later.
    assert [revision.closed.agenda for revision in again.revisions] == [game.agenda for _, game, _ in was]


async def test_the_past_is_the_same_from_wherever_one_comes(timed, hands):
    live = await timed.games.get(await eventful(timed, hands))
    commands = [revision.events for revision in live.revisions]
    fresh = [
        told(cases.fold(live.offer.title, live.case.components, commands[:last]))
        for last in range(1, len(commands) + 1)
    ]
    dice = random.Random("past")
    for _ in range(300):
        revision = dice.randint(1, len(commands))
        assert told(live.at(revision)) == fresh[revision - 1]


async def test_a_step_forward_or_back_folds_a_few_revisions_and_not_the_game(timed, monkeypatch):
    game_id = await timed.started()
    live = await timed.games.get(game_id)
    case = live.case
    for _ in range(200):
        case = case.extended((case.as_it_was,))
    folded = []
    after = cases._after

    def counting(*given, **counts):
        folded.append(given)
        return after(*given, **counts)

    monkeypatch.setattr(cases, "_after", counting)
    past, last = Past(), case.game.revision
    for revision in range(1, last):
        past.at(case, revision)
    assert len(folded) == last - 1
    folded.clear()
    for revision in range(last - KEPT - 1, 0, -1):
        past.at(case, revision)
        assert len(past._kept) <= KEPT
    # From the front once for each stride, and from its beginning for each revision in it.
    assert len(folded) < last * (last / STRIDE + STRIDE) / 2 * 1.2


async def watched(revisions, pace, hub, monkeypatch):
    """How long a replay pauses, as it asks for it, in seconds; nobody waits."""
    waited = []

    async def pass_over(watcher, seconds):
        waited.append(seconds)

    monkeypatch.setattr("quarterdeck_server.application.hub.Watcher.wait", pass_over)
    seen = [revision async for revision in replay(hub, revisions, pace)]
    assert seen == revisions
    return waited


async def test_k10_a_replay_goes_by_recorded_times_alone(timed, hands, monkeypatch):
    game_id = await timed.new_game()
    for player, seconds in ((ANN, 4), (BOB, 60)):
        hands.forward(seconds)
        await timed.commands.join(player, request(), game_id, None)
    hands.forward(-30)
    await timed.commands.start(ANN, request(), game_id)
    revisions = (await timed.games.get(game_id)).revisions
    # Whatever the clock says when it is played again.
    hands.forward(1_000_000)
    paces = {
        Recorded(1.0, 600_000): [4, 60],
        Recorded(2.0, 600_000): [2, 30],
        Recorded(0.5, 10_000): [8, 10],
        Interval(250): [0.25, 0.25, 0.25],
        Interval(0): [],
    }
    for pace, expected in paces.items():
        assert await watched(revisions, pace, timed.hub, monkeypatch) == expected, pace
    # A part of a game begins at once, whatever came before it.
    assert await watched(revisions[2:], Recorded(1.0, 600_000), timed.hub, monkeypatch) == []


async def test_a_replay_is_a_stream_of_the_hub_and_leaves_nothing(timed):
    live = await timed.games.get(await timed.started())
    async with aclosing(replay(timed.hub, live.revisions, Interval(3_600_000))) as revisions:
        await anext(revisions)
        assert timed.hub.count == 1
        pausing = asyncio.create_task(anext(revisions))
        await asyncio.sleep(0)
        timed.hub.close()
        async with asyncio.timeout(5):
            with pytest.raises(Rejection) as caught:
                await pausing
    assert caught.value.kind is Kind.TRY_AGAIN
    assert timed.hub.count == 0
    assert timed.hub._watchers == {}
