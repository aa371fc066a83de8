"""University and church: a colonist on, and chips for, the building just built."""

import pytest

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.events import BuildingBought, ColonistSettled, EndAnnounced, PointsGained
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Built
from quarterdeck_rules.puerto_rico.terms import EndReason, Source
from tests.rules.puerto_rico.scenario import BOX, Scenario, chips, city, doubloons, manned

BOTH = "university, church"


def building(scenario: Scenario, buildings: str, staff: str | None = None) -> Scenario:
    """Seat 0, with these buildings occupied (or those named), is asked what it builds for its doubloons."""
    scenario.given(city(buildings), manned(buildings if staff is None else staff), doubloons(20))
    return scenario.asking(0, ChooseBuilding())


# University


def test_a_university_puts_a_colonist_on_the_building_just_built(scenario: Scenario):  # PR-UNIVERSITY-1
    building(scenario, "university")
    assert [move for move in scenario.legal(0) if "hospice" in move] == ["build hospice", "build hospice colonist=yes"]
    scenario.when(0, "build hospice colonist=yes")
    scenario.records(BuildingBought(0, "hospice", 4), ColonistSettled(0, "hospice", Source.SUPPLY))
    assert scenario.board(0).city == (Built("university", 1), Built("hospice", 1))
    assert scenario.table.colonists == 53


def test_it_is_one_colonist_whatever_the_circles__section7_line39(scenario: Scenario):  # PR-UNIVERSITY-1
    building(scenario, "university").when(0, "build tobacco_storage colonist=yes")
    assert scenario.board(0).city[-1] == Built("tobacco_storage", 1)


def test_a_large_building_takes_a_colonist_on_one_circle__section5_row12__section7_line39(  # PR-UNIVERSITY-1 ruling 12
    scenario: Scenario,
):
    building(scenario, "university").when(0, "build fortress colonist=yes")
    assert scenario.board(0).city[-1] == Built("fortress", 1)
    assert scenario.table.city_spaces(0) == 3


def test_a_statue_takes_no_colonist__section5_row12(scenario: Scenario):  # PR-UNIVERSITY-1 ruling 12
    building(scenario, "university").refuses(0, "build statue colonist=yes", Reason.NO_CIRCLE, "PR-UNIVERSITY-1")
    assert [move for move in scenario.legal(0) if "statue" in move] == ["build statue"]


def test_a_university_just_built_does_not_serve_itself__section5_row11(scenario: Scenario):  # PR-UNIVERSITY-1 ruling 11
    building(scenario, "hospice").refuses(0, "build university colonist=yes", Reason.NOT_OCCUPIED, "PR-UNIVERSITY-1")
    scenario.when(0, "build university").records_nothing_of(ColonistSettled)
    assert scenario.board(0).city[-1] == Built("university", 0)


def test_a_university_has_to_be_occupied(scenario: Scenario):  # PR-UNIVERSITY-1 PR-BUILDING-1
    building(scenario, "university", "").refuses(
        0, "build hospice colonist=yes", Reason.NOT_OCCUPIED, "PR-UNIVERSITY-1"
    )
    assert not any("colonist" in move for move in scenario.legal(0))


def test_a_university_need_not_be_used__section5_row42(scenario: Scenario):  # PR-UNIVERSITY-1 ruling 42
    building(scenario, "university").when(0, "build hospice").records_nothing_of(ColonistSettled)
    assert scenario.board(0).city[-1] == Built("hospice", 0)


def test_with_the_supply_empty_he_comes_from_the_ship__section5_row3__section7_line21(  # PR-HOSPICE-2 ruling 3
    scenario: Scenario,
):
    building(scenario, "university").leaving(supply=0, ship=1).when(0, "build hospice colonist=yes")
    scenario.records(ColonistSettled(0, "hospice", Source.SHIP))
    assert scenario.table.colonists_on_ship == 0


