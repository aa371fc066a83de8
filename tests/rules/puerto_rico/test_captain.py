"""The captain: loading cargo ships in turn, what has to be loaded where, and what it brings."""

import pytest

from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import DoubloonsGained, GuestMoved, PointsGained, ShipLoaded, ShipUnloaded
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import CargoShip
from quarterdeck_rules.puerto_rico.storage import ChooseStored
from quarterdeck_rules.puerto_rico.terms import Good
from tests.rules.puerto_rico.phases import held, loaded, points, stands_for, supply
from tests.rules.puerto_rico.scenario import Scenario, city, goods, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good


def worked(scenario: Scenario, buildings: str, seat: int = 0) -> Scenario:
    """A seat with these buildings, each with a colonist."""
    return scenario.given(city(buildings, seat), manned(buildings, seat))


# Turns


def test_seats_load_in_turn_again_and_again_until_nobody_can(scenario: Scenario) -> None:  # PR-CAPTAIN-1
    scenario.given(goods("corn, sugar", 1), goods("indigo, corn", 2)).playing("captain", 1)
    scenario.asks(1, ChooseLoading).asks_nobody(0, 2).when(1, "load_ship corn 4")
    scenario.asks(2, ChooseLoading).when(2, "load_ship indigo 5")
    scenario.asks(1, ChooseLoading).when(1, "load_ship sugar 6")
    scenario.asks(2, ChooseLoading).when(2, "load_ship corn 4").asks_nobody()
    ships = scenario.table.cargo_ships
    assert [(ship.good, ship.barrels) for ship in ships] == [(CORN, 2), (INDIGO, 1), (SUGAR, 1)]


