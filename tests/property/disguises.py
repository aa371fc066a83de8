"""What a viewer may not know, by title: the same game in another world that has to look equal to that viewer."""

import random
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from quarterdeck_rules.engine.game import Game
from quarterdeck_rules.engine.title import Viewer
from tests.property import cooper_island, puerto_rico


class Disguise(Protocol):
    """Gives a game, and the move that comes next, in a world that differs only in what the viewer may not know."""

    def __call__(self, game: Game[Any], viewer: Viewer, move: Struct, dice: random.Random) -> tuple[Game[Any], Struct]:
        """`dice` decides which of those worlds."""


DISGUISES: Mapping[str, Disguise] = {"cooper_island": cooper_island.disguise, "puerto_rico": puerto_rico.disguise}
"""A title with secrets needs one."""
