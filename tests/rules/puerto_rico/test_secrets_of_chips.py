"""Chips are hidden from others while the game runs: in the position and on the score sheet, for each kind of viewer."""

import pytest

from quarterdeck_rules.engine.title import Viewer
from quarterdeck_rules.puerto_rico.events import ChipsCounted
from quarterdeck_rules.puerto_rico.scoring import SeatScore, score_sheet
from quarterdeck_rules.puerto_rico.view import view
from tests.rules.puerto_rico.scenario import Scenario, chips, city, doubloons, goods, manned

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, None)


@pytest.fixture
def rich(scenario: Scenario) -> Scenario:
    """Three seats with 8, 4 and no points of chips; the first two have an occupied customs house and a fortress."""
    for seat, points in enumerate([8, 4]):
        buildings = "customs_house, fortress"
        scenario.given(chips(points, seat), city(buildings, seat), manned(buildings, seat))
    return scenario.given(doubloons(3, 1), goods("2 corn", 1))


def codes(score: SeatScore) -> list[str]:
    """What a seat's score lines are for."""
    return [line.code for line in score.lines]


# The position


@pytest.mark.parametrize(
    ("viewer", "expected"),
    [(0, [8, None, None]), (1, [None, 4, None]), (2, [None, None, 0]), (None, [None, None, None])],
)
def test_a_seat_sees_its_own_chips_and_a_spectator_none(  # PR-SCORE-1
    rich: Scenario, viewer: Viewer, expected: list[int | None]
) -> None:
    assert [board.points for board in view(rich.table, viewer).boards] == expected


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_chips_are_seen_when_the_game_is_over(rich: Scenario, viewer: Viewer) -> None:  # PR-SCORE-1
    rich.given(ChipsCounted())
    assert [board.points for board in view(rich.table, viewer).boards] == [8, 4, 0]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_chips_of_another_change_nothing_that_a_viewer_sees_of_boards(viewer: Viewer) -> None:  # PR-SCORE-1
    seen = []
    for points in ((3, 5), (5, 3)):  # the pool, which all see, is the same
        scenario = Scenario(4).given(chips(points[0], 3), chips(points[1], 2 if viewer != 2 else 1))
        seen.append((view(scenario.table, viewer), score_sheet(scenario.table, viewer)))
    assert seen[0] == seen[1]


# The score sheet


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_score_sheet_shows_others_without_chips_and_what_counts_them(  # PR-SCORE-1 PR-SCORE-2
    rich: Scenario, viewer: Viewer
) -> None:
    for score in score_sheet(rich.table, viewer).scores:
        own = score.seat == viewer
        assert score.is_whole is own
        assert ("chips" in codes(score)) is own
        assert ("customs_house" in codes(score)) is (own and score.seat < 2)
        assert ("fortress" in codes(score)) is (score.seat < 2)
        assert score.total == sum(line.points for line in score.lines)


@pytest.mark.parametrize(("viewer", "totals"), [(0, [18, 8, 0]), (1, [8, 13, 0]), (2, [8, 8, 0]), (None, [8, 8, 0])])
def test_totals_leave_out_what_is_hidden(rich: Scenario, viewer: Viewer, totals: list[int]) -> None:  # PR-SCORE-2
    assert [score.total for score in score_sheet(rich.table, viewer).scores] == totals


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_is_ranked_while_chips_are_hidden(rich: Scenario, viewer: Viewer) -> None:  # PR-SCORE-1
    assert [score.rank for score in score_sheet(rich.table, viewer).scores] == [0, 0, 0]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_sees_the_whole_sheet_when_the_game_is_over(  # PR-SCORE-1 PR-SCORE-2
    rich: Scenario, viewer: Viewer
) -> None:
    scores = score_sheet(rich.given(ChipsCounted()).table, viewer).scores
    assert [(score.total, score.doubloons_and_goods, score.rank) for score in scores] == [
        (18, 0, 1),
        (13, 5, 2),
        (0, 0, 3),
    ]
    assert all(score.is_whole for score in scores)
