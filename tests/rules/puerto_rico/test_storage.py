"""Storing goods at the end of the captain phase, and emptying full ships."""

import pytest

from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import GoodsStored, ShipUnloaded
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.storage import ChooseStored, StorePhase
from quarterdeck_rules.puerto_rico.terms import GOODS, Amount, Good
from tests.rules.puerto_rico.phases import held, loaded, stands_for, supply
from tests.rules.puerto_rico.scenario import Scenario, city, goods, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good


def storing(scenario: Scenario, barrels: str, buildings: str = "") -> Scenario:
    """Seat 0 stores these barrels with these buildings, each with a colonist."""
    if buildings:
        scenario.given(city(buildings), manned(buildings))
    return scenario.given(goods(barrels)).asking(0, StorePhase())


def kept(scenario: Scenario, barrels: str) -> None:
    """Seat 0 keeps these barrels, and all others are in the supply."""
    before = [sum(pair) for pair in zip(scenario.table.goods, scenario.board(0).goods, strict=True)]
    scenario.when(0, f"store_goods {barrels}")
    after = [sum(pair) for pair in zip(scenario.table.goods, scenario.board(0).goods, strict=True)]
    assert after == before


def test_one_barrel_is_kept_and_the_others_go_back(scenario: Scenario) -> None:  # PR-STORE-2 PR-STORE-3
    storing(scenario, "2 corn, coffee")
    assert scenario.legal(0) == ["store_goods corn:1", "store_goods coffee:1", "store_goods -"]
    scenario.refuses(0, "store_goods corn:2", Reason.TOO_MANY_BARRELS, "PR-STORE-3")
    scenario.refuses(0, "store_goods corn:1,coffee:1", Reason.TOO_MANY_BARRELS, "PR-STORE-3")
    scenario.when(0, "store_goods coffee:1").records(GoodsStored(0, (Amount(COFFEE, 1),)))
    assert [held(scenario, 0, good) for good in GOODS] == [0, 0, 0, 0, 1]


@stands_for("section7_line71")
def test_barrels_that_are_not_kept_return_to_the_supply(scenario: Scenario) -> None:  # PR-STORE-2
    storing(scenario, "4 corn, 2 indigo")
    kept(scenario, "indigo:1")
    assert (supply(scenario, "corn"), supply(scenario, "indigo")) == (10, 10)


FIVE, ALL = "5 corn, 4 indigo, 3 sugar, 2 tobacco, coffee", "small_warehouse, large_warehouse, storehouse"


@pytest.mark.parametrize(
    ("buildings", "keeps", "one_too_many"),
    [
        pytest.param("small_warehouse", "corn:5,coffee:1", "corn:5,tobacco:2", id="section7_line67-small"),
        pytest.param(
            "large_warehouse", "corn:5,indigo:4,coffee:1", "corn:5,indigo:4,tobacco:2", id="section7_line67-large"
        ),
        pytest.param(
            "small_warehouse, large_warehouse",
            "corn:5,indigo:4,sugar:3,tobacco:1",
            "corn:5,indigo:4,sugar:3,tobacco:1,coffee:1",
            id="section7_line67-both",
        ),
        ("storehouse", "corn:4", "corn:5"),
        ("storehouse", "corn:1,indigo:1,sugar:1,coffee:1", "corn:1,indigo:1,sugar:1,tobacco:1,coffee:1"),
        ("small_warehouse, storehouse", "corn:5,sugar:3,coffee:1", "corn:5,sugar:3,tobacco:2"),
        (ALL, "corn:5,indigo:4,sugar:3,tobacco:2,coffee:1", "corn:6"),
    ],
)
def test_warehouses_keep_kinds_and_a_storehouse_barrels_on_top_of_the_free_one(  # PR-STORE-3
    scenario: Scenario, buildings: str, keeps: str, one_too_many: str
) -> None:
    storing(scenario, FIVE, buildings)
    reason = Reason.NO_SUCH_GOOD if one_too_many == "corn:6" else Reason.TOO_MANY_BARRELS
    scenario.refuses(0, f"store_goods {one_too_many}", reason)
    kept(scenario, keeps)


def test_warehouses_without_colonists_keep_nothing(scenario: Scenario) -> None:  # PR-STORE-3 PR-BUILDING-1
    scenario.given(city(ALL), goods("2 corn")).asking(0, StorePhase())
    scenario.refuses(0, "store_goods corn:2", Reason.TOO_MANY_BARRELS, "PR-STORE-3")


@stands_for("section5_row42")
def test_goods_that_could_be_kept_may_go_back(scenario: Scenario) -> None:  # PR-STORE-4
    storing(scenario, "2 corn", "small_warehouse")
    assert scenario.legal(0) == ["store_goods corn:2", "store_goods corn:1", "store_goods -"]
    scenario.when(0, "store_goods -").records(GoodsStored(0, ()))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("store_goods tobacco:1", Reason.NO_SUCH_GOOD),
        ("store_goods indigo:1,corn:1", Reason.NOT_IN_ORDER),
        ("store_goods corn:1,corn:1", Reason.NOT_IN_ORDER),
    ],
)
def test_kept_barrels_are_there_and_named_in_order(scenario: Scenario, move: str, reason: Reason) -> None:  # PR-STORE-2
    storing(scenario, "2 corn, indigo", ALL).refuses(0, move, reason, "PR-STORE-2")


def test_a_seat_without_goods_is_not_asked(scenario: Scenario) -> None:  # PR-STORE-2
    scenario.given(goods("corn", 1)).asking(0, StorePhase()).asks(1, ChooseStored).asks_nobody(0, 2)


@stands_for("section7_line66")
def test_nobody_stores_before_all_have_finished_loading(scenario: Scenario) -> None:  # PR-STORE-1
    scenario.given(loaded("indigo", 4, 4, 2), loaded("corn", 5, 1, 2), goods("3 indigo", 0), goods("corn, sugar", 1))
    scenario.playing("captain", 0).asks(1, ChooseLoading).asks_nobody(0)
    scenario.when(1, "load_ship corn 5").asks(1, ChooseLoading).asks_nobody(0)
    assert held(scenario, 0, "indigo") == 3
    scenario.when(1, "load_ship sugar 6").asks(0, ChooseStored)


def test_seats_store_from_the_captain_clockwise_and_ships_are_emptied_last(  # PR-STORE-1 PR-STORE-5
    scenario: Scenario,
) -> None:
    scenario.given(loaded("corn", 4, 4, 2), loaded("indigo", 5, 2, 2), loaded("sugar", 6, 6, 2))
    scenario.given([fact for seat in range(3) for fact in goods("2 corn", seat)]).playing("captain", 1)
    scenario.asks(1, ChooseStored).asks_nobody(0, 2).when(1, "store_goods -").asks(2, ChooseStored).asks_nobody(0, 1)
    scenario.when(2, "store_goods -").asks(0, ChooseStored).records_nothing_of(ShipUnloaded)
    scenario.when(0, "store_goods -").records(GoodsStored(0, ()), ShipUnloaded(4), ShipUnloaded(6))
    assert [ship.barrels for ship in scenario.table.cargo_ships] == [0, 2, 0]


@stands_for("section7_line70")
def test_ships_that_are_not_full_are_not_emptied(scenario: Scenario) -> None:  # PR-STORE-5
    scenario.given(loaded("corn", 4, 3), loaded("sugar", 6, 5)).playing("captain", 0).records_nothing_of(ShipUnloaded)
    assert [ship.good for ship in scenario.table.cargo_ships] == [CORN, None, SUGAR]
