"""The timekeeper: looks at games when something is due in them, and notes that the service is alive.

What is due is an index of the log, so that no process has to remember it; and whatever it records is a command like any
other, named by game and revision, so that looking twice, late or from two processes does no harm.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from quarterdeck_rules.conduct.clocks import Outage
from quarterdeck_server.application.moments import Clock, milliseconds
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.application.runner import CommandRunner
from quarterdeck_server.store.port import Store, StoreError

PAUSE_SECONDS = 0.25
"""How long it rests between two looks at the index; moves that are on their way have that much longer."""

BEAT_SECONDS = 2.0
"""How often it notes that the service is alive."""

OUTAGE_SECONDS = 10.0
"""A silence as long as this was an outage, whose time clocks get back."""

_AT_ONCE = 256
_REST_SECONDS = 60.0
"""How long a game that could not be seen to is left alone."""
_LOG = structlog.get_logger("quarterdeck.timekeeper")


class Timekeeper:
    """One per process."""

    def __init__(self, store: Store, runner: CommandRunner, clock: Clock) -> None:
        self._store = store
        self._runner = runner
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()
        self._resting: dict[str, float] = {}
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take in when no server was running, then begin; Rejection and StoreError do not come from here later."""
        self._runner.outages = await asyncio.to_thread(beaten, self._store, self._now())
        self._runner.on_due = self.soon
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Look no more, and wait for what is being looked at."""
        self._runner.on_due = _nobody
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        if self._tasks:
            await asyncio.wait(self._tasks)

    def soon(self, game_id: str) -> None:
        """Look at a game at once, unless somebody does."""
        self._resting.pop(game_id, None)
        if game_id not in self._busy:
            self._busy.add(game_id)
            task = asyncio.create_task(self._see_to(game_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        beaten_at = 0.0
        loop = asyncio.get_running_loop()
        while True:
            try:
                now = self._now()
                if loop.time() >= beaten_at + BEAT_SECONDS:
                    # Also a silence of a server that ran is an outage, such as that of a store that was away.
                    self._runner.outages = await asyncio.to_thread(beaten, self._store, now)
                    beaten_at = loop.time()
                self._resting = {game: until for game, until in self._resting.items() if until > loop.time()}
                # Those that are seen to, or rest, do not keep others from being found.
                limit = _AT_ONCE + len(self._busy) + len(self._resting)
                for due in await asyncio.to_thread(self._store.due, now, limit):
                    if due.game not in self._resting:
                        self.soon(due.game)
            except StoreError as fault:
                _LOG.error("store_away", problem=str(fault))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _see_to(self, game_id: str) -> None:
        try:
            done = False
            while await self._runner.see_to(game_id):
                done = True
            if not done:
                # Listed, and nothing to do: somebody else was faster, or there is no move to make.
                self._resting[game_id] = asyncio.get_running_loop().time() + BEAT_SECONDS
        except Rejection as rejection:
            # The store is away, or others are faster: the index says soon enough that it is still due.
            if rejection.kind is not Kind.TRY_AGAIN:
                self._rest(game_id, rejection.reason)
        except Exception as error:  # noqa: BLE001  (one bad game does not stop the others)
            self._rest(game_id, type(error).__name__)
        finally:
            self._busy.discard(game_id)

    def _rest(self, game_id: str, problem: str) -> None:
        """Leave a game alone for a while; the index still says that it is due."""
        _LOG.error("not_seen_to", game=game_id, problem=problem)
        self._resting[game_id] = asyncio.get_running_loop().time() + _REST_SECONDS

    def _now(self) -> int:
        return milliseconds(self._clock())


def beaten(store: Store, now: int) -> tuple[Outage, ...]:
    """Note that the service is alive, and give when no server was; the time up to now if nobody was alive for long.

    Blocks; StoreError.
    """
    last = store.beat(now, round(OUTAGE_SECONDS * 1000))
    if last is not None and now - last >= OUTAGE_SECONDS * 1000:
        _LOG.info("outage", seconds=(now - last) / 1000)
    return tuple(Outage(one.start, one.end) for one in store.outages())


_nobody: Callable[[str], None] = lambda game_id: None  # noqa: E731
