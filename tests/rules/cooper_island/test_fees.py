"""Fees: of a worker on a stack, the anchor of who does not pay, the gift for who was not paid."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    AnchorRaised,
    BuildingTaken,
    CardKept,
    FeePaid,
    FeeRefused,
    GoodsGained,
    MarketGained,
    ShipAdvanced,
    StructurePlaced,
    WorkerHired,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.fees import ChooseAnchoredShip, ChooseGift, PayWorkerFee, PutAnchors
from quarterdeck_rules.cooper_island.income import BeginIncome
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, ChooseWorkerSpace
from quarterdeck_rules.cooper_island.terms import GOODS, Good, Item, Ship, Structure, Worker
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.refusal import EngineReason
from quarterdeck_rules.engine.steps import Step
from tests.rules.cooper_island.scenario import Fact, Scenario, land, spare_lid

ONE, TWO = Ship
NORMAL, SPECIAL = Worker
COIN, WOOD, STONE, FOOD, GOLD, CLOTH = Good
RICH = GoodsGained(0, (COIN, FOOD))


def on_a_stack(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat places a worker on section E, where the second seat's stands."""
    scenario.given(*facts, WorkerPlaced(1, NORMAL, "E")).in_turn_of(0)
    return scenario.asking(0, ChooseWorkerSpace()).when(0, "place_worker normal E")


# The fee of a stack


def test_a_worker_on_another_pays_one_coin_or_cube_to_its_owner(scenario: Scenario) -> None:  # CI-FEE-1 ruling 25
    on_a_stack(scenario, RICH).asks(0, PayWorkerFee(1))
    scenario.when(0, "pay_fee food").records(FeePaid(0, Item(FOOD), 1)).records_nothing_of(AnchorAdded)
    assert scenario.board(0).storage == (COIN,)
    assert (scenario.board(1).market, scenario.board(1).storage) == ((FOOD,), ())


def test_the_fee_is_settled_before_the_section_acts(scenario: Scenario) -> None:  # CI-FEE-1 ruling 25
    on_a_stack(scenario, RICH)
    scenario.refuses(0, "perform gain_goods", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "pay_fee coin").asks(0, ChooseSectionAction)


@pytest.mark.parametrize("below", [(1, 2), (2, 1)])
def test_only_the_owner_of_the_topmost_worker_is_paid(below: tuple[int, int]) -> None:  # CI-FEE-1 ruling 25
    scenario = Scenario(3).given(RICH, [WorkerPlaced(seat, NORMAL, "G") for seat in below]).in_turn_of(0)
    scenario.asking(0, ChooseWorkerSpace()).when(0, "place_worker normal G").asks(0, PayWorkerFee(below[-1]))
    scenario.when(0, "pay_fee coin")
    assert scenario.board(below[-1]).market == (COIN,)
    assert scenario.board(below[0]).market == ()


@pytest.mark.parametrize("worker", Worker)
def test_a_free_worker_space_costs_no_fee(scenario: Scenario, worker: Worker) -> None:  # CI-FEE-1
    other = NORMAL if worker is SPECIAL else SPECIAL  # the other space of the section is another space
    scenario.given(RICH, [WorkerHired(seat, SPECIAL) for seat in (0, 1)], WorkerPlaced(1, other, "E")).in_turn_of(0)
    scenario.asking(0, ChooseWorkerSpace()).when(0, f"place_worker {worker} E").asks(0, ChooseSectionAction)


def test_a_special_worker_pays_for_a_stack_of_special_workers(scenario: Scenario) -> None:  # CI-FEE-1
    scenario.given(RICH, [WorkerHired(seat, SPECIAL) for seat in (0, 1)], WorkerPlaced(1, SPECIAL, "E")).in_turn_of(0)
    scenario.asking(0, ChooseWorkerSpace()).when(0, "place_worker special E").asks(0, PayWorkerFee(1))


