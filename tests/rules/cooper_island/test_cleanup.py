"""The clean-up phase: seven steps that wait for all, and what each brings."""

import pytest

from quarterdeck_rules.cooper_island.cleanup import BeginCleanUp, ChooseReactivation, CleanUpStep, Reactivate
from quarterdeck_rules.cooper_island.events import (
    BuildingTaken,
    CardKept,
    CardTurned,
    CartographerAdvanced,
    CartographerUsed,
    CleanUpStepBegan,
    CostPaid,
    GoodsGained,
    HarbormasterLaid,
    HarbormasterMoved,
    HelmGained,
    LidLifted,
    LidReturned,
    LidStowed,
    LidUsed,
    MarketCleared,
    MarketGained,
    OrdersDisplayed,
    PhaseBegan,
    RuinRemoved,
    StepFinished,
    StructurePlaced,
    WorkerAssigned,
    WorkerHired,
    WorkerPlaced,
    WorkersReturned,
)
from quarterdeck_rules.cooper_island.feeding import ChooseFood
from quarterdeck_rules.cooper_island.fees import ChooseAnchoredShip
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.state import Crew
from quarterdeck_rules.cooper_island.terms import Good, Item, Phase, Ship, Structure, Worker
from quarterdeck_rules.cooper_island.together import EndStep
from tests.rules.cooper_island.scenario import Fact, Scenario, land, spare_lid

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL
LARGE, STATUE = Structure.LARGE_BUILDING, Structure.STATUE
COIN = Item(Good.COIN)

USED_CARD = [CardKept(0, LARGE, "L1"), CardTurned(0, "L1", False)]
USED_LID = [LidLifted(0, "cargo_1"), LidStowed(0), LidUsed(0, "crate_draw")]
FORTRESS = [BuildingTaken(0, Structure.FORTRESS), StructurePlaced(0, Structure.FORTRESS, "A1")]


def coins(count: int) -> GoodsGained:
    """So many coins in storage."""
    return GoodsGained(0, (Good.COIN,) * count)


def step(scenario: Scenario, number: int, *facts: Fact) -> Scenario:
    """A clean-up step of all seats, after these facts."""
    return scenario.given(PhaseBegan(Phase.CLEAN_UP), *facts).asking(0, CleanUpStep(number))


# Seven steps that wait for all


def test_the_clean_up_takes_seven_steps_in_order(scenario: Scenario) -> None:  # CI-CLEAN-1
    scenario.asking(0, BeginCleanUp()).records(PhaseBegan(Phase.CLEAN_UP), CleanUpStepBegan(1))
    scenario.when(0, "put_anchor one_sail").when(1, "put_anchor one_sail")
    scenario.records(*(CleanUpStepBegan(number) for number in range(2, 6)), WorkersReturned)
    scenario.records(CleanUpStepBegan(6), CleanUpStepBegan(7), HarbormasterMoved).asks_nobody()


def test_each_step_waits_for_all_seats(scenario: Scenario) -> None:  # CI-CLEAN-1
    scenario.given(GoodsGained(0, (Good.FOOD,))).asking(0, BeginCleanUp()).asks(0, ChooseFood).asks(
        1, ChooseAnchoredShip
    )
    scenario.when(1, "put_anchor one_sail").records_nothing_of(CleanUpStepBegan).asks_nobody(1).asks(0, ChooseFood)
    scenario.when(0, "pay_food -").when(0, "put_anchor two_sail").records(CleanUpStepBegan(2))


@pytest.mark.parametrize(
    ("number", "decision"), [(1, ChooseFood), (2, ChooseReactivation), (3, EndStep), (4, EndStep), (6, EndStep)]
)
def test_a_seat_with_an_anytime_move_ends_the_step_itself_and_others_pass(  # CI-CLEAN-2 ruling 55
    scenario: Scenario, number: int, decision: type
) -> None:
    step(scenario, number, MarketGained(0, (Good.WOOD,)), land("A1 meadow 1"), land("A1 meadow 1", seat=1))
    scenario.asks(0, decision)
    assert scenario.anytime(0) == ["store_from_market wood"]
    if number == 1:
        scenario.asks(1, ChooseAnchoredShip)
    else:
        scenario.asks_nobody(1).when(0, "finish").asks_nobody()


