"""Everything in front of one seat: as labelled lines, or in short."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from quarterdeck.cli.layout import flowed
from quarterdeck.cli.puerto_rico.shared import kind_of, line
from quarterdeck.cli.puerto_rico.terms import GOODS, STYLES, amounts
from quarterdeck.cli.wording import plain, plural
from quarterdeck.puerto_rico.v1.position_pb2 import BoardView, BuildingView, TileView


def holdings(board: BoardView, made: Mapping[str, int], width: int, *, in_phase: bool) -> Iterator[Text]:
    """Doubloons, chips, goods, island and city; of colonists how many are on how many circles.

    What was done in a phase is told while it lasts.
    """
    yield line("money", _money(board), width)
    yield line("goods", [*_goods(board), _making(made)], width)
    yield line("island", [*map(_tile, board.island), _free(board.island_spaces, _tiles(board))], width)
    built = sum(one.spaces for one in board.city)
    yield line("city", [*map(_building, board.city), _free(board.city_spaces, built)], width)
    yield line("colonists", [Text(f"{board.colonists} in all"), Text(f"{board.windrose} on the windrose")], width)
    if in_phase and (told := list(_of_the_phase(board))):
        yield line("in this phase", told, width)
    if board.library_spent:
        yield line("in this round", [Text("the library has served")], width)


def short(board: BoardView, made: Mapping[str, int], width: int) -> Text:
    """What others want to know of a seat at a glance."""
    goods = [*(list(_goods(board)) or [Text("no goods", "dim")]), _making(made)]
    spaces = f"free: {board.island_spaces} island, {board.city_spaces} city"
    return flowed("  ", [*_money(board), *goods, Text(plural(board.colonists, "colonist")), Text(spaces)], width)


def _money(board: BoardView) -> Iterator[Text]:
    yield Text(plural(board.doubloons, "doubloon"), "bold")
    yield Text(f"chips: {plural(board.points, 'point')}") if board.HasField("points") else Text("chips: hidden", "dim")


def _goods(board: BoardView) -> Iterator[Text]:
    return (kind_of(count, good) for count, good in amounts(board.goods))


def _making(made: Mapping[str, int]) -> Text:
    """What a craftsman would bring."""
    return Text(f"(makes {', '.join(f'{count} {good}' for good, count in made.items()) or 'nothing'})")


def _tiles(board: BoardView) -> int:
    return sum(one.count for one in board.island)


def _tile(tile: TileView) -> Text:
    name = (tile.tile, STYLES[tile.tile])
    if tile.tile == "forest":
        return Text.assemble(f"{tile.count} ", name)
    return Text.assemble(name, f" {tile.colonists}/{tile.count}")


def _building(building: BuildingView) -> Text:
    name = plain(building.building)
    if not building.circles:
        return Text(name, "bold")
    return Text.assemble((name, "bold" if building.colonists else "dim"), f" {building.colonists}/{building.circles}")


def _free(free: int, taken: int) -> Text:
    return Text(f"({free} of {free + taken} spaces free)")


def _of_the_phase(board: BoardView) -> Iterator[Text]:
    if board.HasField("drawn"):
        yield Text(f"to be laid: {GOODS[board.drawn]}")
    if made := [f"{count} {good}" for count, good in amounts(board.produced)]:
        yield Text(f"produced: {', '.join(made)}")
    if board.loadings:
        yield Text(f"loaded {plural(board.loadings, 'time')}")
    if board.used:
        yield Text(f"used: {', '.join(map(plain, board.used))}")
