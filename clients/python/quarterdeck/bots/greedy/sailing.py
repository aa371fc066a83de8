"""Which ship sails: islets on the way, and the next bay or harbor."""

from typing import Any

from quarterdeck.bots.greedy.prices import ACTIONS
from quarterdeck.bots.greedy.table import Table
from quarterdeck.client.terms import Ship

STEPS_TO_BAY = 5
"""Every so many steps a ship comes to a bay or harbor, and to a log book."""
_LOG_BOOK = 0.6
_FEE = 0.4


def ship_value(table: Table, move: Any) -> float:
    """What the next step of a ship brings beside its point, and how near the next log book is."""
    ship = next(ship for ship in table.board.ships if ship.ship == move.ship)
    if ship.anchors:
        # A point spent on an anchor saves what a step would have brought.
        return 0.0
    steps = ship.steps % STEPS_TO_BAY
    value = 0.05 * steps
    if steps == STEPS_TO_BAY - 1:
        value += _LOG_BOOK - (_FEE if (ship.steps + 1) % (2 * STEPS_TO_BAY) == 0 else 0.0)
    return value + sum(ACTIONS.get(islet, 0.3) for islet in _islets_ahead(table, move.ship, ship.bank))


def _islets_ahead(table: Table, ship: int, bank: int) -> list[str]:
    clockwise = ship == Ship.ONE_SAIL
    after = (bank + (1 if clockwise else -1)) % table.position.banks
    return [
        islet.islet
        for islet in table.position.islets
        if (islet.bank == bank and islet.clockwise is clockwise)
        or (islet.bank == after and islet.clockwise is not clockwise)
    ]
