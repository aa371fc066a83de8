"""Fees between seats, gifts to owners who were not paid, and the anchors it costs.

Rulebook: "b) The Worker Phase" (fee for a stack), "When You Gain Helm Points" (harbor fee).
"""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.cards import is_spared
from quarterdeck_rules.cooper_island.changes import Toll
from quarterdeck_rules.cooper_island.events import AnchorAdded, FeePaid, FeeRefused, MarketGained
from quarterdeck_rules.cooper_island.goods import items_of, missing_item
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import GOODS, Ship
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


def fees(island: Island, seat: Seat) -> Iterator[moves.PayFee | moves.RefuseFee]:
    """Every way to pay a fee, and not to pay it."""
    for item in items_of(island, seat):
        yield moves.PayFee(item)
    yield moves.RefuseFee()


def fee_refusal(island: Island, seat: Seat, move: moves.PayFee | moves.RefuseFee, rule: str) -> Refusal | None:
    """A fee is one coin or cube that the seat has, from storage or land, whatever its value."""
    if isinstance(move, moves.PayFee) and missing_item(island, seat, (move.item,)) is not None:
        return refuse(Reason.NOT_OWNED, rule, good=move.item.good, space=move.item.space)
    return None


def can_only_refuse(play: Play[Island], seat: Seat) -> bool:
    """Whether a seat has nothing to pay a fee with, and no anytime move that could bring it something."""
    return next(items_of(play.state, seat), None) is None and not play.has_anytime_move(seat)


class WorkerFee(Effect[Island], frozen=True, tag="cooper_island.worker_fee.v1"):
    """CI-FEE-1  A worker on a stack pays a fee to the owner of the one right below, or to the supply."""

    owner: Seat | None

    def run(self, play: Play[Island], seat: Seat) -> None:
        if is_spared(play.state, seat, Toll.WORKER):
            give(play, self.owner)
        elif can_only_refuse(play, seat):
            _refuse_worker_fee(play, seat, self.owner)
        else:
            play.schedule(seat, PayWorkerFee(self.owner))


class PayWorkerFee(
    Decision[Island, moves.PayFee | moves.RefuseFee], frozen=True, tag="cooper_island.pay_worker_fee.v1"
):
    """CI-FEE-1  One coin or cube, or an anchor and a gift for the owner."""

    rule = "CI-FEE-1"
    answers = (moves.PayFee, moves.RefuseFee)
    owner: Seat | None

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PayFee | moves.RefuseFee]:
        return fees(island, seat)

    def refusal(self, island: Island, seat: Seat, move: moves.PayFee | moves.RefuseFee) -> Refusal | None:
        return fee_refusal(island, seat, move, "CI-FEE-1")

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PayFee | moves.RefuseFee) -> None:
        if isinstance(move, moves.PayFee):
            play.record(FeePaid(seat, move.item, self.owner))
        else:
            _refuse_worker_fee(play, seat, self.owner)


def _refuse_worker_fee(play: Play[Island], seat: Seat, owner: Seat | None) -> None:
    """CI-FEE-2  An unpaid fee: an anchor for the payer, a gift for the owner."""
    play.record(FeeRefused(seat, owner))
    give(play, owner)
    play.schedule(seat, PutAnchors(1))


def give(play: Play[Island], owner: Seat | None) -> None:
    """CI-FEE-4  A gift for an owner who was not paid, if a player is."""
    if owner is not None:
        play.schedule(owner, ChooseGift())


class PutAnchors(Effect[Island], frozen=True, tag="cooper_island.put_anchors.v1"):
    """CI-FEE-3  Anchors are spread evenly: each goes under the ship with fewer; on a tie the payer chooses."""

    count: int

    def run(self, play: Play[Island], seat: Seat) -> None:
        if not self.count:
            return
        board = play.state.boards[seat]
        if board.one_sail.anchors == board.two_sail.anchors:
            play.schedule(seat, ChooseAnchoredShip(), PutAnchors(self.count - 1))
            return
        fewer = Ship.ONE_SAIL if board.one_sail.anchors < board.two_sail.anchors else Ship.TWO_SAIL
        play.record(AnchorAdded(seat, fewer))
        play.schedule(seat, PutAnchors(self.count - 1))


class ChooseAnchoredShip(Decision[Island, moves.PutAnchor], frozen=True, tag="cooper_island.choose_anchored_ship.v1"):
    """CI-FEE-3  Both ships have as many anchors: the payer chooses which takes one."""

    rule = "CI-FEE-3"
    answers = (moves.PutAnchor,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PutAnchor]:
        return (moves.PutAnchor(ship) for ship in Ship)

    def refusal(self, island: Island, seat: Seat, move: moves.PutAnchor) -> Refusal | None:
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PutAnchor) -> None:
        play.record(AnchorAdded(seat, move.ship))


class ChooseGift(Decision[Island, moves.TakeGood], frozen=True, tag="cooper_island.choose_gift.v1"):
    """CI-FEE-4  An owner who was not paid takes a coin or cube of choice from the supply to the marketplace.

    Asked in another seat's turn as well, where no anytime move may stand.
    """

    rule = "CI-FEE-4"
    answers = (moves.TakeGood,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.TakeGood]:
        return (moves.TakeGood(good) for good in GOODS)

    def refusal(self, island: Island, seat: Seat, move: moves.TakeGood) -> Refusal | None:
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.TakeGood) -> None:
        play.record(MarketGained(seat, (move.good,)))
