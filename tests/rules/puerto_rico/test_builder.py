"""The builder: which building may be bought, and for how much."""

import pytest

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.events import BuildingBought, DoubloonsGained, EndAnnounced, MarketSet
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.scoring import score_sheet
from quarterdeck_rules.puerto_rico.state import Built, Offer
from quarterdeck_rules.puerto_rico.terms import EndReason
from tests.rules.puerto_rico.scenario import BOX, Scenario, city, doubloons, island, manned

TEN = "small_indigo_plant, small_sugar_mill, indigo_plant, sugar_mill, tobacco_storage, coffee_roaster, small_market"
TEN += ", hacienda, construction_hut, hospice"


def rich(scenario: Scenario, buildings: str = "", quarries: int = 0, coins: int = 20) -> Scenario:
    """Seat 0 with doubloons, buildings and occupied quarries, asked as one that did not take the builder."""
    if quarries:
        scenario.given(island(f"{quarries} quarry"), manned(f"{quarries} quarry"))
    scenario.given(city(buildings) if buildings else (), doubloons(coins))
    return scenario.asking(0, ChooseBuilding())


# Buying


def test_each_seat_in_turn_buys_a_building_from_who_took_the_builder_on(scenario: Scenario):  # PR-BUILDER-1
    scenario.given(*(doubloons(5, seat) for seat in range(3))).playing("builder", 2)
    scenario.asks(2, ChooseBuilding(has_privilege=True)).asks_nobody(0, 1).when(2, "build office")
    scenario.asks(0, ChooseBuilding()).asks_nobody(1, 2).when(0, "build hospice")
    scenario.asks(1, ChooseBuilding()).when(1, "build office").asks_nobody()
    assert [board.city for board in scenario.table.boards] == [
        (Built("hospice", 0),),
        (Built("office", 0),),
        (Built("office", 0),),
    ]
    assert [board.doubloons for board in scenario.table.boards] == [1, 0, 1]


def test_nobody_has_to_build(scenario: Scenario):  # PR-BUILDER-1
    rich(scenario).when(0, "forfeit").records_nothing_of(BuildingBought).asks_nobody()
    assert (scenario.board(0).doubloons, scenario.board(0).city) == (20, ())


def test_a_seat_builds_once_in_a_phase(scenario: Scenario):  # PR-BUILDER-1
    scenario.given(doubloons(20)).playing("builder", 0).when(0, "build hospice").asks_nobody()


def test_a_seat_that_can_build_nothing_is_not_asked(scenario: Scenario):  # PR-BUILDER-1 ruling 62
    # The builder himself pays a doubloon less, which is enough for the cheapest.
    scenario.playing("builder", 0).asks(0, ChooseBuilding).when(0, "build small_indigo_plant").asks_nobody()


def test_a_building_leaves_the_market_until_none_is_left(scenario: Scenario):  # PR-BUILDER-1
    scenario.given(city("hospice", 1), doubloons(9), doubloons(9, 2)).playing("builder", 0)
    assert Offer("hospice", 1) in scenario.table.market
    scenario.when(0, "build hospice").asks(2, ChooseBuilding)
    assert Offer("hospice", 0) in scenario.table.market
    scenario.refuses(2, "build hospice", Reason.NOT_OFFERED, "PR-BUILDER-1")
    assert "build hospice" not in scenario.legal(2)


def test_a_kind_that_is_not_on_the_market_is_not_built(scenario: Scenario):  # PR-BUILDER-1
    scenario.given(MarketSet(("hospice",)))
    rich(scenario).refuses(0, "build office", Reason.NOT_OFFERED, "PR-BUILDER-1")
    assert scenario.legal(0) == ["build hospice", "forfeit"]


def test_what_is_built_has_to_be_a_building(scenario: Scenario):  # PR-BUILDER-1
    rich(scenario).refuses(0, "build windmill", Reason.NO_SUCH_BUILDING, "PR-BUILDER-1")


def test_a_city_holds_one_building_of_a_kind__section7_line36(scenario: Scenario):  # PR-BUILDER-5
    rich(scenario, "hospice, indigo_plant")
    for building in ("hospice", "indigo_plant"):
        scenario.refuses(0, f"build {building}", Reason.BUILT_ALREADY, "PR-BUILDER-5")
        assert f"build {building}" not in scenario.legal(0)
    # Small and large plants are different kinds.
    scenario.when(0, "build small_indigo_plant")


# The price


@pytest.mark.parametrize("building", ["small_market", "hospice", "coffee_roaster", "wharf", "statue"])
def test_without_anything_else_the_printed_cost_is_paid(scenario: Scenario, building: str):  # PR-BUILDER-2
    cost = BOX.buildings[building].cost
    rich(scenario, coins=cost).when(0, f"build {building}").records(BuildingBought(0, building, cost))
    assert scenario.board(0).doubloons == 0


