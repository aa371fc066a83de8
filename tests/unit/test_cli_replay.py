"""The ways through a game, and the keys of a terminal."""

import os
import pty
import sys
import termios
from pathlib import Path

import pytest

from quarterdeck.cli.keys import LEAVE, Keyboard, keyboard
from quarterdeck.cli.reel import Reel, round_of
from quarterdeck.cooper_island.v1.position_pb2 import Position as Island
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.play_pb2 import OpenDecision, Position, Revision
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision

SEATS: list[tuple[int, ...]] = [(), (), (0, 1), (1,), (1,), (0,), (1, 0), ()]
"""Who is waited for after each revision: nobody before the start and after the end."""


@pytest.fixture
def reel():
    return Reel(
        [
            ReplayedRevision(
                revision=Revision(number=number, open_decisions=[OpenDecision(seat=seat) for seat in seats])
            )
            for number, seats in enumerate(SEATS, start=1)
        ]
    )


@pytest.mark.parametrize(
    ("number", "following", "before"),
    [(1, 3, None), (2, 3, 1), (3, 4, 1), (4, 6, 3), (5, 6, 4), (6, 7, 4), (7, None, 6), (8, None, 7)],
)
def test_turns_begin_where_others_are_waited_for_and_the_way_back_goes_to_where_they_began(
    reel, number, following, before
):
    assert reel.next_start(number, reel.deciding) == following
    assert reel.previous_start(number, reel.deciding) == before


def test_rounds_begin_where_positions_say_so_and_not_where_there_is_none(reel):
    rounds = dict(enumerate((None, None, 0, 1, 1, 1, 2, None), start=1))
    assert [reel.next_start(number, rounds.__getitem__) for number in range(1, 9)] == [3, 3, 4, 7, 7, 7, None, None]


def test_a_number_beyond_the_ends_is_the_end(reel):
    assert [reel.within(number) for number in (-3, 0, 1, 8, 9)] == [1, 1, 1, 8, 8]


def test_a_round_is_that_of_the_titles_position_if_there_is_one():
    assert round_of(GetPositionResponse(position=Position(cooper_island=Island(round=3)))) == 3
    assert round_of(GetPositionResponse(position=Position())) is None
    assert round_of(GetPositionResponse()) is None


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"nT?", ["n", "T", "?"]),
        (b"\x1b[C\x1b[D\x1bOA\x1b[B", ["right", "left", "up", "down"]),
        (b"\x1b[Hq", ["escape", LEAVE]),
        (b"\x1b", ["escape"]),
        (b"\x04", [LEAVE]),
        (b" \n\x7f", [" ", "\n", "\x7f"]),
        ("é".encode(), ["\ufffd", "\ufffd"]),
    ],
)
def test_keys_are_told_apart(typed, keys):
    reading, writing = os.pipe()
    try:
        os.write(writing, typed)
        board = Keyboard(reading)
        assert [board.key(1) for _ in keys] == keys
        assert board.key(0) is None, "none is left"
    finally:
        os.close(reading)
        os.close(writing)


def test_the_end_of_a_terminal_is_the_key_to_leave():
    reading, writing = os.pipe()
    os.close(writing)
    try:
        assert Keyboard(reading).key() == LEAVE
    finally:
        os.close(reading)


def test_a_terminal_gives_keys_at_once_and_is_left_as_it_was(monkeypatch):
    parent, child = pty.openpty()
    try:
        with open(child, "r+b", buffering=0, closefd=False) as terminal:
            monkeypatch.setattr(sys, "stdin", terminal)
            monkeypatch.setattr(sys, "stdout", terminal)
            before = termios.tcgetattr(child)
            with pytest.raises(KeyboardInterrupt):
                interrupted(parent, child)
            assert termios.tcgetattr(child) == before
    finally:
        os.close(parent)
        os.close(child)


def interrupted(parent, child):
    with keyboard() as board:
        assert board is not None
        shows_what_is_typed = termios.tcgetattr(child)[3] & termios.ECHO
        assert not shows_what_is_typed
        os.write(parent, b"n")
        assert board.key(5) == "n", "without Enter"
        raise KeyboardInterrupt


def test_where_there_is_no_terminal_there_is_no_keyboard(monkeypatch):
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        with keyboard() as board:
            assert board is None
