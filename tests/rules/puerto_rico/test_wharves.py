"""Wharf and small wharf: shipping without a cargo ship."""

import pytest

from quarterdeck_rules.puerto_rico.captain import ChooseLoading, PlayCaptain
from quarterdeck_rules.puerto_rico.events import (
    DoubloonsGained,
    GoodsShipped,
    LoadingForfeited,
    PointsGained,
    RoleTaken,
    RoundEnded,
    ShipUnloaded,
)
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import ChooseRole
from quarterdeck_rules.puerto_rico.state import CargoShip
from quarterdeck_rules.puerto_rico.storage import ChooseStored
from quarterdeck_rules.puerto_rico.terms import Amount, Good
from tests.rules.puerto_rico.phases import held, loaded, points, stands_for, supply
from tests.rules.puerto_rico.scenario import Scenario, city, goods, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good


def owner(scenario: Scenario, buildings: str, barrels: str) -> Scenario:
    """Seat 0 with these buildings, each with a colonist, and barrels."""
    return scenario.given(city(buildings), manned(buildings), goods(barrels))


def at_sea(scenario: Scenario) -> Scenario:
    """Corn, sugar and coffee are on cargo ships: no other kind finds one."""
    return scenario.given(loaded("corn", 4, 1, 2), loaded("sugar", 5, 1, 2), loaded("coffee", 6, 1, 2))


# Wharf


@stands_for("section7_line63")
def test_a_wharf_ships_all_barrels_of_a_kind_into_the_supply(scenario: Scenario) -> None:  # PR-WHARF-2
    owner(scenario, "wharf", "7 indigo, corn").playing("captain", 1)
    scenario.when(0, "use_wharf indigo")
    scenario.records(GoodsShipped(0, "wharf", (Amount(INDIGO, 7),)), PointsGained(0, 7, "wharf"))
    assert (held(scenario, 0, "indigo"), supply(scenario, "indigo")) == (0, 11)


@stands_for("section7_line62")
def test_a_wharf_is_used_although_cargo_ships_would_take_the_barrels(scenario: Scenario) -> None:  # PR-WHARF-1
    owner(scenario, "wharf", "2 corn, sugar").playing("captain", 1)
    expected = [f"load_ship {good} {ship}" for good in ("corn", "sugar") for ship in (4, 5, 6)]
    assert scenario.legal(0) == [*expected, "use_wharf corn", "use_wharf sugar"]


@stands_for("section7_line62")
def test_what_a_wharf_ships_blocks_no_kind_and_no_ship(scenario: Scenario) -> None:  # PR-WHARF-1
    owner(scenario, "wharf", "2 corn").given(goods("5 corn", 1)).playing("captain", 0).when(0, "use_wharf corn")
    assert all(ship == CargoShip(ship.capacity) for ship in scenario.table.cargo_ships)
    assert scenario.legal(1) == ["load_ship corn 5", "load_ship corn 6"]


@stands_for("section7_line62")
def test_a_wharf_is_used_once_in_a_phase(scenario: Scenario) -> None:  # PR-WHARF-1
    owner(scenario, "wharf", "2 corn, indigo").given(goods("corn", 1)).playing("captain", 0)
    scenario.when(0, "use_wharf corn").when(1, "load_ship corn 4")
    scenario.refuses(0, "use_wharf indigo", Reason.ALREADY_USED, "PR-WHARF-1")


def test_in_the_next_captain_phase_it_is_used_again(scenario: Scenario) -> None:  # PR-WHARF-1
    owner(scenario, "wharf", "corn").given(RoleTaken(1, "captain", 0)).asking(1, PlayCaptain(), ChooseRole())
    scenario.when(0, "use_wharf corn").asks(1, ChooseRole).given(RoundEnded(()), goods("corn"))
    scenario.when(1, "take_role captain").when(0, "use_wharf corn").records(PointsGained(0, 1, "wharf"))


