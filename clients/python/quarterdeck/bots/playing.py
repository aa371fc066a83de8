"""A bot at its seat: watch the game, and answer whatever the seat is asked."""

from collections.abc import Callable

from quarterdeck.bots.bot import Bot
from quarterdeck.client import DecisionClosed, Desk, GameOver
from quarterdeck.v1.play_pb2 import Revision

PAGE = 1000
"""Moves asked for at once; more is one more call."""


def play_seat(
    desk: Desk, game_id: str, seat: int, bot: Bot, told: Callable[[str], None] = lambda _notation: None
) -> None:
    """Play a seat that the desk's player holds, until the game has ended.

    Restarts of the service are waited for as long as the desk's options are patient.  `told` hears each move made.
    Raises `QuarterdeckError`.
    """
    answered = 0
    for told_now in desk.watch(game_id, max(1, desk.game(game_id).revision), seat=seat):
        revision = told_now
        while revision.number > answered and _is_asked(revision, seat):
            table = desk.position(game_id, seat=seat)
            moves = list(desk.legal_moves(game_id, seat=seat, page_size=PAGE))
            if not moves:
                break  # Answered already, before the bot was started anew; its revision is about to be told.
            chosen = bot.choose(moves, table)
            try:
                revision = desk.submit(game_id, chosen.decision_id, chosen.move)
            except (DecisionClosed, GameOver):
                break
            answered = revision.number - 1
            told(chosen.move.notation)


def _is_asked(revision: Revision, seat: int) -> bool:
    return any(opened.seat == seat for opened in revision.open_decisions)
