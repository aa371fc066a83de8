"""A play: a move being carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from quarterdeck_rules.engine.agenda import MAIN, Agenda, Due
from quarterdeck_rules.engine.chance import Drawing
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Decision, Effect, S, Seat, Step
from quarterdeck_rules.engine.title import Title

MOST_EFFECTS = 10_000
"""More effects than any move sets off: a title that reaches it goes round in circles, and has to stop."""


def barred(waiting: Iterable[Due], state: Any, seat: Seat, move: object) -> Refusal | None:
    """Why the decisions that wait in a lane do not allow an anytime move there, or nothing."""
    decisions = (due.step for due in waiting if isinstance(due.step, Decision))
    refusals = (decision.bars(state, seat, move) for decision in decisions)
    return next((refusal for refusal in refusals if refusal is not None), None)


class Play(Generic[S]):
    """What happens while one command is carried out.  It is made by `judge` and thrown away after it.

    Rules use four things: `state` (as it is after all that was recorded), `record`, `schedule` or `all_at_once`,
    and `chance`.
    """

    def __init__(self, title: Title[S], state: S, agenda: Agenda, chance: Drawing) -> None:
        self.state = state
        self.chance = chance
        self.events: list[object] = []
        self.agenda = agenda
        self._title = title
        self._lane = MAIN
        self._owner: Seat | None = None

    def record(self, *events: object) -> None:
        """Put facts on the log; the state follows at once."""
        for event in events:
            self.events.append(event)
            self.state = self._title.evolve(self.state, event)

    def schedule(self, seat: Seat, *steps: Step) -> None:
        """Have these steps done next, in this order, before what is left.

        While all act at once, steps for another seat than the lane's get a lane of their own, so that nobody's open
        decision is covered.
        """
        if not steps:
            return
        if not self.agenda.lanes or (self._lane != MAIN and self._owner == seat):
            dues = tuple(Due(seat, step) for step in steps)
            self.agenda = self.agenda.with_steps(self._lane, dues + self.agenda.lane(self._lane).steps)
        else:
            self.agenda = self.agenda.opened(seat, steps)

    def schedule_each(self, seats: Sequence[Seat], *steps: Step) -> None:
        """Have each of these seats do these steps next, seat after seat."""
        for seat in reversed(seats):
            self.schedule(seat, *steps)

    def all_at_once(self, steps: Mapping[Seat, Iterable[Step]]) -> None:
        """Give each seat a lane of its own; what is left on the main lane waits until all of them are empty."""
        for seat, own in steps.items():
            if own := tuple(own):
                self.agenda = self.agenda.opened(seat, own)

    def has_anytime_move(self, seat: Seat) -> bool:
        """Whether the seat could make an anytime move where such moves may stand."""
        waiting = self.agenda.lane(self._lane).steps
        moves = self._title.anytime_moves(self.state, seat)
        return any(barred(waiting, self.state, seat, move) is None for move in moves)

    def enter(self, lane: int) -> None:
        """Carry on in this lane: what is scheduled belongs there."""
        self._lane = lane
        steps = self.agenda.lane(lane).steps
        self._owner = steps[0].seat if steps else None

    def take(self, lane: int) -> Due:
        """Enter a lane and take its first step off.  An emptied lane stays until `settle`: the step may fill it."""
        self.enter(lane)
        first, *rest = self.agenda.lane(lane).steps
        self.agenda = self.agenda.with_steps(lane, tuple(rest))
        return first

    def settle(self) -> None:
        """Run effects, and ask for obligations, until only decisions are open or nothing is left."""
        for _ in range(MOST_EFFECTS):
            self.agenda = self.agenda.tidied()
            ready = next((lane.number for lane in self.agenda.live if isinstance(lane.steps[0].step, Effect)), None)
            if ready is not None:
                due = self.take(ready)
                assert isinstance(due.step, Effect)
                due.step.run(self, due.seat)
                continue
            owed = self._title.obligations(self.state)
            if not owed:
                return
            self._lane, self._owner = MAIN, None
            for due in reversed(owed):  # each goes before what is there
                self.schedule(due.seat, due.step)
        raise RuntimeError(f"{self._title.name}: effects do not come to an end")

    def settle_lane(self, lane: int, waiting: tuple[Due, ...]) -> None:
        """Settle, and take decisions off this lane that were waiting there and need no answer any more."""
        self.settle()
        while head := next((one.steps[0] for one in self.agenda.live if one.number == lane), None):
            resurfaced = any(head is due for due in waiting)
            self.enter(lane)  # obligations may have led elsewhere, to a lane that is gone
            if not (resurfaced and isinstance(head.step, Decision) and head.step.lapses(self, head.seat)):
                return
            self.take(lane)
            self.settle()
