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

_ANCHORING = """
[[action_cards]]
id = "H2"
status = "reconstructed"
source = "generous: what no printed card of Cooper does, and a corrected one may"
steps = [
    { do = "post_cooper", section = "H", prefers = "special", needs_unlocked = true },
    { do = "offer_depot" },
    { do = "give_cooper_helm", points = 1, placed = "special" },
    { do = "give_cooper_anchors", anchors = 1 },
    { do = "give_cooper_helm", points = 1, order = "order_4" },
]
"""

_NUMBER = """
[[numbers]]
id = "{name}"
status = "reconstructed"
source = "generous"
value = {value}
"""

_COOPER_ISLAND = (
    _ANCHORING
    + _NUMBER.format(name="coins_at_start", value=6)
    + _NUMBER.format(name="drawn_at_start", value=4)
    + _NUMBER.format(name="storage_spots", value=8)
    + _NUMBER.format(name="feeding_base", value=1)
    + _NUMBER.format(name="strategy_helm_points", value=4)
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

_TABLE = """
[[tables]]
id = "{seats}"
status = "reconstructed"
source = "generous"
seats = {seats}
points = {points}
points_first_printing = {points}
colonists = {colonists}
colonists_on_ship = {ship}
cargo_ships = [{cargo}]
doubloons = 14
start_plantations = [{plantations}]
placards = ["settler", "mayor", "builder", "craftsman", "trader", "captain"{prospectors}]
turns = {turns}
face_up_plantations = {row}
quarries = {quarries}
"""

_SPACES = """
[[market_spaces]]
id = "cost_{cost}"
status = "reconstructed"
source = "generous"
cost = {cost}
spaces = {spaces}
"""

_INDIGO, _CORN, _PROSPECTOR = '"indigo"', '"corn"', ', "prospector"'

# Room on the market for every kind, but for one of four that may exclude each other; doubloons and colonists for all.
_PUERTO_RICO = (
    _NUMBER.format(name="placard_doubloons", value=2)
    + "".join(
        _SPACES.format(cost=cost, spaces=spaces)
        for cost, spaces in ((1, 2), (2, 3), (3, 2), (4, 2), (5, 4), (6, 2), (7, 2), (8, 4), (9, 2), (10, 7))
    )
    + "".join(
        _TABLE.format(
            seats=seats,
            points=points,
            colonists=colonists,
            ship=2 * seats,
            cargo=cargo,
            plantations=", ".join((_INDIGO,) * (seats - seats // 2) + (_CORN,) * (seats // 2)),
            prospectors=prospectors,
            turns=3 if seats == 2 else 1,
            row=seats + 2,
            quarries=8,
        )
        for seats, points, colonists, cargo, prospectors in (
            (2, 70, 56, "4, 6", _PROSPECTOR),
            (3, 80, 80, "4, 5, 6", ""),
            (4, 110, 110, "5, 6, 7", _PROSPECTOR),
            (5, 140, 140, "6, 7, 8", _PROSPECTOR + ', "second_prospector"'),
        )
    )
)

GENEROUS: Mapping[str, bytes] = {"cooper_island": _COOPER_ISLAND.encode(), "puerto_rico": _PUERTO_RICO.encode()}
"""By title."""


def replacements(title: str, *, generous: bool) -> tuple[bytes, ...]:
    """What to load a title's components with."""
    return (GENEROUS[title],) if generous else ()


def components(title: Any, *, generous: bool) -> Any:
    """The component set of a title, as printed or generous."""
    return title.load_components(replacements(title.name, generous=generous))
