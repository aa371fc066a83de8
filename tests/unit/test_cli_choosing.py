"""Which game a command is about when none is named."""

import re

import pytest
import typer

from quarterdeck.cli import choosing
from quarterdeck.client import Desk
from quarterdeck.v1.game_pb2 import GAME_STATUS_ACTIVE, GAME_STATUS_WAITING, GameSummary


class Games(Desk):
    """A desk that knows these games and asks nobody."""

    def __init__(self, *summaries: GameSummary) -> None:
        self._summaries = summaries

    def games(self, title="", *, status=0, player="", page_size=0):
        return iter(
            one for one in self._summaries if status in (0, one.status) and (not player or player in one.players)
        )


def waiting(game_id: str, *players: str) -> GameSummary:
    return GameSummary(game_id=game_id, title="toy", status=GAME_STATUS_WAITING, players=players)


def active(game_id: str, *players: str) -> GameSummary:
    return GameSummary(game_id=game_id, title="toy", status=GAME_STATUS_ACTIVE, players=players)


def test_who_joins_takes_the_only_game_with_a_free_seat():
    desk = Games(active("a", "Ada", "Bo"), waiting("w", "Ada", ""))
    assert choosing.with_free_seat(desk, "Bo") == "w"


def test_who_sits_in_the_only_game_that_waits_is_told_so():
    with pytest.raises(typer.BadParameter, match=r"you have a seat already .*\n  w  toy: Ada, \(free\)"):
        choosing.with_free_seat(Games(waiting("w", "Ada", "")), "Ada")


def test_where_no_game_has_a_free_seat_that_is_what_is_told():
    for desk in (Games(), Games(active("a", "Ada", "Bo"), waiting("full", "Ada", "Cleo"))):
        with pytest.raises(typer.BadParameter, match="no game has a free seat"):
            choosing.with_free_seat(desk, "Ada")


def test_a_bot_goes_on_in_its_only_open_game():
    desk = Games(active("a", "Ada", "Rex"), waiting("w", "Ada", ""))
    assert choosing.for_bot(desk, "Rex") == "a"


def test_a_bot_without_a_game_or_with_several_takes_a_free_seat():
    desk = Games(active("a", "Ada", "Rex"), active("b", "Rex", "Bo"), waiting("w", "Ada", ""))
    assert choosing.for_bot(desk, "Rex") == "w"
    assert choosing.for_bot(desk, "Hal") == "w"


def test_a_game_that_is_named_is_taken():
    assert choosing.for_bot(Games(), "Rex", "named") == choosing.with_free_seat(Games(), "Rex", "named") == "named"


def test_of_several_games_one_has_to_be_named():
    with pytest.raises(typer.BadParameter) as caught:
        choosing.with_free_seat(Games(*(waiting(f"w{number}", "Ada", "") for number in range(7))), "Bo")
    assert re.findall(r"w\d", str(caught.value)) == ["w0", "w1", "w2", "w3", "w4"]
    assert str(caught.value).endswith("…")
