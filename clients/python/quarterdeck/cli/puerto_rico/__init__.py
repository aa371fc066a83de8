"""Puerto Rico in the terminal: pure functions from its messages to text."""

from quarterdeck.cli.puerto_rico.chronicle import Roles
from quarterdeck.cli.puerto_rico.entries import entries
from quarterdeck.cli.puerto_rico.sheet import tie_break
from quarterdeck.cli.puerto_rico.table import table
from quarterdeck.cli.scene import Drawing

DRAWING = Drawing(
    table=table,
    tie_break=tie_break,
    chronicle=Roles,
    example="take_role builder",
    entries=entries,
)
"""All that the terminal wants of this title."""
