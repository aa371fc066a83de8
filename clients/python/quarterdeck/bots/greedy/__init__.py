"""The greedy bot: the move that is worth most, as far as one position tells."""

from quarterdeck.bots.greedy.bot import GreedyBot, TitleNotPlayed

__all__ = ["GreedyBot", "TitleNotPlayed"]
