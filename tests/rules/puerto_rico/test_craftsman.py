"""The craftsman: who produces what, what factories bring, and the craftsman's own barrel."""

import pytest

from quarterdeck_rules.engine.refusal import EngineReason
from quarterdeck_rules.puerto_rico.craftsman import ChooseBarrels
from quarterdeck_rules.puerto_rico.events import BarrelsTaken, DoubloonsGained, GoodsProduced
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.terms import Amount, Good
from tests.rules.puerto_rico.phases import held, paid, stands_for, supply
from tests.rules.puerto_rico.scenario import Scenario, city, counted, goods, island, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good
ALL_KINDS = "small_indigo_plant, small_sugar_mill, tobacco_storage, coffee_roaster"


def maker(scenario: Scenario, tiles: str, buildings: str = "", staff: str | None = None, seat: int = 0) -> Scenario:
    """A seat with these tiles and buildings; without a staff each tile and building has a colonist."""
    scenario.given(island(tiles, seat))
    if buildings:
        scenario.given(city(buildings, seat))
    everybody = f"{tiles}, {buildings}" if buildings else tiles
    return scenario.given(manned(everybody if staff is None else staff, seat))


def produced(scenario: Scenario, seat: int) -> dict[str, int]:
    """What a seat has produced by the last step."""
    (event,) = [one for one in scenario.events if isinstance(one, GoodsProduced) and one.seat == seat]
    return {amount.good.value: amount.count for amount in event.goods}


# Production


def test_corn_plantations_need_no_building(scenario: Scenario) -> None:  # PR-CRAFTSMAN-3
    maker(scenario, "3 corn", staff="2 corn").playing("craftsman", 0)
    scenario.records(GoodsProduced(0, (Amount(CORN, 2),)))
    assert held(scenario, 0, "corn") == 2
    assert supply(scenario, "corn") == 8


@stands_for("section7_line47")
def test_corn_grows_in_an_empty_city(scenario: Scenario) -> None:  # PR-CRAFTSMAN-3
    maker(scenario, "corn").playing("craftsman", 0).records(GoodsProduced(0, (Amount(CORN, 1),)))


@pytest.mark.parametrize(
    ("tiles", "buildings", "staff", "expected"),
    [
        ("3 indigo", "indigo_plant", "2 indigo, 3 indigo_plant", {"indigo": 2}),
        ("3 indigo", "indigo_plant", "3 indigo, indigo_plant", {"indigo": 1}),
        ("2 sugar", "small_sugar_mill", "2 sugar, small_sugar_mill", {"sugar": 1}),
        ("2 coffee, tobacco", "coffee_roaster, tobacco_storage", "2 coffee, tobacco, 2 coffee_roaster", {"coffee": 2}),
        pytest.param(
            "4 sugar",
            "small_sugar_mill, sugar_mill",
            "4 sugar, small_sugar_mill, 2 sugar_mill",
            {"sugar": 3},
            id="section7_line48",
        ),
    ],
)
def test_of_a_kind_as_many_as_occupied_plantations_and_colonists_in_its_buildings(  # PR-CRAFTSMAN-2
    scenario: Scenario, tiles: str, buildings: str, staff: str, expected: dict[str, int]
) -> None:
    maker(scenario, tiles, buildings, staff).playing("craftsman", 0)
    assert produced(scenario, 0) == expected


@pytest.mark.parametrize("staff", ["2 indigo", "indigo_plant", ""])
def test_without_a_colonist_on_either_nothing_is_made(scenario: Scenario, staff: str) -> None:  # PR-CRAFTSMAN-2
    maker(scenario, "2 indigo", "indigo_plant", staff).playing("craftsman", 0)
    scenario.records_nothing_of(GoodsProduced).asks_nobody()


