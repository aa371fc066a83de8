"""Facts of helm points and ships."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Ship
from quarterdeck_rules.engine.steps import Seat


class HelmGained(Struct, frozen=True, tag="cooper_island.helm_gained.v1"):
    """Helm points were gained, all for one ship."""

    seat: Seat
    points: int
    ship: Ship


class ShipAdvanced(Struct, frozen=True, tag="cooper_island.ship_advanced.v1"):
    """A ship moved one step, to this bank of the ring."""

    seat: Seat
    ship: Ship
    bank: int


class AnchorAdded(Struct, frozen=True, tag="cooper_island.anchor_added.v1"):
    """An anchor was put under a ship."""

    seat: Seat
    ship: Ship


class AnchorRaised(Struct, frozen=True, tag="cooper_island.anchor_raised.v1"):
    """A helm point was spent on removing an anchor."""

    seat: Seat
    ship: Ship


class LogBookGained(Struct, frozen=True, tag="cooper_island.log_book_gained.v1"):
    """A log book token was gained."""

    seat: Seat
    log_book: str