def test_a_cube_on_land_is_one_fee_whatever_its_value(scenario: Scenario) -> None:  # CI-FEE-1 ruling 25
    on_a_stack(scenario, land("A1 mountain 4 gold, B1 meadow 1"), GoodsGained(0, (WOOD, WOOD)))
    assert scenario.legal(0) == ["pay_fee wood", "pay_fee gold:A1", "refuse_fee"]
    scenario.when(0, "pay_fee gold:A1").records(FeePaid(0, Item(GOLD, "A1"), 1))
    assert scenario.board(1).market == (GOLD,)


@pytest.mark.parametrize("item", ["stone", "wood:A1", "gold:B1", "gold:Z9"])
def test_a_fee_is_one_coin_or_cube_of_the_seat(scenario: Scenario, item: str) -> None:  # CI-FEE-1
    on_a_stack(scenario, land("A1 mountain 3 gold, B1 meadow 1"), MarketGained(0, (STONE,)), RICH)
    scenario.refuses(0, f"pay_fee {item}", Reason.NOT_OWNED, "CI-FEE-1")


def test_anytime_moves_stand_beside_the_fee(scenario: Scenario) -> None:  # CI-FEE-1 ruling 54
    on_a_stack(scenario, MarketGained(0, (STONE,))).when(0, "store_from_market stone")
    scenario.when(0, "pay_fee stone").records(FeePaid(0, Item(STONE), 1))


def test_a_card_spares_the_worker_fee_and_the_owner_still_takes_a_gift(scenario: Scenario) -> None:  # CI-CARD-S11
    on_a_stack(scenario, RICH, CardKept(0, Structure.SMALL_BUILDING, "S11"))
    scenario.asks(1, ChooseGift).asks_nobody(0).records_nothing_of(AnchorAdded, FeeRefused)
    scenario.when(1, "take_good coin").asks(0, ChooseSectionAction)


# Not paying


@pytest.mark.parametrize("ship", Ship)
def test_who_refuses_takes_an_anchor_under_a_ship_of_choice(  # CI-FEE-2 ruling 26
    scenario: Scenario, ship: Ship
) -> None:
    on_a_stack(scenario, RICH).when(0, "refuse_fee").records(FeeRefused(0, 1)).asks(0, ChooseAnchoredShip)
    assert scenario.legal(0) == ["put_anchor one_sail", "put_anchor two_sail"]
    scenario.when(0, f"put_anchor {ship}").records(AnchorAdded(0, ship)).asks(1, ChooseGift)
    scenario.when(1, "take_good gold").records(MarketGained(1, (GOLD,))).asks(0, ChooseSectionAction)
    assert scenario.board(0).storage == (COIN, FOOD)


@pytest.mark.parametrize(("held", "lighter"), [(ONE, TWO), (TWO, ONE)])
def test_an_anchor_goes_under_the_ship_with_fewer(  # CI-FEE-3 ruling 26
    scenario: Scenario, held: Ship, lighter: Ship
) -> None:
    on_a_stack(scenario, AnchorAdded(0, held), RICH).when(0, "refuse_fee")
    scenario.records(FeeRefused, AnchorAdded(0, lighter)).asks_nobody(0)


def test_several_anchors_are_spread_evenly(scenario: Scenario) -> None:  # CI-FEE-3
    scenario.asking(0, PutAnchors(3)).when(0, "put_anchor two_sail")
    scenario.records(AnchorAdded(0, TWO), AnchorAdded(0, ONE)).asks(0, ChooseAnchoredShip)
    scenario.when(0, "put_anchor one_sail").asks_nobody()
    assert (scenario.board(0).one_sail.anchors, scenario.board(0).two_sail.anchors) == (2, 1)


def test_no_anytime_move_stands_beside_the_choice_of_a_ship(scenario: Scenario) -> None:  # CI-FEE-3
    on_a_stack(scenario, land("A1 meadow 1 food")).when(0, "refuse_fee")
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)


