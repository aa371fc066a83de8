"""What each title conserves: a check of a game, by title.  A title without one fails its playouts."""

from collections.abc import Callable, Mapping
from typing import Any

from quarterdeck_rules.engine.game import Game
from tests.property import cooper_island, puerto_rico

INVARIANTS: Mapping[str, Callable[[Game[Any]], None]] = {
    "cooper_island": cooper_island.check,
    "puerto_rico": puerto_rico.check,
}
