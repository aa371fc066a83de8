"""The income phase of several seats: finishing it, acting at once or in order, gifts in between."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    CardKept,
    CartographerAdvanced,
    CooperTokenTaken,
    DoubleTileDrawn,
    MarketGained,
    RoundBegan,
    ShipAdvanced,
    TurnBegan,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift
from quarterdeck_rules.cooper_island.income import BeginIncome, ChooseHand
from quarterdeck_rules.cooper_island.land import ChooseTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.rounds import BeginWorkers
from quarterdeck_rules.cooper_island.sailing import PayHarborFee
from quarterdeck_rules.cooper_island.sections import ChooseWorkerSpace
from quarterdeck_rules.cooper_island.terms import Good, Ship, Structure
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

ISLET = ("perform place_islet_tile", "place_islet meadow_coin R1 near B2", "forfeit")
TILE = ("perform place_double_tile", "place_tile forest-meadow B1 forest C2 meadow")


def income(scenario: Scenario, *facts: Fact) -> Scenario:
    """The income phase, in which every seat has landscape and a tile, and the worker phase after it."""
    seats = range(scenario.table.seats)
    tiles = [DoubleTileDrawn(seat, "forest-meadow") for seat in seats]
    starts = [land("A1 meadow 1 food", seat) for seat in seats]
    return scenario.given(RoundBegan(1), tiles, *starts, *facts).asking(0, BeginIncome(), BeginWorkers())


# Finishing


def test_a_finished_seat_is_not_asked_again_in_the_phase(scenario: Scenario) -> None:  # CI-INCOME-2 ruling 5
    income(scenario).when(0, "finish").asks_nobody(0).asks(1, ChooseHand)


def test_the_worker_phase_begins_when_every_seat_has_finished(scenario: Scenario) -> None:  # CI-INCOME-2
    income(scenario).when(1, "finish").when(0, "finish").records(TurnBegan(0)).asks(0, ChooseWorkerSpace)


def test_what_is_left_is_forfeited_by_finishing(scenario: Scenario) -> None:  # CI-INCOME-3
    income(scenario).when(0, "finish").when(1, "finish")
    assert scenario.board(0).tiles == ("forest-meadow",)
    assert len(scenario.board(0).islets) == 6


def test_a_seat_that_can_do_nothing_has_finished_by_itself(scenario: Scenario) -> None:  # CI-INCOME-2 ruling 5
    scenario.given(RoundBegan(1), land("A1 meadow 1")).asking(0, BeginIncome()).asks(0, ChooseHand).asks_nobody(1)


def test_with_all_hands_used_a_seat_with_an_anytime_move_ends_the_phase_itself(  # CI-INCOME-2 ruling 30
    scenario: Scenario,
) -> None:
    income(scenario)
    for move in (*ISLET, *TILE):
        scenario.when(0, move)
    assert scenario.legal(0) == ["finish"]
    assert "store_cube A1" in scenario.anytime(0)


def test_anytime_moves_stand_beside_hands_and_tiles(scenario: Scenario) -> None:  # CI-INCOME-3 ruling 54
    income(scenario).when(0, "perform place_double_tile").when(0, "store_cube A1").asks(0, ChooseTile)
    scenario.when(0, "give_up").asks(0, ChooseHand)


def test_the_cartographer_is_used_once_in_the_whole_phase(scenario: Scenario) -> None:  # CI-CARTO-1 ruling 56
    income(scenario, CartographerAdvanced(0, 6)).when(0, "use_cartographer chart").when(0, "place_single B1 forest")
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")
    for move in ISLET:
        scenario.when(0, move)
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


# At once, or in order


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_at_once_every_seat_moves_when_it_likes(order: tuple[int, ...]) -> None:  # CI-ORDER-1 ruling 4
    scenario = income(Scenario(3, options={"acting": "at_once"}))
    for seat in range(3):
        scenario.asks(seat, ChooseHand)
    for seat in order:
        for move in TILE:
            scenario.when(seat, move)
    for seat in order:
        scenario.asks(seat, ChooseHand)


def test_in_order_the_seats_act_one_after_the_other_from_the_cooper_token() -> None:  # CI-ORDER-1 ruling 4
    scenario = income(Scenario(3, options={"acting": "in_order"}), CooperTokenTaken(1))
    for seat, others in ((1, (0, 2)), (2, (0, 1)), (0, (1, 2))):
        scenario.asks(seat, ChooseHand).asks_nobody(*others)
        for move in (*TILE, "finish"):
            scenario.when(seat, move)
    scenario.records(TurnBegan(1))


# Gifts while others act


def at_a_foreign_harbor(scenario: Scenario) -> Scenario:
    """In the income phase the first seat's ship has come to the second seat's harbor."""
    boats = (BoatBuilt(0, "coin_boat", "landing_1"), BoatBuilt(0, "draw_boat", "landing_2"))
    income(scenario, *boats, CardKept(0, Structure.LARGE_BUILDING, "L14"), ShipAdvanced(0, Ship.ONE_SAIL, 8))
    scenario.draws(log_books=[0])
    for move in ("use_card L14", "turn_boats coin_boat,draw_boat", "move_ship one_sail", "forfeit"):
        scenario.when(0, move)
    return scenario.asks(0, PayHarborFee)


def test_an_owner_is_asked_for_a_gift_at_once_and_nobody_else_waits() -> None:  # CI-FEE-4 ruling 6
    scenario = at_a_foreign_harbor(Scenario(3)).when(0, "refuse_fee").asks(1, ChooseGift)
    scenario.asks(0, ChooseHand).asks(1, ChooseHand).asks(2, ChooseHand)
    scenario.when(2, "finish").when(1, "take_good gold").records(MarketGained(1, (Good.GOLD,))).asks(1, ChooseHand)


def test_a_finished_owner_is_asked_too_and_the_phase_ends_after_the_answer() -> None:  # CI-FEE-4 ruling 6
    scenario = Scenario(2)
    at_a_foreign_harbor(scenario).when(1, "finish").asks_nobody(1).when(0, "refuse_fee").asks(1, ChooseGift)
    scenario.when(0, "finish").records_nothing_of(TurnBegan).asks_nobody(0)
    scenario.when(1, "take_good coin").records(MarketGained(1, (Good.COIN,)), TurnBegan)


def test_no_anytime_move_stands_beside_a_gift() -> None:  # CI-FEE-4 ruling 54
    scenario = at_a_foreign_harbor(Scenario(2)).when(1, "finish").when(0, "refuse_fee")
    scenario.refuses(1, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)


def test_in_order_the_seat_that_acts_waits_for_the_gift() -> None:  # CI-FEE-4 ruling 6
    scenario = at_a_foreign_harbor(Scenario(2, options={"acting": "in_order"}))
    scenario.when(0, "refuse_fee").asks(1, ChooseGift).asks_nobody(0)
    scenario.when(1, "take_good food").records(MarketGained(1, (Good.FOOD,))).asks(0, ChooseHand).asks_nobody(1)
