"""The income phase: fixed hands and boats, in any order, until a seat has finished."""

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    BoatBuilt,
    BoatTurned,
    CardKept,
    CartographerAdvanced,
    DoubleTileDrawn,
    GoodsGained,
    RoundBegan,
)
from quarterdeck_rules.cooper_island.income import BeginIncome, ChooseHand
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.rounds import BeginWorkers
from quarterdeck_rules.cooper_island.terms import Good, Structure
from tests.rules.cooper_island.scenario import Fact, Scenario, land

START = (RoundBegan(1), land("A1 meadow 1 food"), DoubleTileDrawn(0, "forest-meadow"))
ISLET = ("perform place_islet_tile", "place_islet meadow_coin R1 near B2", "forfeit")
TILE = ("perform place_double_tile", "place_tile forest-meadow B1 forest C2 meadow")


def income(scenario: Scenario, *facts: Fact) -> Scenario:
    """The income phase, in which the first seat has landscape and a tile, and the worker phase after it."""
    return scenario.given(*START, *facts).asking(0, BeginIncome(), BeginWorkers())


# Hands


def test_in_the_first_round_there_are_the_two_fixed_hands(scenario: Scenario) -> None:  # CI-INCOME-1
    income(scenario).asks(0, ChooseHand)
    assert scenario.legal(0) == ["perform place_islet_tile", "perform place_double_tile", "finish"]


@pytest.mark.parametrize("answers", [(*ISLET, *TILE), (*TILE, *ISLET)])
def test_hands_are_used_in_any_order_each_once(  # CI-INCOME-3 ruling 7
    scenario: Scenario, answers: tuple[str, ...]
) -> None:
    income(scenario)
    for move in answers:
        scenario.when(0, move)
    scenario.asks(0, ChooseHand)
    scenario.refuses(0, "perform place_islet_tile", Reason.NOT_ON_OFFER, "CI-INCOME-3")
    scenario.refuses(0, "perform place_double_tile", Reason.NOT_ON_OFFER, "CI-INCOME-3")


def test_a_tile_can_be_given_up_and_chosen_again(scenario: Scenario) -> None:  # CI-INCOME-3 ruling 32
    income(scenario).when(0, TILE[0]).when(0, "give_up").records_nothing_of(ActionTaken).asks(0, ChooseHand)
    scenario.when(0, TILE[0]).when(0, TILE[1]).records(ActionTaken(0, "place_double_tile"))


def test_a_hand_that_cannot_be_used_is_refused(scenario: Scenario) -> None:  # CI-INCOME-3
    scenario.given(RoundBegan(1), land("A1 meadow 1 food, B2 forest 1")).asking(0, BeginIncome())
    scenario.refuses(0, "perform place_double_tile", Reason.NO_TILE_IN_RESERVE, "CI-LAND-2")
    scenario.refuses(0, "perform place_islet_tile", Reason.NO_ROOM_FOR_TILE, "CI-ISLET-1")


# Boats


@pytest.mark.parametrize(
    ("boat", "answers", "fact"),
    [
        ("coin_boat", (), GoodsGained(0, (Good.COIN,))),
        ("gold_cloth_boat", ("take_good gold",), GoodsGained(0, (Good.GOLD,))),
        ("gold_cloth_boat", ("take_good cloth",), GoodsGained(0, (Good.CLOTH,))),
        ("draw_boat", (), DoubleTileDrawn),
        ("cartographer_boat", (), CartographerAdvanced(0, 1)),
        ("storage_boat", ("take_good wood",), GoodsGained(0, (Good.WOOD,))),
        ("storage_boat", ("take_good stone",), GoodsGained(0, (Good.STONE,))),
        ("storage_boat", ("take_good food",), GoodsGained(0, (Good.FOOD,))),
    ],
)
def test_each_built_boat_is_a_hand_once_a_phase(  # CI-INCOME-1 ruling 45
    scenario: Scenario, boat: str, answers: tuple[str, ...], fact: Struct | type[Struct]
) -> None:
    income(scenario, BoatBuilt(0, boat, "landing_3"))
    for move in (f"perform {boat}", *answers):
        scenario.when(0, move)
    scenario.records(fact).asks(0, ChooseHand)
    scenario.refuses(0, f"perform {boat}", Reason.NOT_ON_OFFER, "CI-INCOME-3")


@pytest.mark.parametrize(
    ("boat", "good"), [("gold_cloth_boat", "wood"), ("storage_boat", "gold"), ("storage_boat", "coin")]
)
def test_a_boat_of_choice_gives_its_own_goods_alone(  # CI-GAIN-1
    scenario: Scenario, boat: str, good: str
) -> None:
    income(scenario, BoatBuilt(0, boat, "landing_1")).when(0, f"perform {boat}")
    scenario.refuses(0, f"take_good {good}", Reason.NOTHING_TO_CHOOSE, "CI-GAIN-1")


