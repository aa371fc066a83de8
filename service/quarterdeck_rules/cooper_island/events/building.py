"""Facts of boats, buildings, statues, cards and cargo ships."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Structure
from quarterdeck_rules.engine.steps import Seat


class BoatBuilt(Struct, frozen=True, tag="cooper_island.boat_built.v1"):
    """An income boat was put on a landing space."""

    seat: Seat
    boat: str
    landing: str


class BoatTurned(Struct, frozen=True, tag="cooper_island.boat_turned.v1"):
    """An income boat was turned face down for good."""

    seat: Seat
    boat: str


class BuildingTaken(Struct, frozen=True, tag="cooper_island.building_taken.v1"):
    """A building was taken from the player board."""

    seat: Seat
    structure: Structure


class StatueTaken(Struct, frozen=True, tag="cooper_island.statue_taken.v1"):
    """A statue token was taken from its crafting spot."""

    seat: Seat
    spot: str


class StructurePlaced(Struct, frozen=True, tag="cooper_island.structure_placed.v1"):
    """A building or statue was placed on the peninsula."""

    seat: Seat
    structure: Structure
    space: str


class StructureMoved(Struct, frozen=True, tag="cooper_island.structure_moved.v1"):
    """A building or statue was moved to another space."""

    seat: Seat
    structure: Structure
    space: str
    to: str


class RuinRemoved(Struct, frozen=True, tag="cooper_island.ruin_removed.v1"):
    """A ruin was removed and became a statue on a crafting spot."""

    seat: Seat
    space: str
    spot: str


class CardsDrawn(Struct, frozen=True, tag="cooper_island.cards_drawn.v1"):
    """Building cards were drawn in secret. Only their drawer sees which."""

    seat: Seat
    structure: Structure
    count: int
    cards: tuple[str, ...]


class CardKept(Struct, frozen=True, tag="cooper_island.card_kept.v1"):
    """A building card was kept, face up."""

    seat: Seat
    structure: Structure
    card: str


class CardsReturned(Struct, frozen=True, tag="cooper_island.cards_returned.v1"):
    """Building cards went under their stack, the first on top of the others; only their returner sees which."""

    seat: Seat
    structure: Structure
    count: int
    cards: tuple[str, ...]


class CardTurned(Struct, frozen=True, tag="cooper_island.card_turned.v1"):
    """A large building card was turned."""

    seat: Seat
    card: str
    face_up: bool


class LidLifted(Struct, frozen=True, tag="cooper_island.lid_lifted.v1"):
    """A crate lid was lifted from a cargo ship."""

    seat: Seat
    cargo: str


class LidStowed(Struct, frozen=True, tag="cooper_island.lid_stowed.v1"):
    """The lifted crate lid was put with the unused lids."""

    seat: Seat


class LidUsed(Struct, frozen=True, tag="cooper_island.lid_used.v1"):
    """An unused lid was moved to a crate space."""

    seat: Seat
    crate: str


class LidReturned(Struct, frozen=True, tag="cooper_island.lid_returned.v1"):
    """A lid came back from a crate space to the unused lids."""

    seat: Seat
    crate: str


class HarbormasterLaid(Struct, frozen=True, tag="cooper_island.harbormaster_laid.v1"):
    """The harbormaster was laid down: his discount is used for this round."""


class HarbormasterMoved(Struct, frozen=True, tag="cooper_island.harbormaster_moved.v1"):
    """The harbormaster moved on to the next cargo ship and stands upright."""


class DiscountGranted(Struct, frozen=True, tag="cooper_island.discount_granted.v1"):
    """The next purchase will cost less."""

    seat: Seat
    less: int


class DiscountEnded(Struct, frozen=True, tag="cooper_island.discount_ended.v1"):
    """The discount for the next purchase was used or lapsed."""

    seat: Seat
