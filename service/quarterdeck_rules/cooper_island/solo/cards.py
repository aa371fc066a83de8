"""What Cooper's action cards are made of.  Solo rulebook, cards 15 to 22."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.cooper import Cooper
from quarterdeck_rules.cooper_island.events import CooperAnchorsCleared, CooperWorkerPlaced, DepotTaken
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo.voyage import gain_anchors, gain_helm
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Positive, Worker
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


class CooperStep(Effect[Island], frozen=True):
    """A step of an action card."""


class PostCooper(CooperStep, frozen=True, tag="cooper_island.post_cooper.v1"):
    """CI-SOLO-CARD-1  Cooper places a worker on a section: of the kind the card prefers, else of the other kind.

    CI-SOLO-CARD-2  Where the card says so, that kind is preferred only once the seat has unlocked a special worker.
    CI-SOLO-CARD-3  A space that holds a worker of his takes none; with no worker or space left he places nothing.
    """

    section: str
    prefers: Worker
    needs_unlocked: bool = False

    def run(self, play: Play[Island], seat: Seat) -> None:
        worker = next((one for one in self._in_turn(play.state, seat) if self._is_possible(play.state, one)), None)
        if worker is None:
            return
        on_top = any(stack.section == self.section and stack.worker is worker for stack in play.state.stacks)
        play.record(CooperWorkerPlaced(worker, self.section, on_top))

    def _in_turn(self, island: Island, seat: Seat) -> tuple[Worker, ...]:
        other = Worker.SPECIAL if self.prefers is Worker.NORMAL else Worker.NORMAL
        unlocked = island.box.numbers.special_workers_locked > island.boards[seat].locked.special
        return (self.prefers, other) if unlocked or not self.needs_unlocked else (other, self.prefers)

    def _is_possible(self, island: Island, worker: Worker) -> bool:
        cooper, numbers = cooper_of(island), island.box.numbers
        normal = worker is Worker.NORMAL
        all_his = numbers.cooper_normal_workers if normal else numbers.cooper_special_workers
        out = sum(posted.worker is worker for posted in cooper.posted)
        return out < all_his and not cooper.is_on(self.section, worker)


def cooper_of(island: Island) -> Cooper:
    """The opponent of a solo game."""
    assert island.cooper is not None, "a rule of Cooper without Cooper"
    return island.cooper


class OfferDepot(CooperStep, frozen=True, tag="cooper_island.offer_depot.v1"):
    """CI-SOLO-CARD-4  If the worker that he has just placed lies on one of the seat, the depot is offered."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        cooper = cooper_of(play.state)
        if cooper.placed is not None and cooper.placed.on_top and cooper.depot:
            play.schedule(seat, ChooseFromDepot())


class ChooseFromDepot(
    Decision[Island, moves.TakeGood | moves.Forfeit], frozen=True, tag="cooper_island.choose_from_depot.v1"
):
    """CI-SOLO-CARD-4  Covered by Cooper, the seat may take a cube of the depot to its marketplace."""

    rule = "CI-SOLO-CARD-4"
    answers = (moves.TakeGood, moves.Forfeit)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.TakeGood | moves.Forfeit]:
        yield from (moves.TakeGood(good) for good in dict.fromkeys(cooper_of(island).depot))
        yield moves.Forfeit()

    def refusal(self, island: Island, seat: Seat, move: moves.TakeGood | moves.Forfeit) -> Refusal | None:
        if isinstance(move, moves.TakeGood) and move.good not in cooper_of(island).depot:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-SOLO-CARD-4", good=move.good, one_of=cooper_of(island).depot)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.TakeGood | moves.Forfeit) -> None:
        if isinstance(move, moves.TakeGood):
            play.record(DepotTaken(seat, move.good))


class ClearCooperAnchors(CooperStep, frozen=True, tag="cooper_island.clear_cooper_anchors.v1"):
    """CI-SOLO-CARD-5  The anchors of his ship are removed: all of them, or at most as many as the card says."""

    most: Positive | None = None

    def run(self, play: Play[Island], seat: Seat) -> None:
        there = cooper_of(play.state).anchors
        if there:
            play.record(CooperAnchorsCleared(there if self.most is None else min(there, self.most)))


class GiveCooperAnchors(CooperStep, frozen=True, tag="cooper_island.give_cooper_anchors.v1"):
    """CI-SOLO-CARD-7  Anchors go under his ship.  No printed card has it; a corrected one may."""

    anchors: Positive

    def run(self, play: Play[Island], seat: Seat) -> None:
        gain_anchors(play, self.anchors)


class GiveCooperHelm(CooperStep, frozen=True, tag="cooper_island.give_cooper_helm.v1"):
    """CI-SOLO-CARD-6  Cooper gains helm points; with an order named, only if it lies in his display.

    With a kind of worker named, only if the one that he has just placed is of it.
    """

    points: Positive
    order: str = ""
    placed: Worker | None = None

    def run(self, play: Play[Island], seat: Seat) -> None:
        cooper = cooper_of(play.state)
        if self.order and self.order not in cooper.orders:
            return
        if self.placed is not None and (cooper.placed is None or cooper.placed.worker is not self.placed):
            return
        gain_helm(play, self.points)
