"""The titles that the greedy bot plays: for each, what its moves are worth."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from quarterdeck.bots.greedy.cooper_island import CooperIsland
from quarterdeck.bots.greedy.puerto_rico import PuertoRico
from quarterdeck.v1.play_pb2 import Decision, Move, Position
from quarterdeck.v1.title_service_pb2 import Component


class Valuation(Protocol):
    """What the moves of one title are worth, with the components of one game."""

    def judge(self, position: Position, seat: int) -> Callable[[Move], float]:
        """What each move is worth to a seat in this position, in points; doing nothing is worth 0."""

    def own_answer(self, position: Position, seat: int, decision: Decision) -> Move | None:
        """A legal answer to a decision of which not all answers are listed; nothing if the listed ones will do."""


VALUATIONS: Mapping[str, Callable[[Iterable[Component]], Valuation]] = {
    "cooper_island": CooperIsland,
    "puerto_rico": PuertoRico,
}
"""By title; a title of its own is a folder beside this module and an entry here."""
