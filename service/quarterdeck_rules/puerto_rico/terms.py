"""Words of the rulebook that moves, facts, state and components share."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct


class Good(StrEnum):
    """A kind of goods; a plantation of the same name grows it."""

    CORN = "corn"
    INDIGO = "indigo"
    SUGAR = "sugar"
    TOBACCO = "tobacco"
    COFFEE = "coffee"


GOODS = tuple(Good)
"""All goods, in the order they are listed and kept."""
GOOD_AT = {good: place for place, good in enumerate(GOODS)}
"""Where a good stands in a tuple of barrels."""

QUARRY = "quarry"
"""Name of the quarry among the spots of an island."""
FOREST = "forest"
"""Name of the forest among the tiles of an island; it takes no colonist."""
WINDROSE = "windrose"
"""Name of the place of colonists without work."""

PLOTS = (*(good.value for good in GOODS), QUARRY)
"""Tiles of an island that take a colonist, in the order they are listed and kept."""
PLOT_AT = {plot: place for place, plot in enumerate(PLOTS)}
"""Where a tile stands in a tuple of plots."""
QUARRY_AT = PLOT_AT[QUARRY]


class Role(StrEnum):
    """A role; more than one placard may show it."""

    SETTLER = "settler"
    MAYOR = "mayor"
    BUILDER = "builder"
    CRAFTSMAN = "craftsman"
    TRADER = "trader"
    CAPTAIN = "captain"
    PROSPECTOR = "prospector"


class Group(StrEnum):
    """A group of buildings; small and large ones are the beige buildings."""

    PRODUCTION = "production"
    SMALL = "small"
    LARGE = "large"


class Purchaser(StrEnum):
    """Who buys a barrel in the trader phase."""

    TRADING_HOUSE = "trading_house"
    TRADING_POST = "trading_post"


class Source(StrEnum):
    """Where a colonist comes from."""

    SUPPLY = "supply"
    SHIP = "ship"


class EndReason(StrEnum):
    """Why the game ends with its round."""

    COLONISTS = "colonists"
    """The supply could not fill the colonist ship."""
    CITY = "city"
    """Somebody has built on the last space of a city."""
    POINTS = "points"
    """The last victory point chip is gone."""


Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]

Barrels: TypeAlias = tuple[int, ...]
"""Numbers of barrels by kind, in the order of `GOODS`."""
NO_BARRELS: Barrels = (0,) * len(GOODS)


class Amount(Struct, frozen=True):
    """Barrels of one kind."""

    good: Good
    count: int


class Staffed(Struct, frozen=True):
    """Colonists on one kind of tile of an island, or on one building."""

    spot: str
    count: int


def amounts(barrels: Barrels) -> tuple[Amount, ...]:
    """The kinds of which there are barrels."""
    return tuple(Amount(good, count) for good, count in zip(GOODS, barrels, strict=True) if count)


def barrels_of(amounts: tuple[Amount, ...]) -> Barrels:
    """Numbers by kind."""
    counts = [0] * len(GOODS)
    for amount in amounts:
        counts[GOOD_AT[amount.good]] += amount.count
    return tuple(counts)
