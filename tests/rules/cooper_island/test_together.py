"""Phases and steps in which all seats act: at once, or (as an option) one after the other."""

import pytest

from quarterdeck_rules.cooper_island.cleanup import CleanUpStep
from quarterdeck_rules.cooper_island.events import (
    CooperTokenTaken,
    DiscountEnded,
    DiscountGranted,
    FeePaid,
    MarketGained,
    MarketStored,
    PhaseBegan,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift
from quarterdeck_rules.cooper_island.income import BeginIncome, ChooseHand
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip, PayHarborFee
from quarterdeck_rules.cooper_island.terms import Good, Phase, Ship
from quarterdeck_rules.cooper_island.together import EndStep, KeepWindow, LapseDiscounts
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

WOOD = Good.WOOD
MARKETS: list[Fact] = [MarketGained(seat, (WOOD,)) for seat in range(3)]


def step(acting: str, number: int, *facts: Fact) -> Scenario:
    """A clean-up step of three seats; seat 1 holds the Cooper token."""
    scenario = Scenario(3, options={"acting": acting}).given(CooperTokenTaken(1), PhaseBegan(Phase.CLEAN_UP), *facts)
    return scenario.asking(0, CleanUpStep(number))


# At once


def test_all_act_at_once_and_moves_stand_as_they_come_in() -> None:  # CI-ORDER-1 ruling 4
    scenario = step("at_once", 6, *MARKETS, MarketGained(2, (WOOD,)))
    for seat in (0, 1, 2):
        scenario.asks(seat, EndStep)
    scenario.when(2, "store_from_market wood").records(MarketStored(2, WOOD)).when(0, "finish")
    scenario.asks_nobody(0).asks(1, EndStep).asks(2, EndStep)


def test_in_the_income_phase_too_all_act_at_once(scenario: Scenario) -> None:  # CI-ORDER-1
    scenario.given(land("A1 meadow 1"), land("A1 meadow 1", seat=1)).asking(0, BeginIncome())
    scenario.asks(0, ChooseHand).asks(1, ChooseHand)


# In order


def test_as_an_option_seats_act_in_order_from_the_cooper_token() -> None:  # CI-ORDER-1 ruling 4
    scenario = step("in_order", 6, *MARKETS)
    scenario.asks(1, EndStep).asks_nobody(0, 2).when(1, "finish")
    scenario.asks(2, EndStep).asks_nobody(0, 1).when(2, "finish")
    scenario.asks(0, EndStep).asks_nobody(1, 2).when(0, "finish").asks_nobody()


def test_the_order_holds_phase_by_phase_and_step_by_step() -> None:  # CI-ORDER-1 ruling 4
    scenario = Scenario(2, options={"acting": "in_order"}).given(CooperTokenTaken(1), *MARKETS[:2])
    scenario.given(PhaseBegan(Phase.CLEAN_UP)).asking(0, CleanUpStep(3), CleanUpStep(4))
    for seat in (1, 0, 1, 0):
        scenario.asks(seat, EndStep).asks_nobody(1 - seat).when(seat, "finish")
    scenario.asks_nobody()


def test_a_seat_that_can_do_nothing_is_passed_over_in_order() -> None:  # CI-ORDER-2
    scenario = step("in_order", 6, *MARKETS[:2]).when(1, "finish")
    scenario.asks(0, EndStep).asks_nobody(2)


# Windows


def test_a_seat_without_an_anytime_move_passes_by_itself(scenario: Scenario) -> None:  # CI-ORDER-2 ruling 55
    scenario.asking(0, KeepWindow()).asks_nobody()


@pytest.mark.parametrize("fact", [MarketGained(0, (WOOD,) * 2), land("A1 meadow 1 food, B1 forest 1 wood")])
def test_a_seat_with_an_anytime_move_says_when_it_has_finished(  # CI-ORDER-2 ruling 55
    scenario: Scenario, fact: Fact
) -> None:
    scenario.given(fact).asking(0, KeepWindow()).asks(0, EndStep)
    assert scenario.legal(0) == ["finish"]
    scenario.when(0, scenario.anytime(0)[0]).asks(0, EndStep).when(0, "finish").asks_nobody()


def test_what_reaches_a_finished_seat_waits_for_its_next_window() -> None:  # CI-ORDER-2 ruling 5
    scenario = step("at_once", 4, *MARKETS[:2]).when(0, "finish").given(MarketGained(0, (Good.GOLD,)))
    scenario.asks_nobody(0).when(1, "finish").asking(0, CleanUpStep(6)).asks(0, EndStep)
    assert scenario.board(0).market == (WOOD, Good.GOLD)


def test_an_owner_is_asked_for_a_gift_at_once_finished_or_not() -> None:  # CI-FEE-4 ruling 6
    facts = land("A1 meadow 1 food", seat=2), MarketGained(2, (WOOD,))
    scenario = Scenario(3).given(PhaseBegan(Phase.CLEAN_UP), *facts)
    scenario.asking_all({2: (PayHarborFee(Ship.ONE_SAIL, 0), KeepWindow()), 0: (KeepWindow(),), 1: (KeepWindow(),)})
    scenario.asks_nobody(0, 1).when(2, "refuse_fee").asks(0, ChooseGift)
    scenario.asks(2, EndStep).when(2, "finish")  # nobody else waits for the gift, but the step does
    scenario.refuses(0, "store_from_market wood", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "take_good gold").records(MarketGained(0, (Good.GOLD,))).asks_nobody()


def test_a_fee_paid_while_all_act_at_once_disturbs_nobody() -> None:  # CI-ORDER-1
    scenario = Scenario(2).given(PhaseBegan(Phase.CLEAN_UP), land("A1 meadow 1 food", seat=1))
    scenario.asking_all({1: (PayHarborFee(Ship.ONE_SAIL, 0),), 0: (ChooseShip(1),)})
    scenario.when(1, "pay_fee food:A1").records(FeePaid).asks(0, ChooseShip(1)).asks_nobody(1)


# Discounts


def test_unused_discounts_lapse_at_the_end_of_a_step(scenario: Scenario) -> None:  # CI-CARD-L13
    scenario.given(PhaseBegan(Phase.CLEAN_UP), MarketGained(0, (WOOD,)), MarketGained(1, (WOOD,)))
    scenario.asking(0, CleanUpStep(3)).given(DiscountGranted(0, 3), DiscountGranted(1, 3))
    scenario.when(0, "finish").records_nothing_of(DiscountEnded).when(1, "finish")
    scenario.records(DiscountEnded(0), DiscountEnded(1))


def test_where_nobody_has_a_discount_none_lapses(scenario: Scenario) -> None:  # CI-CARD-L13
    scenario.given(DiscountGranted(1, 3)).asking(0, LapseDiscounts()).records_nothing_of(DiscountEnded(0))
    scenario.records(DiscountEnded(1)).asking(0, LapseDiscounts()).records_nothing_of(DiscountEnded)


def test_nobody_may_hire_while_all_act_at_once(scenario: Scenario) -> None:  # CI-HIRE-2 ruling 62
    scenario.given(PhaseBegan(Phase.CLEAN_UP), MarketGained(0, (WOOD,))).asking(0, CleanUpStep(3))
    scenario.refuses(0, "hire", Reason.NOT_YOUR_TURN, "CI-HIRE-2")
