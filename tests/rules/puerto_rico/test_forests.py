"""Forests: plantations laid face down, and what they take off the price of a building."""

import pytest
from msgspec import Struct

from quarterdeck_rules.puerto_rico.events import BuildingBought, ColonistSettled, DrawnLaid, PlantationTaken, TileDrawn
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.scoring import score_sheet
from quarterdeck_rules.puerto_rico.settler import ChooseSide, ChooseTile
from quarterdeck_rules.puerto_rico.terms import WINDROSE, Good, Source
from quarterdeck_rules.puerto_rico.view import TileView, view
from tests.rules.puerto_rico.scenario import Fact, Scenario, city, doubloons, island, manned, row

HOUSE: list[Fact] = [city("forest_house"), manned("forest_house")]


def forests(count: int, seat: int = 0) -> list[Struct]:
    """Forests on an island, turned over of sugar."""
    return [DrawnLaid(seat, Good.SUGAR, forest=True) for _ in range(count)]


def lines(scenario: Scenario, seat: int = 0) -> dict[str, int]:
    """The score of a seat: points by code, buildings by name."""
    score = score_sheet(scenario.table, seat).scores[seat]
    return {line.facts[0].value if line.code == "building" else line.code: line.points for line in score.lines}


# Laying forests


def test_with_a_forest_house_a_plantation_may_be_laid_as_a_forest(scenario: Scenario):  # PR-FOREST-1
    scenario.given(*HOUSE, row("corn, sugar")).playing("settler", 0).when(0, "take_plantation sugar forest=yes")
    scenario.records(PlantationTaken(0, Good.SUGAR, forest=True))
    assert (scenario.board(0).forests, scenario.board(0).plots) == (1, (0,) * 6)
    assert scenario.table.row == (Good.CORN,)


def test_a_forest_house_need_not_be_used(scenario: Scenario):  # PR-FOREST-1
    scenario.given(*HOUSE, row("sugar")).playing("settler", 0).when(0, "take_plantation sugar")
    assert (scenario.board(0).forests, scenario.board(0).plots[2]) == (0, 1)


def test_a_forest_house_has_to_be_occupied(scenario: Scenario):  # PR-FOREST-1 PR-BUILDING-1
    scenario.given(city("forest_house"), row("sugar")).playing("settler", 0)
    scenario.refuses(0, "take_plantation sugar forest=yes", Reason.NOT_OCCUPIED, "PR-FOREST-1")
    assert scenario.legal(0) == ["take_plantation sugar", "take_quarry", "forfeit"]


def test_only_plantations_become_forests__section5_row9(scenario: Scenario):  # PR-FOREST-1 ruling 9
    scenario.given(*HOUSE, row("corn")).playing("settler", 0)
    assert scenario.legal(0) == ["take_plantation corn", "take_plantation corn forest=yes", "take_quarry", "forfeit"]
    scenario.when(0, "take_quarry")
    assert (scenario.board(0).forests, scenario.board(0).plots[-1]) == (0, 1)


def test_the_tile_turned_over_leaves_the_crops_for_good(scenario: Scenario):  # PR-FOREST-3 ruling 52
    scenario.given(*HOUSE, row("sugar")).playing("settler", 0).when(0, "take_plantation sugar forest=yes")
    assert (scenario.table.turned, scenario.table.discard) == ((0, 0, 1, 0, 0), (0,) * 5)


def test_the_drawn_tile_is_seen_before_its_side_is_chosen__section5_row7(scenario: Scenario):  # PR-FOREST-2 ruling 7
    scenario.given(city("hacienda, forest_house"), manned("hacienda, forest_house"), row("corn"))
    scenario.draws(plantations=[0]).playing("settler", 0).when(0, "draw_tile").records(TileDrawn(0, Good.CORN))
    scenario.records_nothing_of(DrawnLaid).asks(0, ChooseSide)
    assert scenario.board(0).drawn is Good.CORN
    assert scenario.legal(0) == ["lay_drawn no", "lay_drawn yes"]
    scenario.when(0, "lay_drawn yes").records(DrawnLaid(0, Good.CORN, forest=True)).asks(0, ChooseTile(True, True))
    assert (scenario.board(0).drawn, scenario.board(0).forests) == (None, 1)


def test_the_drawn_tile_may_be_laid_as_itself__section5_row7(scenario: Scenario):  # PR-FOREST-2 ruling 7
    scenario.given(city("hacienda, forest_house"), manned("hacienda, forest_house"), row("corn"))
    scenario.draws(plantations=[0]).playing("settler", 0).when(0, "draw_tile").when(0, "lay_drawn no")
    assert (scenario.board(0).plots[0], scenario.board(0).forests) == (1, 0)


