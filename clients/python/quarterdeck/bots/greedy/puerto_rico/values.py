"""What each kind of move is worth in one position, in points."""

from collections.abc import Callable, Mapping
from typing import Any

from quarterdeck.bots.greedy.puerto_rico import purchases, roles, settling, shipping, trading
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.bots.greedy.puerto_rico.workforce import Workforce
from quarterdeck.puerto_rico.v1.move_pb2 import Move

FIRST_OF_ALL = 100.0
"""More than any answer is worth: what is to be done before it."""
GUEST_STAYS = 0.1
"""A guest who waits may still go anywhere."""


def value_of(table: Table, move: Move) -> float:
    """What a move is worth; for kinds that are not known, a little less than nothing."""
    kind = move.WhichOneof("kind") or ""
    judge = _VALUES.get(kind)
    return judge(table, getattr(move, kind)) if judge else -0.01


def judge_of(table: Table) -> Callable[[Move], float]:
    """The same for many moves of one position: what they share is worked out once."""
    workforce = Workforce(table, table.own)

    def judge(move: Move) -> float:
        match move.WhichOneof("kind"):
            case "arrange_colonists":
                staff = {staffed.spot: staffed.count for staffed in move.arrange_colonists.colonists}
                return 1.0 + workforce.worth(staff) - move.arrange_colonists.declined
            case "move_guest":
                gain = workforce.guest_gain(move.move_guest.spot)
                return FIRST_OF_ALL + gain if gain > GUEST_STAYS else -0.1
        return value_of(table, move)

    return judge


def _nothing(_table: Table, _move: Any) -> float:
    return 0.0


_VALUES: Mapping[str, Callable[[Table, Any], float]] = {
    "build": purchases.build,
    "draw_tile": settling.draw_tile,
    "forfeit": _nothing,
    "lay_drawn": settling.lay_drawn,
    "load_ship": shipping.load_ship,
    "offer_kind": purchases.offer_kind,
    "sell": trading.sell,
    "store_goods": shipping.store_goods,
    "take_barrels": trading.take_barrels,
    "take_plantation": settling.take_plantation,
    "take_quarry": settling.take_quarry,
    "take_role": roles.take_role,
    "use_small_wharf": shipping.use_small_wharf,
    "use_wharf": shipping.use_wharf,
}
