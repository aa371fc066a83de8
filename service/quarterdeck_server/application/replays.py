"""Replays: revisions out of the log once more, at a pace.  The times are those that were recorded; no clock is read."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from msgspec import Struct

from quarterdeck_server.application.hub import Hub, Lease
from quarterdeck_server.application.live import Revision
from quarterdeck_server.application.moments import milliseconds

_NO_GAME = ""
"""Nothing is ever offered to those who watch it: a replay waits for time to pass, or for its lease to end."""


class Pace(Protocol):
    """How long a replay pauses."""

    def pause(self, before: Revision, revision: Revision) -> float:
        """Seconds between two revisions."""


class Interval(Struct, frozen=True):
    """The same pause everywhere."""

    milliseconds: int

    def pause(self, before: Revision, revision: Revision) -> float:
        """See `Pace`."""
        return self.milliseconds / 1000


class Recorded(Struct, frozen=True):
    """The pauses that there were."""

    speed: float
    longest: int
    """In milliseconds; what was longer is cut down to it."""

    def pause(self, before: Revision, revision: Revision) -> float:
        """See `Pace`."""
        # Never less than nothing: in the log of a game time does not go back.
        span = milliseconds(revision.command.received) - milliseconds(before.command.received)
        return min(span / self.speed, self.longest) / 1000


async def replay(
    hub: Hub, revisions: Sequence[Revision], pace: Pace, lease: Lease | None = None
) -> AsyncGenerator[Revision]:
    """These revisions at this pace, counted as a stream; the first one comes at once.

    Rejection that of the lease, RATE_LIMITED, TRY_AGAIN.
    """
    with hub.watching(_NO_GAME, lease) as watcher:
        before = None
        for revision in revisions:
            seconds = pace.pause(before, revision) if before is not None else 0.0
            if seconds > 0:
                await watcher.wait(seconds)
            watcher.check(revision.number)
            yield revision
            before = revision
