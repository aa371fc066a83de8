"""Folding a recorded game, and whether it comes to what was recorded."""

from collections.abc import Iterator
from typing import Any

from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Created, Game, begin, evolve
from quarterdeck_rules.engine.title import Title
from tests.golden.games import Recorded


def differences(recorded: Recorded, title: Title[Any], box: ComponentSet[Any]) -> Iterator[str]:
    """Where the facts of a recorded game are read otherwise, or make another game."""
    codec = codec_of(title)
    game: Game[Any] | None = None
    compared = 0
    for line in recorded.lines:
        kind, _, rest = line.partition(" ")
        if kind == "event":
            name, _, stored = rest.partition(" ")
            event = codec.decode(name, stored.encode())
            if game is None:
                assert isinstance(event, Created)
                game = begin(title, event, box)
            else:
                game = evolve(title, game, event)
            continue
        assert game is not None
        if kind == "fingerprint":
            revision, _, wanted = rest.partition(" ")
            if (game.revision, fingerprint(game)) != (int(revision), wanted):
                yield f"another fingerprint at revision {revision}"
            compared += 1
        elif kind == "score":
            seat, points, rank = map(int, rest.split())
            standing = game.standings[seat]
            if (standing.seat, standing.points, standing.rank) != (seat, points, rank):
                yield f"seat {seat} has {standing}"
            compared += 1
    if compared < recorded.seats + 2:
        yield "there is nothing to compare it with"
