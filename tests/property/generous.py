"""Generous component sets: with everything cheap and close, random play reaches what it hardly ever does otherwise.

Each text replaces entries of a title's component files by id, as an operator's file would.
"""

from collections.abc import Mapping
from typing import Any

_CHEAP_LANDING = """
[[landing_spaces]]
id = "landing_{number}"
status = "reconstructed"
source = "generous"
cost = {{ {cost} }}
helm_points = {helm}
"""

_CHEAP_CARGO = """
[[cargo_ships]]
id = "cargo_{number}"
status = "reconstructed"
source = "generous"
cost = {{ {cost} }}
helm_points = {helm}
"""

_MILESTONE = """
[[milestones]]
id = "two_{things}"
status = "reconstructed"
source = "generous"
goal = {{ measure = {{ count = "{measure}" }}, at_least = 1 }}
"""

_NUMBER = """
[[numbers]]
id = "{name}"
status = "reconstructed"
source = "generous"
value = {value}
"""

_COOPER_ISLAND = (
    _NUMBER.format(name="coins_at_start", value=6)
    + _NUMBER.format(name="drawn_at_start", value=4)
    + _NUMBER.format(name="storage_spots", value=8)
    + _NUMBER.format(name="feeding_base", value=1)
    + "".join(
        _CHEAP_LANDING.format(number=number, cost=cost, helm=helm)
        for number, cost, helm in ((1, "coin = 1", 2), (2, "coin = 1", 3), (3, "", 3), (4, "wood = 1", 4), (5, "", 2))
    )
    + "".join(
        _CHEAP_CARGO.format(number=number, cost=cost, helm=helm)
        for number, cost, helm in ((1, "", 3), (2, "cloth = 1", 3), (3, "coin = 1", 2), (4, "", 2), (5, "gold = 1", 3))
    )
    + "".join(
        _MILESTONE.format(things=things, measure=measure)
        for things, measure in (
            ("boats", "boats_built"),
            ("buildings", "buildings_built"),
            ("statues", "statues_built"),
            ("lids", "lids_taken"),
        )
    )
    + """
[[buildings]]
id = "small_building"
status = "reconstructed"
source = "generous"
structure = "small_building"
count = 2
cost = { coin = 1 }
helm_points = 3
storage_spots = 1
draws_card = true

[[buildings]]
id = "large_building"
status = "reconstructed"
source = "generous"
structure = "large_building"
count = 2
cost = { coin = 1 }
helm_points = 3
draws_card = true

[[buildings]]
id = "fortress"
status = "reconstructed"
source = "generous"
structure = "fortress"
count = 1
cost = { wood = 1 }
helm_points = 4
frees_reactivation = true

[[statue_prices]]
id = "wood_and_stone"
status = "reconstructed"
source = "generous"
cost = { }

[[statue_prices]]
id = "wood_and_gold"
status = "reconstructed"
source = "generous"
cost = { coin = 1 }

[[large_cards]]
id = "L1"
status = "reconstructed"
source = "generous"
action = { do = "turn_own_boats", boats = 1, helm_points = 2 }

[[large_cards]]
id = "L14"
status = "reconstructed"
source = "generous"
action = { do = "turn_own_boats", boats = 1, helm_points = 2 }
"""
)

GENEROUS: Mapping[str, bytes] = {"cooper_island": _COOPER_ISLAND.encode()}
"""By title."""


def replacements(title: str, *, generous: bool) -> tuple[bytes, ...]:
    """What to load a title's components with."""
    return (GENEROUS[title],) if generous else ()


def components(title: Any, *, generous: bool) -> Any:
    """The component set of a title, as printed or generous."""
    return title.load_components(replacements(title.name, generous=generous))