def test_a_turn_is_one_kind_on_one_ship(scenario: Scenario) -> None:  # PR-CAPTAIN-2
    scenario.given(goods("2 corn, 2 sugar", 0), goods("coffee", 1)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").asks(1, ChooseLoading).asks_nobody(0)
    assert [one for one in scenario.events if isinstance(one, ShipLoaded)] == [ShipLoaded(0, CORN, 4, 2)]


def test_a_captain_phase_without_goods_asks_nobody(scenario: Scenario) -> None:  # PR-CAPTAIN-1
    scenario.playing("captain", 0).asks_nobody()


def test_a_seat_that_can_load_nothing_is_passed_over(scenario: Scenario) -> None:  # PR-CAPTAIN-1
    scenario.given(loaded("corn", 4, 1), loaded("indigo", 5, 1), loaded("sugar", 6, 1))
    scenario.given(goods("coffee", 0), goods("corn", 2)).playing("captain", 0).asks(2, ChooseLoading).asks_nobody(0, 1)


# What goes where


@stands_for("section7_line58")
def test_of_the_kind_as_many_barrels_are_loaded_as_fit(scenario: Scenario) -> None:  # PR-CAPTAIN-3
    scenario.given(loaded("corn", 4, 1), goods("5 corn", 0)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").records(ShipLoaded(0, CORN, 4, 3), PointsGained(0, 3, "loading"))
    assert held(scenario, 0, "corn") == 2


@stands_for("section7_line58")
def test_all_barrels_of_the_kind_are_loaded_where_they_fit(scenario: Scenario) -> None:  # PR-CAPTAIN-3
    scenario.given(goods("3 corn", 0)).playing("captain", 0)
    assert scenario.legal(0) == ["load_ship corn 4", "load_ship corn 5", "load_ship corn 6"]
    scenario.when(0, "load_ship corn 6").records(ShipLoaded(0, CORN, 6, 3))
    assert held(scenario, 0, "corn") == 0


def test_the_kind_is_free_and_need_not_be_the_largest_load(scenario: Scenario) -> None:  # PR-CAPTAIN-2
    scenario.given(goods("corn, 6 indigo", 0)).playing("captain", 0)
    assert scenario.legal(0) == ["load_ship corn 4", "load_ship corn 5", "load_ship corn 6", "load_ship indigo 6"]


def test_of_several_empty_ships_one_has_to_be_taken_that_takes_the_most(scenario: Scenario):  # PR-CAPTAIN-5
    scenario.given(goods("5 sugar", 0)).playing("captain", 0).asks(0, ChooseLoading)
    scenario.refuses(0, "load_ship sugar 4", Reason.LARGER_SHIP_EMPTY, "PR-CAPTAIN-5")
    assert scenario.legal(0) == ["load_ship sugar 5", "load_ship sugar 6"]
    scenario.when(0, "load_ship sugar 6")
    scenario.records(ShipLoaded(0, Good.SUGAR, 6, 5), PointsGained(0, 5, "loading"), PointsGained(0, 1, "captain"))


@pytest.mark.parametrize(
    ("barrels", "ships"),
    [
        pytest.param("2 corn", [4, 5, 6], id="section7_line57-any_takes_all"),
        pytest.param("4 corn", [4, 5, 6], id="section7_line57-all_fit_exactly"),
        pytest.param("5 corn", [5, 6], id="section7_line56-not_the_smallest"),
        pytest.param("6 corn", [6], id="section7_line56-the_largest"),
        pytest.param("9 corn", [6], id="section7_line56-more_than_any_takes"),
    ],
)
def test_a_smaller_empty_ship_will_do_only_if_it_takes_as_much(  # PR-CAPTAIN-5
    scenario: Scenario, barrels: str, ships: list[int]
) -> None:
    scenario.given(goods(barrels, 0)).playing("captain", 0)
    assert scenario.legal(0) == [f"load_ship corn {ship}" for ship in ships]


@pytest.mark.parametrize("seats", [pytest.param(4, id="section7_line56")])
def test_six_sugar_go_on_the_seven_not_on_the_five(seats: int) -> None:  # PR-CAPTAIN-5
    scenario = Scenario(seats).given(loaded("corn", 6, 1), goods("6 sugar", 0)).playing("captain", 0)
    assert scenario.legal(0) == ["load_ship sugar 7"]
    scenario.refuses(0, "load_ship sugar 5", Reason.LARGER_SHIP_EMPTY, "PR-CAPTAIN-5")


def test_room_on_a_begun_ship_does_not_matter_for_the_choice_among_empty_ones(  # PR-CAPTAIN-5
    scenario: Scenario,
) -> None:
    scenario.given(loaded("corn", 6, 1), goods("4 indigo", 0)).playing("captain", 0)
    assert scenario.legal(0) == ["load_ship indigo 4", "load_ship indigo 5"]


@stands_for("section7_line59")
def test_a_kind_sails_on_one_ship(scenario: Scenario) -> None:  # PR-CAPTAIN-4
    scenario.given(loaded("corn", 4, 1), goods("6 corn", 0)).playing("captain", 0)
    refusal = scenario.refuses(0, "load_ship corn 6", Reason.KIND_ON_OTHER_SHIP, "PR-CAPTAIN-4")
    assert dict(refusal.details)["ship"] == "4"
    assert scenario.legal(0) == ["load_ship corn 4"]


@stands_for("section7_line59")
def test_a_ship_carries_one_kind(scenario: Scenario) -> None:  # PR-CAPTAIN-4
    scenario.given(loaded("corn", 4, 1), goods("indigo", 0)).playing("captain", 0)
    scenario.refuses(0, "load_ship indigo 4", Reason.SHIP_HOLDS_OTHER, "PR-CAPTAIN-4")


@stands_for("section7_line60", "section7_line69")
def test_a_kind_whose_ship_is_full_is_loaded_nowhere_in_the_phase(scenario: Scenario) -> None:  # PR-CAPTAIN-4
    scenario.given(goods("4 corn", 0), goods("2 corn, sugar", 1)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").records_nothing_of(ShipUnloaded)
    scenario.refuses(1, "load_ship corn 4", Reason.SHIP_FULL, "PR-CAPTAIN-4")
    scenario.refuses(1, "load_ship corn 5", Reason.KIND_ON_OTHER_SHIP, "PR-CAPTAIN-4")
    scenario.when(1, "load_ship sugar 5").asks(1, ChooseStored)
    assert held(scenario, 1, "corn") == 2


@stands_for("section7_line69")
def test_full_ships_stay_full_until_all_have_stored_their_goods(scenario: Scenario) -> None:  # PR-STORE-5
    scenario.given(goods("4 corn", 0), goods("2 corn", 1)).playing("captain", 0).when(0, "load_ship corn 4")
    scenario.asks(1, ChooseStored).records_nothing_of(ShipUnloaded)
    assert scenario.table.cargo_ships[0] == CargoShip(4, CORN, 4)
    scenario.when(1, "store_goods corn:1").records(ShipUnloaded(4)).asks_nobody()
    assert scenario.table.cargo_ships[0] == CargoShip(4)


@stands_for("section7_line70")
def test_a_ship_that_is_not_full_keeps_its_load_for_the_next_phase(scenario: Scenario) -> None:  # PR-STORE-5
    scenario.given(goods("3 corn", 0)).playing("captain", 0).when(0, "load_ship corn 4")
    scenario.records_nothing_of(ShipUnloaded).asks_nobody()
    assert scenario.table.cargo_ships[0] == CargoShip(4, CORN, 3)
    assert supply(scenario, "corn") == 7


def test_barrels_of_an_unloaded_ship_return_to_the_supply(scenario: Scenario) -> None:  # PR-STORE-5
    scenario.given(goods("4 corn", 0)).playing("captain", 0).when(0, "load_ship corn 4").records(ShipUnloaded(4))
    assert supply(scenario, "corn") == 10


@pytest.mark.parametrize(
    ("move", "reason"),
    [("load_ship coffee 4", Reason.NO_SUCH_GOOD), ("load_ship corn 7", Reason.NO_SUCH_SHIP)],
)
def test_only_what_is_there_is_loaded(scenario: Scenario, move: str, reason: Reason) -> None:  # PR-CAPTAIN-2
    scenario.given(goods("corn", 0)).playing("captain", 0).refuses(0, move, reason, "PR-CAPTAIN-2")


# Who can has to


@stands_for("section7_line61")
def test_who_can_load_a_cargo_ship_may_not_decline(scenario: Scenario) -> None:  # PR-CAPTAIN-6
    scenario.given(goods("corn", 0)).playing("captain", 0)
    scenario.refuses(0, "forfeit", Reason.MUST_LOAD, "PR-CAPTAIN-6")


@stands_for("section7_line61")
def test_an_owner_of_wharves_who_can_load_a_cargo_ship_may_not_decline_either(  # PR-CAPTAIN-6
    scenario: Scenario,
) -> None:
    worked(scenario, "wharf, small_wharf").given(goods("corn", 0)).playing("captain", 0)
    scenario.refuses(0, "forfeit", Reason.MUST_LOAD, "PR-CAPTAIN-6")


@stands_for("section7_line68")
def test_warehouses_do_not_save_goods_from_being_loaded(scenario: Scenario) -> None:  # PR-CAPTAIN-6
    worked(scenario, "small_warehouse, large_warehouse, storehouse").given(goods("coffee", 0)).playing("captain", 0)
    scenario.refuses(0, "forfeit", Reason.MUST_LOAD, "PR-CAPTAIN-6")
    assert scenario.legal(0) == ["load_ship coffee 4", "load_ship coffee 5", "load_ship coffee 6"]


# What a loading brings


def test_a_loading_brings_a_point_for_each_barrel_out_of_the_pool(scenario: Scenario) -> None:  # PR-CAPTAIN-3
    scenario.given(goods("3 corn", 1)).playing("captain", 0).when(1, "load_ship corn 4")
    assert points(scenario.events, "loading") == [3]
    assert (scenario.board(1).points, scenario.table.points) == (3, 72)


@stands_for("section7_line64")
def test_the_captain_gets_a_point_more_with_his_first_loading_only(scenario: Scenario) -> None:  # PR-CAPTAIN-7
    scenario.given(goods("corn, indigo", 0), goods("sugar", 1)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 1, "loading"), PointsGained(0, 1, "captain"))
    scenario.when(1, "load_ship sugar 5").records_nothing_of(PointsGained(1, 1, "captain"))
    scenario.when(0, "load_ship indigo 6").records_nothing_of(PointsGained(0, 1, "captain"))
    assert [board.points for board in scenario.table.boards] == [3, 1, 0]


@stands_for("section7_line64")
def test_a_captain_who_loads_nothing_gets_nothing(scenario: Scenario) -> None:  # PR-CAPTAIN-7
    scenario.given(goods("corn", 1)).playing("captain", 0).when(1, "load_ship corn 4").asks_nobody()
    assert scenario.board(0).points == 0


def test_a_captain_with_a_library_gets_two_points_more(scenario: Scenario) -> None:  # PR-LIBRARY-1 PR-CAPTAIN-7
    worked(scenario, "library").given(goods("corn, indigo", 0)).playing("captain", 0)
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 2, "captain"))
    scenario.when(0, "load_ship indigo 5")
    assert scenario.board(0).points == 4


