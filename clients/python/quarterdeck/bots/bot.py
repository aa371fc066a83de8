"""What every bot can do."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from quarterdeck.bots.greedy import GreedyBot
from quarterdeck.bots.random_bot import RandomBot
from quarterdeck.v1.game_service_pb2 import GetPositionResponse, LegalMove


class Bot(Protocol):
    """A player that is a program: it is shown the legal moves and the table, and names one of the moves."""

    def choose(self, moves: Iterable[LegalMove], table: GetPositionResponse) -> LegalMove:
        """One of the moves, for the seat that the table is seen from; ValueError if there is none."""


BOTS: Mapping[str, Callable[[str], Bot]] = {"greedy": GreedyBot, "random": RandomBot}
"""The bots by name; each is made from a seed, and plays alike with the same one."""


def bot_named(name: str, seed: str) -> Bot:
    """A bot by its name; ValueError if there is none of that name."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(sorted(BOTS))}")
    return BOTS[name](seed)
