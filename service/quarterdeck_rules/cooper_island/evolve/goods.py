"""What facts of coins and cubes do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import (
    Evolvers,
    less_items,
    on_board,
    to_market,
    to_storage,
    with_pile,
    without,
)
from quarterdeck_rules.cooper_island.state import Board, Island


def _goods_gained(island: Island, board: Board, event: events.GoodsGained) -> Board:
    return to_storage(board, event.goods)


def _market_gained(island: Island, board: Board, event: events.MarketGained) -> Board:
    return to_market(board, event.goods)


def _cube_stored(island: Island, board: Board, event: events.CubeStored) -> Board:
    return to_storage(with_pile(island, board, event.space, cube=None), (event.good,))


def _market_stored(island: Island, board: Board, event: events.MarketStored) -> Board:
    return to_storage(replace(board, market=without(board.market, (event.good,))), (event.good,))


def _market_cleared(island: Island, board: Board, event: events.MarketCleared) -> Board:
    return replace(board, market=without(board.market, event.goods))


def _cost_paid(island: Island, board: Board, event: events.CostPaid) -> Board:
    return less_items(island, board, event.items)


def _good_traded(island: Island, board: Board, event: events.GoodTraded) -> Board:
    return less_items(island, board, (event.item,))


EVOLVERS: Evolvers = {
    events.GoodsGained: on_board(_goods_gained),
    events.MarketGained: on_board(_market_gained),
    events.CubeStored: on_board(_cube_stored),
    events.MarketStored: on_board(_market_stored),
    events.MarketCleared: on_board(_market_cleared),
    events.CostPaid: on_board(_cost_paid),
    events.GoodTraded: on_board(_good_traded),
}
"""What these facts do."""