@pytest.mark.parametrize("number", [5, 7])
def test_two_steps_have_no_window(scenario: Scenario, number: int) -> None:  # CI-CLEAN-2 ruling 55
    step(scenario, number, MarketGained(0, (Good.WOOD,))).asks_nobody()


@pytest.mark.parametrize("facts", [USED_CARD, USED_LID])
def test_finishing_ends_a_step_for_good(scenario: Scenario, facts: list[Fact]) -> None:  # CI-ORDER-2 ruling 5
    step(scenario, 2, *facts, coins(2), MarketGained(0, (Good.WOOD,))).when(0, "finish").asks_nobody()
    scenario.records(StepFinished(0))


def test_after_the_feeding_the_first_step_stays_open_for_anytime_moves(scenario: Scenario) -> None:  # CI-ORDER-2
    food = GoodsGained(0, (Good.FOOD,) * 2)
    step(scenario, 1, food, MarketGained(0, (Good.WOOD,) * 2)).when(0, "pay_food food,food").asks(0, EndStep)
    scenario.when(0, "store_from_market wood").asks(0, EndStep).when(0, "finish").asks_nobody(0)


def test_the_whole_clean_up_has_one_cartographer_use(scenario: Scenario) -> None:  # CI-CLEAN-2 ruling 56
    scenario.given(PhaseBegan(Phase.CLEAN_UP), CartographerUsed(0, 0)).asking(0, CleanUpStep(4))
    assert scenario.board(0).cartographer_used
    scenario.given(PhaseBegan(Phase.INCOME))
    assert not scenario.board(0).cartographer_used


# Step 2: reactivation


def test_two_coins_turn_a_used_card_face_up(scenario: Scenario) -> None:  # CI-CLEAN-3
    step(scenario, 2, *USED_CARD, coins(2)).when(0, "wake_card L1")
    scenario.records(CostPaid(0, (COIN, COIN)), CardTurned(0, "L1", True))


def test_a_coin_takes_a_used_lid_back(scenario: Scenario) -> None:  # CI-CLEAN-3
    step(scenario, 2, *USED_LID, coins(1)).when(0, "return_lid crate_draw")
    scenario.records(CostPaid(0, (COIN,)), LidReturned(0, "crate_draw"))
    assert (scenario.board(0).lids, scenario.board(0).crates) == (1, ())


@pytest.mark.parametrize(
    ("facts", "move"), [([*USED_CARD, coins(1)], "wake_card L1"), (USED_LID, "return_lid crate_draw")]
)
def test_reactivation_is_paid_with_stored_coins(scenario: Scenario, facts: list[Fact], move: str) -> None:
    # CI-CLEAN-3: coins on the marketplace are dead stock
    step(scenario, 2, *facts, MarketGained(0, (Good.COIN, Good.COIN)))
    scenario.refuses(0, move, Reason.CANNOT_PAY, "CI-CLEAN-3")


@pytest.mark.parametrize("first", ["wake_card L1", "return_lid crate_draw"])
def test_without_the_fortress_one_asset_is_reactivated(scenario: Scenario, first: str) -> None:  # CI-CLEAN-3 ruling 68
    second_lid = LidLifted(0, "cargo_2"), LidStowed(0), LidUsed(0, "crate_coins")
    second_card = CardKept(0, LARGE, "L2"), CardTurned(0, "L2", False)
    step(scenario, 2, *USED_CARD, *USED_LID, *second_card, *second_lid, coins(5)).when(0, first)
    scenario.given(coins(1)).asks(0, ChooseReactivation)
    for move in ("wake_card L2", "return_lid crate_coins"):
        scenario.refuses(0, move, Reason.REACTIVATION_USED, "CI-CLEAN-3")


def test_with_the_fortress_a_card_and_a_lid_are_reactivated_for_nothing(  # CI-CLEAN-3 ruling 68
    scenario: Scenario,
) -> None:
    step(scenario, 2, land("A1 meadow 1"), *FORTRESS, *USED_CARD, *USED_LID).when(0, "return_lid crate_draw")
    scenario.records_nothing_of(CostPaid).when(0, "wake_card L1").records(CardTurned(0, "L1", True))
    scenario.records_nothing_of(CostPaid)


