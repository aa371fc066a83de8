"""The trader: goods are sold.  Rulebook: "Trader Phase"."""

from collections.abc import Iterator

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import GoodSold, HouseEmptied
from quarterdeck_rules.puerto_rico.functions import not_occupied, privilege, working
from quarterdeck_rules.puerto_rico.guests import Turn, can_act
from quarterdeck_rules.puerto_rico.moves import Forfeit, Sell
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, Good, Purchaser


class PlayTrader(Effect[Colony], frozen=True, tag="puerto_rico.play_trader.v1"):
    """PR-TRADER-1  Each seat in turn may sell one barrel; then a full trading house is emptied."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        first, *others = play.state.clockwise(seat)
        play.schedule(seat, EmptyHouse())
        play.schedule_each(others, TraderTurn())
        play.schedule(first, TraderTurn(has_privilege=True))


class TraderTurn(Turn, frozen=True, tag="puerto_rico.trader_turn.v1"):
    """PR-TRADER-1  One sale, or none."""

    has_privilege: bool = False

    def decision(self, play: Play[Colony], seat: Seat) -> "ChooseSale | None":
        choice = ChooseSale(self.has_privilege)
        return choice if can_act(choice, play.state, seat) else None


def price(colony: Colony, seat: Seat, good: Good, to: Purchaser, *, has_privilege: bool) -> int:
    """PR-TRADER-3  The price of the kind, more for who took the trader, more by occupied markets.

    PR-TRADING-POST-2  Markets do not help at the own trading post.
    """
    doubloons = colony.box.prices[GOOD_AT[good]]
    if has_privilege:
        doubloons += privilege(colony, seat, colony.box.numbers.role_doubloons)
    if to is Purchaser.TRADING_HOUSE:
        doubloons += sum(building.sale_doubloons for building in working(colony, seat))
    return doubloons


class ChooseSale(Decision[Colony, Sell | Forfeit], frozen=True, tag="puerto_rico.choose_sale.v1"):
    """PR-TRADER-1  Which barrel to sell, and to whom."""

    answers = (Sell, Forfeit)
    rule = "PR-TRADER-1"
    has_privilege: bool = False
    """Whether the seat took the trader."""

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[Sell | Forfeit]:
        board = colony.boards[seat]
        for good, count in zip(GOODS, board.goods, strict=True):
            if count:
                yield Sell(good)
                yield Sell(good, Purchaser.TRADING_POST)
        yield Forfeit()

    def refusal(self, colony: Colony, seat: Seat, move: Sell | Forfeit) -> Refusal | None:
        """PR-TRADER-2  The house has a few places, and takes a kind once; an office sells it a kind it has.

        PR-TRADING-POST-1  The own trading post takes every kind, whatever the house holds.
        """
        if isinstance(move, Forfeit):
            return None
        board = colony.boards[seat]
        if not board.goods[GOOD_AT[move.good]]:
            return refuse(Reason.NO_SUCH_GOOD, "PR-TRADER-1", good=move.good)
        if move.to is Purchaser.TRADING_POST:
            return not_occupied(board, "trading_post", "PR-TRADING-POST-1")
        if len(colony.house) >= colony.box.numbers.house_places:
            return refuse(Reason.HOUSE_FULL, "PR-TRADER-2")
        if move.good in colony.house and not board.on("office"):
            return refuse(Reason.KIND_IN_HOUSE, "PR-TRADER-2", good=move.good)
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: Sell | Forfeit) -> None:
        if isinstance(move, Sell):
            doubloons = price(play.state, seat, move.good, move.to, has_privilege=self.has_privilege)
            play.record(GoodSold(seat, move.good, move.to, doubloons))


class EmptyHouse(Effect[Colony], frozen=True, tag="puerto_rico.empty_house.v1"):
    """PR-TRADER-4  Only a full trading house is emptied."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        if len(play.state.house) >= play.state.box.numbers.house_places:
            play.record(HouseEmptied())
