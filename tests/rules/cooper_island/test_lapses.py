"""What ends, or is forfeited, by itself: offers beside which the last anytime move was made."""

import pytest

from quarterdeck_rules.cooper_island.actions import OfferAction, PerformOrForfeit
from quarterdeck_rules.cooper_island.boats import ChooseBuiltBoat, UseBoats
from quarterdeck_rules.cooper_island.cartographer import AdvanceCartographer
from quarterdeck_rules.cooper_island.cleanup import ChooseReactivation, CleanUpStep
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    CardTurned,
    CartographerAdvanced,
    GoodsGained,
    IsletPlaced,
    LidLifted,
    LidStowed,
    LidUsed,
    MarketGained,
    MilestoneReached,
    PhaseBegan,
    StepFinished,
    TurnBegan,
    TurnEnded,
    WorkersFed,
)
from quarterdeck_rules.cooper_island.feeding import ChooseFood
from quarterdeck_rules.cooper_island.goods import GainGoods
from quarterdeck_rules.cooper_island.income import BeginIncome, ChooseHand
from quarterdeck_rules.cooper_island.islets import ChooseIslet, OfferIslets
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.rounds import BeginWorkers
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction
from quarterdeck_rules.cooper_island.statues import ChooseRuin
from quarterdeck_rules.cooper_island.terms import Good, Half, Phase
from quarterdeck_rules.cooper_island.together import EndStep, KeepWindow
from quarterdeck_rules.engine.steps import Step
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, spare_lid, stored

COIN, WOOD, FOOD = Good.COIN, Good.WOOD, Good.FOOD
FULL_TRACK = CartographerAdvanced(0, 6)
STEP = OfferAction("step", AdvanceCartographer(1))
"""Not to be done with a full track, and nobody without land can use the cartographer to make room on it."""


def market(*goods: Good, seat: int = 0) -> MarketGained:
    """Goods on the marketplace: each is an anytime move."""
    return MarketGained(seat, goods)


def clean_up(scenario: Scenario, number: int, *facts: Fact) -> Scenario:
    """A clean-up step of all seats, after these facts."""
    return scenario.given(PhaseBegan(Phase.CLEAN_UP), *facts).asking(0, CleanUpStep(number))


OFFERS = [
    (STEP, PerformOrForfeit, []),
    (UseBoats(), ChooseBuiltBoat, [BoatBuilt(0, "cartographer_boat", "landing_1")]),
    (UseBoats(), ChooseBuiltBoat, [BoatBuilt(1, "cartographer_boat", "landing_1")]),
]


@pytest.mark.parametrize(("step", "decision", "facts"), OFFERS)
def test_an_offer_that_cannot_be_used_is_forfeited_with_the_last_anytime_move(  # CI-ACT-2 ruling 53
    scenario: Scenario, step: Step, decision: type[Step], facts: list[Fact]
) -> None:
    scenario.given(*facts, FULL_TRACK, market(FOOD, FOOD)).asking(0, step).asks(0, decision)
    scenario.when(0, "store_from_market food").asks(0, decision)
    scenario.when(0, "store_from_market food").asks_nobody().records_nothing_of(CartographerAdvanced)


@pytest.mark.parametrize("anywhere", [True, False])
def test_islets_that_do_nothing_are_forfeited_with_the_last_anytime_move(  # CI-ACT-2, CI-ISLET-7
    scenario: Scenario, anywhere: bool
) -> None:
    scenario.given(IsletPlaced(1, "forest_cartographer", "R1", Half.NEAR, "B2"), FULL_TRACK, market(FOOD, FOOD))
    islets = () if anywhere else scenario.table.islets
    scenario.asking(0, OfferIslets(islets, 1, anywhere=anywhere)).when(0, "store_from_market food")
    scenario.asks(0, ChooseIslet).when(0, "store_from_market food").asks_nobody()


