"""Sailing: bays and harbors, their log books and the harbor fee."""

from collections import Counter

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    AnchorRaised,
    CardKept,
    CartographerAdvanced,
    CartographerUsed,
    DoubleTileDrawn,
    FeePaid,
    FeeRefused,
    GoodsGained,
    LogBookGained,
    MarketGained,
    ShipAdvanced,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift
from quarterdeck_rules.cooper_island.moves import MoveShip
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip, PayHarborFee
from quarterdeck_rules.cooper_island.terms import Good, Item, Ship, Structure
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

ONE, TWO = Ship
COIN, WOOD, STONE, FOOD, GOLD, CLOTH = Good

FACES: dict[str, tuple[int, tuple[str, ...], type[Struct] | Struct]] = {
    "log_book_coin": (3, (), GoodsGained(0, (COIN,))),
    "log_book_wood_stone": (2, (), GoodsGained(0, (WOOD, STONE))),
    "log_book_wood_food": (2, (), GoodsGained(0, (WOOD, FOOD))),
    "log_book_stone_food": (2, (), GoodsGained(0, (STONE, FOOD))),
    "log_book_coin_stone": (2, (), GoodsGained(0, (COIN, STONE))),
    "log_book_coin_wood": (2, (), GoodsGained(0, (COIN, WOOD))),
    "log_book_coin_food": (2, (), GoodsGained(0, (COIN, FOOD))),
    "log_book_gold_or_cloth": (4, ("gold", "cloth"), GoodsGained),
    "log_book_wood_stone_or_food": (3, ("wood", "stone", "food"), GoodsGained),
    "log_book_draw": (4, (), DoubleTileDrawn),
    "log_book_cartographer": (4, (), CartographerAdvanced(0, 1)),
}
"""Every face of the thirty log book tokens: how many there are, what may be chosen, what it brings."""
TOKENS = [face for face, (count, _, _) in FACES.items() for _ in range(count)]


def arriving(scenario: Scenario, bank: int, *facts: Fact, face: str = "log_book_draw", points: int = 1) -> Scenario:
    """The one-sail ship of the first seat is one step before a bay or harbor and gains helm points."""
    before = [ShipAdvanced(0, ONE, step % scenario.table.banks) for step in range(1, bank or scenario.table.banks)]
    scenario.given(before, *facts).draws(log_books=[TOKENS.index(face)])
    return scenario.asking(0, ChooseShip(points)).when(0, "move_ship one_sail")


def in_harbor(scenario: Scenario, *facts: Fact, points: int = 1) -> Scenario:
    """The one-sail ship of the first seat has reached the harbor of the second, and got its log book."""
    return arriving(scenario, 10, *facts, points=points).when(0, "forfeit")


# Log books


def test_the_supply_holds_thirty_log_books_all_equally_likely() -> None:  # CI-SAIL-6
    drawn = Counter(
        Scenario().given([ShipAdvanced(0, ONE, step) for step in range(1, 5)])
        .draws(log_books=[draw]).asking(0, ChooseShip(1)).when(0, "move_ship one_sail").board(0).log_books[0]
        for draw in range(30)
    )  # fmt: skip
    assert drawn == {face: count for face, (count, _, _) in FACES.items()}


@pytest.mark.parametrize("ship", Ship)
@pytest.mark.parametrize(("seats", "steps"), [(2, 5), (2, 10), (2, 15), (2, 20), (3, 30), (4, 5), (4, 20), (4, 35)])
def test_a_log_book_is_gained_in_bays_and_harbors(ship: Ship, seats: int, steps: int) -> None:  # CI-SAIL-5
    way = 1 if ship is ONE else -1
    scenario = Scenario(seats).given([ShipAdvanced(0, ship, way * step % (10 * seats)) for step in range(1, steps)])
    scenario.asking(0, ChooseShip(1)).when(0, MoveShip(ship))
    scenario.records(ShipAdvanced(0, ship, way * steps % (10 * seats)), LogBookGained)


@pytest.mark.parametrize("face", FACES)
def test_a_log_book_acts_at_once(scenario: Scenario, face: str) -> None:  # CI-SAIL-6
    arriving(scenario, 5, face=face).records(LogBookGained(0, face)).asks(0, PerformOrForfeit)
    scenario.when(0, f"perform {face}")
    _, choice, gained = FACES[face]
    if choice:
        assert scenario.legal(0) == [f"take_good {good}" for good in choice]
        scenario.when(0, f"take_good {choice[-1]}").records(GoodsGained(0, (Good(choice[-1]),)))
    else:
        scenario.records(gained)
    assert scenario.board(0).log_books == (face,)


