"""Cooper Island in the terminal: pure functions from its messages to text."""

from quarterdeck.cli.cooper_island.sheet import sheet
from quarterdeck.cli.cooper_island.table import table

__all__ = ["sheet", "table"]