def test_an_offer_that_can_be_used_waits_for_its_answer(scenario: Scenario) -> None:  # CI-ACT-2
    scenario.given(market(FOOD)).asking(0, STEP).when(0, "store_from_market food").asks(0, PerformOrForfeit)
    scenario.when(0, "perform step").records(CartographerAdvanced(0, 1))


def test_an_offer_stays_while_an_anytime_move_could_still_help(scenario: Scenario) -> None:  # CI-ACT-2 ruling 53
    scenario.given(stored("wood, 3 food"), market(WOOD)).asking(0, OfferAction("coin", GainGoods((COIN,))))
    scenario.when(0, "store_from_market wood").refuses(0, "perform coin", Reason.STORAGE_FULL, "CI-GAIN-2")
    assert (scenario.legal(0), scenario.anytime(0)) == (["forfeit"], ["start_trade any_for_any"])


def test_one_after_the_other_everything_that_waited_is_looked_at(scenario: Scenario) -> None:  # CI-ACT-2
    scenario.given(FULL_TRACK, market(FOOD)).asking(0, STEP, STEP, KeepWindow()).asks(0, PerformOrForfeit)
    scenario.when(0, "store_from_market food").asks_nobody()


def test_what_an_anytime_move_led_to_is_settled_first(scenario: Scenario) -> None:  # CI-ACT-2
    scenario.given(kept("L8"), land("B1 forest 1"), PhaseBegan(Phase.CLEAN_UP)).asking(0, KeepWindow())
    scenario.when(0, "use_card L8").asks(0, ChooseRuin).when(0, "remove_ruin C1 spot_1").asks_nobody()


def test_helm_points_are_sailed_before_a_step_ends_by_itself(scenario: Scenario) -> None:  # CI-ACT-2, CI-CARD-L10
    scenario.given(kept("L10"), stored("2 food")).asking(0, KeepWindow()).when(0, "use_card L10")
    scenario.when(0, "pay_food food,food").asks(0, ChooseShip(1)).when(0, "move_ship one_sail").asks_nobody()


# Turns and hands


def test_a_turn_ends_by_itself_with_the_last_anytime_move(scenario: Scenario) -> None:  # CI-ACT-2, CI-TURN-4 ruling 30
    scenario.given(market(WOOD, WOOD)).asking(0, BeginWorkers()).when(0, "place_worker normal B")
    scenario.when(0, "store_from_market wood").asks(0, ChooseSectionAction).records_nothing_of(TurnEnded)
    scenario.when(0, "store_from_market wood").records(TurnEnded(0), TurnBegan(1))


def test_a_turn_goes_on_if_the_anytime_move_made_an_action_possible(  # CI-ACT-2, CI-TURN-4 ruling 30
    scenario: Scenario,
) -> None:
    scenario.given(stored("coin, wood"), market(WOOD)).asking(0, BeginWorkers()).when(0, "place_worker normal B")
    scenario.refuses(0, "perform build_income_boat", Reason.CANNOT_PAY, "CI-BOAT-2")
    scenario.when(0, "store_from_market wood").asks(0, ChooseSectionAction).when(0, "perform build_income_boat")


def test_a_worker_is_placed_though_no_anytime_move_is_left(scenario: Scenario) -> None:  # CI-ACT-2, CI-TURN-2 ruling 24
    scenario.given(market(WOOD)).asking(0, BeginWorkers()).when(0, "store_from_market wood")
    assert scenario.legal(0) == [f"place_worker normal {section}" for section in "ABCDEFGH"]


@pytest.mark.parametrize(("boats", "waits"), [([], False), ([BoatBuilt(0, "draw_boat", "landing_1")], True)])
def test_hands_end_by_themselves_with_the_last_anytime_move(  # CI-ACT-2, CI-INCOME-2 ruling 30
    scenario: Scenario, boats: list[Fact], waits: bool
) -> None:
    scenario.given(market(WOOD), *boats).asking(0, BeginIncome(), BeginWorkers()).asks(0, ChooseHand).asks_nobody(1)
    scenario.when(0, "store_from_market wood")
    if waits:
        scenario.asks(0, ChooseHand).when(0, "perform draw_boat")
    scenario.records(PhaseBegan(Phase.WORKERS), TurnBegan(0))


