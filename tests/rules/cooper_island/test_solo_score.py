"""The score of a solo game."""

import pytest

from quarterdeck_rules.cooper_island.events import CooperAnchorAdded, ShipAdvanced
from quarterdeck_rules.cooper_island.scoring import CooperScore, score_sheet, standings
from quarterdeck_rules.cooper_island.solo.cards import GiveCooperHelm
from quarterdeck_rules.cooper_island.terms import Ship
from tests.rules.cooper_island.solo import solo


def sailed(steps: int):
    return [ShipAdvanced(0, Ship.ONE_SAIL, (step + 1) % 10) for step in range(steps)]


def test_cooper_scores_log_books_steps_and_his_level_but_loses_nothing_for_anchors():  # CI-SOLO-SCORE-1
    scenario = solo().asking(0, GiveCooperHelm(12)).given(CooperAnchorAdded(), CooperAnchorAdded())
    assert score_sheet(scenario.table, None).cooper == CooperScore(
        log_books=10, steps=2, level=2, total=14, beaten=False
    )


@pytest.mark.parametrize(("own", "beaten"), [(13, False), (14, False), (15, True)])
def test_the_seat_wins_with_more_points_and_not_with_as_many(own: int, beaten: bool):  # CI-SOLO-SCORE-2  ruling 86
    scenario = solo().asking(0, GiveCooperHelm(12)).given(*sailed(own))
    sheet = score_sheet(scenario.table, None)
    (standing,) = standings(scenario.table)
    assert sheet.scores[0].total == own
    assert sheet.cooper is not None
    assert sheet.cooper.beaten is beaten
    assert standing.rank == (1 if beaten else 2)
