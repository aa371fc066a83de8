"""Looking: what a caller may see of a game now, and from which seat.  Every read goes through here."""

from typing import Any

from msgspec import Struct

from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.engine.game import Ended
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.live import LiveGame, Revision, not_available


class Look(Struct, frozen=True):
    """A caller's look at a game."""

    live: LiveGame
    viewer: Viewer
    """The seat that is looked from, or nothing."""
    revision: int
    """The revision that is looked at."""
    latest: int
    """The last revision that this caller may see."""

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
    live: LiveGame, caller: Caller | None, seat: Seat | None, revision: int | None, *, to_play: bool = False
) -> Look:
    """A look from a seat, if one is named, and at a revision, or the latest.

    With `to_play` at what is for whoever plays the seat, and not for those with whom its view is shared.
    NOT_YOUR_SEAT, FIELD_INVALID as `LiveGame.viewer`; REVISION_NOT_AVAILABLE for a revision that there is not.
    """
    latest = live.game.revision
    viewer = seat if _is_open(live, caller, seat, to_play=to_play) else live.viewer(caller, seat)
    if revision is not None and not 1 <= revision <= latest:
        raise not_available(revision, latest)
    return Look(live, viewer, latest if revision is None else revision, latest)


def _is_open(live: LiveGame, caller: Caller | None, seat: Seat | None, *, to_play: bool) -> bool:
    """Whether somebody else's seat may be looked from."""
    if seat is None or seat >= live.game.created.seats:
        return False
    if live.ended is not None:
        return True
    has_seat = caller is not None and bool(live.seats_of(caller.player))
    return seat in live.conduct.shared and not has_seat and not to_play
