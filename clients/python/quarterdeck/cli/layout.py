"""How wide a drawing is, and putting pieces of text on lines of that width.  Pure."""

from collections.abc import Iterable

from rich.text import Text

WIDEST = 100
"""Columns that are used at most, of a wide terminal as of a pipe."""
NARROWEST = 50
"""Columns that a drawing takes at least; a narrower terminal breaks its lines."""


def flowed(label: str, pieces: Iterable[Text], width: int) -> Text:
    """Pieces on as many lines as they need, none broken in the middle if a line can hold it; the label is dim."""
    drawn = Text.assemble((label, "dim"))
    column, indent = len(label), 0 if len(label) > width // 2 else len(label)
    for piece in pieces:
        gap = 2 if column > indent else 0
        if gap and column + gap + len(piece) > width:
            drawn.append("\n" + " " * indent)
            column, gap = indent, 0
        drawn.append(" " * gap).append_text(piece)
        column += gap + len(piece)
    return drawn
