"""Bots: players that are programs.

A bot chooses among the legal moves of the moment; `python -m quarterdeck.bots` plays one at a seat of a game, and
`python -m quarterdeck.bots.match` has two kinds of bots play many games.
"""

from quarterdeck.bots.bot import BOTS, Bot, bot_named
from quarterdeck.bots.greedy import GreedyBot
from quarterdeck.bots.playing import play_seat
from quarterdeck.bots.random_bot import RandomBot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot_named", "play_seat"]
