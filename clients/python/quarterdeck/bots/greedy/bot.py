"""The greedy bot: looks one move ahead."""

import random
from collections.abc import Iterable

from quarterdeck.bots.greedy.table import Table
from quarterdeck.bots.greedy.values import value_of
from quarterdeck.v1.game_service_pb2 import GetPositionResponse, LegalMove

MOST_LISTED = 1000
"""Among so many moves it chooses; lists may be longer."""


class GreedyBot:
    """Takes the move worth most in the position alone; equals are drawn by its seed.  It plays Cooper Island."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, moves: Iterable[LegalMove], table: GetPositionResponse | None = None) -> LegalMove:
        """One of the moves; ValueError if there is none, or no table as seen by a seat to judge them by."""
        listed = [move for _, move in zip(range(MOST_LISTED), moves, strict=False)]
        if not listed:
            raise ValueError("there is no legal move to choose from")
        if table is None or not table.HasField("viewer_seat") or not table.position.HasField("cooper_island"):
            raise ValueError("the greedy bot wants the position of Cooper Island as its seat sees it")
        seen = Table(table.position.cooper_island, table.viewer_seat)
        valued = [(value_of(seen, move.move.cooper_island), move) for move in listed]
        # An anytime move leaves its decision open: worth nothing by itself, it is not made, however bad the answers.
        open_to = [(value, move) for value, move in valued if value > 0 or not move.anytime] or valued
        best = max(value for value, _ in open_to)
        return self._random.choice([move for value, move in open_to if value == best])
