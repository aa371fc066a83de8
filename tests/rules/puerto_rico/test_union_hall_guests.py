"""The union hall and guests that reach it: in time is whoever is there before its owner's first loading."""

import pytest

from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import PointsGained, ShipLoaded, UnionPaid
from quarterdeck_rules.puerto_rico.guests import ChooseGuests
from quarterdeck_rules.puerto_rico.terms import Good
from tests.rules.puerto_rico.scenario import Scenario, city, goods, manned


def hosting(union_hall: str = "first_turn") -> Scenario:
    """Seat 0 is captain with four corn, a guest, and a union hall that nobody is on."""
    scenario = Scenario(options={"union_hall": union_hall})
    scenario.given(city("guest_house, union_hall"), manned("guest_house"), goods("4 corn"))
    return scenario.playing("captain", 0)


def test_a_guest_is_asked_for_when_a_union_hall_waits_for_him():  # PR-UNION-1 PR-GUEST-2 ruling 57
    scenario = hosting().asks(0, ChooseGuests)
    scenario.when(0, "move_guest union_hall").records(UnionPaid(0), PointsGained(0, 2, "union_hall"))
    scenario.asks(0, ChooseLoading)


def test_a_guest_that_goes_to_the_union_hall_right_before_the_first_loading_is_in_time():  # PR-UNION-1 ruling 57
    scenario = hosting().when(0, "forfeit").asks(0, ChooseLoading)
    scenario.when(0, "move_guest union_hall").records_nothing_of(UnionPaid)
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 2, "union_hall"), PointsGained(0, 4, "loading"))


def test_a_guest_is_in_time_also_if_the_seat_then_ships_nothing():  # PR-UNION-1 ruling 57
    scenario = Scenario()
    for capacity, good in ((4, Good.SUGAR), (5, Good.TOBACCO), (6, Good.INDIGO)):
        scenario.given(goods(f"{capacity} {good}", 1), ShipLoaded(1, good, capacity, capacity))
    scenario.given(city("guest_house, union_hall, wharf"), manned("guest_house, wharf"), goods("4 corn"))
    scenario.playing("captain", 0).when(0, "forfeit").asks(0, ChooseLoading).when(0, "move_guest union_hall")
    scenario.when(0, "forfeit").records(UnionPaid(0), PointsGained(0, 2, "union_hall"))


def test_after_the_first_loading_a_guest_comes_too_late():  # PR-UNION-1 ruling 57
    scenario = Scenario().given(city("guest_house, union_hall"), manned("guest_house"), goods("4 corn, 4 indigo"))
    scenario.playing("captain", 0).when(0, "forfeit").when(0, "load_ship corn 4").asks(0, ChooseLoading)
    scenario.when(0, "move_guest union_hall")
    scenario.when(0, "load_ship indigo 5").records(PointsGained(0, 4, "loading")).records_nothing_of(UnionPaid)


@pytest.mark.parametrize("union_hall", ["first_turn", "first_loading"])
def test_who_is_paid_before_the_loading_is_not_paid_with_it_again(union_hall: str):  # PR-UNION-1 rulings 24, 57
    scenario = Scenario(options={"union_hall": union_hall})
    scenario.given(city("union_hall"), manned("union_hall"), goods("4 corn, 4 indigo")).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").when(0, "load_ship indigo 5")
    assert scenario.board(0).points == 4 + 4 + 4 + 1


def test_a_union_hall_that_scores_when_the_phase_begins_waits_for_its_guest():  # PR-UNION-1 PR-GUEST-2 ruling 57
    scenario = hosting("phase_start").asks(0, ChooseGuests)
    scenario.when(0, "move_guest union_hall").records(UnionPaid(0), PointsGained(0, 2, "union_hall"))
    scenario.when(0, "load_ship corn 4").records_nothing_of(UnionPaid)


def test_a_union_hall_that_scores_when_the_phase_begins_takes_no_guest_later():  # PR-UNION-1 ruling 57
    scenario = hosting("phase_start").when(0, "forfeit").asks(0, ChooseLoading).when(0, "move_guest union_hall")
    scenario.when(0, "load_ship corn 4").records_nothing_of(UnionPaid)
