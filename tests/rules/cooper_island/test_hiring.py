"""Milestones, hire spaces, new workers and royal orders."""

import pytest

from quarterdeck_rules.cooper_island.boats import PayForBoat
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    BoatTurned,
    GoodsGained,
    LidLifted,
    LidStowed,
    LidUsed,
    MilestoneReached,
    OrdersDisplayed,
    PhaseBegan,
    RuinRemoved,
    StructurePlaced,
    TokenMoved,
    TurnBegan,
    TurnEnded,
    WorkerAssigned,
    WorkerHired,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.fees import PayWorkerFee
from quarterdeck_rules.cooper_island.hiring import ChooseHired, ChooseHireSpace, ChooseOrder
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip, GainHelm
from quarterdeck_rules.cooper_island.sections import ChooseWorkerSpace, NextTurn
from quarterdeck_rules.cooper_island.state import Crew
from quarterdeck_rules.cooper_island.terms import Good, Phase, Structure, Worker
from quarterdeck_rules.cooper_island.together import KeepWindow
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL
ORDERS = OrdersDisplayed(("order_1", "order_2", "order_3", "order_4"))
TOKENS = ("two_boats", "two_buildings", "two_statues", "two_lids")
WORKER_SPACES = ("hire_worker_1", "hire_worker_2", "hire_worker_3")


def hiring(scenario: Scenario, *facts: Fact) -> Scenario:
    """Seat 0 moves its flipped token about boats at the start of its turn."""
    scenario.given(ORDERS, MilestoneReached(0, "two_boats"), PhaseBegan(Phase.WORKERS), *facts)
    return scenario.asking(0, NextTurn(0)).when(0, "hire").asks(0, ChooseHireSpace)


def for_a_worker(scenario: Scenario, *facts: Fact) -> Scenario:
    """Seat 0 has moved its token to a space that gives a worker."""
    return hiring(scenario, *facts).when(0, "move_token two_boats hire_worker_1").asks(0, ChooseHired)


# Milestones

REACHED: list[tuple[str, list[Fact]]] = [
    ("two_boats", [BoatBuilt(0, "coin_boat", "landing_3"), BoatBuilt(0, "draw_boat", "landing_1")]),
    (
        "two_boats",
        [BoatBuilt(0, "coin_boat", "landing_3"), BoatTurned(0, "coin_boat"), BoatBuilt(0, "draw_boat", "landing_1")],
    ),
    (
        "two_buildings",
        [StructurePlaced(0, Structure.FORTRESS, "A1"), StructurePlaced(0, Structure.SMALL_BUILDING, "B1")],
    ),
    ("two_statues", [StructurePlaced(0, Structure.STATUE, "A1"), StructurePlaced(0, Structure.STATUE, "B1")]),
    (
        "two_lids",
        [
            *(LidLifted(0, "cargo_1"), LidStowed(0), LidUsed(0, "crate_draw")),
            *(LidLifted(0, "cargo_5"), LidStowed(0)),
        ],
    ),
]


@pytest.mark.parametrize(("token", "facts"), REACHED)
def test_a_milestone_token_flips_when_its_goal_is_reached(  # CI-HIRE-1 ruling 61
    scenario: Scenario, token: str, facts: list[Fact]
) -> None:
    scenario.given(*facts).asking(0, KeepWindow()).records(MilestoneReached(0, token))
    assert scenario.board(0).flipped == (token,)
    assert scenario.board(1).flipped == ()


@pytest.mark.parametrize(("token", "facts"), REACHED)
def test_one_short_of_the_goal_flips_nothing(scenario: Scenario, token: str, facts: list[Fact]) -> None:  # CI-HIRE-1
    short = facts[-1:] if token != "two_lids" else facts[-2:]
    scenario.given(*short).asking(0, KeepWindow()).records_nothing_of(MilestoneReached)


@pytest.mark.parametrize(
    "facts",
    [
        [StructurePlaced(0, Structure.STATUE, "A1"), StructurePlaced(0, Structure.SMALL_BUILDING, "B1")],
        [RuinRemoved(0, "C1", "spot_1"), RuinRemoved(0, "C3", "spot_2")],
    ],
    ids=["a_statue_is_no_building", "a_token_on_a_crafting_spot_is_no_statue_on_the_peninsula"],
)
def test_what_is_no_milestone(scenario: Scenario, facts: list[Fact]) -> None:  # CI-HIRE-1
    scenario.given(*facts).asking(0, KeepWindow()).records_nothing_of(MilestoneReached)