@stands_for("section7_line43")
def test_seats_produce_in_turn_as_far_as_the_supply_lasts(  # PR-CRAFTSMAN-1 PR-CRAFTSMAN-2
    scenario: Scenario,
) -> None:
    scenario.given(goods("7 corn", 0))
    for seat in range(3):
        maker(scenario, "2 corn, indigo", staff="2 corn, indigo", seat=seat)
    scenario.playing("craftsman", 1)
    scenario.records(GoodsProduced(1, (Amount(CORN, 2),)), GoodsProduced(2, (Amount(CORN, 1),)))
    assert [one.seat for one in scenario.events if isinstance(one, GoodsProduced)] == [1, 2]
    assert supply(scenario, "corn") == 0


def test_for_a_kind_that_is_gone_there_is_no_other(scenario: Scenario) -> None:  # PR-CRAFTSMAN-2
    scenario.given(goods("10 corn", 2))
    maker(scenario, "2 corn, indigo", "small_indigo_plant").playing("craftsman", 0)
    assert produced(scenario, 0) == {"indigo": 1}


# Aqueduct


@pytest.mark.parametrize(
    ("tiles", "staff", "left", "expected"),
    [
        pytest.param("indigo", "indigo, indigo_plant", 11, {"indigo": 2}, id="section7_line93-large_plant_not_full"),
        pytest.param("indigo", "indigo, small_indigo_plant", 11, {"indigo": 1}, id="section7_line93-small_plant_only"),
        pytest.param("indigo", "indigo, small_indigo_plant, indigo_plant", 11, {"indigo": 2}, id="section5_row27"),
        ("sugar", "sugar, sugar_mill", 11, {"sugar": 2}),
        ("sugar", "sugar, small_sugar_mill", 11, {"sugar": 1}),
        ("indigo, sugar", "indigo, sugar, indigo_plant, sugar_mill", 11, {"indigo": 2, "sugar": 2}),
        ("2 indigo", "2 indigo, 2 indigo_plant", 2, {"indigo": 2}),
        ("2 indigo", "2 indigo, 2 indigo_plant", 1, {"indigo": 1}),
        ("corn, indigo", "corn, indigo_plant", 11, {"corn": 1}),
        ("tobacco, coffee", "tobacco, coffee, tobacco_storage, coffee_roaster", 11, {"tobacco": 1, "coffee": 1}),
    ],
)
def test_an_aqueduct_adds_a_barrel_of_what_a_large_plant_has_a_part_in(  # PR-AQUEDUCT-1
    scenario: Scenario, tiles: str, staff: str, left: int, expected: dict[str, int]
) -> None:
    if left < 11:
        scenario.given(goods(f"{11 - left} indigo", 2))
    plants = "small_indigo_plant, indigo_plant, small_sugar_mill, sugar_mill, tobacco_storage, coffee_roaster"
    maker(scenario, tiles, f"{plants}, aqueduct", f"{staff}, aqueduct").playing("craftsman", 1)
    assert produced(scenario, 0) == expected


def test_an_aqueduct_without_a_colonist_adds_nothing(scenario: Scenario) -> None:  # PR-AQUEDUCT-1 PR-BUILDING-1
    maker(scenario, "indigo", "indigo_plant, aqueduct", "indigo, indigo_plant").playing("craftsman", 1)
    assert produced(scenario, 0) == {"indigo": 1}


# Factory and specialty factory


@pytest.mark.parametrize(
    ("kinds", "doubloons"),
    [
        pytest.param(kinds, doubloons, id=f"section7_line44-{kinds}")
        for kinds, doubloons in enumerate([0, 1, 2, 3, 5], 1)
    ],
)
def test_a_factory_pays_for_kinds(scenario: Scenario, kinds: int, doubloons: int) -> None:  # PR-FACTORY-1
    tiles = ", ".join(["corn", "indigo", "sugar", "tobacco", "coffee"][:kinds])
    maker(scenario, tiles, f"factory, {ALL_KINDS}").playing("craftsman", 1)
    assert paid(scenario.events, "factory") == [doubloons] * bool(doubloons)
    assert scenario.board(0).doubloons == doubloons


