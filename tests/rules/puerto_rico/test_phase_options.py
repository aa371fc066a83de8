"""Options that concern craftsman, captain, storing and the end: every value, the default first."""

import pytest

from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import (
    BarrelsTaken,
    EndAnnounced,
    GoodsStored,
    LoadingForfeited,
    PointsGained,
    UnionPaid,
)
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.storage import ChooseStored, StorePhase
from quarterdeck_rules.puerto_rico.terms import EndReason, Good
from tests.rules.puerto_rico.phases import loaded, paid, points
from tests.rules.puerto_rico.scenario import Scenario, chips, city, doubloons, goods, island, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good


def playing_with(**options: str) -> Scenario:
    """Three seats and these options."""
    return Scenario(options=options)


def worked(scenario: Scenario, buildings: str, seat: int = 0) -> Scenario:
    """A seat with these buildings, each with a colonist."""
    return scenario.given(city(buildings, seat), manned(buildings, seat))


def test_defaults_are_those_of_the_list() -> None:
    options = Scenario().table.options
    assert (options.library_craftsman, options.small_wharf_harbor, options.pool_emptied) == (
        "different",
        "per_use",
        "any_phase",
    )
    assert (options.specialty_factory, options.storage, options.wharf_declined) == (
        "production",
        "may_keep_less",
        "later",
    )
    assert (options.union_hall, options.storing) == ("first_turn", "in_order")


# D: the two barrels of a craftsman with a library


def with_library(value: str, taken: str = "") -> Scenario:
    """Seat 0, craftsman with a library, makes two corn and an indigo; so much was taken from the supply before."""
    scenario = playing_with(library_craftsman=value).given(goods(taken, 2) if taken else [])
    scenario.given(island("2 corn, indigo"), city("small_indigo_plant, library"))
    return scenario.given(manned("2 corn, indigo, small_indigo_plant, library")).playing("craftsman", 0)


def test_the_two_barrels_differ_in_kind() -> None:  # PR-LIBRARY-4
    with_library("different").refuses(0, "take_barrels corn,corn", Reason.SAME_KIND, "PR-LIBRARY-4")


def test_the_two_barrels_may_be_of_one_kind() -> None:  # PR-LIBRARY-4
    scenario = with_library("any")
    assert scenario.legal(0) == [
        "take_barrels corn,corn",
        "take_barrels corn,indigo",
        "take_barrels indigo,indigo",
        "take_barrels corn",
        "take_barrels indigo",
        "forfeit",
    ]
    scenario.when(0, "take_barrels corn,corn").records(BarrelsTaken(0, (CORN, CORN)))


def test_of_one_kind_two_barrels_have_to_be_left() -> None:  # PR-LIBRARY-4 PR-CRAFTSMAN-4
    scenario = with_library("any", "7 corn")
    scenario.refuses(0, "take_barrels corn,corn", Reason.SUPPLY_EMPTY, "PR-CRAFTSMAN-4")
    scenario.when(0, "take_barrels corn,indigo")


# E: the harbor and the small wharf


@pytest.mark.parametrize(("value", "harbor"), [("per_use", 1), ("per_kind", 3)])
def test_a_harbor_at_the_small_wharf(value: str, harbor: int) -> None:  # PR-HARBOR-1
    scenario = worked(playing_with(small_wharf_harbor=value), "small_wharf, harbor, lighthouse, wharf")
    scenario.given(goods("4 corn, indigo, sugar, coffee")).playing("captain", 0)
    scenario.when(0, "use_small_wharf corn:4,indigo:1,sugar:1")
    assert points(scenario.events, "small_wharf") == [3]
    assert points(scenario.events, "harbor") == [harbor]
    assert (points(scenario.events, "captain"), paid(scenario.events, "lighthouse")) == ([1], [1])
    scenario.when(0, "use_wharf coffee").records(PointsGained(0, 1, "harbor"))


# H: the last chip taken outside the captain phase


@pytest.mark.parametrize(("value", "ending"), [("any_phase", (EndReason.POINTS,)), ("captain_phase", ())])
def test_the_last_chip_taken_by_a_church(value: str, ending: tuple[EndReason, ...]) -> None:  # PR-END-3
    scenario = worked(playing_with(pool_emptied=value), "church").given(chips(74, 2), doubloons(4))
    scenario.playing("builder", 0).when(0, "build hospice").records(PointsGained(0, 1, "church"))
    assert scenario.table.points == 0
    assert scenario.table.ending == ending


