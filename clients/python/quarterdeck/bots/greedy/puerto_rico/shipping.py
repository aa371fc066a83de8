"""What loading and storing bring, now and for the barrels left behind."""

from collections.abc import Iterable, Mapping
from typing import Any

from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.puerto_rico.v1.terms_pb2 import Amount

Goods = dict[int, int]


def goods_value(table: Table, goods: Mapping[int, int]) -> float:
    """What barrels in hand are worth."""
    return table.barrels({}, goods)


def kept(table: Table, estate: Estate, goods: Mapping[int, int]) -> Goods:
    """What of the goods a seat would keep after the phase."""
    kinds = estate.numbers("kept_kinds")
    singles = table.box.number("free_barrels") + estate.numbers("kept_barrels")
    left: Goods = {}
    for place, good in enumerate(sorted(goods, key=lambda good: -goods[good] - 0.1 * table.box.prices[good])):
        if place < kinds:
            left[good] = goods[good]
    for good in sorted((good for good in goods if good not in left), key=lambda good: -table.box.prices[good]):
        left[good] = min(goods[good], singles)
        singles -= left[good]
    return left


def phase(table: Table, captain: Estate) -> dict[int, float]:
    """What a captain phase would bring each seat: its points, less the barrels it has no more, as if all load most."""
    ships = dict[int, tuple[int, int]]()
    for ship in table.position.cargo_ships:
        ships[ship.capacity] = (ship.good, ship.capacity - ship.barrels)
    goods = {estate.seat: dict(estate.goods) for estate in table.estates}
    points = {estate.seat: 0.0 for estate in table.estates}
    used = set[int]()
    idle, turn = 0, captain.seat
    while idle < table.seats:
        estate, own = table.estates[turn], goods[turn]
        load = max(_loads(ships, own), default=None)
        most = max(own.values(), default=0)
        if estate.on("wharf") and turn not in used and most > (load[0] if load else 0):
            used.add(turn)
            own[max(own, key=lambda good: own[good])] = 0
            points[turn] += most + _bonus(table, estate)
            idle = 0
        elif load is None:
            idle += 1
        else:
            count, _, good, capacity = load
            ships[capacity] = (good, ships[capacity][1] - count)
            own[good] -= count
            first = turn == captain.seat and not points[turn]
            points[turn] += count + _bonus(table, estate)
            points[turn] += table.box.number("captain_points") * table.times(estate) if first else 0
            idle = 0
        turn = (turn + 1) % table.seats
    return {
        estate.seat: points[estate.seat]
        + goods_value(table, kept(table, estate, goods[estate.seat]))
        - goods_value(table, estate.goods)
        for estate in table.estates
    }


def _loads(ships: Mapping[int, tuple[int, int]], goods: Mapping[int, int]) -> Iterable[tuple[int, int, int, int]]:
    """How many barrels, minus what stays empty, of which good, on which ship."""
    taken = {good: capacity for capacity, (good, _) in ships.items() if good}
    for good, count in goods.items():
        for capacity, (loaded, room) in ships.items():
            if count and room and loaded in (0, good) and taken.get(good, capacity) == capacity:
                yield min(count, room), -room, good, capacity


def _bonus(table: Table, estate: Estate) -> float:
    return estate.numbers("load_points") + estate.numbers("load_doubloons") * table.doubloon


def load_ship(table: Table, move: Any) -> float:
    """Points for the barrels now; best a ship that others want, and a kind that few are left of afterwards."""
    ship = next(one for one in table.position.cargo_ships if one.capacity == move.capacity)
    count = min(table.own.goods[move.good], ship.capacity - ship.barrels)
    rest = table.own.goods[move.good] - count
    rival = sum(other.goods.get(move.good, 0) > 0 for other in table.others())
    # A kind left over spoils; to begin a ship shuts it for the goods of others, to share one fills theirs.
    return 1.0 + count - 0.15 * rest + (0.15 if ship.barrels == 0 else 0.1 * rival) - _spared(table, move.good, count)


def _spared(table: Table, good: int, count: int) -> float:
    """What the barrels would have been worth kept, of those that could be."""
    after = dict(table.own.goods)
    after[good] -= count
    before = goods_value(table, kept(table, table.own, table.own.goods))
    return before - goods_value(table, kept(table, table.own, after))


def use_wharf(table: Table, move: Any) -> float:
    """A point for each barrel of a kind; worth it for many, or at the end."""
    count = table.own.goods[move.good]
    return 0.9 + count - _spared(table, move.good, count) - (0.0 if count > 2 else 0.5)


def use_small_wharf(table: Table, move: Any) -> float:
    """A point for every few barrels together: for what would spoil."""
    gone = amounts(move.goods)
    points = sum(gone.values()) // table.box.number("barrels_per_small_wharf_point")
    after = {good: count - gone.get(good, 0) for good, count in table.own.goods.items()}
    before = goods_value(table, kept(table, table.own, table.own.goods))
    lost = before - goods_value(table, kept(table, table.own, after))
    return points + _bonus(table, table.own) - lost - 0.1 * sum(gone.values()) - 0.2


def store_goods(table: Table, move: Any) -> float:
    """What is kept."""
    return goods_value(table, amounts(move.goods))


def amounts(goods: Iterable[Amount]) -> Goods:
    """Barrels by good."""
    return {amount.good: amount.count for amount in goods}