def test_the_action_of_a_log_book_can_be_forfeited(scenario: Scenario) -> None:  # CI-SAIL-6
    arriving(scenario, 5, face="log_book_coin").when(0, "forfeit").records_nothing_of(GoodsGained).asks_nobody()
    assert scenario.board(0).log_books == ("log_book_coin",)


def test_the_action_of_a_log_book_that_cannot_be_performed_is_passed(scenario: Scenario) -> None:  # CI-SAIL-6
    full = (CartographerAdvanced(0, 6), CartographerUsed(0, 1), CartographerAdvanced(0, 1))
    arriving(scenario, 5, *full, face="log_book_cartographer", points=2)
    scenario.records(LogBookGained, ShipAdvanced(0, ONE, 6)).asks_nobody()


def test_an_anytime_move_may_make_room_for_a_log_book_first(scenario: Scenario) -> None:  # CI-SAIL-6 ruling 53
    arriving(scenario, 5, GoodsGained(0, (CLOTH,) * 5), face="log_book_gold_or_cloth")
    scenario.refuses(0, "perform log_book_gold_or_cloth", Reason.STORAGE_FULL, "CI-GAIN-2")
    scenario.when(0, "start_trade cloth_for_coins").when(0, "give_item cloth").when(0, "give_item cloth")
    scenario.when(0, "close_trade").when(0, "take_good coin").when(0, "perform log_book_gold_or_cloth")
    scenario.when(0, "take_good gold").records(GoodsGained(0, (GOLD,)))


def test_an_empty_supply_gives_no_log_book_but_the_ship_sails_on(scenario: Scenario) -> None:  # CI-SAIL-6 ruling 72
    arriving(scenario, 5, [LogBookGained(1, face) for face in TOKENS[:-1]], face="log_book_coin").records(
        LogBookGained(0, "log_book_cartographer")
    )
    scenario.when(0, "forfeit")
    empty = arriving(Scenario(), 10, [LogBookGained(1, face) for face in TOKENS])
    empty.records_nothing_of(LogBookGained).records(ShipAdvanced(0, ONE, 10), FeeRefused(0, 1), AnchorAdded(0, ONE))
    assert empty.board(0).one_sail.steps == 10


def test_a_bay_asks_no_fee(scenario: Scenario) -> None:  # CI-SAIL-5
    arriving(scenario, 5, GoodsGained(0, (COIN,))).when(0, "forfeit").asks_nobody()
    assert scenario.board(0).one_sail.anchors == 0


# The harbor fee


def test_a_log_book_comes_before_the_harbor_fee_and_may_pay_it(scenario: Scenario) -> None:  # CI-SAIL-7 ruling 52
    arriving(scenario, 10, face="log_book_coin").asks(0, PerformOrForfeit).records_nothing_of(FeePaid, FeeRefused)
    scenario.when(0, "perform log_book_coin").asks(0, PayHarborFee(ONE, 1))
    scenario.when(0, "pay_fee coin").records(FeePaid(0, Item(COIN), 1)).asks_nobody()
    assert scenario.board(0).storage == ()
    assert scenario.board(1).market == (COIN,)


@pytest.mark.parametrize(("bank", "owner"), [(10, 1), (20, 2), (30, 3), (0, None)])
def test_the_fee_is_for_the_owner_of_the_harbor_or_the_supply(bank: int, owner: int | None) -> None:  # CI-SAIL-7
    scenario = arriving(Scenario(4), bank, GoodsGained(0, (COIN,))).when(0, "forfeit")
    scenario.asks(0, PayHarborFee(ONE, owner)).when(0, "pay_fee coin").records(FeePaid(0, Item(COIN), owner))
    assert [board.market for board in scenario.table.boards] == [(COIN,) if seat == owner else () for seat in range(4)]


def test_one_cube_of_any_value_pays_the_fee(scenario: Scenario) -> None:  # CI-SAIL-7
    in_harbor(scenario, land("A1 mountain 3 gold"), GoodsGained(0, (FOOD,)))
    assert scenario.legal(0) == ["pay_fee food", "pay_fee gold:A1", "refuse_fee"]
    scenario.when(0, "pay_fee gold:A1")
    assert scenario.board(1).market == (GOLD,)
    assert scenario.board(0).piles[scenario.table.box.place["A1"]].cube is None


@pytest.mark.parametrize("item", ["coin", "wood", "food:B1", "food:Z9", "wood:A1"])
def test_a_fee_is_paid_with_what_the_seat_has(scenario: Scenario, item: str) -> None:  # CI-SAIL-7
    in_harbor(scenario, land("A1 meadow 1 food, B1 meadow 1"), MarketGained(0, (WOOD,)))
    scenario.refuses(0, f"pay_fee {item}", Reason.NOT_OWNED, "CI-SAIL-7")