@stands_for("section5_row17", "section7_line44")
def test_a_factory_counts_kinds_that_were_received(scenario: Scenario) -> None:  # PR-FACTORY-1
    scenario.given(goods("10 corn, 9 sugar", 2))
    tiles, plants = "3 corn, 3 sugar, tobacco", "factory, sugar_mill, tobacco_storage"
    scenario.given(island(tiles), city(plants), manned("3 corn, 3 sugar, factory, 3 sugar_mill"))
    scenario.given(goods("1 indigo"))  # what is held already does not count
    scenario.playing("craftsman", 1)
    assert produced(scenario, 0) == {"sugar": 2}
    assert paid(scenario.events, "factory") == []


@stands_for("section5_row17")
def test_of_three_kinds_one_of_which_is_gone_a_factory_pays_for_two(scenario: Scenario) -> None:  # PR-FACTORY-1
    scenario.given(goods("10 corn, 9 sugar", 2), island("3 corn, 3 sugar, tobacco"))
    scenario.given(city("factory, sugar_mill, tobacco_storage"))
    scenario.given(manned("3 corn, 3 sugar, tobacco, factory, 3 sugar_mill, tobacco_storage")).playing("craftsman", 1)
    assert produced(scenario, 0) == {"sugar": 2, "tobacco": 1}
    assert paid(scenario.events, "factory") == [1]


@pytest.mark.parametrize("building", ["factory", "specialty_factory"])
def test_without_a_colonist_neither_factory_pays(scenario: Scenario, building: str) -> None:  # PR-BUILDING-1
    tiles = "2 indigo, sugar"
    maker(scenario, tiles, f"{building}, indigo_plant, small_sugar_mill", f"{tiles}, 2 indigo_plant, small_sugar_mill")
    scenario.playing("craftsman", 1).records_nothing_of(DoubloonsGained)


@pytest.mark.parametrize(
    ("made", "doubloons"),
    [
        pytest.param("4 corn, 3 sugar, 2 coffee", 2, id="section5_row25"),
        pytest.param("4 corn", 0, id="section7_line45-corn_only"),
        pytest.param("1 sugar", 0, id="section7_line45-one_barrel"),
        ("2 coffee", 1),
    ],
)
def test_a_specialty_factory_pays_one_less_than_the_most_barrels_of_a_kind(  # PR-SPECIALTY-1
    scenario: Scenario, made: str, doubloons: int
) -> None:
    kinds = {"sugar": "sugar_mill", "coffee": "coffee_roaster"}
    staff = ", ".join(f"{count} {kinds[name]}" for name, count in counted(made) if name in kinds)
    scenario.given(island(made), city("specialty_factory, sugar_mill, coffee_roaster"))
    scenario.given(manned(f"{made}, specialty_factory{', ' if staff else ''}{staff}")).playing("craftsman", 1)
    assert paid(scenario.events, "specialty_factory") == [doubloons] * bool(doubloons)
    assert scenario.board(0).doubloons == doubloons


@stands_for("section7_line45")
def test_a_specialty_factory_looks_at_what_was_made_and_never_charges(scenario: Scenario) -> None:  # PR-SPECIALTY-1
    scenario.given(goods("11 sugar", 2))
    maker(scenario, "3 sugar", "specialty_factory, sugar_mill", "3 sugar, specialty_factory, 3 sugar_mill")
    scenario.playing("craftsman", 1).records_nothing_of(DoubloonsGained, GoodsProduced)
    assert scenario.board(0).doubloons == 0


# The craftsman's own barrel


def corn_and_indigo(scenario: Scenario) -> Scenario:
    """Seat 0 makes a corn and an indigo, seat 1 a sugar."""
    maker(scenario, "corn, indigo", "small_indigo_plant")
    return maker(scenario, "sugar", "small_sugar_mill", seat=1)


def test_after_all_others_the_craftsman_takes_a_barrel_more(scenario: Scenario) -> None:  # PR-CRAFTSMAN-4
    corn_and_indigo(scenario).playing("craftsman", 0).records(GoodsProduced, GoodsProduced).asks(0, ChooseBarrels)
    assert scenario.legal(0) == ["take_barrels corn", "take_barrels indigo", "forfeit"]
    scenario.when(0, "take_barrels indigo").records(BarrelsTaken(0, (INDIGO,))).asks_nobody()
    assert held(scenario, 0, "indigo") == 2
    assert supply(scenario, "indigo") == 9


