"""Small building cards: lasting changes, each from the moment it is kept."""

import pytest

from quarterdeck_rules.cooper_island.boats import BuildIncomeBoat
from quarterdeck_rules.cooper_island.buildings import BuildBuilding
from quarterdeck_rules.cooper_island.cargo import SupplyCargoShip
from quarterdeck_rules.cooper_island.cartographer import AdvanceCartographer
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    BuildingTaken,
    CartographerAdvanced,
    CostPaid,
    DiscountGranted,
    GoodsGained,
    IsletPlaced,
    LidLifted,
    LidStowed,
    RuinRemoved,
    WorkersFed,
)
from quarterdeck_rules.cooper_island.feeding import ChooseFood
from quarterdeck_rules.cooper_island.goods import GainGoods
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import Arrive
from quarterdeck_rules.cooper_island.scoring import score_sheet
from quarterdeck_rules.cooper_island.sections import OfferSection
from quarterdeck_rules.cooper_island.statues import BuildOneStatue
from quarterdeck_rules.cooper_island.terms import Good, Half, Ship, Structure, Worker
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.steps import Step
from tests.rules.cooper_island.scenario import Scenario, kept, land, spare_lid, stored

COIN, WOOD, FOOD = Good.COIN, Good.WOOD, Good.FOOD
SMALL, FORTRESS, STATUE = Structure.SMALL_BUILDING, Structure.FORTRESS, Structure.STATUE
TOKEN = RuinRemoved(0, "C1", "spot_1")
HARBOR_0, HARBOR_1, BAY = 0, 10, 5


def flag(scenario: Scenario, card: str) -> int:
    """What the flag of a card scores for the first seat."""
    lines = [line for line in score_sheet(scenario.table, None).scores[0].lines if line.code == "flag"]
    return sum(line.points for line in lines if line.facts[0].value == card)


# S1 to S4: cheaper purchases

CHEAPER = [
    ("S1", BuildIncomeBoat(), "coin, wood", "build_boat draw_boat landing_1", "pay coin,wood reductions=wood"),
    ("S1", BuildIncomeBoat(), "2 wood", "build_boat draw_boat landing_1", "pay wood,wood reductions=coin"),
    (
        "S2",
        BuildBuilding(),
        "2 wood, 2 stone",
        "erect_building small_building",
        "pay wood,wood,stone,stone reductions=coin",
    ),
    (
        "S2",
        BuildBuilding(),
        "coin, wood, 2 stone",
        "erect_building small_building",
        "pay coin,wood,stone,stone reductions=wood",
    ),
    ("S3", BuildOneStatue(), "2 wood, gold", "build_statue wood_and_gold spot_1", "pay wood,wood,gold reductions=gold"),
    ("S3", BuildOneStatue(), "wood, 2 gold", "build_statue wood_and_gold spot_1", "pay wood,gold,gold reductions=wood"),
    ("S4", SupplyCargoShip(), "3 cloth", "supply_ship cargo_2", "pay cloth,cloth,cloth reductions=gold"),
    ("S4", SupplyCargoShip(), "gold, 2 cloth", "supply_ship cargo_2", "pay gold,cloth,cloth reductions=cloth"),
]


@pytest.mark.parametrize(("card", "action", "goods", "choice", "payment"), CHEAPER)
def test_a_card_takes_one_off_any_part_of_its_purchase(  # CI-CARD-S1, CI-CARD-S2, CI-CARD-S3, CI-CARD-S4, CI-CARD-2
    scenario: Scenario, card: str, action: Step, goods: str, choice: str, payment: str
) -> None:
    scenario.given(land("A1 meadow 1"), stored(goods), TOKEN).asking(0, action)
    reason = scenario.refuses(0, choice, Reason.CANNOT_PAY)
    assert ("less", "0") in reason.details
    scenario.given(kept(card)).when(0, choice).when(0, payment).records(CostPaid)


@pytest.mark.parametrize("card", ["S1", "S2", "S3", "S4"])
def test_a_card_leaves_other_purchases_as_they_are(card: str) -> None:  # CI-CARD-2
    for other, action, goods, choice, _ in CHEAPER[::2]:
        if other != card:
            case = Scenario().given(land("A1 meadow 1"), kept(card), TOKEN, stored(goods)).asking(0, action)
            case.refuses(0, choice, Reason.CANNOT_PAY)


