"""What Cooper's action cards are made of."""

from typing import cast

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.box import Box
from quarterdeck_rules.cooper_island.events import (
    CooperAnchorAdded,
    CooperAnchorsCleared,
    CooperHelmGained,
    CooperShipAdvanced,
    CooperTurnBegan,
    CooperTurnEnded,
    CooperWorkerPlaced,
    DepotTaken,
    TurnBegan,
    WorkerHired,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo.cards import (
    ChooseFromDepot,
    ClearCooperAnchors,
    GiveCooperHelm,
    OfferDepot,
    PostCooper,
)
from quarterdeck_rules.cooper_island.solo.turns import CooperTurn
from quarterdeck_rules.cooper_island.terms import Good, Worker
from tests.rules.cooper_island.scenario import Fact, land
from tests.rules.cooper_island.solo import BOX, cooper, solo

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL
UNLOCKED = WorkerHired(0, SPECIAL)


def posted(prefers: Worker, *before: Fact):
    scenario = solo().given(*before).asking(0, PostCooper("B", prefers, needs_unlocked=prefers is SPECIAL))
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
    scenario.asking(0, PostCooper("B", NORMAL), OfferDepot())
    scenario.records(CooperWorkerPlaced(NORMAL, "B", on_top=True)).asks(0, ChooseFromDepot)
    scenario.refuses(0, "take_good cloth", Reason.NOTHING_TO_CHOOSE, "CI-SOLO-CARD-4")
    assert scenario.legal(0) == ["take_good wood", "take_good gold", "forfeit"]
    assert scenario.anytime(0) == [], "in a turn of the seat its cube could be stored"
    scenario.when(0, "take_good gold").records(DepotTaken(0, Good.GOLD)).asks_nobody()
    assert scenario.board(0).market == (Good.GOLD,)
    assert cooper(scenario).depot == (Good.WOOD,)


def test_the_cube_of_the_depot_may_be_forfeited():  # CI-SOLO-CARD-4
    scenario = solo().given(WorkerPlaced(0, NORMAL, "B")).asking(0, PostCooper("B", NORMAL), OfferDepot())
    scenario.when(0, "forfeit").records_nothing_of(DepotTaken).asks_nobody()


def test_an_empty_depot_is_not_offered_and_a_free_space_neither():  # CI-SOLO-CARD-4
    taken = [DepotTaken(0, Good.WOOD), DepotTaken(0, Good.GOLD)]
    solo().given(*taken, WorkerPlaced(0, NORMAL, "B")).asking(0, PostCooper("B", NORMAL), OfferDepot()).asks_nobody()
    solo().given(WorkerPlaced(0, NORMAL, "D")).asking(0, PostCooper("B", NORMAL), OfferDepot()).asks_nobody()


def test_a_card_clears_all_anchors():  # CI-SOLO-CARD-5
    scenario = solo().given(CooperAnchorAdded(), CooperAnchorAdded()).asking(0, ClearCooperAnchors())
    scenario.records(CooperAnchorsCleared(2))
    assert cooper(scenario).anchors == 0
    scenario.asking(0, ClearCooperAnchors()).records_nothing_of(CooperAnchorsCleared)


def test_a_card_brings_helm_points_and_for_an_order_only_if_it_is_his():  # CI-SOLO-CARD-6
    solo().asking(0, GiveCooperHelm(2)).records(CooperHelmGained(2), CooperShipAdvanced(1), CooperShipAdvanced(2))
    solo().asking(0, GiveCooperHelm(1, "order_1")).records(CooperShipAdvanced(1))
    solo().asking(0, GiveCooperHelm(1, "order_3")).records_nothing_of(CooperHelmGained, CooperShipAdvanced)


@pytest.mark.parametrize(("card", "start"), [(f"{letter}{number}", letter) for letter in "BDFH" for number in (1, 2)])
def test_each_card_places_and_clears_or_sails_and_looks_at_its_order(card: str, start: str):
    """Played as they are drawn, so that the components say what a card does; the seat has unlocked a special worker."""
    strategy = next(one for one in BOX.strategies.values() if card in one.start_cards[0] or card in one.start_cards[1])
    group = 0 if card in strategy.start_cards[0] else 1
    scenario = solo(strategy.id).given(UNLOCKED, CooperAnchorAdded(), CooperAnchorAdded())
    scenario.draws(start_cards=(group,), start_card=(int(card[1]) - 1,)).asking(0, CooperTurn())
    if card.endswith("1"):
        scenario.records(
            CooperTurnBegan(card), CooperWorkerPlaced(NORMAL, start), CooperAnchorsCleared(2), CooperShipAdvanced(1)
        )
        assert (cooper(scenario).anchors, cooper(scenario).steps) == (0, 1)
    else:
        scenario.records(CooperTurnBegan(card), CooperWorkerPlaced(SPECIAL, start), CooperHelmGained(1))
        assert (cooper(scenario).anchors, cooper(scenario).steps) == (0, 0)
    scenario.records(CooperTurnEnded(card), TurnBegan(0))


@pytest.mark.parametrize("card", BOX.action_cards)
def test_a_card_whose_order_is_not_his_brings_one_helm_point_less(card: str):
    def gained(strategy: str) -> int:
        scenario = solo(strategy).given(UNLOCKED).asking(0, *BOX.action_cards[card].steps)
        return sum(event.points for event in scenario.events if isinstance(event, CooperHelmGained))

    his = {name: gained(name) for name in BOX.strategies}
    order = f"order_{'BDFH'.index(card[0]) + 1}"
    assert his == {
        name: int(card[1]) - 1 + (order in strategy.cooper_orders) for name, strategy in BOX.strategies.items()
    }


@pytest.mark.parametrize("letter", "BDFH")
def test_each_card_places_the_other_kind_where_its_own_cannot_be(letter: str):  # CI-SOLO-CARD-1, CI-SOLO-CARD-2
    for number, kind, other in ((1, NORMAL, SPECIAL), (2, SPECIAL, NORMAL)):
        steps = BOX.action_cards[f"{letter}{number}"].steps
        solo().given(UNLOCKED, on(letter, kind)).asking(0, *steps).records(CooperWorkerPlaced(other, letter))
        solo().given(UNLOCKED, on(letter, kind), on(letter, other)).asking(0, *steps).records_nothing_of(
            CooperWorkerPlaced
        )
    solo().asking(0, *BOX.action_cards[f"{letter}2"].steps).records(CooperWorkerPlaced(NORMAL, letter))


CORRECTED = """
[[action_cards]]
id = "B2"
status = "printed"
source = "a card that was found"
steps = [
    { do = "post_cooper", section = "B", prefers = "special" },
    { do = "give_cooper_helm", points = 2, placed = "special" },
    { do = "give_cooper_anchors", anchors = 2 },
    { do = "clear_cooper_anchors", most = 1 },
]
"""


def test_a_corrected_card_is_a_change_of_data():  # CI-SOLO-CARD-2, CI-SOLO-CARD-4 to CI-SOLO-CARD-7
    box = cast(Box, TITLE.load_components((CORRECTED.encode(),)))
    steps = box.action_cards["B2"].steps
    scenario = solo(components=box).given(WorkerPlaced(0, SPECIAL, "B")).asking(0, *steps)
    # Not unlocked, and no depot: the card does not ask for either.
    scenario.records(CooperWorkerPlaced(SPECIAL, "B", on_top=True), CooperHelmGained(2), CooperAnchorsCleared(1))
    scenario.asks_nobody()
    assert (cooper(scenario).anchors, cooper(scenario).steps) == (1, 2)
    without = solo(components=box).given(on("B", SPECIAL)).asking(0, *steps)
    without.records(CooperWorkerPlaced(NORMAL, "B")).records_nothing_of(CooperHelmGained)


def test_what_a_card_says_of_the_worker_just_placed_is_not_of_one_placed_before():  # CI-SOLO-CARD-4, CI-SOLO-CARD-6
    before = [WorkerPlaced(0, NORMAL, "B"), CooperTurnBegan("B1"), CooperWorkerPlaced(NORMAL, "B", on_top=True)]
    scenario = solo().given(*before, CooperTurnEnded("B1"), CooperTurnBegan("D1"))
    scenario.asking(0, OfferDepot(), GiveCooperHelm(1, placed=NORMAL)).asks_nobody()
    scenario.records_nothing_of(CooperHelmGained)
