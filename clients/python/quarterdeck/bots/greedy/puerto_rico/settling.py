"""What tiles of the island are worth."""

from typing import Any

from quarterdeck.bots.greedy.puerto_rico import weights
from quarterdeck.bots.greedy.puerto_rico.box import NAMES, QUARRY
from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.functions import forest_value
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb


def plantation_value(table: Table, estate: Estate, good: int) -> float:
    """What a plantation will bring: a barrel each time, if there is a colonist, and a circle in a plant, for it."""
    crafts = table.plays(pb.ROLE_CRAFTSMAN, weights.CRAFTS)
    count = estate.tiles.get(NAMES[good], 0)
    full = crafts * table.barrel(good, first=not count)
    rivals = sum(bool(other.reach().get(good)) for other in table.estates if other is not estate)
    # A good that few others make sells better, and ships more of it.
    full *= 1.0 - weights.RIVAL * rivals
    if not table.box.makers[good]:
        return full * weights.STAFFED * 0.9 + weights.TILE
    if count < estate.plants(good):
        return full * weights.STAFFED + weights.TILE
    return full * weights.PLANTLESS / (1 + count - estate.plants(good)) + weights.TILE


def quarry_value(table: Table, estate: Estate) -> float:
    """What a quarry will save."""
    builds = table.plays(pb.ROLE_BUILDER, weights.BUILDS)
    share = weights.QUARRY if estate.tiles.get(QUARRY, 0) < weights.QUARRIES else weights.QUARRY / 4
    return share * builds * table.doubloon * weights.QUARRY_STAFFED + weights.TILE


def best_tile(table: Table, estate: Estate, *, quarry: bool) -> float:
    """The most that a turn of the settler phase would bring a seat."""
    if not estate.board.island_spaces:
        return 0.0
    values = [plantation_value(table, estate, good) for good in set(table.position.row)]
    if table.position.supply.quarries and (quarry or estate.on("construction_hut")):
        values.append(quarry_value(table, estate))
    return max(values, default=0.0)


def draw_tile(table: Table, _move: Any) -> float:
    """The hacienda's tile comes on top of the other, so it is drawn; unless it takes the last space."""
    return 10.0 if table.own.board.island_spaces > 1 else 0.5


def lay_drawn(table: Table, move: Any) -> float:
    """The plantation that was drawn, or a forest."""
    if move.forest:
        return forest_value(table, table.own)
    return plantation_value(table, table.own, table.own.board.drawn)


def take_plantation(table: Table, move: Any) -> float:
    """A plantation of the row, or a forest."""
    if move.forest:
        return forest_value(table, table.own) + (0.3 if move.colonist else 0.0)
    return plantation_value(table, table.own, move.good) + (_settled(table) if move.colonist else 0.0)


def take_quarry(table: Table, move: Any) -> float:
    """A quarry."""
    return quarry_value(table, table.own) + (_settled(table) if move.colonist else 0.0)


def _settled(table: Table) -> float:
    return 0.3 + 0.05 * table.rounds_left
