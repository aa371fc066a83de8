"""The captain: loading cargo ships and using wharves."""

from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import PointsGained, ShipLoaded
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.terms import Good
from tests.rules.puerto_rico.scenario import Scenario, goods


def test_of_several_empty_ships_one_has_to_be_taken_that_takes_the_most(scenario: Scenario):  # PR-CAPTAIN-5
    scenario.given(goods("5 sugar", 0)).playing("captain", 0).asks(0, ChooseLoading)
    scenario.refuses(0, "load_ship sugar 4", Reason.LARGER_SHIP_EMPTY, "PR-CAPTAIN-5")
    assert scenario.legal(0) == ["load_ship sugar 5", "load_ship sugar 6"]
    scenario.when(0, "load_ship sugar 6")
    scenario.records(ShipLoaded(0, Good.SUGAR, 6, 5), PointsGained(0, 5, "loading"), PointsGained(0, 1, "captain"))
