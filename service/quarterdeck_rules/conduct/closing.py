"""Closing: what every command brings about beside what it says, whatever it was."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct import conduct as conducts
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.clocks import Calendar, Change, Outage, changes, given_back
from quarterdeck_rules.conduct.conduct import Proposal
from quarterdeck_rules.conduct.facts import (
    Abandon,
    Outcome,
    ProposalClosed,
    Redone,
    SeatLeft,
    SeatPassed,
    Undone,
)
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Closed, Ended, Started
from quarterdeck_rules.engine.steps import S, Seat
from quarterdeck_rules.engine.title import Standing


class Moment(Struct, frozen=True):
    """When a command was received, and what has to be known of time beside."""

    at: int
    """Milliseconds since 1970 UTC; in one game it never goes back."""
    calendar: Calendar
    outages: tuple[Outage, ...] = ()


def completed(case: Case[S], events: Sequence[Struct], moment: Moment) -> tuple[Struct, ...]:
    """The events of a judged command, with what follows for standings, proposals and clocks."""
    *told, closed = events
    assert isinstance(closed, Closed), "a command ends with its closing event"
    conduct = case.conduct
    first: list[Struct] = []
    if conduct.clocks:
        first = list(given_back(conduct, moment.outages, moment.at))
    conduct = conducts.evolved(conduct, (*first, *told), closed.revision)
    if conduct.left:
        told = [_ranked(event, conduct.left) if isinstance(event, Ended) else event for event in told]
    has_ended = any(isinstance(event, Ended) for event in told)
    last: list[Struct] = []
    if conduct.proposal is not None and (has_ended or _overtakes(told, closed, conduct.proposal)):
        last.append(ProposalClosed(Outcome.OVERTAKEN))
    if conduct.clocks and (case.history.is_started or any(isinstance(event, Started) for event in told)):
        last += changes(conduct, _change(case, told, closed, moment.at, has_ended), moment.calendar)
    return (*first, *told, *last, closed)


def ranked(standings: Iterable[Standing], left: Sequence[Seat]) -> tuple[Standing, ...]:
    """Standings in which seats that have left rank below all that stayed, the first to leave last.

    A seat that leaves a game against an opponent whom nobody plays ranks second, behind him.
    """
    if not left:
        return tuple(standings)
    known = tuple(standings)
    staying = [one.rank for one in known if one.seat not in left]
    ranks = {one.seat: 1 + sum(rank < one.rank for rank in staying) for one in known}
    below = max(1, len(staying)) + 1
    for place, seat in enumerate(reversed(left)):
        ranks[seat] = below + place
    return tuple(replace(one, rank=ranks[one.seat]) for one in known)


def _ranked(ended: Ended, left: Sequence[Seat]) -> Ended:
    return replace(ended, standings=ranked(ended.standings, left)) if ended.reason == "PLAYED_OUT" else ended


def _overtakes(told: Sequence[Struct], closed: Closed, proposal: Proposal) -> bool:
    """Whether a proposal no longer fits: the seats are not those that were asked, or it was about other moves."""
    if any(isinstance(event, SeatLeft | SeatPassed) for event in told):
        return True
    went_on = closed.answer is not None or any(isinstance(event, Undone | Redone) for event in told)
    return went_on and not isinstance(proposal.subject, Abandon)


def _change(case: Case[S], told: Sequence[Struct], closed: Closed, at: int, has_ended: bool) -> Change:
    beside = {kind.move for kind in case.title.anytime}
    base = next((event.to for event in told if isinstance(event, Undone | Redone)), len(case.history))
    answers = list(case.history.answers(base))
    answer = closed.answer if closed.answer is not None and type(closed.answer.move) not in beside else None
    if answer is not None:
        answers[answer.seat] += 1
    return Change(
        at,
        frozenset(opened.seat for opened in open_decisions(closed.agenda)),
        None if answer is None else answer.seat,
        tuple(answers),
        frozenset(event.seat for event in told if isinstance(event, SeatPassed)),
        any(isinstance(event, Undone) for event in told),
        has_ended,
    )
