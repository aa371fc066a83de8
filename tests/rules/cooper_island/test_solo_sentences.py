"""Sentences of the solo rulebook at their edges: where a rule that is nearly right would still look right."""

import pytest

from quarterdeck_rules.cooper_island.cleanup import RETURN_STEP, CleanUpStep
from quarterdeck_rules.cooper_island.events import (
    CooperAnchorAdded,
    CooperAnchorRaised,
    CooperAnchorsCleared,
    CooperHelmGained,
    CooperLogBookGained,
    CooperShipAdvanced,
    CooperTokenGained,
    CooperTurnBegan,
    CooperTurnEnded,
    CooperWorkerPlaced,
    DepotTaken,
    DoubleTileDrawn,
    FeePaid,
    FeeRefused,
    IsletReturned,
    LogBookGained,
    MilestoneReached,
    RoundBegan,
    ThirdWorkerPlaced,
    TurnBegan,
    WorkerAssigned,
    WorkerHired,
    WorkerPlaced,
    WorkersReturned,
)
from quarterdeck_rules.cooper_island.hiring import ChooseOrder
from quarterdeck_rules.cooper_island.islets import PlaceIsletTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.scoring import score_sheet
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, ChooseWorkerSpace
from quarterdeck_rules.cooper_island.solo.cards import ChooseFromDepot, GiveCooperHelm
from quarterdeck_rules.cooper_island.solo.turns import CooperTurn
from quarterdeck_rules.cooper_island.terms import Good, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, spare_lid, stored
from tests.rules.cooper_island.solo import cooper, solo

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL
UNLOCKED = WorkerHired(0, SPECIAL)


def drawing(card: str, *facts: Fact) -> Scenario:
    """Cooper, who holds order 1, has drawn this start card: B1 or B2."""
    first_or_second = int(card[1]) - 1
    return solo().given(*facts).draws(start_cards=(0,), start_card=(first_or_second,)).asking(0, CooperTurn())


# Cooper's turn


def test_a_card_is_carried_out_from_top_to_bottom():  # CI-SOLO-TURN-1, CI-SOLO-CARD-5
    scenario = drawing("B1", CooperAnchorAdded(), CooperAnchorAdded()).records(
        CooperTurnBegan("B1"),
        CooperWorkerPlaced(NORMAL, "B"),
        CooperAnchorsCleared(2),
        CooperHelmGained(1),
        CooperShipAdvanced(1),
        CooperTurnEnded("B1"),
        TurnBegan(0),
    )
    scenario.records_nothing_of(CooperAnchorRaised)


def test_the_depot_is_offered_before_what_stands_below_on_the_card():  # CI-SOLO-TURN-1, CI-SOLO-CARD-4
    scenario = drawing("B1", CooperAnchorAdded(), WorkerPlaced(0, NORMAL, "B")).asks(0, ChooseFromDepot)
    assert (cooper(scenario).anchors, cooper(scenario).steps) == (1, 0)
    scenario.when(0, "take_good gold").records(
        DepotTaken(0, Good.GOLD), CooperAnchorsCleared(1), CooperShipAdvanced(1), CooperTurnEnded("B1"), TurnBegan(0)
    )


@pytest.mark.parametrize(("card", "his", "own"), [("B1", NORMAL, SPECIAL), ("B2", SPECIAL, NORMAL)])
def test_a_worker_of_the_seat_on_the_other_space_of_the_section_is_not_covered(  # CI-SOLO-CARD-4
    card: str, his: Worker, own: Worker
):
    scenario = drawing(card, UNLOCKED, WorkerPlaced(0, own, "B"))
    scenario.records(CooperWorkerPlaced(his, "B", on_top=False), CooperTurnEnded(card)).asks(0, ChooseWorkerSpace)


def test_a_special_worker_on_a_royal_order_is_unlocked():  # CI-SOLO-CARD-2  ruling 74
    scenario = drawing("B2", UNLOCKED, WorkerAssigned(0, SPECIAL, "order_3"))
    scenario.records(CooperWorkerPlaced(SPECIAL, "B"))
    assert (scenario.board(0).available.special, scenario.board(0).locked.special) == (0, 1)


