"""Which ship sails: islets on the way, and the next bay or harbor."""

from typing import Any

from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.weights import FEE, LOG_BOOK, action_value
from quarterdeck.client.moves.cooper_island.terms import Ship


def ship_value(table: Table, move: Any) -> float:
    """What the next step of a ship brings beside its point, and how near the next log book is."""
    ship = next(ship for ship in table.board.ships if ship.ship == move.ship)
    if ship.anchors:
        # A point spent on an anchor saves what a step would have brought.
        return 0.0
    way = 1 if move.ship == Ship.ONE_SAIL else -1
    after = (ship.bank + way) % table.position.banks
    left = _steps_to_log_book(table, ship.bank, way)
    value = 0.05 * (table.box.number("banks_to_bay") - left)
    if left == 1:
        value += LOG_BOOK - (FEE if _owes_harbor_fee(table, after) else 0.0)
    islets = _islets_ahead(table, ship.bank, after, clockwise=way > 0)
    return value + sum(action_value(table.box.action(islet)) for islet in islets)


def _steps_to_log_book(table: Table, bank: int, way: int) -> int:
    """Steps to the next bay or harbor; where the position shows none, as many as lie between two of them."""
    position, between = table.position, table.box.number("banks_to_bay")
    stops = {*position.bays, *(board.harbor for board in position.boards)}
    ahead = (left for left in range(1, between + 1) if (bank + way * left) % position.banks in stops)
    return next(ahead, between)


def _owes_harbor_fee(table: Table, bank: int) -> bool:
    freed = any(change["toll"] == "harbor" for change in table.box.changes(table.board.small_cards, "no_toll"))
    return not freed and any(board.harbor == bank and board.seat != table.seat for board in table.position.boards)


def _islets_ahead(table: Table, bank: int, after: int, *, clockwise: bool) -> list[str]:
    return [
        islet.islet
        for islet in table.position.islets
        if (islet.bank == bank and islet.clockwise is clockwise)
        or (islet.bank == after and islet.clockwise is not clockwise)
    ]
