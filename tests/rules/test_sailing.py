"""Sailing: helm points, islets on the way, bays and harbors."""

from quarterdeck_rules.cooper_island.events import AnchorRaised, HelmGained, IsletPlaced, LogBookGained, ShipAdvanced
from quarterdeck_rules.cooper_island.islets import ChooseIslet
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.terms import Half, Ship
from tests.rules.scenario import Scenario, land


def test_all_points_of_a_gain_go_to_one_ship(scenario: Scenario) -> None:  # CI-SAIL-1
    scenario.asking(0, ChooseShip(2)).when(0, "move_ship one_sail")
    scenario.records(
        HelmGained(0, 2, Ship.ONE_SAIL), ShipAdvanced(0, Ship.ONE_SAIL, 1), ShipAdvanced(0, Ship.ONE_SAIL, 2)
    )
    assert scenario.board(0).two_sail.steps == 0


def test_an_islet_is_crossed_on_the_way(scenario: Scenario) -> None:  # CI-SAIL-4
    scenario.given(land("A1 meadow 1"), IsletPlaced(0, "meadow_coin", "L1", Half.FAR, "B1"))
    scenario.asking(0, ChooseShip(2)).when(0, "move_ship one_sail").asks(0, ChooseIslet)
