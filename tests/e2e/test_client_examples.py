"""Each example page does what it says, against a real server."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

EXAMPLES = Path(__file__).parents[2] / "clients" / "python" / "examples"


async def output_of(page, *arguments):
    """What an example prints; it has to end well."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        str(EXAMPLES / page),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(60):
        output, _ = await running.communicate()
    assert running.returncode == 0, output.decode()
    return output.decode()


@pytest.mark.timeout(120)
async def test_a_bot_plays_a_game_that_is_then_watched_and_drawn(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        played = await output_of("play_a_bot.py", table.address, token)
        found = re.search(r"^Game (\w+) has begun", played, re.MULTILINE)
        assert found is not None
        assert "I play: place_worker" in played
        assert re.search(r"^seat 1 has -?\d+ points and rank [12]$", played, re.MULTILINE)

        watched = await output_of("watch_a_game.py", table.address, found[1])
        numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", watched, re.MULTILINE)]
        assert numbers == sorted(numbers)
        assert numbers[0] == 1
        assert "waiting for Ada" in watched
        assert re.search(r"^1\. Ada: -?\d+ points$", watched, re.MULTILINE)

        drawn = await output_of("draw_a_board.py", table.address, found[1], "1")
        assert f"Revision {numbers[-1]}, round 5" in drawn
        early = await output_of("draw_a_board.py", table.address, found[1], "1", "4")
        assert "mea1 food" in early
        assert early.count("ruin") == 5
        assert "boat in reserve: coin_boat, which does gain_goods" in early


@pytest.mark.parametrize("page", sorted(page.name for page in EXAMPLES.glob("*.py")))
@pytest.mark.parametrize("arguments", [(), ("127.0.0.1:1", "GAME", "not a seat", "1", "more")])
def test_an_example_with_wrong_arguments_says_what_it_takes(page, arguments):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / page), *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"usage: python {page} ADDRESS ")
    assert len(done.stderr.splitlines()) == 1


def test_every_example_has_its_line_in_the_list():
    listed = re.findall(r"^\| \[(\w+\.py)\]", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in EXAMPLES.glob("*.py"))
