"""Small changes of the table that evolvers are made of."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from quarterdeck_rules.cooper_island.state import Board, Island, Pile
from quarterdeck_rules.cooper_island.terms import Good, Item, Landscape, Ship, in_order


def without(things: tuple[Any, ...], gone: Iterable[Any]) -> tuple[Any, ...]:
    """Without these things, once each."""
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


def at(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """With the thing at a place replaced."""
    return (*things[:place], thing, *things[place + 1 :])


def with_pile(island: Island, board: Board, space: str, **changes: Any) -> Board:
    """With a landscape space changed."""
    place = island.box.place[space]
    return replace(board, piles=at(board.piles, place, replace(board.piles[place], **changes)))


def with_ship(board: Board, ship: Ship, **changes: int) -> Board:
    """With a ship changed."""
    if ship is Ship.ONE_SAIL:
        return replace(board, one_sail=replace(board.one_sail, **changes))
    return replace(board, two_sail=replace(board.two_sail, **changes))


def less_items(island: Island, board: Board, items: Iterable[Item]) -> Board:
    """The board without given items."""
    storage, piles = list(board.storage), list(board.piles)
    for item in items:
        if item.space:
            place = island.box.place[item.space]
            piles[place] = replace(piles[place], cube=None)
        else:
            storage.remove(item.good)
    return replace(board, storage=tuple(storage), piles=tuple(piles))


def covered(island: Island, board: Board, space: str, landscape: Landscape) -> Board:
    """With one more tile on a space."""
    pile: Pile = board.piles[island.box.place[space]]
    return with_pile(island, board, space, level=pile.level + 1, landscape=landscape)


def to_market(board: Board, goods: tuple[Good, ...]) -> Board:
    """With more goods on the marketplace."""
    return replace(board, market=in_order((*board.market, *goods)))


def to_storage(board: Board, goods: tuple[Good, ...]) -> Board:
    """With more goods on storage spots."""
    return replace(board, storage=in_order((*board.storage, *goods)))


def unchanged(island: Island, event: object) -> Island:
    """A fact that tells what follows from others, or is for onlookers."""
    return island


def on_board(evolver: Callable[[Island, Board, Any], Board]) -> Callable[[Island, Any], Island]:
    """Most facts concern the board of their seat alone."""
    return lambda island, event: island.with_board(event.seat, evolver(island, island.boards[event.seat], event))


Evolver = Callable[[Island, Any], Island]
Evolvers = Mapping[type, Evolver]
"""By kind of fact, what it does to the table."""