def test_reductions_of_card_symbol_and_discount_add_up(scenario: Scenario) -> None:  # CI-COST-4, CI-CARD-2 ruling 33
    scenario.given(kept("S1"), DiscountGranted(0, 3), stored("2 wood")).asking(0, BuildIncomeBoat(less=2))
    scenario.when(0, "build_boat draw_boat landing_5")  # 2 coins and 6 wood, 6 less
    scenario.refuses(0, "pay wood reductions=coin,coin,wood,wood,wood", Reason.REDUCTION_MISMATCH, "CI-COST-4")
    scenario.refuses(0, "pay wood reductions=coin,coin,wood,wood,wood,wood", Reason.PAYMENT_TOO_LOW, "CI-COST-2")
    scenario.when(0, "pay wood,wood reductions=coin,coin,wood,wood,wood,wood").records(BoatBuilt)


def test_a_card_works_from_the_moment_it_is_kept(scenario: Scenario) -> None:  # CI-CARD-1
    scenario.draws(small_building_cards=[0, 6, 6, 6])  # S1, S2, …
    scenario.given(land("A1 forest 3 wood"), stored("2 coin, wood, 2 stone")).asking(
        0, BuildBuilding(), BuildIncomeBoat()
    )
    scenario.when(0, "erect_building small_building").when(0, "pay coin,wood:A1,stone,stone")
    scenario.when(0, "place_structure A1").when(0, "move_ship one_sail").when(0, "keep_card S1")
    scenario.when(0, scenario.legal(0)[0]).when(0, "build_boat draw_boat landing_1")
    scenario.when(0, "pay coin,wood reductions=wood").records(BoatBuilt)


# S5: feeding


def test_the_feeding_cost_is_one_less(scenario: Scenario) -> None:  # CI-CARD-S5, CI-FEED-1
    scenario.given(kept("S5"), stored("2 food")).asking(0, ChooseFood(), EndStep())
    scenario.refuses(0, "pay_food food,food", Reason.NEEDLESS_ITEM, "CI-COST-5")
    scenario.when(0, "pay_food food").records(WorkersFed(0, 0))


def test_the_shortfall_goes_by_the_lowered_feeding_cost(scenario: Scenario) -> None:  # CI-CARD-S5, CI-FEED-3
    scenario.given(kept("S5"), stored("wood"), spare_lid()).asking(0, ChooseFood(), EndStep()).when(0, "pay_food -")
    scenario.records(WorkersFed(0, 1)).when(0, "put_anchor one_sail").asks(0, EndStep)


# S6, S7: storage


@pytest.mark.parametrize(("card", "spots"), [("S6", 2), ("S7", 1)])
def test_more_storage_spots(scenario: Scenario, card: str, spots: int) -> None:  # CI-CARD-S6, CI-CARD-S7, CI-STORE-1
    scenario.given(kept(card), stored("5 wood")).asking(0, GainGoods((COIN,) * spots), GainGoods((COIN,)))
    scenario.records(GoodsGained(0, (COIN,) * spots))
    scenario.refuses(0, "keep_goods coin", Reason.WRONG_NUMBER_KEPT, "CI-GAIN-3")
    assert len(scenario.board(0).storage) == 5 + spots


@pytest.mark.parametrize(("goods", "points"), [("5 wood", 0), ("6 wood", 2)])
def test_a_full_storage_of_board_and_card_scores_two_points(  # CI-CARD-S7, CI-SCORE-6
    scenario: Scenario, goods: str, points: int
) -> None:
    assert flag(scenario.given(kept("S7"), stored(goods)), "S7") == points


def test_a_full_storage_counts_boats_and_buildings_too(scenario: Scenario) -> None:  # CI-CARD-S7
    scenario.given(kept("S7"), BoatBuilt(0, "storage_boat", "landing_1"), BuildingTaken(0, SMALL), stored("7 wood"))
    assert flag(scenario, "S7") == 0
    assert flag(scenario.given(stored("wood")), "S7") == 2


