"""What sales and the craftsman's barrels bring."""

from collections.abc import Sequence
from typing import Any

from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb


def _sale(table: Table, estate: Estate, good: int, *, post: bool, privilege: bool) -> float:
    doubloons = table.box.prices[good]
    if privilege:
        doubloons += table.box.number("role_doubloons") * table.times(estate)
    if not post:
        doubloons += estate.numbers("sale_doubloons")
    return doubloons * table.doubloon - table.barrel(good, first=False)


def sell(table: Table, move: Any) -> float:
    """The price, for a barrel less to ship."""
    post = move.to == pb.PURCHASER_TRADING_POST
    return _sale(table, table.own, move.good, post=post, privilege=table.has_privilege(table.own))


def phase(table: Table, trader: Estate) -> dict[int, float]:
    """What a trader phase would bring each seat, as if all make their best sale."""
    house, gains = list[int](table.position.house), dict[int, float]()
    for estate in table.clockwise(trader.seat):
        gain, good, post = _best_sale(table, estate, house, privilege=estate is trader)
        gains[estate.seat] = gain
        if good and not post:
            house.append(good)
    return gains


def _best_sale(table: Table, estate: Estate, house: Sequence[int], *, privilege: bool) -> tuple[float, int, bool]:
    best = (0.0, 0, False)
    for good, count in estate.goods.items():
        if not count:
            continue
        if estate.on("trading_post"):
            best = max(best, (_sale(table, estate, good, post=True, privilege=privilege), good, True))
        if len(house) < table.position.house_places and (good not in house or estate.on("office")):
            best = max(best, (_sale(table, estate, good, post=False, privilege=privilege), good, False))
    return best


def take_barrels(table: Table, move: Any) -> float:
    """The craftsman's extra barrels."""
    return sum(table.barrel(good, first=not table.own.goods[good]) for good in move.goods)


def production(table: Table, craftsman: Estate) -> dict[int, float]:
    """What a craftsman phase would bring each seat."""
    supply, gains = dict(table.supply), dict[int, float]()
    made = dict[int, dict[int, int]]()
    for estate in table.clockwise(craftsman.seat):
        made[estate.seat] = output = estate.output(estate.staff, supply)
        for good, count in output.items():
            supply[good] -= count
        gains[estate.seat] = table.barrels(estate.goods, output) + _factories(table, estate, output) * table.doubloon
    extra = sorted(
        (table.barrel(good, first=False) for good, count in made[craftsman.seat].items() if count and supply[good]),
        reverse=True,
    )
    gains[craftsman.seat] += sum(extra[: table.box.number("craftsman_barrels") * table.times(craftsman)])
    return gains


def _factories(table: Table, estate: Estate, output: dict[int, int]) -> int:
    doubloons = 0
    if estate.on("factory"):
        doubloons += table.box.scale("factory_doubloons", sum(1 for count in output.values() if count))
    if estate.on("specialty_factory"):
        doubloons += max([count for good, count in output.items() if table.box.makers[good]] + [1]) - 1
    return doubloons
