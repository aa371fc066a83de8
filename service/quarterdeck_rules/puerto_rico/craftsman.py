"""The craftsman: goods are produced.  Rulebook: "Craftsman Phase"."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import BarrelsTaken, GoodsProduced
from quarterdeck_rules.puerto_rico.functions import gain_doubloons, privilege
from quarterdeck_rules.puerto_rico.guests import Turn, can_act
from quarterdeck_rules.puerto_rico.moves import Forfeit, TakeBarrels
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, Barrels, Good, amounts


class PlayCraftsman(Effect[Colony], frozen=True, tag="puerto_rico.play_craftsman.v1"):
    """PR-CRAFTSMAN-1  Each seat in turn produces; then the craftsman takes his extra barrel."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        if counts_privilege(play.state):
            play.schedule(seat, PaySpecialty())
        play.schedule(seat, ExtraTurn())
        play.schedule_each(tuple(play.state.clockwise(seat)), ProductionTurn())


class ProductionTurn(Turn, frozen=True, tag="puerto_rico.production_turn.v1"):
    """PR-CRAFTSMAN-2  A seat takes what its occupied plantations and buildings make, as far as the supply lasts.

    PR-FACTORY-1  An occupied factory pays for the number of kinds of which a barrel was really taken.
    """

    def run(self, play: Play[Colony], seat: Seat) -> None:
        if self.asks_guests(play, seat):
            return
        goods = output(play.state, seat)
        if not any(goods):
            return
        play.record(GoodsProduced(seat, amounts(goods)))
        colony = play.state
        if colony.boards[seat].on("factory"):
            kinds = sum(1 for count in goods if count)
            gain_doubloons(play, seat, colony.box.scales.factory_doubloons.at(kinds), "factory")
        # With the craftsman's barrel counted, he is paid once he has it.
        if not (counts_privilege(colony) and _is_craftsman(colony, seat)):
            pay_specialty(play, seat)


def _is_craftsman(colony: Colony, seat: Seat) -> bool:
    role = colony.role
    return any(one.seat == seat and colony.box.placards[one.placard].role is role for one in colony.placards)


def counts_privilege(colony: Colony) -> bool:
    """PR-SPECIALTY-2  Whether a specialty factory counts the craftsman's extra barrels as well."""
    return colony.options.specialty_factory == "privilege_too"


def output(colony: Colony, seat: Seat) -> Barrels:
    """PR-CRAFTSMAN-2  Of each kind the least of occupied plantations, colonists in its buildings and supply.

    PR-CRAFTSMAN-3  Corn needs no building.
    PR-AQUEDUCT-1  A barrel more of each kind that an occupied large plant has a part in, if one is left.
    """
    board, box = colony.boards[seat], colony.box
    staff = {built.building: built.colonists for built in board.city if built.colonists}
    counts = []
    for place, makers in enumerate(box.makers):
        count = board.manned[place]
        if count and makers:
            count = min(count, sum(staff.get(maker, 0) for maker in makers))
        count = min(count, colony.goods[place])
        if count and "aqueduct" in staff and len(makers) > 1 and makers[-1] in staff:
            count = min(count + 1, colony.goods[place])
        counts.append(count)
    return tuple(counts)


def pay_specialty(play: Play[Colony], seat: Seat) -> None:
    """PR-SPECIALTY-1  A doubloon less than the barrels of the kind produced most; corn does not count."""
    board = play.state.boards[seat]
    if board.on("specialty_factory"):
        gain_doubloons(play, seat, max(0, *board.produced[1:], 1) - 1, "specialty_factory")


class PaySpecialty(Effect[Colony], frozen=True, tag="puerto_rico.pay_specialty.v1"):
    """PR-SPECIALTY-2  The craftsman's specialty factory, after his extra barrels."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        pay_specialty(play, seat)


class ExtraTurn(Turn, frozen=True, tag="puerto_rico.extra_turn.v1"):
    """PR-CRAFTSMAN-4  After all have produced the craftsman may take a barrel of a kind that he produced."""

    def decision(self, play: Play[Colony], seat: Seat) -> "ChooseBarrels | None":
        choice = ChooseBarrels()
        return choice if can_act(choice, play.state, seat) else None

    def asks_guests(self, play: Play[Colony], seat: Seat) -> bool:
        return False  # nothing that a guest does would help any more


class ChooseBarrels(Decision[Colony, TakeBarrels | Forfeit], frozen=True, tag="puerto_rico.choose_barrels.v1"):
    """PR-CRAFTSMAN-4  Which barrel; with a library two, of different kinds unless the table says otherwise."""

    answers = (TakeBarrels, Forfeit)
    rule = "PR-CRAFTSMAN-4"

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[TakeBarrels | Forfeit]:
        produced = colony.boards[seat].produced
        kinds = [good for place, good in enumerate(GOODS) if produced[place] and colony.goods[place]]
        choose = combinations if self._differ(colony) else combinations_with_replacement
        for size in range(privilege(colony, seat, colony.box.numbers.craftsman_barrels), 0, -1):
            yield from map(TakeBarrels, choose(kinds, size))
        yield Forfeit()

    def _differ(self, colony: Colony) -> bool:
        return colony.options.library_craftsman == "different"

    def refusal(self, colony: Colony, seat: Seat, move: TakeBarrels | Forfeit) -> Refusal | None:
        """PR-LIBRARY-4  The two barrels of a library differ in kind, unless the table says they need not."""
        if isinstance(move, Forfeit):
            return None
        most = privilege(colony, seat, colony.box.numbers.craftsman_barrels)
        if len(move.goods) > most:
            return refuse(Reason.TOO_MANY_BARRELS, "PR-CRAFTSMAN-4", most=most)
        if not move.goods or list(move.goods) != sorted(move.goods, key=GOOD_AT.__getitem__):
            return refuse(Reason.NOT_IN_ORDER, "PR-CRAFTSMAN-4", goods=move.goods)
        if self._differ(colony) and len(set(move.goods)) < len(move.goods):
            return refuse(Reason.SAME_KIND, "PR-LIBRARY-4", goods=move.goods)
        return next((fault for good in move.goods if (fault := self._fault(colony, seat, good, move.goods))), None)

    def _fault(self, colony: Colony, seat: Seat, good: Good, goods: tuple[Good, ...]) -> Refusal | None:
        if not colony.boards[seat].produced[GOOD_AT[good]]:
            return refuse(Reason.NOT_PRODUCED, "PR-CRAFTSMAN-4", good=good)
        if goods.count(good) > colony.goods[GOOD_AT[good]]:
            return refuse(Reason.SUPPLY_EMPTY, "PR-CRAFTSMAN-4", good=good)
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: TakeBarrels | Forfeit) -> None:
        if isinstance(move, TakeBarrels):
            play.record(BarrelsTaken(seat, move.goods))
