"""Bots: players that are programs."""

from quarterdeck.bots.random_bot import RandomBot

__all__ = ["RandomBot"]
