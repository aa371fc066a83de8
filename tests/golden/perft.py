"""Perft: how many sequences of legal moves a position has, to a depth, with chance fixed by a seed.

seats seed moves depth anytime [option=value...] count      one position per line: after so many moves of a playout
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.game import Game, extend
from quarterdeck_rules.engine.judge import decide, legal_answers, legal_anytime
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title
from tests.playouts import new_game, play_out

FOLDER = Path(__file__).parent / "perft"


class Position(Struct, frozen=True):
    """Where to count from, and how far."""

    seats: int
    seed: str
    moves: int
    depth: int
    anytime: bool
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.seats} {self.seed} {self.moves} {self.depth} {'yes' if self.anytime else 'no'}{options}"


def read(path: Path) -> Iterator[tuple[Position, int]]:
    """The positions of a file with their counts."""
    for line in path.read_text(encoding="utf-8").splitlines():
        seats, seed, moves, depth, anytime, *options, count = line.split()
        chosen = tuple((name, value) for name, _, value in (option.partition("=") for option in options))
        yield Position(int(seats), seed, int(moves), int(depth), anytime == "yes", chosen), int(count)


def reached(title: Title[Any], position: Position) -> Game[Any]:
    """The game at a position."""
    game, _ = new_game(title, title.load_components(()), position.seats, position.seed, position.options)
    for step in islice(play_out(title, game, position.seed, position.seed), position.moves):
        game = step.game
    return game


def count(title: Title[Any], game: Game[Any], position: Position) -> int:
    """The number of legal sequences."""
    return sum(number for _, number in divided(title, game, position))


def divided(title: Title[Any], game: Game[Any], position: Position) -> Iterator[tuple[str, int]]:
    """The number of legal sequences per first move."""
    notation = Notation(title.moves)
    for opened, move in _moves(title, game, position.anytime):
        after = _after(title, game, opened, move, position.seed)
        yield f"{opened.seat}: {notation.write(move)}", _count(title, after, position, position.depth - 1)


def _count(title: Title[Any], game: Game[Any], position: Position, depth: int) -> int:
    moves = _moves(title, game, position.anytime)
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(
        _count(title, _after(title, game, opened, move, position.seed), position, depth - 1) for opened, move in moves
    )


def _moves(title: Title[Any], game: Game[Any], anytime: bool) -> Iterator[tuple[OpenDecision, Struct]]:
    for opened in open_decisions(game.agenda):
        yield from ((opened, move) for move in legal_answers(game, opened))
        if anytime:
            yield from ((opened, move) for move in legal_anytime(title, game, opened))


def _after(title: Title[Any], game: Game[Any], opened: OpenDecision, move: Struct, seed: str) -> Game[Any]:
    events = decide(title, game, opened.seat, opened.id, move, KeyedChance(seed))
    assert not isinstance(events, Refusal)
    return extend(title, game, events)
