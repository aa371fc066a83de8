"""Answers about boats, buildings, statues and cargo ships, about clean-up and cards."""

from msgspec import Struct
from msgspec.structs import force_setattr

from quarterdeck_rules.cooper_island.terms import Structure
from quarterdeck_rules.engine.steps import Move


class BuildBoat(Move, Struct, frozen=True, tag="cooper_island.build_boat.v1"):
    """Choose an income boat and its landing space; the payment follows."""

    boat: str
    landing: str


class ErectBuilding(Move, Struct, frozen=True, tag="cooper_island.erect_building.v1"):
    """Choose a building; the payment follows."""

    structure: Structure


class BuildStatue(Move, Struct, frozen=True, tag="cooper_island.build_statue.v1"):
    """Choose the price and the token of a statue; the payment follows."""

    price: str
    spot: str


class SupplyShip(Move, Struct, frozen=True, tag="cooper_island.supply_ship.v1"):
    """Choose a cargo ship; the payment follows."""

    cargo: str


class PlaceStructure(Move, Struct, frozen=True, tag="cooper_island.place_structure.v1"):
    """Place the building or statue that was paid for."""

    space: str


class KeepCard(Move, Struct, frozen=True, tag="cooper_island.keep_card.v1"):
    """Keep one of the building cards drawn in secret."""

    card: str


class ReturnCards(Move, Struct, frozen=True, tag="cooper_island.return_cards.v1"):
    """Put the other cards under their stack, the first on top of the others."""

    cards: tuple[str, ...]


class RemoveRuin(Move, Struct, frozen=True, tag="cooper_island.remove_ruin.v1"):
    """Remove an accessible ruin and put it on a free crafting spot as a statue."""

    space: str
    spot: str


class WakeCard(Move, Struct, frozen=True, tag="cooper_island.wake_card.v1"):
    """Turn a used large building card face up again."""

    card: str


class ReturnLid(Move, Struct, frozen=True, tag="cooper_island.return_lid.v1"):
    """Take a used crate lid back from its crate space."""

    crate: str


class MoveStructure(Move, Struct, frozen=True, tag="cooper_island.move_structure.v1"):
    """Move an own building or statue to a free landscape space."""

    space: str
    to: str


class MultiplyCube(Move, Struct, frozen=True, tag="cooper_island.multiply_cube.v1"):
    """Move a cube from the land to a storage spot and add more of its kind."""

    space: str
    more: int


class TurnBoats(Move, Struct, frozen=True, tag="cooper_island.turn_boats.v1"):
    """Turn own boats face down for good."""

    boats: tuple[str, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "boats", tuple(sorted(self.boats)))
