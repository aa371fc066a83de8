"""Commands in a terminal: colours, lines that are edited, and the keys that end a program."""

import asyncio
import signal
import sys
from itertools import pairwise

import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import Client, serving
from tests.terminal import SECONDS, in_terminal, lines_of

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


async def test_a_table_has_colours_in_a_terminal_and_none_if_they_are_not_wanted(desk):
    code, shown = await asyncio.to_thread(in_terminal, desk, "show")
    assert code == Exit.DONE
    assert "\x1b[30;102mA1 Me1" in shown
    code, shown = await asyncio.to_thread(in_terminal, desk, "show", NO_COLOR="1")
    assert code == Exit.DONE
    assert "A1 Me1" in shown
    assert "\x1b[30;102m" not in shown


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
