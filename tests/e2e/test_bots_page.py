"""The page on writing a bot: its blocks are files, and they do what it says."""

import asyncio
import importlib
import re
import shlex
import sys
from pathlib import Path

import pytest

from quarterdeck import bots
from quarterdeck.bots import contest
from quarterdeck.bots.__main__ import main as run_bot
from quarterdeck.client import AsyncDesk
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

PAGE = (Path(bots.__file__).parent / "README.md").read_text(encoding="utf-8")
FILES = {found[1]: found[2] for found in re.finditer(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.DOTALL)}
COMMANDS = [
    shlex.split(line) for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


@pytest.fixture
def written(tmp_path, monkeypatch):
    """The files of the page, in a folder that Python imports from."""
    for name, code in FILES.items():
        (tmp_path / name).write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in FILES:
        sys.modules.pop(name.removesuffix(".py"), None)


def test_every_block_of_python_is_a_file_and_every_command_a_program_of_bots():
    assert len(FILES) == PAGE.count("```python") == 3
    assert [command[:3] for command in COMMANDS] == [
        ["python", "-m", "quarterdeck.bots.contest"],
        ["python", "-m", "quarterdeck.bots"],
    ]


def test_the_tests_of_the_page_hold(written):
    tests = vars(importlib.import_module("test_my_bot"))
    named = [name for name in tests if name.startswith("test_")]
    assert len(named) == 2
    for name in named:
        tests[name]()


@pytest.mark.timeout(120)
async def test_the_bot_of_the_page_plays_its_match_its_seat_and_its_program(written, tmp_path, capsys, monkeypatch):
    async with serving(tmp_path / "data", TITLES.values()) as table:
        token, other = (table.service.tokens.issue(player, Role.PLAYER, 600) for player in ("Ada", "Ben"))
        monkeypatch.setenv("QUARTERDECK_TOKEN", token)
        in_contest, at_seat = (command[3:] for command in COMMANDS)
        assert await asyncio.to_thread(contest.main, [*in_contest, "--address", table.address]) == 0
        assert "my_bot:BuyingBot won" in capsys.readouterr().out

        async with AsyncDesk(table.address, other) as desk:
            game = await desk.create_game("cooper_island", 2, seed="1")
            await desk.join_game(game, 0)
            arguments = [game if one == "GAME" else one for one in at_seat]
            playing = asyncio.to_thread(run_bot, [*arguments, "--address", table.address])
            rival = bots.play_seat_async(desk, game, 0, bots.RandomBot("1"))
            assert (await asyncio.gather(playing, rival))[0] == 0
            assert (await desk.game(game)).result.reason == "PLAYED_OUT"

        standings = await importlib.import_module("play").play(table.address, token)
        assert [one.seat for one in standings] == [0, 1]
