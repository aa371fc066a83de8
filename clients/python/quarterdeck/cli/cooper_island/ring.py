"""The ring of water spaces, rolled out clockwise: harbors, bays, islets, and both ships of every seat."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import COOPER, COOPER_STYLE
from quarterdeck.cli.layout import flowed
from quarterdeck.cli.wording import style_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import Position

_CELL = 4
"""Columns of a bank."""
_LABEL = 9
"""Columns of the label before a row."""
_LEGEND = (
    "0> one sail, clockwise",
    "<0 two sails, the other way",
    "' anchored",
    "*0 0* islet, and which half",
)

Marks = list[tuple[str, str]]
"""Texts with their colour, in one cell."""


def ring(position: Position, width: int) -> RenderableType:
    """The ring in rows of banks, alike in length; a row goes on where the one before ends, the last at the first."""
    drawn = Text(no_wrap=True)
    rows = -(-position.banks // max(1, (width - _LABEL) // _CELL))
    longest = -(-position.banks // max(1, rows))
    for first in range(0, position.banks, max(1, longest)):
        drawn.append_text(_rows(position, range(first, min(first + longest, position.banks))))
    drawn.rstrip()
    legend = [*_LEGEND, f"{COOPER}> Cooper"] if position.HasField("cooper") else _LEGEND
    return Group(drawn, flowed("", [Text(text, "dim") for text in legend], width))


def _rows(position: Position, banks: Sequence[int]) -> Text:
    cells = [_cell(position, bank) for bank in banks]
    drawn = _row("bank", [[(f"{bank:>2}", "dim")] for bank in banks])
    drawn.append_text(_row("shore", [[place] for place, _, _ in cells]))
    drawn.append_text(_row("islets", [[islet] for _, islet, _ in cells]))
    ships = [fleet for _, _, fleet in cells]
    for level in range(max((len(fleet) + 1) // 2 for fleet in ships)):
        drawn.append_text(_row("" if level else "ships", [fleet[2 * level : 2 * level + 2] for fleet in ships]))
    return drawn


def _cell(position: Position, bank: int) -> tuple[tuple[str, str], tuple[str, str], Marks]:
    harbors = {board.harbor: board.seat for board in position.boards}
    if bank in harbors:
        place = (f"H{harbors[bank]}", style_of(harbors[bank]))
    else:
        place = ("bay", "") if bank in position.bays else ("~", "bright_blue")
    islet = next((one for one in position.islets if one.bank == bank), None)
    mark = ("", "")
    if islet is not None:
        mark = (f"*{islet.owner}" if islet.clockwise else f"{islet.owner}*", style_of(islet.owner))
    fleet = []
    for board in position.boards:
        for ship in board.ships:
            if ship.bank == bank:
                body = f"{board.seat}>" if ship.ship == terms.SHIP_ONE_SAIL else f"<{board.seat}"
                fleet.append((body + "'" * bool(ship.anchors), style_of(board.seat)))
    if position.HasField("cooper") and position.cooper.ship.bank == bank:
        fleet.append((f"{COOPER}>" + "'" * bool(position.cooper.ship.anchors), COOPER_STYLE))
    if len(fleet) > 1 and any(body.endswith("'") for body, _ in fleet):
        # Two of a cell's four columns are a ship's; where anchors make it wider, each has a line of its own.
        fleet = [mark for one in fleet for mark in (one, ("", ""))]
    return place, mark, fleet


def _row(label: str, cells: Sequence[Marks]) -> Text:
    drawn = Text(f"{label:<{_LABEL}}", "dim")
    for marks in cells:
        width = sum(len(text) for text, _ in marks)
        for text, style in marks:
            drawn.append(text, style)
        drawn.append(" " * (_CELL - width))
    # The last cell needs no blanks behind it: a row is as wide as what it shows.
    drawn.rstrip()
    drawn.append("\n")
    return drawn
