"""Cooper's clean-up, and the workers of the third color that the seat leaves behind."""

import pytest

from quarterdeck_rules.cooper_island.cleanup import RETURN_STEP, BeginCleanUp, CleanUpStep
from quarterdeck_rules.cooper_island.events import (
    CleanUpStepBegan,
    CooperDeckShuffled,
    CooperTokenGained,
    CooperTokenMoved,
    CooperTurnBegan,
    CooperTurnEnded,
    CooperWorkerPlaced,
    CooperWorkersReturned,
    PhaseBegan,
    RoundBegan,
    ThirdWorkerPlaced,
    WorkerHired,
    WorkerPlaced,
    WorkersReturned,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo.cleanup import ChooseCleanUpSpace, CooperCleanUp
from quarterdeck_rules.cooper_island.terms import Phase, Worker
from quarterdeck_rules.cooper_island.together import KeepWindow
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Scenario, land
from tests.rules.cooper_island.solo import cooper, solo

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL


def discarded(*cards: str, tokens: int = 0) -> Scenario:
    """Cards that Cooper has carried out this round, and tokens that wait."""
    scenario = solo()
    for card in cards:
        scenario.given(CooperTurnBegan(card), CooperTurnEnded(card))
    return scenario.given(*[CooperTokenGained()] * tokens)


def test_workers_of_cooper_and_of_the_third_color_go_home_first():  # CI-SOLO-CLEAN-1
    scenario = solo().given(
        CooperWorkerPlaced(NORMAL, "B"), ThirdWorkerPlaced(NORMAL, "A"), WorkerPlaced(0, NORMAL, "C")
    )
    scenario.asking(0, CooperCleanUp()).records(CooperWorkersReturned()).asks_nobody()
    assert (cooper(scenario).posted, cooper(scenario).third) == ((), ())
    assert len(scenario.table.stacks) == 1, "those of the seat stay"


def test_the_discard_pile_is_shuffled_onto_the_deck():  # CI-SOLO-CLEAN-4
    scenario = discarded("B1", "D2", "F1").asking(0, CooperCleanUp()).records(CooperDeckShuffled())
    assert cooper(scenario).discard == ()
    shuffled, *rest = cooper(scenario).deck
    assert set(shuffled) == {"B1", "D2", "F1"}
    assert [set(part) for part in rest] == [{"B2", "D1", "F2", "H1", "H2"}]


@pytest.mark.parametrize(
    ("space", "deck", "discard"),
    [
        ("bottom", [{"B1", "F1"}, {"B2", "D1", "F2", "H1", "H2"}, {"D2"}], ()),
        ("top", [{"B1", "F1"}, {"D2"}, {"B2", "D1", "F2", "H1", "H2"}], ()),
        ("aside", [{"B1", "F1"}, {"B2", "D1", "F2", "H1", "H2"}], ("D2",)),
    ],
)
def test_a_token_moves_a_card_under_the_deck_onto_it_or_out_of_the_shuffle(  # CI-SOLO-CLEAN-2, CI-SOLO-CLEAN-3
    space: str, deck: list[set[str]], discard: tuple[str, ...]
):  # ruling 82
    scenario = discarded("B1", "D2", "F1", tokens=1).asking(0, CooperCleanUp()).asks(0, ChooseCleanUpSpace)
    scenario.when(0, f"move_cooper_token {space} D2")
    scenario.records(CooperTokenMoved(space, "D2"), CooperDeckShuffled()).asks_nobody()
    assert [set(part) for part in cooper(scenario).deck] == deck
    assert cooper(scenario).discard == discard
    assert (cooper(scenario).tokens, cooper(scenario).spaces) == (0, (space,))


def test_no_anytime_move_stands_beside_his_clean_up():  # CI-SOLO-CLEAN-3  ruling 83
    scenario = discarded("B1", tokens=1).given(PhaseBegan(Phase.CLEAN_UP), land("A1 meadow 1 food"))
    scenario.asking(0, CooperCleanUp()).asks(0, ChooseCleanUpSpace)
    assert scenario.anytime(0) == []
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)
    scenario.asking(0, KeepWindow())
    assert scenario.anytime(0) == ["store_cube A1"], "in the clean-up of the seat"


def test_a_card_left_out_comes_back_with_the_next_shuffle():  # CI-SOLO-CLEAN-4  ruling 82
    scenario = discarded("B1", "D2", tokens=1).asking(0, CooperCleanUp()).when(0, "move_cooper_token aside D2")
    scenario.given(CooperTurnBegan("B1"), CooperTurnEnded("B1")).asking(0, CooperCleanUp())
    assert set(cooper(scenario).deck[0]) == {"D2", "B1"}


def test_several_tokens_go_one_after_the_other_each_to_a_space_of_its_own():  # CI-SOLO-CLEAN-2  ruling 81
    scenario = discarded("B1", "D2", "F1", tokens=2).asking(0, CooperCleanUp())
    scenario.when(0, "move_cooper_token top B1").asks(0, ChooseCleanUpSpace)
    scenario.refuses(0, "move_cooper_token top D2", Reason.CLEAN_UP_SPACE_TAKEN, "CI-SOLO-CLEAN-3")
    scenario.refuses(0, "move_cooper_token bottom B1", Reason.NOT_DISCARDED, "CI-SOLO-CLEAN-3")
    scenario.refuses(0, "move_cooper_token side D2", Reason.NO_SUCH_SPACE, "CI-SOLO-CLEAN-3")
    scenario.when(0, "move_cooper_token aside F1").asks_nobody()
    assert [set(part) for part in cooper(scenario).deck[:2]] == [{"D2"}, {"B1"}]


def test_a_token_without_a_space_or_without_a_card_waits():  # CI-SOLO-CLEAN-2
    solo().given(CooperTokenGained()).asking(0, CooperCleanUp()).asks_nobody()
    scenario = discarded("B1", "D2", "F1", "H1", tokens=4).asking(0, CooperCleanUp())
    for move in ("top B1", "aside D2", "bottom F1"):
        scenario.when(0, f"move_cooper_token {move}")
    scenario.asks_nobody()
    assert cooper(scenario).tokens == 1


def test_where_the_seat_goes_home_from_a_c_e_or_g_a_third_color_stays():  # CI-SOLO-CLEAN-5
    placed = [WorkerPlaced(0, NORMAL, "A"), WorkerPlaced(0, NORMAL, "B"), WorkerPlaced(0, SPECIAL, "G")]
    hired = [WorkerHired(0, SPECIAL), WorkerHired(0, NORMAL)]
    scenario = solo().given(*hired, *placed).asking(0, CleanUpStep(RETURN_STEP))
    scenario.records(ThirdWorkerPlaced(NORMAL, "A"), ThirdWorkerPlaced(SPECIAL, "G"), WorkersReturned())
    assert [(one.section, one.worker) for one in cooper(scenario).third] == [("A", NORMAL), ("G", SPECIAL)]


@pytest.mark.parametrize(("number", "cleans"), [(4, True), (5, False)])
def test_cooper_cleans_up_first_in_the_phase_but_not_after_the_last_round(number: int, cleans: bool):  # CI-SOLO-CLEAN-1
    there = [CooperWorkerPlaced(NORMAL, "B"), RoundBegan(number)]  # ruling 84
    scenario = solo().given(*there).asking(0, BeginCleanUp())
    if cleans:
        scenario.records(PhaseBegan(Phase.CLEAN_UP), CooperWorkersReturned(), CleanUpStepBegan(1))
    else:
        scenario.records(PhaseBegan(Phase.CLEAN_UP)).records_nothing_of(CooperWorkersReturned)
