"""Words of Cooper Island as Python enums: members have the numbers of the protos' enums."""

from enum import IntEnum

from quarterdeck.client.filling import fill, fill_branch
from quarterdeck.cooper_island.v1 import terms_pb2 as pb
from quarterdeck.v1.play_pb2 import Move


class Good(IntEnum):
    """What a storage spot can hold: a coin or a resource cube."""

    COIN = pb.GOOD_COIN
    WOOD = pb.GOOD_WOOD
    STONE = pb.GOOD_STONE
    FOOD = pb.GOOD_FOOD
    GOLD = pb.GOOD_GOLD
    CLOTH = pb.GOOD_CLOTH


class Half(IntEnum):
    """Half of a water space's sand bank, seen from the harbor of its peninsula."""

    NEAR = pb.HALF_NEAR
    FAR = pb.HALF_FAR


class Landscape(IntEnum):
    """What the top of a landscape space shows."""

    FOREST = pb.LANDSCAPE_FOREST
    MEADOW = pb.LANDSCAPE_MEADOW
    MOUNTAIN = pb.LANDSCAPE_MOUNTAIN
    SETTLEMENT = pb.LANDSCAPE_SETTLEMENT


class Ship(IntEnum):
    """A seat's two sail ships: one sail goes clockwise, two sails go counter-clockwise."""

    ONE_SAIL = pb.SHIP_ONE_SAIL
    TWO_SAIL = pb.SHIP_TWO_SAIL


class Structure(IntEnum):
    """What may be built on a landscape space."""

    SMALL_BUILDING = pb.STRUCTURE_SMALL_BUILDING
    LARGE_BUILDING = pb.STRUCTURE_LARGE_BUILDING
    FORTRESS = pb.STRUCTURE_FORTRESS
    STATUE = pb.STRUCTURE_STATUE


class Worker(IntEnum):
    """Normal workers stand on round spaces, special workers on square ones."""

    NORMAL = pb.WORKER_NORMAL
    SPECIAL = pb.WORKER_SPECIAL


def stored(good: Good) -> pb.Item:
    """A coin or cube of a storage spot, as something to pay with; ArgumentInvalid."""
    item = pb.Item()
    fill(item, good=good)
    return item


def on_land(good: Good, space: str) -> pb.Item:
    """The cube on a landscape space, as something to pay with; ArgumentInvalid."""
    item = pb.Item()
    fill(item, good=good, space=space)
    return item


def move_of(kind: str, **fields: object) -> Move:
    """A move of this kind as the service takes it; ArgumentInvalid names the first field that is not what it can be."""
    move = Move()
    fill_branch(move.cooper_island, kind, fields)
    return move
