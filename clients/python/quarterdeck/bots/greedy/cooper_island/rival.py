"""Cooper's side of a solo game: what moves of the seat bring him, as the seat wins by the difference."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from quarterdeck.bots.greedy.cooper_island.box import Fields
from quarterdeck.bots.greedy.cooper_island.weights import CLEARED, FEE, HAND, HIS_ANCHOR
from quarterdeck.cooper_island.v1.position_pb2 import CooperView

if TYPE_CHECKING:
    from quarterdeck.bots.greedy.cooper_island.table import Table


def rival(table: "Table") -> CooperView | None:
    """Cooper, in a solo game."""
    return table.position.cooper if table.position.HasField("cooper") else None


def is_held(table: "Table", section: str, worker: int) -> bool:
    """Whether a worker of his or of the third color is on a worker space."""
    cooper = rival(table)
    if cooper is None:
        return False
    return any(one.section == section and one.worker == worker for one in (*cooper.posted, *cooper.third))


def covering_cost(table: "Table") -> float:
    """What it costs to cover such a worker: his helm point, and a fee."""
    spared = any(change["toll"] == "worker" for change in table.box.changes(table.board.small_cards, "no_toll"))
    return helm_cost(table, table.box.number("stack_helm_points")) + (0.0 if spared else FEE)


def helm_cost(table: "Table", points: int) -> float:
    """What helm points of his cost the seat: a point each, but for those that only remove an anchor."""
    cooper = rival(table)
    raised = min(points, cooper.ship.anchors) if cooper else 0
    return HIS_ANCHOR * raised + points - raised


def token_space_value(table: "Table") -> float | None:
    """What the free space of the Cooper token brings instead; None where there is a token."""
    return HIS_ANCHOR * table.box.number("round_space_anchors") if rival(table) else None


def purchase_bonus(table: "Table", kind: str) -> float:
    """What his strategy card adds to a purchase: a helm point for the seat, or an anchor for him."""
    cooper = rival(table)
    if cooper is None:
        return 0.0
    strategy = table.box.table("strategies").get(cooper.strategy, {})
    helm = table.box.number("strategy_helm_points") if strategy.get("helm_on") == kind else 0
    anchors = table.box.number("strategy_anchors") if strategy.get("anchor_on") == kind else 0
    return helm + HIS_ANCHOR * anchors


def hand_value(table: "Table") -> float:
    """What one more worker brings besides in a solo game."""
    return HAND * table.rounds_left if rival(table) else 0.0


def move_token(table: "Table", move: Any) -> float:
    """A card moved in his clean-up: the one that brings him most.

    Under the deck or left out, it is missed; on top of the deck it comes after the rest of his discard pile, which is
    drawn again first.  So it is right on every space, and which one it is makes no difference here.
    """
    return sum(_step_gain(table, step) for step in _steps(table, move.card))


def _steps(table: "Table", card: str) -> Iterable[Fields]:
    steps: Iterable[Fields] = table.box.table("action_cards").get(card, {}).get("steps", ())
    return steps


def _step_gain(table: "Table", step: Fields) -> float:
    cooper = rival(table)
    match step["do"]:
        case "give_cooper_helm" if not step.get("order") or (cooper and step["order"] in cooper.orders):
            return float(step["points"])
        case "clear_cooper_anchors":
            return CLEARED
    return 0.0
