"""What lies in the middle for all seats: sections with their workers, royal orders, cargo ships, supply."""

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import SECTIONS, style_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import Position


def sections(position: Position) -> Table:
    """The action sections: seats of the workers on round and square spaces, from the bottom of the stack."""
    stacks: dict[tuple[str, int], list[int]] = {
        (stack.section, stack.worker): list(stack.seats) for stack in position.stacks
    }
    names = sorted({*SECTIONS, *(stack.section for stack in position.stacks)})
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(2):
        grid.add_column(no_wrap=True)
    half = (len(names) + 1) // 2
    rows = [_section(name, stacks) for name in names]
    for place in range(half):
        grid.add_row(rows[place], rows[place + half] if place + half < len(rows) else Text(""))
    return grid


def _section(name: str, stacks: Mapping[tuple[str, int], list[int]]) -> Text:
    drawn = Text.assemble((name, "bold"), " ")
    for worker, opening, closing in ((terms.WORKER_NORMAL, "(", ")"), (terms.WORKER_SPECIAL, "[", "]")):
        seats = stacks.get((name, worker), [])
        drawn.append(opening)
        for seat in seats:
            drawn.append(str(seat), style_of(seat))
        drawn.append(closing + " " * (4 - len(seats)))
    return drawn.append(SECTIONS.get(name, ""))


def orders(position: Position) -> Text:
    """The royal orders on display, each with the seat and kind of the worker on it."""
    drawn = Text.assemble(("royal orders ", "dim"))
    for order in position.orders:
        drawn.append(f"{order.order}:")
        if order.HasField("seat"):
            opening, closing = "[]" if order.worker == terms.WORKER_SPECIAL else "()"
            drawn.append(opening).append(str(order.seat), style_of(order.seat)).append(f"{closing}  ")
        else:
            drawn.append("free  ")
    return drawn


def cargo(position: Position) -> Text:
    """The cargo ships that somebody can still supply, with the seats whose lids they hold, and the harbormaster."""
    names = {name for board in position.boards for name in board.lids_on_cargo} | {position.harbormaster} - {""}
    drawn = Text.assemble(("lids on cargo ships ", "dim"))
    for name in sorted(names):
        drawn.append(f"{name}:")
        for board in position.boards:
            if name in board.lids_on_cargo:
                drawn.append(str(board.seat), style_of(board.seat))
        if name == position.harbormaster:
            drawn.append("+harbormaster", "bold").append("" if position.harbormaster_stands else "(lies)")
        drawn.append("  ")
    return drawn


def supply(position: Position) -> Text:
    """What is left in the supply."""
    left = position.supply
    return Text.assemble(
        ("supply ", "dim"),
        f"{left.double_tiles} double tiles, {left.single_tiles} single tiles, {left.log_books} log books, ",
        f"{left.small_cards} small and {left.large_cards} large cards",
    )
