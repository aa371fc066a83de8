"""What the greedy bot takes things to cost and to be worth.

Costs are those of the component set that games get by default.  With another set the bot still makes legal moves only,
and plays a little worse: it looks for purchases at the wrong moment.
"""

from collections.abc import Mapping

from quarterdeck.client.terms import Good, Landscape, Structure

Units = Mapping[int, float]
"""Units of each good: a stored coin or cube is worth 1, a cube on land the level of its space."""

CUBE_OF: Mapping[int, Good] = {
    Landscape.FOREST: Good.WOOD,
    Landscape.MEADOW: Good.FOOD,
    Landscape.MOUNTAIN: Good.STONE,
    Landscape.SETTLEMENT: Good.CLOTH,
}
GOLD_LEVEL = 3
"""From this level on a mountain gives gold instead of stone, for who wants it."""
LAST_ROUND = 5

LANDINGS: Mapping[str, tuple[Units, int]] = {
    "landing_1": ({Good.COIN: 1, Good.WOOD: 2}, 1),
    "landing_2": ({Good.COIN: 1, Good.WOOD: 3}, 1),
    "landing_3": ({Good.COIN: 2, Good.WOOD: 3}, 1),
    "landing_4": ({Good.COIN: 2, Good.WOOD: 4}, 2),
    "landing_5": ({Good.COIN: 2, Good.WOOD: 6}, 2),
}
"""Cost and helm points of each landing space."""
BUILDINGS: Mapping[int, tuple[Units, int]] = {
    Structure.SMALL_BUILDING: ({Good.COIN: 1, Good.WOOD: 2, Good.STONE: 2}, 1),
    Structure.LARGE_BUILDING: ({Good.COIN: 2, Good.WOOD: 4, Good.STONE: 4}, 2),
    Structure.FORTRESS: ({Good.WOOD: 6, Good.STONE: 3, Good.GOLD: 3, Good.CLOTH: 3}, 4),
}
"""Cost and helm points of each building."""
STATUES: Mapping[str, Units] = {
    "wood_and_stone": {Good.WOOD: 3, Good.STONE: 3},
    "wood_and_gold": {Good.WOOD: 2, Good.GOLD: 2},
}
"""The two prices of a statue."""
CARGO: Mapping[str, tuple[Units, int]] = {
    "cargo_1": ({Good.GOLD: 1, Good.CLOTH: 2}, 1),
    "cargo_2": ({Good.GOLD: 1, Good.CLOTH: 3}, 1),
    "cargo_3": ({Good.GOLD: 2, Good.CLOTH: 2}, 2),
    "cargo_4": ({Good.GOLD: 2, Good.CLOTH: 3}, 2),
    "cargo_5": ({Good.GOLD: 3, Good.CLOTH: 3}, 3),
}
"""Cost and helm points of each cargo ship."""

GOODS: Units = {Good.COIN: 0.3, Good.WOOD: 0.25, Good.STONE: 0.22, Good.FOOD: 0.1, Good.GOLD: 0.3, Good.CLOTH: 0.25}
"""What a unit is worth in points while there is time to use it."""
PLENTY: Units = {Good.COIN: 3, Good.WOOD: 8, Good.STONE: 6, Good.FOOD: 4, Good.GOLD: 4, Good.CLOTH: 5}
"""Units beyond so many are worth a quarter of that."""
CARDS: Mapping[str, float] = {
    "S1": 0.6, "S2": 0.6, "S3": 1.0, "S4": 0.5, "S5": 1.5, "S6": 1.2, "S7": 1.0, "S8": 0.4, "S9": 0.5, "S10": 0.3,
    "S11": 0.5, "S12": 0.8, "S13": 0.7, "S14": 0.5, "S15": 0.8,
    "L1": 1.0, "L2": 1.4, "L3": 0.4, "L4": 1.5, "L5": 0.9, "L6": 1.0, "L7": 1.2, "L8": 1.0, "L9": 1.0, "L10": 1.2,
    "L11": 1.0, "L12": 1.4, "L13": 1.5, "L14": 2.0, "L15": 1.2,
}  # fmt: skip
"""What it thinks of building cards."""
ACTIONS: Mapping[str, float] = {
    "draw_tiles": 0.35, "gain_goods": 0.45, "advance_cartographer": 0.3, "use_islets": 0.5, "use_boats": 0.5,
    "take_cooper_token": 0.1, "remove_one_ruin": 0.7,
    "coin_boat": 0.45, "gold_cloth_boat": 0.4, "draw_boat": 0.3, "cartographer_boat": 0.25, "storage_boat": 0.55,
    "copy_boat": 0.4,
    "forest_draw": 0.3, "forest_cartographer": 0.2, "meadow_coin": 0.4, "meadow_gold_cloth": 0.4,
    "mountain_goods": 0.5, "mountain_ruin": 0.6,
    "crate_draw": 0.3, "crate_place": 1.2, "crate_cartographer": 0.4, "crate_coins": 0.6, "crate_cubes": 0.7,
}  # fmt: skip
"""What it thinks of actions, by the names that offer them."""
ORDERS: Mapping[str, tuple[float, tuple[tuple[float, float], ...]]] = {
    "order_1": (0.6, ((3, 3), (4, 5), (5, 8))),
    "order_2": (0.4, ((3, 3), (4, 5), (5, 8))),
    "order_3": (0.4, ((3, 3), (4, 5), (5, 8))),
    "order_4": (0.4, ((3, 3), (4, 5), (5, 8))),
    "order_5": (0.3, ((4, 3), (5, 5), (6, 8))),
    "order_6": (1.6, ((19, 3), (20, 5), (22, 8))),
    "order_7": (0.7, ((5, 3), (7, 5), (8, 8))),
}
"""Royal orders: how fast a count grows in a round, and its stages with their points."""
