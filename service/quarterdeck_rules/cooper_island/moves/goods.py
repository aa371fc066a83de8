"""Answers about coins and cubes."""

from msgspec import Struct
from msgspec.structs import force_setattr

from quarterdeck_rules.cooper_island.terms import GOODS, Good, Item
from quarterdeck_rules.engine.steps import Move


class TakeGood(Move, Struct, frozen=True, tag="cooper_island.take_good.v1"):
    """Take one coin or cube of choice."""

    good: Good


class KeepGoods(Move, Struct, frozen=True, tag="cooper_island.keep_goods.v1"):
    """Choose which goods of a gain to keep; the others are forfeited."""

    goods: tuple[Good, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))


class Pay(Move, Struct, frozen=True, tag="cooper_island.pay.v1"):
    """Pay a cost in one go: the items, and the goods that reductions lower (once per point)."""

    items: tuple[Item, ...]
    reductions: tuple[Good, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "items", _sorted(self.items))
        force_setattr(self, "reductions", tuple(sorted(self.reductions, key=GOODS.index)))


class PayFood(Move, Struct, frozen=True, tag="cooper_island.pay_food.v1"):
    """Feed the workers with these cubes."""

    items: tuple[Item, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "items", _sorted(self.items))


class PayFee(Move, Struct, frozen=True, tag="cooper_island.pay_fee.v1"):
    """Pay a fee with one coin or cube."""

    item: Item


class RefuseFee(Move, Struct, frozen=True, tag="cooper_island.refuse_fee.v1"):
    """Do not pay a fee: take an anchor instead."""


class GiveItem(Move, Struct, frozen=True, tag="cooper_island.give_item.v1"):
    """Give one more coin or cube in a market trade."""

    item: Item


class CloseTrade(Move, Struct, frozen=True, tag="cooper_island.close_trade.v1"):
    """Give no more in a market trade."""


def _sorted(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: (GOODS.index(item.good), item.space)))
