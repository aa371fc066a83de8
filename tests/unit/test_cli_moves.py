"""Lists of legal moves, exit codes, and errors in words."""

import io

import grpc
import pytest
import typer
from rich.console import Console

from quarterdeck.cli.connection import Connection
from quarterdeck.cli.exits import CODES, FIELDS, Exit, exit_of, words_of
from quarterdeck.cli.moves import PAGE, WORDED, Listing
from quarterdeck.client import (
    DecisionClosed,
    FieldInvalid,
    MoveNotUnderstood,
    MoveRefused,
    NotAllowed,
    NotFound,
    RevisionNotAvailable,
    TryAgain,
)
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from quarterdeck.v1 import title_service_pb2 as titles_pb
from quarterdeck.v1.game_pb2 import LegalMove


def move(notation, anytime=False, words=""):
    kind = notation.split(" ")[0]
    return LegalMove(decision_id="4.1", kind=kind, anytime=anytime, move=play_pb2.Move(notation=notation), words=words)


def text_of(drawn, width=100):
    out = io.StringIO()
    console = Console(file=out, width=width)
    console.print(drawn)
    return out.getvalue()


def test_moves_of_a_kind_stand_together_and_anytime_moves_last():
    moves = [move("store_cube A1", True), move("pay wood"), move("finish"), move("pay coin"), move("finish", True)]
    ordered = [(one.move.notation, one.anytime) for one in Listing(moves).moves]
    assert ordered == [
        ("pay wood", False),
        ("pay coin", False),
        ("finish", False),
        ("store_cube A1", True),
        ("finish", True),
    ]


def test_a_heading_and_a_line_make_the_notation_and_words_stand_beside_a_short_list():
    drawn = text_of(Listing([move("pay wood", words="pay 1 wood"), move("pay coin"), move("finish")]).drawn(100))
    lines = [line.split() for line in drawn.splitlines()]
    assert lines == [["pay", "(2)"], ["1", "wood", "pay", "1", "wood"], ["2", "coin"], ["finish"], ["3"]]


def test_an_anytime_move_is_marked():
    assert "store_cube, at any time" in text_of(Listing([move("store_cube A1", True)]).drawn(100))


def test_a_long_list_comes_in_pages_whose_numbers_go_on():
    listing = Listing(move(f"pay item_{number}") for number in range(1, PAGE + 3))
    first = text_of(listing.drawn(100))
    listing.turn()
    second = text_of(listing.drawn(100))
    listing.turn()
    assert f"  {PAGE}  item_{PAGE}" in first
    assert f"item_{PAGE + 1}" not in first
    assert f"  {PAGE + 1}  item_{PAGE + 1}" in second
    assert f"pay ({PAGE + 2})" in second
    assert "page 2 of 2" in second
    assert text_of(listing.drawn(100)) == first


def test_where_all_moves_are_shown_there_is_no_next_page():
    listing = Listing([move("pay wood"), move("finish")])
    assert not listing.turn()
    assert not Listing([]).turn()


def test_more_than_the_moves_of_one_kind_are_all_moves():
    listing = Listing([move("pay wood"), move("finish")])
    listing.narrow("pay")
    assert listing.turn()
    assert "finish" in text_of(listing.drawn(100))
    assert not listing.turn()


def test_moves_of_one_kind_keep_their_numbers():
    listing = Listing([move("pay wood"), move("place_tile x"), move("place_worker y"), move("finish")])
    assert listing.narrow("place")
    drawn = text_of(listing.drawn(100))
    assert "2  x" in drawn
    assert "3  y" in drawn
    assert "pay" not in drawn
    assert not listing.narrow("fly")
    assert "pay" in text_of(listing.drawn(100))


def test_a_move_is_found_by_number_and_by_notation():
    listing = Listing([move("pay wood"), move("finish")])
    assert listing.numbered(2) == listing.noted("finish") == move("finish")
    assert listing.numbered(0) is listing.numbered(3) is listing.noted("pay") is None


def test_a_longer_list_is_set_in_columns_and_fits():
    drawn = text_of(Listing(move(f"pay item_{number}", words="pay it") for number in range(1, WORDED + 10)).drawn(100))
    assert "pay it" not in drawn
    assert len(drawn.splitlines()) < WORDED
    for number in range(1, WORDED + 10):
        assert f"{number}  item_{number}" in drawn


def test_words_stand_below_a_move_that_leaves_no_room_for_them():
    long = "pay " + "x" * 50
    drawn = text_of(Listing([move(long, words="pay with a long line of items")]).drawn(60), 60)
    assert [line.rstrip() for line in drawn.splitlines()[1:]] == [
        f"   1  {'x' * 50}",
        " " * 8 + "pay with a long line of items",
    ]
    assert max(map(len, drawn.splitlines())) <= 60


