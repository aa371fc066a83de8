"""What facts of the landscape do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, at, covered, on_board, unchanged, with_pile, without
from quarterdeck_rules.cooper_island.state import Board, Island
from quarterdeck_rules.cooper_island.terms import PlacedIslet


def _double_tile_drawn(island: Island, event: events.DoubleTileDrawn) -> Island:
    kind = list(island.box.double_tiles).index(event.tile)
    board = island.boards[event.seat]
    board = replace(board, tiles=tuple(sorted((*board.tiles, event.tile))))
    return replace(island.with_board(event.seat, board), bag=at(island.bag, kind, island.bag[kind] - 1))


def _tile_placed(island: Island, board: Board, event: events.TilePlaced) -> Board:
    board = replace(board, tiles=without(board.tiles, (event.tile,)))
    board = covered(island, board, event.first, event.first_landscape)
    return covered(island, board, event.second, event.second_landscape)


def _single_tile(island: Island, board: Board, event: events.TileShimmed | events.SingleTilePlaced) -> Board:
    return covered(island, board, event.space, event.landscape)


def _start_tile_placed(island: Island, event: events.StartTilePlaced) -> Island:
    board = covered(island, island.boards[event.seat], event.space, event.landscape)
    return replace(island.with_board(event.seat, board), single_tiles=island.single_tiles - 1)


def _islet_placed(island: Island, event: events.IsletPlaced) -> Island:
    box, board = island.box, island.boards[event.seat]
    half = box.water[event.water, event.half]
    bank = (island.harbor(event.seat) + half.banks_from_harbor) % island.banks
    placed = PlacedIslet(event.seat, event.islet, event.water, event.half, bank, half.clockwise)
    board = replace(board, islets=without(board.islets, (event.islet,)))
    board = covered(island, board, event.space, box.islets[event.islet].landscape)
    return replace(island.with_board(event.seat, board), islets=(*island.islets, placed))


def _cube_placed(island: Island, board: Board, event: events.CubePlaced) -> Board:
    return with_pile(island, board, event.space, cube=event.good)


EVOLVERS: Evolvers = {
    events.DoubleTileDrawn: _double_tile_drawn,
    events.StartTilePlaced: _start_tile_placed,
    events.TileShimmed: on_board(_single_tile),
    events.SingleTilePlaced: on_board(_single_tile),
    events.IsletPlaced: _islet_placed,
    events.TilePlaced: on_board(_tile_placed),
    events.CubePlaced: on_board(_cube_placed),
    events.ShipSlid: unchanged,
}
"""What these facts do."""
