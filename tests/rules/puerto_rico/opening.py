"""A recorded opening of a tournament game (Boykin): four seats with the buildings of the expansion, two rounds.

Data only: what to play with, what chance gives, and the moves in the order they were made.  The record tells neither
the draft nor the two plantations of the first row that nobody took; those are ours, and so is that a seat forfeits
where the record says nothing of it.  Small market and aqueduct were both on the board, although the leaflet has one
space for kinds of their cost: the table had a second one, which `COMPONENTS` gives it.
"""

from collections.abc import Mapping, Sequence

PLAYERS = ("Dave", "Kevin", "Chris", "Christopher")
SEATS = len(PLAYERS)
OPTIONS: Mapping[str, str] = {"market": "drafted"}

COMPONENTS = b"""
[[market_spaces]]
id = "cost_1"
status = "ruling"
source = "a recorded game, in which small market and aqueduct were built"
cost = 1
spaces = 2
"""
"""A replacement of components, for `load_components`."""

SCRIPT: Mapping[str, Sequence[int]] = {
    "governor": [0],
    "plantations": [
        *(8, 28, 0, 16, 34),  # indigo, tobacco, corn, and of ours sugar, coffee
        *(0, 0, 5, 13, 30),  # corn, corn, indigo, sugar, coffee
    ],
}
"""What chance gives, by purpose: places among the plantations that are left, kind after kind."""

DRAFT: Sequence[tuple[int, str]] = tuple(
    (place % SEATS, f"offer_kind {building}")
    for place, building in enumerate(
        [
            "hospice",
            "aqueduct",
            "small_market",
            "wharf",
            "harbor",
            "factory",
            "hacienda",
            "construction_hut",
            "small_warehouse",
            "office",
            "large_market",
            "large_warehouse",
            "library",
            "guild_hall",
            "residence",
            "fortress",
            "city_hall",
            "statue",
        ]
    )
)
"""Which seat put which kind of buildings on the board; ours, but for the kinds that were built."""

FIRST_ROUND: Sequence[tuple[int, str]] = (
    (0, "take_role settler"),
    (0, "take_quarry"),
    (1, "take_plantation indigo"),
    (2, "take_plantation tobacco"),
    (3, "take_plantation corn"),
    (1, "take_role builder"),
    (1, "build indigo_plant"),
    (2, "build small_market"),
    (3, "forfeit"),
    (0, "build aqueduct"),
    (2, "take_role mayor"),
    (2, "arrange_colonists corn:1,small_market:1"),
    (0, "arrange_colonists quarry:1"),
    (1, "arrange_colonists indigo:1"),
    (3, "take_role prospector"),
)

SECOND_ROUND: Sequence[tuple[int, str]] = (
    (1, "take_role mayor"),
    (1, "arrange_colonists indigo:2,indigo_plant:1"),
    (0, "arrange_colonists indigo:1,quarry:1"),
    (2, "take_role craftsman"),
    (2, "take_barrels corn"),
    (3, "take_role captain"),
    (3, "load_ship corn 7"),
    (1, "load_ship indigo 5"),
    (2, "load_ship corn 7"),
    (0, "take_role builder"),
    (0, "build indigo_plant"),
    (1, "forfeit"),
    (2, "forfeit"),
    (3, "build hospice"),
)

THIRD_ROUND: Sequence[tuple[int, str]] = ((2, "take_role trader"),)
"""As far as the record goes."""

MOVES: Sequence[tuple[int, str]] = (*DRAFT, *FIRST_ROUND, *SECOND_ROUND, *THIRD_ROUND)
"""All moves with their seats, in notation."""
