"""`verify --all` as its own process, beside a server that runs, and what it says and ends with."""

import asyncio
import json
import os
import sqlite3
import sys

import pytest

from quarterdeck_rules.titles import TITLES
from quarterdeck_server import __main__ as program
from quarterdeck_server.application.caller import Role
from tests.serving import Client, serving

KNOWN = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
LOG = "quarterdeck.sqlite"


async def verified(*arguments):
    """The exit code, and what it writes."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quarterdeck.cli", "verify", "--all", *map(str, arguments)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=KNOWN,
    )
    async with asyncio.timeout(60):
        out, err = await running.communicate()
    return running.returncode, out.decode(), err.decode()


async def started(table, **fields):
    players = [Client(table.address, table.service.tokens.issue(name, Role.PLAYER, 600)) for name in ("ann", "bob")]
    table.clients.extend(players)
    game = (await players[0].create(title="puerto_rico", **fields)).game_id
    for player in players:
        await player.join(game)
    await players[0].start(game)
    return game


def changed(data, statement, *values):
    with sqlite3.connect(data / LOG) as connection:
        connection.execute(statement, values)
    connection.close()


@pytest.mark.timeout(120)
async def test_games_are_verified_while_the_server_runs_and_when_it_has_ended(tmp_path):
    async with serving(tmp_path, titles=TITLES.values()) as table:
        games = [await started(table) for _ in range(2)]
        assert await verified("--data", tmp_path) == (
            0,
            "2 games: 2 exact, 0 unverifiable, 0 diverged; 0 faults in indexes\n",
            "",
        )
        # The server was not kept from anything.
        games.append(await started(table))
    before = (tmp_path / LOG).read_bytes()
    code, out, err = await verified("--data", tmp_path, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"games": 3, "exact": 3, "unverifiable": 0, "diverged": 0, "faults": 0}
    assert (tmp_path / LOG).read_bytes() == before

    changed(
        tmp_path,
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'ann', 'eve') AS BLOB) "
        "WHERE originator_id = ? AND originator_version = 1",
        games[0],
    )
    changed(tmp_path, "DELETE FROM requests WHERE game = ? AND revision = 2", games[1])
    changed(tmp_path, "UPDATE games SET status = 'ended' WHERE game = ?", games[2])
    code, out, err = await verified("--data", tmp_path)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        *(line for game in sorted(games) for line in [
            {
                games[0]: f"{games[0]}: diverged at event 1: LINK: the record is not the one that was sealed",
                games[1]: f"{games[1]}: requests: that of revision 2 is missing",
                games[2]: f"{games[2]}: games: status is not what the log says",
            }[game]
        ]),
        "3 games: 2 exact, 0 unverifiable, 1 diverged; 2 faults in indexes",
    ]  # fmt: skip


async def test_a_game_of_a_title_that_the_release_does_not_have_is_unverifiable(tmp_path):
    async with serving(tmp_path) as table:
        game, _, _ = await table.started()
    code, out, _ = await verified("--data", tmp_path, "--json")
    assert code == 7
    first, last = map(json.loads, out.splitlines())
    assert (first["game"], first["grade"], first["finding"]) == (game, "unverifiable", "TITLE_UNKNOWN")
    assert last["unverifiable"] == 1


@pytest.mark.parametrize(
    ("environment", "problem"),
    [
        ({}, "quarterdeck.sqlite is not there: no server has run with these settings"),
        ({"QUARTERDECK_STORE": "memory"}, "games in memory are gone with their server"),
        ({"QUARTERDECK_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}, "the games cannot be read"),
    ],
    ids=["no log", "memory", "no database"],
)
def test_a_store_that_cannot_be_read_is_told_in_a_line(tmp_path, monkeypatch, capsys, environment, problem):
    for name in [name for name in os.environ if name.startswith("QUARTERDECK_")]:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert program.main(["verify", "--all", "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert problem in err
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_log_is_told_in_a_line(tmp_path, capsys):
    for content in (b"no database", b""):
        (tmp_path / LOG).write_bytes(content)
        assert program.main(["verify", "--all", "--data", str(tmp_path)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "the games cannot be read" in err
        assert len(err.splitlines()) == 1
