"""Writes the golden games and perft counts anew: `python -m tests.golden.record`.

Run it when a change of rules, components or stored forms is meant, look at the difference, and say so in the
changelog.  The logs of a release are kept apart and never written again.
"""

import sys
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from tests.golden import games, perft
from tests.playouts import new_game, play_out
from tests.property.generous import GENEROUS, components


class Wanted(Struct, frozen=True):
    """A game to record."""

    seats: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    generous: bool = False


OTHER_OPTIONS = {
    "cooper_island": (("acting", "in_order"), ("layout", "B"), ("start_landscape", "free"), ("starting_seat", "first"))
}
"""By title: an option set in which nothing is at its default."""


def wanted(title: Title[Any]) -> dict[str, Wanted]:
    """The games of a title, by the name of their file."""
    every = {
        f"{title.name}-{seats}-{seed}": Wanted(seats, seed) for seats in title.seat_counts for seed in ("ada", "bo")
    }
    fewest = min(title.seat_counts)
    if title.name in OTHER_OPTIONS:
        every[f"{title.name}-{fewest}-options"] = Wanted(fewest, "cy", OTHER_OPTIONS[title.name])
    if title.name in GENEROUS:
        for seats in (fewest, max(title.seat_counts)):
            every[f"{title.name}-{seats}-generous"] = Wanted(seats, "dee", (), generous=True)
    return every


POSITIONS = tuple(
    perft.Position(seats, "perft", moves, depth, anytime)
    for seats, moves, depth in ((2, 0, 2), (2, 40, 3), (2, 150, 3), (3, 80, 2), (4, 0, 2), (4, 200, 3))
    for anytime in (False, True)
)
"""Counted in every title that takes these seats."""


def main() -> None:
    """Record every game and count every position."""
    for folder in (games.GAMES, games.COMPONENTS, perft.FOLDER):
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
    for title in TITLES.values():
        for name, game in wanted(title).items():
            games.write(games.GAMES / f"{name}.txt", record(title, game))
            sys.stdout.write(f"{name}\n")
        lines = []
        for position in POSITIONS:
            if position.seats in title.seat_counts:
                lines.append(f"{position} {perft.count(title, perft.reached(title, position), position)}")
                sys.stdout.write(f"perft {title.name} {lines[-1]}\n")
        (perft.FOLDER / f"{title.name}.txt").write_text("\n".join((*lines, "")), encoding="utf-8")


def record(title: Title[Any], wanted: Wanted) -> games.Recorded:
    """Play a game and write it down."""
    box = components(title, generous=wanted.generous)
    (games.COMPONENTS / f"{box.hash}.json").write_bytes(box.canonical)
    game, _ = new_game(title, box, wanted.seats, wanted.seed, wanted.options)
    notation = Notation(title.moves)
    moves = [
        games.Move(step.seat, step.decision.id, notation.write(step.move))
        for step in play_out(title, game, wanted.seed, wanted.seed)
    ]
    empty = games.Recorded(title.name, box.hash, wanted.seed, wanted.seats, wanted.options, ())
    return games.Recorded(
        title.name, box.hash, wanted.seed, wanted.seats, wanted.options, games.adjudicated(empty, iter(moves))
    )


if __name__ == "__main__":
    main()
