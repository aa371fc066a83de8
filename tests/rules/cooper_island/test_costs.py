"""Costs: how they are paid, what reductions take off, and that every allowed payment is listed."""

from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement

import pytest

from quarterdeck_rules.cooper_island.boats import BuildIncomeBoat, ChooseBoat, PayForBoat
from quarterdeck_rules.cooper_island.buildings import BuildBuilding, ChooseSite
from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.costs import payment_refusal, payments, reduction
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    BoatBuilt,
    CardKept,
    CardTurned,
    CostPaid,
    DiscountEnded,
    DiscountGranted,
    GoodsGained,
    MarketGained,
    RuinRemoved,
)
from quarterdeck_rules.cooper_island.moves import Pay
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, OfferSection
from quarterdeck_rules.cooper_island.statues import ChooseStatue
from quarterdeck_rules.cooper_island.terms import GOODS, Good, Item, Structure, Worker
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

COIN, WOOD, STONE, FOOD, GOLD, CLOTH = Good
SMALL, LARGE = Structure.SMALL_BUILDING, Structure.LARGE_BUILDING
SMALL_BUILDING = {COIN: 1, WOOD: 2, STONE: 2}
"""The printed cost of a small building."""
BOAT = GoodsGained(0, (COIN, WOOD, WOOD))
"""The cost of the first landing space."""


def paying(scenario: Scenario, *facts: Fact, less: int = 0, landing: str = "landing_1") -> Scenario:
    """The first seat is about to pay for an income boat: a coin and two wood on the first landing space."""
    scenario.given(*facts).asking(0, BuildIncomeBoat(less=less))
    return scenario.when(0, f"build_boat draw_boat {landing}").asks(0, PayForBoat)


