"""Coins and cubes: where they lie, what they are worth, and how a seat gains them.

Rulebook: "Important notes about storage spots and gaining coins and resources".
"""

from collections.abc import Iterator
from itertools import combinations

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action
from quarterdeck_rules.cooper_island.cards import changes_of
from quarterdeck_rules.cooper_island.changes import MoreStorage
from quarterdeck_rules.cooper_island.events import GoodsGained, MarketGained
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Board, Island
from quarterdeck_rules.cooper_island.terms import CUBES, GOODS, Good, Item, Positive, in_order
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


def storage_spots(island: Island, seat: Seat) -> int:
    """CI-STORE-1  Storage spots of a seat: on the board, under small buildings, on boats and cards."""
    board, box = island.boards[seat], island.box
    spots = box.numbers.storage_spots
    for building in box.contents.buildings:
        if building.storage_spots:
            spots += building.storage_spots * (building.count - board.buildings.count(building.structure))
    for moored in board.moored:
        if moored is not None:
            spots += box.boats[moored.boat].storage_spots
    return spots + sum(change.spots for change in changes_of(island, seat) if isinstance(change, MoreStorage))


def free_spots(island: Island, seat: Seat) -> int:
    """Storage spots that hold nothing."""
    return storage_spots(island, seat) - len(island.boards[seat].storage)


def room(island: Island, seat: Seat) -> int:
    """CI-STORE-2  Spots that a gain may fill.

    While a building or statue is paid for and not placed, one spot stays reserved if clearing a space by Storage is
    the only way left to place it (ruling 40).
    """
    board = island.boards[seat]
    free = free_spots(island, seat)
    if board.in_hand is not None and free and not any(pile.is_free for pile in board.piles):
        return free - 1
    return free


def room_refusal(island: Island, seat: Seat, rule: str) -> Refusal | None:
    """Why a seat cannot put anything on its storage spots, or nothing."""
    if not free_spots(island, seat):
        return refuse(Reason.STORAGE_FULL, rule)
    return None if room(island, seat) else refuse(Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6")


def items_of(island: Island, seat: Seat, goods: tuple[Good, ...] = GOODS) -> Iterator[Item]:
    """Coins and cubes that a seat could give: one per good in storage, and each cube on land."""
    board = island.boards[seat]
    for good in goods:
        if good in board.storage:
            yield Item(good)
    for place, pile in enumerate(board.piles):
        if pile.cube is not None and pile.cube in goods:
            yield Item(pile.cube, island.box.spaces[place])


def value_of(island: Island, seat: Seat, item: Item) -> int:
    """CI-COST-2  A coin or cube in storage is worth 1, a cube on land the level of its space."""
    return island.boards[seat].piles[island.box.place[item.space]].level if item.space else 1


def missing_item(island: Island, seat: Seat, items: tuple[Item, ...]) -> Item | None:
    """The first of these items that the seat does not have, or nothing."""
    board = island.boards[seat]
    storage, used = list(board.storage), set()
    for item in items:
        if item.space:
            place = island.box.place.get(item.space)
            if place is None or board.piles[place].cube is not item.good or item.space in used:
                return item
            used.add(item.space)
        elif item.good in storage:
            storage.remove(item.good)
        else:
            return item
    return None


def worth(island: Island, board: Board, goods: tuple[Good, ...]) -> int:
    """Total value that a seat could give of these goods."""
    stored = sum(good in goods for good in board.storage)
    return stored + sum(pile.level for pile in board.piles if pile.cube is not None and pile.cube in goods)


class GainGoods(Action, frozen=True, tag="cooper_island.gain_goods.v1"):
    """CI-GAIN-1  Gain all goods named, and one of those that are a choice, onto free storage spots."""

    goods: tuple[Good, ...] = ()
    one_of: tuple[Good, ...] = ()

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        return room_refusal(island, seat, "CI-GAIN-2")

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseGood(self.one_of, self.goods) if self.one_of else ReceiveGoods(self.goods))


