"""Legal moves as a numbered list, grouped by kind, page by page.  Pure: messages in, text out.

A heading has the kind, and each line what follows it: read together they are the move in notation.
"""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.v1.game_service_pb2 import LegalMove

PAGE = 40
"""Moves on a page."""
WORDED = 16
"""A page of so many moves or fewer lists them with their words, one a line."""
WIDTH = 100


def grouped(moves: Sequence[LegalMove]) -> list[LegalMove]:
    """Answers before anytime moves, and those of a kind together; otherwise in the order given."""
    kinds = {kind: place for place, kind in reversed(list(enumerate(move.kind for move in moves)))}
    return sorted(moves, key=lambda move: (move.anytime, kinds[move.kind]))


def page_of(moves: Sequence[LegalMove], page: int) -> RenderableType:
    """A page of moves that have been grouped; numbers go on from page to page, pages start over after the last."""
    pages = max(1, -(-len(moves) // PAGE))
    first = page % pages * PAGE
    shown = range(first, min(first + PAGE, len(moves)))
    parts: list[RenderableType] = []
    for kind, anytime, places in _groups(moves, shown):
        count = sum(move.kind == kind and move.anytime == anytime for move in moves)
        heading = Text.assemble((kind, "bold"), f" ({count})" if count > 1 else "", ", at any time" if anytime else "")
        parts += [heading, _listed(moves, places, len(shown) <= WORDED)]
    if pages > 1:
        parts.append(Text(f"page {page % pages + 1} of {pages}, {len(moves)} moves; m shows more", "dim"))
    return Group(*parts)


def _groups(moves: Sequence[LegalMove], shown: range) -> Iterator[tuple[str, bool, range]]:
    start = shown.start
    for place in shown:
        here, following = moves[place], moves[place + 1] if place + 1 < shown.stop else None
        if following is None or (following.kind, following.anytime) != (here.kind, here.anytime):
            yield here.kind, here.anytime, range(start, place + 1)
            start = place + 1


def _listed(moves: Sequence[LegalMove], places: range, worded: bool) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    entries = [f"{place + 1:>4}  {moves[place].move.notation.partition(' ')[2]}".rstrip() for place in places]
    if worded:
        for entry, place in zip(entries, places, strict=True):
            grid.add_row(entry, Text(moves[place].words, "dim"))
        return grid
    columns = max(1, WIDTH // (max(len(entry) for entry in entries) + 2))
    rows = -(-len(entries) // columns)
    for row in range(rows):
        grid.add_row(*entries[row::rows])
    return grid
