"""The README's lines for the solo game, copied as they stand: a person at a terminal plays a whole game with them."""

import asyncio
import fcntl
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
import time
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
PROMPT = "Grace> "
QUESTIONS = ("b", "s", "l", "w strategy_3", "w D1")
"""What the person asks before it moves, once each."""
SHORT_LIST = 8
"""The person does not look at more moves than these."""


def lines_of_the_page():
    """The lines of the section, with the programs of this environment."""
    section = README.read_text(encoding="utf-8").split("\n### Solo against Cooper\n")[1]
    found = re.search(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1].replace("$PWD/.venv/bin", str(Path(sys.executable).parent))


def plain(shown):
    """What a terminal shows, without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", shown)


class Person:
    """Asks some questions, then makes one of the first moves listed, most often the very first."""

    def __init__(self):
        self.questions = list(QUESTIONS)
        self.chance = random.Random("a person")
        self.moves = 1

    def answer(self, shown):
        """What is typed at a prompt; `shown` is what has appeared since the last one."""
        numbers = [int(number) for number in re.findall(r"^ +(\d+)  \S", shown.split(" decides: ")[-1], re.MULTILINE)]
        if " decides: " in shown:
            self.moves = min(max(numbers, default=1), SHORT_LIST)
        if self.questions and self.moves > 1:
            return self.questions.pop(0)
        return str(1 if self.chance.random() < 0.6 else self.chance.randint(1, self.moves))


def played(folder, address):
    """The exit code of the page's lines in a terminal, and what it shows."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
        kept.pop(name, None)
    shell = subprocess.Popen(
        ["bash", "-c", f"set -e\n{lines_of_the_page()}"],
        cwd=folder,
        env={**kept, "QUARTERDECK_ADDRESS": address, "TERM": "xterm-256color"},
        stdin=child,
        stdout=child,
        stderr=child,
        start_new_session=True,
    )
    os.close(child)
    person, shown, answered, deadline = Person(), "", 0, time.monotonic() + SECONDS
    try:
        while time.monotonic() < deadline:
            if not select.select([parent], [], [], 0.1)[0]:
                continue
            try:
                shown += os.read(parent, 65536).decode(errors="replace")
            except OSError:  # the other end is closed: the shell has ended
                break
            latest = plain(shown[answered:])
            if latest.endswith(PROMPT):
                answered = len(shown)
                os.write(parent, f"{person.answer(latest)}\n".encode())
        return shell.wait(5), plain(shown)
    finally:
        shell.kill()
        shell.wait(5)
        os.close(parent)


@pytest.mark.timeout(SECONDS + 30)
async def test_a_person_plays_the_solo_game_to_its_end_with_the_lines_of_the_page(tmp_path):
    async with serving(tmp_path / "quarterdeck-data", TITLES.values()) as table:
        code, shown = await asyncio.to_thread(played, tmp_path, table.address)
        assert code == 0, shown[-2000:]
        async with AsyncDesk(table.address) as desk:
            (game,) = [one async for one in desk.games()]
            assert game.status == GAME_STATUS_ENDED
            assert list(game.players) == ["Grace"]
            sheet = (await desk.score_sheet(game.game_id)).score_sheet.cooper_island
    assert "All seats are taken: the game has started." in shown
    for told in ("level_2: 5 points for Cooper", "strategy_3: each building erected brings Grace 1 helm point",
                 "As it stands: ", "The game has ended"):  # fmt: skip
        assert told in shown
    assert len(re.findall(r"Cooper carries out [BDFH][12]: ", shown)) >= 15
    own, his = sheet.scores[0].total, sheet.cooper
    end = shown[shown.index("The game has ended") :]
    assert f". Cooper: {his.total} points" in end
    assert f"{'Won' if his.beaten else 'Lost'}, {own} to {his.total}" in end
    assert his.level == 5
    assert [line for line in shown.splitlines() if cell_len(line) > COLUMNS] == []
