"""Answers about ships, islets and boats that are used."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Ship
from quarterdeck_rules.engine.steps import Move, Seat


class MoveShip(Move, Struct, frozen=True, tag="cooper_island.move_ship.v1"):
    """Choose the ship that all helm points of one gain go to."""

    ship: Ship


class PutAnchor(Move, Struct, frozen=True, tag="cooper_island.put_anchor.v1"):
    """Choose the ship that takes an anchor, where both have as many."""

    ship: Ship


class UseIslet(Move, Struct, frozen=True, tag="cooper_island.use_islet.v1"):
    """Perform the action of a placed islet."""

    owner: Seat
    islet: str


class UseBoat(Move, Struct, frozen=True, tag="cooper_island.use_boat.v1"):
    """Perform the income action of a built boat."""

    owner: Seat
    boat: str
