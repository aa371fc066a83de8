"""Market trades: three rates, asked in parts, not to be interrupted, at least one item."""

import pytest

from quarterdeck_rules.cooper_island.anytime import GiveToTrade
from quarterdeck_rules.cooper_island.events import GoodTraded, MarketGained
from quarterdeck_rules.cooper_island.goods import TakeToMarket
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.terms import CUBES, Good, Item
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, stored

COIN, GOLD = Good.COIN, Good.GOLD
TRADES = (
    ("cloth_for_coins", "cloth", 2, ("coin",)),
    ("gold_for_cubes", "gold", 2, ("wood", "stone", "food", "gold", "cloth")),
    ("any_for_any", "wood", 4, ("coin", "wood", "stone", "food", "gold", "cloth")),
)


def trading(scenario: Scenario, trade: str, *facts: Fact) -> Scenario:
    """The first seat has begun this trade."""
    return scenario.given(*facts).asking(0, EndStep()).when(0, f"start_trade {trade}")


@pytest.mark.parametrize(("trade", "good", "rate", "takes"), TRADES)
def test_each_trade_has_its_rate_and_its_goods(  # CI-TRADE-1, CI-TRADE-2, CI-TRADE-3
    scenario: Scenario, trade: str, good: str, rate: int, takes: tuple[str, ...]
) -> None:
    trading(scenario, trade, stored(f"{rate} {good}")).asks(0, GiveToTrade(trade, 0))
    for given in range(rate):
        refusal = scenario.refuses(0, "close_trade", Reason.TRADE_TOO_SMALL, "CI-TRADE-3")
        assert dict(refusal.details) == {"rate": str(rate), "given": str(given)}
        scenario.when(0, f"give_item {good}").records(GoodTraded(0, Item(Good(good))))
    scenario.when(0, "close_trade").asks(0, TakeToMarket)
    assert scenario.legal(0) == [f"take_good {good}" for good in takes]
    scenario.when(0, f"take_good {takes[-1]}").records(MarketGained(0, (Good(takes[-1]),))).asks(0, EndStep)


@pytest.mark.parametrize(
    ("trade", "good", "value", "yielded"),
    [
        ("cloth_for_coins", "cloth", 2, 1),
        ("cloth_for_coins", "cloth", 3, 1),
        ("cloth_for_coins", "cloth", 5, 2),
        ("gold_for_cubes", "gold", 4, 2),
        ("gold_for_cubes", "gold", 7, 3),
        ("any_for_any", "food", 4, 1),
        ("any_for_any", "food", 7, 1),
        ("any_for_any", "food", 8, 2),
    ],
)
def test_the_total_value_is_divided_and_rounded_down(  # CI-TRADE-3 ruling 37
    scenario: Scenario, trade: str, good: str, value: int, yielded: int
) -> None:
    trading(scenario, trade, land(f"A1 settlement {value} {good}")).when(0, f"give_item {good}:A1")
    scenario.when(0, "close_trade")
    taken = "coin" if trade == "cloth_for_coins" else "wood"
    for _ in range(yielded):
        scenario.when(0, f"take_good {taken}")
    scenario.asks(0, EndStep)
    assert scenario.board(0).market == (Good(taken),) * yielded


def test_stored_and_standing_goods_are_added_up(scenario: Scenario) -> None:  # CI-TRADE-3
    trading(scenario, "any_for_any", land("A1 meadow 3 food, B1 forest 2 wood"), stored("coin, 2 gold"))
    scenario.when(0, "give_item food:A1").when(0, "give_item coin").when(0, "give_item wood:B1")
    scenario.when(0, "give_item gold").when(0, "give_item gold").when(0, "close_trade")  # 8
    scenario.when(0, "take_good coin").when(0, "take_good cloth").asks(0, EndStep)
    assert scenario.board(0).market == (COIN, Good.CLOTH)
    assert scenario.board(0).storage == ()
    assert scenario.board(0).piles[scenario.table.box.place["A1"]].is_free


def test_more_than_needed_may_be_given(scenario: Scenario) -> None:  # CI-TRADE-3 ruling 37
    trading(scenario, "cloth_for_coins", stored("4 cloth"))
    for _ in range(3):
        scenario.when(0, "give_item cloth")
    scenario.when(0, "close_trade").when(0, "take_good coin").asks(0, EndStep)
    assert scenario.board(0).storage == (Good.CLOTH,)


def test_the_same_kind_may_be_taken_back(scenario: Scenario) -> None:  # CI-TRADE-3 ruling 37
    trading(scenario, "gold_for_cubes", stored("2 gold")).when(0, "give_item gold").when(0, "give_item gold")
    scenario.when(0, "close_trade").when(0, "take_good gold").records(MarketGained(0, (GOLD,)))