def test_at_bay_and_harbor_without_a_log_book_left_he_sails_on_and_his_steps_count():  # CI-SOLO-VOYAGE-2  ruling 72
    books = solo().table.box.log_books.items()
    scenario = solo().given([LogBookGained(0, name) for name, book in books for _ in range(book.count)])
    scenario.asking(0, GiveCooperHelm(6)).records(CooperShipAdvanced(5), CooperShipAdvanced(6))
    scenario.records_nothing_of(CooperLogBookGained)
    score = score_sheet(scenario.table, None).cooper
    assert score is not None
    assert score.log_books + score.steps == 6


# The seat's turn


def test_a_seat_that_has_special_workers_only_takes_its_turn():  # CI-SOLO-TURN-3
    assigned = [WorkerAssigned(0, NORMAL, order) for order in ("order_3", "order_4")]
    scenario = drawing("B1", UNLOCKED, assigned).records(TurnBegan(0)).asks(0, ChooseWorkerSpace)
    assert scenario.legal(0) == [f"place_worker special {section}" for section in "ABCDEFGH"]


@pytest.mark.parametrize("stranger", [CooperWorkerPlaced(NORMAL, "C"), ThirdWorkerPlaced(NORMAL, "C")], ids=repr)
def test_cooper_gains_his_helm_point_though_a_card_spares_the_fee(stranger: Fact):  # CI-SOLO-MEET-1, CI-CARD-S11
    scenario = solo().in_turn_of(0).given(stranger, kept("S11"), stored("coin")).asking(0, ChooseWorkerSpace())
    scenario.when(0, "place_worker normal C").records(CooperHelmGained(1), CooperShipAdvanced(1))
    scenario.records_nothing_of(FeePaid, FeeRefused).asks(0, ChooseSectionAction)
    assert scenario.board(0).storage == (Good.COIN,)


def test_a_new_special_worker_brings_a_token_as_a_normal_one_does():  # CI-SOLO-MEET-3
    scenario = solo().in_turn_of(0).given(MilestoneReached(0, "two_boats")).asking(0, ChooseWorkerSpace())
    scenario.when(0, "hire").when(0, "move_token two_boats hire_worker_1").when(0, "hire_worker special")
    scenario.records(WorkerHired(0, SPECIAL), CooperTokenGained()).asks(0, ChooseOrder)
    scenario.when(0, "assign_worker normal order_3").records_nothing_of(CooperTokenGained)
    assert cooper(scenario).tokens == 1


# Clean-up and islets


@pytest.mark.parametrize(("number", "left"), [(4, ["A"]), (5, ["C"])])
def test_after_the_last_round_no_worker_is_left_behind(number: int, left: list[str]):  # CI-SOLO-CLEAN-5  ruling 84
    # In round 5 Cooper's clean-up has not taken home those of the round before; in round 4 it has.
    before = [ThirdWorkerPlaced(NORMAL, "C")] if number == 5 else []
    scenario = solo().given(RoundBegan(number), WorkerPlaced(0, NORMAL, "A"), before)
    scenario.asking(0, CleanUpStep(RETURN_STEP)).records(WorkersReturned())
    assert [worker.section for worker in cooper(scenario).third] == left
    assert scenario.table.stacks == ()


def test_an_exchanged_islet_that_no_longer_fits_is_given_up():  # CI-SOLO-ISLET-3  ruling 85
    scenario = solo(options={"islets": "random"}).given(RoundBegan(1), land("A1 meadow 1"), spare_lid())
    scenario.given(DoubleTileDrawn(0, "forest-meadow")).draws(islets=(0, 0))
    scenario.asking(0, PlaceIsletTile("place_islet_tile")).when(0, "exchange_islet")
    scenario.refuses(0, "give_up", Reason.ISLET_FITS, "CI-SOLO-ISLET-3")
    # The one space that the first round leaves to an islet is covered while it is in hand.
    scenario.when(0, "use_lid crate_place").when(0, "place_tile forest-meadow B1 forest B2 meadow")
    assert scenario.legal(0) == ["give_up"]
    second = list(scenario.table.box.islets)[1]
    scenario.when(0, "give_up").records(IsletReturned(0, second)).asks_nobody()
