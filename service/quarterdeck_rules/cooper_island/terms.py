"""Words of the rulebook that moves, facts, state and components share."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from quarterdeck_rules.engine.steps import Seat


class Good(StrEnum):
    """What a storage spot can hold: a coin or a resource cube."""

    COIN = "coin"
    WOOD = "wood"
    STONE = "stone"
    FOOD = "food"
    GOLD = "gold"
    CLOTH = "cloth"


CUBES = (Good.WOOD, Good.STONE, Good.FOOD, Good.GOLD, Good.CLOTH)
"""The five kinds of resource cube."""
GOODS = (Good.COIN, *CUBES)
"""All goods, in the order they are listed and kept."""


class Landscape(StrEnum):
    """What the top of a landscape space shows."""

    FOREST = "forest"
    MEADOW = "meadow"
    MOUNTAIN = "mountain"
    SETTLEMENT = "settlement"


class Structure(StrEnum):
    """What may be built on a landscape space."""

    SMALL_BUILDING = "small_building"
    LARGE_BUILDING = "large_building"
    FORTRESS = "fortress"
    STATUE = "statue"


class Ship(StrEnum):
    """A seat's two sail ships: one sail goes clockwise, two sails go counter-clockwise."""

    ONE_SAIL = "one_sail"
    TWO_SAIL = "two_sail"


class Worker(StrEnum):
    """Normal workers stand on round spaces, special workers on square ones."""

    NORMAL = "normal"
    SPECIAL = "special"


class Half(StrEnum):
    """Half of a water space's sand bank, seen from the harbor of its peninsula."""

    NEAR = "near"
    FAR = "far"


class Phase(StrEnum):
    """Phases of a round; `SET_UP` and `GAME_END` stand around the five rounds."""

    SET_UP = "set_up"
    INCOME = "income"
    WORKERS = "workers"
    CLEAN_UP = "clean_up"
    GAME_END = "game_end"


class Item(Struct, frozen=True, order=True):
    """A coin or cube that is given: from a storage spot, or (with its space) from the land."""

    good: Good
    space: str = ""


Count = Annotated[int, Meta(ge=0)]
"""A number in component data that is never below nothing."""
Positive = Annotated[int, Meta(ge=1)]
"""A number in component data that is at least one."""


class Cost(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is owed, per good; cubes count with their value."""

    coin: Count = 0
    wood: Count = 0
    stone: Count = 0
    food: Count = 0
    gold: Count = 0
    cloth: Count = 0

    def owed(self) -> dict[Good, int]:
        """The goods owed and how much of each; goods that are not owed are left out."""
        return {good: amount for good in GOODS if (amount := getattr(self, good.value))}


class PlacedIslet(Struct, frozen=True):
    """An islet on the ring."""

    owner: Seat
    islet: str
    water: str
    half: Half
    bank: int
    """Number of its water space on the ring."""
    clockwise: bool
    """Whether it covers the clockwise half of the sand bank."""


RESOURCE_OF = {
    Landscape.FOREST: Good.WOOD,
    Landscape.MEADOW: Good.FOOD,
    Landscape.MOUNTAIN: Good.STONE,
    Landscape.SETTLEMENT: Good.CLOTH,
}
"""The cube that a landscape yields."""


def in_order(goods: tuple[Good, ...]) -> tuple[Good, ...]:
    """The goods as storage and marketplace keep them: all spots are alike."""
    return tuple(sorted(goods, key=GOODS.index))
