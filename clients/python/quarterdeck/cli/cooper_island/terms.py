"""Short words and colours of Cooper Island.  What a colour says is said by a letter or a word as well."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from quarterdeck.cooper_island.v1 import terms_pb2 as terms

WIDTH = 100
"""Columns that a drawing may take."""

LANDSCAPES: Mapping[int, tuple[str, str]] = {
    terms.LANDSCAPE_FOREST: ("Fo", "black on green"),
    terms.LANDSCAPE_MEADOW: ("Me", "black on bright_green"),
    terms.LANDSCAPE_MOUNTAIN: ("Mo", "black on white"),
    terms.LANDSCAPE_SETTLEMENT: ("Se", "black on bright_red"),
}
"""Letters and colour of each landscape."""

GOODS: Mapping[int, str] = {
    terms.GOOD_COIN: "coin",
    terms.GOOD_WOOD: "wood",
    terms.GOOD_STONE: "stone",
    terms.GOOD_FOOD: "food",
    terms.GOOD_GOLD: "gold",
    terms.GOOD_CLOTH: "cloth",
}
STRUCTURES: Mapping[int, tuple[str, str]] = {
    terms.STRUCTURE_SMALL_BUILDING: ("SMALL", "small building"),
    terms.STRUCTURE_LARGE_BUILDING: ("LARGE", "large building"),
    terms.STRUCTURE_FORTRESS: ("FORT", "fortress"),
    terms.STRUCTURE_STATUE: ("STATUE", "statue"),
}
"""Short and whole name of each structure."""

PHASES: Mapping[int, str] = {
    terms.PHASE_SET_UP: "set-up",
    terms.PHASE_INCOME: "income phase",
    terms.PHASE_WORKERS: "worker phase",
    terms.PHASE_CLEAN_UP: "clean-up phase",
    terms.PHASE_GAME_END: "end of the game",
}
HALVES: Mapping[int, str] = {terms.HALF_NEAR: "near", terms.HALF_FAR: "far"}
SEAT_STYLES = ("bold yellow", "bold cyan", "bold magenta", "bold bright_red")
"""Colour of each seat."""

SECTIONS: Mapping[str, str] = {
    "A": "draw or place tiles, cartographer",
    "B": "build an income boat",
    "C": "draw and place tiles",
    "D": "erect a building",
    "E": "cartographer, a good",
    "F": "remove a ruin, build a statue",
    "G": "draw or place tiles, twice",
    "H": "supply a cargo ship",
}
"""What each action section is for."""


def named(players: Sequence[str], seat: int) -> str:
    """A seat as people call it: its number, which moves are written with, and its player."""
    player = players[seat] if seat < len(players) else ""
    return f"{seat} {player}".strip()


def plural(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def style_of(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


def counted(names: Iterable[str]) -> str:
    """Names with how often each occurs, in order of first occurrence; a dash if there are none."""
    counts = Counter(names)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "-"
