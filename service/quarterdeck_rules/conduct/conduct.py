"""The conduct of a game as its log says it.  `evolve` holds no rule: what follows from what is in the events."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct import facts
from quarterdeck_rules.conduct.terms import Bank, Correspondence, PerMove, Terms
from quarterdeck_rules.engine.steps import Seat

FACTS = frozenset(facts.EVENTS)
SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


class SeatClock(Struct, frozen=True):
    """A seat's clock."""

    remaining: int = 0
    """What the seat has left, as of `at`."""
    at: int = 0
    deadline: int | None = None
    """When its time is out; nothing while the clock stands still."""
    given_for: int = 0
    """Up to which of the seat's answers time was given."""
    bare: int | None = None
    """What it has left without the daily window, as of `at`, if that is another span."""
    is_out: bool = False
    """Whether its time is out and a director is waited for."""


class Proposal(Struct, frozen=True):
    """What a seat has proposed, and who agrees."""

    revision: int
    """The revision that it was made in; names it."""
    seat: Seat
    subject: facts.Subject
    expires: int
    agreed: tuple[Seat, ...] = ()


class Holding(Struct, frozen=True):
    """Who came to hold a seat, and when."""

    seat: Seat
    player: str
    revision: int


class Conduct(Struct, frozen=True):
    """Everything that is not the title's."""

    terms: Terms = Terms()
    clocks: tuple[SeatClock, ...] = ()
    """By seat; none in a game without clocks."""
    is_paused: bool = False
    proposal: Proposal | None = None
    left: tuple[Seat, ...] = ()
    """Seats that have left, in the order in which they did."""
    house: tuple[Seat, ...] = ()
    """Seats that the house bot holds."""
    passed: tuple[Holding, ...] = ()
    """Seats that passed to somebody else, in order; who joined first is on the log."""
    undos: tuple[int, ...] = ()
    """How often each seat has taken moves back."""
    shared: tuple[Seat, ...] = ()
    """Seats whose holders let those who hold none look from them, in the order in which they did."""

    def clock(self, seat: Seat) -> SeatClock:
        """The clock of a seat, in a game that has clocks."""
        return self.clocks[seat]


def begin(seats: int) -> Conduct:
    """The conduct of a game before its terms are set."""
    return Conduct(undos=(0,) * seats)


def evolve(conduct: Conduct, event: object, revision: int) -> Conduct:
    """The conduct after a fact of it, which belongs to this revision."""
    match event:
        case facts.TermsSet(terms):
            clocks = () if terms.clock is None else (SeatClock(allowance(terms)),) * len(conduct.undos)
            return replace(conduct, terms=terms, clocks=clocks)
        case facts.Undone(seat):
            counts = tuple(count + (place == seat) for place, count in enumerate(conduct.undos))
            return replace(conduct, undos=counts)
        case facts.Proposed(seat, subject, expires):
            return replace(conduct, proposal=Proposal(revision, seat, subject, expires))
        case facts.Agreed(seat):
            assert conduct.proposal is not None, "agreement is to an open proposal"
            agreed = (*conduct.proposal.agreed, seat)
            return replace(conduct, proposal=replace(conduct.proposal, agreed=agreed))
        case facts.ProposalClosed():
            return replace(conduct, proposal=None)
        case facts.ClockChanged(seat, remaining, at, deadline, given_for, bare):
            return _with_clock(conduct, seat, SeatClock(remaining, at, deadline, given_for, bare))
        case facts.TimedOut(seat):
            stopped = replace(conduct.clock(seat), remaining=0, deadline=None, bare=None, is_out=True)
            return _with_clock(conduct, seat, stopped)
        case facts.TimeAdded(seat, span, at):
            return _with_clock(conduct, seat, _longer(conduct.clock(seat), span, at))
        case facts.SeatLeft(seat):
            return replace(conduct, left=(*conduct.left, seat))
        case facts.SeatPassed(seat, player):
            others = tuple(one for one in conduct.house if one != seat)
            return replace(
                conduct,
                left=tuple(one for one in conduct.left if one != seat),
                house=(*others, seat) if player == facts.HOUSE else others,
                passed=(*conduct.passed, Holding(seat, player, revision)),
                # What its holder has agreed to does not bind the next one.
                shared=tuple(one for one in conduct.shared if one != seat),
            )
        case facts.ViewShared(seat, shared):
            others = tuple(one for one in conduct.shared if one != seat)
            return replace(conduct, shared=(*others, seat) if shared else others)
        case facts.Paused():
            return replace(conduct, is_paused=True)
        case facts.Resumed():
            return replace(conduct, is_paused=False)
    return conduct


def evolved(conduct: Conduct, events: Iterable[object], revision: int) -> Conduct:
    """The conduct after those of these events that are facts of it."""
    for event in events:
        if type(event) in FACTS:
            conduct = evolve(conduct, event, revision)
    return conduct


def allowance(terms: Terms) -> int:
    """What a clock of these terms shows before it is started."""
    match terms.clock:
        case PerMove(seconds) | Bank(seconds):
            return seconds * SECOND
        case Correspondence(days):
            return days * DAY
    return 0


def _longer(clock: SeatClock, span: int, at: int) -> SeatClock:
    if clock.deadline is None:
        bare = None if clock.bare is None else clock.bare + span
        return replace(clock, remaining=clock.remaining + span, at=at, bare=bare, is_out=False)
    bare = None if clock.bare is None else clock.bare + span - (at - clock.at)
    # Given back too little, it is out still, as is told next.
    left = max(0, clock.deadline + span - at)
    return replace(clock, remaining=left, at=at, deadline=clock.deadline + span, bare=bare)


def _with_clock(conduct: Conduct, seat: Seat, clock: SeatClock) -> Conduct:
    clocks = list(conduct.clocks)
    clocks[seat] = clock
    return replace(conduct, clocks=tuple(clocks))
