"""What buildings do for their owner until the end, in points: their functions, and what large ones score."""

from collections.abc import Mapping

from quarterdeck.bots.greedy.puerto_rico import weights
from quarterdeck.bots.greedy.puerto_rico.box import FOREST
from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb


def function_value(table: Table, estate: Estate, name: str) -> float:
    """What an occupied building is going to bring; production buildings are counted by what they make."""
    building = table.box.buildings[name]
    if building.is_large:
        return extra_points(table, estate, name)
    made = estate.reach()
    kinds = sum(1 for count in made.values() if count)
    value = weights.FUNCTIONS.get(name, 0.0) * table.rounds_left
    if kinds:
        value += building.number("sale_doubloons") * 0.8 * table.plays(pb.ROLE_TRADER, weights.TRADES) * table.doubloon
        value += _loading(table, building.fields, min(kinds, 3))
    kept = weights.KEPT_KIND * building.number("kept_kinds") * min(1.0, kinds / 3)
    value += (kept + weights.KEPT_BARREL * building.number("kept_barrels")) * table.rounds_left
    return value + _produced(table, name, made, kinds)


def _loading(table: Table, fields: Mapping[str, float], loadings: int) -> float:
    each = float(fields.get("load_points", 0)) + float(fields.get("load_doubloons", 0)) * table.doubloon
    return each * loadings * 0.8 * table.plays(pb.ROLE_CAPTAIN, weights.SHIPMENTS)


def _produced(table: Table, name: str, made: Mapping[int, int], kinds: int) -> float:
    doubloons = 0.0
    if name == "factory":
        doubloons = (table.box.scale("factory_doubloons", kinds) + table.box.scale("factory_doubloons", kinds + 1)) / 2
    elif name == "specialty_factory":
        doubloons = max([count for good, count in made.items() if table.box.makers[good]] + [1]) - 1
    return doubloons * table.doubloon * table.plays(pb.ROLE_CRAFTSMAN, weights.CRAFTS)


def extra_points(table: Table, estate: Estate, name: str) -> float:
    """What a large building will score at the end beyond its printed points, as things go."""
    box, rounds = table.box, table.rounds_left
    beige = sum(not box.buildings[one].is_production for one in estate.city)
    match name:
        case "guild_hall":
            return sum(box.buildings[one].number("guild_points") for one in estate.city) + min(2.0, 0.3 * rounds)
        case "residence":
            tiles = sum(estate.tiles.values()) + 0.7 * rounds
            return float(box.scale("residence_points", min(box.number("island_spaces"), int(tiles))))
        case "fortress":
            return (estate.board.colonists + rounds) / box.number("colonists_per_fortress_point") - 0.3
        case "customs_house":
            return (estate.board.points + 2.2 * rounds) / box.number("chips_per_customs_point") - 0.3
        case "city_hall":
            others = beige + (name not in estate.city) + min(2.0, 0.3 * rounds)
            return box.number("city_hall_points") * others
        case "cloister":
            per = box.number("tiles_per_cloister_set")
            sets = sum(count // per for count in estate.tiles.values())
            return float(box.scale("cloister_points", sets)) + min(1.0, 0.2 * rounds)
    return 0.0


def forest_value(table: Table, estate: Estate) -> float:
    """What one more forest saves, where a forest house makes it one."""
    builds = table.plays(pb.ROLE_BUILDER, weights.BUILDS)
    each = 1 / table.box.number("forests_per_doubloon")
    return each * builds * table.doubloon * (0.8 if estate.tiles.get(FOREST, 0) < 6 else 0.4)
