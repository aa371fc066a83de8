"""The greedy bot: looks one move ahead."""

import random
from collections.abc import Iterable, Iterator

from quarterdeck.bots.greedy.valuations import VALUATIONS, Valuation
from quarterdeck.bots.moves import Moves, some_of
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.play_pb2 import Position
from quarterdeck.v1.title_service_pb2 import Component

MOST_LISTED = 1000
"""Among so many moves it chooses; lists may be longer."""


class TitleNotPlayed(ValueError):  # noqa: N818 (named by what happened, as the errors of the client are)
    """The greedy bot has no valuation of the title."""


class GreedyBot:
    """Takes the move worth most in the position alone; equals are drawn by its seed.

    It plays the titles that `VALUATIONS` has, each with the components of its game.
    """

    def __init__(self, seed: str, components: Iterable[Component]) -> None:
        self._random = random.Random(seed)
        self._components = tuple(components)
        self._valuation: Valuation | None = None

    def choose(self, moves: Iterable[LegalMove], position: GetPositionResponse, /) -> LegalMove:
        """One of the moves, or an answer of its own where the list is cut.

        ValueError if there is no move, or no position as seen by a seat to judge them by; TitleNotPlayed if it is not
        of a title that the bot plays.
        """
        listed = some_of(moves, MOST_LISTED + 1)
        is_cut = len(listed) > MOST_LISTED or (isinstance(moves, Moves) and moves.truncated)
        listed = listed[:MOST_LISTED]
        if not position.HasField("viewer_seat") or not position.HasField("position"):
            raise ValueError("the greedy bot wants the position as its seat sees it")
        if self._valuation is None:
            self._valuation = self._valuation_of(position.position)
        value_of = self._valuation.judge(position.position, position.viewer_seat)
        if is_cut:
            listed.extend(self._own_answers(self._valuation, position))
        valued = [(value_of(move.move), move) for move in listed]
        # An anytime move leaves its decision open: worth nothing by itself, it is not made, however bad the answers.
        open_to = [(value, move) for value, move in valued if value > 0 or not move.anytime] or valued
        best = max(value for value, _ in open_to)
        return self._random.choice([move for value, move in open_to if value == best])

    def _own_answers(self, valuation: Valuation, position: GetPositionResponse) -> Iterator[LegalMove]:
        seat = position.viewer_seat
        for opened in position.open_decisions:
            if opened.seat == seat and (move := valuation.own_answer(position.position, seat, opened.decision)):
                yield LegalMove(decision_id=opened.decision_id, kind=move.notation.partition(" ")[0], move=move)

    def _valuation_of(self, position: Position) -> Valuation:
        title = position.WhichOneof("title")
        if title is None or title not in VALUATIONS:
            known = ", ".join(sorted(VALUATIONS))
            raise TitleNotPlayed(f"the greedy bot does not play {title or 'this title'}; it plays {known}")
        return VALUATIONS[title](self._components)