def test_with_supply_and_ship_empty_there_is_no_colonist__section5_row3(scenario: Scenario):  # PR-HOSPICE-2 ruling 3
    building(scenario, "university").leaving(supply=0, ship=0)
    scenario.refuses(0, "build hospice colonist=yes", Reason.NO_COLONIST_LEFT, "PR-HOSPICE-2")
    assert "build hospice" in scenario.legal(0)


def test_a_university_that_takes_the_last_colonist_does_not_end_the_game__section7_line31(  # PR-END-1
    scenario: Scenario,
):
    building(scenario, "university").leaving(supply=1, ship=3).when(0, "build hospice colonist=yes")
    scenario.records_nothing_of(EndAnnounced)
    assert (scenario.table.colonists, scenario.table.ending) == (0, ())


# Church


@pytest.mark.parametrize(
    ("name", "points"),
    [
        pytest.param(one.id, (0, 1, 1, 2)[one.column - 1], id=f"{one.id}-section7_line88")
        for one in BOX.contents.buildings
        if one.id != "church"
    ],
)
def test_a_church_brings_chips_by_the_column_of_what_is_built(
    scenario: Scenario, name: str, points: int
):  # PR-CHURCH-1
    building(scenario, "church").when(0, f"build {name}")
    assert scenario.board(0).points == points
    assert scenario.table.points == 75 - points
    gained = [fact for fact in scenario.events if isinstance(fact, PointsGained)]
    assert gained == ([PointsGained(0, points, "church")] if points else [])


def test_a_church_brings_nothing_for_itself__section7_line88(scenario: Scenario):  # PR-CHURCH-1 ruling 66
    building(scenario, "university").when(0, "build church colonist=yes").records_nothing_of(PointsGained)
    assert scenario.board(0).points == 0


def test_a_church_has_to_be_occupied(scenario: Scenario):  # PR-CHURCH-1 PR-BUILDING-1
    building(scenario, "church", "").when(0, "build wharf").records_nothing_of(PointsGained)


def test_a_church_serves_its_owner_alone(scenario: Scenario):  # PR-CHURCH-1
    scenario.given(city("church", 1), manned("church", 1))
    building(scenario, "hospice").when(0, "build wharf").records_nothing_of(PointsGained)


def test_church_and_university_both_serve__section5_row13__section7_line40(
    scenario: Scenario,
):  # PR-UNIVERSITY-1 ruling 13
    building(scenario, BOTH).when(0, "build wharf colonist=yes")
    scenario.records(
        BuildingBought(0, "wharf", 9), PointsGained(0, 1, "church"), ColonistSettled(0, "wharf", Source.SUPPLY)
    )


# The pool


def test_the_last_chip_ends_the_game_in_the_builder_phase_too(scenario: Scenario):  # PR-END-3 ruling 50
    scenario.given(chips(74, 1), city("church"), manned("church"), doubloons(9)).playing("builder", 0)
    scenario.when(0, "build wharf").records(PointsGained(0, 1, "church"), EndAnnounced(EndReason.POINTS))
    assert (scenario.table.points, scenario.table.ending) == (0, (EndReason.POINTS,))


def test_chips_beyond_the_pool_are_written_down(scenario: Scenario):  # PR-END-3
    scenario.given(chips(74, 1))
    building(scenario, "church").when(0, "build statue").records(PointsGained(0, 2, "church"))
    assert (scenario.board(0).points, scenario.table.points) == (2, 0)


def test_as_an_option_the_last_chip_ends_the_game_in_the_captain_phase_only():  # PR-END-3 ruling 50
    scenario = Scenario(options={"pool_emptied": "captain_phase"})
    scenario.given(chips(74, 1), city("church"), manned("church"), doubloons(9)).playing("builder", 0)
    scenario.when(0, "build wharf").records(PointsGained(0, 1, "church")).records_nothing_of(EndAnnounced)
    assert (scenario.table.points, scenario.table.ending) == (0, ())