@pytest.mark.parametrize("value", ["any_phase", "captain_phase"])
def test_the_last_chip_taken_by_loading(value: str) -> None:  # PR-END-3
    scenario = playing_with(pool_emptied=value).given(chips(74, 2), goods("corn")).playing("captain", 1)
    scenario.when(0, "load_ship corn 4").records(EndAnnounced(EndReason.POINTS))


def test_a_pool_that_a_church_emptied_ends_the_game_with_the_next_loading() -> None:  # PR-END-3
    scenario = playing_with(pool_emptied="captain_phase").given(chips(75, 2), goods("corn")).playing("captain", 1)
    assert scenario.table.ending == ()
    scenario.when(0, "load_ship corn 4").records(EndAnnounced(EndReason.POINTS))


# I: the craftsman's barrel and the specialty factory


def specialist(value: str, craftsman: int) -> Scenario:
    """Seat 0 makes two sugar and an indigo, and has a specialty factory."""
    scenario = playing_with(specialty_factory=value).given(island("2 sugar, indigo"))
    buildings = "sugar_mill, small_indigo_plant, specialty_factory"
    scenario.given(city(buildings), manned("2 sugar, indigo, 2 sugar_mill, small_indigo_plant, specialty_factory"))
    return scenario.playing("craftsman", craftsman)


def test_the_craftsmans_barrel_does_not_count() -> None:  # PR-SPECIALTY-2
    scenario = specialist("production", 0)
    assert paid(scenario.events, "specialty_factory") == [1]
    scenario.when(0, "take_barrels sugar")
    assert scenario.board(0).doubloons == 1


@pytest.mark.parametrize(("move", "doubloons"), [("take_barrels sugar", 2), ("take_barrels indigo", 1), ("forfeit", 1)])
def test_the_craftsmans_barrel_counts_as_well(move: str, doubloons: int) -> None:  # PR-SPECIALTY-2
    scenario = specialist("privilege_too", 0)
    assert paid(scenario.events, "specialty_factory") == []
    scenario.when(0, move)
    assert paid(scenario.events, "specialty_factory") == [doubloons]


def test_for_others_than_the_craftsman_it_counts_the_production() -> None:  # PR-SPECIALTY-2
    assert paid(specialist("privilege_too", 1).events, "specialty_factory") == [1]


# M: keeping less than could be kept


def test_less_may_be_kept() -> None:  # PR-STORE-4
    scenario = worked(playing_with(storage="may_keep_less"), "storehouse").given(goods("5 corn"))
    scenario.asking(0, StorePhase()).when(0, "store_goods corn:2").records(GoodsStored)


def test_as_much_as_can_be_kept_is_kept() -> None:  # PR-STORE-4
    scenario = worked(playing_with(storage="keeps_most"), "small_warehouse").given(goods("3 corn, 2 sugar"))
    scenario.asking(0, StorePhase())
    assert scenario.legal(0) == ["store_goods corn:3,sugar:1", "store_goods corn:1,sugar:2"]
    scenario.refuses(0, "store_goods corn:3", Reason.TOO_FEW_BARRELS, "PR-STORE-4")
    scenario.refuses(0, "store_goods sugar:2", Reason.TOO_FEW_BARRELS, "PR-STORE-4")
    scenario.refuses(0, "store_goods -", Reason.TOO_FEW_BARRELS, "PR-STORE-4")


def test_who_can_keep_everything_and_has_to_is_not_asked() -> None:  # PR-STORE-4 PR-STORE-2
    scenario = worked(playing_with(storage="keeps_most"), "small_warehouse").given(goods("3 corn, sugar"))
    scenario.asking(0, StorePhase()).asks_nobody().records_nothing_of(GoodsStored)
    assert sum(scenario.board(0).goods) == 4


# N: a wharf that was not used


