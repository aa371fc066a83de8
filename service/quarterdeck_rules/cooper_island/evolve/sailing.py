"""What facts of helm points and ships do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, at, on_board, unchanged, with_ship
from quarterdeck_rules.cooper_island.state import Board, Island


def _ship_advanced(island: Island, board: Board, event: events.ShipAdvanced) -> Board:
    return with_ship(board, event.ship, bank=event.bank, steps=board.ship(event.ship).steps + 1)


def _anchor_added(island: Island, board: Board, event: events.AnchorAdded) -> Board:
    return with_ship(board, event.ship, anchors=board.ship(event.ship).anchors + 1)


def _anchor_raised(island: Island, board: Board, event: events.AnchorRaised) -> Board:
    return with_ship(board, event.ship, anchors=board.ship(event.ship).anchors - 1)


def _log_book_gained(island: Island, event: events.LogBookGained) -> Island:
    face = list(island.box.log_books).index(event.log_book)
    board = island.boards[event.seat]
    board = replace(board, log_books=(*board.log_books, event.log_book))
    left = at(island.log_books, face, island.log_books[face] - 1)
    return replace(island.with_board(event.seat, board), log_books=left)


EVOLVERS: Evolvers = {
    events.LogBookGained: _log_book_gained,
    events.ShipAdvanced: on_board(_ship_advanced),
    events.AnchorAdded: on_board(_anchor_added),
    events.AnchorRaised: on_board(_anchor_raised),
    events.HelmGained: unchanged,
}
"""What these facts do."""
