"""Commands in a terminal: colours, lines that are edited, and the keys that end a program."""

import asyncio
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from itertools import pairwise

import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import Client, serving

SECONDS = 60

pytestmark = pytest.mark.timeout(150)


@pytest.fixture
async def desk(tmp_path):
    """The address of a server, a game that Ada can play, and her token."""
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        ada, bo = table.client("Ada"), table.client("Bo")
        game_id = (await ada.create(title="cooper_island", practice=True, seed="cli")).game_id
        for client in (ada, bo):
            assert isinstance(client, Client)
            await client.join(game_id)
        await ada.start(game_id)
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        yield table.address, game_id, token


def in_terminal(desk, command, typed=(), columns=100, **environment):
    """Run a command in a terminal; type each text when the one before it has appeared.  Exit code and output."""
    address, game_id, token = desk
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    unwanted = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    known = {name: value for name, value in os.environ.items() if name not in unwanted}
    known |= {"QUARTERDECK_ADDRESS": address, "QUARTERDECK_TOKEN": token, "TERM": "xterm-256color", **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck.cli", command, game_id],
        stdin=child,
        stdout=child,
        stderr=child,
        env=known,
        start_new_session=True,
    )
    os.close(child)
    shown, waits, deadline = "", list(typed), time.monotonic() + SECONDS
    signalled: signal.Signals | None = None
    try:
        while time.monotonic() < deadline:
            if not select.select([parent], [], [], 0.1)[0]:
                if signalled is not None:
                    # Only now that it is quiet: a prompt appears a moment before it can be interrupted.
                    process.send_signal(signalled)
                    signalled = None
                continue
            try:
                read = os.read(parent, 65536)
            except OSError:  # the other end is closed: the command has ended
                break
            shown += read.decode(errors="replace")
            if waits and waits[0][0] in shown.rsplit("\x00", 1)[-1]:
                answer = waits.pop(0)[1]
                if isinstance(answer, signal.Signals):
                    signalled = answer
                else:
                    os.write(parent, answer.encode())
                shown += "\x00"
        return process.wait(5), shown
    finally:
        process.kill()
        process.wait(5)
        os.close(parent)


async def test_a_table_has_colours_in_a_terminal_and_none_if_they_are_not_wanted(desk):
    code, shown = await asyncio.to_thread(in_terminal, desk, "show")
    assert code == Exit.DONE
    assert "\x1b[30;102mA1 Me1" in shown
    code, shown = await asyncio.to_thread(in_terminal, desk, "show", NO_COLOR="1")
    assert code == Exit.DONE
    assert "A1 Me1" in shown
    assert "\x1b[30;102m" not in shown


def lines_of(shown):
    """The lines of a terminal's output, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m|\x00|\r", "", shown).splitlines()


@pytest.mark.parametrize("columns", [60, 80])
async def test_a_table_fits_the_terminal_that_it_is_drawn_in(desk, columns):
    code, shown = await asyncio.to_thread(in_terminal, desk, "show", columns=columns)
    assert code == Exit.DONE
    assert max(len(line) for line in lines_of(shown)) <= columns
    assert sum(line.startswith("feeding") for line in lines_of(shown)) == 2


async def test_at_the_table_only_what_has_changed_is_drawn_again_and_all_of_it_when_asked(desk):
    typed = [("Ada> ", "perform place_double_tile\n"), ("Ada> ", "b\n"), ("Ada> ", "q\n")]
    code, shown = await asyncio.to_thread(in_terminal, desk, "play", typed, 80)
    assert code == Exit.DONE
    lines = lines_of(shown)
    asked = [place for place, line in enumerate(lines) if line.startswith("Ada decides: ")]
    seen = [[line for line in lines[start:end] if line.startswith(("supply", "storage"))]
            for start, end in pairwise([0, *asked])]  # fmt: skip
    # First all of it, then nothing since to say what one wants to do changes no board, then both boards.
    assert [len(one) for one in seen] == [2, 0, 3]
    assert max(map(len, lines)) <= 80


async def test_ctrl_c_at_the_prompt_leaves_a_whole_line_and_says_so_by_its_code(desk):
    code, shown = await asyncio.to_thread(in_terminal, desk, "play", [("Ada> ", signal.SIGINT)])
    assert code == Exit.INTERRUPTED
    assert "Traceback" not in shown
    assert shown.endswith("\n")


async def test_a_person_types_moves_and_leaves(desk):
    typed = [("Ada> ", "perform place_double_tile\n"), ("place a double tile", ""), ("Ada> ", "q\n")]
    code, shown = await asyncio.to_thread(in_terminal, desk, "play", typed)
    assert code == Exit.DONE
    assert "You leave the table" in shown


async def test_the_end_of_input_leaves_the_table_as_well(desk):
    code, shown = await asyncio.to_thread(in_terminal, desk, "play", [("Ada> ", "\x04")])
    assert code == Exit.DONE
    assert "You leave the table" in shown


async def test_ctrl_c_ends_watching_without_a_word(desk):
    address, game_id, _ = desk
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quarterdeck.cli", "watch", game_id, "--from", "1", "--address", address),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(SECONDS):
        await process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
    assert process.returncode == Exit.INTERRUPTED
    assert b"Traceback" not in err
