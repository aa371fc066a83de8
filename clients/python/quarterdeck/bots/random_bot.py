"""The random bot: any legal move, with a leaning towards doing something."""

import random
from collections.abc import Iterable, Sequence

from quarterdeck.bots.moves import some_of
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.title_service_pb2 import Component

MOST_LISTED = 200
"""Among so many moves it chooses; lists may be long."""
ANYTIME_SHARE = 0.05
"""How often it makes an anytime move where it could; unbounded that would be most of a game."""
PLAIN_SHARE = 0.1
"""How often it makes a move without parameters (declining, finishing) where it could make another."""


class RandomBot:
    """Chooses among legal moves of any title.  The same seed and the same lists give the same choices."""

    def __init__(self, seed: str, components: Iterable[Component] = ()) -> None:
        self._random = random.Random(seed)

    def choose(self, moves: Iterable[LegalMove], position: GetPositionResponse | None = None, /) -> LegalMove:
        """One of the moves; ValueError if there is none.  It does not look at the position."""
        listed = some_of(moves, MOST_LISTED)
        answers = [move for move in listed if not move.anytime]
        anytime = [move for move in listed if move.anytime]
        if anytime and (not answers or self._random.random() < ANYTIME_SHARE):
            return self._pick(anytime)
        telling = [move for move in answers if " " in move.move.notation]
        return self._pick(telling if telling and self._random.random() >= PLAIN_SHARE else answers)

    def _pick(self, moves: Sequence[LegalMove]) -> LegalMove:
        return moves[self._random.randrange(len(moves))]