def test_a_seat_without_anything_refuses_without_being_asked(scenario: Scenario) -> None:  # CI-FEE-2
    on_a_stack(scenario).records(FeeRefused(0, 1)).asks(0, ChooseAnchoredShip)
    held = on_a_stack(Scenario(), AnchorAdded(0, ONE))
    held.records(FeeRefused(0, 1), AnchorAdded(0, TWO)).asks_nobody(0).asks(1, ChooseGift)


# The gift


@pytest.mark.parametrize("good", GOODS)
def test_a_gift_is_any_coin_or_cube_for_the_marketplace(scenario: Scenario, good: Good) -> None:  # CI-FEE-4 ruling 26
    on_a_stack(scenario, AnchorAdded(0, ONE), GoodsGained(1, (WOOD,) * 5), MarketGained(1, (COIN,) * 12))
    scenario.when(1, f"take_good {good}").records(MarketGained(1, (good,)))
    assert len(scenario.board(1).market) == 13


def test_the_turn_waits_for_a_gift_that_cannot_be_declined_or_interrupted(  # CI-FEE-4 rulings 6 and 54
    scenario: Scenario,
) -> None:
    on_a_stack(scenario, AnchorAdded(0, ONE), land("A1 meadow 1 food", seat=1)).asks_nobody(0)
    assert scenario.legal(1) == [f"take_good {good}" for good in GOODS]
    assert scenario.anytime(1) == []
    for move in ("forfeit", "store_cube A1"):
        scenario.refuses(1, move, EngineReason.MOVE_NOT_EXPECTED)


def at_once(scenario: Scenario, *other: Step) -> Scenario:
    """While all act at once the first seat sails to the second seat's harbor and pays nothing there.

    Both have an anytime move left.
    """
    scenario.given([ShipAdvanced(0, ONE, step) for step in range(1, 10)], land("A1 meadow 1 food", seat=1))
    scenario.given(spare_lid(), spare_lid(1)).asking_all({0: (ChooseShip(2), EndStep()), 1: other})
    return scenario.when(0, "move_ship one_sail").when(0, "forfeit").when(0, "refuse_fee")


def test_while_all_act_at_once_a_gift_makes_nobody_wait(scenario: Scenario) -> None:  # CI-FEE-4 ruling 6
    at_once(scenario, EndStep()).records(AnchorAdded(0, ONE), AnchorRaised(0, ONE)).asks(0, EndStep)
    scenario.asks(1, ChooseGift).asks(1, EndStep).when(1, "store_cube A1").when(0, "finish").asks_nobody(0)
    scenario.when(1, "take_good wood").records(MarketGained(1, (WOOD,))).asks(1, EndStep)


def test_a_seat_that_has_finished_is_asked_for_its_gift_as_well(scenario: Scenario) -> None:  # CI-FEE-4 ruling 6
    at_once(scenario).asks(1, ChooseGift).when(0, "finish").asks(1, ChooseGift)
    scenario.when(1, "take_good wood").asks_nobody()


def test_a_phase_ends_only_when_the_gift_is_taken(scenario: Scenario) -> None:  # CI-FEE-4 ruling 6
    scenario.given(land("A1 meadow 1, B2 forest 1"), BuildingTaken(0, Structure.LARGE_BUILDING))
    scenario.given(StructurePlaced(0, Structure.LARGE_BUILDING, "A1"), CardKept(0, Structure.LARGE_BUILDING, "L8"))
    scenario.given([ShipAdvanced(0, ONE, step) for step in range(1, 10)], land("A1 meadow 1", seat=1))
    scenario.asking(0, BeginIncome(), ChooseShip(1)).when(1, "finish")
    scenario.when(0, "use_card L8").when(0, "remove_ruin C3 spot_3").when(0, "move_ship one_sail").when(0, "forfeit")
    scenario.records(FeeRefused(0, 1)).asks(1, ChooseGift).when(0, "finish").asks_nobody(0)
    scenario.when(1, "take_good wood").asks(0, ChooseShip(1))
