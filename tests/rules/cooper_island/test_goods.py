"""Coins and cubes: storage spots, gains that fit and gains that do not, the marketplace."""

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    BoatTurned,
    BuildingTaken,
    CardKept,
    GoodsGained,
    MarketGained,
    MarketStored,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.fees import PayWorkerFee
from quarterdeck_rules.cooper_island.goods import (
    ChooseKept,
    GainGoods,
    GainMarketCubes,
    GainMarketGoods,
    ReceiveGoods,
    TakeToMarket,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.terms import CUBES, GOODS, Good, Structure
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

COIN, WOOD, STONE, FOOD, GOLD, CLOTH = GOODS
GAIN = "perform gain_goods"


def holding(scenario: Scenario, coins: int) -> Scenario:
    """The first seat has this many coins in storage."""
    return scenario.given(GoodsGained(0, (COIN,) * coins))


def built(structure: Structure, space: str) -> list[Fact]:
    """A building from the player board stands on the peninsula."""
    return [BuildingTaken(0, structure), StructurePlaced(0, structure, space)]


# Storage spots


@pytest.mark.parametrize(
    ("facts", "spots"),
    [
        ([], 5),
        (built(Structure.SMALL_BUILDING, "A1"), 6),
        ([*built(Structure.SMALL_BUILDING, "A1"), *built(Structure.SMALL_BUILDING, "B1")], 7),
        (built(Structure.LARGE_BUILDING, "A1"), 5),
        (built(Structure.FORTRESS, "A1"), 5),
        ([BoatBuilt(0, "storage_boat", "landing_2")], 6),
        ([BoatBuilt(0, "storage_boat", "landing_2"), BoatTurned(0, "storage_boat")], 6),
        ([BoatBuilt(0, "coin_boat", "landing_2")], 5),
        ([BoatBuilt(1, "storage_boat", "landing_2")], 5),
        ([CardKept(0, Structure.SMALL_BUILDING, "S6")], 7),
        ([CardKept(0, Structure.SMALL_BUILDING, "S7")], 6),
        ([CardKept(0, Structure.SMALL_BUILDING, "S6"), CardKept(0, Structure.SMALL_BUILDING, "S7")], 8),
    ],
)
def test_storage_spots_are_five_and_those_of_small_buildings_boat_and_cards(  # CI-STORE-1
    scenario: Scenario, facts: list[Fact], spots: int
) -> None:
    holding(scenario.given(*facts), spots - 1)
    gain = PerformOrForfeit("gain_goods", GainGoods((WOOD,)))
    scenario.asking(0, gain, gain).when(0, GAIN).records(GoodsGained(0, (WOOD,)))
    scenario.refuses(0, GAIN, Reason.STORAGE_FULL, "CI-GAIN-2")


def test_every_spot_takes_any_good(scenario: Scenario) -> None:  # CI-STORE-1 ruling 38
    scenario.asking(0, ReceiveGoods(CUBES)).records(GoodsGained(0, CUBES))
    assert scenario.board(0).storage == CUBES


def test_a_spot_stays_reserved_while_storage_alone_can_free_a_site(scenario: Scenario) -> None:  # CI-STORE-2 ruling 40
    holding(scenario, 4).given(land("A1 meadow 1 food"), BuildingTaken(0, Structure.FORTRESS))
    gain = PerformOrForfeit("gain_goods", GainGoods((WOOD,)))
    scenario.asking(0, gain).refuses(0, GAIN, Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6")
    scenario.given(land("B1 forest 1")).when(0, GAIN).records(GoodsGained(0, (WOOD,)))


@pytest.mark.parametrize(
    ("coins", "refusal"),
    [(5, (Reason.STORAGE_FULL, "CI-GAIN-2")), (4, (Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6"))],
)
def test_a_gain_says_whether_no_spot_is_free_or_only_the_reserved_one(  # CI-STORE-2, CI-GAIN-2
    scenario: Scenario, coins: int, refusal: tuple[Reason, str]
) -> None:
    holding(scenario, coins).given(land("A1 meadow 1 food"), BuildingTaken(0, Structure.FORTRESS))
    scenario.asking(0, PerformOrForfeit("gain_goods", GainGoods((WOOD,)))).refuses(0, GAIN, *refusal)


def test_from_the_marketplace_nothing_comes_to_the_reserved_spot(scenario: Scenario) -> None:  # CI-BUILD-6 ruling 40
    holding(scenario, 4).given(land("A1 meadow 1 food"), BuildingTaken(0, Structure.FORTRESS), MarketGained(0, (WOOD,)))
    scenario.asking(0, EndStep())
    scenario.refuses(0, "store_from_market wood", Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6")
    scenario.when(0, "store_cube A1")


# Gains


def test_goods_of_one_gain_come_together(scenario: Scenario) -> None:  # CI-GAIN-1 ruling 38
    scenario.asking(0, GainGoods((COIN, WOOD))).records(GoodsGained(0, (COIN, WOOD))).asks_nobody()


def test_a_gain_of_choice_is_one_of_its_goods(scenario: Scenario) -> None:  # CI-GAIN-1
    scenario.asking(0, GainGoods(one_of=(GOLD, CLOTH)))
    assert scenario.legal(0) == ["take_good gold", "take_good cloth"]
    scenario.refuses(0, "take_good wood", Reason.NOTHING_TO_CHOOSE, "CI-GAIN-1")
    scenario.when(0, "take_good cloth").records(GoodsGained(0, (CLOTH,))).asks_nobody()


def test_a_coin_or_any_cube_may_be_of_choice(scenario: Scenario) -> None:  # CI-GAIN-1 ruling 38
    scenario.asking(0, GainGoods(one_of=GOODS))
    assert scenario.legal(0) == [f"take_good {good}" for good in ("coin", "wood", "stone", "food", "gold", "cloth")]


def test_of_a_gain_with_too_few_spots_the_seat_keeps_what_it_likes(scenario: Scenario) -> None:  # CI-GAIN-3
    holding(scenario, 3).asking(0, GainGoods((COIN, WOOD, FOOD))).asks(0, ChooseKept)
    assert scenario.legal(0) == ["keep_goods coin,wood", "keep_goods coin,food", "keep_goods wood,food"]
    scenario.when(0, "keep_goods wood,food").records(GoodsGained(0, (WOOD, FOOD))).asks_nobody()


def test_every_choice_of_goods_to_keep_is_listed_once(scenario: Scenario) -> None:  # CI-GAIN-3
    holding(scenario, 3).asking(0, ReceiveGoods((WOOD, COIN, WOOD)))
    assert scenario.legal(0) == ["keep_goods coin,wood", "keep_goods wood,wood"]


@pytest.mark.parametrize("goods", ["-", "wood", "coin,wood,food"])
def test_as_many_as_fit_have_to_be_kept(scenario: Scenario, goods: str) -> None:  # CI-GAIN-3
    holding(scenario, 3).asking(0, ReceiveGoods((COIN, WOOD, FOOD)))
    scenario.refuses(0, f"keep_goods {goods}", Reason.WRONG_NUMBER_KEPT, "CI-GAIN-3")


@pytest.mark.parametrize("goods", ["wood,wood", "wood,gold"])
def test_only_what_is_gained_can_be_kept(scenario: Scenario, goods: str) -> None:  # CI-GAIN-3
    holding(scenario, 3).asking(0, ReceiveGoods((COIN, WOOD, FOOD)))
    scenario.refuses(0, f"keep_goods {goods}", Reason.NOTHING_TO_CHOOSE, "CI-GAIN-3")


def test_a_choice_and_what_comes_with_it_are_one_gain(scenario: Scenario) -> None:  # CI-GAIN-3 ruling 38
    holding(scenario, 4).asking(0, GainGoods((FOOD,), one_of=(WOOD, STONE))).when(0, "take_good stone")
    assert scenario.legal(0) == ["keep_goods stone", "keep_goods food"]


def test_room_can_be_made_before_goods_are_forfeited(scenario: Scenario) -> None:  # CI-GAIN-2 ruling 53
    holding(scenario, 5).asking(0, ReceiveGoods((WOOD,))).asks(0, ChooseKept)
    assert scenario.legal(0) == ["keep_goods -"]
    for move in ("start_trade any_for_any", *["give_item coin"] * 4, "close_trade", "take_good gold"):
        scenario.when(0, move)
    scenario.asks(0, ChooseKept).when(0, "keep_goods wood").records(GoodsGained(0, (WOOD,)))


def test_with_no_spot_to_be_had_goods_are_forfeited(scenario: Scenario) -> None:  # CI-GAIN-2 ruling 38
    holding(scenario, 5).asking(0, ReceiveGoods((WOOD,))).when(0, "keep_goods -").records_nothing_of(GoodsGained)
    assert scenario.board(0).storage == (COIN,) * 5


def test_nobody_is_asked_about_goods_that_cannot_be_kept() -> None:  # CI-GAIN-2 ruling 38
    number = """numbers = [{ id = "storage_spots", status = "reconstructed", source = "a test", value = 1 }]"""
    scenario = Scenario(components=TITLE.load_components((number.encode(),)))
    holding(scenario, 1).asking(0, ReceiveGoods((WOOD,))).asks_nobody()
    scenario.records_nothing_of(GoodsGained)


def test_cubes_in_storage_cannot_be_discarded(scenario: Scenario) -> None:  # CI-GAIN-2 ruling 36
    holding(scenario, 5).given(land("A1 meadow 1 food")).asking(0, EndStep())
    assert scenario.legal(0) == ["finish"]
    assert scenario.anytime(0) == ["start_trade any_for_any"]


# The marketplace


def test_the_marketplace_has_no_limit(scenario: Scenario) -> None:  # CI-MARKET-1
    holding(scenario, 5).given(MarketGained(0, GOODS * 3)).asking(0, GainMarketGoods((COIN, COIN)))
    scenario.records(MarketGained(0, (COIN, COIN))).asks_nobody()
    assert len(scenario.board(0).market) == 20


@pytest.mark.parametrize("cubes", [("gold", "gold"), ("wood", "cloth")])
def test_cubes_of_choice_come_to_the_marketplace_same_or_different(  # CI-MARKET-2
    scenario: Scenario, cubes: tuple[str, str]
) -> None:
    scenario.asking(0, GainMarketCubes(2))
    for cube in cubes:
        scenario.asks(0, TakeToMarket).when(0, f"take_good {cube}").records(MarketGained(0, (Good(cube),)))
    scenario.asks_nobody()


def test_cubes_of_choice_are_no_coins_and_not_interrupted(scenario: Scenario) -> None:  # CI-MARKET-2
    scenario.given(land("A1 meadow 1 food")).asking(0, GainMarketCubes(2))
    scenario.refuses(0, "take_good coin", Reason.NOTHING_TO_CHOOSE, "CI-MARKET-2")
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)


def test_goods_on_the_marketplace_are_spent_only_after_they_are_stored(scenario: Scenario) -> None:  # CI-MARKET-1
    scenario.given(MarketGained(0, (COIN,))).asking(0, PayWorkerFee(1))
    scenario.refuses(0, "pay_fee coin", Reason.NOT_OWNED, "CI-FEE-1")
    scenario.when(0, "store_from_market coin").records(MarketStored(0, COIN)).when(0, "pay_fee coin")
