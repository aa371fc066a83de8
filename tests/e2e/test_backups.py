"""A backup as its own process, beside a server that plays games, and a server on what was put back."""

import asyncio
import os
import signal
import sys
from contextlib import suppress

import pytest

from quarterdeck_server.application.caller import Role
from tests.backups import LOG, Player, logs, make_data, tree
from tests.serving import Client, serving

KNOWN = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}


async def start(*arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, limit="unlimited"):
    """The server's program with another task than to serve; `limit` is how many KiB its files may have."""
    return await asyncio.create_subprocess_exec(
        *("bash", "-c", 'ulimit -f "$1"; shift; exec "$@"', "bash", str(limit)),
        *(sys.executable, "-m", "quarterdeck_server", *map(str, arguments)),
        stdin=stdin,
        stdout=stdout,
        stderr=asyncio.subprocess.PIPE,
        env=KNOWN,
    )


async def run(*arguments, **settings):
    """What it answers with: the exit code, and all that it writes."""
    running = await start(*arguments, **settings)
    async with asyncio.timeout(30):
        out, err = await running.communicate()
    return running.returncode, out or b"", err.decode()


@pytest.mark.timeout(120)
async def test_every_game_acknowledged_before_a_backup_began_is_there_and_is_played_on(tmp_path):
    backups = [tmp_path / f"{number}.tar" for number in range(3)]
    before, shown = [], []
    async with serving(tmp_path / "games") as table:
        resting, _, _ = await table.started()
        players = [Player(table) for _ in range(4)]
        playing = [asyncio.create_task(player.play()) for player in players]
        tokens = [table.service.tokens.issue(name, Role.PLAYER, 600) for name in ("ann", "bob")]
        reader = Client(table.address, tokens[0])
        for file in backups:
            await players[0].answered(5)
            known = {game: number for player in players for game, number in player.acknowledged.items()}
            count = sum(player.answers for player in players)
            code, _, err = await run("backup", file, "--data", tmp_path / "games")
            assert (code, err) == (0, "")
            # Commands were carried out all the while.
            assert sum(player.answers for player in players) > count
            before.append(known)
            shown.append({game: await reader.position(game, revision=number) for game, number in known.items()})
        for one in playing:
            one.cancel()
            with suppress(asyncio.CancelledError):
                await one
        await reader.channel.close()
    whole = logs(tmp_path / "games" / LOG)
    for number, file in enumerate(backups):
        folder = tmp_path / f"new-{number}"
        code, out, err = await run("restore", file, "--data", folder)
        assert (code, err) == (0, "")
        kept = logs(folder / LOG)
        assert f": {len(kept)} games, 2 keys\n" in out.decode()
        assert before[number].keys() <= kept.keys()
        for game, entries in kept.items():
            # What a log is that was not cut in the middle of a command.
            assert entries == whole[game][: len(entries)]
            assert entries[-1].command is not None
        async with serving(folder) as table:
            clients = [Client(table.address, one) for one in tokens]
            table.clients += clients
            for game, revision in before[number].items():
                assert await clients[0].position(game, revision=revision) == shown[number][game]
            # This one waits for a move all the time, others may have ended or not begun.
            open_games = [game for game in kept if (await clients[0].position(game)).open_decisions]
            assert resting in open_games
            for game in open_games:
                assert not (await table.play_out(game, *clients)).open_decisions


async def test_a_server_that_runs_on_the_folder_keeps_a_restore_out(tmp_path):
    async with serving(tmp_path / "games") as table:
        game, ann, _ = await table.started()
        assert (await run("backup", tmp_path / "a.tar", "--data", tmp_path / "games"))[0] == 0
        code, out, err = await run("restore", tmp_path / "a.tar", "--replace", "--data", tmp_path / "games")
        assert (code, out) == (2, b"")
        assert err == f"quarterdeck: {tmp_path / 'games'} is that of a server that runs: stop it first\n"
        assert (await ann.position(game)).revision == 4


async def test_a_backup_goes_through_a_pipe_and_back(tmp_path):
    await make_data(tmp_path / "games")
    code, whole, err = await run("backup", "-", "--data", tmp_path / "games")
    assert (code, err) == (0, "")
    (tmp_path / "whole.tar").write_bytes(whole)
    with (tmp_path / "whole.tar").open("rb") as source:
        code, out, err = await run("restore", "-", "--data", tmp_path / "new", stdin=source)
    assert (code, err) == (0, "")
    assert out.endswith(b": 2 games, 2 keys\n")
    assert logs(tmp_path / "new" / LOG) == logs(tmp_path / "games" / LOG)
    code, out, err = await run("restore", "-", "--data", tmp_path / "other")
    assert (code, out, err) == (2, b"", "quarterdeck: standard input: it is no tar file\n")


async def test_a_full_disk_is_told_of_and_leaves_nothing_behind(tmp_path):
    await make_data(tmp_path / "games")
    data, file = tmp_path / "games", tmp_path / "a.tar"
    assert (await run("backup", file, "--data", data))[0] == 0
    before = tree(tmp_path)
    room = (data / LOG).stat().st_size // 1024
    full = os.open("/dev/full", os.O_WRONLY)
    answer = await run("backup", "-", "--data", data, stdout=full)
    os.close(full)
    assert answer == (2, b"", "quarterdeck: standard output: No space left on device\n")
    assert tree(tmp_path) == before
    # Room for less than the log, and then for the log and for no backup of it.
    for limit, said in (
        (room - 4, f"{data / LOG} cannot be copied to {tmp_path}: "),
        (room, f"{tmp_path / 'b.tar'}: "),
    ):
        code, out, err = await run("backup", tmp_path / "b.tar", "--data", data, limit=limit)
        assert (code, out, err.count("\n")) == (2, b"", 1)
        assert err.startswith(f"quarterdeck: {said}")
        assert tree(tmp_path) == before
    for folder in (tmp_path / "new", data):
        code, out, err = await run("restore", file, "--replace", "--data", folder, limit=room - 4)
        assert (code, out, err.count("\n")) == (2, b"", 1)
        assert err.startswith(f"quarterdeck: {folder}/restore.")
        assert err.endswith(f"/{LOG}: File too large\n")
        assert tree(tmp_path) == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_backup_that_is_told_to_end_leaves_nothing_behind(number, tmp_path):
    await make_data(tmp_path / "games")
    before = tree(tmp_path)
    # Nobody reads more than the beginning of what it writes, and a pipe holds less than a log.
    ours, theirs = os.pipe()
    try:
        running = await start("backup", "-", "--data", tmp_path / "games", stdout=theirs)
        async with asyncio.timeout(30):
            assert await asyncio.to_thread(os.read, ours, 1) == b"q"
            assert tree(tmp_path) != before
            running.send_signal(number)
            _, err = await running.communicate()
    finally:
        os.close(ours)
        os.close(theirs)
    assert (running.returncode, err) == (2, b"quarterdeck: ended before it was done\n")
    assert tree(tmp_path) == before


async def test_a_backup_is_neither_written_to_a_terminal_nor_read_from_one(tmp_path):
    await make_data(tmp_path / "games")
    ours, theirs = os.openpty()
    try:
        answer = await run("backup", "-", "--data", tmp_path / "games", stdout=theirs)
        assert answer == (2, b"", "quarterdeck: send the backup to a file: backup - >FILE\n")
        answer = await run("restore", "-", "--data", tmp_path / "new", stdin=theirs)
        assert answer == (2, b"", "quarterdeck: send the backup there: restore - <FILE\n")
    finally:
        os.close(ours)
        os.close(theirs)
