"""What happens between Cooper's side and the seat's."""

import pytest

from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    CooperAnchorAdded,
    CooperHelmGained,
    CooperShipAdvanced,
    CooperTokenGained,
    CooperTokenTaken,
    CooperWorkerPlaced,
    FeePaid,
    FeeRefused,
    HelmGained,
    MilestoneReached,
    ThirdWorkerPlaced,
    WorkerHired,
)
from quarterdeck_rules.cooper_island.fees import ChooseAnchoredShip, ChooseGift, PayWorkerFee
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, ChooseWorkerSpace
from quarterdeck_rules.cooper_island.solo.meetings import CompletePurchase
from quarterdeck_rules.cooper_island.terms import Good, Item, Worker
from quarterdeck_rules.cooper_island.view import view
from tests.rules.cooper_island.scenario import stored
from tests.rules.cooper_island.solo import cooper, solo

NORMAL = Worker.NORMAL


@pytest.mark.parametrize("stranger", [CooperWorkerPlaced(NORMAL, "C"), ThirdWorkerPlaced(NORMAL, "C")], ids=repr)
def test_on_a_stranger_cooper_gains_a_helm_point_and_the_supply_a_fee(stranger):  # CI-SOLO-MEET-1  rulings 77, 79
    scenario = solo().in_turn_of(0).given(stranger, stored("coin, wood")).asking(0, ChooseWorkerSpace())
    scenario.when(0, "place_worker normal C")
    scenario.records(CooperHelmGained(1), CooperShipAdvanced(1)).asks(0, PayWorkerFee(None))
    scenario.when(0, "pay_fee coin").records(FeePaid(0, Item(Good.COIN), None)).asks(
        0, ChooseSectionAction("C", NORMAL, first=False)
    )
    assert scenario.board(0).storage == (Good.WOOD,)
    assert scenario.board(0).market == ()


def test_a_fee_that_is_not_paid_is_an_anchor_and_no_gift():  # CI-SOLO-MEET-1
    scenario = solo().in_turn_of(0).given(CooperWorkerPlaced(NORMAL, "C"), stored("coin"))
    scenario.asking(0, ChooseWorkerSpace()).when(0, "place_worker normal C").when(0, "refuse_fee")
    scenario.records(FeeRefused(0, None)).asks(0, ChooseAnchoredShip).when(0, "put_anchor one_sail")
    scenario.records(AnchorAdded).asks(0, ChooseSectionAction)
    with pytest.raises(AssertionError):
        scenario.asks(0, ChooseGift)


def test_the_free_round_space_of_the_token_brings_cooper_an_anchor():  # CI-SOLO-MEET-2  ruling 78
    scenario = solo().in_turn_of(0).asking(0, ChooseWorkerSpace()).when(0, "place_worker normal A")
    scenario.records(CooperAnchorAdded()).asks(0, ChooseSectionAction)
    assert "perform take_cooper_token" not in scenario.legal(0)
    scenario.records_nothing_of(CooperTokenTaken)
    assert cooper(scenario).anchors == 1


@pytest.mark.parametrize("move", ["place_worker normal C", "place_worker special A"])
def test_other_spaces_bring_him_no_anchor(move: str):  # CI-SOLO-MEET-2
    scenario = solo().in_turn_of(0).given(WorkerHired(0, Worker.SPECIAL)).asking(0, ChooseWorkerSpace())
    scenario.when(0, move).records_nothing_of(CooperAnchorAdded)


def test_there_is_no_cooper_token_to_take():  # CI-SOLO-MEET-2
    scenario = solo().in_turn_of(0).asking(0, ChooseWorkerSpace()).when(0, "place_worker normal A")
    scenario.refuses(0, "perform take_cooper_token", Reason.NO_COOPER_TOKEN, "CI-SOLO-MEET-2")
    assert view(scenario.table, 0).token is None


def test_a_round_space_that_a_stranger_holds_is_a_stack_and_brings_no_anchor():  # CI-SOLO-MEET-2  ruling 78
    scenario = solo().in_turn_of(0).given(ThirdWorkerPlaced(NORMAL, "A"), stored("coin"))
    scenario.asking(0, ChooseWorkerSpace()).when(0, "place_worker normal A")
    scenario.records(CooperHelmGained(1)).records_nothing_of(CooperAnchorAdded)


def test_a_new_worker_brings_a_token_to_his_discard_pile():  # CI-SOLO-MEET-3
    scenario = solo().in_turn_of(0).given(MilestoneReached(0, next(iter(solo().table.box.milestones))))
    scenario.asking(0, ChooseWorkerSpace()).when(0, "hire")
    space = next(name for name in scenario.table.box.hire_spaces if "worker" in name)
    scenario.when(0, f"move_token {scenario.board(0).flipped[0]} {space}").when(0, "hire_worker normal")
    scenario.records(CooperTokenGained())
    assert cooper(scenario).tokens == 1


EFFECTS = {
    "strategy_1": (Purchase.BOAT, Purchase.BUILDING),
    "strategy_2": (Purchase.STATUE, Purchase.BOAT),
    "strategy_3": (Purchase.BUILDING, Purchase.CARGO),
    "strategy_4": (Purchase.CARGO, Purchase.STATUE),
}


@pytest.mark.parametrize("purchase", Purchase)
@pytest.mark.parametrize("strategy", EFFECTS)
def test_a_strategy_card_rewards_one_action_and_hampers_cooper_by_another(  # CI-SOLO-MEET-4  ruling 80
    strategy: str, purchase: Purchase
):
    helm, anchor = EFFECTS[strategy]
    scenario = solo(strategy).asking(0, CompletePurchase(purchase))
    if purchase is helm:
        scenario.asks(0, ChooseShip(1)).when(0, "move_ship one_sail").records(HelmGained)
    else:
        scenario.asks_nobody()
    assert cooper(scenario).anchors == (purchase is anchor)
