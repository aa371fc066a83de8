"""What moves of Cooper Island are worth, as far as one position tells; costs and effects come from the components."""

from collections.abc import Callable, Iterable

from quarterdeck.bots.greedy.cooper_island.box import Box
from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.values import value_of
from quarterdeck.v1.play_pb2 import Decision, Move, Position
from quarterdeck.v1.title_service_pb2 import Component

__all__ = ["CooperIsland"]


class CooperIsland:
    """The valuation of Cooper Island.  ValueError without components."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._box = Box(components)

    def judge(self, position: Position, seat: int) -> Callable[[Move], float]:
        """What each move is worth to a seat in this position, in points."""
        table = Table(self._box, position.cooper_island, seat)
        return lambda move: value_of(table, move.cooper_island)

    def own_answer(self, position: Position, seat: int, decision: Decision) -> Move | None:
        """None: lists of this title hold what there is to choose from."""
        return None
