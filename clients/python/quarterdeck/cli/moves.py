"""Legal moves as a numbered list, grouped by kind, page by page.  Pure: messages in, text out.

A heading has the kind, and each line what follows it: read together they are the move in notation, unless a title
says it shorter; then, and where there is more than a page, the notation of one move tells how to type.  A move keeps
its number, whatever part of the list is shown.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quarterdeck.v1.game_pb2 import LegalMove

PAGE = 40
"""Moves on a page."""
WORDED = 16
"""A page of so many moves or fewer lists them with their words, one a line."""
LEAST_WORDS = 24
"""Columns that words need beside the moves; where there are fewer they stand below."""
_NUMBER = 6
"""Columns of a number and the gap behind it."""
_GAP = 2


class Listing:
    """The moves of one moment, and which of them are shown."""

    def __init__(self, moves: Iterable[LegalMove], entry: Callable[[LegalMove], str] = lambda legal: "") -> None:
        """Answers come before anytime moves, and those of a kind together; otherwise the order stays.

        `entry` gives what is shown of a move below its kind, or nothing for the rest of its notation with its words.
        """
        listed = list(moves)
        kinds = {kind: place for place, kind in reversed(list(enumerate(move.kind for move in listed)))}
        self.moves = sorted(listed, key=lambda move: (move.anytime, kinds[move.kind]))
        self._places: Sequence[int] = range(len(self.moves))
        self._page = 0
        self._entry = entry

    def numbered(self, number: int) -> LegalMove | None:
        """The move with this number, if there is one."""
        return self.moves[number - 1] if 1 <= number <= len(self.moves) else None

    def noted(self, notation: str) -> LegalMove | None:
        """The move that is written like this, if it is listed."""
        return next((move for move in self.moves if move.move.notation == notation), None)

    def turn(self) -> bool:
        """Go to the next page, from the last to the first; where only one kind is shown on one page, to all moves.

        False if there is nothing more to show.
        """
        if self._pages == 1:
            return len(self._places) < len(self.moves) and self.narrow("")
        self._page = (self._page + 1) % self._pages
        return True

    def narrow(self, kind: str) -> bool:
        """Show only moves whose kind has this in its name; all of them if there are none, and then false."""
        wanted = kind.strip().replace(" ", "_")
        found = [place for place, move in enumerate(self.moves) if wanted in move.kind]
        self._places, self._page = found or range(len(self.moves)), 0
        return bool(found)

    @property
    def _pages(self) -> int:
        return max(1, -(-len(self._places) // PAGE))

    def drawn(self, width: int) -> RenderableType:
        """The page, in lines of this width."""
        shown = self._places[self._page * PAGE : (self._page + 1) * PAGE]
        parts: list[RenderableType] = []
        for (kind, anytime), places in groupby(
            shown, lambda place: (self.moves[place].kind, self.moves[place].anytime)
        ):
            count = sum(move.kind == kind and move.anytime == anytime for move in self.moves)
            number = f" ({count})" if count > 1 else ""
            parts.append(Text.assemble((kind, "bold"), number, ", at any time" if anytime else ""))
            parts.append(self._listed(list(places), len(shown) <= WORDED, width))
        if self._pages > 1:
            where = f"page {self._page + 1} of {self._pages}, {len(self._places)} moves; m shows more"
            parts.append(Text(where, "dim"))
        if shown and (self._pages > 1 or not self._shows_notation(self.moves[shown[0]])):
            parts.append(Text(f"A move can be typed as well; {shown[0] + 1} is", "dim"))
            parts.append(Text(self.moves[shown[0]].move.notation))
        return Group(*parts)

    def _shown(self, move: LegalMove) -> str:
        return self._entry(move) or move.move.notation.partition(" ")[2]

    def _shows_notation(self, move: LegalMove) -> bool:
        return self._shown(move).startswith(move.move.notation.partition(" ")[2])

    def _listed(self, places: Sequence[int], worded: bool, width: int) -> RenderableType:
        entries = [f"{place + 1:>4}  {self._shown(self.moves[place])}".rstrip() for place in places]
        longest = max(len(entry) for entry in entries)
        if worded and not self._entry(self.moves[places[0]]):
            words = [Text(self.moves[place].words, "dim") for place in places]
            return _beside(entries, words) if width - longest - _GAP >= LEAST_WORDS else _below(entries, words)
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        columns = (width + _GAP) // (longest + _GAP)
        if columns < 2:
            return _hanging(entries)
        rows = -(-len(entries) // columns)
        for row in range(rows):
            grid.add_row(*entries[row::rows])
        return grid


def _hanging(entries: Iterable[str]) -> Table:
    """Entries below each other; what does not fit on a line goes on below its first word."""
    grid = Table.grid()
    grid.add_column(no_wrap=True)
    for entry in entries:
        grid.add_row(entry[:_NUMBER], entry[_NUMBER:])
    return grid


def _beside(entries: Sequence[str], words: Sequence[Text]) -> Table:
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(no_wrap=True)
    for entry, told in zip(entries, words, strict=True):
        grid.add_row(entry, told)
    return grid


def _below(entries: Sequence[str], words: Sequence[Text]) -> Group:
    lines = (line for entry, told in zip(entries, words, strict=True) for line in (Text(entry), told))
    return Group(*(Padding(line, (0, 0, 0, 8 * (place % 2))) for place, line in enumerate(lines)))
