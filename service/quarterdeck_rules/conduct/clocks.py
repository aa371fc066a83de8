"""Clocks: which run, until when.  All is worked out from recorded times, and what comes of it is recorded."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from quarterdeck_rules.conduct.conduct import SECOND, Conduct, SeatClock, allowance
from quarterdeck_rules.conduct.facts import Cause, ClockChanged, TimeAdded
from quarterdeck_rules.conduct.terms import Bank, Correspondence
from quarterdeck_rules.engine.steps import Seat


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
    is_move: bool = False
    """Whether it was a move, or the start: then who is waited for has new time, and earns the increment."""
    has_ended: bool = False


def changes(conduct: Conduct, change: Change, calendar: Calendar) -> Iterator[ClockChanged]:
    """What becomes of the clocks; `conduct` is as the other facts of the command leave it."""
    for seat, clock in enumerate(conduct.clocks):
        # A seat that is out for good waits for a director; one that was answered for goes on.
        if clock.is_out and change.answered != seat:
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
    kind, at = conduct.terms.clock, change.at
    # A time-out stops the clock, but the move made for the seat is the end of a stretch like any other.
    runs, answered = clock.deadline is not None or clock.is_out, change.answered == seat
    if not runs and not must:
        return None
    if runs and must and not answered:
        return None
    left = clock.remaining if clock.deadline is None else max(0, clock.deadline - at)
    if isinstance(kind, Bank):
        if runs and must and not clock.is_out:
            return None
        if answered and (clock.earns or clock.is_out):
            left += kind.increment * SECOND
    elif must and change.is_move:
        left = allowance(conduct.terms)
    if not must:
        # A pause keeps what a clock would have earned.
        return ClockChanged(seat, left, at, earns=conduct.is_paused and clock.earns)
    deadline = calendar.deadline(kind, at, left) if isinstance(kind, Correspondence) else at + left
    return ClockChanged(seat, deadline - at, at, deadline, earns=change.is_move or clock.earns)


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
