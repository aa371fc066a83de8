"""What royal orders and milestones count on the own board, and what more of it would bring."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quarterdeck.bots.greedy.cooper_island.box import Fields
from quarterdeck.bots.greedy.cooper_island.weights import PACE
from quarterdeck.client.moves.cooper_island.terms import Landscape
from quarterdeck.cooper_island.v1.terms_pb2 import STRUCTURE_STATUE

if TYPE_CHECKING:
    from quarterdeck.bots.greedy.cooper_island.table import Table

_UNCLEAR = 1.0
"""An order that copies another one, or counts what the bot cannot."""
_NEARER = 0.8
"""One more of what an order counts, where that reaches no stage."""


def count(table: "Table", measure: Fields) -> int:
    """What a measure counts; 0 for one that the bot does not know."""
    board = table.board
    match measure.get("count"):
        case "boats_built":
            return sum(landing.HasField("boat") for landing in board.landing_spaces)
        case "buildings_built":
            return sum(s.HasField("structure") and s.structure != STRUCTURE_STATUE for s in board.land)
        case "statues_built":
            return sum(s.HasField("structure") and s.structure == STRUCTURE_STATUE for s in board.land)
        case "lids_taken":
            return board.lids + len(board.crates)
        case "spaces_at_level":
            return sum(space.level >= measure["level"] for space in board.land)
        case "uncharted_spaces":
            return sum(not space.level for space in board.land)
        case "largest_area":
            return _largest_area(table, [Landscape[name.upper()] for name in measure["of"]])
        case "log_books_gained":
            return len(board.log_books)
    return 0


def milestone_value(table: "Table", measure: str, done: int) -> float:
    """What one more of this brings on the way to a milestone: its token is a worker."""
    for name in table.board.goals:
        goal = table.box.table("milestones").get(name, {}).get("goal", {})
        if goal and goal["measure"]["count"] == measure:
            return 0.9 * table.worker_value / max(1.0, float(goal.get("at_least", 1)) - done)
    return 0.0


def nearer_value(table: "Table", measure: str, done: int) -> float:
    """What one more of this brings for an own royal order: the points of a stage it reaches."""
    for assigned in table.position.orders:
        order = table.box.table("royal_orders").get(assigned.order, {})
        own = assigned.HasField("seat") and assigned.seat == table.seat
        if own and order.get("measure") and order["measure"]["count"] == measure:
            return _points(order, done + 1) - _points(order, done) or _NEARER
    return 0.0


def order_value(table: "Table", name: str) -> float:
    """Points that a royal order can be expected to bring at the end."""
    order = table.box.table("royal_orders").get(name, {})
    measure = order.get("measure")
    if not measure or not order["stages"]:
        return _UNCLEAR
    pace, now = PACE.get(measure["count"], 0.0), count(table, measure)
    stages = [(stage, stage["points"]) for stage in order["stages"]]
    if pace < 0:
        # A count that is to fall: the board begins with all its spaces, and each that is charted is one nearer.
        begun = len(table.board.land)
        rising = [(begun - stage.get("at_most", 0), points) for stage, points in stages]
        now, pace = begun - now, -pace
    else:
        rising = [(stage.get("at_least", 0), points) for stage, points in stages]
    return _expected(sorted(rising), now + pace * (table.rounds_left + 0.5))


def _expected(stages: Sequence[tuple[float, float]], reached: float) -> float:
    value, below, points_below = 0.0, 0.0, 0.0
    for at_least, points in stages:
        if reached < at_least:
            share = (reached - below) / (at_least - below)
            return max(value, points_below + 0.3 * share * (points - points_below))
        value, below, points_below = points, at_least, points
    return value


def _points(order: Fields, number: int) -> float:
    reached = (
        stage["points"]
        for stage in order["stages"]
        if stage.get("at_least", 0) <= number <= stage.get("at_most", number)
    )
    return max(reached, default=0.0)


def _largest_area(table: "Table", kinds: Sequence[int]) -> int:
    seen: set[str] = set()
    largest = 0
    for start in table.board.land:
        if start.space in seen or start.landscape not in kinds:
            continue
        area, edge = {start.space}, [start]
        while edge:
            for other in table.neighbours(edge.pop()):
                if other.landscape == start.landscape and other.space not in area:
                    area.add(other.space)
                    edge.append(other)
        seen |= area
        largest = max(largest, len(area))
    return largest
