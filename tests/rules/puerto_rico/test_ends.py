"""The end: what makes a round the last, how it is played out, and chips beyond the pool."""

import pytest

from quarterdeck_rules.engine.game import Ended, Status
from quarterdeck_rules.engine.title import Standing
from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import (
    ChipsCounted,
    EndAnnounced,
    GuestMoved,
    PointGiven,
    PointsGained,
    RoundBegan,
    RoundEnded,
    ShipFilled,
)
from quarterdeck_rules.puerto_rico.guests import ChooseGuests
from quarterdeck_rules.puerto_rico.rounds import EndRound, NextRole
from quarterdeck_rules.puerto_rico.terms import EndReason
from tests.rules.puerto_rico.phases import SIX, begun, stands_for, taken
from tests.rules.puerto_rico.scenario import Scenario, chips, city, doubloons, goods, island, manned

COLONISTS, CITY, POINTS = EndReason
NEARLY_FULL = (
    "small_market, hacienda, construction_hut, small_warehouse, hospice, office, large_market, large_warehouse, "
    "factory, university, harbor"
)
"""Eleven city spaces."""


# What announces the end


@pytest.mark.parametrize(
    ("supply", "filled", "announced"),
    [(5, 3, False), (4, 3, False), (3, 2, True), (1, 0, True)],
)
def test_a_supply_that_cannot_fill_the_ship_announces_the_end(  # PR-END-1
    scenario: Scenario, supply: int, filled: int, announced: bool
) -> None:
    scenario.leaving(supply, 3).playing("mayor", 0)
    assert [event.count for event in scenario.events if isinstance(event, ShipFilled)] == [filled] * bool(filled)
    assert scenario.table.ending == ((COLONISTS,) if announced else ())


@pytest.mark.parametrize(
    ("before", "building", "announced"),
    [
        (NEARLY_FULL, "wharf", True),
        (NEARLY_FULL.removesuffix(", harbor"), "fortress", True),
        (NEARLY_FULL.removesuffix(", harbor"), "wharf", False),
    ],
)
def test_a_building_on_the_last_city_space_announces_the_end(  # PR-END-1
    scenario: Scenario, before: str, building: str, announced: bool
) -> None:
    scenario.given(city(before), doubloons(20)).playing("builder", 1).when(1, "forfeit")
    scenario.when(0, f"build {building}")
    assert scenario.table.ending == ((CITY,) if announced else ())


@pytest.mark.parametrize(("left", "announced"), [(4, False), (3, True), (2, True)])
def test_the_last_chip_of_the_pool_announces_the_end(  # PR-END-1 PR-END-3
    scenario: Scenario, left: int, announced: bool
) -> None:
    scenario.given(chips(75 - left, 2), goods("3 corn")).playing("captain", 1).when(0, "load_ship corn 4")
    assert scenario.table.ending == ((POINTS,) if announced else ())


def test_a_reason_is_announced_once_and_another_one_beside_it(scenario: Scenario) -> None:  # PR-END-1
    scenario.given(chips(74, 2), goods("corn, indigo"), EndAnnounced(CITY)).playing("captain", 1)
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 1, "loading"), EndAnnounced(POINTS))
    scenario.when(0, "load_ship indigo 5").records_nothing_of(EndAnnounced)
    assert scenario.table.ending == (CITY, POINTS)


def test_the_end_stays_announced_when_a_chip_returns_to_the_pool(scenario: Scenario) -> None:  # PR-END-1 ruling 48
    scenario.given(city("black_market"), manned("black_market"), chips(74, 2), chips(1), doubloons(2))
    scenario.given(EndAnnounced(POINTS)).playing("builder", 0)
    scenario.when(0, "build hospice given_point=yes").records(PointGiven(0))
    assert (scenario.table.points, scenario.table.ending) == (1, (POINTS,))


# Chips beyond the pool


@stands_for("section7_line73")
def test_points_beyond_the_pool_are_written_down(scenario: Scenario) -> None:  # PR-END-3
    scenario.given(chips(73, 2), goods("4 corn"), goods("3 indigo", 1)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 4, "loading"), EndAnnounced(POINTS))
    scenario.when(1, "load_ship indigo 5").records(PointsGained(1, 3, "loading"))
    assert [board.points for board in scenario.table.boards] == [5, 3, 73]
    assert scenario.table.points == 0


