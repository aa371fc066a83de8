"""What each kind of move is worth in one position, in points."""

from collections.abc import Callable, Mapping
from typing import Any

from quarterdeck.bots.greedy.cooper_island import goods, land, rival
from quarterdeck.bots.greedy.cooper_island.measures import order_value
from quarterdeck.bots.greedy.cooper_island.purchases import PURCHASES, cheapest_value
from quarterdeck.bots.greedy.cooper_island.sailing import ship_value
from quarterdeck.bots.greedy.cooper_island.sections import section_value
from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.weights import UNKNOWN, action_value, boat_value, card_value
from quarterdeck.client.moves.cooper_island.terms import Worker
from quarterdeck.cooper_island.v1.move_pb2 import Move
from quarterdeck.cooper_island.v1.terms_pb2 import LANDSCAPE_SETTLEMENT


def value_of(table: Table, move: Move) -> float:
    """What a move is worth; for kinds that are not known, a little less than nothing."""
    kind = move.WhichOneof("kind") or ""
    judge = _VALUES.get(kind)
    return judge(table, getattr(move, kind)) if judge else -0.01


def _nothing(_table: Table, _move: Any) -> float:
    return 0.0


def _give_up(_table: Table, _move: Any) -> float:
    # What was begun was the best thing to do: giving it up would only begin it again.
    return -100.0


def _perform(table: Table, move: Any) -> float:
    action = move.action
    if action in PURCHASES:
        return 2.0 + cheapest_value(table, action)
    if action == "place_double_tile":
        return 0.05 + table.tile_value
    if action == "draw_tiles" and len(table.board.tiles) > 2:
        return 0.15
    return action_value(table.box.action(action))


def _place_worker(table: Table, move: Any) -> float:
    return section_value(table, move.worker, move.section)


# Workers


def _hire(_table: Table, _move: Any) -> float:
    return 5.0


def _move_token(table: Table, move: Any) -> float:
    reward = table.box.rewards.get(move.space, {"do": ""})
    return table.worker_value if reward["do"] == "gain_worker" else action_value(reward)


def _hire_worker(table: Table, move: Any) -> float:
    upkeep = table.upkeep(move.worker) * table.rounds_left
    if move.worker == Worker.NORMAL:
        return table.worker_value - upkeep
    # A special worker sends another one to an order.
    free = (order_value(table, order.order) for order in table.position.orders if not order.HasField("seat"))
    return max(free, default=0.0) - upkeep


def _assign_worker(table: Table, move: Any) -> float:
    return order_value(table, move.order) + (0.3 if move.worker == Worker.NORMAL else 0.0)


# Buildings and the rest


def _erect(table: Table, move: Any) -> float:
    return cheapest_value(table, "build_building", str(move.structure))


def _build_boat(table: Table, move: Any) -> float:
    fields = table.box.table("boats").get(move.boat)
    income = boat_value(fields) if fields else UNKNOWN
    return cheapest_value(table, "build_income_boat", move.landing) + income * (1 + table.rounds_left)


def _build_statue(table: Table, move: Any) -> float:
    # A spot that shows a helm point pays each time it is filled: empty that one first.
    return cheapest_value(table, "build_one_statue", move.price) + 0.1 * table.box.spots.get(move.spot, 0)


def _supply(table: Table, move: Any) -> float:
    return cheapest_value(table, "supply_cargo_ship", move.cargo)


def _place_structure(table: Table, move: Any) -> float:
    space = table.land[move.space]
    settled = table.box.number("settlement_helm_points") if space.landscape == LANDSCAPE_SETTLEMENT else 0
    return settled + 0.01 * len(list(table.neighbours(space)))


def _remove_ruin(table: Table, move: Any) -> float:
    room = sum(not other.ruin for other in table.neighbours(table.land[move.space]))
    return table.box.spots.get(move.spot, 0) + 0.05 * room


def _keep_card(table: Table, move: Any) -> float:
    fields = table.box.table("small_cards").get(move.card) or table.box.table("large_cards").get(move.card)
    return card_value(fields) if fields else UNKNOWN


def _use_card(table: Table, move: Any) -> float:
    action = table.box.action(move.card)
    if action["do"] == "turn_own_boats" and table.rounds_left > 0:
        # Boats that lie face down bring no income any more.
        return -0.5
    return action_value(action)


def _named(field: str) -> Callable[[Table, Any], float]:
    return lambda table, move: action_value(table.box.action(getattr(move, field)))


def _woken(_table: Table, _move: Any) -> float:
    return 0.6


_VALUES: Mapping[str, Callable[[Table, Any], float]] = {
    "assign_worker": _assign_worker,
    "build_boat": _build_boat,
    "build_statue": _build_statue,
    "close_trade": _nothing,
    "erect_building": _erect,
    "exchange_islet": land.exchange_islet,
    "finish": _nothing,
    "forfeit": _nothing,
    "give_item": goods.give_item,
    "give_up": _give_up,
    "hire": _hire,
    "hire_worker": _hire_worker,
    "keep_card": _keep_card,
    "keep_goods": goods.keep_goods,
    "move_cooper_token": rival.move_token,
    "move_ship": ship_value,
    "move_token": _move_token,
    "multiply_cube": goods.multiply_cube,
    "pay": goods.pay,
    "pay_fee": goods.pay_fee,
    "pay_food": goods.pay_food,
    "perform": _perform,
    "place_islet": land.place_islet,
    "place_single": land.place_single,
    "place_structure": _place_structure,
    "place_tile": land.place_tile,
    "place_worker": _place_worker,
    "put_cube": goods.put_cube,
    "refuse_fee": goods.refuse_fee,
    "remove_ruin": _remove_ruin,
    "return_lid": _woken,
    "start_on": land.start_on,
    "store_cube": goods.store_cube,
    "store_from_market": goods.store_from_market,
    "supply_ship": _supply,
    "take_good": goods.take_good,
    "use_boat": _named("boat"),
    "use_card": _use_card,
    "use_cartographer": land.use_cartographer,
    "use_islet": _named("islet"),
    "use_lid": _named("crate"),
    "wake_card": _woken,
}