def test_a_wharf_ships_a_kind_whose_ship_is_full(scenario: Scenario) -> None:  # PR-WHARF-1 PR-CAPTAIN-4
    owner(scenario, "wharf", "5 corn").playing("captain", 0)
    scenario.given(loaded("corn", 4, 4, 1))
    assert scenario.legal(0) == ["use_wharf corn", "forfeit"]


@stands_for("section5_row19", "section5_row42", "section7_line62")
def test_nobody_has_to_use_a_wharf(scenario: Scenario) -> None:  # PR-CAPTAIN-6
    at_sea(owner(scenario, "wharf", "indigo")).playing("captain", 0).when(0, "forfeit")
    scenario.records(LoadingForfeited(0, ())).records_nothing_of(GoodsShipped)
    assert held(scenario, 0, "indigo") == 1


@stands_for("section5_row19", "section5_row42")
def test_nobody_has_to_use_a_small_wharf(scenario: Scenario) -> None:  # PR-CAPTAIN-6
    at_sea(owner(scenario, "small_wharf", "2 indigo")).playing("captain", 0).when(0, "forfeit")
    scenario.records(LoadingForfeited(0, ())).records_nothing_of(GoodsShipped)


def test_a_full_circle_in_which_all_decline_ends_the_phase(scenario: Scenario) -> None:  # PR-CAPTAIN-1
    at_sea(owner(scenario, "wharf", "indigo")).given(city("small_wharf", 1), manned("small_wharf", 1))
    scenario.given(goods("tobacco", 1)).playing("captain", 0)
    scenario.when(0, "forfeit").asks(1, ChooseLoading).when(1, "forfeit").asks(0, ChooseStored)


@stands_for("section5_row20")
def test_tobacco_that_left_by_wharf_leaves_its_ship_unfilled(scenario: Scenario) -> None:  # PR-WHARF-1 PR-STORE-5
    owner(scenario, "wharf", "5 tobacco").given(loaded("tobacco", 5, 3, 1)).playing("captain", 0)
    scenario.when(0, "use_wharf tobacco").records(PointsGained(0, 5, "wharf")).records_nothing_of(ShipUnloaded)
    scenario.asks_nobody()
    assert scenario.table.cargo_ships[1] == CargoShip(5, TOBACCO, 3)


@stands_for("section7_line65")
def test_a_harbor_brings_its_point_for_the_wharf_too(scenario: Scenario) -> None:  # PR-HARBOR-1
    owner(scenario, "wharf, harbor", "3 corn").playing("captain", 1).when(0, "use_wharf corn")
    scenario.records(PointsGained(0, 3, "wharf"), PointsGained(0, 1, "harbor"))


def test_the_captains_point_comes_with_a_wharf_as_well(scenario: Scenario) -> None:  # PR-CAPTAIN-7
    owner(scenario, "wharf", "3 corn").playing("captain", 0).when(0, "use_wharf corn")
    scenario.records(PointsGained(0, 3, "wharf"), PointsGained(0, 1, "captain"))


@pytest.mark.parametrize(
    ("move", "rule"),
    [("use_wharf corn", "PR-WHARF-1"), ("use_small_wharf corn:1", "PR-SMALL-WHARF-1")],
)
def test_either_wharf_needs_a_colonist(scenario: Scenario, move: str, rule: str) -> None:  # PR-BUILDING-1
    scenario.given(city("wharf, small_wharf"), goods("corn")).playing("captain", 0)
    scenario.refuses(0, move, Reason.NOT_OCCUPIED, rule)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("use_wharf coffee", "PR-WHARF-1"),
        ("use_small_wharf corn:3", "PR-SMALL-WHARF-1"),
        ("use_small_wharf corn:1,coffee:1", "PR-SMALL-WHARF-1"),
    ],
)
def test_only_barrels_that_are_there_are_shipped(scenario: Scenario, move: str, rule: str) -> None:  # PR-WHARF-1
    owner(scenario, "wharf, small_wharf", "2 corn").playing("captain", 0)
    scenario.refuses(0, move, Reason.NO_SUCH_GOOD, rule)


# Small wharf