@pytest.mark.parametrize("phase", [Phase.INCOME, Phase.WORKERS, Phase.CLEAN_UP, Phase.GAME_END])
def test_a_token_flips_in_any_phase_at_once_and_but_once(scenario: Scenario, phase: Phase) -> None:  # CI-HIRE-1
    # ruling 61: in the middle of what is going on, before the ship is chosen
    scenario.given(PhaseBegan(phase), *REACHED[0][1]).asking(0, GainHelm(1)).asks(0, ChooseShip)
    scenario.records(MilestoneReached(0, "two_boats"))
    scenario.given(BoatBuilt(0, "copy_boat", "landing_2")).when(0, "move_ship one_sail")
    scenario.records_nothing_of(MilestoneReached)


# When a token may move


@pytest.mark.parametrize("phase", [Phase.INCOME, Phase.CLEAN_UP, Phase.GAME_END])
def test_there_is_no_hiring_outside_the_worker_phase(scenario: Scenario, phase: Phase) -> None:  # CI-HIRE-2 ruling 62
    scenario.given(PhaseBegan(phase), MilestoneReached(0, "two_boats")).asking(0, GainHelm(1))
    scenario.refuses(0, "hire", Reason.NOT_YOUR_TURN, "CI-HIRE-2")


def test_there_is_no_hiring_in_another_seats_turn(scenario: Scenario) -> None:  # CI-HIRE-2 ruling 62
    scenario.in_turn_of(1).given(MilestoneReached(0, "two_boats")).asking(0, GainHelm(1))
    scenario.refuses(0, "hire", Reason.NOT_YOUR_TURN, "CI-HIRE-2")


def test_without_a_flipped_token_there_is_no_hiring(scenario: Scenario) -> None:  # CI-HIRE-2
    scenario.given(PhaseBegan(Phase.WORKERS)).asking(0, NextTurn(0))
    scenario.refuses(0, "hire", Reason.NO_FLIPPED_TOKEN, "CI-HIRE-2")


def test_a_token_may_move_before_a_fee_is_paid_but_not_within_a_payment(scenario: Scenario) -> None:  # CI-HIRE-2
    # ruling 62: where anytime moves may stand
    scenario.in_turn_of(0).given(MilestoneReached(0, "two_boats"), GoodsGained(0, (Good.COIN, Good.WOOD, Good.WOOD)))
    scenario.asking(0, PayWorkerFee(1)).when(0, "hire").asks(0, ChooseHireSpace)
    scenario.asking(0, PayForBoat(0, "", "", "coin_boat", "landing_1"))
    scenario.refuses(0, "hire", EngineReason.MOVE_NOT_EXPECTED)


# Hire spaces


def test_any_flipped_token_goes_to_any_free_hire_space(scenario: Scenario) -> None:  # CI-HIRE-3
    hiring(scenario, MilestoneReached(0, "two_lids"))
    spaces = (*WORKER_SPACES, "hire_helm")
    assert scenario.legal(0) == [
        f"move_token {token} {space}" for token in ("two_boats", "two_lids") for space in spaces
    ]


def test_a_token_face_up_cannot_move(scenario: Scenario) -> None:  # CI-HIRE-3
    hiring(scenario).refuses(0, "move_token two_lids hire_worker_1", Reason.NO_FLIPPED_TOKEN, "CI-HIRE-3")


def test_a_token_stays_on_its_hire_space_and_keeps_others_off(scenario: Scenario) -> None:  # CI-HIRE-3
    for_a_worker(scenario, MilestoneReached(0, "two_lids")).when(0, "hire_worker normal").when(0, "hire")
    scenario.refuses(0, "move_token two_lids hire_worker_1", Reason.HIRE_SPACE_TAKEN, "CI-HIRE-3")
    scenario.refuses(0, "move_token two_boats hire_helm", Reason.NO_FLIPPED_TOKEN, "CI-HIRE-3")


def test_there_are_four_hire_spaces(scenario: Scenario) -> None:  # CI-HIRE-3
    hiring(scenario).refuses(0, "move_token two_boats hire_worker_4", Reason.HIRE_SPACE_TAKEN, "CI-HIRE-3")


def test_one_hire_space_gives_two_helm_points(scenario: Scenario) -> None:  # CI-HIRE-3
    hiring(scenario).when(0, "move_token two_boats hire_helm").asks(0, ChooseShip(2))
    scenario.records(TokenMoved(0, "two_boats", "hire_helm")).records_nothing_of(WorkerHired)


def test_no_more_than_three_workers_are_hired(scenario: Scenario) -> None:  # CI-HIRE-3
    moved = [TokenMoved(0, token, space) for token, space in zip(TOKENS[1:], WORKER_SPACES, strict=True)]
    hiring(scenario, *(MilestoneReached(0, token) for token in TOKENS[1:]), *moved)
    assert scenario.legal(0) == ["move_token two_boats hire_helm"]


# The new worker