def test_without_a_forest_house_the_drawn_tile_is_laid_as_itself(scenario: Scenario):  # PR-FOREST-2
    scenario.given(city("hacienda"), manned("hacienda")).asking(0, ChooseSide())
    scenario.refuses(0, "lay_drawn yes", Reason.NOT_OCCUPIED, "PR-FOREST-2")
    assert scenario.legal(0) == ["lay_drawn no"]


def test_a_hospice_sends_the_colonist_of_a_forest_to_the_windrose__section5_row4(
    scenario: Scenario,
):  # PR-HOSPICE-1 ruling 4
    scenario.given(city("hospice, forest_house"), manned("hospice, forest_house"), row("corn"))
    scenario.playing("settler", 0).when(0, "take_plantation corn forest=yes colonist=yes")
    scenario.records(ColonistSettled(0, WINDROSE, Source.SUPPLY))
    assert (scenario.board(0).idle, scenario.board(0).manned) == (1, (0,) * 6)


@pytest.mark.parametrize(
    ("hacienda", "first", "second", "count"),
    [
        pytest.param(False, "", "", 0, id="none-section5_row8"),
        pytest.param(False, "", "forest=yes", 1, id="one-section5_row8"),
        pytest.param(False, "forest=yes", "forest=yes", 2, id="two-section5_row8"),
        pytest.param(True, "forest=yes", "forest=yes", 3, id="three-section5_row8"),
    ],
)
def test_with_a_library_up_to_two_forests_are_laid_and_with_a_hacienda_three(  # PR-FOREST-1 PR-LIBRARY-3 ruling 8
    scenario: Scenario, hacienda: bool, first: str, second: str, count: int
):
    buildings = "forest_house, library" + ", hacienda" * hacienda
    scenario.given(city(buildings), manned(buildings), row("2 corn")).playing("settler", 0)
    if hacienda:
        scenario.when(0, "draw_tile").when(0, "lay_drawn yes")
    scenario.when(0, f"take_plantation corn {first}").when(1, "forfeit").when(2, "forfeit")
    scenario.when(0, f"take_plantation corn {second}").asks_nobody()
    assert (scenario.board(0).forests, scenario.board(0).tiles) == (count, 2 + hacienda)


# What forests are


def test_a_forest_takes_no_colonist_and_is_none_for_the_fortress__section7_line32(scenario: Scenario):  # PR-FOREST-1
    scenario.given(forests(9), city("fortress"), manned("fortress", windrose=1)).playing("mayor", 1)
    assert TileView("forest", 9, 0) in view(scenario.table, 0).boards[0].island
    board = scenario.board(0)
    # A colonist of the ship joins the two: the fortress counts these three, and no forest.
    assert (board.colonists, board.idle, sum(board.manned)) == (3, 2, 0)
    assert lines(scenario)["fortress"] == 1


def test_forests_without_a_colonist_in_their_house_take_nothing_off__section5_row10(
    scenario: Scenario,
):  # PR-FOREST-4 ruling 10
    scenario.given(forests(6), city("forest_house"), doubloons(6))
    scenario.playing("builder", 0).when(0, "build large_warehouse").records(BuildingBought(0, "large_warehouse", 5))


def test_forests_fill_the_island_for_residence_and_cloister__section5_row10(
    scenario: Scenario,
):  # PR-FOREST-1 ruling 10
    scenario.given(forests(6), island("4 corn"), city("residence, cloister"), manned("residence, cloister"))
    assert view(scenario.table, 0).boards[0].island_spaces == 2
    # Ten tiles, and three sets: two of forests, one of corn.
    assert (lines(scenario)["residence"], lines(scenario)["cloister"]) == (5, 6)


# What they take off a price


@pytest.mark.parametrize(
    ("count", "paid"),
    [(0, 8), (1, 8), (2, 7), (3, 7), (4, 6), (7, 5), pytest.param(10, 3, id="no column-section7_line90")],
)
def test_every_two_forests_take_a_doubloon_off_whatever_the_column(  # PR-FOREST-4
    scenario: Scenario, count: int, paid: int
):
    scenario.given(*HOUSE, forests(count), doubloons(9)).playing("builder", 0).when(0, "build wharf")
    scenario.records(BuildingBought(0, "wharf", paid))


def test_forests_stack_with_quarries_and_the_builders_privilege(scenario: Scenario):  # PR-FOREST-4
    # Six less one for the builder, two for quarries and three for forests.
    scenario.given(city("forest_house"), forests(6), island("2 quarry"), manned("2 quarry, forest_house"))
    scenario.playing("builder", 0).when(0, "build large_warehouse").records(BuildingBought(0, "large_warehouse", 0))


def test_with_the_forest_house_empty_there_is_no_discount__section7_line90(scenario: Scenario):  # PR-FOREST-4
    scenario.given(city("forest_house"), forests(12), doubloons(7)).playing("builder", 0)
    scenario.refuses(0, "build union_hall", Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")
