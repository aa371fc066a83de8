"""Royal orders: what they count, their stages, and the card that copies others."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    BoatTurned,
    OrdersDisplayed,
    RuinRemoved,
    StructurePlaced,
    WorkerAssigned,
)
from quarterdeck_rules.cooper_island.scoring import ScoreFact, ScoreLine
from quarterdeck_rules.cooper_island.terms import Worker
from tests.rules.cooper_island.holdings import (
    FORTRESS,
    LARGE,
    SMALL,
    STATUE,
    boats,
    covered,
    lids,
    lines,
    on_order,
    points,
    structures,
)
from tests.rules.cooper_island.scenario import Fact, Scenario, land

LADDERS: list[tuple[str, list[Fact], int]] = [
    *(("order_1", boats(count), score) for count, score in ((2, 0), (3, 3), (4, 5), (5, 8))),
    *(("order_2", structures(*kinds), score) for kinds, score in (
        ((SMALL, SMALL, STATUE), 0),
        ((SMALL, SMALL, LARGE), 3),
        ((SMALL, SMALL, LARGE, LARGE), 5),
        ((SMALL, SMALL, LARGE, LARGE, FORTRESS), 8),
    )),
    *(("order_3", structures(*(STATUE,) * count, SMALL), score) for count, score in ((2, 0), (3, 3), (4, 5), (5, 8))),
    *(("order_4", lids(count), score) for count, score in ((2, 0), (3, 3), (4, 5), (5, 8))),
    *(("order_5", covered(count, 5), score) for count, score in ((3, 0), (4, 3), (5, 5), (6, 8), (7, 8))),
    *(("order_6", covered(22 - left), score) for left, score in ((4, 0), (3, 3), (2, 5), (1, 5), (0, 8))),
    *(("order_7", covered(count), score) for count, score in ((4, 0), (5, 3), (6, 3), (7, 5), (8, 8), (9, 8))),
]  # fmt: skip


@pytest.mark.parametrize(("order", "facts", "score"), LADDERS)
def test_a_royal_order_gives_the_points_of_the_best_stage_reached(  # CI-SCORE-4
    scenario: Scenario, order: str, facts: list[Fact], score: int
) -> None:
    assert points(scenario.given(*on_order(order), *facts), "royal_order") == score


def test_only_orders_with_an_own_worker_score(scenario: Scenario) -> None:  # CI-SCORE-3
    scenario.given(OrdersDisplayed(("order_1", "order_2", "order_4")), *boats(3), *lids(3))
    scenario.given(WorkerAssigned(0, Worker.SPECIAL, "order_1"), WorkerAssigned(1, Worker.NORMAL, "order_4"))
    assert [line.points for line in lines(scenario, "royal_order")] == [3]
    assert [line.points for line in lines(scenario, "royal_order", seat=1)] == [0]


def test_a_seat_scores_both_its_orders(scenario: Scenario) -> None:  # CI-SCORE-3
    scenario.given(OrdersDisplayed(("order_1", "order_4")), *boats(3), *lids(4))
    scenario.given(WorkerAssigned(0, Worker.SPECIAL, "order_1"), WorkerAssigned(0, Worker.NORMAL, "order_4"))
    assert [line.points for line in lines(scenario, "royal_order")] == [3, 5]


def test_a_boat_lying_face_down_counts_for_its_order(scenario: Scenario) -> None:  # CI-SCORE-1
    scenario.given(*on_order("order_1"), *boats(3), BoatTurned(0, "coin_boat"), BoatTurned(0, "draw_boat"))
    assert points(scenario, "royal_order") == 3


def test_a_statue_token_on_a_crafting_spot_counts_for_no_order(scenario: Scenario) -> None:  # CI-SCORE-1
    scenario.given(*on_order("order_3"), *structures(STATUE, STATUE), RuinRemoved(0, "F1", "spot_1"))
    assert points(scenario, "royal_order") == 0


def test_a_high_space_counts_free_or_occupied_by_every_tile_of_its_pile(scenario: Scenario) -> None:  # CI-SCORE-1
    # rulings 19 and 20
    scenario.given(*on_order("order_5"), *covered(2, 5), land("B2 forest 4, B2 settlement 1, C2 mountain 5 gold"))
    scenario.given(StructurePlaced(0, FORTRESS, "A1"))
    assert points(scenario, "royal_order") == 3


def test_a_ruin_does_not_matter_to_what_is_uncharted(scenario: Scenario) -> None:  # CI-SCORE-1
    scenario.given(*on_order("order_6"), *covered(18), RuinRemoved(0, "F4", "spot_1"))
    assert points(scenario, "royal_order") == 0
    assert points(scenario.given(land("F4 forest 1")), "royal_order") == 3


def test_the_largest_area_is_unbroken_and_never_of_settlement(scenario: Scenario) -> None:  # CI-SCORE-1
    scenario.given(*on_order("order_7"), *covered(9, 1, "settlement"))
    assert points(scenario, "royal_order") == 0
    broken = "E1 forest 1, E2 forest 1, F1 forest 1, F2 forest 1, E5 forest 1, F4 forest 1"
    assert points(scenario.given(land(broken)), "royal_order") == 0
    assert points(scenario.given(land("G1 forest 1")), "royal_order") == 3


def test_levels_and_items_do_not_break_an_area_but_another_top_does(scenario: Scenario) -> None:  # CI-SCORE-1
    scenario.given(*on_order("order_7"), land("A1 meadow 3 food, B1 meadow 1, B2 meadow 2, C1 meadow 1, C2 meadow 6"))
    scenario.given(StructurePlaced(0, STATUE, "B1"))
    assert points(scenario, "royal_order") == 3
    assert points(scenario.given(land("C2 settlement 1")), "royal_order") == 0


# The copying order


def copying(*facts: Fact) -> Scenario:
    """Seat 0 of three has a worker on order 8, seat 1 on orders 1 and 4."""
    scenario = Scenario(3).given(OrdersDisplayed(("order_1", "order_4", "order_7", "order_8")))
    scenario.given(WorkerAssigned(0, Worker.NORMAL, "order_8"))
    return scenario.given(*(WorkerAssigned(1, Worker.NORMAL, order) for order in ("order_1", "order_4")), *facts)


@pytest.mark.parametrize(("count", "score"), [(2, 0), (3, 2), (4, 4), (5, 7)])
def test_order_8_scores_the_own_success_at_anothers_card_less_one(count: int, score: int) -> None:  # CI-SCORE-5
    # ruling 70
    scenario = copying(*boats(count))
    assert points(scenario, "copied_order") == score
    assert [line.points for line in lines(scenario, "royal_order", seat=1)] == [0, 0]


def test_order_8_takes_the_best_of_the_others_cards() -> None:  # CI-SCORE-5 ruling 70
    scenario = copying(*boats(3), *lids(5))
    assert lines(scenario, "copied_order") == [
        ScoreLine("copied_order", 7, (ScoreFact("order", "order_8"), ScoreFact("copied", "order_4")))
    ]


@pytest.mark.parametrize("facts", [(), [WorkerAssigned(0, Worker.SPECIAL, "order_7")]], ids=["free", "own"])
def test_order_8_copies_neither_free_cards_nor_own_ones(facts: list[Fact]) -> None:  # CI-SCORE-5 ruling 70
    assert points(copying(*covered(8), *facts), "copied_order") == 0
