"""What tests of phases share: rounds, barrels in the trading house and on cargo ships, tests named after rulings."""

from collections.abc import Iterable

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.puerto_rico.events import DoubloonsGained, GoodSold, PointsGained, RoundBegan, ShipLoaded
from quarterdeck_rules.puerto_rico.rounds import ChooseRole, NextRole
from quarterdeck_rules.puerto_rico.terms import Good, Purchaser
from tests.rules.puerto_rico.scenario import Scenario, counted, goods

SIX = ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
"""The placards that every number of seats has."""


def stands_for(*lines: str) -> pytest.MarkDecorator:
    """A test of the scenario fixture checks these rulings (section 5) or mistakes (section 7): its id names them."""
    return pytest.mark.parametrize("scenario", [pytest.param(None, id="-".join(lines))], indirect=True)


def begun(seats: int, governor: int = 0) -> Scenario:
    """The first round has begun with empty boards."""
    return Scenario(seats).given(RoundBegan(1, governor)).asking(governor, NextRole())


def waiting(scenario: Scenario) -> int:
    """The seat that is asked for a role."""
    (opened,) = open_decisions(scenario.game.agenda)
    assert isinstance(opened.decision, ChooseRole), opened
    return opened.seat


def taken(scenario: Scenario, placard: str) -> int:
    """Whose turn it is takes the placard, everybody forfeits what the role offers: the seat that took it.

    The scenario's events are those of the whole phase.
    """
    seat = waiting(scenario)
    scenario.when(seat, f"take_role {placard}")
    events = list(scenario.events)
    while opened := next(iter(open_decisions(scenario.game.agenda)), None):
        if isinstance(opened.decision, ChooseRole):
            break
        scenario.when(opened.seat, "forfeit")
        events += scenario.events
    scenario.events = tuple(events)
    return seat


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
