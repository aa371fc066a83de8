"""What buildings are worth to a seat, and what is left of that for their price."""

from collections.abc import Iterator
from typing import Any

from quarterdeck.bots.greedy.puerto_rico import weights
from quarterdeck.bots.greedy.puerto_rico.box import NAMES, Building
from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.functions import function_value
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb


def price(table: Table, estate: Estate, building: Building, *, privilege: bool) -> int:
    """What a building costs a seat."""
    less = estate.discount(building.column)
    if privilege:
        less += table.box.number("role_doubloons") * table.times(estate)
    return max(0, building.cost - less)


def building_value(table: Table, estate: Estate, building: Building, *, staffed: bool = False) -> float:
    """What a building brings until the end, whatever it costs."""
    value = float(building.points)
    if building.good:
        value += _plant_value(table, estate, building)
    else:
        # A large building has to be occupied once only, at the end; the last mayor may come too early for it.
        late = table.rounds_left < 1 and pb.ROLE_MAYOR not in table.open_roles
        share = 1.0 if staffed else 0.3 if late else 0.9 if building.is_large else weights.STAFFED
        value += share * function_value(table, estate, building.name)
    if estate.on("church"):
        value += building.number("church_points")
    for owned in estate.city:
        if owned in ("guild_hall", "city_hall"):
            value += _hall_value(table, owned, building)
    return value - weights.CITY_SPACE * _spaces(table, building) * min(1.0, table.rounds_left / 5)


def _hall_value(table: Table, hall: str, building: Building) -> float:
    if hall == "guild_hall":
        return float(building.number("guild_points"))
    return 0.0 if building.is_production else float(table.box.number("city_hall_points"))


def _spaces(table: Table, building: Building) -> int:
    return table.box.number("large_building_spaces") if building.is_large else 1


def _plant_value(table: Table, estate: Estate, building: Building) -> float:
    tiles, there = estate.tiles.get(NAMES[building.good], 0), estate.plants(building.good)
    served = min(max(0, tiles - there), building.circles)
    # Plantations may still come for the other circles.
    hoped = min(building.circles - served, 2) * weights.HOPED * min(1.0, table.rounds_left / 8)
    crafts = table.plays(pb.ROLE_CRAFTSMAN, weights.CRAFTS)
    first = table.barrel(building.good, first=True) - table.barrel(building.good, first=False)
    value = (served + hoped) * table.barrel(building.good, first=False)
    value += first * min(1.0, served + hoped) * (0.0 if there else 1.0)
    return crafts * weights.STAFFED * value


def offers(table: Table, estate: Estate, *, privilege: bool) -> Iterator[tuple[Building, int]]:
    """Buildings that a seat could buy now, with their prices."""
    for offer in table.position.market:
        building = table.box.buildings[offer.building]
        if offer.copies and building.name not in estate.city and _spaces(table, building) <= estate.board.city_spaces:
            cost = price(table, estate, building, privilege=privilege)
            if cost <= estate.doubloons:
                yield building, cost


def best_purchase(table: Table, estate: Estate, *, privilege: bool) -> float:
    """The most that a turn of the builder phase would bring a seat."""
    values = (
        building_value(table, estate, building) - cost * table.doubloon
        for building, cost in offers(table, estate, privilege=privilege)
    )
    return max(0.0, max(values, default=0.0))


def build(table: Table, move: Any) -> float:
    """A building for its price, and for what the black market takes."""
    estate, building = table.own, table.box.buildings[move.building]
    owed = price(table, estate, building, privilege=table.has_privilege(estate))
    given, lost = 0, 0.0
    if move.given_colonist:
        given, lost = given + 1, lost + 0.5 + 0.08 * table.rounds_left
    if move.HasField("given_good"):
        given, lost = given + 1, lost + table.barrel(move.given_good, first=estate.goods[move.given_good] == 1)
    if move.given_point:
        given, lost = given + 1, lost + 1.0
    value = building_value(table, estate, building, staffed=move.colonist)
    settled = 0.2 + 0.05 * table.rounds_left if move.colonist else 0.0
    return value + settled - lost - max(0, owed - given) * table.doubloon


def offer_kind(table: Table, move: Any) -> float:
    """A kind for the market: what will be good to have."""
    building = table.box.buildings[move.building]
    return 5.0 + building_value(table, table.own, building) - building.cost * table.doubloon
