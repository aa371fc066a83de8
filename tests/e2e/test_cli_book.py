"""A stranger checks a game: export, the keys, verify; and what operators do with files of games."""

import asyncio
import json
import sys

import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving
from tests.terminal import Terminal

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path / "desk", TITLES.values(), drain_seconds=2.0) as table:
        yield Terminal(table)


async def ended(terminal):
    """A game of Ada that a director has ended with a result."""
    game_id = (await terminal.done("Ada", "new", "puerto_rico", "--seats", "2")).strip()
    await terminal.done("Bo", "join", game_id, "--entropy", "fair winds")
    token = terminal.table.service.tokens.issue("Dora", Role.DIRECTOR, 600)
    why = ("--reason", "a fire")
    await terminal.done(None, "direct", "adjudicate", game_id, *why, environment={"QUARTERDECK_TOKEN": token})
    return game_id


async def test_a_stranger_verifies_a_game_with_the_published_key_and_nothing_else(terminal, tmp_path):
    game_id = await ended(terminal)
    file, keys, stranger = tmp_path / "game.qdgame", tmp_path / "desk.keys", {"QUARTERDECK_ADDRESS": "127.0.0.1:1"}
    assert (await terminal.done(None, "export", game_id, "-o", str(file))).strip() == str(file)
    assert (await terminal.done(None, "export", game_id, "-o", "-")).encode() == file.read_bytes()
    keys.write_text(await terminal.done(None, "seal-keys"))
    told = await terminal.done(None, "verify", str(file), "--key", str(keys), environment=stranger)
    assert told.startswith(f"{file}: exact\n  game {game_id} of puerto_rico, 5 revisions")
    assert "1. " in told
    found = json.loads(await terminal.done(None, "verify", "--json", str(file), "--key", str(keys)))
    assert (found["grade"], found["game"], found["players"]) == ("exact", game_id, ["Ada", "Bo"])

    missing = await terminal.run(None, "verify", str(file))
    assert missing.code == Exit.UNVERIFIABLE
    assert "give the published key with --key" in missing.out
    file.write_bytes(file.read_bytes().replace(b"fair winds", b"foul winds"))
    altered = await terminal.run(None, "verify", str(file), "--key", str(keys))
    assert altered.code == Exit.REFUSED
    assert f"{file}: diverged at event 7" in altered.out


async def test_a_game_that_runs_holds_and_is_not_wholly_told(terminal, tmp_path):
    game_id = await terminal.game()
    file, keys = tmp_path / "game.qdgame", tmp_path / "desk.keys"
    keys.write_text(await terminal.done(None, "seal-keys"))
    await terminal.done("Ada", "export", game_id, "--revision", "3", "-o", str(file))
    ran = await terminal.run(None, "verify", str(file), "--key", str(keys))
    assert ran.code == Exit.UNVERIFIABLE
    assert "WITHHELD" in ran.out
    assert "3 revisions" in ran.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("verify", "nowhere.qdgame"), "nowhere.qdgame: No such file or directory"),
        (("verify", "game.qdgame", "--key", "nowhere"), "nowhere: No such file or directory"),
        (("verify", "game.qdgame", "--key", "game.qdgame"), "it holds no public key"),
    ],
)
async def test_what_cannot_be_read_is_told(terminal, tmp_path, monkeypatch, arguments, problem):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.qdgame").write_text("no game\n")
    ran = await terminal.run(None, *arguments)
    assert ran.code == Exit.USAGE
    assert problem in ran.err


async def operator(*arguments):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quarterdeck.cli", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(120):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_operators_take_games_in_and_forget_names(tmp_path):
    file, keys = tmp_path / "game.qdgame", tmp_path / "desk.keys"
    async with serving(tmp_path / "old", TITLES.values()) as table:
        terminal = Terminal(table)
        game_id = await ended(terminal)
        await terminal.done(None, "export", game_id, "-o", str(file))
        keys.write_text(await terminal.done(None, "seal-keys"))
    data = ("--data", str(tmp_path / "new"))
    code, _, err = await operator("import", str(file), *data)
    assert (code, "KEY_NOT_GIVEN" in err) == (1, True)
    assert await operator("import", str(file), "--key", str(keys), *data) == (0, f"{file}: taken in\n", "")
    assert await operator("import", str(file), "--key", str(keys), *data) == (0, f"{file}: was there already\n", "")
    code, out, _ = await operator("erase", "Ada", *data)
    assert (code, out) == (0, f"{game_id}\n")
    async with serving(tmp_path / "new", TITLES.values()) as table:
        terminal = Terminal(table)
        assert "(erased 1)" in await terminal.done(None, "games")
        await terminal.done(None, "export", game_id, "-o", str(file))
        keys.write_text(await terminal.done(None, "seal-keys"))
        assert "exact" in await terminal.done(None, "verify", str(file), "--key", str(keys))
        ran = await terminal.run(None, "import", str(file), *data)
        assert (ran.code, "is held by another process" in ran.err) == (2, True)