def test_goods_of_the_marketplace_pay_a_fee_once_they_are_stored(scenario: Scenario) -> None:  # CI-SAIL-7
    in_harbor(scenario, MarketGained(0, (WOOD,))).refuses(0, "pay_fee wood", Reason.NOT_OWNED, "CI-SAIL-7")
    scenario.when(0, "store_from_market wood").when(0, "pay_fee wood").records(FeePaid(0, Item(WOOD), 1))


def test_a_fee_that_could_be_paid_may_be_refused(scenario: Scenario) -> None:  # CI-SAIL-8 ruling 52
    in_harbor(scenario, GoodsGained(0, (COIN,))).when(0, "refuse_fee")
    scenario.records(FeeRefused(0, 1), AnchorAdded(0, ONE)).asks(1, ChooseGift).asks_nobody(0)
    scenario.when(1, "take_good cloth").records(MarketGained(1, (CLOTH,))).asks_nobody()
    assert scenario.board(0).storage == (COIN,)


@pytest.mark.parametrize(("ship", "way"), [(ONE, 1), (TWO, -1)])
def test_the_ship_that_arrived_takes_the_anchor_even_if_the_other_has_fewer(  # CI-SAIL-8 ruling 52
    scenario: Scenario, ship: Ship, way: int
) -> None:
    scenario.given([ShipAdvanced(0, ship, way * step % 20) for step in range(1, 10)], AnchorAdded(0, ship))
    scenario.given(GoodsGained(0, (COIN,))).asking(0, ChooseShip(2)).when(0, MoveShip(ship)).when(0, "forfeit")
    scenario.given(AnchorAdded(0, ship)).when(0, "refuse_fee").records(AnchorAdded(0, ship))
    assert scenario.board(0).ship(ship).anchors == 2


def test_a_seat_without_anything_is_not_asked(scenario: Scenario) -> None:  # CI-SAIL-8
    in_harbor(scenario).records(FeeRefused(0, 1), AnchorAdded(0, ONE)).asks_nobody(0).asks(1, ChooseGift)


@pytest.mark.parametrize("facts", [(), (GoodsGained(0, (COIN,)),)])
def test_an_unpaid_fee_of_the_own_harbor_is_an_anchor_and_no_gift(  # CI-SAIL-8
    scenario: Scenario, facts: tuple[Struct, ...]
) -> None:
    arriving(scenario, 0, *facts).when(0, "forfeit")
    if facts:
        scenario.asks(0, PayHarborFee(ONE, None)).when(0, "refuse_fee")
    scenario.records(FeeRefused(0, None), AnchorAdded(0, ONE)).asks_nobody()


def test_the_anchor_of_a_harbor_eats_the_points_left(scenario: Scenario) -> None:  # CI-SAIL-3 ruling 49
    in_harbor(scenario, points=3).when(1, "take_good coin")
    scenario.records(AnchorRaised(0, ONE), ShipAdvanced(0, ONE, 11)).records_nothing_of(ShipAdvanced(0, ONE, 12))


def test_the_owner_of_the_harbor_chooses_the_gift_without_an_anytime_move(  # CI-FEE-4 ruling 54
    scenario: Scenario,
) -> None:
    in_harbor(scenario, land("A1 meadow 1 food", seat=1))
    assert scenario.legal(1) == [f"take_good {good}" for good in Good]
    assert scenario.anytime(1) == []
    scenario.refuses(1, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)


# Cards


def test_a_card_spares_the_harbor_fee_and_the_owner_still_takes_a_gift(scenario: Scenario) -> None:  # CI-CARD-S10
    in_harbor(scenario, CardKept(0, Structure.SMALL_BUILDING, "S10"), GoodsGained(0, (COIN,)))
    scenario.asks_nobody(0).asks(1, ChooseGift).records_nothing_of(AnchorAdded, FeeRefused)
    own = arriving(Scenario(), 0, CardKept(0, Structure.SMALL_BUILDING, "S10"), GoodsGained(0, (COIN,)))
    own.when(0, "forfeit").asks_nobody().records_nothing_of(AnchorAdded, FeeRefused)


def test_a_card_brings_a_coin_after_a_log_book_and_before_the_fee(scenario: Scenario) -> None:  # CI-CARD-S12
    arriving(scenario, 10, CardKept(0, Structure.SMALL_BUILDING, "S12"), face="log_book_wood_food")
    scenario.records_nothing_of(GoodsGained).when(0, "perform log_book_wood_food")
    scenario.records(GoodsGained(0, (WOOD, FOOD)), GoodsGained(0, (COIN,))).when(0, "pay_fee coin")
    none_left = arriving(
        Scenario(), 5, CardKept(0, Structure.SMALL_BUILDING, "S12"), [LogBookGained(1, face) for face in TOKENS]
    )
    none_left.records_nothing_of(GoodsGained)
