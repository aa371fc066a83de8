"""What a role is worth: what it brings the own seat, less what it brings the others."""

from collections.abc import Callable, Mapping
from typing import Any

from quarterdeck.bots.greedy.puerto_rico import shipping, trading, weights
from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.purchases import best_purchase
from quarterdeck.bots.greedy.puerto_rico.settling import best_tile
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.bots.greedy.puerto_rico.workforce import Workforce
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb

Gains = Mapping[int, float]
"""What each seat has of a phase."""


def take_role(table: Table, move: Any) -> float:
    """A role with the doubloons on its placard."""
    placard = next(one for one in table.position.placards if one.placard == move.placard)
    looked = Table(table.box, table.position, table.seat, library=True) if move.library else table
    gains = _PHASES[table.box.roles[move.placard]](looked, looked.own)
    others = sum(gain for seat, gain in gains.items() if seat != table.seat) / max(1, table.seats - 1)
    value = placard.doubloons * table.doubloon + gains[table.seat] - weights.OTHERS * others
    # A library that serves this role serves no other of the round.
    return 1.0 + value - (weights.LIBRARY_USE if move.library else 0.0)


def _settler(table: Table, chooser: Estate) -> Gains:
    return {one.seat: best_tile(table, one, quarry=one is chooser) for one in table.estates}


def _mayor(table: Table, chooser: Estate) -> Gains:
    position, gains = table.position, dict[int, float]()
    extra = min(position.supply.colonists, table.box.number("mayor_colonists") * table.times(chooser))
    for place, one in enumerate(table.clockwise(chooser.seat)):
        more = (position.colonists_on_ship + table.seats - 1 - place) // table.seats
        gains[one.seat] = Workforce(table, one).gain(more + (extra if one is chooser else 0))
    return gains


def _builder(table: Table, chooser: Estate) -> Gains:
    return {one.seat: best_purchase(table, one, privilege=one is chooser) for one in table.estates}


def _prospector(table: Table, chooser: Estate) -> Gains:
    doubloons = table.box.number("role_doubloons") * table.times(chooser)
    return {chooser.seat: doubloons * table.doubloon}


_PHASES: Mapping[int, Callable[[Table, Estate], Gains]] = {
    pb.ROLE_SETTLER: _settler,
    pb.ROLE_MAYOR: _mayor,
    pb.ROLE_BUILDER: _builder,
    pb.ROLE_CRAFTSMAN: trading.production,
    pb.ROLE_TRADER: trading.phase,
    pb.ROLE_CAPTAIN: shipping.phase,
    pb.ROLE_PROSPECTOR: _prospector,
}