@stands_for("section7_line65")
def test_a_harbor_brings_a_point_for_each_loading_not_for_each_barrel(scenario: Scenario) -> None:  # PR-HARBOR-1
    worked(scenario, "harbor").given(goods("3 corn, 2 indigo", 0)).playing("captain", 1)
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 3, "loading"), PointsGained(0, 1, "harbor"))
    scenario.when(0, "load_ship indigo 5").records(PointsGained(0, 2, "loading"), PointsGained(0, 1, "harbor"))
    assert scenario.board(0).points == 7


def test_a_harbor_without_a_colonist_brings_nothing(scenario: Scenario) -> None:  # PR-HARBOR-1 PR-BUILDING-1
    scenario.given(city("harbor"), goods("corn", 0)).playing("captain", 1).when(0, "load_ship corn 4")
    assert scenario.board(0).points == 1


def test_a_captain_phase_brings_no_doubloons_by_itself(scenario: Scenario) -> None:  # PR-CAPTAIN-7
    scenario.given(goods("corn", 0)).playing("captain", 0).when(0, "load_ship corn 4")
    scenario.records_nothing_of(DoubloonsGained)


# Nobody is out for good


@stands_for("section5_row31", "section7_line72")
def test_a_guest_who_mans_a_wharf_in_mid_phase_opens_loading_again(scenario: Scenario) -> None:  # PR-GUEST-1
    scenario.given(loaded("corn", 4, 3), loaded("sugar", 5, 1), loaded("coffee", 6, 1))
    scenario.given(city("guest_house, wharf"), manned("guest_house"), goods("corn, 3 indigo", 0), goods("sugar", 1))
    scenario.playing("captain", 0).when(0, "load_ship corn 4").asks(1, ChooseLoading)
    scenario.when(1, "load_ship sugar 5")  # indigo fits on no ship: seat 0 is asked for its guest alone
    assert scenario.anytime(0) == ["move_guest wharf"]
    scenario.when(0, "move_guest wharf").records(GuestMoved(0, "wharf")).asks(0, ChooseLoading)
    scenario.when(0, "use_wharf indigo")
    assert scenario.board(0).points == 1 + 1 + 3


@stands_for("section7_line72")
def test_who_could_not_load_is_asked_again_when_the_circle_comes_round(scenario: Scenario) -> None:  # PR-CAPTAIN-1
    worked(scenario, "wharf").given(loaded("corn", 4, 1), loaded("sugar", 5, 1), loaded("coffee", 6, 1))
    scenario.given(goods("indigo", 0), goods("corn, sugar", 1)).playing("captain", 0).when(0, "forfeit")
    scenario.when(1, "load_ship corn 4").asks(0, ChooseLoading)
    assert scenario.legal(0) == ["use_wharf indigo", "forfeit"]
