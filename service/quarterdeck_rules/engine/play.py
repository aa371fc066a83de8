"""A play: a move being carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from quarterdeck_rules.engine.agenda import MAIN, Agenda, Due, Lane
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

    Rules use four things: `state` (as it is after all that was recorded), `record`, `schedule` (or `schedule_each`,
    `all_at_once`), and `chance`.

    Steps wait in lists, the next one last, so that taking one and putting others before it costs the same however many
    there are; `agenda` gives them as they will be stored.
    """

    def __init__(self, title: Title[S], state: S, agenda: Agenda, chance: Drawing) -> None:
        self.state = state
        self.chance = chance
        self.events: list[object] = []
        self._title = title
        self._before = agenda
        self._waiting = {lane.number: list(reversed(lane.steps)) for lane in (agenda.main, *agenda.lanes)}
        self._changed: set[int] = set()
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
        if len(self._waiting) == 1 or (self._lane != MAIN and self._owner == seat):
            self._changed.add(self._lane)
            self._waiting[self._lane].extend([Due(seat, step) for step in reversed(steps)])
        else:
            self._open(seat, steps)

    def schedule_each(self, seats: Sequence[Seat], *steps: Step) -> None:
        """Have each of these seats do these steps next, seat after seat."""
        for seat in reversed(seats):
            self.schedule(seat, *steps)

    def all_at_once(self, steps: Mapping[Seat, Iterable[Step]]) -> None:
        """Give each seat a lane of its own; what is left on the main lane waits until all of them are empty."""
        for seat, own in steps.items():
            if own := tuple(own):
                self._open(seat, own)

    def has_anytime_move(self, seat: Seat) -> bool:
        """Whether the seat could make an anytime move where such moves may stand."""
        waiting = self._waiting[self._lane][::-1]
        moves = self._title.anytime_moves(self.state, seat)
        return any(barred(waiting, self.state, seat, move) is None for move in moves)

    def enter(self, lane: int) -> None:
        """Carry on in this lane: what is scheduled belongs there."""
        self._lane = lane
        waiting = self._waiting[lane]
        self._owner = waiting[-1].seat if waiting else None

    def take(self, lane: int) -> Due:
        """Enter a lane and take its first step off.  An emptied lane stays until `settle`: the step may fill it."""
        self._lane = lane
        self._changed.add(lane)
        due = self._waiting[lane].pop()
        self._owner = due.seat
        return due

    def settle(self) -> None:
        """Run effects, and ask for obligations, until only decisions are open or nothing is left."""
        for _ in range(MOST_EFFECTS):
            ready = self._ready()
            if ready is not None:
                due = self.take(ready)
                due.step.run(self, due.seat)  # type: ignore[attr-defined]  # an effect, or it would not be ready
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
        while head := self._head(lane):
            resurfaced = any(head is due for due in waiting)
            self.enter(lane)  # obligations may have led elsewhere, to a lane that is gone
            if not (resurfaced and isinstance(head.step, Decision) and head.step.lapses(self, head.seat)):
                return
            self.take(lane)
            self.settle()

    @property
    def agenda(self) -> Agenda:
        """What is left to be done.  A lane that nothing was taken from or added to is the one that it was."""
        known = {lane.number: lane for lane in self._before.lanes}
        lanes = tuple(
            known[number] if number not in self._changed else self._lane_of(number, known.get(number))
            for number, waiting in self._waiting.items()
            if number != MAIN and waiting
        )
        main = self._before.main
        return Agenda(main if MAIN not in self._changed else self._lane_of(MAIN, main), lanes)

    def _lane_of(self, number: int, before: Lane | None) -> Lane:
        return Lane(number, before.asked if before is not None else 0, tuple(reversed(self._waiting[number])))

    def _open(self, seat: Seat, steps: Sequence[Step]) -> None:
        """Open one more lane; its number is above all others, so that no id is used twice."""
        number = 1 + max(self._waiting)
        self._changed.add(number)
        self._waiting[number] = [Due(seat, step) for step in reversed(steps)]

    def _live(self) -> Sequence[int]:
        """The lanes whose first step counts now; those beside the main one that are empty are gone."""
        if len(self._waiting) > 1:
            for number in [number for number, waiting in self._waiting.items() if number != MAIN and not waiting]:
                del self._waiting[number]
        if len(self._waiting) > 1:
            return [number for number in self._waiting if number != MAIN]
        return (MAIN,) if self._waiting[MAIN] else ()

    def _ready(self) -> int | None:
        """The first lane that begins with an effect."""
        for number in self._live():
            if isinstance(self._waiting[number][-1].step, Effect):
                return number
        return None

    def _head(self, lane: int) -> Due | None:
        """The first step of a lane, if it counts now."""
        return self._waiting[lane][-1] if lane in self._live() else None
