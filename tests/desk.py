"""The application without its API: what tests of commands and reads are played on."""

import itertools
from contextlib import aclosing

import pytest

from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Status
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.caller import Caller, Request, Role
from quarterdeck_server.application.catalogue import Catalogue
from quarterdeck_server.application.commands import Commands, NewGame
from quarterdeck_server.application.direction import Direction
from quarterdeck_server.application.forks import Forks
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.live import Revision
from quarterdeck_server.application.moments import milliseconds, text_of, utc_now
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.referee import Referee
from quarterdeck_server.application.rejection import Rejection
from quarterdeck_server.application.runner import CommandRunner
from quarterdeck_server.store.writer import GroupWriter
from tests.toy import TOY

ANN, BOB, EVE = Caller("ann"), Caller("bob"), Caller("eve")
DORA = Caller("dora", Role.DIRECTOR)
_IDS = itertools.count()


def request(identity=None, body="body"):
    return Request(identity or f"request-{next(_IDS)}", body)


async def rejected(awaitable, kind, reason=None):
    """The rejection of a command that is not carried out."""
    with pytest.raises(Rejection) as caught:
        await awaitable
    assert caught.value.kind is kind
    assert reason in (None, caught.value.reason)
    return caught.value


async def heard(watcher, seconds):
    """The next revision that a watcher is offered, by number; nothing if none is within so many seconds."""
    if not watcher._waiting:
        await watcher.wait(seconds)
    return watcher._waiting.popleft() if watcher._waiting else None


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self, at="2026-06-01T12:00:00.000Z"):
        self.at = at

    def __call__(self):
        return self.at

    def forward(self, seconds):
        self.at = text_of(milliseconds(self.at) + round(seconds * 1000))


class Desk:
    """The application on a store; `restart` is a new process on the same store."""

    def __init__(self, store, size=16, watchers=100, queue=64, replacements=None, clock=utc_now, titles=(TOY,)):
        self.store = store
        self.titles = titles
        self.size, self.watchers, self.queue = size, watchers, queue
        self.replacements = replacements
        self.clock = clock
        self.restart()

    def restart(self):
        self.catalogue = Catalogue(self.titles, self.replacements)
        self.catalogue.keep(self.store)
        self.writer = GroupWriter(self.store)
        self.writer.start()
        self.hub = Hub(self.watchers, self.queue)
        self.games = Games(self.store, self.catalogue, self.size)
        self.runner = CommandRunner(self.games, self.store, self.writer, self.hub, self.clock)
        self.commands = Commands(self.catalogue, self.games, self.runner)
        self.referee = Referee(self.runner, proposal_seconds=60)
        self.direction = Direction(self.runner)
        self.reads = Reads(self.store, self.games, self.hub, heartbeat=0.05, clock=self.clock)
        self.forks = Forks(self.reads, self.runner)

    async def close(self):
        self.hub.close()
        await self.runner.close()
        await self.writer.close()

    @staticmethod
    def wanted(seats=2, **wanted):
        return NewGame("toy", seats, **wanted)

    async def new_game(self, **wanted):
        accepted = await self.commands.create(ANN, request(), self.wanted(**wanted))
        return accepted.live.id

    async def started(self, **wanted):
        """A game of ann and bob, with the first decisions open."""
        game_id = await self.new_game(**wanted)
        for player in (ANN, BOB):
            await self.commands.join(player, request(), game_id, None)
        await self.commands.start(ANN, request(), game_id)
        return game_id

    async def move(self, caller, game_id, line, decision_id=None, identity=None):
        live = await self.games.get(game_id)
        decision_id = decision_id or self.decision_of(live, caller)
        return await self.commands.move(
            caller, identity or request(), game_id, decision_id, lambda found: found.offer.notation.read(line)
        )

    async def see_to(self, game_id):
        """Have the referee do all that is due; how many things that were."""
        done = 0
        while await self.runner.see_to(game_id):
            done += 1
        return done

    @staticmethod
    def decision_of(live, caller):
        own = live.seats_of(caller.player)
        return next(opened.id for opened in open_decisions(live.game.agenda) if opened.seat in own)

    async def play_out(self, game_id):
        """Play the first legal answer until the game has ended."""
        live = await self.games.get(game_id)
        while live.game.status is not Status.ENDED:
            opened = next(open_decisions(live.game.agenda))
            legal = self.reads.legal_moves(live, opened.seat, live.game.revision)[0]
            player = Caller(live.game.players[opened.seat] or "")
            await self.move(player, game_id, live.offer.notation.write(legal.move), opened.id)
            live = await self.games.get(game_id)
        return live

    async def watched(self, game_id, start, count):
        """The first `count` revisions of a stream, heartbeats left out."""
        seen = []
        async with aclosing(self.reads.watch(game_id, start)) as messages:
            async for message in messages:
                if isinstance(message.told, Revision):
                    seen.append(message.told)
                if len(seen) == count:
                    break
        return seen
