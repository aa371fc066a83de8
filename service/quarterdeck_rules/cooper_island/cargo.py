"""Cargo ships and the harbormaster.  Rulebook: "Action Section H"."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import CardUndertaking, card_bars, nothing_possible
from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.costs import PayCost, cannot_pay, reduction
from quarterdeck_rules.cooper_island.events import HarbormasterLaid, LidLifted, LidStowed
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.solo.meetings import when_complete
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Cost, Count
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


def cargo_reduction(island: Island, seat: Seat, cargo: str, less: int) -> int:
    """CI-CARGO-2  The standing harbormaster takes off for the first supply of his ship in a round; not optional."""
    if is_harbormaster_on(island, cargo):
        less += island.box.numbers.harbormaster_discount
    return reduction(island, seat, Purchase.CARGO, less)


def is_harbormaster_on(island: Island, cargo: str) -> bool:
    """Whether the harbormaster stands upright on this cargo ship."""
    return island.harbormaster_stands and island.box.cargo_names.index(cargo) == island.harbormaster


class SupplyCargoShip(CardUndertaking, frozen=True, tag="cooper_island.supply_cargo_ship.v1"):
    """CI-CARGO-1  Supply a cargo ship that still holds a lid of the seat."""

    less: Count = 0

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        choice = ChooseCargo(self.less, "", "")
        refusals = (choice.refusal(island, seat, move) for move in choice.ships(island, seat))
        return nothing_possible(refusals, refuse(Reason.NO_LID_ON_CARGO, "CI-CARGO-1"))

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseCargo(self.less, self.offered, self.card))


class ChooseCargo(Decision[Island, moves.SupplyShip | moves.GiveUp], frozen=True, tag="cooper_island.choose_cargo.v1"):
    """CI-CARGO-1  Any cargo ship with an own lid that the seat can supply."""

    rule = "CI-CARGO-1"
    answers = (moves.SupplyShip, moves.GiveUp)
    less: int
    offered: str
    card: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.SupplyShip | moves.GiveUp]:
        yield from self.ships(island, seat)
        yield moves.GiveUp()

    def ships(self, island: Island, seat: Seat) -> Iterator[moves.SupplyShip]:
        """Every cargo ship with a lid of the seat."""
        return (moves.SupplyShip(cargo) for cargo in island.boards[seat].lids_on_cargo)

    def refusal(self, island: Island, seat: Seat, move: moves.SupplyShip | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        if move.cargo not in island.boards[seat].lids_on_cargo:
            return refuse(Reason.NO_LID_ON_CARGO, "CI-CARGO-1", cargo=move.cargo)
        less = cargo_reduction(island, seat, move.cargo, self.less)
        return cannot_pay(island, seat, island.box.cargo_ships[move.cargo].cost, less, "CI-CARGO-1")

    def resolve(self, play: Play[Island], seat: Seat, move: moves.SupplyShip | moves.GiveUp) -> None:
        if isinstance(move, moves.SupplyShip):
            play.schedule(seat, PayForCargo(self.less, self.offered, self.card, move.cargo))

    def bars(self, island: Island, seat: Seat, move: object) -> Refusal | None:
        return card_bars(self.card, move)


class PayForCargo(PayCost, frozen=True, tag="cooper_island.pay_for_cargo.v1"):
    """CI-CARGO-3  After the payment: helm points, then the lid.

    The lid leaves the cargo ship and the discount is used with the payment, so that a supply in the middle of the
    voyage finds neither; the lid can be used after it (ruling 43).
    """

    rule = "CI-CARGO-3"
    cargo: str

    def cost(self, island: Island) -> Cost:
        return island.box.cargo_ships[self.cargo].cost

    def reduction(self, island: Island, seat: Seat) -> int:
        return cargo_reduction(island, seat, self.cargo, self.less)

    def bought(self, play: Play[Island], seat: Seat) -> None:
        if is_harbormaster_on(play.state, self.cargo):
            play.record(HarbormasterLaid())
        play.record(LidLifted(seat, self.cargo))
        complete = when_complete(play.state, Purchase.CARGO)
        play.schedule(seat, GainHelm(play.state.box.cargo_ships[self.cargo].helm_points), StowLid(), *complete)


class StowLid(Effect[Island], frozen=True, tag="cooper_island.stow_lid.v1"):
    """CI-CARGO-3  The lid comes to the unused lids of the player board."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(LidStowed(seat))
