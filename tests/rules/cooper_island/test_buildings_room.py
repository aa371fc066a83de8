"""Room for a building or statue: nothing is paid for that could not be placed, and its last room is not taken away."""

import pytest

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.buildings import BuildBuilding, ChooseSite
from quarterdeck_rules.cooper_island.events import (
    BuildingTaken,
    CartographerAdvanced,
    CubeStored,
    DiscountGranted,
    DoubleTileDrawn,
    GoodsGained,
    IsletPlaced,
    LidLifted,
    LidStowed,
    MarketGained,
    MarketStored,
    RuinRemoved,
    SingleTilePlaced,
    StatueTaken,
    StructurePlaced,
    TilePlaced,
)
from quarterdeck_rules.cooper_island.goods import ReceiveGoods
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.statues import BuildOneStatue
from quarterdeck_rules.cooper_island.terms import Good, Half, Structure
from tests.rules.cooper_island.scenario import Fact, Scenario, built, kept, land, stored

SMALL, FORTRESS = Structure.SMALL_BUILDING, Structure.FORTRESS
COIN, WOOD = Good.COIN, Good.WOOD
FULL = stored("5 food")
LID = (LidLifted(0, "cargo_1"), LidStowed(0))
UNSPOILT = (Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6")


def waiting(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat has paid for its fortress and has to place it."""
    return scenario.given(*facts, BuildingTaken(0, FORTRESS)).asking(0, ChooseSite(FORTRESS, 4))


# Before the payment


def test_without_landscape_to_build_on_nothing_is_paid(scenario: Scenario) -> None:  # CI-BUILD-5 ruling 40
    scenario.given(land("A1 forest 1"), built(FORTRESS, "A1"), stored("coin, 2 wood, 2 stone"))
    scenario.asking(0, BuildBuilding())
    scenario.refuses(0, "erect_building small_building", Reason.NO_SITE, "CI-BUILD-5")


def test_without_landscape_to_stand_on_no_statue_is_paid(scenario: Scenario) -> None:  # CI-BUILD-5 ruling 40
    scenario.given(
        land("A1 forest 1"), built(FORTRESS, "A1"), stored("3 wood, 2 stone"), RuinRemoved(0, "C1", "spot_1")
    )
    scenario.asking(0, BuildOneStatue(less=1))
    scenario.refuses(0, "build_statue wood_and_stone spot_1", Reason.NO_SITE, "CI-BUILD-5")


def test_a_payment_from_full_storage_leaves_a_spot_to_clear_a_space(  # CI-BUILD-5 ruling 40
    scenario: Scenario,
) -> None:
    scenario.given(land("A1 meadow 1 food"), stored("coin, 2 wood, 2 stone")).asking(0, BuildBuilding())
    scenario.when(0, "erect_building small_building").when(0, "pay coin,wood,wood,stone,stone")
    assert scenario.legal(0) == []
    scenario.when(0, "store_cube A1").when(0, "place_structure A1").records(StructurePlaced(0, SMALL, "A1"))


@pytest.mark.parametrize(
    ("charted", "goods", "is_open"),
    [
        ("A1 meadow 1 food", "5 food", False),
        ("A1 meadow 1 food", "4 food", True),
        ("A1 meadow 1 food, B1 forest 1", "5 food", True),
    ],
)
def test_with_nothing_left_to_pay_a_space_or_a_spot_has_to_be_free_already(  # CI-BUILD-5 ruling 40
    scenario: Scenario, charted: str, goods: str, is_open: bool
) -> None:
    scenario.given(land(charted), stored(goods), DiscountGranted(0, 3)).asking(0, BuildBuilding(less=2))
    if is_open:
        scenario.when(0, "erect_building small_building")
        scenario.when(0, "pay - reductions=coin,wood,wood,stone,stone").records(BuildingTaken(0, SMALL))
    else:
        scenario.refuses(0, "erect_building small_building", Reason.NO_SITE, "CI-BUILD-5")


# From the payment to the placement


def test_the_marketplace_may_not_fill_the_last_spot_if_no_space_is_free(  # CI-BUILD-6 ruling 40
    scenario: Scenario,
) -> None:
    waiting(scenario, land("A1 meadow 1 food"), stored("3 wood"), MarketGained(0, (COIN, COIN)))
    scenario.when(0, "store_from_market coin").refuses(0, "store_from_market coin", *UNSPOILT)
    assert "store_from_market coin" not in scenario.anytime(0)


def test_the_marketplace_may_fill_the_last_spot_while_a_space_is_free(  # CI-BUILD-6 ruling 40
    scenario: Scenario,
) -> None:
    waiting(scenario, land("A1 meadow 1"), stored("4 wood"), MarketGained(0, (COIN,)))
    scenario.when(0, "store_from_market coin").records(MarketStored(0, COIN)).when(0, "place_structure A1")


def test_what_waits_without_a_building_in_hand_may_fill_the_last_spot(scenario: Scenario) -> None:  # CI-BUILD-6
    scenario.given(land("A1 meadow 1 food"), stored("4 wood"), MarketGained(0, (COIN,)))
    scenario.asking(0, PerformOrForfeit("build_building", BuildBuilding())).when(0, "store_from_market coin")


def test_a_statue_in_hand_keeps_its_room_as_well(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    scenario.given(land("A1 meadow 1 food"), stored("4 wood"), MarketGained(0, (COIN,)))
    scenario.given(RuinRemoved(0, "C1", "spot_1"), StatueTaken(0, "spot_1"))
    scenario.asking(0, ChooseSite(Structure.STATUE, 1)).refuses(0, "store_from_market coin", *UNSPOILT)


def test_a_cube_may_take_the_last_spot_because_it_frees_its_space(scenario: Scenario) -> None:  # CI-BUILD-6
    waiting(scenario, land("A1 meadow 1 food"), stored("4 wood"))
    scenario.when(0, "store_cube A1").records(CubeStored(0, "A1", Good.FOOD)).when(0, "place_structure A1")


def test_goods_gained_leave_the_last_spot_if_no_space_is_free(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    scenario.given(land("A1 meadow 1 food"), stored("3 wood"), BuildingTaken(0, FORTRESS))
    scenario.asking(0, ReceiveGoods((COIN, WOOD)), ChooseSite(FORTRESS, 4))
    scenario.refuses(0, "keep_goods coin,wood", Reason.WRONG_NUMBER_KEPT, "CI-GAIN-3")
    scenario.when(0, "keep_goods wood").records(GoodsGained(0, (WOOD,)))


def test_an_islet_used_by_a_card_does_not_fill_the_last_spot(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    scenario.given(land("A1 forest 1, B2 meadow 1 food"), built(SMALL, "A1"), stored("5 wood"))
    scenario.given(IsletPlaced(1, "meadow_coin", "R1", Half.NEAR, "B2"), kept("L6"))
    waiting(scenario).refuses(0, "use_card L6", Reason.NO_TARGET, "CI-ISLET-8")


def test_a_crate_lid_may_not_cover_the_last_free_spaces(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    waiting(scenario, land("A1 meadow 1, B1 meadow 1"), FULL, LID, DoubleTileDrawn(0, "forest-mountain"))
    scenario.when(0, "use_lid crate_place")
    scenario.refuses(0, "place_tile forest-mountain A1 meadow B1 settlement", *UNSPOILT)
    scenario.when(0, "place_tile forest-mountain B2 meadow C2 settlement").records(TilePlaced)


def test_a_crate_lid_may_cover_free_spaces_while_another_is_free(scenario: Scenario) -> None:  # CI-BUILD-6
    waiting(scenario, land("A1 meadow 1, B1 meadow 1, B2 forest 1"), FULL, LID, DoubleTileDrawn(0, "forest-mountain"))
    scenario.when(0, "use_lid crate_place")
    scenario.when(0, "place_tile forest-mountain A1 meadow B1 settlement").records(TilePlaced)


def test_a_card_may_cover_the_last_free_spaces_while_a_spot_is_free(scenario: Scenario) -> None:  # CI-BUILD-6
    tile = DoubleTileDrawn(0, "forest-mountain")
    waiting(scenario, land("A1 meadow 1, B1 meadow 1"), stored("4 wood"), kept("L4"), tile).when(0, "use_card L4")
    scenario.when(0, "place_tile forest-mountain A1 meadow B1 settlement")
    scenario.when(0, "store_cube A1").when(0, "place_structure A1")


def test_a_card_may_not_cover_the_last_free_spaces(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    waiting(scenario, land("A1 meadow 1, B1 meadow 1"), FULL, kept("L4"), DoubleTileDrawn(0, "forest-mountain"))
    scenario.when(0, "use_card L4")
    scenario.refuses(0, "place_tile forest-mountain A1 meadow B1 settlement", *UNSPOILT)


def test_a_shim_may_not_help_to_cover_the_last_free_space(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    waiting(scenario, land("A1 meadow 1"), FULL, kept("L4"), DoubleTileDrawn(0, "forest-mountain"))
    scenario.given(CartographerAdvanced(0, 1)).when(0, "use_card L4")
    scenario.refuses(0, "place_tile forest-mountain A1 meadow B1 settlement shim=yes", *UNSPOILT)


def test_the_cartographer_may_not_raise_the_last_free_space(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    waiting(scenario, land("A1 meadow 1"), FULL, CartographerAdvanced(0, 6))
    scenario.refuses(0, "use_cartographer raise_low", Reason.NO_ROOM_FOR_TILE, "CI-CARTO-5")
    scenario.when(0, "use_cartographer chart").when(0, "place_single B1 forest").when(0, "place_structure A1")


def test_the_cartographer_may_raise_a_free_space_while_another_is_free(scenario: Scenario) -> None:  # CI-BUILD-6
    waiting(scenario, land("A1 meadow 1, B1 forest 4"), FULL, CartographerAdvanced(0, 6))
    scenario.when(0, "use_cartographer raise_low").when(0, "place_single A1 meadow")
    scenario.records(SingleTilePlaced).when(0, "place_structure B1")


def test_a_trade_and_a_card_that_fill_no_spot_stay_open(scenario: Scenario) -> None:  # CI-BUILD-6
    waiting(scenario, land("A1 meadow 1 food"), stored("4 wood"), kept("L1"), kept("L2"))
    scenario.when(0, "use_card L1").when(0, "start_trade any_for_any")
    for _ in range(4):
        scenario.when(0, "give_item wood")
    scenario.when(0, "close_trade").when(0, "take_good coin").when(0, "store_cube A1").when(0, "place_structure A1")


def test_a_multiplied_cube_may_fill_every_spot_because_it_frees_its_space(scenario: Scenario) -> None:  # CI-BUILD-6
    waiting(scenario, land("A1 meadow 3 food"), stored("2 wood"), kept("L12")).when(0, "use_card L12")
    scenario.when(0, "multiply_cube A1 2").when(0, "place_structure A1")


def test_a_building_moved_by_a_card_leaves_its_own_space_free(scenario: Scenario) -> None:  # CI-BUILD-6
    waiting(scenario, land("A1 meadow 1, B1 forest 3"), built(SMALL, "A1"), FULL, kept("L11")).when(0, "use_card L11")
    scenario.when(0, "move_structure A1 B1").when(0, "place_structure A1")
