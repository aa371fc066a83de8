"""Facts of coins and cubes."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good, Item
from quarterdeck_rules.engine.steps import Seat


class GoodsGained(Struct, frozen=True, tag="cooper_island.goods_gained.v1"):
    """Goods were taken from the supply onto storage spots."""

    seat: Seat
    goods: tuple[Good, ...]


class MarketGained(Struct, frozen=True, tag="cooper_island.market_gained.v1"):
    """Goods were put on a seat's marketplace."""

    seat: Seat
    goods: tuple[Good, ...]


class CubeStored(Struct, frozen=True, tag="cooper_island.cube_stored.v1"):
    """A cube was moved from the land to a storage spot."""

    seat: Seat
    space: str
    good: Good


class MarketStored(Struct, frozen=True, tag="cooper_island.market_stored.v1"):
    """A coin or cube was moved from the marketplace to a storage spot."""

    seat: Seat
    good: Good


class MarketCleared(Struct, frozen=True, tag="cooper_island.market_cleared.v1"):
    """What was left on the marketplace went back to the supply."""

    seat: Seat
    goods: tuple[Good, ...]


class CostPaid(Struct, frozen=True, tag="cooper_island.cost_paid.v1"):
    """Coins and cubes were paid to the supply in one go."""

    seat: Seat
    items: tuple[Item, ...]


class GoodTraded(Struct, frozen=True, tag="cooper_island.good_traded.v1"):
    """A coin or cube was given in a market trade."""

    seat: Seat
    item: Item
