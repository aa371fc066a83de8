"""Moves: answers of a seat to a decision, and the anytime move of guests."""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Move
from quarterdeck_rules.puerto_rico.terms import Amount, Good, Purchaser, Staffed


class Forfeit(Move, Struct, frozen=True, tag="puerto_rico.forfeit.v1"):
    """Decline what is offered."""


class OfferKind(Move, Struct, frozen=True, tag="puerto_rico.offer_kind.v1"):
    """Put a kind of beige buildings on a free space of the market."""

    building: str


class TakeRole(Move, Struct, frozen=True, tag="puerto_rico.take_role.v1"):
    """Take a placard.  `library` says that the library serves this role, where it serves one of a round."""

    placard: str
    library: bool = False


class DrawTile(Move, Struct, frozen=True, tag="puerto_rico.draw_tile.v1"):
    """Use the hacienda: draw a face-down plantation before the tile of this turn."""


class LayDrawn(Move, Struct, frozen=True, tag="puerto_rico.lay_drawn.v1"):
    """Lay the plantation that was drawn, or a forest instead."""

    forest: bool


class TakePlantation(Move, Struct, frozen=True, tag="puerto_rico.take_plantation.v1"):
    """Take a face-up plantation, or a forest for it; `colonist` uses the hospice."""

    good: Good
    forest: bool = False
    colonist: bool = False


class TakeQuarry(Move, Struct, frozen=True, tag="puerto_rico.take_quarry.v1"):
    """Take a quarry; `colonist` uses the hospice."""

    colonist: bool = False


class ArrangeColonists(Move, Struct, frozen=True, tag="puerto_rico.arrange_colonists.v1"):
    """Place all colonists of the board: how many on each kind of tile and on each building.

    In the order of `corn` to `coffee`, `quarry`, then the buildings as they were built; spots without a colonist are
    left out, and who is not named is on the windrose.  `declined` new ones leave the game where the table plays so.
    """

    colonists: tuple[Staffed, ...]
    declined: int = 0


class Build(Move, Struct, frozen=True, tag="puerto_rico.build.v1"):
    """Buy a building.  `colonist` uses the university; the others give to the black market, a doubloon each.

    `given_colonist` names the spot it comes from.
    """

    building: str
    colonist: bool = False
    given_colonist: str = ""
    given_good: Good | None = None
    given_point: bool = False


class TakeBarrels(Move, Struct, frozen=True, tag="puerto_rico.take_barrels.v1"):
    """Take the craftsman's extra barrels, one of each kind named."""

    goods: tuple[Good, ...]


class Sell(Move, Struct, frozen=True, tag="puerto_rico.sell.v1"):
    """Sell a barrel to the trading house, or to the trading post."""

    good: Good
    to: Purchaser = Purchaser.TRADING_HOUSE


class LoadShip(Move, Struct, frozen=True, tag="puerto_rico.load_ship.v1"):
    """Load as many barrels of a kind as fit on the cargo ship of this capacity."""

    good: Good
    capacity: int


class UseWharf(Move, Struct, frozen=True, tag="puerto_rico.use_wharf.v1"):
    """Ship all barrels of a kind from the wharf."""

    good: Good


class UseSmallWharf(Move, Struct, frozen=True, tag="puerto_rico.use_small_wharf.v1"):
    """Ship barrels of any kinds from the small wharf; kinds in the order of the supply."""

    goods: tuple[Amount, ...]


class StoreGoods(Move, Struct, frozen=True, tag="puerto_rico.store_goods.v1"):
    """Keep these barrels, kinds in the order of the supply; the others go back."""

    goods: tuple[Amount, ...]


class MoveGuest(Move, Struct, frozen=True, tag="puerto_rico.move_guest.v1"):
    """Move a colonist from the guest house to an empty circle of a kind of tile or of a building."""

    spot: str


MOVES: tuple[type[Struct], ...] = (
    Forfeit,
    OfferKind,
    TakeRole,
    DrawTile,
    LayDrawn,
    TakePlantation,
    TakeQuarry,
    ArrangeColonists,
    Build,
    TakeBarrels,
    Sell,
    LoadShip,
    UseWharf,
    UseSmallWharf,
    StoreGoods,
    MoveGuest,
)
"""Every kind of move of this title."""
