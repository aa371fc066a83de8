"""Drawings of the command line in terminals of any width: nothing is cut, nothing is lost."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from rich.text import Text

from quarterdeck.cli import drawing
from quarterdeck.cli.layout import NARROWEST, WIDEST, flowed
from quarterdeck.cli.output import Colour, Look
from quarterdeck.v1 import game_pb2
from tests.drawn import NAME, PLAYERS, recorded, scene, text_of

POINTS = dict.fromkeys(range(4), 12)


@pytest.fixture(scope="module", params=[2, 3, 4])
def responses(request):
    found, _ = recorded(request.param, f"width-{request.param}")
    # A late position has the most to show; anchors and long names make its lines longer still.
    for response in found:
        for board in response.position.cooper_island.boards:
            board.ships[0].anchors = 2
    return found


def words(text):
    """What a drawing says, without what only fills its lines; labels of the ring are said once for each of its rows."""
    told = re.sub(r"-{2,}|│", " ", text).split()
    return Counter(word for word in told if word not in ("bank", "shore", "islets", "ships"))


@pytest.mark.parametrize("width", [NARROWEST, 60, 72, 80, 99, WIDEST])
def test_a_narrow_table_is_no_wider_than_the_terminal_and_says_all_that_a_wide_one_says(responses, width):
    for response in responses:
        wide = text_of(drawing.table(NAME, scene(response, WIDEST, POINTS)))
        narrow = text_of(drawing.table(NAME, scene(response, width, POINTS)), width)
        assert max(len(line) for line in narrow.splitlines()) <= width
        # Where a line is broken inside of a piece, `text_of` would show a part of it.
        assert words(narrow) == words(wide)


@pytest.mark.parametrize("width", [NARROWEST, 80, WIDEST])
def test_pictures_are_never_broken(responses, width):
    for response in responses:
        narrow = {line.rstrip() for line in text_of(drawing.table(NAME, scene(response, width)), width).splitlines()}
        whole = text_of(drawing.table(NAME, scene(response, width))).splitlines()
        pictures = [line.rstrip() for line in whole if "│" in line or line.startswith(("bank", "shore", "ships"))]
        assert pictures
        assert set(pictures) <= narrow


def test_below_a_hundred_columns_holdings_stand_under_the_peninsula(responses):
    wide = text_of(drawing.table(NAME, scene(responses[0], 100)), 100)
    narrow = text_of(drawing.table(NAME, scene(responses[0], 80)), 80)
    assert re.search(r"│.*│ +storage ", wide)
    assert not re.search(r"│.*│ +storage ", narrow)
    assert re.search(r"^storage ", narrow, re.MULTILINE)


def test_rows_of_the_ring_are_alike_in_length(responses):
    position = responses[0].position.cooper_island
    for width in (60, 80, 100):
        drawn = text_of(drawing.table(NAME, scene(responses[0], width)), width)
        rows = [line.split()[1:] for line in drawn.splitlines() if line.startswith("bank ")]
        assert [int(bank) for row in rows for bank in row] == list(range(position.banks))
        assert {len(row) for row in rows[:-1]} <= {len(rows[0])}
        assert len(rows[0]) - len(rows[-1]) < len(rows)


def test_a_title_line_is_whole_however_long_the_name(responses):
    name = "Ada " + "of the very long name " * 2
    drawn = text_of(drawing.table(NAME, replace(scene(responses[0], 60, POINTS), players=(name, *PLAYERS[1:]))), 60)
    assert "12 points" in drawn
    assert all(word in drawn for word in name.split())


def test_pieces_flow_onto_lines_and_none_is_broken():
    drawn = flowed("label ", [Text("one"), Text("two"), Text("three")], 16)
    assert drawn.plain == "label one  two\n      three"


def test_the_label_alone_is_dim():
    drawn = flowed("label ", [Text("one")], 16)
    assert drawn.style == ""
    assert [(span.start, span.end, span.style) for span in drawn.spans if span.style] == [(0, 6, "dim")]


def test_games_are_listed_in_two_lines_each_where_a_row_has_no_room():
    summary = game_pb2.GameSummary(
        game_id="0" * 32, title=NAME, status=game_pb2.GAME_STATUS_ACTIVE, players=PLAYERS[:2], practice=True
    )
    wide, narrow = text_of(drawing.games([summary], 100), 100), text_of(drawing.games([summary], 80), 80)
    assert len(wide.splitlines()) == 2
    assert len(narrow.splitlines()) == 2
    for text in (wide, narrow):
        assert all(told in text for told in ("0" * 32, NAME, "active, practice", "Ada, Bo"))


@pytest.mark.parametrize(
    ("columns", "width"), [("80", 80), ("60", 60), ("20", NARROWEST), ("250", WIDEST), ("", WIDEST), ("wide", WIDEST)]
)
def test_paper_is_as_wide_as_it_can_be_within_bounds(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert Look(Colour.AUTO).console().width == width


def test_colours_are_those_that_are_wanted():
    assert Look(Colour.ALWAYS).console().color_system is not None
    assert Look(Colour.NEVER).console().color_system is None
