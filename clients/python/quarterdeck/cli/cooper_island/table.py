"""The whole table: the middle, then each seat with its peninsula and all it holds."""

from collections.abc import Collection, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.peninsula import peninsula
from quarterdeck.cli.cooper_island.ring import ring
from quarterdeck.cli.cooper_island.seat import holdings, standing
from quarterdeck.cli.cooper_island.shared import cargo, orders, sections, supply
from quarterdeck.cli.cooper_island.terms import LANDSCAPES, PHASES, WIDTH, named, plural, style_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, Position

_LAND = 50
"""Columns of a peninsula."""


def table(
    position: Position,
    players: Sequence[str],
    points: Mapping[int, int],
    seats: Collection[int] | None = None,
) -> RenderableType:
    """The middle and these seats (all if none are named), the others by name.

    `points` are those of the score as it stands.
    """
    shown = range(len(position.boards)) if seats is None else seats
    middle = (headline(position), ring(position), sections(position), orders(position), cargo(position))
    boards: list[RenderableType] = []
    for seat in range(len(position.boards)):
        boards.append(title_line(position, players, points, seat))
        if seat in shown:
            boards.append(board(position.boards[seat]))
    return Group(*middle, supply(position), *boards, legend())


def headline(position: Position) -> Text:
    """Round, phase and step."""
    step = f", step {position.clean_up_step}" if position.clean_up_step else ""
    return Text(f"Round {position.round}, {PHASES[position.phase]}{step}", "bold")


def title_line(position: Position, players: Sequence[str], points: Mapping[int, int], seat: int) -> Rule:
    """Who sits there, how they stand, and what the phase says of them."""
    told = [plural(points[seat], "point")] if seat in points else []
    told += standing(position, seat)
    title = Text.assemble((named(players, seat), style_of(seat)), ": " * bool(told), ", ".join(told))
    return Rule(title, align="left", style="dim", characters="-")


def board(board: BoardView) -> Table:
    """A peninsula, and beside it what its seat holds."""
    grid = Table.grid(padding=0)
    grid.add_column(width=_LAND, no_wrap=True)
    grid.add_column(width=WIDTH - _LAND)
    grid.add_row(peninsula(board), holdings(board))
    return grid


def legend() -> Text:
    """What the letters on land stand for."""
    names = {
        LANDSCAPES[number]: name.removeprefix("LANDSCAPE_").lower()
        for name, number in terms.Landscape.items()
        if number in LANDSCAPES
    }
    drawn = Text()
    for (letters, style), name in names.items():
        drawn.append(letters, style).append(f" {name}  ")
    return drawn.append(".. uncharted  *isl islet  () round  [] square", "dim")