def test_boats_in_reserve_and_of_others_are_no_hands(scenario: Scenario) -> None:  # CI-INCOME-1
    income(scenario, BoatBuilt(1, "coin_boat", "landing_1"))
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")
    scenario.refuses(0, "perform draw_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")


def test_a_boat_whose_action_brings_nothing_is_refused(scenario: Scenario) -> None:  # CI-INCOME-3
    full = (CartographerAdvanced(0, 6), GoodsGained(0, (Good.COIN,) * 5))
    boats = ("cartographer_boat", "coin_boat", "gold_cloth_boat", "copy_boat", "draw_boat")
    drawn = [DoubleTileDrawn(1, tile) for tile in scenario.table.box.double_tiles for _ in range(20)][1:]
    income(scenario, [BoatBuilt(0, boat, f"landing_{place}") for place, boat in enumerate(boats, 1)], *full, drawn)
    scenario.refuses(0, "perform cartographer_boat", Reason.TRACK_FULL, "CI-CARTO-4")
    scenario.refuses(0, "perform coin_boat", Reason.STORAGE_FULL, "CI-GAIN-2")
    scenario.refuses(0, "perform gold_cloth_boat", Reason.STORAGE_FULL, "CI-GAIN-2")
    scenario.refuses(0, "perform draw_boat", Reason.BAG_EMPTY, "CI-LAND-1")
    scenario.refuses(0, "perform copy_boat", Reason.NO_TARGET, "CI-BOAT-5")


def test_a_boat_turned_face_down_gives_no_income(scenario: Scenario) -> None:  # CI-INCOME-3
    income(scenario, BoatBuilt(0, "coin_boat", "landing_1"), BoatTurned(0, "coin_boat"))
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")


def test_a_boat_turned_face_down_in_this_phase_gives_no_income_any_more(scenario: Scenario) -> None:  # CI-INCOME-3
    boats = (BoatBuilt(0, "coin_boat", "landing_1"), BoatBuilt(0, "draw_boat", "landing_2"))
    income(scenario, *boats, CardKept(0, Structure.LARGE_BUILDING, "L14")).when(0, "use_card L14")
    scenario.when(0, "turn_boats coin_boat,draw_boat").when(0, "move_ship one_sail").asks(0, ChooseHand)
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")


def test_a_boat_built_in_the_phase_acts_then_and_is_no_further_hand(scenario: Scenario) -> None:  # CI-INCOME-1 ruling 8
    price = GoodsGained(0, (Good.COIN, Good.WOOD, Good.WOOD))
    income(scenario, price, CardKept(0, Structure.LARGE_BUILDING, "L9")).when(0, "use_card L9")
    scenario.when(0, "build_boat coin_boat landing_1").when(0, "pay coin,wood,wood").when(0, "move_ship one_sail")
    scenario.when(0, "perform coin_boat").records(GoodsGained(0, (Good.COIN,))).asks(0, ChooseHand)
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")


# Copying


COPYING = (
    BoatBuilt(0, "copy_boat", "landing_1"),
    BoatBuilt(0, "coin_boat", "landing_2"),
    BoatBuilt(1, "copy_boat", "landing_1"),
    BoatBuilt(1, "coin_boat", "landing_2"),
    BoatBuilt(1, "storage_boat", "landing_3"),
    BoatBuilt(1, "draw_boat", "landing_4"),
    BoatTurned(1, "draw_boat"),
)


def test_any_seats_face_up_boat_may_be_copied_but_no_copy_boat(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 46
    income(scenario, *COPYING).when(0, "perform copy_boat")
    assert scenario.legal(0) == ["use_boat 0 coin_boat", "use_boat 1 coin_boat", "use_boat 1 storage_boat", "forfeit"]
    for boat in ("0 copy_boat", "1 copy_boat", "1 draw_boat", "0 place_double_tile"):
        scenario.refuses(0, f"use_boat {boat}", Reason.NOT_ON_OFFER, "CI-BOAT-5")


def test_a_copied_boat_still_acts_for_itself(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 46
    income(scenario, *COPYING).when(0, "perform copy_boat").when(0, "use_boat 0 coin_boat")
    scenario.records(GoodsGained(0, (Good.COIN,))).when(0, "perform coin_boat").records(GoodsGained(0, (Good.COIN,)))
    scenario.refuses(0, "perform copy_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")


def test_a_copied_storage_boat_gives_its_cube_and_no_spot(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 46
    income(scenario, *COPYING, GoodsGained(0, (Good.COIN,) * 4)).when(0, "perform copy_boat")
    scenario.when(0, "use_boat 1 storage_boat").when(0, "take_good stone").records(GoodsGained(0, (Good.STONE,)))
    scenario.refuses(0, "perform coin_boat", Reason.STORAGE_FULL, "CI-GAIN-2")
