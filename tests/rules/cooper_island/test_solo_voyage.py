"""Cooper's ship, his anchors and log books."""

from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    CooperAnchorAdded,
    CooperAnchorRaised,
    CooperLogBookGained,
    CooperShipAdvanced,
    FeePaid,
    IsletPlaced,
)
from quarterdeck_rules.cooper_island.solo.cards import GiveCooperHelm
from quarterdeck_rules.cooper_island.terms import Half
from tests.rules.cooper_island.solo import cooper, solo


def test_helm_points_raise_his_anchors_before_his_ship_moves():  # CI-SOLO-VOYAGE-1, CI-SOLO-VOYAGE-3
    scenario = solo().given(CooperAnchorAdded(), CooperAnchorAdded()).asking(0, GiveCooperHelm(3))
    scenario.records(CooperAnchorRaised(), CooperAnchorRaised(), CooperShipAdvanced(1))
    assert (cooper(scenario).anchors, cooper(scenario).steps) == (0, 1)


def test_islets_on_his_way_are_ignored():  # CI-SOLO-VOYAGE-1
    scenario = solo()
    islet, (water, half) = next(iter(scenario.table.box.islets)), next(iter(scenario.table.box.touches))
    scenario.given(IsletPlaced(0, islet, water, Half(half), scenario.table.box.spaces[0]))
    scenario.asking(0, GiveCooperHelm(9)).asks_nobody()


def test_at_bay_and_harbor_he_takes_a_log_book_and_nothing_else():  # CI-SOLO-VOYAGE-2
    scenario = solo().asking(0, GiveCooperHelm(4)).records_nothing_of(CooperLogBookGained)
    scenario.asking(0, GiveCooperHelm(1)).records(CooperShipAdvanced(5), CooperLogBookGained).asks_nobody()
    scenario.asking(0, GiveCooperHelm(5)).records(CooperShipAdvanced(0), CooperLogBookGained).asks_nobody()
    scenario.records_nothing_of(FeePaid, AnchorAdded, CooperAnchorAdded)
    assert len(cooper(scenario).log_books) == 2
    assert sum(scenario.table.log_books) == sum(book.count for book in scenario.table.box.contents.log_books) - 2
    assert cooper(scenario).steps == 10
