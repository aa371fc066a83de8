"""The box: all components of Puerto Rico with their values.

Reading the component files is the rules' only input, done here and only when asked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

import msgspec

from quarterdeck_rules.engine.components import (
    ComponentError,
    ComponentSet,
    decode_contents,
    read_tables,
    restore_contents,
)
from quarterdeck_rules.puerto_rico.contents import Contents, Number, Numbers, Scale, Scales
from quarterdeck_rules.puerto_rico.terms import GOODS, Group


class Box(ComponentSet[Contents]):
    """A component set in use, with its entries by id."""

    def __init__(self, contents: Contents, canonical: bytes) -> None:
        super().__init__(contents, canonical)
        self.numbers = Numbers(**_named("numbers", contents.numbers, Numbers))
        self.scales = Scales(**_named("scales", contents.scales, Scales))
        self.goods = tuple(next(kind for kind in contents.goods if kind.id == good) for good in GOODS)
        self.prices = tuple(kind.price for kind in self.goods)
        self.buildings = {building.id: building for building in contents.buildings}
        self.building_order = {name: place for place, name in enumerate(self.buildings)}
        by_size = sorted(contents.buildings, key=lambda building: building.circles)
        self.makers = tuple(tuple(building.id for building in by_size if building.good == good) for good in GOODS)
        """Production buildings by the good they make, in the order of goods, those with fewer circles first."""
        self.placards = {placard.id: placard for placard in contents.placards}
        self.tables = {table.seats: table for table in contents.tables}
        self.spaces = {space.cost: space.spaces for space in contents.market_spaces}

    def size(self, building: str) -> int:
        """City spaces that a building takes."""
        return self.numbers.large_building_spaces if self.buildings[building].group is Group.LARGE else 1


_FILES = ("numbers", "goods", "buildings", "tables")


def load(replacements: Sequence[bytes]) -> Box:
    """The box as the component files give it, with entries replaced by id."""
    folder = resources.files(__package__) / "components"
    texts = [(folder / f"{name}.toml").read_bytes() for name in _FILES]
    contents, canonical = decode_contents(read_tables(texts, replacements), Contents, _no_effects)
    if (fault := next(_faults(contents), None)) is not None:
        raise ComponentError(fault)
    return Box(contents, canonical)


def restore(canonical: bytes) -> Box:
    """The box whose canonical bytes were kept."""
    return Box(restore_contents(canonical, Contents, _no_effects), canonical)


def words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The catalogue of a language: per kind of thing a template for each code."""
    text = (resources.files(__package__) / "words" / f"{language}.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, dict[str, str]])


def _no_effects(kind: type, raw: Any) -> Any:
    raise NotImplementedError(kind)  # these components name no effects


def _named(table: str, entries: Sequence[Number] | Sequence[Scale], wanted: type[msgspec.Struct]) -> dict[str, Any]:
    given = {entry.id: entry.value if isinstance(entry, Number) else entry for entry in entries}
    names = set(wanted.__struct_fields__)
    if set(given) != names:
        raise ComponentError(f"{table}: missing {sorted(names - set(given))}, unknown {sorted(set(given) - names)}")
    return given


_NEVER_NOTHING = frozenset(
    {
        "island_spaces",
        "city_spaces",
        "large_building_spaces",
        "house_places",
        "forests_per_doubloon",
        "barrels_per_union_point",
        "barrels_per_small_wharf_point",
        "colonists_per_fortress_point",
        "chips_per_customs_point",
        "tiles_per_cloister_set",
    }
)
"""Numbers that something is divided by, or without which there would be no room."""


def _faults(contents: Contents) -> Iterator[str]:
    """What is wrong with component files although each entry by itself can be read."""
    for name in contents.__struct_fields__:
        ids = Counter(entry.id for entry in getattr(contents, name))
        for twice in (one for one, count in ids.items() if count > 1):
            yield f"{name}: {twice!r} stands there twice"
        for entry in getattr(contents, name):
            if unknown := set(entry.reconstructed) - set(entry.__struct_fields__):
                yield f"{name}: {entry.id!r} has no field {', '.join(sorted(unknown))} to be reconstructed"
    for number in contents.numbers:
        if number.id in _NEVER_NOTHING and not number.value:
            yield f"numbers: {number.id!r} has to be at least 1"
    for scale in contents.scales:
        if not scale.values:
            yield f"scales: {scale.id!r} has no values"
    if {kind.id for kind in contents.goods} != set(GOODS):
        yield f"goods: there have to be {', '.join(GOODS)}"
    for building in contents.buildings:
        if (building.group is Group.PRODUCTION) is not isinstance(building.good, str):
            yield f"buildings: {building.id!r} of the group {building.group} makes {building.good or 'nothing'}"
    placards = {placard.id for placard in contents.placards}
    for table in contents.tables:
        if str(table.seats) != table.id or len(table.start_plantations) != table.seats:
            yield f"tables: {table.id!r} is for {table.seats} seats with {len(table.start_plantations)} plantations"
        if unknown := set(table.placards) - placards:
            yield f"tables: {table.id!r} names no placard: {', '.join(sorted(unknown))}"
        if table.turns * table.seats > len(table.placards):
            yield f"tables: {table.id!r} has {len(table.placards)} placards for {table.turns * table.seats} turns"
        if len(set(table.cargo_ships)) != len(table.cargo_ships):
            yield f"tables: {table.id!r} has cargo ships of one size, which their names cannot tell apart"
    for space in contents.market_spaces:
        kinds = sum(one.cost == space.cost and one.group is not Group.PRODUCTION for one in contents.buildings)
        if kinds < space.spaces:
            yield f"market_spaces: {space.id!r} has {space.spaces} spaces for {kinds} kinds of buildings"
