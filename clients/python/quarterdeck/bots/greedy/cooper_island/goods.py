"""What goods gained, given, stored and traded are worth."""

from collections.abc import Iterable
from typing import Any

from quarterdeck.bots.greedy.cooper_island.rival import rival
from quarterdeck.bots.greedy.cooper_island.table import Table, is_free
from quarterdeck.bots.greedy.cooper_island.weights import ANCHOR
from quarterdeck.cooper_island.v1.terms_pb2 import GOOD_FOOD, Item


def with_goods(table: Table, goods: Iterable[int], units_each: float = 1.0) -> float:
    """What more goods would be worth."""
    units = dict(table.units)
    for good in goods:
        units[good] += units_each
    return table.wealth(units) - table.wealth(table.units)


def without_items(table: Table, items: Iterable[Item]) -> float:
    """What giving items away would cost, as a negative number."""
    units, freed = dict(table.units), 0.0
    for item in items:
        units[item.good] -= table.units_of(item)
        # A stored good still counts a little in the end; a cleared space can be built on.
        freed += 0.06 * table.land[item.space].level * table.time if item.space else -0.05
    return table.wealth(units) - table.wealth(table.units) + freed


def put_cube(table: Table, move: Any) -> float:
    """The cube of a high mountain."""
    return with_goods(table, [move.good], table.gold_level)


def take_good(table: Table, move: Any) -> float:
    """A good of choice."""
    return 0.01 + with_goods(table, [move.good])


def keep_goods(table: Table, move: Any) -> float:
    """What to keep of a gain."""
    return with_goods(table, move.goods)


def pay(table: Table, move: Any) -> float:
    """A payment: what is given is worth less afterwards."""
    return without_items(table, move.items)


def pay_food(table: Table, move: Any) -> float:
    """Food for the workers: each that is missing is an anchor."""
    paid = sum(table.units_of(item) for item in move.items)
    short = max(0.0, table.board.feeding_cost - paid)
    wasted = max(0.0, paid - table.board.feeding_cost)
    # Fed in full, the workers may bring helm points.
    return -ANCHOR * short - 0.06 * wasted - 0.01 * len(move.items) + (0.0 if short else 0.5)


def pay_fee(table: Table, move: Any) -> float:
    """A fee."""
    return without_items(table, [move.item])


def refuse_fee(table: Table, _move: Any) -> float:
    """An anchor instead of a fee, and a gift for the owner if a player is."""
    return -ANCHOR - (0.0 if rival(table) else 0.2)


def store_cube(table: Table, move: Any) -> float:
    """A cube moved to storage, to clear its space or to keep it to the end."""
    space = table.land[move.space]
    if table.rounds_left == 0 and not table.workers:
        # Nothing will be bought any more, and what is stored counts at the end; but the workers still want to eat.
        return 0.2 if table.board.fed or space.cube != GOOD_FOOD else -1.0
    if space.level > 1 or table.free_spots < 2:
        return -1.0
    beside = any(other.level == space.level and is_free(other) for other in table.neighbours(space))
    return 0.3 if beside and table.best_pair_level < space.level else -0.1


def store_from_market(table: Table, move: Any) -> float:
    """A good saved before the marketplace is cleared."""
    return 0.1 + with_goods(table, [move.good])


def give_item(table: Table, move: Any) -> float:
    """One more item for a trade."""
    return without_items(table, [move.item])


def multiply_cube(table: Table, move: Any) -> float:
    """More cubes of a kind."""
    space = table.land[move.space]
    return with_goods(table, [space.cube], move.more + 1 - space.level)
