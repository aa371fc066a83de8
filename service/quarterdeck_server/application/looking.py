"""Looking: what a caller may see of a game now, and from which seat.  Every read and every rejection goes through here.

The terms of a game may delay spectators: for them it stands as it did some time ago, at their *horizon*.
"""

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.engine.game import Ended
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.live import LiveGame, Revision, not_available
from quarterdeck_server.application.moments import milliseconds
from quarterdeck_server.application.rejection import Rejection


class Look(Struct, frozen=True):
    """A caller's look at a game."""

    live: LiveGame
    viewer: Viewer
    """The seat that is looked from, or nothing."""
    revision: int
    """The revision that is looked at."""
    latest: int
    """The last revision that this caller may see."""
    is_told: bool
    """Whether the game has no secrets any more: it has ended, and so have all that deal alike."""
    is_delayed: bool
    """Whether the caller is told later what happens."""
    due_in: float | None
    """Seconds until the caller may see the next revision; nothing if none is held back."""

    @property
    def case(self) -> Case[Any]:
        """The game with its conduct as they were at the revision."""
        return self.live.at(self.revision)


class Seen(Struct, frozen=True):
    """What a stream brings next."""

    look: Look
    """At the last revision that the stream has brought."""
    told: Revision | Ended | None
    """The next revision, the end of the game, which is the last that comes, or nothing new."""


def look_at(
    live: LiveGame,
    caller: Caller | None,
    now: str,
    seat: Seat | None,
    revision: int | None,
    *,
    is_told: bool,
    to_play: bool = False,
) -> Look:
    """A look from a seat, if one is named, and at a revision, or the latest.

    `is_told`: whether the game has ended and has no secrets any more.
    With `to_play` at what is for whoever plays the seat, and not for those with whom its view is shared.
    NOT_YOUR_SEAT, FIELD_INVALID as `LiveGame.viewer`; REVISION_NOT_AVAILABLE for one that there is not, or not yet.
    """
    delayed = _is_delayed(live, caller)
    latest = horizon(live, caller, now) if delayed else live.game.revision
    with veiled(live, caller, now) if delayed else nullcontext():
        is_open = is_told or _is_shared(live, caller, seat, latest, to_play=to_play)
        viewer = seat if is_open and seat in range(live.game.created.seats) else live.viewer(caller, seat)
    if revision is not None and not 1 <= revision <= latest:
        raise not_available(revision, latest)
    wanted = latest if revision is None else revision
    return Look(live, viewer, wanted, latest, is_told, delayed, _due_in(live, latest, now))


def horizon(live: LiveGame, caller: Caller | None, now: str) -> int:
    """The last revision that a caller may see."""
    if not _is_delayed(live, caller):
        return live.game.revision
    # In the log of a game time never goes back.
    old = bisect_right(live.revisions, milliseconds(now) - live.conduct.terms.spectator_delay, key=_received)
    return max(live.started, old)


@contextmanager
def veiled(live: LiveGame, caller: Caller | None, now: str) -> Iterator[None]:
    """What is rejected in this block tells the caller nothing that is held back."""
    try:
        yield
    except Rejection as rejection:
        seen = horizon(live, caller, now)
        if seen < live.game.revision:
            if rejection.revision is not None:
                rejection.revision = seen
            if rejection.situation is not None:
                # Its words need title and players; how the game stands is not told.
                rejection.situation = replace(
                    rejection.situation, revision=seen, open_decisions=(), ended=None, is_told=False
                )
        raise


def _is_delayed(live: LiveGame, caller: Caller | None) -> bool:
    """Whether a caller is told later what happens now."""
    if not live.conduct.terms.spectator_delay or not live.started or live.ended is not None:
        return False
    return caller is None or not (caller.directs or live.seats_of(caller.player))


def _is_shared(live: LiveGame, caller: Caller | None, seat: Seat | None, latest: int, *, to_play: bool) -> bool:
    """Whether somebody else's seat may be looked from, because who holds it lets those who hold none."""
    if to_play or (caller is not None and live.seats_of(caller.player)):
        return False
    # Who is delayed hears of the consent later, but its end holds at once.
    return seat in live.conduct.shared and seat in live.at(latest).conduct.shared


def _due_in(live: LiveGame, latest: int, now: str) -> float | None:
    if latest == live.game.revision:
        return None
    return (_received(live.revisions[latest]) + live.conduct.terms.spectator_delay - milliseconds(now)) / 1000


def _received(revision: Revision) -> int:
    return milliseconds(revision.command.received)
