"""Waiting at a game: for what is new, for the end of the stream, or for time to pass; however often it was woken."""

import asyncio

import pytest

from quarterdeck_server.application.hub import Hub, Lease
from quarterdeck_server.application.rejection import Kind, Rejection

LONG, SHORT = 60.0, 0.02
GAME = "game"


def seconds():
    return asyncio.get_running_loop().time()


async def test_whoever_was_woken_and_waits_again_waits_the_whole_time_from_then():
    with Hub(1, 8).watching(GAME) as watcher:
        asyncio.get_running_loop().call_later(SHORT, watcher.offer, 1)
        await watcher.wait(3 * SHORT)
        assert watcher.newest == 1
        again = seconds()
        await watcher.wait(3 * SHORT)
        assert seconds() - again >= 3 * SHORT, "the alarm of the first wait woke nobody"


async def test_a_short_wait_after_a_long_one_is_short():
    with Hub(1, 8).watching(GAME) as watcher:
        asyncio.get_running_loop().call_soon(watcher.offer, 1)
        await watcher.wait(LONG)
        await asyncio.wait_for(watcher.wait(SHORT), LONG)


async def test_what_came_while_nobody_waited_is_not_waited_for():
    with Hub(1, 8).watching(GAME) as watcher:
        watcher.offer(1)
        await watcher.wait(LONG)
        began = seconds()
        await watcher.wait(SHORT)
        assert seconds() - began >= SHORT, "it is told of once"


async def test_a_lease_that_ends_wakes_and_a_lease_that_holds_does_not():
    ended: list[bool] = []

    def check():
        if ended:
            raise Rejection(Kind.TOKEN_INVALID)

    lease = Lease(check)
    with Hub(1, 8).watching(GAME, lease) as watcher:
        waiting = asyncio.create_task(watcher.wait(LONG))
        await asyncio.sleep(0)
        lease.look()
        await asyncio.sleep(0)
        assert not waiting.done()
        ended.append(True)
        lease.look()
        await asyncio.wait_for(waiting, 1)
        with pytest.raises(Rejection):
            watcher.check(1)


async def test_a_wait_that_is_cancelled_leaves_nothing_that_rings(monkeypatch):
    loop, alarms = asyncio.get_running_loop(), []
    call_at = loop.call_at

    def noted(*arguments):
        alarms.append(call_at(*arguments))
        return alarms[-1]

    monkeypatch.setattr(loop, "call_at", noted)
    with Hub(1, 8).watching(GAME) as watcher:
        waiting = asyncio.create_task(watcher.wait(LONG))
        await asyncio.sleep(0)
        assert [alarm.cancelled() for alarm in alarms] == [False]
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert [alarm.cancelled() for alarm in alarms] == [True]