def test_a_normal_worker_comes_on_top_of_the_others(scenario: Scenario) -> None:  # CI-HIRE-4
    for_a_worker(scenario).when(0, "hire_worker normal").records(WorkerHired(0, NORMAL)).asks(0, ChooseWorkerSpace)
    assert (scenario.board(0).available, scenario.board(0).locked) == (Crew(3, 0), Crew(1, 2))


@pytest.mark.parametrize(("worker", "other"), [(NORMAL, SPECIAL), (SPECIAL, NORMAL)])
def test_a_worker_of_a_kind_that_is_used_up_cannot_be_hired(  # CI-HIRE-4
    scenario: Scenario, worker: Worker, other: Worker
) -> None:
    for_a_worker(scenario, WorkerHired(0, worker), WorkerHired(0, worker))
    scenario.refuses(0, f"hire_worker {worker}", Reason.NO_WORKER, "CI-HIRE-4")
    assert scenario.legal(0) == [f"hire_worker {other}"]


def test_a_special_worker_calls_for_an_assignment_at_once(scenario: Scenario) -> None:  # CI-HIRE-5 ruling 63
    for_a_worker(scenario).when(0, "hire_worker special").records(WorkerHired(0, SPECIAL)).asks(0, ChooseOrder)
    workers, orders = ("normal", "special"), ORDERS.orders
    assert scenario.legal(0) == [f"assign_worker {worker} {order}" for worker in workers for order in orders]
    scenario.refuses(0, "place_worker special A", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "assign_worker normal order_3").records(WorkerAssigned(0, NORMAL, "order_3"))
    assert scenario.board(0).available == Crew(1, 1)


def test_with_no_other_worker_available_the_special_one_is_assigned_itself(  # CI-HIRE-5 ruling 63
    scenario: Scenario,
) -> None:
    scenario.given(ORDERS, MilestoneReached(0, "two_boats"), WorkerPlaced(0, NORMAL, "A"), PhaseBegan(Phase.WORKERS))
    scenario.asking(0, NextTurn(0)).when(0, "place_worker normal B").when(0, "hire")
    scenario.when(0, "move_token two_boats hire_worker_1").when(0, "hire_worker special")
    scenario.refuses(0, "assign_worker normal order_1", Reason.NO_WORKER, "CI-HIRE-5")
    scenario.when(0, "assign_worker special order_1").records(WorkerAssigned(0, SPECIAL, "order_1"))
    assert scenario.board(0).available == Crew(0, 0)


def test_a_royal_order_holds_one_worker_of_any_seat(scenario: Scenario) -> None:  # CI-HIRE-5
    for_a_worker(scenario, WorkerAssigned(1, NORMAL, "order_2")).when(0, "hire_worker special")
    scenario.refuses(0, "assign_worker normal order_2", Reason.ORDER_TAKEN, "CI-HIRE-5")


def test_a_royal_order_that_is_not_displayed_holds_nobody(scenario: Scenario) -> None:  # CI-HIRE-5
    for_a_worker(scenario).when(0, "hire_worker special")
    scenario.refuses(0, "assign_worker normal order_7", Reason.ORDER_TAKEN, "CI-HIRE-5")


def test_a_worker_hired_before_placing_may_be_placed_in_the_same_turn(scenario: Scenario) -> None:  # CI-HIRE-4
    # ruling 64
    for_a_worker(scenario).when(0, "hire_worker special").when(0, "assign_worker normal order_1")
    scenario.when(0, "place_worker special A").records(WorkerPlaced(0, SPECIAL, "A"))


def test_a_worker_hired_after_placing_brings_one_more_turn_in_this_round(scenario: Scenario) -> None:  # CI-HIRE-4
    # ruling 64
    scenario.given(ORDERS, MilestoneReached(0, "two_boats"), PhaseBegan(Phase.WORKERS))
    scenario.given(*(WorkerPlaced(seat, NORMAL, "ABC"[at]) for at, seat in enumerate((0, 1, 1))))
    scenario.asking(0, NextTurn(0)).when(0, "place_worker normal D").when(0, "hire")
    scenario.when(0, "move_token two_boats hire_worker_1").when(0, "hire_worker normal")
    scenario.records(TurnEnded(0), TurnBegan(0)).asks(0, ChooseWorkerSpace)


def test_a_flipped_token_may_wait_for_any_later_turn(scenario: Scenario) -> None:  # CI-HIRE-2
    scenario.given(MilestoneReached(0, "two_boats"), PhaseBegan(Phase.CLEAN_UP)).asking(0, KeepWindow())
    scenario.asks_nobody()
    scenario.in_turn_of(0).asking(0, ChooseWorkerSpace()).when(0, "hire").asks(0, ChooseHireSpace)
