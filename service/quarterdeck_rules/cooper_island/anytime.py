"""Anytime actions: storage, market trades, crate lids, large building cards.

Rulebook: "Anytime Actions".  The cartographer and hiring have chapters of their own.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, CardUndertaking
from quarterdeck_rules.cooper_island.cards import changes_of
from quarterdeck_rules.cooper_island.changes import BetterTrade
from quarterdeck_rules.cooper_island.events import CardTurned, CubeStored, GoodTraded, LidUsed, MarketStored
from quarterdeck_rules.cooper_island.goods import (
    TakeToMarket,
    free_spots,
    items_of,
    missing_item,
    room_refusal,
    value_of,
    worth,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Anytime, Decision, Seat


class StoreCubeMove(Anytime[Island, moves.StoreCube]):
    """CI-ANY-1  A cube moves from the land to a free storage spot, where it is worth 1; never back."""

    move = moves.StoreCube

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.StoreCube]:
        if free_spots(island, seat):
            for place, pile in enumerate(island.boards[seat].piles):
                if pile.cube is not None:
                    yield moves.StoreCube(island.box.spaces[place])

    def refusal(self, island: Island, seat: Seat, move: moves.StoreCube) -> Refusal | None:
        place = island.box.place.get(move.space)
        if place is None or island.boards[seat].piles[place].cube is None:
            return refuse(Reason.NOT_OWNED, "CI-ANY-1", space=move.space)
        return None if free_spots(island, seat) else refuse(Reason.STORAGE_FULL, "CI-ANY-1")

    def resolve(self, play: Play[Island], seat: Seat, move: moves.StoreCube) -> None:
        cube = play.state.boards[seat].piles[play.state.box.place[move.space]].cube
        assert cube is not None
        play.record(CubeStored(seat, move.space, cube))


class StoreFromMarketMove(Anytime[Island, moves.StoreFromMarket]):
    """CI-ANY-2  A coin or cube moves from the marketplace to a free storage spot; only there it can be used."""

    move = moves.StoreFromMarket

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.StoreFromMarket]:
        return (moves.StoreFromMarket(good) for good in dict.fromkeys(island.boards[seat].market))

    def refusal(self, island: Island, seat: Seat, move: moves.StoreFromMarket) -> Refusal | None:
        if move.good not in island.boards[seat].market:
            return refuse(Reason.NOT_OWNED, "CI-ANY-2", good=move.good)
        return room_refusal(island, seat, "CI-ANY-2")

    def resolve(self, play: Play[Island], seat: Seat, move: moves.StoreFromMarket) -> None:
        play.record(MarketStored(seat, move.good))


class StartTradeMove(Anytime[Island, moves.StartTrade]):
    """CI-TRADE-1  A market trade, if what the seat has yields at least one item (ruling 37)."""

    move = moves.StartTrade

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.StartTrade]:
        return (moves.StartTrade(trade) for trade in island.box.trades)

    def refusal(self, island: Island, seat: Seat, move: moves.StartTrade) -> Refusal | None:
        trade = island.box.trades.get(move.trade)
        if trade is None:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-TRADE-1", trade=move.trade)
        rate, there = trade_rate(island, seat, move.trade), worth(island, island.boards[seat], trade.gives)
        return None if there >= rate else refuse(Reason.TRADE_TOO_SMALL, "CI-TRADE-1", rate=rate, there=there)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.StartTrade) -> None:
        play.schedule(seat, GiveToTrade(move.trade, 0))


def trade_rate(island: Island, seat: Seat, trade: str) -> int:
    """CI-TRADE-2  The value that yields one item: as printed, or better by a card."""
    rates = [
        change.rate for change in changes_of(island, seat) if isinstance(change, BetterTrade) and change.trade == trade
    ]
    return min(rates, default=island.box.trades[trade].rate)


class GiveToTrade(
    Decision[Island, moves.GiveItem | moves.CloseTrade], frozen=True, tag="cooper_island.give_to_trade.v1"
):
    """CI-TRADE-3  What is given, one item at a time; then as many items as its value yields are taken.

    Not to be interrupted until it is settled.
    """

    rule = "CI-TRADE-3"
    answers = (moves.GiveItem, moves.CloseTrade)
    interruptible = False
    trade: str
    value: int

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.GiveItem | moves.CloseTrade]:
        for item in items_of(island, seat, island.box.trades[self.trade].gives):
            yield moves.GiveItem(item)
        yield moves.CloseTrade()

    def refusal(self, island: Island, seat: Seat, move: moves.GiveItem | moves.CloseTrade) -> Refusal | None:
        if isinstance(move, moves.CloseTrade):
            rate = trade_rate(island, seat, self.trade)
            if self.value < rate:
                return refuse(Reason.TRADE_TOO_SMALL, "CI-TRADE-3", rate=rate, given=self.value)
            return None
        if move.item.good not in island.box.trades[self.trade].gives:
            return refuse(Reason.NOT_TRADED, "CI-TRADE-3", good=move.item.good, trade=self.trade)
        if missing_item(island, seat, (move.item,)) is not None:
            return refuse(Reason.NOT_OWNED, "CI-TRADE-3", good=move.item.good, space=move.item.space)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.GiveItem | moves.CloseTrade) -> None:
        if isinstance(move, moves.GiveItem):
            value = self.value + value_of(play.state, seat, move.item)
            play.record(GoodTraded(seat, move.item))
            play.schedule(seat, GiveToTrade(self.trade, value))
        else:
            yielded = self.value // trade_rate(play.state, seat, self.trade)
            play.schedule(seat, TakeToMarket(yielded, play.state.box.trades[self.trade].takes))


class UseLidMove(Anytime[Island, moves.UseLid]):
    """CI-ANY-3  One unused lid covers a free crate space, whose action is performed at once."""

    move = moves.UseLid

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.UseLid]:
        if island.boards[seat].lids:
            for crate in island.box.crate_spaces:
                yield moves.UseLid(crate)

    def refusal(self, island: Island, seat: Seat, move: moves.UseLid) -> Refusal | None:
        board = island.boards[seat]
        if not board.lids:
            return refuse(Reason.NO_UNUSED_LID, "CI-ANY-3")
        if move.crate not in island.box.crate_spaces or move.crate in board.crates:
            return refuse(Reason.CRATE_COVERED, "CI-ANY-3", crate=move.crate)
        return _crate_action(island, move.crate).obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.UseLid) -> None:
        play.record(LidUsed(seat, move.crate))
        play.schedule(seat, _crate_action(play.state, move.crate))


def _crate_action(island: Island, crate: str) -> Action:
    action = island.box.crate_spaces[crate].action
    assert isinstance(action, Action)
    return action


class UseCardMove(Anytime[Island, moves.UseCard]):
    """CI-ANY-4  A face-up large building card; it is turned before its effect, or by its payment if it has one."""

    move = moves.UseCard

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.UseCard]:
        return (moves.UseCard(owned.card) for owned in island.boards[seat].large_cards if owned.face_up)

    def refusal(self, island: Island, seat: Seat, move: moves.UseCard) -> Refusal | None:
        owned = next((one for one in island.boards[seat].large_cards if one.card == move.card), None)
        if owned is None:
            return refuse(Reason.NOT_OWNED, "CI-ANY-4", card=move.card)
        if not owned.face_up:
            return refuse(Reason.CARD_FACE_DOWN, "CI-ANY-4", card=move.card)
        return _card_action(island, move.card).obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.UseCard) -> None:
        action = _card_action(play.state, move.card)
        if isinstance(action, CardUndertaking):
            play.schedule(seat, replace(action, card=move.card))
        else:
            play.record(CardTurned(seat, move.card, False))
            play.schedule(seat, action)


def _card_action(island: Island, card: str) -> Action:
    action = island.box.large_cards[card].action
    assert isinstance(action, Action)
    return action
