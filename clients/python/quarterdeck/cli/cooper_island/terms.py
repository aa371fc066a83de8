"""Short words and colours of Cooper Island.  What a colour says is said by a letter or a word as well."""

from collections.abc import Mapping

from quarterdeck.cooper_island.v1 import terms_pb2 as terms

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
COOPER = "C"
COOPER_STYLE = "bold"
"""Letter and style of the opponent of a solo game."""

THIRD = "T"
THIRD_STYLE = "dim"
"""Letter and style of the third color of a solo game."""

WORKERS: Mapping[int, str] = {terms.WORKER_NORMAL: "normal", terms.WORKER_SPECIAL: "special"}
