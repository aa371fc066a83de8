"""Bots by their names: those of the package, and a stranger's own written module:Class."""

import pytest

from quarterdeck.bots import BOTS, BotNameError, GreedyBot, RandomBot, bot_class, contest
from quarterdeck.bots.__main__ import main as bot_program
from quarterdeck.cli.exits import Exit

OWN = """
from quarterdeck.bots import RandomBot

class Own(RandomBot):
    pass

class NoBot:
    pass

class WantsNothing:
    def choose(self, moves, position):
        return moves[0]

class SeesNothing:
    def __init__(self, seed, components):
        pass

    def choose(self, moves):
        return moves[0]

def function(seed, components):
    return Own(seed)
"""


@pytest.fixture
def own_bots(tmp_path, monkeypatch):
    (tmp_path / "own_bots_of_a_stranger.py").write_text(OWN)
    (tmp_path / "broken_bots_of_a_stranger.py").write_text("class Own(:\n")
    (tmp_path / "needy_bots_of_a_stranger.py").write_text("import a_module_that_nobody_has\n")
    monkeypatch.syspath_prepend(tmp_path)


def test_bots_of_the_package_are_known_by_name():
    assert set(BOTS) == {"greedy", "random"}
    assert bot_class("random") is RandomBot
    assert bot_class("greedy") is GreedyBot
    with pytest.raises(BotNameError, match="there are greedy, random, and your own as module:Class"):
        bot_class("clever")


def test_a_bot_of_ones_own_is_made_like_the_others(own_bots):
    bot = bot_class("own_bots_of_a_stranger:Own")("seed", ())
    assert isinstance(bot, RandomBot)
    assert type(bot).__name__ == "Own"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:Own", "the module no_such_module cannot be imported: No module named"),
        ("broken_bots_of_a_stranger:Own", "cannot be imported: invalid syntax"),
        ("needy_bots_of_a_stranger:Own", "cannot be imported: No module named 'a_module_that_nobody_has'"),
        ("own_bots_of_a_stranger:Other", "the module own_bots_of_a_stranger has no Other"),
        ("own_bots_of_a_stranger:NoBot", "is no bot: a bot is a class with a method"),
        ("own_bots_of_a_stranger:function", "is no bot: a bot is a class with a method"),
        ("own_bots_of_a_stranger:WantsNothing", "is to be called with seed and components"),
        ("own_bots_of_a_stranger:SeesNothing", "is to be called with moves and position"),
        ("own_bots_of_a_stranger:", "is not written module:Class"),
        (":Own", "is not written module:Class"),
        (".relative:Own", "is not written module:Class"),
        ("own/bots.py:Own", "is not written module:Class"),
    ],
)
def test_what_is_wrong_with_a_name_is_told(own_bots, name, said):
    with pytest.raises(BotNameError) as caught:
        bot_class(name)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--games", "many"],
        ["--games", "²"],
        ["--seats", "-1"],
        ["--at-once", "0"],
        ["--bot", "clever"],
        ["--against", "no_such_module:Own"],
    ],
)
def test_wrong_arguments_of_a_match_are_usage_errors(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        contest.main(arguments)
    assert ended.value.code == 2
    assert f"argument {arguments[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["--seat", "-1"], ["--seat", "one"], ["--patience", "0"], ["--patience", "nan"], ["--bot", ":"]]
)
def test_wrong_arguments_of_a_bot_are_usage_errors(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        bot_program(["--game", "game", *arguments])
    assert ended.value.code == 2
    assert f"argument {arguments[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize("program", [bot_program, contest.main])
def test_a_token_that_no_header_can_carry_is_told_without_a_traceback(program, capsys):
    game = ["--game", "game"] if program is bot_program else []
    assert program([*game, "--token", "dé"]) == Exit.USAGE
    assert capsys.readouterr().err.startswith("Sorry: token: ")
