"""Absence: what happens in the place of a seat that does not play - its time is out, it has left, or a bot holds it."""

from collections.abc import Sequence

from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.clocks import Outage, is_played_for, run_out
from quarterdeck_rules.conduct.closing import ranked
from quarterdeck_rules.conduct.facts import (
    Cause,
    EndReason,
    Leaving,
    MoveForced,
    Outcome,
    ProposalClosed,
    SeatLeft,
    TimedOut,
)
from quarterdeck_rules.conduct.house import choose
from quarterdeck_rules.conduct.play import left_refusal
from quarterdeck_rules.conduct.terms import TimeoutPolicy
from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import Chance
from quarterdeck_rules.engine.game import Ended, Status
from quarterdeck_rules.engine.judge import Events, decide, default_answer, not_active
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import S, Seat


def due(case: Case[S], at: int, outages: Sequence[Outage], chance: Chance, *, timed: bool = False) -> Events | None:
    """The first thing that the referee has to see to by now: a proposal, a time-out, a move; nothing if there is none.

    With `timed` only what time has brought about.

    Asked again after it was recorded, it gives the next one, so that many things at once happen in a fixed order.
    """
    game, conduct = case.game, case.conduct
    if game.status is not Status.ACTIVE:
        return None
    if conduct.proposal is not None and conduct.proposal.expires <= at:
        return ProposalClosed(Outcome.EXPIRED), case.as_it_was
    if conduct.is_paused:
        return None
    if late := run_out(conduct, outages, at):
        return time_out(case, late[0], chance)
    if run_out(conduct, (), at):
        # Time at which nobody could move is given back, and that is all: the closing of any command does it.
        return (case.as_it_was,)
    for opened in open_decisions(game.agenda) if not timed else ():
        if is_played_for(conduct, opened.seat):
            cause = Cause.HOUSE if opened.seat in conduct.house else Cause.LEFT
            if (events := forced(case, opened, MoveForced(opened.seat, cause), chance)) is not None:
                return events
    return None


def wake(case: Case[S]) -> int:
    """When the referee has to look at the game next, in milliseconds since 1970: 1 is at once, 0 not at all."""
    game, conduct = case.game, case.conduct
    if game.status is not Status.ACTIVE:
        return 0
    moments = [conduct.proposal.expires] if conduct.proposal is not None else []
    if not conduct.is_paused:
        if any(is_played_for(conduct, opened.seat) for opened in open_decisions(game.agenda)):
            return 1
        moments += [clock.deadline for clock in conduct.clocks if clock.deadline is not None]
    return min(moments, default=0)


def time_out(case: Case[S], seat: Seat, chance: Chance) -> Events:
    """QD-TIME-2  What the terms say happens to a seat whose time is out."""
    policy = case.conduct.terms.on_timeout
    if policy is TimeoutPolicy.FORFEIT:
        return TimedOut(seat), *_left(case, seat, Leaving.TIMED_OUT)
    if policy is TimeoutPolicy.DEFAULT_MOVE:
        opened = next(one for one in open_decisions(case.game.agenda) if one.seat == seat)
        if (events := forced(case, opened, MoveForced(seat, Cause.TIME_OUT), chance)) is not None:
            return TimedOut(seat), *events
    # Also where there is no move to make: somebody has to look at it.
    return TimedOut(seat), case.as_it_was


def forced(case: Case[S], opened: OpenDecision, forcing: MoveForced, chance: Chance) -> Events | None:
    """A move made in a seat's place; nothing if there is none to make."""
    if forcing.cause is Cause.HOUSE:
        move = choose(case.title, case.game, opened)
    else:
        move = default_answer(case.title, case.game, opened)
    if move is None:
        return None
    made = decide(case.title, case.game, opened.seat, opened.id, move, chance)
    assert not isinstance(made, Refusal), "a listed move is not refused"
    return forcing, *made


def stopped(case: Case[S], at: int, outages: Sequence[Outage]) -> Events | None:
    """QD-TIME-2  A time-out where no move can be made in the seat's place: a director is waited for."""
    late = run_out(case.conduct, outages, at)
    return (TimedOut(late[0]), case.as_it_was) if late else None


def resign(case: Case[S], seat: Seat) -> Events | Refusal:
    """QD-LEAVE-1  A seat leaves the game."""
    if refusal := not_active(case.game) or left_refusal(case, seat):
        return refusal
    return _left(case, seat, Leaving.RESIGNED)


def _left(case: Case[S], seat: Seat, how: Leaving) -> Events:
    left, game = (*case.conduct.left, seat), case.game
    if len(game.players) - len(left) > 1:
        return SeatLeft(seat, how), case.as_it_was
    standings = ranked(case.title.standings(game.state), left)
    return SeatLeft(seat, how), Ended(standings, EndReason.LEFT), case.nothing_left
