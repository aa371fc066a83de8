"""The sentry: looks every second whether keys have changed, and whether those who listen still may."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from quarterdeck_server.api.tokens import Tokens, Verified
from quarterdeck_server.application.hub import Lease

PAUSE_SECONDS = 1.0
"""Between two looks: a stream outlives its token by no more than this and the look itself."""

_LEASE: ContextVar[Lease | None] = ContextVar("lease", default=None)


def current_lease() -> Lease | None:
    """What the stream that is being answered lasts for; nothing for a caller without a token."""
    return _LEASE.get()


class Sentry:
    """One per process."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._streams: set[Lease] = set()
        self._pacing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._pacing = asyncio.create_task(self._pace())

    async def stop(self) -> None:
        """Look no more."""
        if self._pacing is not None:
            self._pacing.cancel()
            with suppress(asyncio.CancelledError):
                await self._pacing

    @contextmanager
    def listening(self, verified: Verified) -> Iterator[Lease]:
        """The stream of the holder of this token, while the block runs."""
        lease = Lease(lambda: self._tokens.check(verified))
        self._streams.add(lease)
        _LEASE.set(lease)
        try:
            yield lease
        finally:
            self._streams.remove(lease)

    def sweep(self) -> None:
        """End the streams whose token holds no longer."""
        for lease in self._streams:
            lease.look()

    async def _pace(self) -> None:
        while True:
            await self._tokens.look()
            self.sweep()
            await asyncio.sleep(PAUSE_SECONDS)
