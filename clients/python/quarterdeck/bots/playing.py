"""A bot at its seat: watch the game, and answer whatever the seat is asked.

`play_seat` blocks its thread, `play_seat_async` is the same for asyncio: a bot thinks in the thread or loop it plays
in.  Both wait for restarts of the service as long as the desk's options are patient, and raise `QuarterdeckError`:
MoveRefused if the bot makes a move of its own that is not legal.  A bot that answers with something else than a move is
BotAnswerError.
"""

import inspect
from collections.abc import Callable

from quarterdeck.bots.bot import Bot, BotAnswerError
from quarterdeck.bots.moves import Moves
from quarterdeck.client import AsyncDesk, DecisionClosed, Desk, GameOver, MayNotMove
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.play_pb2 import Revision
from quarterdeck.v1.title_service_pb2 import Component

PAGE = 1000
"""Moves asked for at once; more is one more call."""

_SHOWN = 80
"""So much of an answer that is no move is shown."""

Told = Callable[[str], None]
"""Hears the notation of each move made."""


def _unheard(_notation: str) -> None:
    pass


def components_of(desk: Desk, game_id: str) -> list[Component]:
    """The components that a game was created with: what its bots are made from."""
    game = desk.game(game_id)
    return list(desk.components(game.summary.title, game.component_set, page_size=PAGE))


async def components_of_async(desk: AsyncDesk, game_id: str) -> list[Component]:
    """The same for asyncio."""
    game = await desk.game(game_id)
    return [one async for one in desk.components(game.summary.title, game.component_set, page_size=PAGE)]


def play_seat(desk: Desk, game_id: str, seat: int, bot: Bot, told: Told = _unheard) -> None:
    """Play a seat that the desk's player holds, until the game has ended.  `told` hears each move made."""
    answered = 0
    for told_now in desk.watch(game_id, max(1, desk.game(game_id).revision), seat=seat):
        revision: Revision | None = told_now
        while revision is not None and revision.number > answered and _is_asked(revision, seat):
            revision = answer(desk, game_id, seat, bot, told)
            if revision is not None:
                answered = revision.number - 1


async def play_seat_async(desk: AsyncDesk, game_id: str, seat: int, bot: Bot, told: Told = _unheard) -> None:
    """The same for asyncio."""
    answered = 0
    async for told_now in desk.watch(game_id, max(1, (await desk.game(game_id)).revision), seat=seat):
        revision: Revision | None = told_now
        while revision is not None and revision.number > answered and _is_asked(revision, seat):
            revision = await answer_async(desk, game_id, seat, bot, told)
            if revision is not None:
                answered = revision.number - 1


def answer(desk: Desk, game_id: str, seat: int, bot: Bot, told: Told = _unheard) -> Revision | None:
    """Have the bot make one move; the revision it led to, or nothing if the seat is not asked, or may not move now."""
    pages = desk.legal_moves(game_id, seat=seat, page_size=PAGE)
    listed, page = tuple(pages), pages.first_page()
    if not listed:
        return None  # Answered already, before the bot was started anew; its revision is about to be told.
    # Of the revision that the moves are legal at: another seat may have moved since.
    position = desk.position(game_id, page.revision, seat=seat)
    chosen = _chosen(bot, Moves(listed, page.truncated), position)
    try:
        revision = desk.submit(game_id, chosen.decision_id, chosen.move)
    except (DecisionClosed, GameOver, MayNotMove):
        return None
    told(chosen.move.notation)
    return revision


async def answer_async(desk: AsyncDesk, game_id: str, seat: int, bot: Bot, told: Told = _unheard) -> Revision | None:
    """The same for asyncio."""
    pages = desk.legal_moves(game_id, seat=seat, page_size=PAGE)
    listed, page = tuple([move async for move in pages]), await pages.first_page()
    if not listed:
        return None
    position = await desk.position(game_id, page.revision, seat=seat)
    chosen = _chosen(bot, Moves(listed, page.truncated), position)
    try:
        revision = await desk.submit(game_id, chosen.decision_id, chosen.move)
    except (DecisionClosed, GameOver, MayNotMove):
        return None
    told(chosen.move.notation)
    return revision


def _chosen(bot: Bot, moves: Moves, position: GetPositionResponse) -> LegalMove:
    """What the bot answers; BotAnswerError if it is no move."""
    answered: object = bot.choose(moves, position)
    if isinstance(answered, LegalMove):
        return answered
    name = f"{type(bot).__module__}:{type(bot).__qualname__}"
    if inspect.iscoroutine(answered):
        answered.close()
        raise BotAnswerError(f"{name} is no bot: its `choose` is a coroutine, and is to be a plain method")
    raise BotAnswerError(f"{name} chose {_shown(answered)}, which is no LegalMove: give back one of the moves")


def _shown(answered: object) -> str:
    text = repr(answered)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _is_asked(revision: Revision, seat: int) -> bool:
    return any(opened.seat == seat for opened in revision.open_decisions)
