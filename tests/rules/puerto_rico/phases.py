"""What tests of phases share: barrels in the trading house and on cargo ships, and tests named after rulings."""

from collections.abc import Iterable

import pytest
from msgspec import Struct

from quarterdeck_rules.puerto_rico.events import DoubloonsGained, GoodSold, PointsGained, ShipLoaded
from quarterdeck_rules.puerto_rico.terms import Good, Purchaser
from tests.rules.puerto_rico.scenario import Scenario, counted, goods


def stands_for(*lines: str) -> pytest.MarkDecorator:
    """A test of the scenario fixture checks these rulings (section 5) or mistakes (section 7): its id names them."""
    return pytest.mark.parametrize("scenario", [pytest.param(None, id="-".join(lines))], indirect=True)


def house(barrels: str, seat: int = 0) -> list[Struct]:
    """Barrels in the trading house, from the supply: `"corn, sugar"`."""
    facts: list[Struct] = []
    for name, count in counted(barrels):
        sold = GoodSold(seat, Good(name), Purchaser.TRADING_HOUSE, 0)
        facts.extend([*goods(f"{count} {name}", seat), *[sold] * count])
    return facts


def loaded(good: str, capacity: int, barrels: int, seat: int = 0) -> list[Struct]:
    """Barrels of the supply on a cargo ship, loaded in an earlier phase."""
    return [*goods(f"{barrels} {good}", seat), ShipLoaded(seat, Good(good), capacity, barrels)]


def points(events: Iterable[object], by: str) -> list[int]:
    """The gains of points by a role or building."""
    return [event.points for event in events if isinstance(event, PointsGained) and event.by == by]


def paid(events: Iterable[object], by: str) -> list[int]:
    """The gains of doubloons by a role or building."""
    return [event.doubloons for event in events if isinstance(event, DoubloonsGained) and event.by == by]


def supply(scenario: Scenario, good: str) -> int:
    """Barrels of a kind in the supply."""
    return dict(zip(Good, scenario.table.goods, strict=True))[Good(good)]


def held(scenario: Scenario, seat: int, good: str) -> int:
    """Barrels of a kind of a seat."""
    return dict(zip(Good, scenario.board(seat).goods, strict=True))[Good(good)]
