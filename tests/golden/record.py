"""Writes the golden games and perft counts anew: `python -m tests.golden.record`.

Run it when a change of rules, components or stored forms is meant, look at the difference, and say so in the
changelog.  The logs of a release are kept apart and never written again.
"""

import sys
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import extend
from quarterdeck_rules.engine.judge import decide
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from tests.golden import games, perft
from tests.playouts import new_game, play_out
from tests.property.generous import GENEROUS, replacements
from tests.property.kit import BESIDE
from tests.property.solo import LEVELS, STRATEGIES, play_hiring
from tests.rules.puerto_rico import opening


class Wanted(Struct, frozen=True):
    """A game to record: given moves first, if there are any, then random ones."""

    seats: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    replacements: tuple[bytes, ...] = ()
    """Texts that replace entries of the component files."""
    script: games.Script = ()
    moves: tuple[tuple[int, str], ...] = ()
    """Seat and notation."""
    hires: bool = False
    """Whether a seat of Cooper Island mostly hires as soon as it may."""


_TOGETHER = (("acting", "in_order"), ("start_landscape", "free"), ("starting_seat", "first"))
_COOPER_ISLAND = {
    1: (*_TOGETHER, ("strategy", "strategy_4"), ("level", "level_4"), ("islets", "random")),
    2: (*_TOGETHER, ("layout", "B")),
}
_PUERTO_RICO = {
    2: (
        ("market", "random"),
        ("points_pool", "first"),
        ("hacienda_and_forest_house", "one"),
        ("library_two_seats", "every_role"),
        ("library_craftsman", "any"),
        ("library_settler", "quarry_too"),
        ("small_wharf_harbor", "per_kind"),
        ("black_market_returns", "removed"),
        ("black_market_timing", "before"),
        ("pool_emptied", "captain_phase"),
        ("specialty_factory", "privilege_too"),
        ("forest_tile", "discarded"),
        ("mayor_decline", "removed"),
        ("storage", "keeps_most"),
        ("wharf_declined", "for_the_phase"),
        ("union_hall", "phase_start"),
        ("storing", "at_once"),
        ("factory_and_university", "swapped"),
        ("corn_seats", "one_less"),
        ("starting_seat", "first"),
    ),
}
OTHER_OPTIONS: Mapping[str, Mapping[int, tuple[tuple[str, str], ...]]] = {
    "cooper_island": _COOPER_ISLAND,
    "puerto_rico": _PUERTO_RICO,
}
"""By title and number of seats: an option set in which nothing is at its default that those seats may choose."""

_DRAFTED, _RANDOM = (("market", "drafted"),), (("market", "random"),)
_OPENING = Wanted(
    opening.SEATS,
    "opening",
    tuple(opening.OPTIONS.items()),
    (opening.COMPONENTS,),
    tuple((purpose, tuple(draws)) for purpose, draws in opening.SCRIPT.items()),
    tuple(opening.MOVES),
)
# What hiring brings about is hardly met with printed components, so every other level has generous ones.
_GENEROUS_ISLAND = replacements("cooper_island", generous=True)
OTHERS: Mapping[str, Mapping[str, Wanted]] = {
    "cooper_island": {
        **{
            f"1-{strategy}-{level}": Wanted(
                1,
                f"{strategy}{level}",
                (("strategy", strategy), ("level", level)),
                _GENEROUS_ISLAND if level in LEVELS[1::2] else (),
                hires=True,
            )
            for strategy, level in product(STRATEGIES, LEVELS)
        },
        "1-islets": Wanted(1, "gil", (("islets", "random"),), _GENEROUS_ISLAND, hires=True),
    },
    "puerto_rico": {
        "2-drafted": Wanted(2, "cy", _DRAFTED),
        "3-drafted": Wanted(3, "bo", _DRAFTED),
        "4-drafted": Wanted(4, "rex", _DRAFTED),
        "5-drafted": Wanted(5, "rex", _DRAFTED),
        "2-random": Wanted(2, "dee", _RANDOM),
        "3-random": Wanted(3, "joe", _RANDOM),
        "4-random": Wanted(4, "rex", _RANDOM),
        "5-random": Wanted(5, "sue", _RANDOM),
        "4-opening": _OPENING,
    },
}
"""By title, games of its own.

Cooper Island: every strategy and level, and random islets where all spaces of Cooper's clean-up are used.  Puerto Rico:
every market, every reason to end, and an opening that people have played.
"""
SEEDS = {"cooper_island": ("ada", "bo"), "puerto_rico": ("ada",)}
"""By title, the seeds of games that are recorded for every number of seats."""