def declining(value: str) -> Scenario:
    """Seat 0 with a wharf and a small wharf has declined to ship indigo; then seat 1 has loaded."""
    scenario = worked(playing_with(wharf_declined=value), "wharf, small_wharf")
    scenario.given(loaded("corn", 4, 1, 2), loaded("sugar", 5, 1, 2), loaded("coffee", 6, 1, 2))
    scenario.given(goods("2 indigo"), goods("corn, tobacco", 1)).playing("captain", 0)
    scenario.when(0, "forfeit").records(LoadingForfeited)
    return scenario.when(1, "load_ship corn 4")


def test_a_wharf_that_was_declined_may_be_used_in_a_later_turn() -> None:  # PR-CAPTAIN-1 PR-WHARF-1
    scenario = declining("later").asks(0, ChooseLoading)
    assert scenario.legal(0) == [
        "use_wharf indigo",
        "use_small_wharf indigo:2",
        "use_small_wharf indigo:1",
        "forfeit",
    ]


def test_a_wharf_that_was_declined_is_closed_for_the_phase() -> None:  # PR-CAPTAIN-1 PR-WHARF-1
    scenario = declining("for_the_phase").asks(0, ChooseStored)
    assert scenario.board(0).used == ("wharf", "small_wharf")


def test_in_the_next_phase_a_declined_wharf_is_open_again() -> None:  # PR-WHARF-1
    scenario = declining("for_the_phase").playing("captain", 0)
    assert scenario.board(0).used == ()
    assert "use_wharf indigo" in scenario.legal(0)


# O: when the union hall scores


@pytest.mark.parametrize(
    ("value", "at_start", "at_its_turn", "at_its_loading"),
    [("first_turn", 0, 1, 0), ("first_loading", 0, 0, 1), ("phase_start", 1, 0, 0)],
)
def test_when_a_union_hall_scores(  # PR-UNION-1
    value: str, at_start: int, at_its_turn: int, at_its_loading: int
) -> None:
    scenario = worked(playing_with(union_hall=value), "union_hall", 1).given(goods("2 corn", 1), goods("sugar"))
    scenario.playing("captain", 0)
    assert scenario.events.count(UnionPaid(1)) == at_start
    scenario.when(0, "load_ship sugar 5")
    assert scenario.events.count(UnionPaid(1)) == at_its_turn
    scenario.when(1, "load_ship corn 4")
    assert scenario.events.count(UnionPaid(1)) == at_its_loading
    assert scenario.board(1).points == 3


@pytest.mark.parametrize(("value", "expected"), [("first_turn", 1), ("first_loading", 0), ("phase_start", 1)])
def test_whether_it_scores_for_who_never_loads(value: str, expected: int) -> None:  # PR-UNION-1
    scenario = playing_with(union_hall=value)
    scenario.given(loaded("corn", 4, 1, 2), loaded("sugar", 5, 1, 2), loaded("coffee", 6, 1, 2))
    worked(scenario, "union_hall").given(goods("2 indigo")).playing("captain", 0)
    assert scenario.board(0).points == expected


def test_a_wharf_is_a_loading_that_the_union_hall_precedes() -> None:  # PR-UNION-1
    scenario = worked(playing_with(union_hall="first_loading"), "union_hall, wharf").given(goods("2 corn"))
    scenario.playing("captain", 1).when(0, "use_wharf corn")
    scenario.records(UnionPaid(0), PointsGained(0, 1, "union_hall"), PointsGained(0, 2, "wharf"))


# P: the order of storing


def storing(value: str) -> Scenario:
    """Every seat has two corn to store, the captain is seat 1."""
    facts = [fact for seat in range(3) for fact in goods("2 corn", seat)]
    return playing_with(storing=value).given(facts).asking(1, StorePhase())


def test_goods_are_stored_in_order_from_the_captain() -> None:  # PR-STORE-1
    storing("in_order").asks(1, ChooseStored).asks_nobody(0, 2)


def test_goods_are_stored_by_all_at_once_and_ships_are_emptied_after_all() -> None:  # PR-STORE-1
    scenario = storing("at_once").asks(0, ChooseStored).asks(1, ChooseStored).asks(2, ChooseStored)
    scenario.when(2, "store_goods corn:1").asks_nobody(2).when(0, "store_goods -").asks(1, ChooseStored)
    scenario.when(1, "store_goods corn:1").asks_nobody()
    assert [sum(board.goods) for board in scenario.table.boards] == [0, 1, 1]
