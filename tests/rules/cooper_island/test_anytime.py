"""Anytime actions: storage, crate lids, large cards, and when they may be used."""

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.buildings import ChooseBuilding, PayForBuilding
from quarterdeck_rules.cooper_island.cleanup import CleanUpStep
from quarterdeck_rules.cooper_island.events import (
    CardTurned,
    CartographerAdvanced,
    CubeStored,
    DoubleTileDrawn,
    GoodsGained,
    LidLifted,
    LidReturned,
    LidStowed,
    LidUsed,
    MarketGained,
    MarketStored,
    PhaseBegan,
    TilePlaced,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift, PayWorkerFee
from quarterdeck_rules.cooper_island.goods import GainGoods
from quarterdeck_rules.cooper_island.income import BeginIncome
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.rounds import BeginWorkers, LastWindow
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, ChooseWorkerSpace
from quarterdeck_rules.cooper_island.terms import Good, Phase, Structure
from quarterdeck_rules.cooper_island.together import EndStep, KeepWindow
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, spare_lid, stored

COIN, WOOD, FOOD = Good.COIN, Good.WOOD, Good.FOOD
UNEXPECTED = EngineReason.MOVE_NOT_EXPECTED
CRATES = ("crate_draw", "crate_place", "crate_cartographer", "crate_coins", "crate_cubes")


def acting(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat may make anytime moves."""
    return scenario.given(*facts).asking(0, EndStep())


def lids(count: int, seat: int = 0) -> list[Struct]:
    """Unused crate lids."""
    return [fact for place in range(1, count + 1) for fact in (LidLifted(seat, f"cargo_{place}"), LidStowed(seat))]


# Storage


def test_a_cube_moves_from_the_land_to_storage_and_is_worth_one(scenario: Scenario) -> None:  # CI-ANY-1 ruling 35
    acting(scenario, land("A1 meadow 4 food"), spare_lid()).when(0, "store_cube A1").records(CubeStored(0, "A1", FOOD))
    assert scenario.board(0).storage == (FOOD,)
    scenario.refuses(0, "start_trade any_for_any", Reason.TRADE_TOO_SMALL, "CI-TRADE-1")  # 4 on land, 1 in storage


def test_only_a_cube_on_the_land_can_be_stored(scenario: Scenario) -> None:  # CI-ANY-1
    acting(scenario, land("A1 meadow 1"), stored("wood"))
    for space in ("A1", "B1", "Z9"):
        scenario.refuses(0, f"store_cube {space}", Reason.NOT_OWNED, "CI-ANY-1")


def test_full_storage_takes_nothing_from_land_or_marketplace(
    scenario: Scenario,
) -> None:  # CI-ANY-1, CI-ANY-2 ruling 36
    acting(scenario, land("A1 meadow 1 food"), MarketGained(0, (COIN,)), stored("5 wood"))
    scenario.refuses(0, "store_cube A1", Reason.STORAGE_FULL, "CI-ANY-1")
    scenario.refuses(0, "store_from_market coin", Reason.STORAGE_FULL, "CI-ANY-2")
    assert scenario.anytime(0) == ["start_trade any_for_any"]


def test_a_coin_or_cube_moves_from_the_marketplace_to_storage(scenario: Scenario) -> None:  # CI-ANY-2
    acting(scenario, MarketGained(0, (COIN, FOOD, FOOD)))
    scenario.when(0, "store_from_market food").records(MarketStored(0, FOOD)).when(0, "store_from_market coin")
    assert (scenario.board(0).market, scenario.board(0).storage) == ((FOOD,), (COIN, FOOD))
    scenario.refuses(0, "store_from_market coin", Reason.NOT_OWNED, "CI-ANY-2")


def test_storage_has_any_number_of_moves_and_no_way_back(scenario: Scenario) -> None:  # CI-ANY-1, CI-ANY-2 ruling 58
    acting(scenario, land("A1 meadow 1 food, B1 forest 2 wood"), MarketGained(0, (COIN,)))
    for move in ("store_cube A1", "store_cube B1", "store_from_market coin"):
        scenario.when(0, move)
    assert scenario.board(0).storage == (COIN, WOOD, FOOD)
    assert scenario.anytime(0) == []  # nothing goes back to the land or to the marketplace


def test_what_lies_on_the_marketplace_cannot_be_spent(scenario: Scenario) -> None:  # CI-ANY-2 ruling 38
    market = (COIN, WOOD, WOOD, Good.STONE, Good.STONE, Good.CLOTH, Good.CLOTH)
    scenario.given(land("A1 meadow 1"), MarketGained(0, market)).asking(0, ChooseBuilding(0, "", ""))
    scenario.refuses(0, "erect_building small_building", Reason.CANNOT_PAY, "CI-BUILD-2")
    scenario.refuses(0, "start_trade cloth_for_coins", Reason.TRADE_TOO_SMALL, "CI-TRADE-1")
    scenario.asking(0, PayWorkerFee(1)).refuses(0, "pay_fee coin", Reason.NOT_OWNED, "CI-FEE-1")


# Crate lids


def test_a_lid_draws_a_double_tile(scenario: Scenario) -> None:  # CI-ANY-3
    acting(scenario, lids(1)).when(0, "use_lid crate_draw").records(LidUsed(0, "crate_draw"), DoubleTileDrawn)
    assert (scenario.board(0).lids, scenario.board(0).crates) == (0, ("crate_draw",))


def test_a_lid_places_a_double_tile(scenario: Scenario) -> None:  # CI-ANY-3
    acting(scenario, lids(1), land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow")).when(0, "use_lid crate_place")
    scenario.when(0, "place_tile forest-meadow B1 forest B2 meadow").records(TilePlaced).asks(0, EndStep)


@pytest.mark.parametrize(("start", "gained"), [(0, 2), (4, 2), (5, 1)])
def test_a_lid_gains_up_to_two_cartographer_steps(scenario: Scenario, start: int, gained: int) -> None:  # CI-ANY-3
    acting(scenario, lids(1), CartographerAdvanced(0, start)).when(0, "use_lid crate_cartographer")
    scenario.records(CartographerAdvanced(0, gained))


def test_a_lid_brings_two_coins_to_the_marketplace(scenario: Scenario) -> None:  # CI-ANY-3, CI-MARKET-1
    acting(scenario, lids(1), stored("5 wood")).when(0, "use_lid crate_coins").records(MarketGained(0, (COIN, COIN)))


@pytest.mark.parametrize("cubes", [("wood", "wood"), ("gold", "food"), ("stone", "cloth")])
def test_a_lid_brings_two_cubes_of_choice_to_the_marketplace(  # CI-ANY-3, CI-MARKET-2
    scenario: Scenario, cubes: tuple[str, str]
) -> None:
    acting(scenario, lids(1), stored("5 wood")).when(0, "use_lid crate_cubes")
    scenario.refuses(0, "take_good coin", Reason.NOTHING_TO_CHOOSE, "CI-MARKET-2")
    scenario.refuses(0, "start_trade any_for_any", UNEXPECTED)
    scenario.when(0, f"take_good {cubes[0]}").when(0, f"take_good {cubes[1]}").asks(0, EndStep)
    assert sorted(scenario.board(0).market) == sorted(cubes)


def test_a_lid_needs_a_free_crate_space(scenario: Scenario) -> None:  # CI-ANY-3 ruling 59
    acting(scenario, lids(2)).when(0, "use_lid crate_coins")
    scenario.refuses(0, "use_lid crate_coins", Reason.CRATE_COVERED, "CI-ANY-3")
    scenario.refuses(0, "use_lid crate_rum", Reason.CRATE_COVERED, "CI-ANY-3")
    scenario.given(LidReturned(0, "crate_coins")).when(0, "use_lid crate_coins")


def test_a_crate_action_needs_an_unused_lid_on_the_player_board(scenario: Scenario) -> None:  # CI-ANY-3
    acting(scenario, LidLifted(0, "cargo_1"))  # its helm points are still sailed
    for crate in CRATES:
        scenario.refuses(0, f"use_lid {crate}", Reason.NO_UNUSED_LID, "CI-ANY-3")


def test_five_lids_cover_the_five_crate_spaces(scenario: Scenario) -> None:  # CI-ANY-3 ruling 59
    acting(scenario, lids(5), land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"))
    assert [move for move in scenario.anytime(0) if "lid" in move] == [f"use_lid {crate}" for crate in CRATES]


def test_a_lid_whose_action_would_do_nothing_is_not_used(scenario: Scenario) -> None:  # CI-ANY-3 ruling 60
    acting(scenario, lids(1), CartographerAdvanced(0, 6))
    scenario.refuses(0, "use_lid crate_cartographer", Reason.TRACK_FULL, "CI-CARTO-4")
    scenario.refuses(0, "use_lid crate_place", Reason.NO_TILE_IN_RESERVE, "CI-LAND-2")
    scenario.given([DoubleTileDrawn(1, tile) for tile in scenario.table.box.double_tiles for _ in range(20)])
    scenario.refuses(0, "use_lid crate_draw", Reason.BAG_EMPTY, "CI-LAND-1")


# Large cards


def test_a_card_is_turned_before_its_effect_and_used_once(scenario: Scenario) -> None:  # CI-ANY-4
    acting(scenario, kept("L1")).when(0, "use_card L1").records(CardTurned(0, "L1", False), MarketGained)
    scenario.refuses(0, "use_card L1", Reason.CARD_FACE_DOWN, "CI-ANY-4")
    scenario.given(CardTurned(0, "L1", True)).when(0, "use_card L1")


def test_only_an_own_large_card_is_used(scenario: Scenario) -> None:  # CI-ANY-4
    acting(scenario, kept("L1", seat=1), kept("S1"))
    for card in ("L1", "L2", "S1"):
        scenario.refuses(0, f"use_card {card}", Reason.NOT_OWNED, "CI-ANY-4")


# When


def test_they_stand_open_from_the_start_of_an_own_turn_to_its_end(
    scenario: Scenario,
) -> None:  # CI-TURN-8 rulings 30, 54
    scenario.given(MarketGained(0, (COIN, WOOD, FOOD)), MarketGained(1, (COIN,))).asking(0, BeginWorkers())
    scenario.when(0, "store_from_market coin").asks(0, ChooseWorkerSpace).when(0, "place_worker normal D")
    scenario.when(0, "store_from_market wood").asks(0, ChooseSectionAction).asks_nobody(1)
    assert scenario.anytime(1) == []
    scenario.when(0, "finish").asks_nobody(0)
    assert scenario.anytime(1) == ["store_from_market coin"]


def test_they_interrupt_an_action(scenario: Scenario) -> None:  # CI-ANY-1 ruling 54
    scenario.given(land("A1 meadow 1 food")).asking(0, ChooseShip(1)).when(0, "store_cube A1").asks(0, ChooseShip(1))


def test_they_do_not_interrupt_a_payment(scenario: Scenario) -> None:  # CI-COST-1 ruling 54
    scenario.given(land("A1 forest 3 wood"), MarketGained(0, (COIN,)), kept("L1"), lids(1), stored("coin, 2 stone"))
    scenario.asking(0, PayForBuilding(0, "", "", Structure.SMALL_BUILDING))
    for move in ("store_cube A1", "store_from_market coin", "start_trade any_for_any", "use_card L1"):
        scenario.refuses(0, move, UNEXPECTED)
    for move in ("use_lid crate_coins", "use_cartographer chart", "hire"):
        scenario.refuses(0, move, UNEXPECTED)
    assert scenario.anytime(0) == []


def test_who_is_asked_for_a_gift_in_another_turn_makes_none(scenario: Scenario) -> None:  # CI-FEE-4 ruling 54
    scenario.in_turn_of(0).given(land("A1 meadow 1 food", seat=1), MarketGained(1, (COIN,)), kept("L1", seat=1))
    scenario.asking(0, PayWorkerFee(1)).when(0, "refuse_fee").when(0, "put_anchor one_sail").asks(1, ChooseGift)
    for move in ("store_cube A1", "store_from_market coin", "use_card L1"):
        scenario.refuses(1, move, UNEXPECTED)
    assert scenario.anytime(1) == []


@pytest.mark.parametrize("step", [1, 2, 3, 4, 6])
def test_a_clean_up_step_is_a_window_for_who_has_an_anytime_move(
    scenario: Scenario, step: int
) -> None:  # CI-ORDER-2 ruling 55
    scenario.given(PhaseBegan(Phase.CLEAN_UP), MarketGained(0, (COIN,))).asking(0, CleanUpStep(step))
    scenario.when(0, "store_from_market coin").records(MarketStored(0, COIN))


@pytest.mark.parametrize("step", [5, 7])
def test_steps_five_and_seven_are_no_window(scenario: Scenario, step: int) -> None:  # CI-CLEAN-2 ruling 55
    scenario.given(PhaseBegan(Phase.CLEAN_UP), MarketGained(0, (COIN,))).asking(0, CleanUpStep(step)).asks_nobody()


def test_a_seat_without_an_anytime_move_passes_by_itself(scenario: Scenario) -> None:  # CI-ORDER-2 ruling 55
    scenario.given(MarketGained(0, (COIN,))).asking_all({0: (KeepWindow(),), 1: (KeepWindow(),)})
    scenario.asks(0, EndStep).asks_nobody(1)


def test_the_income_phase_and_the_game_end_are_windows(scenario: Scenario) -> None:  # CI-INCOME-2, CI-END-1 ruling 55
    scenario.given(MarketGained(0, (COIN, WOOD)), MarketGained(1, (COIN,))).asking(0, BeginIncome())
    scenario.when(0, "store_from_market coin").when(1, "store_from_market coin")
    scenario.asking(0, LastWindow()).when(0, "store_from_market wood").records(MarketStored(0, WOOD)).asks_nobody(1)


def test_they_make_room_before_a_gain(scenario: Scenario) -> None:  # CI-ACT-1 ruling 53
    scenario.given(stored("wood, 4 food")).asking(0, PerformOrForfeit("log_book_coin", GainGoods((COIN,))))
    scenario.refuses(0, "perform log_book_coin", Reason.STORAGE_FULL, "CI-GAIN-2")
    for move in ("start_trade any_for_any", *["give_item food"] * 4, "close_trade", "take_good gold"):
        scenario.when(0, move)
    scenario.when(0, "perform log_book_coin").records(GoodsGained(0, (COIN,)))