# Steps of the clean-up


@pytest.mark.parametrize("number", [3, 4, 6])
def test_a_step_ends_by_itself_with_the_last_anytime_move(  # CI-ACT-2, CI-ORDER-2 ruling 55
    scenario: Scenario, number: int
) -> None:
    clean_up(scenario, number, market(WOOD, WOOD)).when(0, "store_from_market wood").asks(0, EndStep)
    scenario.when(0, "store_from_market wood").asks_nobody().records_nothing_of(StepFinished)


def test_a_move_of_the_seat_ends_the_step_while_anytime_moves_are_left(scenario: Scenario) -> None:  # CI-ORDER-2
    clean_up(scenario, 3, market(WOOD)).when(0, "finish").records(StepFinished(0)).asks_nobody()


@pytest.mark.parametrize("facts", [[], [GoodsGained(0, (COIN,))]])
def test_reactivation_ends_by_itself_when_nothing_can_be_paid_for_any_more(  # CI-ACT-2, CI-CLEAN-3
    scenario: Scenario, facts: list[Fact]
) -> None:
    clean_up(scenario, 2, kept("L1"), CardTurned(0, "L1", False), market(COIN), *facts).asks(0, ChooseReactivation)
    scenario.when(0, "store_from_market coin")
    if facts:  # two coins pay for the card
        scenario.asks(0, ChooseReactivation).when(0, "wake_card L1")
    else:
        scenario.asks_nobody(0)


def test_the_feeding_is_paid_before_its_step_ends_by_itself(scenario: Scenario) -> None:  # CI-ACT-2, CI-FEED-2
    clean_up(scenario, 1, market(WOOD)).when(0, "store_from_market wood").asks(0, ChooseFood)
    assert scenario.legal(0) == ["pay_food -"]


def test_a_feeding_paid_by_the_card_ends_the_step_by_itself(scenario: Scenario) -> None:  # CI-ACT-2, CI-CARD-L10
    clean_up(scenario, 1, kept("L10"), stored("2 food")).asks(0, ChooseFood).when(0, "use_card L10")
    scenario.when(0, "pay_food food,food").records(WorkersFed(0, 0)).when(0, "move_ship one_sail").asks_nobody(0)


def test_a_feeding_paid_by_the_card_leaves_the_step_open_for_anytime_moves(  # CI-ORDER-2, CI-CARD-L10 ruling 5
    scenario: Scenario,
) -> None:
    clean_up(scenario, 1, kept("L10"), stored("2 food"), spare_lid()).when(0, "use_card L10")
    scenario.when(0, "pay_food food,food").when(0, "move_ship one_sail").asks(0, ChooseFood)
    scenario.when(0, "finish").records(StepFinished(0)).asks_nobody(0)


def test_what_one_seat_ends_leaves_the_others_as_they_are(scenario: Scenario) -> None:  # CI-ACT-2, CI-ORDER-1
    clean_up(scenario, 3, market(WOOD), market(WOOD, seat=1)).when(0, "store_from_market wood")
    scenario.asks_nobody(0).asks(1, EndStep)


def test_a_step_ends_by_itself_though_a_milestone_was_reached_meanwhile(
    scenario: Scenario,
) -> None:  # CI-ACT-2 CI-HIRE-1
    scenario.given(PhaseBegan(Phase.CLEAN_UP), LidLifted(0, "cargo_5"), LidStowed(0), LidUsed(0, "crate_draw"))
    scenario.given(kept("L15"), stored("gold, 2 cloth"), spare_lid(1))
    scenario.asking_all({0: (EndStep(),), 1: (EndStep(),)})
    scenario.when(0, "use_card L15").when(0, "supply_ship cargo_1").when(0, "pay cloth,cloth reductions=gold")
    scenario.when(0, "move_ship one_sail").records(MilestoneReached(0, "two_lids")).asks(1, EndStep)
