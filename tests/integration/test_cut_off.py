"""Commands that are cut off: by callers who go away, by a store that fails, by others who are faster."""

import asyncio

import pytest

from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_server.application.loading import load
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.application.runner import ATTEMPTS
from quarterdeck_server.store.port import ConflictError
from tests.desk import ANN, BOB, heard, rejected, request

MOST_STEPS = 60
"""More steps of the event loop than any command takes."""


async def agree(desk, game_id):
    """Wait for what runs, then see that the game in memory is the game in the store; its revision."""
    while desk.runner._tasks:
        await asyncio.wait(desk.runner._tasks)
    live, stored = await desk.games.get(game_id), load(game_id, desk.store, desk.catalogue)
    assert not live.lock.locked()
    assert fingerprint(live.game) == fingerprint(stored.game)
    assert (live.game, live.conduct, live.revisions) == (stored.game, stored.conduct, stored.revisions)
    return live.game.revision


async def cancelled_after(steps, command):
    """Have a caller go away after so many steps of the event loop; whether that was before the answer."""
    waiting = asyncio.create_task(command)
    for _ in range(steps):
        await asyncio.sleep(0)
    waiting.cancel()
    try:
        await waiting
    except asyncio.CancelledError:
        return True
    return False


@pytest.mark.parametrize("is_loaded", [True, False])
async def test_a_caller_may_go_away_at_any_step_of_a_command(desk, is_loaded):
    game_id = await desk.started(options=(("length", "long"),))
    for player in (ANN, BOB):
        await desk.move(player, game_id, "make_bid 1")
    moves = [(player, line) for line in ("take_coins gold", "take_coins silver") for player in (ANN, BOB)] * 3
    gone = 0
    for steps, (player, line) in zip(range(0, MOST_STEPS, MOST_STEPS // len(moves)), moves, strict=False):
        before = await agree(desk, game_id)
        asked = desk.decision_of(await desk.games.get(game_id), player)
        if not is_loaded:
            desk.games.drop(await desk.games.get(game_id))
        identity = request()
        gone += await cancelled_after(steps, move(desk, player, game_id, line, asked, identity))
        # Who went away before the command was begun has asked for nothing.
        assert await agree(desk, game_id) in ((before, before + 1) if steps == 0 else (before + 1,))
        await move(desk, player, game_id, line, asked, identity)
        assert await agree(desk, game_id) == before + 1
    assert gone > 1


def move(desk, player, game_id, line, asked, identity):
    """A move that looks at nothing first."""
    return desk.commands.move(player, identity, game_id, asked, lambda live: live.offer.notation.read(line))


async def test_a_caller_who_goes_away_while_others_have_the_game_still_has_the_command_done(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    asked, identity = desk.decision_of(live, ANN), request()
    async with live.lock:
        assert await cancelled_after(10, move(desk, ANN, game_id, "make_bid 2", asked, identity))
        assert live.game.revision == 4
    assert await agree(desk, game_id) == 5
    answer = await move(desk, ANN, game_id, "make_bid 2", asked, identity)
    assert answer.revision.number == 5


async def test_a_caller_who_goes_away_after_the_commit_finds_the_command_done(desk):
    game_id = await desk.started()
    asked, identity = desk.decision_of(await desk.games.get(game_id), ANN), request()
    append, kept, told = desk.writer.append, asyncio.Event(), asyncio.Event()

    async def slow_to_tell(batch):
        await append(batch)
        kept.set()
        await told.wait()

    desk.writer.append = slow_to_tell
    waiting = asyncio.create_task(move(desk, ANN, game_id, "make_bid 2", asked, identity))
    await kept.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    # The store is ahead, and nobody sees it yet: not before the game has taken it in.
    assert desk.store.answered("ann", identity.id).revision == 5
    assert (await desk.games.get(game_id)).game.revision == 4
    told.set()
    assert await agree(desk, game_id) == 5


async def test_a_conflict_is_judged_anew_so_often_and_then_nothing_is_kept(desk):
    game_id = await desk.started()
    asked, identity = desk.decision_of(await desk.games.get(game_id), ANN), request()
    append, tries = desk.writer.append, []

    async def lose(batch):
        tries.append(batch)
        raise ConflictError("taken")

    desk.writer.append = lose
    with desk.hub.watching(game_id) as watcher:
        rejection = await rejected(move(desk, ANN, game_id, "make_bid 2", asked, identity), Kind.TRY_AGAIN)
        assert await heard(watcher, 0.02) is None
    assert rejection.retry_after > 0
    assert len(tries) == ATTEMPTS
    assert await agree(desk, game_id) == 4
    assert desk.store.answered("ann", identity.id) is None
    desk.writer.append = append
    assert (await move(desk, ANN, game_id, "make_bid 2", asked, identity)).revision.number == 5


async def test_a_creation_that_meets_a_conflict_each_time_is_given_up(desk):
    tries = []

    async def lose(batch):
        tries.append(batch)
        raise ConflictError("taken")

    desk.writer.append = lose
    await rejected(desk.commands.create(ANN, request("mine"), desk.wanted()), Kind.TRY_AGAIN)
    assert len(tries) == ATTEMPTS
    assert await desk.reads.games(0, 10, "", "") == []


async def test_commands_whose_callers_went_away_do_not_pile_up_without_end(desk, monkeypatch):
    monkeypatch.setattr("quarterdeck_server.application.runner.MOST_AT_ONCE", 3)
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    async with live.lock:
        for _ in range(3):
            assert await cancelled_after(5, desk.move(ANN, game_id, "make_bid 1"))
        await rejected(desk.move(BOB, game_id, "make_bid 1"), Kind.TRY_AGAIN)
    await agree(desk, game_id)
    await desk.move(BOB, game_id, "make_bid 1")
