"""What the rules cost: playouts, judging, listing, folding, fingerprints.  One core, four seats."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Game, extend, fold
from quarterdeck_rules.engine.judge import decide, legal_answers, legal_anytime
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from tests.bench.figures import Figure, mean, percentile, timed
from tests.playouts import Step, choose, new_game, play_out, play_with, uniform
from tests.property.generous import GENEROUS

GAMES = 20
SEATS = 4
GAMES_A_SECOND = {("puerto_rico", 3): 77, ("puerto_rico", 4): 53}
"""By title and seats, how many games one process plays at least: the best that was seen of an engine in Python."""
PLAIN_LISTED = 12
"""There, moves are chosen among so many of a list."""
PAGED = 5_000
"""So much of a list is read: as the service does."""
REPEATS = 20


class Played(Struct, frozen=True):
    """A finished game with everything that is measured on it."""

    seed: str
    log: list[Any]
    befores: list[Game[Any]]
    steps: list[Step]


def measure() -> Iterator[str]:
    """Every figure of every title, a line each."""
    return (str(figure) for title in TITLES.values() for figure in _figures(title))


def _plain(title: Title[Any], box: Any) -> Iterator[Figure]:
    """Whole games by answers alone, nothing kept, in time of the processor."""
    policy = partial(uniform, most=PLAIN_LISTED)
    for seats in title.seat_counts:
        aim = GAMES_A_SECOND.get((title.name, seats))
        if aim is not None:
            best = 0.0
            for _ in range(3):
                began = time.process_time()
                for number in range(GAMES):
                    game, _ = new_game(title, box, seats, f"plain {number}")
                    play_with(title, game, f"plain {number}", policy)
                best = max(best, GAMES / (time.process_time() - began))
            yield Figure(f"{title.name}: random games of {seats} seats", best, "games/s", aim, more_is_better=True)


def _figures(title: Title[Any]) -> Iterator[Figure]:
    """The figures of one title."""
    seats = SEATS if SEATS in title.seat_counts else max(title.seat_counts)
    box, name = title.load_components(()), title.name
    _play(title, box, seats, "warm-up")
    yield from _plain(title, box)
    began = time.perf_counter()
    games = [_play(title, box, seats, f"bench {number}") for number in range(GAMES)]
    spent = time.perf_counter() - began
    moves = sum(len(game.steps) for game in games)
    yield Figure(f"{name}: random playouts, chooser included", moves / spent, "moves/s", 2_000, more_is_better=True)
    yield Figure(f"{name}: a whole game of {moves // GAMES} moves, {seats} seats", 1_000 * spent / GAMES, "ms")

    judging, following, choosing = [], [], []
    for game, before, step in _all(games):
        chance, dice = KeyedChance(game.seed), random.Random(1)
        began = time.perf_counter()
        events = decide(title, before, step.seat, step.decision.id, step.move, chance)
        judging.append(time.perf_counter() - began)
        assert events == step.events
        following.append(timed(partial(extend, title, before, step.events)))
        choosing.append(timed(partial(choose, title, before, dice)))
    yield Figure(f"{name}: decide, mean", 1e6 * mean(judging), "µs")
    yield Figure(f"{name}: decide, p99", 1e6 * percentile(judging, 99), "µs")
    yield Figure(f"{name}: folding what it made, mean", 1e6 * mean(following), "µs")
    yield Figure(f"{name}: choosing a random move, mean (no part of the service)", 1e6 * mean(choosing), "µs")

    rich = GENEROUS.get(name)
    richer = (
        [_play(title, title.load_components((rich,)), seats, f"rich {number}") for number in range(GAMES)]
        if rich
        else []
    )
    listing, first, longest = [], [], 0
    for _, before, _ in _all([*games, *richer]):
        for opened in open_decisions(before.agenda):
            began = time.perf_counter()
            length = sum(1 for _ in islice(legal_answers(before, opened), PAGED)) + sum(
                1 for _ in legal_anytime(title, before, opened)
            )
            listing.append(time.perf_counter() - began)
            longest = max(longest, length)
            first.append(timed(partial(_first_answer, before, opened)))
    yield Figure(f"{name}: the first legal answer, mean", 1e6 * mean(first), "µs")
    yield Figure(f"{name}: listing all moves of a decision, mean", 1e6 * mean(listing), "µs")
    yield Figure(f"{name}: listing all moves of a decision, p99", 1e6 * percentile(listing, 99), "µs")
    yield Figure(f"{name}: listing all moves of a decision, slowest", 1e6 * max(listing), "µs")
    yield Figure(f"{name}: the longest list met, generous components included (read to {PAGED})", longest, "moves")

    yield from _folding(title, box, games)


def _folding(title: Title[Any], box: Any, games: list[Played]) -> Iterator[Figure]:
    codec, name = Codec(title), title.name
    game = max(games, key=lambda one: len(one.log))
    stored = [codec.encode(event) for event in game.log]
    size = sum(len(text) for _, text in stored)
    decoded = _best(lambda: fold(title, box, game.log))
    encoded = _best(lambda: fold(title, box, (codec.decode(*event) for event in stored)))
    told = f"{len(game.log)} events, {size // 1024} KiB"
    yield Figure(f"{name}: fold of the longest game, from events ({told})", 1e3 * decoded, "ms", 20)
    yield Figure(f"{name}: fold of the longest game, from stored bytes ({told})", 1e3 * encoded, "ms", 20)
    yield Figure(f"{name}: the same per event, from stored bytes", 1e6 * encoded / len(game.log), "µs")
    yield Figure(
        f"{name}: encoding an event, mean", 1e6 * _best(lambda: [*map(codec.encode, game.log)]) / len(stored), "µs"
    )
    last = game.steps[-1].game
    yield Figure(f"{name}: fingerprint", 1e6 * _best(lambda: fingerprint(last)), "µs")
    middle = game.befores[len(game.befores) // 2].state
    yield Figure(f"{name}: position of a seat", 1e6 * _best(lambda: title.view(middle, 0)), "µs")


def _play(title: Title[Any], box: Any, seats: int, seed: str) -> Played:
    game, log = new_game(title, box, seats, seed)
    befores, steps = [], []
    for step in play_out(title, game, seed, seed):
        befores.append(game)
        steps.append(step)
        log.extend(step.events)
        game = step.game
    return Played(seed, log, befores, steps)


def _all(games: list[Played]) -> Iterator[tuple[Played, Game[Any], Step]]:
    return ((game, before, step) for game in games for before, step in zip(game.befores, game.steps, strict=True))


def _first_answer(game: Game[Any], opened: OpenDecision) -> Struct | None:
    return next(legal_answers(game, opened), None)


def _best(work: Callable[[], object]) -> float:
    return min(timed(work) for _ in range(REPEATS))
