"""What moves of Puerto Rico are worth, as far as one position tells; numbers of the box come from the components."""

from collections.abc import Callable, Iterable

from quarterdeck.bots.greedy.puerto_rico.box import Box
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.bots.greedy.puerto_rico.values import judge_of
from quarterdeck.bots.greedy.puerto_rico.workforce import Workforce
from quarterdeck.puerto_rico.v1 import move_pb2, terms_pb2
from quarterdeck.v1.play_pb2 import Decision, Move, Position
from quarterdeck.v1.title_service_pb2 import Component

__all__ = ["PuertoRico"]


class PuertoRico:
    """The valuation of Puerto Rico.  ValueError without components."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._box = Box(components)

    def judge(self, position: Position, seat: int) -> Callable[[Move], float]:
        """What each move is worth to a seat in this position, in points."""
        value_of = judge_of(Table(self._box, position.puerto_rico, seat))
        return lambda move: value_of(move.puerto_rico)

    def own_answer(self, position: Position, seat: int, decision: Decision) -> Move | None:
        """The whole placement of colonists that the bot would make itself: there may be too many to list."""
        if decision.puerto_rico.WhichOneof("kind") != "choose_arrangement":
            return None
        table = Table(self._box, position.puerto_rico, seat)
        staff = Workforce(table, table.own).best(table.own.board.colonists)
        colonists = [terms_pb2.Staffed(spot=spot, count=count) for spot, count in staff.items()]
        arranged = move_pb2.ArrangeColonists(colonists=colonists)
        notation = f"arrange_colonists {','.join(f'{spot}:{count}' for spot, count in staff.items()) or '-'}"
        return Move(notation=notation, puerto_rico=move_pb2.Move(arrange_colonists=arranged))
