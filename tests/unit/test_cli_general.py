"""Titles in the terminal: one registry, and a drawing for those that are not in it."""

from dataclasses import replace

from quarterdeck.cli import drawing, general
from quarterdeck.cli.drawings import DEFAULT_TITLE, DRAWINGS, drawing_of
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from quarterdeck.v1.game_pb2 import GAME_STATUS_ACTIVE
from quarterdeck_rules.titles import TITLES
from tests.drawn import PLAYERS, recorded, scene, text_of


def position():
    [response, *_] = recorded(2, "general")[0]
    return response


def in_general(response, **changes):
    return [text_of(block, 80) for block in general.table(replace(scene(response, 80), **changes))]


def test_every_drawing_is_of_a_title_and_the_usual_title_has_one():
    assert set(DRAWINGS) <= set(TITLES)
    assert DEFAULT_TITLE in DRAWINGS
    assert drawing_of("another_title") is general.DRAWING


def test_a_title_without_a_drawing_is_told_field_by_field():
    response = position()
    blocks = in_general(response, points={0: 3, 1: 1})
    told = "".join(blocks)
    assert "round: 1\n" in told
    assert "phase: income\n" in told
    assert "board of 0 Ada" in told.replace("boards", "board")
    assert "bays: 5, 15" in told
    assert blocks[-2:] == ["0 Ada: 3 points\n", "1 Bo: 1 point\n"]
    space = response.position.cooper_island.boards[0].land[0]
    assert f"land: space {space.space}" in told


def test_of_boards_that_are_not_wanted_only_the_seat_is_told():
    told = "".join(in_general(position(), seats=[1]))
    assert "boards of 0 Ada\nboards of 1 Bo\n  " in told


def test_general_drawings_fit_the_terminal():
    for response in recorded(2, "general")[0]:
        assert all(len(line) <= 80 for block in in_general(response) for line in block.splitlines())


def test_what_is_newer_than_the_program_is_said_to_be():
    unknown = pb.GetPositionResponse(status=GAME_STATUS_ACTIVE)
    assert "older than the title" in text_of(drawing.table("another_title", scene(unknown)))


def test_a_chronicle_without_knowledge_of_the_game_tells_everything():
    events = [play_pb2.Event(words="Ada sails"), play_pb2.Event(kind="ship_advanced")]
    chronicle = general.DRAWING.chronicle(PLAYERS)
    assert chronicle.hear(play_pb2.Revision(number=3, events=events)) == ("Ada sails; ship advanced",)
    assert chronicle.hear(play_pb2.Revision(number=4)) == ()
    assert chronicle.heading == ""


def test_a_decision_without_words_is_told_by_its_kind():
    opened = [play_pb2.OpenDecision(decision_id="4.1", seat=1, kind="choose_role")]
    assert [line.plain for line in drawing.decisions(opened, PLAYERS)] == ["Bo decides: choose role"]
