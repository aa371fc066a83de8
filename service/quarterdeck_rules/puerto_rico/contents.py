"""The entries of the component files, table by table."""

from msgspec import UNSET, Struct, UnsetType

from quarterdeck_rules.engine.components import Component
from quarterdeck_rules.puerto_rico.terms import Count, Good, Group, Positive, Role


class Number(Component, frozen=True, kw_only=True):
    """A single number of the game, by name."""

    value: Count


class Scale(Component, frozen=True, kw_only=True):
    """Numbers that rise with a count, by name: the first is for none, the last for its count and every higher one."""

    values: tuple[Count, ...]

    def at(self, count: int) -> int:
        """The number for a count."""
        return self.values[min(count, len(self.values) - 1)]


class GoodKind(Component, frozen=True, kw_only=True):
    """A kind of goods; its id is the good."""

    price: Count
    barrels: Positive
    barrels_two_seats: Positive
    plantations: Positive
    """Plantation tiles, start tiles included."""
    plantations_two_seats: Positive


class Building(Component, frozen=True, kw_only=True):
    """A building: what it costs, and what follows from numbers alone while it is occupied."""

    group: Group
    cost: Count
    points: Count
    column: Positive
    """Column on the board: as many quarries at most lower the cost."""
    circles: Count
    copies: Positive
    copies_two_seats: Positive
    expansion: bool = False
    """Whether it is of the expansion."""
    good: Good | UnsetType = UNSET
    """What a production building makes."""
    guild_points: Count = 0
    """What a guild hall of the city scores for it."""
    church_points: Count = 0
    """Chips that a church brings when it is built."""
    sale_doubloons: Count = 0
    """Doubloons more for a sale to the trading house."""
    kept_kinds: Count = 0
    """Kinds of goods that need not go back after the captain phase."""
    kept_barrels: Count = 0
    """Single barrels, beyond the free one, that need not go back after the captain phase."""
    load_points: Count = 0
    """Points more for each loading."""
    load_doubloons: Count = 0
    """Doubloons for each loading, and for its owner as captain at the start of the phase."""


class Placard(Component, frozen=True, kw_only=True):
    """A placard of a role."""

    role: Role


class Table(Component, frozen=True, kw_only=True):
    """Set-up for a number of seats."""

    seats: Positive
    points: Positive
    """Points of all chips together."""
    points_first_printing: Positive
    """The same in the first printing of the game."""
    colonists: Positive
    """Colonists of the supply, without those on the ship."""
    colonists_on_ship: Positive
    """Colonists on the ship at the start, and the fewest it is filled up to."""
    cargo_ships: tuple[Positive, ...]
    doubloons: Count
    start_plantations: tuple[Good, ...]
    """By seat, counted from the governor."""
    placards: tuple[str, ...]
    turns: Positive
    """Roles that each seat takes in a round."""
    face_up_plantations: Positive
    quarries: Positive


class MarketSpace(Component, frozen=True, kw_only=True):
    """Spaces of the board for kinds of beige buildings of one cost."""

    cost: Positive
    spaces: Positive


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """All components with their values."""

    numbers: tuple[Number, ...]
    scales: tuple[Scale, ...]
    goods: tuple[GoodKind, ...]
    buildings: tuple[Building, ...]
    placards: tuple[Placard, ...]
    tables: tuple[Table, ...]
    market_spaces: tuple[MarketSpace, ...]


class Numbers(Struct, frozen=True):
    """The numbers by name."""

    island_spaces: int
    city_spaces: int
    large_building_spaces: int
    house_places: int
    free_barrels: int
    role_doubloons: int
    """Doubloons that prospector and trader get, and that the builder pays less."""
    captain_points: int
    mayor_colonists: int
    craftsman_barrels: int
    library_times: int
    """How many times an occupied library gives the privilege of a role."""
    placard_doubloons: int
    """Doubloons put on a placard that nobody took."""
    forests_per_doubloon: int
    barrels_per_union_point: int
    barrels_per_small_wharf_point: int
    colonists_per_fortress_point: int
    chips_per_customs_point: int
    city_hall_points: int
    tiles_per_cloister_set: int
    swapped_factory_cost: int
    swapped_university_cost: int
    corn_doubloons_less: int


class Scales(Struct, frozen=True):
    """The scales by name."""

    factory_doubloons: Scale
    """By kinds of goods produced."""
    residence_points: Scale
    """By tiles on the island."""
    cloister_points: Scale
    """By sets of equal tiles."""
