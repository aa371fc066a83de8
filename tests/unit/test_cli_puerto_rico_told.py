"""Puerto Rico told in the terminal: the score sheet, and the chronicle for onlookers."""

import re
from typing import Any

import pytest

from quarterdeck.cli import drawing
from quarterdeck.cli.puerto_rico import DRAWING
from quarterdeck_rules.engine.agenda import open_decisions
from tests.drawn import text_of
from tests.drawn_colonies import NAME, PLAYERS, TITLE, recorded, revisions_of, sheet_of


@pytest.fixture(scope="module")
def moments():
    return recorded(4, "told-4", market="random")


def sections(text):
    """The lines of each seat by the line that heads them."""
    found: dict[str, list[str]] = {}
    head = ""
    for line in text.splitlines():
        if not line.startswith(" "):
            head = line.strip()
            found[head] = []
        else:
            found[head].append(line.strip())
    return found


def test_while_the_game_runs_the_sheet_shows_all_that_the_seat_may_know_in_seat_order(moments):
    for moment in moments[:-1]:
        shown = sections(text_of(drawing.sheet(NAME, sheet_of(moment), PLAYERS[:4])))
        sheet: Any = TITLE.score_sheet(moment.game.state, moment.seat)
        heads = [f"{one.seat} {PLAYERS[one.seat]}: {one.total} point{'s' * (one.total != 1)}" for one in sheet.scores]
        assert list(shown) == heads
        for one, head in zip(sheet.scores, heads, strict=True):
            *lines, tie_break = shown[head]
            assert [int(line.split()[0]) for line in lines] == [line.points for line in one.lines]
            assert f"doubloons and barrels: {one.doubloons_and_goods}, more is better" in tie_break
            assert ("its chips are hidden until the end" in tie_break) == (one.seat != moment.seat)


def test_at_the_end_the_sheet_shows_everything_the_best_first(moments):
    ended = moments[-1]
    assert not list(open_decisions(ended.game.agenda))
    text = text_of(drawing.sheet(NAME, sheet_of(ended), PLAYERS[:4]))
    standings = sorted(TITLE.standings(ended.game.state), key=lambda one: (one.rank, one.seat))
    expected = [f"{one.rank}. {PLAYERS[one.seat]}: {one.points} points" for one in standings]
    assert list(sections(text)) == expected
    assert text.count("  chips") == 4
    assert "hidden" not in text


def test_points_are_those_of_the_standings_or_of_the_lines_that_are_shown(moments):
    for moment in moments:
        sheet: Any = TITLE.score_sheet(moment.game.state, moment.seat)
        points = drawing.points_of(sheet_of(moment))
        assert [points.get(one.seat, 0) for one in sheet.scores] == [one.total for one in sheet.scores]


def test_onlookers_are_told_a_line_for_each_role_and_where_the_game_is():
    chronicle, rounds = DRAWING.chronicle(PLAYERS), 0
    told: list[str] = []
    roles: list[str] = []
    for revision in revisions_of(4, "chronicle", market="drafted"):
        told += chronicle.hear(revision)
        roles += [event.words for event in revision.events if event.kind == "role_taken"]
        rounds = max([rounds, *(event.puerto_rico.round_began.round for event in revision.events)])
        if revision.events and revision.events[-1].kind == "role_taken":
            phase = revision.events[-1].puerto_rico.role_taken.placard.removeprefix("second_")
            assert chronicle.heading == f"round {rounds}, {phase} phase"
    drafted, *played = told
    assert drafted.count("puts the ") == 17
    assert len(played) == len(roles)
    for line, role in zip(played, roles, strict=True):
        assert re.match(rf"round \d+: {re.escape(role)}(;|$)", line)
    assert played[-1].startswith(f"round {rounds}: ")
    assert "builds the" in " ".join(played)
    assert " loads " in " ".join(played)
    assert "this round is the last" in " ".join(played)
