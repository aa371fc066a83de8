"""Final scoring in its five steps, and who wins."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    AnchorRaised,
    CardKept,
    CardTurned,
    CartographerAdvanced,
    DoubleTileDrawn,
    GoodsGained,
    LidLifted,
    LidStowed,
    LogBookGained,
    MarketGained,
    ShipAdvanced,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.scoring import score_sheet, standings
from quarterdeck_rules.cooper_island.terms import Good, Ship, Structure
from quarterdeck_rules.engine.title import Standing
from tests.rules.cooper_island.holdings import LARGE, SMALL, STATUE, covered, lids, lines, on_order, points, structures
from tests.rules.cooper_island.scenario import Fact, Scenario, land


def sailed(ship: Ship, steps: int) -> list[ShipAdvanced]:
    """A ship of seat 0 has come so far; at two seats the ring has 20 banks."""
    return [ShipAdvanced(0, ship, (step if ship is Ship.ONE_SAIL else -step) % 20) for step in range(1, steps + 1)]


# Step 1: helm points


@pytest.mark.parametrize(
    ("one_sail", "two_sail", "books", "steps"),
    [(0, 0, 0, (0, 0)), (4, 3, 0, (4, 3)), (5, 0, 5, (0, 0)), (7, 14, 15, (2, 4)), (20, 10, 30, (0, 0))],
)
def test_a_log_book_is_five_points_and_a_step_past_the_last_harbor_or_bay_one(  # CI-SCORE-2
    scenario: Scenario, one_sail: int, two_sail: int, books: int, steps: tuple[int, int]
) -> None:
    scenario.given(*sailed(Ship.ONE_SAIL, one_sail), *sailed(Ship.TWO_SAIL, two_sail))
    assert points(scenario, "log_books") == books
    assert (points(scenario, "one_sail_steps"), points(scenario, "two_sail_steps")) == steps


def test_steps_count_also_when_the_log_books_have_run_out(scenario: Scenario) -> None:  # CI-SCORE-2 ruling 72
    scenario.given(*sailed(Ship.ONE_SAIL, 10))
    assert scenario.board(0).log_books == ()
    assert points(scenario, "log_books") == 10


# Step 3: flags


@pytest.mark.parametrize(
    ("structure", "card", "short", "enough", "score"),
    [
        (SMALL, "S7", [GoodsGained(0, (Good.WOOD,) * 5)], [GoodsGained(0, (Good.COIN,))], 2),
        (SMALL, "S12", [LogBookGained(0, "log_book_draw")] * 3, [LogBookGained(0, "log_book_coin")], 2),
        (
            SMALL,
            "S14",
            [*covered(2, 1, "settlement"), land("B2 forest 1, C2 settlement 1"), *structures(STATUE, SMALL, STATUE)],
            [StructurePlaced(0, LARGE, "C2")],
            2,
        ),
        (SMALL, "S15", covered(19), [land("G1 forest 1")], 3),
        (LARGE, "L11", [*covered(1, 4), land("B1 meadow 3"), *structures(SMALL, STATUE)], [land("B1 meadow 1")], 2),
        (LARGE, "L15", lids(3), [LidLifted(0, "cargo_5"), LidStowed(0)], 2),
    ],
)
def test_a_flag_is_all_or_nothing(  # CI-SCORE-6
    scenario: Scenario, structure: Structure, card: str, short: list[Fact], enough: list[Fact], score: int
) -> None:
    scenario.given(CardKept(0, structure, card), *short)
    assert points(scenario, "flag") == 0
    assert points(scenario.given(*enough), "flag") == score


def test_a_large_card_scores_its_flag_only_face_up(scenario: Scenario) -> None:  # CI-SCORE-6
    scenario.given(CardKept(0, LARGE, "L15"), *lids(4), CardTurned(0, "L15", False))
    assert lines(scenario, "flag") == []
    assert points(scenario.given(CardTurned(0, "L15", True)), "flag") == 2


def test_cards_without_a_flag_score_nothing(scenario: Scenario) -> None:  # CI-SCORE-6
    assert lines(scenario.given(CardKept(0, SMALL, "S1"), CardKept(0, LARGE, "L1")), "flag") == []


# Step 4: leftovers


@pytest.mark.parametrize(
    ("goods", "steps", "tiles", "score"),
    [(0, 0, 0, 0), (4, 0, 0, 0), (5, 0, 0, 1), (2, 2, 1, 1), (5, 4, 0, 1), (4, 4, 2, 2)],
)
def test_five_leftovers_of_any_kind_are_a_point(  # CI-SCORE-7 ruling 69
    scenario: Scenario, goods: int, steps: int, tiles: int, score: int
) -> None:
    scenario.given(GoodsGained(0, (Good.COIN, *(Good.WOOD,) * goods)[:goods]), CartographerAdvanced(0, steps))
    scenario.given(*(DoubleTileDrawn(0, "forest-meadow"),) * tiles)
    assert points(scenario, "leftovers") == score


def test_cubes_on_land_the_marketplace_and_islets_are_no_leftovers(scenario: Scenario) -> None:  # CI-SCORE-7 ruling 69
    scenario.given(land("A1 meadow 6 food"), MarketGained(0, (Good.COIN,) * 5), GoodsGained(0, (Good.WOOD,) * 4))
    assert len(scenario.board(0).islets) == 6
    assert points(scenario, "leftovers") == 0


# Step 5: anchors


def test_each_anchor_under_a_ship_costs_a_point(scenario: Scenario) -> None:  # CI-SCORE-8
    scenario.given(*(AnchorAdded(0, ship) for ship in (Ship.ONE_SAIL, Ship.ONE_SAIL, Ship.TWO_SAIL)))
    assert points(scenario, "anchors") == -3
    assert points(scenario.given(AnchorRaised(0, Ship.ONE_SAIL)), "anchors") == -2


# Who wins


def test_the_total_is_the_sum_of_all_lines(scenario: Scenario) -> None:  # CI-SCORE-9
    scenario.given(*sailed(Ship.ONE_SAIL, 7), *on_order("order_4"), *lids(3), CardKept(0, SMALL, "S15"))
    scenario.given(GoodsGained(0, (Good.WOOD,) * 5), AnchorAdded(0, Ship.TWO_SAIL))
    assert score_sheet(scenario.table, None).scores[0].total == 5 + 2 + 3 + 0 + 1 - 1


def test_most_points_win_even_below_zero() -> None:  # CI-SCORE-9
    scenario = Scenario(3).given(AnchorAdded(0, Ship.ONE_SAIL), *covered(22), ShipAdvanced(2, Ship.ONE_SAIL, 21))
    assert standings(scenario.table) == (Standing(0, -1, 3), Standing(1, 0, 2), Standing(2, 1, 1))


def test_on_a_tie_fewer_uncharted_spaces_win(scenario: Scenario) -> None:  # CI-SCORE-9 ruling 71
    scenario.given(land("A1 meadow 1", seat=0), land("A1 meadow 1, B1 forest 1", seat=1))
    assert standings(scenario.table) == (Standing(0, 0, 2), Standing(1, 0, 1))
    assert [score.uncharted_spaces for score in score_sheet(scenario.table, None).scores] == [21, 20]


def test_a_tie_that_stays_is_a_shared_victory() -> None:  # CI-SCORE-9 ruling 71
    scenario = Scenario(3).given(AnchorAdded(1, Ship.ONE_SAIL))
    assert standings(scenario.table) == (Standing(0, 0, 1), Standing(1, -1, 3), Standing(2, 0, 1))
