"""The README's lines for the terminal do what they say, copied as they stand."""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from quarterdeck_rules.titles import TITLES
from tests.serving import serving

README = Path(__file__).parents[2] / "README.md"
SECONDS = 120
"""Each line is a process that starts anew, and whoever tests this may be short of cores."""


@pytest.mark.timeout(SECONDS + 30)
async def test_the_lines_seat_a_person_and_a_bot_and_the_person_plays(tmp_path):
    section = README.read_text(encoding="utf-8").split("\n## Playing from the terminal\n")[1]
    found = re.search(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert found is not None
    lines = found[1].replace("$PWD/.venv/bin", str(Path(sys.executable).parent))
    # The bot plays in the background for as long as the game goes on.
    script = f"trap 'kill $(jobs -p); wait' EXIT\n{lines}"
    async with serving(tmp_path / "quarterdeck-data", TITLES.values()) as table:
        known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
        shell = await asyncio.create_subprocess_exec(
            *("bash", "-c", script),
            cwd=tmp_path,
            env={**known, "QUARTERDECK_ADDRESS": table.address, "COLUMNS": "100"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(SECONDS):
                out, err = await shell.communicate(b"1\nq\n")
        except TimeoutError:
            shell.terminate()
            raise
    assert shell.returncode == 0, err.decode()
    assert "Round 1, income phase" in out.decode()
    assert re.search(r"^Grace> 1$", out.decode(), re.MULTILINE)
    assert re.search(r"^The greedy bot has seat 1 ", (tmp_path / "rex.txt").read_text(), re.MULTILINE)
