"""The union hall.  Expansion: "Union Hall"."""

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.events import UnionPaid
from quarterdeck_rules.puerto_rico.functions import gain_points
from quarterdeck_rules.puerto_rico.state import Colony

UNION_HALL = "union_hall"


def pay_union(play: Play[Colony], seat: Seat) -> None:
    """PR-UNION-1  Before its owner's first loading of a phase: a point for every two equal barrels; goods stay."""
    points = union_points(play.state, seat)
    if points and play.state.boards[seat].on(UNION_HALL):
        play.record(UnionPaid(seat))
        gain_points(play, seat, points, UNION_HALL)


def union_points(colony: Colony, seat: Seat) -> int:
    """PR-UNION-1  What an occupied union hall would bring now: nothing a second time, or after a loading."""
    board, per = colony.boards[seat], colony.box.numbers.barrels_per_union_point
    if board.loadings or UNION_HALL in board.used:
        return 0
    return sum(count // per for count in board.goods)


def is_waiting(colony: Colony, seat: Seat) -> bool:
    """Whether a union hall would bring something if a guest went there."""
    board = colony.boards[seat]
    return board.owns(UNION_HALL) and not board.on(UNION_HALL) and bool(union_points(colony, seat))