class ChooseGood(Decision[Island, moves.TakeGood], frozen=True, tag="cooper_island.choose_good.v1"):
    """CI-GAIN-1  A gain of choice: one of these goods, together with the others of the same gain."""

    rule = "CI-GAIN-1"
    answers = (moves.TakeGood,)
    one_of: tuple[Good, ...]
    also: tuple[Good, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.TakeGood]:
        return (moves.TakeGood(good) for good in self.one_of)

    def refusal(self, island: Island, seat: Seat, move: moves.TakeGood) -> Refusal | None:
        if move.good not in self.one_of:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-GAIN-1", good=move.good, one_of=self.one_of)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.TakeGood) -> None:
        play.schedule(seat, ReceiveGoods(in_order((*self.also, move.good))))


class ReceiveGoods(Effect[Island], frozen=True, tag="cooper_island.receive_goods.v1"):
    """CI-GAIN-2  What finds no free spot is forfeited; a seat that could still make room is asked first."""

    goods: tuple[Good, ...]

    def run(self, play: Play[Island], seat: Seat) -> None:
        free = room(play.state, seat)
        if len(self.goods) <= free:
            play.record(GoodsGained(seat, self.goods))
        elif free or play.has_anytime_move(seat):
            play.schedule(seat, ChooseKept(self.goods))


class ChooseKept(Decision[Island, moves.KeepGoods], frozen=True, tag="cooper_island.choose_kept.v1"):
    """CI-GAIN-3  A gain with too few free spots: choose which goods to keep, as many as fit."""

    rule = "CI-GAIN-3"
    answers = (moves.KeepGoods,)
    goods: tuple[Good, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.KeepGoods]:
        kept = min(len(self.goods), room(island, seat))
        return (moves.KeepGoods(goods) for goods in dict.fromkeys(combinations(in_order(self.goods), kept)))

    def refusal(self, island: Island, seat: Seat, move: moves.KeepGoods) -> Refusal | None:
        if any(move.goods.count(good) > self.goods.count(good) for good in move.goods):
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-GAIN-3", goods=move.goods, gained=self.goods)
        fitting = min(len(self.goods), room(island, seat))
        if len(move.goods) != fitting:
            return refuse(Reason.WRONG_NUMBER_KEPT, "CI-GAIN-3", kept=len(move.goods), fitting=fitting)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.KeepGoods) -> None:
        if move.goods:
            play.record(GoodsGained(seat, move.goods))


class GainMarketGoods(Action, frozen=True, tag="cooper_island.gain_market_goods.v1"):
    """CI-MARKET-1  Goods from the supply to the marketplace, which has no limit."""

    goods: tuple[Good, ...]

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(MarketGained(seat, self.goods))


class GainMarketCubes(Action, frozen=True, tag="cooper_island.gain_market_cubes.v1"):
    """CI-MARKET-1  Cubes of choice from the supply to the marketplace."""

    count: Positive

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, TakeToMarket(self.count, CUBES))


class TakeToMarket(Decision[Island, moves.TakeGood], frozen=True, tag="cooper_island.take_to_market.v1"):
    """CI-MARKET-2  Goods of choice for the marketplace, one at a time; not to be interrupted."""

    rule = "CI-MARKET-2"
    answers = (moves.TakeGood,)
    interruptible = False
    left: int
    one_of: tuple[Good, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.TakeGood]:
        return (moves.TakeGood(good) for good in self.one_of)

    def refusal(self, island: Island, seat: Seat, move: moves.TakeGood) -> Refusal | None:
        if move.good not in self.one_of:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-MARKET-2", good=move.good, one_of=self.one_of)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.TakeGood) -> None:
        play.record(MarketGained(seat, (move.good,)))
        if self.left > 1:
            play.schedule(seat, TakeToMarket(self.left - 1, self.one_of))
