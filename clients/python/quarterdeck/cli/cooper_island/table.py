"""The whole table: the middle, then each seat with its peninsula and all it holds."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.cooper import opponent
from quarterdeck.cli.cooper_island.peninsula import peninsula
from quarterdeck.cli.cooper_island.ring import ring
from quarterdeck.cli.cooper_island.seat import holdings, standing
from quarterdeck.cli.cooper_island.shared import cargo, orders, sections, supply
from quarterdeck.cli.cooper_island.terms import COOPER, LANDSCAPES, PHASES, THIRD
from quarterdeck.cli.layout import flowed
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import named, plural, style_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, Position

_HOLDINGS = 50
"""Columns that holdings take at least beside a peninsula; where there are fewer they stand below it."""


def table(scene: Scene) -> Sequence[RenderableType]:
    """The middle and the boards that are wanted, the other seats by name."""
    position, width = scene.response.position.cooper_island, scene.width
    drawn: list[RenderableType] = [
        headline(position),
        ring(position, width),
        sections(position, scene.components, width),
        orders(position, width),
        cargo(position, width),
        supply(position, width),
    ]
    drawn += opponent(scene)
    for seat in range(len(position.boards)):
        title = title_line(scene, seat)
        if scene.draws(seat):
            first, *rest = board(position.boards[seat], width)
            drawn += [Group(title, first), *rest]
        else:
            drawn.append(title)
    return [*drawn, legend(width, position.HasField("cooper"))]


def headline(position: Position) -> Text:
    """Round, phase and step."""
    step = f", step {position.clean_up_step}" if position.clean_up_step else ""
    return Text(f"Round {position.round}, {PHASES[position.phase]}{step}", "bold")


def title_line(scene: Scene, seat: int) -> Text:
    """Who sits there, how they stand, and what the phase says of them."""
    told = [plural(scene.points[seat], "point")] if seat in scene.points else []
    told += standing(scene.response.position.cooper_island, seat)
    drawn = Text.assemble((named(scene.players, seat), style_of(seat)), ": " * bool(told), ", ".join(told), " ")
    return drawn.append("-" * (scene.width - len(drawn)), "dim")


def board(board: BoardView, width: int) -> Sequence[RenderableType]:
    """A peninsula and what its seat holds: beside it, or below where there is no room."""
    land = peninsula(board)
    columns = max(len(line) for line in land.plain.split("\n"))
    if width - columns < _HOLDINGS:
        return [land, holdings(board)]
    grid = Table.grid(padding=0)
    grid.add_column(width=columns, no_wrap=True)
    grid.add_column(width=width - columns)
    grid.add_row(land, holdings(board))
    return [grid]


def legend(width: int, solo: bool = False) -> Text:
    """What the letters on land and on worker spaces stand for."""
    names = {
        LANDSCAPES[number]: name.removeprefix("LANDSCAPE_").lower()
        for name, number in terms.Landscape.items()
        if number in LANDSCAPES
    }
    pieces = [Text.assemble((letters, style), f" {name}") for (letters, style), name in names.items()]
    pieces += [Text(text, "dim") for text in (".. uncharted", "*isl islet", "() round", "[] square")]
    if solo:
        stacks = f"(0{COOPER}) Cooper's on top of seat 0's"
        pieces += [Text(text, "dim") for text in (f"{COOPER} Cooper", f"{THIRD} third color", stacks)]
    return flowed("", pieces, width)