def test_an_entry_of_the_title_stands_in_place_of_notation_and_words_and_one_move_is_written_out():
    moves = [move("place corn:1,quarry:2", words="place 1 on corn, 2 on quarry"), move("place corn:3")]
    drawn = text_of(Listing(moves, lambda one: f"more {one.move.notation[-1]}").drawn(100))
    lines = [line.rstrip() for line in drawn.splitlines()]
    assert lines[:2] == ["place (2)", "   1  more 2     2  more 3"]
    assert lines[2:] == ["A move can be typed as well; 1 is", "place corn:1,quarry:2"]


def test_a_list_of_more_than_a_page_shows_how_a_move_is_typed():
    assert "\npay item_0\n" in text_of(Listing(move(f"pay item_{number}") for number in range(PAGE + 1)).drawn(100))
    assert "typed" not in text_of(Listing(move(f"pay item_{number}") for number in range(PAGE)).drawn(100))


def test_an_entry_of_more_than_a_line_goes_on_below_its_first_word():
    drawn = text_of(Listing([move("place a"), move("place b")], lambda one: "one of many words " * 4).drawn(60), 60)
    lines = drawn.splitlines()
    assert lines[1].startswith("   1  one of many")
    assert lines[2].startswith("      ")
    assert not lines[2].startswith("       ")


def test_no_moves_are_an_empty_list():
    assert text_of(Listing([]).drawn(100)).strip() == ""


def error(kind, code=grpc.StatusCode.INTERNAL, message="", reason="", **details):
    return kind(code, message, reason, details)


def test_each_error_has_its_exit_code():
    expected = {
        MoveRefused: Exit.REFUSED,
        DecisionClosed: Exit.REFUSED,
        FieldInvalid: Exit.USAGE,
        NotFound: Exit.NOT_FOUND,
        NotAllowed: Exit.NOT_ALLOWED,
        TryAgain: Exit.AWAY,
    }
    for kind, code in expected.items():
        assert exit_of(error(kind)) is code
        assert f"{code.value} " in CODES


def test_a_refusal_is_said_in_words_with_its_rule_at_the_end():
    refused = MoveRefused(
        grpc.StatusCode.FAILED_PRECONDITION,
        "NOT_NEIGHBOURS (CI-LAND-3): spaces C1,F1",
        "NOT_NEIGHBOURS",
        {"rule": "CI-LAND-3"},
        words="C1 and F1 are no neighbours",
    )
    assert words_of(refused) == "C1 and F1 are no neighbours [rule CI-LAND-3]"


def test_a_rule_that_the_words_name_is_not_named_again():
    words = "C1 and F1 are no neighbours (CI-LAND-3)"
    refused = MoveRefused(grpc.StatusCode.FAILED_PRECONDITION, "", "", {"rule": "CI-LAND-3"}, words=words)
    assert words_of(refused) == words


def test_a_wrong_field_is_called_what_the_command_line_calls_it():
    wrong = FieldInvalid(grpc.StatusCode.INVALID_ARGUMENT, "", "FIELD_INVALID", {"start_revision": "is after the last"})
    assert words_of(wrong) == "--from: is after the last"
    wrong = FieldInvalid(grpc.StatusCode.INVALID_ARGUMENT, "", "FIELD_INVALID", {"options.layout": "'Z' is none"})
    assert words_of(wrong) == "--option layout: 'Z' is none"
    wrong = MoveNotUnderstood(grpc.StatusCode.INVALID_ARGUMENT, "", "MOVE_NOT_UNDERSTOOD", {"move.notation": "no kind"})
    assert words_of(wrong) == "the move cannot be read: no kind"
    ahead = RevisionNotAvailable(grpc.StatusCode.OUT_OF_RANGE, "", "REVISION_NOT_AVAILABLE", {"wanted": "99"})
    assert words_of(ahead) == "the game has no revision 99"


def test_every_field_of_a_request_that_a_command_fills_has_a_name_on_the_command_line():
    filled = (
        pb.ListGamesRequest,
        pb.CreateGameRequest,
        pb.JoinGameRequest,
        pb.GetPositionRequest,
        pb.ListEventsRequest,
        pb.WatchGameRequest,
        pb.GetScoreSheetRequest,
        titles_pb.ListComponentsRequest,
    )
    # These are the client's own, and nothing that a person has typed.
    own = {"request_id", "page_size", "page_token", "practice", "component_set"}
    names = {field.name for kind in filled for field in kind.DESCRIPTOR.fields} - own
    assert names <= set(FIELDS)


def test_where_the_service_has_no_words_its_message_is_shown():
    assert words_of(error(NotFound, message="no such game", reason="NOT_FOUND")) == "no such game"


def test_a_service_that_is_away_is_said_so():
    assert "not reached" in words_of(error(TryAgain, message="connection refused"))


def test_a_token_comes_from_a_file_unless_one_is_given(tmp_path):
    file = tmp_path / "token"
    file.write_text("from-file\n")
    assert Connection(token_file=file).bearer() == "from-file"
    assert Connection(token="given", token_file=file).bearer() == "given"
    assert Connection().bearer() == ""
    with pytest.raises(typer.BadParameter):
        Connection(token_file=tmp_path / "missing").bearer()
