"""The box: all components of Cooper Island with their values, and what follows from their arrangement.

Reading the component files is the rules' only input, done here and only when asked.
"""

from collections.abc import Mapping, Sequence
from importlib import resources

import msgspec

from quarterdeck_rules.cooper_island.contents import Contents, Numbers
from quarterdeck_rules.cooper_island.faults import faults
from quarterdeck_rules.engine.components import (
    ComponentError,
    ComponentSet,
    DecHook,
    decode_contents,
    read_tables,
    restore_contents,
)


class Box(ComponentSet[Contents]):
    """A component set in use, with its entries by id and the geometry that follows from the coordinates."""

    def __init__(self, contents: Contents, canonical: bytes) -> None:
        super().__init__(contents, canonical)
        given = {entry.id: entry.value for entry in contents.numbers}
        wanted = set(Numbers.__struct_fields__)
        if set(given) != wanted:
            raise ComponentError(
                f"numbers: missing {sorted(wanted - set(given))}, unknown {sorted(set(given) - wanted)}"
            )
        self.numbers = Numbers(**given)
        self.spaces = tuple(space.id for space in contents.land)
        self.place = {name: place for place, name in enumerate(self.spaces)}
        """Where a landscape space stands in a peninsula's piles."""
        at = {(space.q, space.r): place for place, space in enumerate(contents.land)}
        self.neighbours = tuple(_around(at, space.q, space.r) for space in contents.land)
        self.pairs = tuple(
            (one, other) for one, around in enumerate(self.neighbours) for other in around if one < other
        )
        self.start = next(place for place, space in enumerate(contents.land) if space.role == "start")
        self.ruins = frozenset(place for place, space in enumerate(contents.land) if space.role == "ruin")
        self.passage = tuple(place for place, space in enumerate(contents.land) if space.role == "passage")
        self.water = {(half.space, half.half): half for half in contents.water}
        self.touches = {(half.space, half.half): _around(at, half.q, half.r) for half in contents.water}
        self.double_tiles = {tile.id: tile for tile in contents.double_tiles}
        self.islets = {islet.id: islet for islet in contents.islets}
        self.boats = {boat.id: boat for boat in contents.boats}
        self.landing_spaces = {space.id: space for space in contents.landing_spaces}
        self.landing_names = tuple(self.landing_spaces)
        self.cargo_ships = {ship.id: ship for ship in contents.cargo_ships}
        self.cargo_names = tuple(self.cargo_ships)
        self.log_books = {book.id: book for book in contents.log_books}
        self.sections = {section.id: section for section in contents.sections}
        self.section_names = tuple(self.sections)
        self.buildings = {building.structure: building for building in contents.buildings}
        self.statue_prices = {price.id: price for price in contents.statue_prices}
        self.crate_spaces = {space.id: space for space in contents.crate_spaces}
        self.milestones = {token.id: token for token in contents.milestones}
        self.hire_spaces = {space.id: space for space in contents.hire_spaces}
        self.royal_orders = {order.id: order for order in contents.royal_orders}
        self.small_cards = {card.id: card for card in contents.small_cards}
        self.large_cards = {card.id: card for card in contents.large_cards}
        self.trades = {trade.id: trade for trade in contents.trades}
        self.cartographer_options = {option.id: option for option in contents.cartographer_options}
        self.strategies = {strategy.id: strategy for strategy in contents.strategies}
        self.action_cards = {card.id: card for card in contents.action_cards}
        self.levels = {level.id: level for level in contents.levels}
        self.tables = {table.seats: table for table in contents.tables}


_FILES = ("board", "tiles", "fleet", "sections", "buildings", "cards", "orders", "cooper")
_DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def load(replacements: Sequence[bytes], dec_hook: DecHook) -> Box:
    """The box as the component files give it, with entries replaced by id."""
    folder = resources.files(__package__) / "components"
    texts = [(folder / f"{name}.toml").read_bytes() for name in _FILES]
    contents, canonical = decode_contents(read_tables(texts, replacements), Contents, dec_hook)
    if (fault := next(faults(contents), None)) is not None:
        raise ComponentError(fault)
    return Box(contents, canonical)


def restore(canonical: bytes, dec_hook: DecHook) -> Box:
    """The box whose canonical bytes were kept."""
    return Box(restore_contents(canonical, Contents, dec_hook), canonical)


def _around(at: dict[tuple[int, int], int], q: int, r: int) -> tuple[int, ...]:
    return tuple(sorted(at[q + dq, r + dr] for dq, dr in _DIRECTIONS if (q + dq, r + dr) in at))


def words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The catalogue of a language: per kind of thing a template for each code."""
    text = (resources.files(__package__) / "words" / f"{language}.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, dict[str, str]])
