"""Milestones, hire spaces, new workers and royal orders.

Rulebook: "How to Gain New Workers by Fulfilling Milestone Tokens".
"""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action
from quarterdeck_rules.cooper_island.events import MilestoneReached, TokenMoved, WorkerAssigned, WorkerHired
from quarterdeck_rules.cooper_island.measures import measured
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo.meetings import hired
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Phase, Worker
from quarterdeck_rules.engine.agenda import Due
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Anytime, Decision, Effect, Seat


def milestones_reached(island: Island) -> tuple[Due, ...]:
    """CI-HIRE-1  A milestone token flips by itself as soon as its goal is reached, in any phase."""
    return tuple(
        Due(seat, FlipMilestone(token))
        for seat, board in enumerate(island.boards)
        for token in board.goals
        if (goal := island.box.milestones[token].goal).is_met(measured(island, seat, goal.measure))
    )


class FlipMilestone(Effect[Island], frozen=True, tag="cooper_island.flip_milestone.v1"):
    """CI-HIRE-1  The token flips."""

    token: str

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(MilestoneReached(seat, self.token))


class HireMove(Anytime[Island, moves.Hire]):
    """CI-HIRE-2  A flipped token may move at any moment of an own turn of the worker phase (ruling 62)."""

    move = moves.Hire

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.Hire]:
        if island.boards[seat].flipped:
            yield moves.Hire()

    def refusal(self, island: Island, seat: Seat, move: moves.Hire) -> Refusal | None:
        if island.phase is not Phase.WORKERS or island.turn != seat:
            return refuse(Reason.NOT_YOUR_TURN, "CI-HIRE-2", phase=island.phase)
        if not island.boards[seat].flipped:
            return refuse(Reason.NO_FLIPPED_TOKEN, "CI-HIRE-2")
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Hire) -> None:
        play.schedule(seat, ChooseHireSpace())


class ChooseHireSpace(Decision[Island, moves.MoveToken], frozen=True, tag="cooper_island.choose_hire_space.v1"):
    """CI-HIRE-3  Any flipped token to any free hire space, for its reward; it stays there."""

    rule = "CI-HIRE-3"
    answers = (moves.MoveToken,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.MoveToken]:
        for token in island.boards[seat].flipped:
            for space in island.box.hire_spaces:
                yield moves.MoveToken(token, space)

    def refusal(self, island: Island, seat: Seat, move: moves.MoveToken) -> Refusal | None:
        board = island.boards[seat]
        if move.token not in board.flipped:
            return refuse(Reason.NO_FLIPPED_TOKEN, "CI-HIRE-3", token=move.token)
        if move.space in board.hire_spaces or move.space not in island.box.hire_spaces:
            return refuse(Reason.HIRE_SPACE_TAKEN, "CI-HIRE-3", space=move.space)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.MoveToken) -> None:
        play.record(TokenMoved(seat, move.token, move.space))
        play.schedule(seat, play.state.box.hire_spaces[move.space].reward)


class GainWorker(Action, frozen=True, tag="cooper_island.gain_worker.v1"):
    """CI-HIRE-4  Any locked worker becomes available."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseHired())


class ChooseHired(Decision[Island, moves.HireWorker], frozen=True, tag="cooper_island.choose_hired.v1"):
    """CI-HIRE-4  Which kind of worker; a special one calls for an assignment at once."""

    rule = "CI-HIRE-4"
    answers = (moves.HireWorker,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.HireWorker]:
        return (moves.HireWorker(worker) for worker in Worker)

    def refusal(self, island: Island, seat: Seat, move: moves.HireWorker) -> Refusal | None:
        if not island.boards[seat].locked.of(move.worker):
            return refuse(Reason.NO_WORKER, "CI-HIRE-4", worker=move.worker)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.HireWorker) -> None:
        play.record(WorkerHired(seat, move.worker))
        hired(play)
        if move.worker is Worker.SPECIAL:
            play.schedule(seat, ChooseOrder())


class ChooseOrder(Decision[Island, moves.AssignWorker], frozen=True, tag="cooper_island.choose_order.v1"):
    """CI-HIRE-5  With a special worker, an available worker goes to a free royal order for good.

    That may be the special worker itself; workers on worker spaces do not qualify.
    """

    rule = "CI-HIRE-5"
    answers = (moves.AssignWorker,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.AssignWorker]:
        for worker in Worker:
            for order in island.orders:
                yield moves.AssignWorker(worker, order.order)

    def refusal(self, island: Island, seat: Seat, move: moves.AssignWorker) -> Refusal | None:
        if not island.boards[seat].available.of(move.worker):
            return refuse(Reason.NO_WORKER, "CI-HIRE-5", worker=move.worker)
        order = next((one for one in island.orders if one.order == move.order), None)
        if order is None or order.seat is not None:
            return refuse(Reason.ORDER_TAKEN, "CI-HIRE-5", order=move.order)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.AssignWorker) -> None:
        play.record(WorkerAssigned(seat, move.worker, move.order))
