"""What facts of the cartographer and feeding do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, on_board
from quarterdeck_rules.cooper_island.state import Board, Island


def _cartographer_advanced(island: Island, board: Board, event: events.CartographerAdvanced) -> Board:
    return replace(board, cartographer=board.cartographer + event.steps)


def _cartographer_used(island: Island, event: events.CartographerUsed) -> Island:
    board = island.boards[event.seat]
    board = replace(board, cartographer=board.cartographer - event.steps, cartographer_used=True)
    return replace(island.with_board(event.seat, board), single_tiles=island.single_tiles - 1)


def _workers_fed(island: Island, board: Board, event: events.WorkersFed) -> Board:
    return replace(board, fed=True)


EVOLVERS: Evolvers = {
    events.CartographerAdvanced: on_board(_cartographer_advanced),
    events.CartographerUsed: _cartographer_used,
    events.WorkersFed: on_board(_workers_fed),
}
"""What these facts do."""