@pytest.mark.parametrize(
    ("trade", "goods"),
    [
        ("cloth_for_coins", "cloth, 4 gold"),
        ("gold_for_cubes", "gold, 4 cloth"),
        ("any_for_any", "coin, wood, gold"),
        ("any_for_any", "food"),
    ],
)
def test_a_trade_that_yields_nothing_is_not_begun(  # CI-TRADE-1 ruling 37
    scenario: Scenario, trade: str, goods: str
) -> None:
    scenario.given(stored(goods)).asking(0, EndStep())
    scenario.refuses(0, f"start_trade {trade}", Reason.TRADE_TOO_SMALL, "CI-TRADE-1")


def test_there_is_no_fourth_trade(scenario: Scenario) -> None:  # CI-TRADE-1
    scenario.given(stored("5 coin")).asking(0, EndStep())
    scenario.refuses(0, "start_trade coins_for_rum", Reason.NOTHING_TO_CHOOSE, "CI-TRADE-1")


@pytest.mark.parametrize(
    ("trade", "given", "other"), [("cloth_for_coins", "cloth", "gold"), ("gold_for_cubes", "gold", "coin")]
)
def test_a_trade_takes_only_its_own_good(  # CI-TRADE-3
    scenario: Scenario, trade: str, given: str, other: str
) -> None:
    trading(scenario, trade, stored(f"2 {given}, {other}"))
    scenario.refuses(0, f"give_item {other}", Reason.NOT_TRADED, "CI-TRADE-3")


@pytest.mark.parametrize("item", ["gold", "food:B1", "wood:A1", "food:Z9"])
def test_only_what_the_seat_has_is_given(scenario: Scenario, item: str) -> None:  # CI-TRADE-3
    trading(scenario, "any_for_any", land("A1 meadow 3 food"), stored("wood"))
    scenario.refuses(0, f"give_item {item}", Reason.NOT_OWNED, "CI-TRADE-3")


def test_nothing_is_given_twice(scenario: Scenario) -> None:  # CI-TRADE-3
    trading(scenario, "any_for_any", land("A1 meadow 3 food"), stored("wood")).when(0, "give_item food:A1")
    scenario.when(0, "give_item wood").refuses(0, "give_item wood", Reason.NOT_OWNED, "CI-TRADE-3")
    scenario.refuses(0, "give_item food:A1", Reason.NOT_OWNED, "CI-TRADE-3")


def test_coins_come_of_cloth_and_cubes_of_gold(scenario: Scenario) -> None:  # CI-MARKET-2
    trading(scenario, "cloth_for_coins", stored("2 cloth, 2 gold")).when(0, "give_item cloth")
    scenario.when(0, "give_item cloth").when(0, "close_trade")
    for cube in CUBES:
        scenario.refuses(0, f"take_good {cube}", Reason.NOTHING_TO_CHOOSE, "CI-MARKET-2")
    scenario.when(0, "take_good coin").when(0, "start_trade gold_for_cubes").when(0, "give_item gold")
    scenario.when(0, "give_item gold").when(0, "close_trade")
    scenario.refuses(0, "take_good coin", Reason.NOTHING_TO_CHOOSE, "CI-MARKET-2")


def test_a_trade_is_not_interrupted_until_it_is_settled(scenario: Scenario) -> None:  # CI-TRADE-3 ruling 37
    others = (land("A1 meadow 1 food"), MarketGained(0, (COIN,)), kept("L1"))
    trading(scenario, "cloth_for_coins", stored("4 cloth"), *others)
    for answer in ("give_item cloth", "give_item cloth", "give_item cloth", "give_item cloth", "close_trade"):
        for move in ("store_cube A1", "store_from_market coin", "start_trade any_for_any", "use_card L1"):
            scenario.refuses(0, move, EngineReason.MOVE_NOT_EXPECTED)
        scenario.when(0, answer)
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "take_good coin").refuses(0, "use_card L1", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "take_good coin").when(0, "use_card L1")


def test_what_the_trade_yields_comes_to_the_marketplace_though_storage_is_full(  # CI-MARKET-2 ruling 38
    scenario: Scenario,
) -> None:
    trading(scenario, "any_for_any", land("A1 meadow 4 food"), stored("5 wood")).when(0, "give_item food:A1")
    scenario.when(0, "close_trade").when(0, "take_good coin")
    assert scenario.board(0).market == (COIN,)
    assert len(scenario.board(0).storage) == 5


def test_a_trade_may_empty_a_spot_or_a_space(scenario: Scenario) -> None:  # CI-TRADE-3 ruling 36
    scenario.given(land("A1 meadow 4 food, B1 forest 1 wood"), stored("5 wood")).asking(0, EndStep())
    scenario.refuses(0, "store_cube B1", Reason.STORAGE_FULL, "CI-ANY-1")
    trading(scenario, "any_for_any").when(0, "give_item food:A1").when(0, "give_item wood").when(0, "close_trade")
    scenario.when(0, "take_good coin").when(0, "store_cube B1")
