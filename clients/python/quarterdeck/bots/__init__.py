"""Bots: players that are programs.

A bot chooses among the legal moves of the moment; `python -m quarterdeck.bots` plays one at a seat of a game, and
`python -m quarterdeck.bots.contest` has two kinds of bots play many games.  README.md beside this file shows how to
write one.
"""

from quarterdeck.bots.bot import BOTS, Bot, BotAnswerError, BotClass, BotNameError, bot_class
from quarterdeck.bots.greedy import GreedyBot, TitleNotPlayed
from quarterdeck.bots.moves import Moves
from quarterdeck.bots.playing import components_of, components_of_async, play_seat, play_seat_async
from quarterdeck.bots.random_bot import RandomBot

__all__ = [
    "BOTS",
    "Bot",
    "BotAnswerError",
    "BotClass",
    "BotNameError",
    "GreedyBot",
    "Moves",
    "RandomBot",
    "TitleNotPlayed",
    "bot_class",
    "components_of",
    "components_of_async",
    "play_seat",
    "play_seat_async",
]