def test_with_the_fortress_each_is_reactivated_once(scenario: Scenario) -> None:  # CI-CLEAN-3 ruling 68
    more = CardKept(0, LARGE, "L2"), CardTurned(0, "L2", False), LidLifted(0, "cargo_2"), LidStowed(0)
    step(scenario, 2, land("A1 meadow 1"), *FORTRESS, *USED_CARD, *USED_LID, *more, LidUsed(0, "crate_coins"))
    scenario.when(0, "wake_card L1").refuses(0, "wake_card L2", Reason.REACTIVATION_USED, "CI-CLEAN-3")
    scenario.when(0, "return_lid crate_draw")
    scenario.refuses(0, "return_lid crate_coins", Reason.REACTIVATION_USED, "CI-CLEAN-3")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("wake_card L2", Reason.NOT_OWNED),
        ("wake_card L3", Reason.CARD_FACE_UP),
        ("return_lid crate_coins", Reason.CRATE_OPEN),
    ],
)
def test_only_own_used_assets_are_reactivated(scenario: Scenario, move: str, reason: Reason) -> None:  # CI-CLEAN-3
    scenario.given(
        *USED_CARD, *USED_LID, CardKept(0, LARGE, "L3"), CardKept(1, LARGE, "L2"), CardTurned(1, "L2", False)
    )
    scenario.given(coins(3)).asking(0, Reactivate()).refuses(0, move, reason, "CI-CLEAN-3")


def test_reactivation_is_a_choice(scenario: Scenario) -> None:  # CI-CLEAN-3
    step(scenario, 2, *USED_CARD, *USED_LID, coins(2))
    assert scenario.legal(0) == ["wake_card L1", "return_lid crate_draw", "finish"]
    scenario.when(0, "finish").records_nothing_of(CostPaid)


def test_who_cannot_pay_is_not_asked(scenario: Scenario) -> None:  # CI-CLEAN-3
    scenario.given(*USED_CARD, coins(1)).asking(0, Reactivate()).asks_nobody()


# Steps 3 and 4: helm points


def test_each_statue_on_the_peninsula_gives_a_point_in_one_gain(scenario: Scenario) -> None:  # CI-CLEAN-4 ruling 67
    built = [StructurePlaced(0, STATUE, space) for space in ("A1", "B1", "B2")]
    others = StructurePlaced(0, Structure.SMALL_BUILDING, "C2"), RuinRemoved(0, "F1", "spot_1")
    step(scenario, 3, *built, *others, StructurePlaced(1, STATUE, "A1")).asks(0, ChooseShip(3)).asks(1, ChooseShip(1))
    scenario.when(0, "move_ship two_sail").records(HelmGained(0, 3, Ship.TWO_SAIL))


def test_without_a_statue_there_is_no_statue_bonus(scenario: Scenario) -> None:  # CI-CLEAN-4
    step(scenario, 3, RuinRemoved(0, "F1", "spot_1")).asks_nobody()


def test_a_covered_passage_gives_one_point_in_total(scenario: Scenario) -> None:  # CI-CLEAN-5
    step(scenario, 4, land("G1 meadow 1, G2 forest 4 wood, G3 settlement 2")).asks(0, ChooseShip(1)).asks_nobody(1)


@pytest.mark.parametrize("spaces", ["G1 meadow 1, G2 forest 1", "G1 meadow 3, G3 forest 3", "G2 meadow 1, G3 forest 1"])
def test_a_passage_with_a_gap_gives_nothing(scenario: Scenario, spaces: str) -> None:  # CI-CLEAN-5
    step(scenario, 4, land(spaces)).asks_nobody()


GAP, COVER = land("G1 meadow 1, G2 forest 1"), CartographerAdvanced(0, 2)


