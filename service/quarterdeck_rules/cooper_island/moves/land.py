"""Answers about the landscape."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good, Half, Landscape
from quarterdeck_rules.engine.steps import Move


class StartOn(Move, Struct, frozen=True, tag="cooper_island.start_on.v1"):
    """Choose the landscape of the start space."""

    landscape: Landscape


class PlaceIslet(Move, Struct, frozen=True, tag="cooper_island.place_islet.v1"):
    """Place an islet tile: its islet on half of a water space, its landscape on an uncharted space."""

    islet: str
    water: str
    half: Half
    space: str


class ExchangeIslet(Move, Struct, frozen=True, tag="cooper_island.exchange_islet.v1"):
    """Return the islet just drawn to the box and draw another, which has to be placed if it can be."""


class PlaceTile(Move, Struct, frozen=True, tag="cooper_island.place_tile.v1"):
    """Place a double tile: each space with the landscape that comes to lie on it.

    The first space is the one listed first on the peninsula. `shim` says that the cartographer evens out the ground.
    """

    tile: str
    first: str
    first_landscape: Landscape
    second: str
    second_landscape: Landscape
    shim: bool = False


class PutCube(Move, Struct, frozen=True, tag="cooper_island.put_cube.v1"):
    """Choose the cube for a newly placed high mountain: stone or gold."""

    good: Good


class PlaceSingle(Move, Struct, frozen=True, tag="cooper_island.place_single.v1"):
    """Place a single tile where the cartographer's option allows it."""

    space: str
    landscape: Landscape
