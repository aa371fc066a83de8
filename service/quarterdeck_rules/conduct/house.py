"""The house bot: it holds seats that nobody else does.  It looks one move ahead, and knows what the seat may know."""

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.game import Game
from quarterdeck_rules.engine.judge import carry_out, default_answer, legal_answers
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title

_MOST = 24
"""How many moves it compares, so that no list makes others wait."""


def choose(title: Title[Any], game: Game[Any], opened: OpenDecision) -> Struct | None:
    """The move after which the seat's own points are the highest; among equals one that the revision decides.

    Draws are tried with a chance of its own: it cannot see what the game's would be.
    """
    moves = list(islice(legal_answers(game, opened), _MOST))
    if not moves:
        return default_answer(title, game, opened)
    chance = KeyedChance("house")
    points = [_points(title, game, opened, move, chance) for move in moves]
    best = [move for move, value in zip(moves, points, strict=True) if value == max(points)]
    return best[next(_numbers(opened)) % len(best)]


def _points(title: Title[Any], game: Game[Any], opened: OpenDecision, move: Struct, chance: KeyedChance) -> int:
    done = carry_out(title, game, opened.seat, opened.id, move, chance)
    assert not isinstance(done, Refusal), "a listed move is not refused"
    events, after = done
    # What a move would tell is not known before it is made.
    tells = any(type(event) in title.reveals for event in events)
    return title.standings(game.state if tells else after.state)[opened.seat].points


def _numbers(opened: OpenDecision) -> Iterator[int]:
    yield int.from_bytes(hashlib.sha256(opened.id.encode()).digest()[:4], "big")
