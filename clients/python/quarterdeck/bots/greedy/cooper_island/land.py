"""What placing landscape is worth."""

from collections.abc import Iterable, Mapping
from typing import Any

from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.weights import action_value
from quarterdeck.client.moves.cooper_island.terms import Good, Landscape

CUBE_OF: Mapping[int, Good] = {
    Landscape.FOREST: Good.WOOD,
    Landscape.MEADOW: Good.FOOD,
    Landscape.MOUNTAIN: Good.STONE,
    Landscape.SETTLEMENT: Good.CLOTH,
}
"""The cube that comes with new land: a rule of the game, and of no component."""
_EXCHANGE = 0.1
"""The islet that is drawn may not fit, and another exchange will not be had."""


def _landed(table: Table, spaces: Iterable[tuple[str, int]]) -> float:
    units, value = dict(table.units), 0.0
    for name, landscape in spaces:
        space = table.land[name]
        good = CUBE_OF[landscape]
        if landscape == Landscape.MOUNTAIN and space.level + 1 >= table.gold_level:
            good = Good.GOLD
        units[good] += space.level + 1
        if landscape == Landscape.SETTLEMENT:
            # Nothing but settlements goes on a settlement; but buildings like it on the highest space.
            value -= 0.1 if space.level < 2 else -0.2
        value += 0.05 * space.level
        if not space.level:
            value += 0.05 * sum(other.ruin for other in table.neighbours(space)) - 0.02 * space.r
    return value + table.wealth(units) - table.wealth(table.units)


def place_tile(table: Table, move: Any) -> float:
    """A double tile, either way."""
    value = _landed(table, ((move.first, move.first_landscape), (move.second, move.second_landscape)))
    return value - (0.2 if move.shim else 0.0)


def place_single(table: Table, move: Any) -> float:
    """A single tile of the cartographer."""
    return _landed(table, ((move.space, move.landscape),))


def place_islet(table: Table, move: Any) -> float:
    """An islet with its landscape, and its action whenever a ship passes."""
    landscape = table.box.landscapes.get(move.islet, Landscape.FOREST)
    return _landed(table, ((move.space, landscape),)) + action_value(table.box.action(move.islet))


def exchange_islet(table: Table, _move: Any) -> float:
    """Another islet for the one just drawn: one of the reserve, which holds that one still, wherever it fits."""
    reserve = table.board.islets
    values = [
        _gained(table, table.box.landscapes.get(islet, Landscape.FOREST)) + action_value(table.box.action(islet))
        for islet in reserve
    ]
    return sum(values) / max(1, len(values)) - _EXCHANGE


def _gained(table: Table, landscape: int) -> float:
    """The cube of a space that is charted."""
    units = dict(table.units)
    units[CUBE_OF[landscape]] += 1
    return table.wealth(units) - table.wealth(table.units)


def start_on(_table: Table, move: Any) -> float:
    """The landscape of the start space."""
    return 1.0 if move.landscape == Landscape.FOREST else 0.5


def use_cartographer(table: Table, move: Any) -> float:
    """An option of the cartographer, before its space is chosen."""
    high = table.box.number("raise_high_level")
    # What is below a high level is taken for half of it.
    level = {"raise_low": high / 2, "raise_high": high}.get(move.option, 0)
    return 0.3 * table.time * (level + 1) - 0.1
