"""The agenda: what is still to be done, first thing first.

While seats act in turn there is the main lane alone, and its first step decides who is waited for.  While all act at
once each seat has a lane of its own; the main lane waits until the others are empty.
"""

from collections.abc import Iterator

from msgspec import Struct

from quarterdeck_rules.engine.steps import AnyDecision, Decision, Seat, Step

MAIN = 0
"""Number of the main lane."""


class Due(Struct, frozen=True, array_like=True):
    """A step and the seat it concerns."""

    seat: Seat
    step: Step


class Lane(Struct, frozen=True):
    """Steps in order.  Beside the main lane, a lane holds the steps of one seat."""

    number: int
    asked: int
    """Revision that asked the decision this lane waits for: it names that decision, and nothing else."""
    steps: tuple[Due, ...]


class Agenda(Struct, frozen=True):
    """Everything still to be done."""

    main: Lane = Lane(MAIN, 0, ())
    lanes: tuple[Lane, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the game is over."""
        return not self.main.steps and not self.lanes

    @property
    def live(self) -> tuple[Lane, ...]:
        """The lanes whose first step counts now."""
        return self.lanes or ((self.main,) if self.main.steps else ())

    def lane(self, number: int) -> Lane:
        """The lane with this number; KeyError if it is gone."""
        for lane in (self.main, *self.lanes):
            if lane.number == number:
                return lane
        raise KeyError(number)

    def with_steps(self, number: int, steps: tuple[Due, ...], asked: int | None = None) -> "Agenda":
        """The agenda with one lane's steps replaced, and its decision named anew if `asked` is given."""
        if number == MAIN:
            return Agenda(Lane(MAIN, self.main.asked if asked is None else asked, steps), self.lanes)
        lanes = (
            Lane(number, lane.asked if asked is None else asked, steps) if lane.number == number else lane
            for lane in self.lanes
        )
        return Agenda(self.main, tuple(lanes))

    def asked_in(self, revision: int) -> "Agenda":
        """The same steps, with every decision named anew."""
        lanes = tuple(Lane(lane.number, revision, lane.steps) for lane in self.lanes)
        return Agenda(Lane(MAIN, revision, self.main.steps), lanes)


class OpenDecision(Struct, frozen=True):
    """A decision that waits, with the name an answer has to give."""

    id: str
    seat: Seat
    decision: AnyDecision
    lane: int


def open_decisions(agenda: Agenda) -> Iterator[OpenDecision]:
    """The decisions that wait now, lane by lane."""
    for lane in agenda.live:
        due = lane.steps[0]
        if isinstance(due.step, Decision):
            yield OpenDecision(f"{lane.asked}.{lane.number}", due.seat, due.step, lane.number)