def test_who_has_not_covered_the_passage_may_still_do_so_before_the_bonus(scenario: Scenario) -> None:  # CI-CLEAN-5
    step(scenario, 4, GAP, COVER, spare_lid()).asks(0, EndStep).asks_nobody(1)
    scenario.when(0, "use_cartographer chart").when(0, "place_single G3 meadow").asks(0, EndStep)
    scenario.when(0, "finish").asks(0, ChooseShip(1)).when(0, "move_ship one_sail").records(
        HelmGained(0, 1, Ship.ONE_SAIL)
    )
    scenario.asks_nobody()  # to finish is final: there is no second window


def test_the_bonus_comes_too_if_the_window_ends_by_itself(scenario: Scenario) -> None:  # CI-CLEAN-5, CI-ACT-2
    step(scenario, 4, GAP, COVER).when(0, "use_cartographer chart").when(0, "place_single G3 meadow")
    scenario.when(0, "store_cube G3").asks(0, ChooseShip(1)).when(0, "move_ship one_sail").asks_nobody()


def test_who_leaves_the_passage_uncovered_gains_nothing(scenario: Scenario) -> None:  # CI-CLEAN-5
    step(scenario, 4, GAP, COVER).asks(0, EndStep).when(0, "finish").records_nothing_of(HelmGained).asks_nobody()


def test_who_has_covered_the_passage_gains_first_and_then_has_a_window(scenario: Scenario) -> None:  # CI-CLEAN-5
    step(scenario, 4, land("G1 meadow 1, G2 forest 1, G3 meadow 1"), spare_lid()).asks(0, ChooseShip(1))
    scenario.when(0, "move_ship one_sail").asks(0, EndStep).when(0, "finish").asks_nobody()
    scenario.records_nothing_of(HelmGained)


# Steps 5 to 7


def test_workers_return_but_those_on_royal_orders_stay(scenario: Scenario) -> None:  # CI-CLEAN-2
    placed = WorkerPlaced(0, NORMAL, "A"), WorkerPlaced(1, NORMAL, "A"), WorkerPlaced(0, SPECIAL, "C")
    assigned = OrdersDisplayed(("order_1",)), WorkerHired(0, SPECIAL), WorkerAssigned(0, NORMAL, "order_1")
    step(scenario, 5, *assigned, *placed).records(WorkersReturned())
    assert (scenario.board(0).available, scenario.board(1).available) == (Crew(1, 1), Crew(2, 0))
    assert scenario.table.stacks == ()


def test_what_is_left_on_the_marketplace_goes_back_to_the_supply(scenario: Scenario) -> None:  # CI-CLEAN-7
    step(scenario, 6, MarketGained(0, (Good.WOOD, Good.COIN)), GoodsGained(1, (Good.WOOD,)))
    scenario.when(0, "store_from_market coin").records_nothing_of(MarketCleared).when(0, "finish")
    scenario.records(MarketCleared(0, (Good.WOOD,))).records_nothing_of(MarketCleared(1, ()))
    assert (scenario.board(0).storage, scenario.board(0).market) == ((Good.COIN,), ())
    assert scenario.board(1).storage == (Good.WOOD,)


def test_a_full_storage_lets_the_marketplace_go_unasked(scenario: Scenario) -> None:  # CI-CLEAN-7
    step(scenario, 6, MarketGained(0, (Good.WOOD,)), GoodsGained(0, (Good.GOLD,) * 5))
    scenario.asks(0, EndStep)  # the gold could still be traded
    scenario.given(land("A1 meadow 1")).when(0, "finish").records(MarketCleared(0, (Good.WOOD,)))


def test_markets_are_cleared_when_all_have_finished(scenario: Scenario) -> None:  # CI-CLEAN-7 ruling 5
    step(scenario, 6, MarketGained(0, (Good.WOOD,)), MarketGained(1, (Good.GOLD,)))
    scenario.when(0, "finish").records_nothing_of(MarketCleared).when(1, "finish")
    scenario.records(MarketCleared(0, (Good.WOOD,)), MarketCleared(1, (Good.GOLD,)))


def test_the_harbormaster_stands_up_on_the_next_cargo_ship(scenario: Scenario) -> None:  # CI-CLEAN-2 ruling 44
    step(scenario, 7, HarbormasterLaid()).records(HarbormasterMoved())
    assert (scenario.table.harbormaster, scenario.table.harbormaster_stands) == (1, True)
