"""The buildings that are left, in the columns of the board, with prices."""

from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.puerto_rico.prices import Prices
from quarterdeck.cli.puerto_rico.shared import line
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import named, plain

_COLUMNS = (1, 2, 3, 4)


def market(scene: Scene) -> RenderableType:
    """Price, kind and copies left, the cheapest first; in four columns side by side, or in two above two."""
    seat = scene.response.viewer_seat if scene.response.HasField("viewer_seat") else None
    prices = Prices(scene, seat)
    columns = [_column(scene, prices, seat, column) for column in _COLUMNS]
    head = heading(scene, prices, seat)
    for gap in (2, 1):
        if sum(map(_width, columns)) + gap * (len(columns) - 1) <= scene.width:
            return Group(head, _grid(columns, gap))
    return Group(head, _grid(columns[:2], 2), _grid(columns[2:], 2))


def heading(scene: Scene, prices: Prices, seat: int | None) -> Text:
    """Whose prices they are, and how the lines below are read."""
    if seat is None:
        told = ["printed price, kind, copies if more than one"]
    else:
        less = "" if prices.is_builder else f", as builder {prices.privilege} less"
        told = [f"price for {named(scene.players, seat)} now{less};", "kind, copies if more than one"]
    return line("market", [Text(one, "dim") for one in told], scene.width)


def _column(scene: Scene, prices: Prices, seat: int | None, column: int) -> Sequence[Text]:
    position = scene.response.position.puerto_rico
    own = {one.building for one in position.boards[seat].city} if seat is not None else set()
    money = position.boards[seat].doubloons if seat is not None else None
    lines = [Text(f"column {column}", "dim")]
    offers = [one for one in position.market if prices.columns[one.building] == column and one.copies]
    for one in sorted(offers, key=lambda one: prices.printed(one.building)):
        price = prices.price(one.building)
        style = "dim" if one.building in own or (money is not None and price > money) else "bold"
        copies = f" {one.copies}" if one.copies > 1 else ""
        mark = "*" if one.building in own else ""
        lines.append(Text.assemble(f"{price} ", (plain(one.building), style), mark, copies))
    return lines


def _width(column: Sequence[Text]) -> int:
    return max(map(len, column))


def _grid(columns: Sequence[Sequence[Text]], gap: int) -> Table:
    grid = Table.grid(padding=(0, gap, 0, 0), pad_edge=False)
    for column in columns:
        grid.add_column(no_wrap=True, min_width=_width(column))
    for row in zip_longest(*columns, fillvalue=Text("")):
        grid.add_row(*row)
    return grid
