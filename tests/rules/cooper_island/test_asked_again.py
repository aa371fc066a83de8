"""Last chances to use a marketplace: who passed by itself is asked after all, who has finished is not."""

import pytest

from quarterdeck_rules.cooper_island.cleanup import CleanUpStep
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    CooperTokenTaken,
    FeePaid,
    MarketCleared,
    MarketGained,
    MarketStored,
    PhaseBegan,
    ShipAdvanced,
    StepFinished,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift
from quarterdeck_rules.cooper_island.rounds import LastWindow
from quarterdeck_rules.cooper_island.sailing import PayHarborFee
from quarterdeck_rules.cooper_island.terms import Good, Item, Phase, Ship
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.game import Ended
from quarterdeck_rules.engine.steps import Step
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, spare_lid, stored

COIN, WOOD, GOLD = Good.COIN, Good.WOOD, Good.GOLD
LAST_CHANCES = [CleanUpStep(6), LastWindow()]


def visiting(scenario: Scenario, step: Step, *facts: Fact) -> Scenario:
    """In this step the first seat has come to the second seat's harbor with a coin; it may also make other moves."""
    boats = BoatBuilt(0, "gold_cloth_boat", "landing_1"), BoatBuilt(0, "draw_boat", "landing_2")
    near = [ShipAdvanced(0, Ship.ONE_SAIL, bank) for bank in range(1, 9)]
    scenario.given(PhaseBegan(Phase.CLEAN_UP), *boats, kept("L14"), near, spare_lid(), *facts)
    return scenario.draws(log_books=[0]).asking(0, step)


def at_the_harbor(scenario: Scenario) -> Scenario:
    """The first seat sails there."""
    for move in ("use_card L14", "turn_boats draw_boat,gold_cloth_boat", "move_ship one_sail", "perform log_book_coin"):
        scenario.when(0, move)
    return scenario.asks(0, PayHarborFee)


@pytest.mark.parametrize("step", LAST_CHANCES)
def test_who_passed_by_itself_is_asked_after_all_if_it_was_paid_a_fee(  # CI-ORDER-3
    scenario: Scenario, step: Step
) -> None:
    at_the_harbor(visiting(scenario, step).asks_nobody(1)).when(0, "pay_fee coin")
    scenario.records(FeePaid(0, Item(COIN), 1)).asks_nobody(1)  # not before all have finished
    scenario.when(0, "finish").records_nothing_of(MarketCleared, Ended).asks_nobody(0).asks(1, EndStep)
    scenario.when(1, "store_from_market coin").records(MarketStored(1, COIN), Ended).records_nothing_of(MarketCleared)


@pytest.mark.parametrize("step", LAST_CHANCES)
def test_who_passed_by_itself_is_asked_after_all_if_it_took_a_gift(  # CI-ORDER-3, CI-FEE-4
    scenario: Scenario, step: Step
) -> None:
    at_the_harbor(visiting(scenario, step)).when(0, "refuse_fee").when(0, "finish").asks(1, ChooseGift)
    scenario.when(1, "take_good gold").records_nothing_of(MarketCleared, Ended).asks(1, EndStep)
    scenario.when(1, "finish").records(StepFinished(1), Ended)


def test_what_it_leaves_on_its_marketplace_even_so_goes_back(scenario: Scenario) -> None:  # CI-ORDER-3, CI-CLEAN-7
    at_the_harbor(visiting(scenario, CleanUpStep(6))).when(0, "pay_fee coin").when(0, "finish")
    scenario.when(1, "finish").records(MarketCleared(1, (COIN,)))


def test_who_used_its_last_anytime_move_has_passed_by_itself(scenario: Scenario) -> None:  # CI-ORDER-3, CI-ACT-2
    visiting(scenario, CleanUpStep(6), MarketGained(1, (WOOD,))).when(1, "store_from_market wood").asks_nobody(1)
    at_the_harbor(scenario).when(0, "pay_fee coin").when(0, "finish").asks(1, EndStep)


@pytest.mark.parametrize("step", LAST_CHANCES)
def test_who_said_that_it_has_finished_is_not_asked_again(  # CI-ORDER-3 ruling 5
    scenario: Scenario, step: Step
) -> None:
    visiting(scenario, step, MarketGained(1, (WOOD,))).when(1, "finish")
    at_the_harbor(scenario).when(0, "pay_fee coin").when(0, "finish").asks_nobody().records(Ended)
    assert scenario.board(1).storage == ()


def test_what_a_finished_seat_receives_goes_back_with_the_rest(scenario: Scenario) -> None:  # CI-ORDER-3 ruling 5
    visiting(scenario, CleanUpStep(6), MarketGained(1, (WOOD,))).when(1, "finish")
    at_the_harbor(scenario).when(0, "pay_fee coin").when(0, "finish").records(MarketCleared(1, (COIN, WOOD)))


@pytest.mark.parametrize("step", LAST_CHANCES)
def test_to_have_finished_an_earlier_step_does_not_count(scenario: Scenario, step: Step) -> None:  # CI-ORDER-3
    at_the_harbor(visiting(scenario, step, StepFinished(1))).when(0, "pay_fee coin").when(0, "finish")
    scenario.asks(1, EndStep)


def test_who_received_nothing_is_not_asked_again() -> None:  # CI-ORDER-3
    scenario = Scenario(3)
    at_the_harbor(visiting(scenario, CleanUpStep(6))).when(0, "pay_fee coin").when(0, "finish")
    scenario.asks(1, EndStep).asks_nobody(0, 2)


@pytest.mark.parametrize("number", [3, 4])
def test_in_other_steps_the_next_one_is_soon_enough(scenario: Scenario, number: int) -> None:  # CI-ORDER-3 ruling 55
    at_the_harbor(visiting(scenario, CleanUpStep(number))).when(0, "pay_fee coin").when(0, "finish").asks_nobody()
    scenario.asking(0, CleanUpStep(6)).asks(1, EndStep)


def test_in_order_too_who_passed_is_asked_after_all() -> None:  # CI-ORDER-3, CI-ORDER-1
    scenario = visiting(Scenario(3, options={"acting": "in_order"}), CleanUpStep(6), CooperTokenTaken(1))
    at_the_harbor(scenario.asks_nobody(1, 2)).when(0, "pay_fee coin").when(0, "finish").asks(1, EndStep)
    scenario.when(1, "store_from_market coin").records(MarketStored(1, COIN)).asks_nobody()


def test_who_is_asked_again_may_bring_another_seat_something_in_turn() -> None:  # CI-ORDER-3
    near = [ShipAdvanced(1, Ship.ONE_SAIL, bank) for bank in range(11, 20)]
    scenario = visiting(Scenario(3), CleanUpStep(6), kept("L9", seat=1), stored("2 wood", seat=1), near)
    at_the_harbor(scenario.asks_nobody(1)).when(0, "pay_fee coin").when(0, "finish").asks_nobody(2)
    for move in ("store_from_market coin", "use_card L9", "build_boat coin_boat landing_1", "pay coin,wood,wood"):
        scenario.when(1, move)
    scenario.when(1, "move_ship one_sail").when(1, "forfeit").asks(2, ChooseGift).when(1, "forfeit").asks_nobody(1)
    scenario.when(2, "take_good gold").asks(2, EndStep).when(2, "store_from_market gold").asks_nobody().records(Ended)