def test_a_building_has_to_be_paid(scenario: Scenario):  # PR-BUILDER-2
    refusal = rich(scenario, coins=4).refuses(0, "build office", Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")
    assert dict(refusal.details) == {"cost": "5", "doubloons": "4"}
    assert "build office" not in scenario.legal(0)


@pytest.mark.parametrize(
    ("building", "paid"), [("construction_hut", 1), ("office", 3), ("harbor", 5), ("city_hall", 7)]
)
def test_three_quarries_take_off_as_much_as_the_rulebook_says(  # PR-BUILDER-2
    scenario: Scenario, building: str, paid: int
):
    rich(scenario, quarries=3).when(0, f"build {building}").records(BuildingBought(0, building, paid))


@pytest.mark.parametrize(
    ("building", "paid"),
    [
        pytest.param("small_market", 0, id="first column-section7_line34"),
        pytest.param("hospice", 2, id="second column-section7_line34"),
        pytest.param("wharf", 6, id="third column-section7_line34"),
        pytest.param("fortress", 6, id="fourth column-section7_line34"),
        pytest.param("statue", 6, id="statue-section7_line34"),
    ],
)
def test_quarries_take_off_as_many_doubloons_as_the_column_at_most(  # PR-BUILDER-2
    scenario: Scenario, building: str, paid: int
):
    rich(scenario, quarries=8).when(0, f"build {building}").records(BuildingBought(0, building, paid))


def test_quarries_without_a_colonist_take_nothing_off__section7_line33(scenario: Scenario):  # PR-BUILDER-2
    scenario.given(island("4 quarry"), manned("quarry"))
    rich(scenario).when(0, "build harbor").records(BuildingBought(0, "harbor", 7))


def test_a_construction_hut_does_not_raise_what_quarries_take_off__section7_line42(  # PR-BUILDER-2
    scenario: Scenario,
):
    scenario.given(city("construction_hut"), island("4 quarry"), manned("4 quarry, construction_hut"))
    rich(scenario).when(0, "build hospice").records(BuildingBought(0, "hospice", 2))


def test_who_took_the_builder_pays_a_doubloon_less(scenario: Scenario):  # PR-BUILDER-3
    scenario.given(doubloons(9), doubloons(9, 1)).playing("builder", 0).when(0, "build hospice")
    scenario.records(BuildingBought(0, "hospice", 3)).when(1, "build hospice")
    scenario.records(BuildingBought(1, "hospice", 4))


def test_without_building_the_privilege_brings_nothing__section7_line41(scenario: Scenario):  # PR-BUILDER-3
    scenario.given(doubloons(9)).playing("builder", 0).when(0, "forfeit").records_nothing_of(DoubloonsGained)
    assert scenario.board(0).doubloons == 9


def test_a_price_below_nothing_brings_no_money__section7_line35(scenario: Scenario):  # PR-BUILDER-4
    scenario.given(island("quarry"), manned("quarry"), doubloons(3)).playing("builder", 0)
    scenario.when(0, "build small_market").records(BuildingBought(0, "small_market", 0))
    assert scenario.board(0).doubloons == 3


def test_the_bank_never_runs_out_of_doubloons(scenario: Scenario):  # PR-BUILDING-2 ruling 65
    # The box holds 86.
    scenario.given(doubloons(100)).given(city("lighthouse"), manned("lighthouse")).playing("captain", 0)
    scenario.records(DoubloonsGained(0, 1, "lighthouse"))
    assert scenario.board(0).doubloons == 101


# City spaces


def test_a_large_building_takes_two_city_spaces__section7_line37(scenario: Scenario):  # PR-BUILDER-6
    rich(scenario, f"{TEN}, office")
    refusal = scenario.refuses(0, "build fortress", Reason.CITY_FULL, "PR-BUILDER-6")
    assert dict(refusal.details) == {"building": "fortress", "free": "1"}
    assert not {"build fortress", "build statue"} & set(scenario.legal(0))
    scenario.when(0, "build wharf")
    assert scenario.table.city_spaces(0) == 12


def test_two_free_spaces_are_enough_wherever_they_lie__section7_line37(scenario: Scenario):  # PR-BUILDER-6 ruling 64
    # In a row of twelve spaces no two free ones would be neighbours without moving buildings.
    rich(scenario, TEN).when(0, "build fortress").records(BuildingBought(0, "fortress", 10))
    assert scenario.table.city_spaces(0) == 12


def test_a_city_may_hold_more_than_four_large_buildings__section7_line37(scenario: Scenario):  # PR-BUILDER-6
    rich(scenario, "guild_hall, residence, fortress, customs_house, statue").when(0, "build cloister")
    assert scenario.table.city_spaces(0) == 12


def test_a_full_city_takes_no_building(scenario: Scenario):  # PR-BUILDER-6
    rich(scenario, f"{TEN}, office, wharf").refuses(0, "build harbor", Reason.CITY_FULL, "PR-BUILDER-6")
    assert scenario.legal(0) == ["forfeit"]


def test_the_last_city_space_ends_the_game_and_the_phase_goes_on(scenario: Scenario):  # PR-END-1
    scenario.given(city(f"{TEN}, office"), doubloons(9), doubloons(9, 1)).playing("builder", 0)
    scenario.when(0, "build wharf").records(BuildingBought, EndAnnounced(EndReason.CITY)).asks(1, ChooseBuilding)
    assert scenario.table.ending == (EndReason.CITY,)
    scenario.when(1, "build hospice").records_nothing_of(EndAnnounced)


def test_with_a_city_space_left_the_game_goes_on(scenario: Scenario):  # PR-END-1
    rich(scenario, TEN).when(0, "build wharf").records_nothing_of(EndAnnounced)


# Points


def points(scenario: Scenario) -> list[tuple[str, int]]:
    """The score of seat 0 by lines: code, or building, and points."""
    lines = score_sheet(scenario.table, 0).scores[0].lines
    return [(line.facts[0].value if line.code == "building" else line.code, line.points) for line in lines]


def test_a_large_building_counts_once__section7_line38(scenario: Scenario):  # PR-SCORE-3 PR-SCORE-8
    scenario.given(city("city_hall, fortress, hospice"), manned("city_hall"))
    assert points(scenario) == [("chips", 0), ("city_hall", 4), ("city_hall", 3), ("fortress", 4), ("hospice", 2)]


def test_a_statue_scores_its_eight_points_once__section7_line86(scenario: Scenario):  # PR-SCORE-3
    scenario.given(city("statue"))
    assert points(scenario) == [("chips", 0), ("statue", 8)]
    assert score_sheet(scenario.table, 0).scores[0].total == 8
