"""Cargo ships: what may be loaded where.  Rulebook: "Captain Phase", rules for loading."""

from collections.abc import Iterator

from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, Good


def capacity_left(colony: Colony, capacity: int) -> int:
    """Barrels that the ship of this capacity still takes."""
    return next(ship.capacity - ship.barrels for ship in colony.cargo_ships if ship.capacity == capacity)


def loads(colony: Colony, seat: Seat) -> Iterator[tuple[Good, int]]:
    """PR-CAPTAIN-4  Kinds and ships that go together: a kind sails on one ship, a ship carries one kind.

    PR-CAPTAIN-5  Of several empty ships one that takes the most barrels.
    """
    carried = {ship.good: ship for ship in colony.cargo_ships if ship.good is not None}
    empty = [ship.capacity for ship in colony.cargo_ships if ship.good is None]
    largest = max(empty, default=0)
    for good, there in zip(GOODS, colony.boards[seat].goods, strict=True):
        if not there:
            continue
        ship = carried.get(good)
        if ship is not None:
            if ship.barrels < ship.capacity:
                yield good, ship.capacity
        else:
            most = min(there, largest)
            yield from ((good, capacity) for capacity in empty if capacity >= most)


def can_load_ship(colony: Colony, seat: Seat) -> bool:
    """Whether the seat has a barrel that a cargo ship takes."""
    return next(loads(colony, seat), None) is not None


def load_refusal(colony: Colony, seat: Seat, good: Good, capacity: int) -> Refusal | None:
    """Why this kind does not go on this ship; nothing if it is one of `loads`."""
    if (good, capacity) in loads(colony, seat):
        return None
    there = colony.boards[seat].goods[GOOD_AT[good]]
    if not there:
        return refuse(Reason.NO_SUCH_GOOD, "PR-CAPTAIN-2", good=good)
    ship = next((ship for ship in colony.cargo_ships if ship.capacity == capacity), None)
    if ship is None:
        return refuse(
            Reason.NO_SUCH_SHIP, "PR-CAPTAIN-2", ship=capacity, ships=tuple(one.capacity for one in colony.cargo_ships)
        )
    if ship.good is not None and ship.good is not good:
        return refuse(Reason.SHIP_HOLDS_OTHER, "PR-CAPTAIN-4", ship=capacity, good=ship.good)
    carrier = next((one for one in colony.cargo_ships if one.good is good), ship)
    if carrier is not ship:
        return refuse(Reason.KIND_ON_OTHER_SHIP, "PR-CAPTAIN-4", good=good, ship=carrier.capacity)
    if ship.good is good:
        return refuse(Reason.SHIP_FULL, "PR-CAPTAIN-4", ship=capacity)
    largest = max(one.capacity for one in colony.cargo_ships if one.good is None)
    return refuse(Reason.LARGER_SHIP_EMPTY, "PR-CAPTAIN-5", ship=largest)
