"""Facts of a game's conduct.  All of them are public.

Times are milliseconds since 1970 UTC, spans are milliseconds.  `by` is the player whose token decided, empty for the
referee; a director's acts have a reason, in the director's own words.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from quarterdeck_rules.conduct.terms import Terms
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Upcasters

REFEREE = ""
"""Who acts when the service does; no token is anybody's with this name."""

HOUSE = "(house bot)"
"""The name that stands for the service's own bot where players are named; no token is anybody's with this name."""


class TermsSet(Struct, frozen=True, tag="quarterdeck.terms_set.v1"):
    """The terms were agreed."""

    terms: Terms


class Undone(Struct, frozen=True, tag="quarterdeck.undone.v1", omit_defaults=True):
    """Moves were taken back: the game stands as it did after revision `to`."""

    seat: Seat | None
    """Whose undo it was; nobody's if a director decided."""
    to: int
    by: str = REFEREE
    reason: str = ""


class Redone(Struct, frozen=True, tag="quarterdeck.redone.v1"):
    """Moves that were taken back count again: the game stands as it did after revision `to`."""

    seat: Seat
    to: int


class Undo(Struct, frozen=True, tag="quarterdeck.undo.v1"):
    """That the game goes back to how it stood after revision `to`."""

    to: int


class Redo(Struct, frozen=True, tag="quarterdeck.redo.v1"):
    """That the moves which were taken back last count again: the game stands as it did after revision `to`."""

    to: int


class Abandon(Struct, frozen=True, tag="quarterdeck.abandon.v1"):
    """That the game ends without a result."""


Subject: TypeAlias = Undo | Redo | Abandon


class Proposed(Struct, frozen=True, tag="quarterdeck.proposed.v1"):
    """A seat asks all others to agree to something."""

    seat: Seat
    subject: Subject
    expires: int
    """When it lapses, if not all have agreed by then."""


class Agreed(Struct, frozen=True, tag="quarterdeck.agreed.v1"):
    """A seat agrees to what is proposed."""

    seat: Seat


class Outcome(StrEnum):
    """How a proposal came to its end."""

    CARRIED = "carried"
    """All agreed."""
    DECLINED = "declined"
    """A seat declined."""
    WITHDRAWN = "withdrawn"
    """The seat that proposed took it back."""
    EXPIRED = "expired"
    """Not all had agreed in time."""
    OVERTAKEN = "overtaken"
    """The game went on, so that it no longer fits."""


class ProposalClosed(Struct, frozen=True, tag="quarterdeck.proposal_closed.v1", omit_defaults=True):
    """A proposal is no longer open."""

    outcome: Outcome
    seat: Seat | None = None
    """Who declined or withdrew it."""


class ClockChanged(Struct, frozen=True, tag="quarterdeck.clock_changed.v1", omit_defaults=True):
    """A seat's clock was started, stopped or renewed."""

    seat: Seat
    remaining: int
    """What it has left."""
    at: int
    """When that was so."""
    deadline: int | None = None
    """When its time is out; nothing if the clock stands still."""
    given_for: int = 0
    """Up to which of the seat's answers time was given; what is answered once more after an undo brings no more."""
    bare: int | None = None
    """What is left without the daily window, if that is another span."""


class TimedOut(Struct, frozen=True, tag="quarterdeck.timed_out.v1"):
    """A seat's time is out."""

    seat: Seat


class Cause(StrEnum):
    """Why the service or a director acted in a seat's place."""

    TIME_OUT = "time_out"
    """Its time was out."""
    LEFT = "left"
    """The seat has left the game."""
    HOUSE = "house"
    """The house bot holds the seat."""
    DIRECTOR = "director"
    """A director said so."""
    SERVICE_AWAY = "service_away"
    """Nobody could have moved: no server was running."""


class TimeAdded(Struct, frozen=True, tag="quarterdeck.time_added.v1", omit_defaults=True):
    """A seat was given time."""

    seat: Seat
    span: int
    at: int
    cause: Cause
    by: str = REFEREE
    reason: str = ""


class MoveForced(Struct, frozen=True, tag="quarterdeck.move_forced.v1", omit_defaults=True):
    """The move that follows was made for a seat."""

    seat: Seat
    cause: Cause
    by: str = REFEREE
    reason: str = ""


class Leaving(StrEnum):
    """How a seat left."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"


class SeatLeft(Struct, frozen=True, tag="quarterdeck.seat_left.v1"):
    """A seat plays no longer: default moves are made for it, and it ranks below those who stay."""

    seat: Seat
    how: Leaving


class SeatPassed(Struct, frozen=True, tag="quarterdeck.seat_passed.v1", omit_defaults=True):
    """A seat passed to another player, or to the house bot; who held it before stays on the log."""

    seat: Seat
    player: str
    by: str
    reason: str = ""


class ViewShared(Struct, frozen=True, tag="quarterdeck.view_shared.v1"):
    """A seat's holder shares its view with those who hold no seat, or shares it no longer."""

    seat: Seat
    shared: bool


class Paused(Struct, frozen=True, tag="quarterdeck.paused.v1"):
    """The game stands still, and so do its clocks."""

    by: str
    reason: str


class Resumed(Struct, frozen=True, tag="quarterdeck.resumed.v1"):
    """The game goes on."""

    by: str
    reason: str


class Adjudicated(Struct, frozen=True, tag="quarterdeck.adjudicated.v1"):
    """A director gave the result, which follows."""

    by: str
    reason: str


class Voided(Struct, frozen=True, tag="quarterdeck.voided.v1"):
    """A director ended the game without a result."""

    by: str
    reason: str


EVENTS: tuple[type[Struct], ...] = (
    TermsSet,
    Undone,
    Redone,
    Proposed,
    Agreed,
    ProposalClosed,
    ClockChanged,
    TimedOut,
    TimeAdded,
    MoveForced,
    SeatLeft,
    SeatPassed,
    ViewShared,
    Paused,
    Resumed,
    Adjudicated,
    Voided,
)
"""Facts of conduct that any title's log may hold."""

UPCASTERS: Upcasters = {}
"""For those of earlier releases."""


class EndReason(StrEnum):
    """Why a game ended, where it was not played to its last step."""

    LEFT = "LEFT"
    """All seats but one have left."""
    ABANDONED = "ABANDONED"
    """All agreed to end it without a result."""
    ADJUDICATED = "ADJUDICATED"
    """A director gave the result."""
    VOIDED = "VOIDED"
    """A director ended it without a result."""
