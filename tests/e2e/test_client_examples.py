"""Each example page does what it says, against a real server."""

import asyncio
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.bots.contest import Contest, Result, report
from quarterdeck.client import AsyncDesk, audit
from quarterdeck.client.moves.cooper_island import Good, Landscape, Structure
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, LandView
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

EXAMPLES = Path(__file__).parents[2] / "clients" / "python" / "examples"


async def output_of(page, *arguments, ends=0):
    """What an example prints; it has to end with this exit code."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        str(EXAMPLES / page),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(60):
        output, _ = await running.communicate()
    assert running.returncode == ends, output.decode()
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

        async with AsyncDesk(table.address, token) as desk:
            pieces = [piece.content async for piece in desk.stream(audit.export_game(found[1]))]
            seed = (await desk.game(found[1])).seed
        file = tmp_path / "game.qdgame"
        file.write_bytes(b"".join(pieces))
        checked = await output_of("check_a_game.py", str(file), "forest", "0", "12")
        assert "cooper_island, 2 seats: the chain holds" in checked
        assert f"seed {seed}, entropy ['', '']" in checked
        assert re.search(r"^forest 0: \d+ of 12$", checked, re.MULTILINE)
        file.write_bytes(file.read_bytes().replace(b'"seat":0', b'"seat":1', 1))
        assert "is not the one that was sealed" in await output_of("check_a_game.py", str(file), ends=1)

        drawn = await output_of("draw_a_board.py", table.address, found[1], "1")
        assert f"Revision {numbers[-1]}, round 5" in drawn
        early = await output_of("draw_a_board.py", table.address, found[1], "1", "4")
        assert "mea1 food" in early
        assert early.count("ruin") == 5
        assert "boat in reserve: coin_boat, which does gain_goods" in early


@pytest.mark.timeout(120)
async def test_what_cannot_be_is_told_in_one_line(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        async with AsyncDesk(table.address, token) as desk:
            waiting = await desk.create_game("cooper_island", 2)
            game = await desk.create_game("cooper_island", 2)
            for seat in range(2):
                await desk.join_game(game, seat)
            await desk.start_game(game)
        for page, arguments, said in (
            ("play_a_bot.py", ["no token"], "the token is not valid"),
            ("watch_a_game.py", ["nope"], "there is no such game"),
            ("draw_a_board.py", ["nope", "0"], "there is no such game"),
            ("draw_a_board.py", [game, "9"], "there is no seat 9: the game has 2, counted from 0"),
            ("draw_a_board.py", [game, "0", "99"], "no such revision"),
            ("draw_a_board.py", [game, "0", "0"], "no such revision"),
            ("draw_a_board.py", [waiting, "0"], "the game had not started by then"),
        ):
            output = await output_of(page, table.address, *arguments, ends=1)
            assert (page, output.count("\n")) == (page, 1), output
            assert said in output, page


def test_spaces_of_a_board_that_is_full_do_not_run_together():
    spec = importlib.util.spec_from_file_location("draw_a_board", EXAMPLES / "draw_a_board.py")
    assert spec is not None
    assert spec.loader is not None
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)
    full: dict[str, Any] = {
        "level": 3,
        "landscape": Landscape.MOUNTAIN,
        "cube": Good.STONE,
        "structure": Structure.LARGE_BUILDING,
    }
    spaces = [(q, r) for r in range(5) for q in range(-r, 4 - r)]
    drawn = page.rows(BoardView(land=[LandView(q=q, r=r, **full) for q, r in spaces]))
    assert [re.split(r" {2,}", row.strip()) for row in drawn] == [["mou3 stone LAR"] * 4] * 5
    bare = page.rows(BoardView(land=[LandView(q=q, r=r) for q, r in spaces]))
    assert [row.split() for row in bare] == [["."] * 4] * 5
    assert max(map(len, bare)) < max(map(len, drawn))


def test_the_lines_of_a_contest_have_the_form_that_the_page_shows():
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    shown = text.split("contest --games 100\n")[1].split("```")[0].rstrip()
    contest = Contest(100, 4, "greedy", "random", "contest")
    printed = report(contest, [Result("game", 0, 17, True, (-4, 1, -3))] * 100)
    pattern = re.sub(r"[A-Z]{4,}", r"-?[0-9.]+", re.sub(r"([.:,])", r"\\\1", shown))
    assert re.fullmatch(pattern, printed)


@pytest.mark.parametrize("page", sorted(page.name for page in EXAMPLES.glob("*.py")))
@pytest.mark.parametrize("arguments", [(), ("127.0.0.1:1", "GAME", "not a seat", "1", "more")])
def test_an_example_with_wrong_arguments_says_what_it_takes(page, arguments):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / page), *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    takes = "GAME.qdgame [" if page == "check_a_game.py" else "ADDRESS "
    assert done.stderr.startswith(f"usage: python {page} {takes}")
    assert len(done.stderr.splitlines()) == 1


def test_every_example_has_its_line_in_the_list():
    listed = re.findall(r"^\| \[(\w+\.py)\]", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in EXAMPLES.glob("*.py"))
