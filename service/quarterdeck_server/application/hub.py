"""The hub: hands each new revision to those who watch its game."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quarterdeck_server.application.live import Revision
from quarterdeck_server.application.rejection import Kind, Rejection, try_again

_RETRY_SECONDS = 5.0


class Lease:
    """What a stream lasts for at most, as its caller's token does."""

    def __init__(self, check: Callable[[], None]) -> None:
        """`check` raises the Rejection with which a stream ends that lasts no longer."""
        self.check = check
        self._wake: Callable[[], None] = _nobody

    def look(self) -> None:
        """Wake the stream if it waits for something and lasts no longer."""
        try:
            self.check()
        except Rejection:
            self._wake()

    def on_end(self, wake: Callable[[], None]) -> None:
        """Have this called when a stream that waits lasts no longer."""
        self._wake = wake


def _nobody() -> None:
    """Nothing to do."""


class Watcher:
    """One who watches a game: a bounded queue of the revisions that are new to the reader, by number.

    What they hold is in the game; so a queue costs next to nothing, and its bound is how far behind a reader may be.
    """

    def __init__(self, size: int, lease: Lease | None = None) -> None:
        self._waiting: deque[int] = deque()
        self._size = size
        self._is_woken = False
        self._sleep: asyncio.Future[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._is_held = False
        self._is_lost = False
        self._is_closing = False
        self._lease = lease if lease is not None else Lease(_nobody)
        self._lease.on_end(self._wake)
        self.newest = 0
        """The last revision that was offered."""

    def offer(self, number: int) -> None:
        """Queue a revision, unless it came before.

        A reader whose queue is full is lost: it has to come back and say where it was.
        """
        if number <= self.newest:
            return
        self.newest = number
        if not self._is_held:
            if len(self._waiting) < self._size:
                self._waiting.append(number)
            else:
                self._is_lost = True
        self._wake()

    def hold(self, is_held: bool) -> None:
        """Have revisions wait elsewhere than in the queue, because the reader is told them later, or here again."""
        self._is_held = is_held
        if is_held:
            self._waiting.clear()

    def told(self, number: int) -> None:
        """Take off the queue what the reader is told, and all before it."""
        while self._waiting and self._waiting[0] <= number:
            self._waiting.popleft()

    def close(self) -> None:
        """Have the reader leave."""
        self._is_closing = True
        self._wake()

    def check(self, resume: int) -> None:
        """See that the reader may go on.

        Rejection READER_TOO_SLOW or, when the service ends, TRY_AGAIN; both say where to resume.  That of the lease if
        it has ended.
        """
        self._lease.check()
        if self._is_lost:
            raise Rejection(Kind.READER_TOO_SLOW, details=(("resume_revision", str(resume)),))
        if self._is_closing:
            raise try_again(resume_revision=resume)

    async def wait(self, seconds: float) -> None:
        """Wait for something to look at, and for so many seconds at most."""
        if not self._is_woken:
            # With many readers this is what a revision costs most: no task is made for it, and seldom an alarm.
            loop = asyncio.get_running_loop()
            self._until = loop.time() + seconds
            if self._alarm is None or self._alarm.when() > self._until:
                self._set_alarm(loop)
            self._sleep = loop.create_future()
            try:
                await self._sleep
            finally:
                self._sleep = None
        self._is_woken = False

    def leave(self) -> None:
        """Be woken no more."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _wake(self) -> None:
        self._is_woken = True
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    def _set_alarm(self, loop: asyncio.AbstractEventLoop) -> None:
        self.leave()
        self._alarm = loop.call_at(self._until, self._ring, loop)

    def _ring(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake who has waited long enough.  Whoever was woken meanwhile, and waits again, waits on from then."""
        self._alarm = None
        if self._sleep is None:
            return
        if self._until <= loop.time():
            self._wake()
        else:
            self._set_alarm(loop)


class Hub:
    """All watchers, by game."""

    def __init__(self, watchers: int, queue: int) -> None:
        """At most so many watchers, each at most so many revisions behind."""
        self._most = watchers
        self._queue = queue
        # In the order in which they came: those of one connection are often neighbours, and share what is sent.
        self._watchers: dict[str, dict[Watcher, None]] = {}
        self._count = 0
        self._is_closing = False

    @property
    def count(self) -> int:
        """How many watch now."""
        return self._count

    @contextmanager
    def watching(self, game_id: str, lease: Lease | None = None) -> Iterator[Watcher]:
        """Watch a game while the block runs; Rejection RATE_LIMITED if too many do, TRY_AGAIN when the service ends."""
        if self._is_closing:
            raise try_again()
        if self._count >= self._most:
            raise Rejection(Kind.RATE_LIMITED, retry_after=_RETRY_SECONDS, details=(("streams", str(self._most)),))
        watcher = Watcher(self._queue, lease)
        self._watchers.setdefault(game_id, {})[watcher] = None
        self._count += 1
        try:
            yield watcher
        finally:
            watcher.leave()
            self._count -= 1
            watchers = self._watchers[game_id]
            del watchers[watcher]
            if not watchers:
                del self._watchers[game_id]

    def watches(self, game_id: str) -> bool:
        """Whether anybody watches a game."""
        return game_id in self._watchers

    def offer(self, game_id: str, revision: Revision) -> None:
        """Hand out a revision that is durable."""
        for watcher in self._watchers.get(game_id, ()):
            watcher.offer(revision.number)

    def close(self) -> None:
        """Have all watchers leave, and let no more in."""
        self._is_closing = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close()