def wanted(title: Title[Any]) -> dict[str, Wanted]:
    """The games of a title, by the name of their file."""
    every = {
        f"{title.name}-{seats}-{seed}": Wanted(seats, seed) for seats in title.seat_counts for seed in SEEDS[title.name]
    }
    for seats, options in OTHER_OPTIONS.get(title.name, {}).items():
        every[f"{title.name}-{seats}-options"] = Wanted(seats, "cy", options)
    if title.name in GENEROUS:
        # The fewest seats that play against each other, and alone if one may.
        for seats in sorted({title.seat_counts[0], min({*title.seat_counts} - {1}), max(title.seat_counts)}):
            generous = Wanted(seats, "dee", BESIDE.get(title.name, ()), replacements(title.name, generous=True))
            every[f"{title.name}-{seats}-generous"] = generous
    others = OTHERS.get(title.name, {})
    return every | {f"{title.name}-{name}": game for name, game in others.items()}


_ISLETS = (("strategy", "strategy_4"), ("level", "level_4"), ("islets", "random"))
POSITIONS = {
    "cooper_island": tuple(
        perft.Position(seats, "perft", moves, depth, anytime)
        for seats, moves, depth in ((2, 0, 2), (2, 40, 3), (2, 150, 3), (3, 80, 2), (4, 0, 2), (4, 200, 3))
        for anytime in (False, True)
    )
    # Alone: the start, a fee to the supply, a depot that offers, islets drawn and exchanged.
    + tuple(
        perft.Position(1, "perft", moves, depth, anytime, options)
        for moves, depth, options in ((0, 3, ()), (7, 2, ()), (34, 3, ()), (1, 3, _ISLETS), (24, 3, _ISLETS))
        for anytime in (False, True)
    ),
    "puerto_rico": (
        *(
            perft.Position(seats, "perft", moves, depth, anytime=False)
            for seats, moves, depth in ((2, 0, 3), (2, 90, 3), (3, 80, 4), (4, 60, 4), (4, 160, 4), (5, 120, 3))
        ),
        # Where guests may move, and colonists are placed beside them.
        *(
            perft.Position(seats, "perft2", moves, depth, anytime, _RANDOM)
            for seats, moves, depth in ((2, 156, 3), (3, 147, 2), (4, 166, 3))
            for anytime in (False, True)
        ),
    ),
}
"""What is counted, by title."""


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
        for position in POSITIONS[title.name]:
            lines.append(f"{position} {perft.count(title, perft.reached(title, position), position)}")
            sys.stdout.write(f"perft {title.name} {lines[-1]}\n")
        (perft.FOLDER / f"{title.name}.txt").write_text("\n".join((*lines, "")), encoding="utf-8")


def record(title: Title[Any], wanted: Wanted) -> games.Recorded:
    """Play a game and write it down."""
    box = title.load_components(wanted.replacements)
    (games.COMPONENTS / f"{box.hash}.json").write_bytes(box.canonical)
    empty = games.Recorded(title.name, box.hash, wanted.seed, wanted.seats, wanted.options, (), wanted.script)
    return replace(empty, lines=games.adjudicated(empty, _moves(title, box, wanted)))


def _moves(title: Title[Any], box: Any, wanted: Wanted) -> Iterator[games.Move]:
    notation, chance = Notation(title.moves), games.ScriptedChance(wanted.seed, wanted.script)
    game, _ = new_game(title, box, wanted.seats, wanted.seed, wanted.options, chance)
    for seat, text in wanted.moves:
        opened = next(one for one in open_decisions(game.agenda) if one.seat == seat)
        yield games.Move(seat, opened.id, text)
        events = decide(title, game, seat, opened.id, notation.read(text), chance)
        assert not isinstance(events, Refusal), (text, events)
        game = extend(title, game, events)
    play = play_hiring if wanted.hires else play_out
    for step in play(title, game, wanted.seed, wanted.seed, chance):
        yield games.Move(step.seat, step.decision.id, notation.write(step.move))


if __name__ == "__main__":
    main()
