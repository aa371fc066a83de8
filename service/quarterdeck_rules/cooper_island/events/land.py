"""Facts of the landscape."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good, Half, Landscape, Ship
from quarterdeck_rules.engine.steps import Seat


class DoubleTileDrawn(Struct, frozen=True, tag="cooper_island.double_tile_drawn.v1"):
    """A double tile was drawn from the bag into the reserve."""

    seat: Seat
    tile: str


class TilePlaced(Struct, frozen=True, tag="cooper_island.tile_placed.v1"):
    """A double tile was placed; its landscapes lie on the two spaces."""

    seat: Seat
    tile: str
    first: str
    first_landscape: Landscape
    second: str
    second_landscape: Landscape


class TileShimmed(Struct, frozen=True, tag="cooper_island.tile_shimmed.v1"):
    """A single tile was laid under one half of the double tile that is being placed."""

    seat: Seat
    space: str
    landscape: Landscape


class StartTilePlaced(Struct, frozen=True, tag="cooper_island.start_tile_placed.v1"):
    """A single tile was taken from the supply and placed on the start space."""

    seat: Seat
    space: str
    landscape: Landscape


class SingleTilePlaced(Struct, frozen=True, tag="cooper_island.single_tile_placed.v1"):
    """The single tile that the cartographer took was placed."""

    seat: Seat
    space: str
    landscape: Landscape


class IsletPlaced(Struct, frozen=True, tag="cooper_island.islet_placed.v1"):
    """An islet tile was placed: its islet on a water half, its landscape on an uncharted space."""

    seat: Seat
    islet: str
    water: str
    half: Half
    space: str


class ShipSlid(Struct, frozen=True, tag="cooper_island.ship_slid.v1"):
    """A ship slid to the free half of its sand bank, out of the way of an islet."""

    seat: Seat
    ship: Ship
    half: Half


class CubePlaced(Struct, frozen=True, tag="cooper_island.cube_placed.v1"):
    """A cube was put on a landscape space."""

    seat: Seat
    space: str
    good: Good
