"""Cooper Island in the terminal: pure functions from its messages to text."""

from quarterdeck.cli.cooper_island.chronicle import Turns
from quarterdeck.cli.cooper_island.sheet import tie_break
from quarterdeck.cli.cooper_island.table import table
from quarterdeck.cli.scene import Drawing

DRAWING = Drawing(
    table=table,
    tie_break=tie_break,
    chronicle=Turns,
    example="place_worker normal A",
)
"""All that the terminal wants of this title."""
