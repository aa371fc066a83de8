"""Storing goods after the captain phase.  Rulebook: "Captain Phase", storing goods."""

from collections.abc import Iterator
from itertools import product

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import GoodsStored, ShipUnloaded
from quarterdeck_rules.puerto_rico.functions import working
from quarterdeck_rules.puerto_rico.moves import StoreGoods
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, Barrels, amounts, barrels_of


class StorePhase(Effect[Colony], frozen=True, tag="puerto_rico.store_phase.v1"):
    """PR-STORE-1  When nobody loads any more: seats store goods, from the captain on or at once; ships are emptied."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        play.schedule(seat, UnloadShips())
        order = tuple(play.state.clockwise(seat))
        if play.state.options.storing == "at_once":
            play.all_at_once({one: (StoreTurn(),) for one in order})
        else:
            play.schedule_each(order, StoreTurn())


class StoreTurn(Effect[Colony], frozen=True, tag="puerto_rico.store_turn.v1"):
    """PR-STORE-2  Asked if there is a choice; who may not keep less and can keep all is not."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        goods = play.state.boards[seat].goods
        if any(goods) and not (keeps_most(play.state) and can_keep(play.state, seat, goods)):
            play.schedule(seat, ChooseStored())


def keeps_most(colony: Colony) -> bool:
    """PR-STORE-4  Goods that could be kept may go back, unless the table says they may not."""
    return colony.options.storage == "keeps_most"


def can_keep(colony: Colony, seat: Seat, goods: Barrels) -> bool:
    """PR-STORE-3  A barrel, whole kinds by warehouses and single barrels by a storehouse, all added together."""
    kinds, singles = 0, colony.box.numbers.free_barrels
    for building in working(colony, seat):
        kinds += building.kept_kinds
        singles += building.kept_barrels
    return sum(sorted(goods, reverse=True)[kinds:]) <= singles


class ChooseStored(Decision[Colony, StoreGoods], frozen=True, tag="puerto_rico.choose_stored.v1"):
    """PR-STORE-2  Which barrels to keep."""

    answers = (StoreGoods,)
    rule = "PR-STORE-2"

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[StoreGoods]:
        """Those that keep the most first, as each kind goes."""
        for counts in product(*(range(count, -1, -1) for count in colony.boards[seat].goods)):
            if can_keep(colony, seat, counts):
                yield StoreGoods(amounts(counts))

    def refusal(self, colony: Colony, seat: Seat, move: StoreGoods) -> Refusal | None:
        there = colony.boards[seat].goods
        places = [GOOD_AT[amount.good] for amount in move.goods]
        if places != sorted(set(places)) or any(amount.count < 1 for amount in move.goods):
            return refuse(Reason.NOT_IN_ORDER, "PR-STORE-2", goods=tuple(amount.good for amount in move.goods))
        for amount in move.goods:
            if amount.count > there[GOOD_AT[amount.good]]:
                return refuse(Reason.NO_SUCH_GOOD, "PR-STORE-2", good=amount.good)
        kept = barrels_of(move.goods)
        if not can_keep(colony, seat, kept):
            return refuse(Reason.TOO_MANY_BARRELS, "PR-STORE-3", barrels=sum(kept))
        if keeps_most(colony) and any(can_keep(colony, seat, more) for more in _with_one_more(kept, there)):
            return refuse(Reason.TOO_FEW_BARRELS, "PR-STORE-4", barrels=sum(kept))
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: StoreGoods) -> None:
        play.record(GoodsStored(seat, move.goods))


def _with_one_more(kept: Barrels, there: Barrels) -> Iterator[Barrels]:
    for place, count in enumerate(kept):
        if count < there[place]:
            yield (*kept[:place], count + 1, *kept[place + 1 :])


class UnloadShips(Effect[Colony], frozen=True, tag="puerto_rico.unload_ships.v1"):
    """PR-STORE-5  Last, full cargo ships are emptied into the supply; others keep their load."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        for ship in play.state.cargo_ships:
            if ship.barrels == ship.capacity:
                play.record(ShipUnloaded(ship.capacity))
