"""Small changes of the table that evolvers are made of."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from quarterdeck_rules.puerto_rico.state import Board, Built, Colony
from quarterdeck_rules.puerto_rico.terms import PLOT_AT, WINDROSE, Barrels


def plus(one: Barrels, other: Barrels) -> Barrels:
    """Both together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Barrels, other: Barrels) -> Barrels:
    """One without the other."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def at(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """With so many more at a place."""
    return (*counts[:place], counts[place] + more, *counts[place + 1 :])


def with_colonists(board: Board, spot: str, more: int) -> Board:
    """With so many more colonists on a spot."""
    if spot == WINDROSE:
        return replace(board, idle=board.idle + more)
    if (place := PLOT_AT.get(spot)) is not None:
        return replace(board, manned=at(board.manned, place, more))
    city = (Built(built.building, built.colonists + more) if built.building == spot else built for built in board.city)
    return replace(board, city=tuple(city))


def unchanged(colony: Colony, event: object) -> Colony:
    """A fact that tells what follows from others, or is for onlookers."""
    return colony


def on_board(evolver: Callable[[Colony, Board, Any], Board]) -> Callable[[Colony, Any], Colony]:
    """Many facts concern the board of their seat alone."""
    return lambda colony, event: colony.with_board(event.seat, evolver(colony, colony.boards[event.seat], event))


Evolver = Callable[[Colony, Any], Colony]
Evolvers = Mapping[type, Evolver]
"""By kind of fact, what it does to the table."""
