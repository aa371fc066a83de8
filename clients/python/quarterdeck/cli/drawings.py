"""Which title is drawn by what.  A title that is not here is drawn in general terms, and can be played all the same."""

from collections.abc import Mapping

from quarterdeck.cli import cooper_island, general, puerto_rico
from quarterdeck.cli.scene import Drawing

DRAWINGS: Mapping[str, Drawing] = {
    "cooper_island": cooper_island.DRAWING,
    "puerto_rico": puerto_rico.DRAWING,
}
"""By the title's name in `ListTitles`."""

DEFAULT_TITLE = "cooper_island"
"""The title of a new game, where none is named."""


def drawing_of(title: str) -> Drawing:
    """The drawing of a title."""
    return DRAWINGS.get(title, general.DRAWING)
