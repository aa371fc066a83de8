"""A peninsula as hexes: staggered rows of landscape spaces between the halves of its water spaces.

A hex is seven columns wide and two lines high.  On land: name, landscape and level, then what lies on it.  On water:
name and half, then the number of its bank on the ring, or the islet.
"""

from collections.abc import Mapping

from rich.text import Text

from quarterdeck.cli.cooper_island.terms import GOODS, HALVES, LANDSCAPES, STRUCTURES
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, LandView, WaterView

INSIDE = 6
"""Columns inside a hex; its edge takes one more."""
_PITCH = INSIDE + 1

Hex = tuple[str, str, str]
"""Two lines, and their colour."""


def peninsula(board: BoardView) -> Text:
    """The peninsula of a seat, its tip at the top."""
    hexes = {(2 * one.q + one.r, one.r): _land(one) for one in board.land}
    hexes |= {(2 * one.q + one.r, one.r): _water(one) for one in board.waters}
    if not hexes:
        return Text("")
    left = min(column for column, _ in hexes)
    rows = sorted({row for _, row in hexes})
    drawn = Text(no_wrap=True)
    for row in rows:
        cells = {(column - left) * _PITCH // 2: cell for (column, r), cell in hexes.items() if r == row}
        for line in (0, 1):
            drawn.append_text(_line(cells, line))
            drawn.append("\n")
    drawn.rstrip()
    return drawn


def _line(cells: Mapping[int, Hex], line: int) -> Text:
    drawn, edged = Text(), -1
    for offset in sorted(cells):
        cell = cells[offset]
        if offset != edged:
            drawn.append(" " * (offset - len(drawn)))
            drawn.append("│", "dim")
        drawn.append(f"{cell[line]:^{INSIDE}.{INSIDE}}" if line else f"{cell[0]:<{INSIDE}.{INSIDE}}", cell[2])
        drawn.append("│", "dim")
        edged = offset + _PITCH
    return drawn


def _land(land: LandView) -> Hex:
    if land.HasField("structure"):
        item = STRUCTURES[land.structure][0]
    elif land.HasField("cube"):
        item = GOODS[land.cube]
    else:
        item = "(ruin)" if land.ruin else ""
    if not land.level:
        return f"{land.space} ..", item, "dim"
    letters, style = LANDSCAPES[land.landscape]
    return f"{land.space} {letters}{land.level}", item, style


def _water(water: WaterView) -> Hex:
    name = f"{water.water}{HALVES[water.half]:>{INSIDE - len(water.water)}}"
    bank = f"{water.bank:>2}"
    return (name, f"*isl{bank}", "black on yellow") if water.islet else (name, f"~~{bank}~~", "bright_blue")