@pytest.mark.parametrize(
    ("shipped", "expected"),
    [
        pytest.param("corn:1,indigo:1,sugar:1", 1, id="section7_line91-rounded_over_the_total"),
        pytest.param("corn:3,indigo:1", 2, id="section7_line91-several_kinds"),
        ("corn:3,indigo:1,sugar:1", 2),
        ("corn:2", 1),
        pytest.param("sugar:1", 0, id="section5_row22"),
    ],
)
def test_a_small_wharf_brings_a_point_for_every_two_barrels_together(  # PR-SMALL-WHARF-2
    scenario: Scenario, shipped: str, expected: int
) -> None:
    owner(scenario, "small_wharf", "3 corn, indigo, sugar").playing("captain", 1)
    scenario.when(0, f"use_small_wharf {shipped}").records(GoodsShipped)
    assert points(scenario.events, "small_wharf") == [expected] * bool(expected)
    assert scenario.board(0).points == expected


def test_barrels_of_a_small_wharf_go_to_the_supply(scenario: Scenario) -> None:  # PR-SMALL-WHARF-1
    owner(scenario, "small_wharf", "3 corn, 2 indigo").playing("captain", 1)
    scenario.when(0, "use_small_wharf corn:2,indigo:1")
    scenario.records(GoodsShipped(0, "small_wharf", (Amount(CORN, 2), Amount(INDIGO, 1))))
    assert (held(scenario, 0, "corn"), held(scenario, 0, "indigo")) == (1, 1)
    assert (supply(scenario, "corn"), supply(scenario, "indigo")) == (9, 10)


@stands_for("section7_line91")
def test_a_small_wharf_is_used_once_in_a_phase(scenario: Scenario) -> None:  # PR-SMALL-WHARF-1
    owner(scenario, "small_wharf", "4 corn").playing("captain", 0).when(0, "use_small_wharf corn:1")
    scenario.refuses(0, "use_small_wharf corn:1", Reason.ALREADY_USED, "PR-SMALL-WHARF-1")


def test_a_small_wharf_is_used_beside_the_wharf(scenario: Scenario) -> None:  # PR-SMALL-WHARF-1 PR-WHARF-1
    owner(scenario, "wharf, small_wharf", "3 corn, 2 indigo").playing("captain", 1)
    scenario.when(0, "use_wharf corn").when(0, "use_small_wharf indigo:2").asks_nobody()
    assert scenario.board(0).points == 4


@pytest.mark.parametrize(
    "move", ["use_small_wharf -", "use_small_wharf indigo:1,corn:1", "use_small_wharf corn:1,corn:1"]
)
def test_kinds_are_named_once_and_in_order(scenario: Scenario, move: str) -> None:  # PR-SMALL-WHARF-1
    owner(scenario, "small_wharf", "2 corn, indigo").playing("captain", 0)
    scenario.refuses(0, move, Reason.NOT_IN_ORDER, "PR-SMALL-WHARF-1")


@stands_for("section5_row21")
def test_a_use_of_the_small_wharf_is_one_loading(  # PR-SMALL-WHARF-1 PR-HARBOR-1 PR-LIGHTHOUSE-2
    scenario: Scenario,
) -> None:
    owner(scenario, "small_wharf, harbor, lighthouse", "2 corn, 2 indigo").playing("captain", 0)
    scenario.when(0, "use_small_wharf corn:2,indigo:2")
    scenario.records(PointsGained(0, 2, "small_wharf"))
    assert points(scenario.events, "harbor") == [1]
    assert points(scenario.events, "captain") == [1]
    assert [one for one in scenario.events if isinstance(one, DoubloonsGained)] == [DoubloonsGained(0, 1, "lighthouse")]


@stands_for("section5_row22")
def test_one_barrel_by_the_small_wharf_brings_the_harbors_point_alone(scenario: Scenario) -> None:  # PR-SMALL-WHARF-2
    owner(scenario, "small_wharf, harbor", "corn").playing("captain", 1).when(0, "use_small_wharf corn:1")
    assert [one for one in scenario.events if isinstance(one, PointsGained)] == [PointsGained(0, 1, "harbor")]
