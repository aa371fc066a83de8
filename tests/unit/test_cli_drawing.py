"""Drawings of the command line, on positions of seeded games."""

import random
import re
from itertools import pairwise

import pytest
from google.protobuf.struct_pb2 import Struct

from quarterdeck.cli import drawing
from quarterdeck.cli.cooper_island.peninsula import peninsula
from quarterdeck.cli.cooper_island.ring import ring
from quarterdeck.cli.cooper_island.seat import holdings
from quarterdeck.cli.cooper_island.shared import cargo, offered, orders, sections
from quarterdeck.cli.cooper_island.terms import GOODS, LANDSCAPES, STRUCTURES
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.v1 import game_pb2, play_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1.title_service_pb2 import Component, ComponentPart
from tests.drawn import COMPONENTS, NAME, PLAYERS, recorded, scene, text_of

WIDTH = 100


@pytest.fixture(scope="module", params=[2, 3, 4])
def record(request):
    return recorded(request.param, f"drawn-{request.param}")


@pytest.fixture
def positions(record):
    return [response.position.cooper_island for response in record[0]]


def test_without_colour_a_table_says_the_same(record, monkeypatch):
    response = record[0][-1]
    plain = text_of(drawing.table(NAME, scene(response, WIDTH, {0: 3})), WIDTH)
    coloured = text_of(drawing.table(NAME, scene(response, WIDTH, {0: 3})), WIDTH, "standard")
    assert "\x1b[30;42m" in coloured
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[30;42m" not in text_of(drawing.table(NAME, scene(response, WIDTH, {0: 3})), WIDTH, "standard")


def test_each_space_shows_its_name_landscape_level_and_what_lies_on_it(positions):
    seen = set()
    for position in positions:
        for board in position.boards:
            above, below = hex_lines(board)
            for land in board.land:
                top, bottom = above[land.space], below[land.space]
                if land.level:
                    assert top == f"{land.space} {LANDSCAPES[land.landscape][0]}{land.level}"
                else:
                    assert top == f"{land.space} .."
                item = "(ruin)" if land.ruin else ""
                if land.HasField("structure"):
                    item = STRUCTURES[land.structure][0]
                elif land.HasField("cube"):
                    item = GOODS[land.cube]
                assert bottom == item
                seen.add(item)
    assert {"(ruin)", "wood", "food", ""} <= seen


def test_each_half_of_a_water_space_shows_its_bank_or_its_islet(positions):
    for board in positions[-1].boards:
        above, below = hex_lines(board)
        for water in board.waters:
            name = next(one for one in above if one.startswith(water.water) and half_of(water) in one)
            assert below[name] == (f"*isl{water.bank:>2}" if water.islet else f"~~{water.bank:>2}~~")
    assert any(water.islet for board in positions[-1].boards for water in board.waters)


def half_of(water):
    return "near" if water.half == terms.HALF_NEAR else "far"


def hex_lines(board):
    """By the first word of a hex (a water's whole first line): both its lines."""
    lines = peninsula(board).plain.split("\n")
    above, below = {}, {}
    for first, second in zip(lines[::2], lines[1::2], strict=True):
        edges = [place for place, letter in enumerate(first) if letter == "│"]
        assert edges == [place for place, letter in enumerate(second) if letter == "│"]
        for left, right in pairwise(edges):
            top = first[left + 1 : right]
            if right - left == 7 and top.strip():
                name = top if top[0] in "LR" else top.split()[0]
                above[name], below[name] = top.strip(), second[left + 1 : right].strip()
    return above, below


def test_rows_are_staggered_by_half_a_hex(positions):
    lines = peninsula(positions[0].boards[0]).plain.split("\n")
    middles = {}
    for land in positions[0].boards[0].land:
        row = next(line for line in lines if f"│{land.space} " in line)
        middles[land.q, land.r] = row.index(f"│{land.space} ")
    for (q, r), column in middles.items():
        if (q + 1, r) in middles:
            assert middles[q + 1, r] - column == 7
        if (q, r + 1) in middles:
            assert middles[q, r + 1] - column in (3, 4)


def test_the_ring_shows_harbors_bays_and_both_ships_of_every_seat(positions):
    for position in positions:
        drawn = text_of(ring(position, WIDTH))
        for board in position.boards:
            assert f"H{board.seat}" in drawn
            assert drawn.count(f" {board.seat}>") + drawn.count(f"<{board.seat}") >= 1
            assert f"<{board.seat}" in drawn
            assert f"{board.seat}>" in drawn
        assert drawn.count("bay") == len(position.boards)


def test_bays_are_those_that_the_service_names(positions):
    position = type(positions[0])()
    position.CopyFrom(positions[0])
    del position.bays[:]
    position.bays.append(3)
    lines = text_of(ring(position, WIDTH)).splitlines()
    assert lines[1].index("bay") == lines[0].index(" 3")
    assert lines[1].count("bay") == 1


def test_workers_stand_on_their_sections(positions):
    for position in positions:
        lines = text_of(sections(position, COMPONENTS, WIDTH)).splitlines()
        for stack in position.stacks:
            opening, closing = "()" if stack.worker == terms.WORKER_NORMAL else "[]"
            line = next(line for line in lines if line.startswith(f"{stack.section} ("))
            assert f"{opening}{''.join(map(str, stack.seats))}{closing}" in line


def test_a_section_says_what_the_component_set_of_the_game_has_it_offer(positions):
    drawn = text_of(sections(positions[0], COMPONENTS, WIDTH))
    assert re.search(r"^F \(\) +\[\] +remove a ruin or build a statue *$", drawn, re.MULTILINE)
    corrected = Component(table="sections", component_id="F", fields=Struct())
    corrected.fields.update({"offers": [{"one_of": [{"do": "fly_home"}], "times": 2}, {"one_of": [{"do": "rest"}]}]})
    corrected.parts.append(ComponentPart(path="offers.0.one_of.0", words="fly home at last"))
    assert offered(corrected) == "fly home at last, 2 times; rest"
    assert "fly home at last" in text_of(sections(positions[0], [corrected], WIDTH))


def test_sections_stand_in_two_columns_where_there_is_room(positions):
    assert len(text_of(sections(positions[0], COMPONENTS, 250), 250).splitlines()) == 4
    assert len(text_of(sections(positions[0], COMPONENTS, 120), 120).splitlines()) == 8


def test_orders_and_cargo_ships_name_who_is_on_them(positions):
    position = type(positions[0])()
    position.CopyFrom(positions[0])
    position.orders[0].seat = 1
    position.orders[0].worker = terms.WORKER_SPECIAL
    assert f"{position.orders[0].order}:[1]" in orders(position, WIDTH).plain
    assert f"{position.orders[1].order}:free" in orders(position, WIDTH).plain
    assert "cargo_1:01" in cargo(position, WIDTH).plain
    assert "+harbormaster" in cargo(position, WIDTH).plain
    position.harbormaster_stands = False
    assert "+harbormaster(lies)" in cargo(position, WIDTH).plain


def test_holdings_tell_of_everything_in_front_of_a_seat(positions):
    board = type(positions[0].boards[0])()
    board.CopyFrom(positions[0].boards[0])
    del board.storage[:]
    board.storage.extend([terms.GOOD_WOOD, terms.GOOD_WOOD, terms.GOOD_COIN])
    board.market.append(terms.GOOD_GOLD)
    board.large_cards.add(card="L3")
    board.small_cards.append("S1")
    board.landing_spaces[0].boat = "coin_boat"
    board.landing_spaces[0].face_down = True
    board.crafting_spots[0].holds_statue = True
    board.log_books.append("log_book_draw")
    board.crates.append("crate_draw")
    board.in_hand = terms.STRUCTURE_STATUE
    board.ships[0].anchors = 1
    board.ships[0].half = terms.HALF_FAR
    board.flipped.append("two_boats")
    board.hire_spaces.append("hire_helm")
    drawn = " ".join(text_of(holdings(board)).split())
    for words in (
        "2 wood, coin (2 of 5 spots free)",
        "marketplace gold",
        "cards S1, L3 (down)",
        "coin (down) at 1, free: 2",
        "statue on 1",
        "log books draw",
        "on crate_draw",
        "to be placed statue",
        "far, 0 steps, 1 anchor",
        "reached: two_boats; on hire_helm",
    ):
        assert words in drawn


def test_whose_decision_it_is_is_said_with_what_is_asked_and_by_its_kind_where_there_are_no_words(record):
    response = pb.GetPositionResponse()
    response.CopyFrom(record[0][0])
    del response.open_decisions[:]
    response.open_decisions.add(decision_id="4.1", seat=0, kind="choose_hand", words="use a hand", rule="CI-INCOME-3")
    response.open_decisions.add(decision_id="4.2", seat=1, kind="choose_hand")
    drawn = text_of(drawing.table(NAME, scene(response)))
    assert "Ada decides: use a hand  [rule CI-INCOME-3]" in drawn
    assert "Bo decides: choose hand\n" in drawn


def test_the_table_of_a_game_that_has_ended_says_who_has_won(record):
    response = pb.GetPositionResponse()
    response.CopyFrom(record[0][-1])
    del response.open_decisions[:]
    response.result.standings.add(seat=0, points=7, rank=2)
    response.result.standings.add(seat=1, points=9, rank=1)
    assert text_of(drawing.table(NAME, scene(response))).splitlines()[-2:] == ["1. Bo: 9 points", "2. Ada: 7 points"]


def test_only_the_boards_asked_for_are_drawn_and_the_others_are_named(record):
    drawn = text_of(drawing.table(NAME, scene(record[0][0], WIDTH, {0: 1, 1: 12}, [1])), WIDTH)
    assert drawn.count("G1 ..") == 1
    assert "0 Ada: 1 point" in drawn
    assert "1 Bo: 12 points" in drawn


def test_a_game_that_has_not_started_says_so():
    waiting = pb.GetPositionResponse(status=game_pb2.GAME_STATUS_WAITING)
    assert "has not started" in text_of(drawing.table(NAME, scene(waiting)))


def test_the_score_sheet_has_every_line_with_its_reasons_the_best_first(record):
    _, scores = record
    drawn = text_of(drawing.sheet(NAME, scores, PLAYERS), WIDTH)
    ordered = sorted(scores.score_sheet.cooper_island.scores, key=lambda one: (one.rank, one.seat))
    places = [drawn.index(f"{score.rank}. {PLAYERS[score.seat]}: {score.total} point") for score in ordered]
    assert places == sorted(places)
    for score in ordered:
        for line in score.lines:
            assert f"{line.points}  {line.code} in words" in drawn
    assert "tie-break: " in drawn


def test_a_result_without_a_sheet_is_told_by_rank():
    ended = play_pb2.Ended(
        standings=[
            play_pb2.Standing(seat=0, points=1, rank=2),
            play_pb2.Standing(seat=1, points=7, rank=1),
        ]
    )
    response = pb.GetScoreSheetResponse(standings=ended.standings)
    assert text_of(drawing.sheet("another_title", response, ("Ada", ""))).split("\n")[:2] == [
        "1. seat 1: 7 points",
        "2. Ada: 1 point",
    ]


def test_what_happened_is_told_a_line_for_each_event_with_one_number_for_the_revision():
    revision = play_pb2.Revision(
        number=12, events=[play_pb2.Event(words="Ada sails"), play_pb2.Event(kind="ship_advanced")]
    )
    lines = [text_of(line).rstrip() for line in drawing.told(NAME, revision)]
    assert lines == ["   12  Ada sails", "       ship advanced"]
    [first, _] = [text_of(line, 12).splitlines() for line in drawing.told(NAME, revision)]
    assert [line.rstrip() for line in first] == ["   12  Ada", "       sails"]


def test_drawing_changes_nothing(record):
    response = random.Random(1).choice(record[0])
    before = response.SerializeToString(deterministic=True)
    text_of(drawing.table(NAME, scene(response)))
    assert response.SerializeToString(deterministic=True) == before
