"""The README's lines for the terminal do what they say, copied as they stand: a person plays a whole game with them."""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from quarterdeck.client import AsyncDesk
from quarterdeck.v1.game_pb2 import GAME_STATUS_ENDED
from quarterdeck_rules.titles import TITLES
from tests.serving import serving

README = Path(__file__).parents[2] / "README.md"
COLUMNS = 80
SECONDS = 240
"""Each line is a process that starts anew, the last one plays a game, and whoever tests this may be short of cores."""
ANSWERS = b"1\n" * 2000
"""The person makes the first move listed, and stops reading when the game has ended."""


TERMINAL = "## Playing from the terminal"
PUERTO_RICO = "### Puerto Rico for four, with the expansion"


def lines_of_the_page(heading):
    """The lines of a section, with the programs of this environment."""
    section = README.read_text(encoding="utf-8").split(f"\n{heading}\n")[1]
    found = re.search(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1].replace("$PWD/.venv/bin", str(Path(sys.executable).parent))


async def played(folder, address, heading):
    """What a shell with the lines of a section prints, once all it has started has ended."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    # Bots play in the background; they are waited for, and ended if the person's part fails.
    script = f"set -e; trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n{lines_of_the_page(heading)}\nwait"
    shell = await asyncio.create_subprocess_exec(
        *("bash", "-c", script),
        cwd=folder,
        env={**known, "QUARTERDECK_ADDRESS": address, "COLUMNS": str(COLUMNS)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            out, err = await shell.communicate(ANSWERS)
    except TimeoutError:
        shell.terminate()
        raise
    assert shell.returncode == 0, err.decode()
    return out.decode()


@pytest.mark.timeout(SECONDS + 30)
async def test_the_lines_seat_a_person_and_a_bot_who_play_a_game_to_its_end(tmp_path):
    async with serving(tmp_path / "quarterdeck-data", TITLES.values()) as table:
        out = await played(tmp_path, table.address, TERMINAL)
        async with AsyncDesk(table.address) as desk:
            (game,) = [one async for one in desk.games()]
            assert game.status == GAME_STATUS_ENDED
            assert list(game.players) == ["Grace", "Rex"]
            standings = (await desk.score_sheet(game.game_id)).standings
    assert "Round 1, income phase" in out
    assert len(re.findall(r"^Grace> 1$", out, re.MULTILINE)) > 20
    assert "The game has ended" in out
    assert all(f"{one.points} points" in out for one in standings)
    bot = (tmp_path / "rex.txt").read_text(encoding="utf-8")
    assert re.search(r"^The greedy bot has seat 1 ", bot, re.MULTILINE)
    assert re.search(r"^The game has ended: ", bot, re.MULTILINE)
    assert too_wide(out) == []


@pytest.mark.timeout(SECONDS + 30)
async def test_the_lines_seat_a_person_and_three_bots_who_draft_a_market_and_play_puerto_rico_to_its_end(tmp_path):
    async with serving(tmp_path / "quarterdeck-data", TITLES.values()) as table:
        out = await played(tmp_path, table.address, PUERTO_RICO)
        async with AsyncDesk(table.address) as desk:
            (game,) = [one async for one in desk.games("puerto_rico")]
            assert game.status == GAME_STATUS_ENDED
            assert game.players[0] == "Grace"
            assert sorted(game.players[1:]) == ["Ada", "Sam", "Tess"]
            standings = (await desk.score_sheet(game.game_id)).standings
    assert "Grace decides: put a kind of beige buildings on the market  [rule PR-MARKET-3]" in out
    assert re.search(r"^Round \d+, \w+ phase", out, re.MULTILINE)
    assert len(re.findall(r"^Grace> 1$", out, re.MULTILINE)) > 20
    assert "The game has ended" in out
    for seat, one in enumerate(standings):
        assert f"{one.rank}. {game.players[seat]}: {one.points} points" in out
    for name in game.players[1:]:
        bot = (tmp_path / f"{name}.txt").read_text(encoding="utf-8")
        assert re.search(r"^The greedy bot has seat [123] ", bot, re.MULTILINE)
        assert re.search(r"^The game has ended: ", bot, re.MULTILINE)
    assert too_wide(out) == []


def too_wide(out):
    """The lines that do not fit, but for those that begin with what the person has typed."""
    return [line for line in out.splitlines() if cell_len(line) > COLUMNS and not line.startswith("Grace> ")]
