"""Solo games of Cooper Island: the ways to play them, and random ones in which the seat hires.

Of all anytime moves hiring is one of many, so that random play hardly ever does it; and without it no token moves a
card, and no special worker is placed.
"""

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from quarterdeck_rules.cooper_island.moves import Hire
from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import Chance, KeyedChance
from quarterdeck_rules.engine.game import Game, extend
from quarterdeck_rules.engine.judge import decide, legal_anytime
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title
from tests.playouts import MOST_MOVES, Step, choose
from tests.property.kit import Playout

STRATEGIES = tuple(f"strategy_{number}" for number in range(1, 5))
LEVELS = tuple(f"level_{number}" for number in range(1, 5))
ISLETS = ("chosen", "random")

HIRE_SHARE = 0.5
"""How often a seat hires where it may."""


class HiringPlayout(Playout):
    """One such game."""

    def play(self) -> Iterator[Step]:
        """Random moves, and hiring in between."""
        return play_hiring(self.title, self.game, self.seed, self.seed, KeyedChance(self.seed))


def play_hiring(
    title: Title[Any], game: Game[Any], seed: str, choice_seed: str, chance: Chance | None = None
) -> Iterator[Step]:
    """As `play_out` plays, with hiring in between."""
    rng, chance = random.Random(choice_seed), chance or KeyedChance(seed)
    for _ in range(MOST_MOVES):
        if game.agenda.is_empty:
            return
        opened, move = _hire(title, game, rng) or choose(title, game, rng)
        events = decide(title, game, opened.seat, opened.id, move, chance)
        assert not isinstance(events, Refusal), (events, move)
        game = extend(title, game, events)
        yield Step(opened.seat, opened, move, events, game)
    raise AssertionError("the game did not end")


def _hire(title: Title[Any], game: Game[Any], rng: random.Random) -> tuple[OpenDecision, Struct] | None:
    for opened in open_decisions(game.agenda):
        for move in legal_anytime(title, game, opened):
            if isinstance(move, Hire) and rng.random() < HIRE_SHARE:
                return opened, move
    return None