@stands_for("section7_line46")
def test_the_craftsmans_barrel_is_of_a_kind_that_he_produced(scenario: Scenario) -> None:  # PR-CRAFTSMAN-4
    scenario.given(goods("coffee", 0))
    corn_and_indigo(scenario).playing("craftsman", 0)
    scenario.refuses(0, "take_barrels sugar", Reason.NOT_PRODUCED, "PR-CRAFTSMAN-4")
    scenario.refuses(0, "take_barrels coffee", Reason.NOT_PRODUCED, "PR-CRAFTSMAN-4")


@stands_for("section7_line46")
def test_the_craftsmans_barrel_has_to_be_left_in_the_supply(scenario: Scenario) -> None:  # PR-CRAFTSMAN-4
    scenario.given(goods("9 corn", 2))
    corn_and_indigo(scenario).playing("craftsman", 0)
    scenario.refuses(0, "take_barrels corn", Reason.SUPPLY_EMPTY, "PR-CRAFTSMAN-4")
    assert scenario.legal(0) == ["take_barrels indigo", "forfeit"]


@stands_for("section7_line46")
def test_a_craftsman_who_produced_nothing_takes_no_barrel(scenario: Scenario) -> None:  # PR-CRAFTSMAN-4
    corn_and_indigo(scenario).playing("craftsman", 2).asks_nobody()


def test_with_an_empty_supply_the_craftsman_is_not_asked(scenario: Scenario) -> None:  # PR-CRAFTSMAN-4
    scenario.given(goods("9 corn", 2))
    maker(scenario, "corn").playing("craftsman", 0).records(GoodsProduced).asks_nobody()


@stands_for("section5_row42")
def test_the_craftsmans_barrel_may_be_left(scenario: Scenario) -> None:  # PR-CRAFTSMAN-4
    corn_and_indigo(scenario).playing("craftsman", 0).when(0, "forfeit").records_nothing_of(BarrelsTaken)
    scenario.asks_nobody()


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("take_barrels corn,indigo", Reason.TOO_MANY_BARRELS),
        ("take_barrels -", Reason.NOT_IN_ORDER),
    ],
)
def test_the_craftsman_takes_one_barrel_or_forfeits(  # PR-CRAFTSMAN-4
    scenario: Scenario, move: str, reason: Reason
) -> None:
    corn_and_indigo(scenario).playing("craftsman", 0).refuses(0, move, reason, "PR-CRAFTSMAN-4")
    scenario.refuses(0, "sell corn", EngineReason.MOVE_NOT_EXPECTED)


# Library


def with_library(scenario: Scenario) -> Scenario:
    """The craftsman, seat 0, makes a corn and an indigo, and has a library."""
    return maker(scenario, "corn, indigo", "small_indigo_plant, library").playing("craftsman", 0)


def test_a_craftsman_with_a_library_takes_two_barrels_of_different_kinds(  # PR-LIBRARY-1 PR-LIBRARY-4
    scenario: Scenario,
) -> None:
    with_library(scenario)
    assert scenario.legal(0) == ["take_barrels corn,indigo", "take_barrels corn", "take_barrels indigo", "forfeit"]
    scenario.refuses(0, "take_barrels corn,corn", Reason.SAME_KIND, "PR-LIBRARY-4")
    scenario.refuses(0, "take_barrels indigo,corn", Reason.NOT_IN_ORDER, "PR-CRAFTSMAN-4")
    scenario.refuses(0, "take_barrels corn,corn,indigo", Reason.TOO_MANY_BARRELS, "PR-CRAFTSMAN-4")
    scenario.when(0, "take_barrels corn,indigo").records(BarrelsTaken(0, (CORN, INDIGO)))
    assert (held(scenario, 0, "corn"), held(scenario, 0, "indigo")) == (2, 2)
