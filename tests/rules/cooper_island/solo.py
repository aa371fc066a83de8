"""Solo games of Cooper Island under test."""

from collections.abc import Mapping
from typing import Any, cast

from quarterdeck_rules.cooper_island.box import Box
from quarterdeck_rules.cooper_island.cooper import Cooper
from quarterdeck_rules.cooper_island.events import CooperArrived, OrdersDisplayed
from quarterdeck_rules.cooper_island.terms import Good
from quarterdeck_rules.engine.components import ComponentSet
from tests.rules.cooper_island import scenario
from tests.rules.cooper_island.scenario import Scenario

BOX = cast(Box, scenario.BOX)
DEPOT = (Good.WOOD, Good.GOLD)


def solo(
    strategy: str = "strategy_1",
    options: Mapping[str, str] | None = None,
    components: ComponentSet[Any] | None = None,
) -> Scenario:
    """A seat against Cooper with this strategy, at the first level; two cubes lie in the depot."""
    card = BOX.strategies[strategy]
    return Scenario(1, components, options).given(
        CooperArrived(strategy, "level_1", card.cooper_orders, DEPOT), OrdersDisplayed(card.orders)
    )


def cooper(scenario: Scenario) -> Cooper:
    """Cooper's side as it is now."""
    assert scenario.table.cooper is not None
    return scenario.table.cooper
