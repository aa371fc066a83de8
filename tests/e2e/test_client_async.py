"""The asyncio client against a real server, and watches of both clients across breaks."""

import asyncio
import socket

import pytest

from quarterdeck.bots import RandomBot
from quarterdeck.client import (
    AsyncDesk,
    Desk,
    MoveRefused,
    NotFound,
    Options,
    ReaderTooSlow,
    RequestIdReused,
    TokenRefused,
    TryAgain,
)
from quarterdeck.client.moves import cooper_island
from quarterdeck.client.retries import Watching
from quarterdeck.practice.service import ServiceProcess
from quarterdeck.v1.game_pb2 import GAME_STATUS_ENDED
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

TITLE = "cooper_island"


async def started(desk: AsyncDesk) -> str:
    game = await desk.create_game(TITLE, 2, seed="1")
    for seat in range(2):
        assert await desk.join_game(game, seat) == seat
    await desk.start_game(game)
    return game


async def play_moves(desk: AsyncDesk, game: str, most: int) -> int:
    """Play some moves, or to the end; the last revision."""
    bot, number = RandomBot("1"), (await desk.game(game)).revision
    for _ in range(most):
        waiting = (await desk.position(game)).open_decisions
        if not waiting:
            break
        listed = [move async for move in desk.legal_moves(game, seat=waiting[0].seat, page_size=50)]
        move = bot.choose(listed)
        number = (await desk.submit(game, move.decision_id, move.move.notation)).number
    return number


async def test_every_call_of_the_sync_client_can_be_awaited(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        async with AsyncDesk(table.address, token) as desk:
            await desk.wait_until_ready(10)
            assert (await desk.titles())[0].title == (await desk.title(TITLE)).summary.title == TITLE
            game = await started(desk)
            counts = await desk.count_legal_moves(game, seat=0)
            assert counts["perform"]
            move = await anext(desk.legal_moves(game, seat=0))
            with pytest.raises(MoveRefused):
                await desk.submit(game, move.decision_id, cooper_island.perform("coin_boat"), validate_only=True)
            with pytest.raises(NotFound):
                await desk.position("nothing")
            await desk.create_game(TITLE, 2, request_id="one")
            with pytest.raises(RequestIdReused):
                await desk.create_game(TITLE, 3, request_id="one")
            assert [one.event.kind async for one in desk.events(game, 1, 2)] == ["created", "terms_set", "joined"]
            assert [one.component_id async for one in desk.components(TITLE, table="cargo_ships")]
            last = await play_moves(desk, game, 10_000)
            assert [one.number async for one in desk.watch(game, 3)] == list(range(3, last + 1))
            replayed = [one async for one in desk.replay(game, 3, 6, with_positions=True, interval=0)]
            assert [one.position for one in replayed] == [await desk.position(game, number) for number in range(3, 7)]
            assert (await desk.score_sheet(game)).final
            assert not (await desk.score_sheet(game, 20)).final
            assert [one.game_id async for one in desk.games(TITLE, status=GAME_STATUS_ENDED)] == [game]
        async with AsyncDesk(table.address) as desk:
            with pytest.raises(TokenRefused):
                await desk.create_game(TITLE, 2)


async def test_a_service_that_is_away_is_given_up_when_the_time_for_it_is_over():
    options = Options("127.0.0.1:1", deadline=0.2, retry_seconds=0.1, patience=0.1)
    async with AsyncDesk(options) as desk:
        with pytest.raises(TryAgain):
            await desk.game("one")
        with pytest.raises(TryAgain):
            await desk.wait_until_ready(0.1)
        with pytest.raises(TryAgain):
            await anext(desk.watch("one"))


async def test_a_reader_too_slow_goes_on_where_it_was(tmp_path, monkeypatch):
    met = []
    real = Watching.pause_before_resuming

    def pause(watching, error):
        met.append((error, watching.next_revision))
        return real(watching, error)

    monkeypatch.setattr(Watching, "pause_before_resuming", pause)
    async with serving(tmp_path, TITLES.values()) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        async with AsyncDesk(table.address, token) as desk:
            game = await started(desk)
            seen: list[int] = []

            async def watch() -> None:
                seen.extend([revision.number async for revision in desk.watch(game)])

            watching = asyncio.create_task(watch())
            for _ in range(3):
                await play_moves(desk, game, 10)
                async with asyncio.timeout(10):
                    while not (watchers := table.service._hub._watchers.get(game)):  # noqa: ASYNC110  (it tells nobody)
                        await asyncio.sleep(0.01)
                for watcher in watchers:
                    watcher._is_lost = True  # as when its queue has run over
            last = await play_moves(desk, game, 10_000)
            async with asyncio.timeout(30):
                await watching
            assert seen == list(range(1, last + 1))
    assert len(met) == 3
    for error, following in met:
        assert isinstance(error, ReaderTooSlow)
        assert error.resume_revision == following


@pytest.mark.timeout(120)
async def test_a_watch_and_a_call_outlive_a_restart_of_the_service(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    service = ServiceProcess(address, tmp_path)
    await asyncio.to_thread(service.wait_until_ready)
    try:
        options = Options(address, service.token("Ada"))
        async with AsyncDesk(options) as desk:
            game = await started(desk)
            seen: list[int] = []
            both: list[int] = []

            async def watch() -> None:
                seen.extend([revision.number async for revision in desk.watch(game)])

            def watch_in_a_thread() -> None:
                with Desk(options) as other:
                    both.extend(revision.number for revision in other.watch(game))

            watchers = asyncio.gather(watch(), asyncio.to_thread(watch_in_a_thread))
            await play_moves(desk, game, 20)
            for kill in (False, True):
                if kill:
                    service._process.kill()
                    service.wait()
                else:
                    assert await asyncio.to_thread(service.end) == 0
                service = ServiceProcess(address, tmp_path)  # calls wait for it
                await play_moves(desk, game, 20)
            last = await play_moves(desk, game, 10_000)
            async with asyncio.timeout(30):
                await watchers
            assert seen == both == list(range(1, last + 1))
    finally:
        await asyncio.to_thread(service.end)