@stands_for("section7_line76")
def test_the_captain_phase_goes_on_after_the_last_chip(scenario: Scenario) -> None:  # PR-END-2
    scenario.given(chips(74, 2), goods("corn, indigo"), goods("sugar", 1)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").records(EndAnnounced(POINTS)).asks(1, ChooseLoading)
    scenario.when(1, "load_ship sugar 5").asks(0, ChooseLoading)


# The last round


@pytest.mark.parametrize("reason", EndReason)
@pytest.mark.parametrize(
    ("seats", "after"),
    [
        pytest.param(3, 0, id="section7_line76-before_the_first_role"),
        pytest.param(4, 2, id="section7_line76-in_the_middle"),
        pytest.param(3, 2, id="section7_line76-before_the_last_role"),
        pytest.param(2, 1, id="section7_line76-two_seats"),
    ],
)
def test_the_round_is_played_to_its_end(seats: int, after: int, reason: EndReason) -> None:  # PR-END-2
    scenario = begun(seats, governor=1)
    roles = SIX[: 6 if seats == 2 else seats]
    for placard in roles[:after]:
        taken(scenario, placard)
    scenario.given(EndAnnounced(reason))
    for placard in roles[after:]:
        assert scenario.game.status is Status.ACTIVE
        taken(scenario, placard)
    scenario.records(RoundEnded, ChipsCounted, Ended).records_nothing_of(RoundBegan)
    assert scenario.game.status is Status.ENDED


@stands_for("section7_line77")
def test_no_round_follows_the_last(scenario: Scenario) -> None:  # PR-END-2
    scenario.given(RoundBegan(7, 2), EndAnnounced(CITY)).asking(2, NextRole())
    for placard in SIX[:3]:
        taken(scenario, placard)
    scenario.records_nothing_of(RoundBegan).asks_nobody()
    assert scenario.table.round == 7
    assert scenario.table.is_over


@stands_for("section7_line76")
def test_without_an_announcement_another_round_begins(scenario: Scenario) -> None:  # PR-END-2 PR-ROUND-3
    scenario.given(RoundBegan(7, 2)).asking(2, EndRound()).records(RoundEnded, RoundBegan(8, 0))
    assert not scenario.table.is_over


def test_the_result_is_told_at_the_end(scenario: Scenario) -> None:  # PR-END-2 PR-SCORE-1
    scenario.given(chips(3, 1), EndAnnounced(CITY), RoundBegan(9, 0)).asking(0, NextRole())
    for placard in SIX[:3]:
        taken(scenario, placard)
    scenario.records(Ended((Standing(0, 0, 2), Standing(1, 3, 1), Standing(2, 0, 2))))


# Guests after the last round


@stands_for("section5_row32")
def test_guests_may_man_a_large_building_before_the_scoring(scenario: Scenario) -> None:  # PR-END-2 ruling 32
    scenario.given(city("guest_house, residence"), manned("guest_house"), EndAnnounced(CITY)).asking(0, EndRound())
    scenario.records(RoundEnded).records_nothing_of(ChipsCounted).asks(0, ChooseGuests)
    scenario.when(0, "move_guest residence").records(GuestMoved(0, "residence"), ChipsCounted)
    scenario.records(Ended((Standing(0, 2 + 4 + 4, 1), Standing(1, 0, 2), Standing(2, 0, 2))))


@stands_for("section5_row32")
def test_guests_may_stay_where_they_are(scenario: Scenario) -> None:  # PR-END-2 ruling 32
    scenario.given(city("guest_house, residence"), manned("guest_house"), EndAnnounced(CITY)).asking(0, EndRound())
    scenario.when(0, "forfeit").records(ChipsCounted, Ended((Standing(0, 6, 1), Standing(1, 0, 2), Standing(2, 0, 2))))


def test_guests_are_asked_for_from_the_governor_on(scenario: Scenario) -> None:  # PR-END-2
    for seat in (0, 2):
        scenario.given(city("guest_house", seat), island("corn", seat), manned("guest_house", seat))
    scenario.given(RoundBegan(5, 1), EndAnnounced(CITY)).asking(1, EndRound())
    scenario.asks(2, ChooseGuests).asks_nobody(0, 1).when(2, "forfeit").asks(0, ChooseGuests)
    scenario.when(0, "move_guest corn").records(ChipsCounted).asks_nobody()
