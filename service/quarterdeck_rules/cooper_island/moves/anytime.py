"""Anytime moves."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good
from quarterdeck_rules.engine.steps import Move


class StoreCube(Move, Struct, frozen=True, tag="cooper_island.store_cube.v1"):
    """Anytime: move a cube from the land to a storage spot."""

    space: str


class StoreFromMarket(Move, Struct, frozen=True, tag="cooper_island.store_from_market.v1"):
    """Anytime: move a coin or cube from the marketplace to a storage spot."""

    good: Good


class StartTrade(Move, Struct, frozen=True, tag="cooper_island.start_trade.v1"):
    """Anytime: begin a market trade; what is given and taken is asked next."""

    trade: str


class UseLid(Move, Struct, frozen=True, tag="cooper_island.use_lid.v1"):
    """Anytime: move an unused lid to a free crate space and perform the action there."""

    crate: str


class UseCartographer(Move, Struct, frozen=True, tag="cooper_island.use_cartographer.v1"):
    """Anytime: use an option of the cartographer; the space is asked next."""

    option: str


class UseCard(Move, Struct, frozen=True, tag="cooper_island.use_card.v1"):
    """Anytime: use a large building card."""

    card: str


class Hire(Move, Struct, frozen=True, tag="cooper_island.hire.v1"):
    """Move a flipped milestone token to a hire space; which ones is asked next."""
