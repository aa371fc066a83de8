"""Moves of Puerto Rico: answers to decisions, and the anytime move of guests."""

from collections.abc import Iterable

from quarterdeck.client.moves.puerto_rico.terms import Good, Purchaser, move_of
from quarterdeck.puerto_rico.v1 import terms_pb2 as terms
from quarterdeck.v1.play_pb2 import Move


def forfeit() -> Move:
    """Decline what is offered."""
    return move_of("forfeit")


def offer_kind(building: str) -> Move:
    """Put a kind of beige buildings on a free space of the market."""
    return move_of("offer_kind", building=building)


def take_role(placard: str, *, library: bool = False) -> Move:
    """Take a placard; `library` has the library serve this role, where it serves one of a round."""
    return move_of("take_role", placard=placard, library=library)


def draw_tile() -> Move:
    """Use the hacienda: draw a face-down plantation before the tile of this turn."""
    return move_of("draw_tile")


def lay_drawn(*, forest: bool) -> Move:
    """Lay the plantation that was drawn, or a forest instead."""
    return move_of("lay_drawn", forest=forest)


def take_plantation(good: Good, *, forest: bool = False, colonist: bool = False) -> Move:
    """Take a face-up plantation, or a forest for it; `colonist` uses the hospice."""
    return move_of("take_plantation", good=good, forest=forest, colonist=colonist)


def take_quarry(*, colonist: bool = False) -> Move:
    """Take a quarry; `colonist` uses the hospice."""
    return move_of("take_quarry", colonist=colonist)


def arrange_colonists(colonists: Iterable[terms.Staffed], declined: int = 0) -> Move:
    """Place all colonists of the board.

    In the order of `corn` to `coffee`, `quarry`, then the buildings as they were built, without those that get none;
    who is not named is on the windrose.  `declined` new ones leave the game where the table plays so.
    """
    return move_of("arrange_colonists", colonists=colonists, declined=declined)


def build(
    building: str,
    *,
    colonist: bool = False,
    given_colonist: str = "",
    given_good: Good | None = None,
    given_point: bool = False,
) -> Move:
    """Buy a building.  `colonist` uses the university; the others give to the black market, a doubloon each."""
    given = {} if given_good is None else {"given_good": given_good}
    return move_of(
        "build",
        building=building,
        colonist=colonist,
        given_colonist=given_colonist,
        given_point=given_point,
        **given,
    )


def take_barrels(goods: Iterable[Good]) -> Move:
    """Take the craftsman's extra barrels, one for each mention, in the order of the supply."""
    return move_of("take_barrels", goods=goods)


def sell(good: Good, to: Purchaser = Purchaser.TRADING_HOUSE) -> Move:
    """Sell a barrel to the trading house, or to the trading post."""
    return move_of("sell", good=good, to=to)


def load_ship(good: Good, capacity: int) -> Move:
    """Load as many barrels of a kind as fit on the cargo ship of this capacity."""
    return move_of("load_ship", good=good, capacity=capacity)


def use_wharf(good: Good) -> Move:
    """Ship all barrels of a kind from the wharf."""
    return move_of("use_wharf", good=good)


def use_small_wharf(goods: Iterable[terms.Amount]) -> Move:
    """Ship barrels of any kinds from the small wharf; kinds in the order of the supply."""
    return move_of("use_small_wharf", goods=goods)


def store_goods(goods: Iterable[terms.Amount]) -> Move:
    """Keep these barrels, kinds in the order of the supply; the others go back."""
    return move_of("store_goods", goods=goods)


def move_guest(spot: str) -> Move:
    """Move a colonist from the guest house to an empty circle of a kind of tile or of a building."""
    return move_of("move_guest", spot=spot)
