"""Rules that raise or go round in circles: their game errors in bounded time, and all others go on."""

import asyncio
import time

import pytest
from msgspec.structs import replace

from quarterdeck_rules.book.records import Entry
from quarterdeck_rules.conduct.terms import PerMove, Terms
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.steps import Effect, Seat
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.application.timekeeper import Timekeeper
from quarterdeck_server.bootstrap import Service
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import Batch
from tests.desk import ANN, BOB, Desk, Hands, heard, rejected, request
from tests.toy import TOY, ChooseCoins, CoinsTaken, Toy

SECONDS = 5.0
"""Nobody waits so long; on an idle machine it takes a hundredth of that."""


class Circle(Effect[Toy], frozen=True, tag="toy.circle.v1"):
    """Schedules itself, so many times over."""

    copies: int

    def run(self, play: Play[Toy], seat: Seat) -> None:
        play.record(CoinsTaken(seat, ()))
        play.schedule(seat, *[self] * self.copies)


class Broken(Effect[Toy], frozen=True, tag="toy.broken.v1"):
    """Raises after something was recorded."""

    def run(self, play: Play[Toy], seat: Seat) -> None:
        play.record(CoinsTaken(seat, ()))
        raise ZeroDivisionError


async def bid(desk, **wanted):
    game_id = await desk.started(**wanted)
    for player in (ANN, BOB):
        await desk.move(player, game_id, "make_bid 1")
    return game_id


@pytest.mark.parametrize(
    ("effect", "fault"), [(Circle(1), RuntimeError), (Circle(3), RuntimeError), (Broken(), ZeroDivisionError)]
)
async def test_a13_effects_that_never_end_or_raise_end_one_command_and_nothing_else(desk, monkeypatch, effect, fault):
    game_id, other = await bid(desk), await bid(desk)
    live = await desk.games.get(game_id)
    asked, before, log = desk.decision_of(live, ANN), fingerprint(live.game), desk.store.read(game_id)
    identity = request()
    with monkeypatch.context() as patch:
        patch.setattr(ChooseCoins, "resolve", lambda self, play, seat, move: play.schedule(seat, effect))
        begun = time.monotonic()
        with pytest.raises(fault):
            await desk.move(ANN, game_id, "take_coins gold", asked, identity)
        assert time.monotonic() - begun < SECONDS
    assert (fingerprint(live.game), desk.store.read(game_id)) == (before, log)
    assert desk.store.answered("ann", identity.id) is None
    await desk.move(ANN, other, "take_coins gold")
    # With rules that are mended the game goes on, and the same request is good.
    assert (await desk.move(ANN, game_id, "take_coins gold", asked, identity)).revision.number == 7


def spoil(store, game_id):
    """Put a command on a game's log that its rules cannot fold."""
    log = store.read(game_id)
    last, number = log[-1], len(log) + 1
    command = replace(last.command, request_id="spoilt", player="nobody", revision=last.command.revision + 1)
    event = Entry(game_id, number, "toy.coins_taken.v1", b'{"type":"toy.coins_taken.v1","seat":99,"metals":[]}')
    store.append([Batch((event, replace(last, number=number + 1, command=command)))])


async def test_a13_a_game_that_cannot_be_loaded_keeps_the_timekeeper_from_no_other(any_store):
    hands = Hands()
    desk = Desk(any_store, clock=hands)
    clocks = Terms(clock=PerMove(1))
    broken, other = await bid(desk, terms=clocks), await bid(desk, terms=clocks)
    spoil(any_store, broken)
    desk.restart()
    hands.forward(60)
    await rejected(desk.games.get(broken), Kind.GAME_UNREADABLE)
    timekeeper = Timekeeper(any_store, desk.runner, hands)
    with desk.hub.watching(other) as watcher:
        await timekeeper.start()
        async with asyncio.timeout(10):
            assert await heard(watcher, 10) == 7
        await timekeeper.stop()
    await rejected(desk.games.get(broken), Kind.GAME_UNREADABLE)
    await rejected(desk.commands.join(ANN, request(), broken, None), Kind.GAME_UNREADABLE)
    await desk.close()


async def test_a13_a_start_reads_no_game(tmp_path, monkeypatch):
    store = MemoryStore()
    desk = Desk(store)
    games = [await bid(desk) for _ in range(5)]
    spoil(store, games[0])
    await desk.close()
    reads, read = [], store.read

    def counted(game_id):
        reads.append(game_id)
        return read(game_id)

    monkeypatch.setattr(store, "read", counted)
    service = Service(Settings(address="127.0.0.1:0", data=tmp_path), (TOY,), store)
    await service.start()
    await service.drain()
    assert reads == []
