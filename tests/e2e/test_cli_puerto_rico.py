"""A person plays Puerto Rico with its expansion in a terminal of 80 columns against bots, and `make run` shows it."""

import asyncio
import fcntl
import os
import pty
import random
import re
import select
import socket
import struct
import subprocess
import sys
import termios
import time

import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck_rules.titles import TITLES
from tests.serving import serving
from tests.terminal import Terminal

SECONDS = 240
COLUMNS = 80
ASIDES = ("?", "w harbor", "s", "b", "l", "m", "k forfeit", "offer_kind nothing", "9999")
"""What a person types beside moves; none of it ends the decision."""

pytestmark = pytest.mark.timeout(SECONDS + 60)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield Terminal(table)


def sit(terminal, player, game_id):
    """Play a game to its end, by numbers drawn from what is listed, with every aside once.  Exit code and screen."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    known |= {"QUARTERDECK_ADDRESS": terminal.table.address, "QUARTERDECK_TOKEN": terminal.token(player)}
    process = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck.cli", "play", game_id],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**known, "TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(child)
    rng, asides, screen, said, listed = random.Random(player), list(ASIDES), "", "", [1]
    until = time.monotonic() + SECONDS
    try:
        while time.monotonic() < until:
            if not select.select([parent], [], [], 0.1)[0]:
                continue
            try:
                said += os.read(parent, 65536).decode(errors="replace")
            except OSError:  # the other end is closed: the command has ended
                break
            if said.endswith(f"{player}> "):
                seen = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said)
                screen, said = screen + said, ""
                found = re.findall(r"^ {2,3}(\d+)(?:  |\r?$)", seen.rpartition("decides:")[2], re.MULTILINE)
                # An aside is answered without the list: its numbers stay what they were.
                if is_new := "decides:" in seen and bool(found):
                    listed = [int(number) for number in found]
                aside = asides.pop(0) if asides and is_new and "Round 1," not in seen else ""
                os.write(parent, f"{aside or rng.choice(listed)}\n".encode())
        return process.wait(5), screen + said
    finally:
        process.kill()
        process.wait(5)
        os.close(parent)


async def test_a_person_plays_a_whole_game_with_a_drafted_market_against_three_bots(terminal):
    new = ("new", "puerto_rico", "--seats", "4", "--option", "market=drafted", "--seed", "played")
    game_id = (await terminal.done("Grace", *new)).strip()
    bots = [
        asyncio.create_task(terminal.done(bot, "bots", game_id, "--bot", "random", "--seed", bot))
        for bot in ("Rex", "Sam", "Tess")
    ]
    code, screen = await asyncio.to_thread(sit, terminal, "Grace", game_id)
    assert code == Exit.DONE
    for bot in bots:
        assert "The game has ended" in await bot
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen).replace("\r", "")
    assert plain != screen.replace("\r", "")
    assert max(map(len, plain.splitlines())) <= COLUMNS
    assert "the market is drafted" in plain
    assert "Grace decides: put a kind of beige buildings on the market  [rule PR-MARKET-3]" in plain
    for role in ("settler", "mayor", "builder", "captain"):
        assert f", {role} phase" in plain
    # Each aside had its answer.
    assert "buildings  harbor  points more for each loading: 1;" in plain
    assert re.search(r"^0 Grace: \d+ points?$", plain, re.MULTILINE)
    assert "its chips" in plain
    assert "Refused: this move is no answer to what is asked" in plain
    assert re.search(r"^There are moves 1 to \d+\.$", plain, re.MULTILINE)
    ended = plain.split("The game has ended")[1]
    sheet = (await terminal.done("Grace", "score", game_id, environment={"COLUMNS": "80"})).splitlines()[1:]
    assert [line.rstrip() for line in ended.splitlines()[1:]] == [line.rstrip() for line in sheet]
    assert len(re.findall(r"^\d\. \w+: \d+ points$", ended, re.MULTILINE)) == 4


async def test_the_practice_game_shows_each_role_with_all_points_and_the_sheet(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"TITLE": "puerto_rico", "SEED": "7", "PACE": "0", "ONCE": "1", "QUARTERDECK_DATA": str(tmp_path)}
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quarterdeck.practice"),
        env={**os.environ, **settings, "QUARTERDECK_ADDRESS": f"127.0.0.1:{port}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            out, err = await running.communicate()
    except TimeoutError:
        running.kill()
        raise
    shown = out.decode()
    assert running.returncode == 0, shown + err.decode()
    for number in (1, 2, 3, 10):
        told = re.findall(rf"^round {number}: \w+ takes the .+\. Scores: (.+)$", shown, re.MULTILINE)
        assert len(told) == 4
        assert all(re.fullmatch(r"Ada \d+, Ben \d+, Cleo \d+, Dan \d+", one) for one in told)
    assert len(re.findall(r"^\d\. \w+: \d+ points", shown, re.MULTILINE)) == 4
    assert shown.count("tie-break: doubloons and barrels: ") == 4
