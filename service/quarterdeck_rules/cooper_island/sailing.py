"""Sailing: what a seat does with helm points.  Rulebook: "When You Gain Helm Points"."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, OfferAction
from quarterdeck_rules.cooper_island.cards import changes_of, is_spared
from quarterdeck_rules.cooper_island.changes import CoinsPerLogBook, Toll
from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    AnchorRaised,
    FeePaid,
    FeeRefused,
    HelmGained,
    LogBookGained,
    ShipAdvanced,
)
from quarterdeck_rules.cooper_island.fees import can_only_refuse, fee_refusal, fees, give
from quarterdeck_rules.cooper_island.goods import ReceiveGoods
from quarterdeck_rules.cooper_island.islets import OfferIslets
from quarterdeck_rules.cooper_island.land import drawn
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Count, Good, PlacedIslet, Ship
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


class GainHelm(Action, frozen=True, tag="cooper_island.gain_helm.v1"):
    """CI-SAIL-1  Helm points are never declined; all points of one gain go to one ship."""

    points: Count

    def run(self, play: Play[Island], seat: Seat) -> None:
        if self.points:
            play.schedule(seat, ChooseShip(self.points))


class ChooseShip(Decision[Island, moves.MoveShip], frozen=True, tag="cooper_island.choose_ship.v1"):
    """CI-SAIL-1  All points of one gain go to one ship."""

    rule = "CI-SAIL-1"
    answers = (moves.MoveShip,)
    points: int

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.MoveShip]:
        return (moves.MoveShip(ship) for ship in Ship)

    def refusal(self, island: Island, seat: Seat, move: moves.MoveShip) -> Refusal | None:
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.MoveShip) -> None:
        play.record(HelmGained(seat, self.points, move.ship))
        play.schedule(seat, Sail(move.ship, self.points))


class Sail(Effect[Island], frozen=True, tag="cooper_island.sail.v1"):
    """CI-SAIL-2  A ship moves step by step, because each step may set off further actions."""

    ship: Ship
    points: int

    def run(self, play: Play[Island], seat: Seat) -> None:
        if not self.points:
            return
        rest = Sail(self.ship, self.points - 1)
        if play.state.boards[seat].ship(self.ship).anchors:  # CI-SAIL-3: anchors first
            play.record(AnchorRaised(seat, self.ship))
            play.schedule(seat, rest)
            return
        crossed, bank = ahead_of(play.state, seat, self.ship)
        play.record(ShipAdvanced(seat, self.ship, bank))
        play.schedule(seat, OfferIslets(crossed, len(crossed)), Arrive(self.ship, bank), rest)


def ahead_of(island: Island, seat: Seat, ship: Ship) -> tuple[tuple[PlacedIslet, ...], int]:
    """CI-SAIL-4  The islets that a ship's next step crosses, and the bank it reaches.

    Between two banks lie the half of the first that the ship leaves by, and the half of the second it enters by.
    """
    bank = island.boards[seat].ship(ship).bank
    clockwise = ship is Ship.ONE_SAIL
    reached = (bank + (1 if clockwise else -1)) % island.banks
    crossed = tuple(
        islet
        for islet in island.islets
        if (islet.bank == bank and islet.clockwise is clockwise)
        or (islet.bank == reached and islet.clockwise is not clockwise)
    )
    return crossed, reached


class Arrive(Effect[Island], frozen=True, tag="cooper_island.arrive.v1"):
    """CI-SAIL-5  A bay or harbor brings a log book; a harbor then asks its fee.

    It carries its bank, because a nested gain may move the ship on before this step's turn comes.
    """

    ship: Ship
    bank: int

    def run(self, play: Play[Island], seat: Seat) -> None:
        between = play.state.box.numbers.banks_to_bay
        if self.bank % between:
            return
        harbor = self.bank % (2 * between) == 0
        owner = self.bank // (2 * between)
        toll = (HarborFee(self.ship, owner if owner != seat else None),) if harbor else ()
        play.schedule(seat, GainLogBook(), *toll)


class GainLogBook(Effect[Island], frozen=True, tag="cooper_island.gain_log_book.v1"):
    """CI-SAIL-6  A log book token is drawn blind and its action offered; an empty supply gives none."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        supply = play.state.log_books
        if not any(supply):
            return
        book = play.state.box.log_books[drawn(play, "log_books", play.state.box.log_books, supply)]
        play.record(LogBookGained(seat, book.id))
        play.schedule(seat, OfferAction(book.id, book.action), LogBookCoins())


class LogBookCoins(Effect[Island], frozen=True, tag="cooper_island.log_book_coins.v1"):
    """CI-CARD-S12  A card brings coins with each log book, after its action and before a harbor fee."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        coins = sum(change.coins for change in changes_of(play.state, seat) if isinstance(change, CoinsPerLogBook))
        if coins:
            play.schedule(seat, ReceiveGoods((Good.COIN,) * coins))


class HarborFee(Effect[Island], frozen=True, tag="cooper_island.harbor_fee.v1"):
    """CI-SAIL-7  A harbor asks a fee: for its owner, or for the supply if it is the seat's own."""

    ship: Ship
    owner: Seat | None

    def run(self, play: Play[Island], seat: Seat) -> None:
        if is_spared(play.state, seat, Toll.HARBOR):
            give(play, self.owner)
        elif can_only_refuse(play, seat):
            refuse_harbor_fee(play, seat, self.ship, self.owner)
        else:
            play.schedule(seat, PayHarborFee(self.ship, self.owner))


class PayHarborFee(
    Decision[Island, moves.PayFee | moves.RefuseFee], frozen=True, tag="cooper_island.pay_harbor_fee.v1"
):
    """CI-SAIL-7  One coin or cube, or an anchor under the ship that arrived."""

    rule = "CI-SAIL-7"
    answers = (moves.PayFee, moves.RefuseFee)
    ship: Ship
    owner: Seat | None

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PayFee | moves.RefuseFee]:
        return fees(island, seat)

    def refusal(self, island: Island, seat: Seat, move: moves.PayFee | moves.RefuseFee) -> Refusal | None:
        return fee_refusal(island, seat, move, "CI-SAIL-7")

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PayFee | moves.RefuseFee) -> None:
        if isinstance(move, moves.PayFee):
            play.record(FeePaid(seat, move.item, self.owner))
        else:
            refuse_harbor_fee(play, seat, self.ship, self.owner)


def refuse_harbor_fee(play: Play[Island], seat: Seat, ship: Ship, owner: Seat | None) -> None:
    """CI-SAIL-8  An unpaid harbor fee: an anchor for the ship, a gift for a foreign owner."""
    play.record(FeeRefused(seat, owner), AnchorAdded(seat, ship))
    give(play, owner)