def erecting(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat is about to pay for a small building: a coin, two wood and two stone."""
    return scenario.given(*facts).asking(0, BuildBuilding()).when(0, "erect_building small_building")


# Values


def test_a_stored_coin_or_cube_is_worth_one(scenario: Scenario) -> None:  # CI-COST-2
    paying(scenario, BOAT).refuses(0, "pay coin,wood", Reason.PAYMENT_TOO_LOW, "CI-COST-2")
    scenario.when(0, "pay coin,wood,wood").records(CostPaid(0, (Item(COIN), Item(WOOD), Item(WOOD))))
    assert scenario.board(0).storage == ()


@pytest.mark.parametrize(("level", "enough"), [(1, False), (2, True), (3, True)])
def test_a_cube_on_land_is_worth_the_level_of_its_space(  # CI-COST-2
    scenario: Scenario, level: int, enough: bool
) -> None:
    paying(scenario, land(f"A1 forest {level} wood"), BOAT)
    if enough:
        scenario.when(0, "pay coin,wood:A1")
        assert scenario.board(0).piles[0].cube is None
    else:
        scenario.refuses(0, "pay coin,wood:A1", Reason.PAYMENT_TOO_LOW, "CI-COST-2")


def test_overpaying_with_a_high_cube_brings_no_change(scenario: Scenario) -> None:  # CI-COST-2 ruling 35
    paying(scenario, land("A1 forest 5 wood"), GoodsGained(0, (COIN,))).when(0, "pay coin,wood:A1")
    assert scenario.board(0).storage == scenario.board(0).market == ()


def test_spare_value_of_one_good_does_not_pay_for_another(scenario: Scenario) -> None:  # CI-COST-2
    erecting(scenario, land("A1 forest 4 wood"), GoodsGained(0, (COIN, STONE, STONE)))
    scenario.refuses(0, "pay coin,wood:A1,stone", Reason.PAYMENT_TOO_LOW, "CI-COST-2")


@pytest.mark.parametrize("items", ["coin,wood,wood", "coin,wood,wood:B1", "coin,wood:A1,wood:A1", "coin,wood,wood:Z9"])
def test_a_cost_is_paid_with_what_the_seat_has(scenario: Scenario, items: str) -> None:  # CI-COST-1
    facts = land("A1 forest 1 wood, B1 meadow 1 food"), GoodsGained(0, (COIN, WOOD)), MarketGained(0, (WOOD,))
    paying(scenario, *facts).refuses(0, f"pay {items}", Reason.NOT_OWNED, "CI-COST-1")


# Nothing needless


@pytest.mark.parametrize(
    "items", ["coin,wood,wood:A1", "coin,coin,wood:A1", "coin,wood:A1,food", "coin,wood:A1,wood:B1"]
)
def test_no_item_may_be_in_a_payment_that_is_enough_without_it(  # CI-COST-5 ruling 34
    scenario: Scenario, items: str
) -> None:
    paying(scenario, land("A1 forest 3 wood, B1 forest 1 wood"), GoodsGained(0, (COIN, COIN, WOOD, FOOD)))
    scenario.refuses(0, f"pay {items}", Reason.NEEDLESS_ITEM, "CI-COST-5")


def test_two_high_cubes_may_overpay_if_each_is_needed(scenario: Scenario) -> None:  # CI-COST-5 ruling 34
    facts = land("A1 forest 4 wood, B1 forest 4 wood"), GoodsGained(0, (COIN, COIN))
    paying(scenario, *facts, landing="landing_5").when(0, "pay coin,coin,wood:A1,wood:B1").records(BoatBuilt)


# In one go


def test_a_payment_is_not_interrupted(scenario: Scenario) -> None:  # CI-COST-1 rulings 32 and 54
    paying(scenario, land("A1 forest 1 wood"), BOAT)
    assert scenario.anytime(0) == []
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)


def test_a_purchase_can_be_given_up_before_it_is_paid(scenario: Scenario) -> None:  # CI-COST-1 ruling 32
    scenario.given(BOAT, DiscountGranted(0, 1)).in_turn_of(0).asking(0, OfferSection("B", Worker.NORMAL, True))
    scenario.when(0, "perform build_income_boat").when(0, "build_boat coin_boat landing_1").when(0, "give_up")
    scenario.records_nothing_of(CostPaid, ActionTaken, DiscountEnded, BoatBuilt).asks(0, ChooseSectionAction)
    scenario.when(0, "perform build_income_boat").when(0, "build_boat draw_boat landing_1")
    scenario.when(0, "pay coin,wood reductions=wood")
    scenario.records(
        CostPaid, DiscountEnded, ActionTaken(0, "build_income_boat"), BoatBuilt(0, "draw_boat", "landing_1")
    )


def test_a_card_that_buys_is_turned_by_the_payment(scenario: Scenario) -> None:  # CI-COST-1 ruling 32, CI-ANY-4
    scenario.given(BOAT, CardKept(0, LARGE, "L9")).in_turn_of(0).asking(0, OfferSection("G", Worker.NORMAL, False))
    scenario.when(0, "use_card L9").asks(0, ChooseBoat).records_nothing_of(CardTurned)
    scenario.when(0, "build_boat coin_boat landing_1").when(0, "give_up").records_nothing_of(CardTurned)
    scenario.when(0, "use_card L9").when(0, "build_boat coin_boat landing_1").when(0, "pay coin,wood,wood")
    scenario.records(CostPaid, CardTurned(0, "L9", False), BoatBuilt)


@pytest.mark.parametrize(
    "short", [(COIN, WOOD, STONE, STONE), (WOOD, WOOD, WOOD, STONE, STONE), (COIN, GOLD, WOOD, STONE)]
)
def test_nothing_is_begun_that_cannot_be_paid(scenario: Scenario, short: tuple[Good, ...]) -> None:  # CI-BUILD-2
    scenario.given(land("A1 meadow 1"), GoodsGained(0, short), MarketGained(0, GOODS)).asking(0, BuildBuilding())
    scenario.refuses(0, "erect_building small_building", Reason.CANNOT_PAY, "CI-BUILD-2")


def test_spots_and_spaces_freed_by_the_payment_are_free_for_what_is_paid(scenario: Scenario) -> None:  # ruling 39
    erecting(scenario, land("A1 forest 2 wood, B1 meadow 1"), GoodsGained(0, (COIN, STONE, STONE)))
    scenario.when(0, "pay coin,wood:A1,stone,stone").asks(0, ChooseSite)
    assert scenario.legal(0) == ["place_structure A1"]


# Reductions


def test_reductions_of_symbol_card_and_discount_add_up(scenario: Scenario) -> None:  # CI-COST-4 ruling 33
    facts = CardKept(0, SMALL, "S1"), DiscountGranted(0, 3), GoodsGained(0, (COIN, WOOD))
    paying(scenario, *facts, less=2, landing="landing_5")  # six of two coins and six wood
    scenario.when(0, "pay coin,wood reductions=coin,wood,wood,wood,wood,wood").records(CostPaid, DiscountEnded(0))


@pytest.mark.parametrize(
    ("items", "reductions"),
    [("wood", "coin,wood"), ("coin", "wood,wood")],
)
def test_the_payer_says_what_a_reduction_lowers(  # CI-COST-4 ruling 33
    scenario: Scenario, items: str, reductions: str
) -> None:
    paying(scenario, BOAT, less=2).when(0, f"pay {items} reductions={reductions}").records(BoatBuilt)


@pytest.mark.parametrize(
    "move",
    [
        "pay coin,wood,wood",  # not used
        "pay coin,wood reductions=wood",  # not used as far as they fit
        "pay - reductions=coin,wood,wood",  # more than there are
        "pay wood reductions=coin,coin",  # below nothing
        "pay coin,wood reductions=wood,stone",  # of what is not owed
    ],
)
def test_reductions_are_used_as_far_as_they_fit(scenario: Scenario, move: str) -> None:  # CI-COST-4 ruling 33
    paying(scenario, BOAT, less=2).refuses(0, move, Reason.REDUCTION_MISMATCH, "CI-COST-4")


def test_reductions_beyond_the_cost_are_lost_and_nothing_is_paid(scenario: Scenario) -> None:  # CI-COST-4 ruling 33
    paying(scenario, DiscountGranted(0, 3), CardKept(0, SMALL, "S1"))
    scenario.refuses(0, "pay - reductions=coin,wood,wood,wood", Reason.REDUCTION_MISMATCH, "CI-COST-4")
    scenario.when(0, "pay - reductions=coin,wood,wood").records(DiscountEnded(0), BoatBuilt)
    scenario.records_nothing_of(CostPaid)


def test_what_a_reduction_covers_is_needless(scenario: Scenario) -> None:  # CI-COST-5
    paying(scenario, BOAT, less=2)
    scenario.refuses(0, "pay coin,wood reductions=coin,wood", Reason.NEEDLESS_ITEM, "CI-COST-5")


@pytest.mark.parametrize(
    ("card", "lowered"),
    [("S1", Purchase.BOAT), ("S2", Purchase.BUILDING), ("S3", Purchase.STATUE), ("S4", Purchase.CARGO)],
)
def test_a_card_lowers_its_own_purchase_alone(scenario: Scenario, card: str, lowered: Purchase) -> None:  # CI-CARD-2
    table = scenario.given(CardKept(0, SMALL, card)).table
    assert {purchase: reduction(table, 0, purchase, 0) for purchase in Purchase} == dict.fromkeys(Purchase, 0) | {
        lowered: 1
    }
    assert [reduction(table, 1, purchase, 2) for purchase in Purchase] == [2] * 4


def test_a_reduction_lowers_the_price_that_was_chosen(scenario: Scenario) -> None:  # CI-COST-4 ruling 33
    scenario.given(land("A1 meadow 1, B2 meadow 1"), RuinRemoved(0, "C3", "spot_1"), CardKept(0, SMALL, "S3"))
    scenario.given(GoodsGained(0, (WOOD, WOOD, GOLD, STONE))).asking(0, ChooseStatue(0, "", ""))
    scenario.refuses(0, "build_statue wood_and_stone spot_1", Reason.CANNOT_PAY, "CI-STATUE-4")
    scenario.when(0, "build_statue wood_and_gold spot_1")
    scenario.refuses(0, "pay wood,wood,gold reductions=stone", Reason.REDUCTION_MISMATCH, "CI-COST-4")
    scenario.when(0, "pay wood,wood,gold reductions=gold").asks(0, ChooseSite)


# All payments are listed, and no others


def boards() -> Iterator[tuple[str, tuple[Good, ...], dict[Good, int], int]]:
    """Land, storage, what is owed and what is taken off."""
    forests = "A1 forest 1 wood, B1 forest 2 wood, B2 forest 2 wood, C2 forest 3 wood"
    for less in range(4):
        yield forests, (COIN, WOOD, WOOD), {COIN: 1, WOOD: 3}, less
        yield forests, (COIN, COIN, WOOD, STONE), {COIN: 2, WOOD: 6}, less
        yield "A1 forest 2 wood, B1 mountain 3 stone, B2 mountain 1 stone", (COIN, WOOD, STONE), SMALL_BUILDING, less
        yield "A1 mountain 4 gold, B1 settlement 2 cloth, B2 forest 1", (GOLD, CLOTH, CLOTH), {GOLD: 2, CLOTH: 3}, less
        yield "A1 meadow 1 food", (FOOD,), {GOLD: 1, CLOTH: 2}, less
    yield "A1 forest 1 wood", (COIN, WOOD, WOOD), {COIN: 1, WOOD: 2}, 6


@pytest.mark.parametrize(("drawn", "stored", "owed", "less"), list(boards()))
def test_the_payments_listed_are_exactly_those_that_the_rule_allows(  # CI-COST-3 rulings 33 and 34
    scenario: Scenario, drawn: str, stored: tuple[Good, ...], owed: dict[Good, int], less: int
) -> None:
    island = scenario.given(land(drawn), GoodsGained(0, stored)).table
    worth = {Item(good): 1 for good in stored}
    worth |= {
        Item(pile.cube, island.box.spaces[place]): pile.level
        for place, pile in enumerate(island.boards[0].piles)
        if pile.cube is not None
    }
    have = (*map(Item, stored), *(item for item in worth if item.space))
    subsets = chain.from_iterable(combinations(have, size) for size in range(len(have) + 1))
    spreads = [spread for size in range(less + 1) for spread in combinations_with_replacement(owed, size)]
    tried = {Pay(items, spread) for items in subsets for spread in spreads}

    def is_enough(items: tuple[Item, ...], spread: tuple[Good, ...]) -> bool:
        paid = {good: sum(worth[item] for item in items if item.good is good) for good in owed}
        return all(paid[good] >= owed[good] - spread.count(good) for good in owed)

    def is_right(move: Pay) -> bool:
        without = (move.items[:place] + move.items[place + 1 :] for place in range(len(move.items)))
        fitting = min(less, sum(owed.values()))
        return (
            len(move.reductions) == fitting
            and all(move.reductions.count(good) <= owed[good] for good in owed)
            and is_enough(move.items, move.reductions)
            and not any(is_enough(items, move.reductions) for items in without)
        )

    listed = list(payments(island, 0, owed, less))
    assert set(listed) == {move for move in tried if is_right(move)}
    assert set(listed) == {move for move in tried if payment_refusal(island, 0, owed, less, move) is None}
    assert len(listed) == len(set(listed))
