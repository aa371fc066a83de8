"""Random playouts of any title: the engine behind the conformance kit, golden games and benchmarks."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import Chance, KeyedChance
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import Game, begin, create, extend
from quarterdeck_rules.engine.judge import carry_out, decide, join, legal_answers, legal_anytime, start
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title

MOST_LISTED = 60
"""A playout chooses among so many answers: lists are lazy and may be long."""
ANYTIME_SHARE = 0.05
"""How often a playout makes an anytime move where it could; unbounded it would be most of a game."""
PLAIN_SHARE = 0.15
"""How often a playout makes a move without parameters (declining, finishing) where it could make another."""
MOST_MOVES = 5_000
"""A game that takes longer is not going to end."""


class Step(Struct, frozen=True):
    """One accepted command of a playout: who moved how, and what it put on the log."""

    seat: int
    decision: OpenDecision
    move: Struct
    events: tuple[Struct, ...]
    game: Game[Any]
    """The game after it."""


def new_game(
    title: Title[Any],
    components: ComponentSet[Any],
    seats: int,
    seed: str,
    options: Sequence[tuple[str, str]] = (),
    chance: Chance | None = None,
) -> tuple[Game[Any], list[Struct]]:
    """A started game, and its log so far; `chance` in place of what the seed decides."""
    log = list(create(title, components, seats, read_options(title.options, options), "tester", seed, True))
    game = extend(title, begin(title, log[0], components), log[1:])  # type: ignore[arg-type]
    for seat in range(seats):
        game = _take(title, game, log, join(game, seat, f"player {seat}"))
    return _take(title, game, log, start(title, game, chance or KeyedChance(seed))), log


def _take(title: Title[Any], game: Game[Any], log: list[Struct], events: Any) -> Game[Any]:
    assert not isinstance(events, Refusal), events
    log.extend(events)
    return extend(title, game, events)


def choose(title: Title[Any], game: Game[Any], rng: random.Random) -> tuple[OpenDecision, Struct]:
    """An open decision and a move that may be made there."""
    opened = rng.choice(list(open_decisions(game.agenda)))
    if rng.random() < ANYTIME_SHARE:
        extra = list(islice(legal_anytime(title, game, opened), MOST_LISTED))
        if extra:
            return opened, rng.choice(extra)
    answers = list(islice(legal_answers(game, opened), MOST_LISTED))
    if not answers:  # only an anytime move can open the way to an answer
        answers = list(legal_anytime(title, game, opened))
    assert answers, f"nobody can answer {opened}"
    telling = [move for move in answers if move.__struct_fields__]
    return opened, rng.choice(telling if telling and rng.random() >= PLAIN_SHARE else answers)


def play_out(
    title: Title[Any], game: Game[Any], seed: str, choice_seed: int | str, chance: Chance | None = None
) -> Iterator[Step]:
    """Random moves to the end of a started game; `chance` in place of what the seed decides."""
    rng, chance = random.Random(choice_seed), chance or KeyedChance(seed)
    for _ in range(MOST_MOVES):
        if game.agenda.is_empty:
            return
        opened, move = choose(title, game, rng)
        events = decide(title, game, opened.seat, opened.id, move, chance)
        assert not isinstance(events, Refusal), (events, move)
        game = extend(title, game, events)
        yield Step(opened.seat, opened, move, events, game)
    raise AssertionError("the game did not end")


Policy = Callable[[Game[Any], OpenDecision, random.Random], Struct]
"""Chooses an answer."""


def uniform(game: Game[Any], opened: OpenDecision, rng: random.Random, most: int = MOST_LISTED) -> Struct:
    """Any answer, all equally likely: of a long list, any of its first moves."""
    return rng.choice(list(islice(legal_answers(game, opened), most)))


def play_with(title: Title[Any], game: Game[Any], seed: str, policy: Policy) -> Game[Any]:
    """How a started game ends with answers alone, without anytime moves; nothing of it is kept."""
    rng, chance = random.Random(seed), KeyedChance(seed)
    for _ in range(MOST_MOVES):
        if game.agenda.is_empty:
            return game
        opened = next(open_decisions(game.agenda))
        done = carry_out(title, game, opened.seat, opened.id, policy(game, opened, rng), chance)
        assert not isinstance(done, Refusal), done
        _, game = done
    raise AssertionError("the game did not end")
