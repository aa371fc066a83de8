"""What lies in the middle for all seats: sections with their workers, royal orders, cargo ships, supply."""

from collections.abc import Iterable, Mapping

from google.protobuf import json_format
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import COOPER, COOPER_STYLE, THIRD, THIRD_STYLE
from quarterdeck.cli.layout import flowed
from quarterdeck.cli.wording import plain, style_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import Position
from quarterdeck.v1.title_service_pb2 import Component

_GAP = 2
"""Columns between the two halves of the sections."""


def sections(position: Position, components: Iterable[Component], width: int) -> RenderableType:
    """The action sections: seats of the workers on round and square spaces, from the bottom of the stack, and what the
    section offers.  In two columns if they fit.
    """
    stacks = _stacks(position)
    offers = {one.component_id: offered(one) for one in components if one.table == "sections"}
    names = sorted({*offers, *(section for section, _ in stacks)})
    rows = [_workers(name, stacks) for name in names]
    half = (len(names) + 1) // 2
    texts = [row.copy().append(offers.get(name, "")) for name, row in zip(names, rows, strict=True)]
    if max((len(text) for text in texts), default=0) <= (width - _GAP) // 2:
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        for place in range(half):
            grid.add_row(texts[place], texts[place + half] if place + half < len(texts) else Text(""))
        return grid
    grid = Table.grid()
    grid.add_column(no_wrap=True)
    for name, row in zip(names, rows, strict=True):
        grid.add_row(row, Text(offers.get(name, "")))
    return grid


def offered(section: Component) -> str:
    """What a section offers, in the words of the service: the actions of one offer exclude each other."""
    words = {part.path: part.words for part in section.parts}
    told = []
    for number, offer in enumerate(json_format.MessageToDict(section.fields).get("offers", ())):
        choice = " or ".join(
            words.get(f"offers.{number}.one_of.{place}") or plain(effect["do"])
            for place, effect in enumerate(offer["one_of"])
        )
        times = int(offer.get("times", 1))
        told.append(choice if times == 1 else f"{choice}, {times} times")
    return "; ".join(told)


Marks = list[tuple[str, str]]
"""Letters or numbers of the workers of a space with their styles, from the bottom of the stack."""


def _stacks(position: Position) -> Mapping[tuple[str, int], Marks]:
    """The workers of all sides on each space that has some."""
    stacks: dict[tuple[str, int], Marks] = {
        (stack.section, stack.worker): [(str(seat), style_of(seat)) for seat in stack.seats]
        for stack in position.stacks
    }
    # Of Cooper and of the third color there is nothing in other games.
    strangers = [(one, (COOPER, COOPER_STYLE)) for one in position.cooper.posted]
    strangers += [(one, (THIRD, THIRD_STYLE)) for one in position.cooper.third]
    for one, mark in strangers:
        marks = stacks.setdefault((one.section, one.worker), [])
        marks.insert(len(marks) if one.on_top else 0, mark)
    return stacks


def _workers(name: str, stacks: Mapping[tuple[str, int], Marks]) -> Text:
    drawn = Text.assemble((name, "bold"), " ")
    for worker, opening, closing in ((terms.WORKER_NORMAL, "(", ")"), (terms.WORKER_SPECIAL, "[", "]")):
        marks = stacks.get((name, worker), [])
        drawn.append(opening)
        for text, style in marks:
            drawn.append(text, style)
        drawn.append(closing + " " * max(1, 4 - len(marks)))
    return drawn


def orders(position: Position, width: int) -> Text:
    """The royal orders on display, each with the seat and kind of the worker on it."""
    drawn = []
    for order in position.orders:
        one = Text(f"{order.order}:")
        if order.HasField("seat"):
            opening, closing = "[]" if order.worker == terms.WORKER_SPECIAL else "()"
            one.append(opening).append(str(order.seat), style_of(order.seat)).append(closing)
        else:
            one.append("free")
        drawn.append(one)
    return flowed("royal orders ", drawn, width)


def cargo(position: Position, width: int) -> Text:
    """The cargo ships that somebody can still supply, with the seats whose lids they hold, and the harbormaster."""
    names = {name for board in position.boards for name in board.lids_on_cargo} | {position.harbormaster} - {""}
    drawn = []
    for name in sorted(names):
        one = Text(f"{name}:")
        for board in position.boards:
            if name in board.lids_on_cargo:
                one.append(str(board.seat), style_of(board.seat))
        if name == position.harbormaster:
            one.append("+harbormaster", "bold").append("" if position.harbormaster_stands else "(lies)")
        drawn.append(one)
    return flowed("lids on cargo ships ", drawn, width)


def supply(position: Position, width: int) -> Text:
    """What is left in the supply."""
    left = position.supply
    told = (
        f"{left.double_tiles} double tiles",
        f"{left.single_tiles} single tiles",
        f"{left.log_books} log books",
        f"{left.small_cards} small and {left.large_cards} large cards",
    )
    return flowed("supply ", map(Text, told), width)
