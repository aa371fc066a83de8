"""What Cooper's action cards are made of."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    CooperAnchorAdded,
    CooperAnchorsCleared,
    CooperHelmGained,
    CooperShipAdvanced,
    CooperWorkerPlaced,
    DepotTaken,
    WorkerHired,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo.cards import ChooseFromDepot, ClearCooperAnchors, GiveCooperHelm, PostCooper
from quarterdeck_rules.cooper_island.terms import Good, Worker
from tests.rules.cooper_island.scenario import Fact, land
from tests.rules.cooper_island.solo import BOX, cooper, solo

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL
UNLOCKED = WorkerHired(0, SPECIAL)


def posted(prefers: Worker, *before: Fact):
    scenario = solo().given(*before).asking(0, PostCooper("B", prefers))
    return [event.worker for event in scenario.events if isinstance(event, CooperWorkerPlaced)]


def on(section: str, worker: Worker) -> CooperWorkerPlaced:
    return CooperWorkerPlaced(worker, section)


ALL_NORMAL = [on(section, NORMAL) for section in "DFHX"]
ALL_SPECIAL = [on(section, SPECIAL) for section in "DF"]


@pytest.mark.parametrize(
    ("prefers", "before", "placed"),
    [
        pytest.param(NORMAL, [], [NORMAL], id="normal preferred"),
        pytest.param(NORMAL, [on("B", NORMAL)], [SPECIAL], id="round space holds one of his"),
        pytest.param(NORMAL, ALL_NORMAL, [SPECIAL], id="no normal worker left"),
        pytest.param(NORMAL, [on("B", NORMAL), *ALL_SPECIAL], [], id="neither space nor worker left"),
        pytest.param(SPECIAL, [UNLOCKED], [SPECIAL], id="special preferred"),
        pytest.param(SPECIAL, [], [NORMAL], id="nothing unlocked"),
        pytest.param(SPECIAL, [UNLOCKED, on("B", SPECIAL)], [NORMAL], id="square space holds one of his"),
        pytest.param(SPECIAL, [UNLOCKED, *ALL_SPECIAL], [NORMAL], id="no special worker left"),
        pytest.param(SPECIAL, [on("B", NORMAL)], [SPECIAL], id="nothing unlocked and round space held"),
        pytest.param(SPECIAL, [on("B", NORMAL), *ALL_SPECIAL], [], id="nothing unlocked and nothing left"),
    ],
)
def test_a_worker_goes_where_the_card_says_or_else_to_the_other_space(  # CI-SOLO-CARD-1, CI-SOLO-CARD-2, CI-SOLO-CARD-3
    prefers: Worker, before: list[Fact], placed: list[Worker]
):  # rulings 73, 75
    assert posted(prefers, *before) == placed


def test_a_special_worker_is_unlocked_wherever_it_is_since():  # CI-SOLO-CARD-2  ruling 74
    assert posted(SPECIAL, UNLOCKED, WorkerPlaced(0, SPECIAL, "A")) == [SPECIAL]


def test_a_worker_under_one_of_the_seat_still_holds_its_space():  # CI-SOLO-CARD-3  ruling 75
    assert posted(NORMAL, on("B", NORMAL), WorkerPlaced(0, NORMAL, "B")) == [SPECIAL]


def test_covered_by_cooper_the_seat_may_take_a_cube_of_the_depot():  # CI-SOLO-CARD-4  rulings 76, 83
    scenario = solo().in_turn_of(0).given(land("A1 meadow 1 food"), WorkerPlaced(0, NORMAL, "B"))
    scenario.asking(0, PostCooper("B", NORMAL))
    scenario.records(CooperWorkerPlaced(NORMAL, "B", on_top=True)).asks(0, ChooseFromDepot)
    scenario.refuses(0, "take_good cloth", Reason.NOTHING_TO_CHOOSE, "CI-SOLO-CARD-4")
    assert scenario.legal(0) == ["take_good wood", "take_good gold", "forfeit"]
    assert scenario.anytime(0) == [], "in a turn of the seat its cube could be stored"
    scenario.when(0, "take_good gold").records(DepotTaken(0, Good.GOLD)).asks_nobody()
    assert scenario.board(0).market == (Good.GOLD,)
    assert cooper(scenario).depot == (Good.WOOD,)


def test_the_cube_of_the_depot_may_be_forfeited():  # CI-SOLO-CARD-4
    scenario = solo().given(WorkerPlaced(0, NORMAL, "B")).asking(0, PostCooper("B", NORMAL))
    scenario.when(0, "forfeit").records_nothing_of(DepotTaken).asks_nobody()


def test_an_empty_depot_is_not_offered_and_a_free_space_neither():  # CI-SOLO-CARD-4
    taken = [DepotTaken(0, Good.WOOD), DepotTaken(0, Good.GOLD)]
    solo().given(*taken, WorkerPlaced(0, NORMAL, "B")).asking(0, PostCooper("B", NORMAL)).asks_nobody()
    solo().given(WorkerPlaced(0, NORMAL, "D")).asking(0, PostCooper("B", NORMAL)).asks_nobody()


def test_a_card_clears_all_anchors():  # CI-SOLO-CARD-5
    scenario = solo().given(CooperAnchorAdded(), CooperAnchorAdded()).asking(0, ClearCooperAnchors())
    scenario.records(CooperAnchorsCleared())
    assert cooper(scenario).anchors == 0
    scenario.asking(0, ClearCooperAnchors()).records_nothing_of(CooperAnchorsCleared)


def test_a_card_brings_helm_points_and_for_an_order_only_if_it_is_his():  # CI-SOLO-CARD-6
    solo().asking(0, GiveCooperHelm(2)).records(CooperHelmGained(2), CooperShipAdvanced(1), CooperShipAdvanced(2))
    solo().asking(0, GiveCooperHelm(1, "order_1")).records(CooperShipAdvanced(1))
    solo().asking(0, GiveCooperHelm(1, "order_3")).records_nothing_of(CooperHelmGained, CooperShipAdvanced)


@pytest.mark.parametrize(("letter", "order"), [("B", 1), ("D", 2), ("F", 3), ("H", 4)])
def test_the_cards_of_a_pair_place_clear_or_sail_and_look_at_their_order(letter: str, order: int):
    bonus = GiveCooperHelm(1, f"order_{order}")
    assert BOX.action_cards[f"{letter}1"].steps == (PostCooper(letter, NORMAL), ClearCooperAnchors(), bonus)
    assert BOX.action_cards[f"{letter}2"].steps == (PostCooper(letter, SPECIAL), GiveCooperHelm(1), bonus)
