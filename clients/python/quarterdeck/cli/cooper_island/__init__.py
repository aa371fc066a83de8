"""Cooper Island in the terminal: pure functions from its messages to text."""

from quarterdeck.cli.cooper_island.chronicle import Turns
from quarterdeck.cli.cooper_island.sheet import cooper_lines, cooper_points, tie_break
from quarterdeck.cli.cooper_island.solo import in_words
from quarterdeck.cli.cooper_island.table import table
from quarterdeck.cli.scene import Drawing

DRAWING = Drawing(
    table=table,
    tie_break=tie_break,
    chronicle=Turns,
    example="place_worker normal A",
    in_words=in_words,
    others=cooper_lines,
    rivals=cooper_points,
)
"""All that the terminal wants of this title."""
