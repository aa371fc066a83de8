"""Worker turns: whose turn it is, where a worker goes, what stays on offer, and when the turn ends."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    CooperTokenTaken,
    CubeStored,
    DiscountEnded,
    DiscountGranted,
    DoubleTileDrawn,
    FeePaid,
    FeeRefused,
    GoodsGained,
    MarketGained,
    MilestoneReached,
    PhaseBegan,
    TilePlaced,
    TurnBegan,
    TurnEnded,
    WorkerHired,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.fees import PayWorkerFee
from quarterdeck_rules.cooper_island.land import ChooseTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.rounds import BeginWorkers
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, ChooseWorkerSpace, NextTurn
from quarterdeck_rules.cooper_island.terms import Good, Item, Phase, Worker
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Scenario, land

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL


def first_turn(scenario: Scenario) -> Scenario:
    """The first turn of a worker phase, of seat 0."""
    return scenario.given(PhaseBegan(Phase.WORKERS)).asking(0, NextTurn(0))


# Whose turn it is


def test_turns_go_round_from_the_holder_of_the_cooper_token() -> None:  # CI-TURN-1
    scenario = Scenario(3).given(CooperTokenTaken(1)).asking(0, BeginWorkers())
    scenario.records(PhaseBegan(Phase.WORKERS), TurnBegan(1)).asks(1, ChooseWorkerSpace).asks_nobody(0, 2)
    scenario.when(1, "place_worker normal B").records(TurnEnded(1), TurnBegan(2)).asks_nobody(0, 1)
    scenario.when(2, "place_worker normal D").records(TurnEnded(2), TurnBegan(0)).asks_nobody(1, 2)
    scenario.when(0, "place_worker normal F").records(TurnEnded(0), TurnBegan(1)).asks_nobody(0, 2)


def test_a_seat_without_available_workers_is_skipped_and_may_do_nothing(  # CI-TURN-1 ruling 31
    scenario: Scenario,
) -> None:
    scenario.given(WorkerPlaced(1, NORMAL, "A"), WorkerPlaced(1, NORMAL, "C"))
    scenario.given(MilestoneReached(1, "two_boats"), MarketGained(1, (Good.COIN,)))
    first_turn(scenario).when(0, "place_worker normal B").records(TurnEnded(0), TurnBegan(0)).asks_nobody(1)


def test_the_phase_ends_when_nobody_has_an_available_worker(scenario: Scenario) -> None:  # CI-TURN-1
    scenario.given(*(WorkerPlaced(seat, NORMAL, section) for seat, section in ((0, "A"), (1, "B"), (1, "C"))))
    first_turn(scenario).when(0, "place_worker normal D")
    scenario.records(TurnEnded(0)).records_nothing_of(TurnBegan).asks_nobody()


def test_a_seat_with_only_a_special_worker_left_takes_its_turn(scenario: Scenario) -> None:  # CI-TURN-1
    scenario.given(WorkerPlaced(1, NORMAL, "A"), WorkerPlaced(1, NORMAL, "C"), WorkerHired(1, SPECIAL))
    first_turn(scenario).when(0, "place_worker normal B").records(TurnBegan(1))
    assert scenario.legal(1) == [f"place_worker special {section}" for section in "ABCDEFGH"]


# Where the worker goes


def test_a_worker_has_to_be_placed_on_any_space_of_its_kind(scenario: Scenario) -> None:  # CI-TURN-2 ruling 24
    assert first_turn(scenario).legal(0) == [f"place_worker normal {section}" for section in "ABCDEFGH"]
    scenario.refuses(0, "finish", EngineReason.MOVE_NOT_EXPECTED)


def test_a_locked_worker_cannot_be_placed(scenario: Scenario) -> None:  # CI-TURN-2
    first_turn(scenario).refuses(0, "place_worker special A", Reason.NO_WORKER, "CI-TURN-2")


def test_there_are_sections_a_to_h_only(scenario: Scenario) -> None:  # CI-TURN-2
    first_turn(scenario).refuses(0, "place_worker normal I", Reason.NO_SUCH_SECTION, "CI-TURN-2")


@pytest.mark.parametrize("others", [(), (1,)])
def test_no_space_takes_two_workers_of_one_seat(scenario: Scenario, others: tuple[int, ...]) -> None:  # CI-TURN-3
    # ruling 27: not on top of one's own, nor higher up in the same stack
    scenario.given(WorkerPlaced(0, NORMAL, "B"), *(WorkerPlaced(other, NORMAL, "B") for other in others))
    first_turn(scenario).refuses(0, "place_worker normal B", Reason.OWN_WORKER_THERE, "CI-TURN-3")


def test_round_and_square_space_of_a_section_are_two_spaces(scenario: Scenario) -> None:  # CI-TURN-3 ruling 27
    scenario.given(WorkerPlaced(0, NORMAL, "B"), WorkerHired(0, SPECIAL))
    first_turn(scenario).when(0, "place_worker special B").records(WorkerPlaced(0, SPECIAL, "B"))


def test_a_free_space_costs_no_fee(scenario: Scenario) -> None:  # CI-TURN-2
    scenario.given(GoodsGained(0, (Good.COIN,)), WorkerPlaced(1, NORMAL, "C"))
    first_turn(scenario).when(0, "place_worker normal A").asks(0, ChooseSectionAction("A", NORMAL, True))
    scenario.records_nothing_of(FeePaid, FeeRefused)


def test_on_a_stack_the_fee_goes_to_the_topmost_worker_before_any_action() -> None:  # CI-TURN-2 ruling 25
    scenario = Scenario(3).given(WorkerPlaced(1, NORMAL, "A"), WorkerPlaced(2, NORMAL, "A"))
    first_turn(scenario.given(GoodsGained(0, (Good.COIN,)))).when(0, "place_worker normal A").asks(0, PayWorkerFee(2))
    scenario.when(0, "pay_fee coin").records(FeePaid(0, Item(Good.COIN), 2)).records_nothing_of(FeeRefused)
    scenario.asks(0, ChooseSectionAction("A", NORMAL, False))


# What stays on offer


def test_actions_come_in_any_order_and_each_once(scenario: Scenario) -> None:  # CI-TURN-6
    scenario.given(land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"))
    first_turn(scenario).when(0, "place_worker normal C").when(0, "perform place_double_tile")
    scenario.when(0, "place_tile forest-meadow B1 forest B2 meadow").records(ActionTaken(0, "place_double_tile"))
    scenario.refuses(0, "perform place_double_tile", Reason.NOT_ON_OFFER, "CI-TURN-5")
    scenario.when(0, "perform draw_tiles").records(ActionTaken(0, "draw_tiles"), DoubleTileDrawn)


def test_an_action_of_another_section_is_not_on_offer(scenario: Scenario) -> None:  # CI-TURN-5
    first_turn(scenario).when(0, "place_worker normal A")
    scenario.refuses(0, "perform build_income_boat", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_an_action_that_cannot_be_done_says_why(scenario: Scenario) -> None:  # CI-TURN-6
    first_turn(scenario).when(0, "place_worker normal A")
    scenario.refuses(0, "perform place_double_tile", Reason.NO_TILE_IN_RESERVE, "CI-LAND-2")


def test_what_is_not_done_is_forfeited_by_finishing(scenario: Scenario) -> None:  # CI-TURN-6 ruling 24
    first_turn(scenario).when(0, "place_worker normal C").when(0, "finish")
    scenario.records(TurnEnded(0), TurnBegan(1)).records_nothing_of(ActionTaken)


def test_an_action_given_up_is_on_offer_again(scenario: Scenario) -> None:  # CI-TURN-5 ruling 32
    scenario.given(land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"))
    first_turn(scenario).when(0, "place_worker normal A").when(0, "perform place_double_tile").asks(0, ChooseTile)
    scenario.when(0, "give_up").records_nothing_of(ActionTaken, TilePlaced, TurnEnded)
    assert {"perform draw_tiles", "perform place_double_tile"} <= set(scenario.legal(0))


def test_what_an_action_leads_to_comes_before_the_next_one(scenario: Scenario) -> None:  # CI-TURN-4
    scenario.given(land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"))
    first_turn(scenario).when(0, "place_worker normal C").when(0, "perform place_double_tile")
    scenario.refuses(0, "perform draw_tiles", EngineReason.MOVE_NOT_EXPECTED)


# The end of the turn


def test_a_turn_ends_by_itself_when_nothing_is_left_to_do(scenario: Scenario) -> None:  # CI-TURN-4 ruling 30
    first_turn(scenario).when(0, "place_worker normal B").records(WorkerPlaced, TurnEnded(0), TurnBegan(1))


@pytest.mark.parametrize("fact", [MarketGained(0, (Good.COIN,)), MilestoneReached(0, "two_boats")])
def test_a_turn_stays_open_while_an_anytime_move_or_hiring_is_possible(  # CI-TURN-4 ruling 30
    scenario: Scenario, fact: MarketGained | MilestoneReached
) -> None:
    first_turn(scenario.given(fact)).when(0, "place_worker normal B").asks(0, ChooseSectionAction)
    assert scenario.legal(0) == ["finish"]
    scenario.refuses(0, "perform build_income_boat", Reason.CANNOT_PAY, "CI-BOAT-2")
    scenario.when(0, "finish").records(TurnEnded(0), TurnBegan(1))


def test_anytime_moves_stand_open_before_the_worker_is_placed(scenario: Scenario) -> None:  # CI-TURN-2 ruling 54
    first_turn(scenario.given(land("A1 meadow 1 food"), land("A1 meadow 1 food", seat=1)))
    scenario.when(0, "store_cube A1").records(CubeStored(0, "A1", Good.FOOD)).asks(0, ChooseWorkerSpace)
    scenario.asks_nobody(1)


def test_an_unused_discount_lapses_with_the_turn(scenario: Scenario) -> None:  # CI-TURN-8
    first_turn(scenario).given(DiscountGranted(0, 3)).when(0, "place_worker normal A").when(0, "finish")
    scenario.records(DiscountEnded(0), TurnEnded(0))
    assert scenario.board(0).discount == 0


def test_a_turn_without_a_discount_ends_without_a_word_of_it(scenario: Scenario) -> None:  # CI-TURN-8
    first_turn(scenario).when(0, "place_worker normal A").when(0, "finish").records_nothing_of(DiscountEnded)


# The Cooper token


def test_taking_the_cooper_token_does_not_change_the_turns_of_this_round() -> None:  # CI-TURN-7 ruling 28
    scenario = first_turn(Scenario(3)).when(0, "place_worker normal B").when(1, "place_worker normal A")
    scenario.when(1, "perform take_cooper_token").records(ActionTaken(1, "take_cooper_token"), CooperTokenTaken(1))
    scenario.when(1, "finish").records(TurnBegan(2))
    scenario.when(2, "place_worker normal D").records(TurnBegan(0))
    scenario.asking(0, BeginWorkers()).records(TurnBegan(1))


def test_the_cooper_token_may_be_left(scenario: Scenario) -> None:  # CI-TURN-7 ruling 28
    scenario.given(CooperTokenTaken(1))
    first_turn(scenario).when(0, "place_worker normal A").when(0, "finish").records_nothing_of(CooperTokenTaken)
    assert scenario.table.token == 1


def test_the_holder_of_the_cooper_token_has_nothing_to_take(scenario: Scenario) -> None:  # CI-TURN-7 ruling 24
    first_turn(scenario).when(0, "place_worker normal A")
    scenario.refuses(0, "perform take_cooper_token", Reason.TOKEN_HELD, "CI-TURN-7")
