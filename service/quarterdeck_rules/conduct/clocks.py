"""Clocks: which run, until when.  All is worked out from recorded times, and what comes of it is recorded."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from quarterdeck_rules.conduct.conduct import SECOND, Conduct, SeatClock, allowance
from quarterdeck_rules.conduct.facts import Cause, ClockChanged, TimeAdded
from quarterdeck_rules.conduct.terms import Bank, Correspondence
from quarterdeck_rules.engine.steps import Seat

LEAST = 60 * SECOND
"""What a seat has at least if an undo, or another player, has brought a clock back whose time was out."""


class Outage(Struct, frozen=True):
    """A time at which no server was running."""

    start: int
    end: int


class Calendar(Protocol):
    """Knows the days and nights of time zones."""

    def deadline(self, clock: Correspondence, at: int, span: int) -> int:
        """The moment a span after `at`, whole days by the clocks of its time zone, moved into the daily window."""


class Change(Struct, frozen=True):
    """What a command has done that clocks depend on."""

    at: int
    deciding: frozenset[Seat]
    """Seats that are waited for after it."""
    answered: Seat | None = None
    """The seat whose decision was answered, by itself or in its place."""
    answers: tuple[int, ...] = ()
    """How many answers each seat has given, of those that count after it."""
    passed: frozenset[Seat] = frozenset()
    """Seats that it gave to somebody else."""
    is_undo: bool = False
    has_ended: bool = False


def changes(conduct: Conduct, change: Change, calendar: Calendar) -> Iterator[ClockChanged]:
    """What becomes of the clocks; `conduct` is as the other facts of the command leave it."""
    for seat, clock in enumerate(conduct.clocks):
        # A seat that is out waits for a director; one that was answered for, or that another player has now, goes on.
        if clock.is_out and change.answered != seat and seat not in change.passed:
            continue
        must = seat in change.deciding and not (change.has_ended or conduct.is_paused or is_played_for(conduct, seat))
        changed = _changed(conduct, seat, clock, change, must, calendar)
        if changed is not None:
            yield changed


def is_played_for(conduct: Conduct, seat: Seat) -> bool:
    """Whether the service answers for a seat."""
    return seat in conduct.left or seat in conduct.house


def _changed(
    conduct: Conduct, seat: Seat, clock: SeatClock, change: Change, must: bool, calendar: Calendar
) -> ClockChanged | None:
    """What becomes of one clock.  Time is given once for each answer of a seat, however often it is answered anew."""
    kind, at = conduct.terms.clock, change.at
    # A time-out stops the clock, but the move made for the seat is the end of a stretch like any other.
    runs, goes_on = clock.deadline is not None or clock.is_out, clock.deadline is not None and must
    if not runs and not must:
        return None
    left, bare = _left(clock, at)
    given_for, answers = clock.given_for, change.answers[seat]
    is_fresh = not isinstance(kind, Bank) and must and answers + 1 > given_for
    if goes_on and not is_fresh:
        return None
    if is_fresh:
        left = bare = allowance(conduct.terms)
        given_for = answers + 1
    elif isinstance(kind, Bank) and change.answered == seat and answers > given_for:
        left += kind.increment * SECOND
        given_for = answers
    if not must:
        return ClockChanged(seat, left, at, given_for=given_for, bare=None if bare == left else bare)
    if left <= 0 and (change.is_undo or seat in change.passed):
        left = bare = LEAST
    if not isinstance(kind, Correspondence):
        return ClockChanged(seat, left, at, at + left, given_for)
    # Days are put into the window once; a clock that goes on has at least what it had.
    deadline = calendar.deadline(kind, at, bare)
    deadline = deadline if is_fresh else max(deadline, at + left)
    return ClockChanged(seat, deadline - at, at, deadline, given_for, None if bare == deadline - at else bare)


def _left(clock: SeatClock, at: int) -> tuple[int, int]:
    """What a clock has left, and what it has without the daily window."""
    if clock.deadline is None:
        return clock.remaining, clock.remaining if clock.bare is None else clock.bare
    left = max(0, clock.deadline - at)
    return left, left if clock.bare is None else max(0, clock.bare - (at - clock.at))


def given_back(conduct: Conduct, outages: Sequence[Outage], at: int) -> Iterator[TimeAdded]:
    """The time that running clocks have lost because no server was running, up to now."""
    for seat, clock in enumerate(conduct.clocks):
        if span := lost(clock, outages, at):
            yield TimeAdded(seat, span, at, Cause.SERVICE_AWAY)


def lost(clock: SeatClock, outages: Iterable[Outage], at: int) -> int:
    """How much of a running clock's time passed while no server was running, since it was last looked at."""
    if clock.deadline is None:
        return 0
    return sum(max(0, min(outage.end, at) - max(outage.start, clock.at)) for outage in outages)


def run_out(conduct: Conduct, outages: Sequence[Outage], at: int) -> list[Seat]:
    """The seats whose time is out, in the order in which it went out; equals in seating order."""
    found = []
    for seat, clock in enumerate(conduct.clocks):
        if clock.deadline is not None:
            deadline = clock.deadline + lost(clock, outages, at)
            if deadline <= at:
                found.append((deadline, seat))
    return [seat for _, seat in sorted(found)]