# S8: cartographer steps


@pytest.mark.parametrize(
    ("section", "worker", "steps"), [("A", Worker.NORMAL, 2), ("E", Worker.NORMAL, 4), ("G", Worker.SPECIAL, 2)]
)
def test_sections_give_one_cartographer_step_more(  # CI-CARD-S8
    scenario: Scenario, section: str, worker: Worker, steps: int
) -> None:
    scenario.given(kept("S8")).asking(0, OfferSection(section, worker, first=True))
    scenario.when(0, "perform advance_cartographer").records(CartographerAdvanced(0, steps))


def test_the_crate_lid_gives_one_cartographer_step_more(scenario: Scenario) -> None:  # CI-CARD-S8
    scenario.given(kept("S8"), LidLifted(0, "cargo_1"), LidStowed(0)).asking(0, EndStep())
    scenario.when(0, "use_lid crate_cartographer").records(CartographerAdvanced(0, 3))


def test_the_track_still_ends_at_six(scenario: Scenario) -> None:  # CI-CARD-S8, CI-CARTO-4
    scenario.given(kept("S8"), CartographerAdvanced(0, 3))
    scenario.asking(0, AdvanceCartographer(3, improvable=True)).records(CartographerAdvanced(0, 3))


def test_boats_islets_and_log_books_give_no_step_more(scenario: Scenario) -> None:  # CI-CARD-S8
    scenario.given(kept("S8"), IsletPlaced(0, "forest_cartographer", "R1", Half.NEAR, "B2"))
    scenario.given(BoatBuilt(0, "cartographer_boat", "landing_1"))
    scenario.asking(0, OfferSection("C", Worker.SPECIAL, first=True)).when(0, "perform use_islets")
    scenario.when(0, "use_islet 0 forest_cartographer").records(CartographerAdvanced(0, 1))
    scenario.asking(0, OfferSection("E", Worker.SPECIAL, first=True)).when(0, "perform use_boats")
    scenario.when(0, "use_boat 0 cartographer_boat").records(CartographerAdvanced(0, 1))
    scenario.draws(log_books=[29]).asking(0, Arrive(Ship.ONE_SAIL, BAY), EndStep())
    scenario.when(0, "perform log_book_cartographer").records(CartographerAdvanced(0, 1))


# S9: trade


def test_the_four_to_one_trade_is_three_to_one(scenario: Scenario) -> None:  # CI-CARD-S9, CI-TRADE-2
    scenario.given(kept("S9"), stored("2 wood")).asking(0, EndStep())
    scenario.refuses(0, "start_trade any_for_any", Reason.TRADE_TOO_SMALL, "CI-TRADE-1")
    scenario.given(stored("wood")).when(0, "start_trade any_for_any")
    scenario.when(0, "give_item wood").when(0, "give_item wood")
    scenario.refuses(0, "close_trade", Reason.TRADE_TOO_SMALL, "CI-TRADE-3")
    scenario.when(0, "give_item wood").when(0, "close_trade").when(0, "take_good coin").asks(0, EndStep)


@pytest.mark.parametrize(("value", "yielded"), [(5, 1), (6, 2), (8, 2), (9, 3)])
def test_its_yield_is_rounded_down(scenario: Scenario, value: int, yielded: int) -> None:  # CI-CARD-S9
    scenario.given(kept("S9"), land(f"A1 forest {value} wood")).asking(0, EndStep()).when(0, "start_trade any_for_any")
    scenario.when(0, "give_item wood:A1").when(0, "close_trade")
    for _ in range(yielded):
        scenario.when(0, "take_good food")
    scenario.asks(0, EndStep)


@pytest.mark.parametrize(("trade", "good"), [("cloth_for_coins", "cloth"), ("gold_for_cubes", "gold")])
def test_the_other_trades_stay_two_to_one(scenario: Scenario, trade: str, good: str) -> None:  # CI-CARD-S9
    scenario.given(kept("S9"), stored(good)).asking(0, EndStep())
    scenario.refuses(0, f"start_trade {trade}", Reason.TRADE_TOO_SMALL, "CI-TRADE-1")
    scenario.given(stored(good)).when(0, f"start_trade {trade}")
