"""What the greedy bot thinks of things, in points; what they are is in the box, and no fact of a component is here."""

from collections.abc import Mapping

from quarterdeck.bots.greedy.cooper_island.box import Fields, Units
from quarterdeck.client.moves.cooper_island.terms import Good

GOODS: Units = {Good.COIN: 0.3, Good.WOOD: 0.25, Good.STONE: 0.22, Good.FOOD: 0.1, Good.GOLD: 0.3, Good.CLOTH: 0.25}
"""What a unit is worth while there is time to use it."""
PLENTY: Units = {Good.COIN: 3, Good.WOOD: 8, Good.STONE: 6, Good.FOOD: 4, Good.GOLD: 4, Good.CLOTH: 5}
"""Units beyond so many are worth a quarter of that."""
ANCHOR = 1.0
"""An anchor costs a point, or a helm point to get rid of it."""
FED = 0.35
"""A food that a worker eats in every clean-up."""
FEE = 0.4
HIS_ANCHOR = 0.5
"""An anchor of Cooper costs him a helm point, unless a card of his removes it for nothing."""
CLEARED = 0.4
"""What such a card brings him."""
HAND = 0.9
"""How much more a worker brings in each round of a solo game, although it brings Cooper a turn: found by trying."""
LOG_BOOK = 0.6
"""The action of a log book; its points come from the helm points."""
DRAW = 0.35
STEP = 0.12
"""A step of the cartographer."""
STORAGE_SPOT = 0.2
CARD_DRAWN = 0.9
FREE_REACTIVATION = 0.5
FLAG = 0.15
"""The share of a flag's points that a card is kept for."""

ACTIONS: Mapping[str, float] = {
    "gain_goods": 0.45, "gain_market_goods": 0.6, "gain_market_cubes": 0.7, "draw_tiles": 0.35,
    "advance_cartographer": 0.3, "use_islets": 0.5, "use_boats": 0.5, "take_cooper_token": 0.12,
    "remove_one_ruin": 0.7, "place_double_tile": 1.2, "place_islet_tile": 3.0, "build_income_boat": 1.0,
    "build_building": 1.0, "build_one_statue": 1.0, "supply_cargo_ship": 1.2, "move_one_structure": 1.0,
    "multiply_one_cube": 1.4, "feed_anytime": 1.2, "discount_next": 1.5,
}  # fmt: skip
"""Actions of which no more is known than their kind."""
UNKNOWN = 0.3

CHANGES: Mapping[str, float] = {
    "cheaper_purchase": 0.6, "cheaper_feeding": 1.5, "more_storage": 0.6, "more_cartographer_steps": 0.4,
    "better_trade": 0.5, "no_toll": 0.45, "coins_per_log_book": 0.6, "earlier_gold": 0.7, "statues_anywhere": 0.4,
    "cheaper_cartographer": 0.5,
}  # fmt: skip
"""What small cards change, for each unit of it."""

PACE: Mapping[str, float] = {
    "boats_built": 0.6, "buildings_built": 0.4, "statues_built": 0.4, "lids_taken": 0.4, "spaces_at_level": 0.3,
    "uncharted_spaces": -1.6, "largest_area": 0.7,
}  # fmt: skip
"""How fast what a royal order counts grows in a round."""


def action_value(effect: Fields) -> float:
    """What an action is worth whenever it comes, without a look at the table."""
    count = float(effect.get("count", 1))
    match effect["do"]:
        case "gain_goods" | "gain_market_goods" if effect.get("goods") or effect.get("one_of"):
            given = sum(GOODS[Good[name.upper()]] for name in effect.get("goods", ()))
            return 0.1 + given + max((GOODS[Good[name.upper()]] for name in effect.get("one_of", ())), default=0.0)
        case "gain_market_cubes" if "count" in effect:
            return 0.1 + 0.35 * count
        case "draw_tiles" if "count" in effect:
            return 0.2 + 0.1 * count
        case "advance_cartographer" if "steps" in effect:
            return 0.05 + 0.2 * float(effect["steps"])
        case "use_islets" | "use_boats" as use:
            return ACTIONS[use] * count
        case "discount_next" if "less" in effect:
            return 0.5 * float(effect["less"])
        case "gain_helm":
            return float(effect["points"])
        case "turn_own_boats":
            return float(effect["helm_points"])
        case other:
            return ACTIONS.get(other, UNKNOWN)


def boat_value(fields: Fields) -> float:
    """What an income boat is worth each time it is used, and for its room."""
    return action_value(fields["action"]) + STORAGE_SPOT * float(fields.get("storage_spots", 0))


def card_value(fields: Fields) -> float:
    """What a building card is worth to whoever may keep it."""
    flag = FLAG * float(fields["flag"]["points"]) if fields.get("flag") else 0.0
    changes = fields.get("changes", ())
    return flag + (action_value(fields["action"]) if "action" in fields else sum(map(_change_value, changes)))


def _change_value(change: Fields) -> float:
    units = float(change.get("less", change.get("spots", change.get("coins", 1))))
    return CHANGES.get(change["change"], UNKNOWN) * units
