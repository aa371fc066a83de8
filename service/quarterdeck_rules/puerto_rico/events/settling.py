"""Facts of plantations, quarries and colonists."""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.terms import Good, Source, Staffed


class TileDrawn(Struct, frozen=True, tag="puerto_rico.tile_drawn.v1"):
    """A seat drew a face-down plantation with its hacienda, and has to lay it.

    `reshuffled` says that the stacks had run out and the discarded plantations became new ones.
    """

    seat: Seat
    good: Good
    reshuffled: bool = False


class DrawnLaid(Struct, frozen=True, tag="puerto_rico.drawn_laid.v1"):
    """The plantation that was drawn lies on the island, or a forest for it.

    `discarded` says that the forest is a spare tile and the plantation was discarded.
    """

    seat: Seat
    good: Good
    forest: bool = False
    discarded: bool = False


class PlantationTaken(Struct, frozen=True, tag="puerto_rico.plantation_taken.v1"):
    """A face-up plantation lies on the island, or a forest for it.

    `discarded` says that the forest is a spare tile and the plantation was discarded.
    """

    seat: Seat
    good: Good
    forest: bool = False
    discarded: bool = False


class QuarryTaken(Struct, frozen=True, tag="puerto_rico.quarry_taken.v1"):
    """A quarry lies on the island."""

    seat: Seat


class ColonistSettled(Struct, frozen=True, tag="puerto_rico.colonist_settled.v1"):
    """A colonist went straight to a tile or building, by hospice or university."""

    seat: Seat
    spot: str
    source: Source


class ColonistsGained(Struct, frozen=True, tag="puerto_rico.colonists_gained.v1"):
    """Colonists came to the windrose of a seat."""

    seat: Seat
    count: int
    source: Source


class ColonistsArranged(Struct, frozen=True, tag="puerto_rico.colonists_arranged.v1"):
    """All colonists of the board were placed anew; those not named are on the windrose.

    `declined` ones left the game.
    """

    seat: Seat
    colonists: tuple[Staffed, ...]
    declined: int = 0


class ShipFilled(Struct, frozen=True, tag="puerto_rico.ship_filled.v1"):
    """Colonists of the supply went on board the colonist ship."""

    count: int


class GuestMoved(Struct, frozen=True, tag="puerto_rico.guest_moved.v1"):
    """A colonist of the guest house went to work."""

    seat: Seat
    spot: str
