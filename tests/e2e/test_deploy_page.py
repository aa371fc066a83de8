"""The runbook's lines do what they say: a token that is taken, a backup twice, a restore, and the games are there.

What needs a machine of its own is stood in for: `sudo` and `docker compose` run what they are told to run here, and
nothing is started by them.
"""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from quarterdeck.client import AsyncDesk
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

PROJECT = Path(__file__).parents[2]
DEPLOY = PROJECT / "deploy"
PAGE = (DEPLOY / "README.md").read_text(encoding="utf-8")
WAYS = {"unit": "with the unit", "compose": "with compose", "hand": "by hand"}
IN_PLACE = "/var/lib/quarterdeck"

SUDO = """#!/bin/bash
[ "$1" = -u ] && [ "$2" = quarterdeck ] && shift 2
exec "$@"
"""
DOCKER = """#!/bin/bash
[ "$1 $2 $3" = "compose -f deploy/compose.yaml" ] && [ -f "$3" ] || exit 64
verb=$4; shift 4
export QUARTERDECK_DATA="$DATA"; cd "$DATA" || exit 1
case "$verb" in
    exec) [ "$1 $2" = "-T quarterdeck" ] || exit 64; shift 2; exec "$@" ;;
    run) [ "$1 $2 $3 $4" = "--rm --no-deps -T quarterdeck" ] || exit 64; shift 4; exec quarterdeck "$@" ;;
    up | stop) echo "$verb" >>"$STARTED" ;;
    *) exit 64 ;;
esac
"""
SYSTEMCTL = """#!/bin/bash
echo "$1" >>"$STARTED"
"""
QUARTERDECK = f"""#!/bin/bash
if [ "$1" = serve ]; then echo "$*" >>"$STARTED"; else exec "{Path(sys.executable).parent}/quarterdeck" "$@"; fi
"""


def blocks(task, way):
    """The lines for a task, done one way."""
    section = PAGE.split(f"\n## {task}\n")[1].split("\n## ")[0]
    found = re.findall(r"(?:^|[.,:] )(with the unit|with compose|by hand)[^`]*?(?:`[^`]+`[^`]*?)*:\n\n```sh\n(.*?)```",
                       section, re.IGNORECASE | re.DOTALL | re.MULTILINE)  # fmt: skip
    (lines,) = [lines for name, lines in found if name.lower() == WAYS[way]]
    return lines


class Machine:
    """A folder in which the lines of one way are run."""

    def __init__(self, folder, way):
        self.way, self.folder = way, folder
        self.data = folder / ("quarterdeck-data" if way == "hand" else "games")
        self.started = folder / "started"
        self.started.touch()
        (folder / "bin").mkdir()
        (folder / "deploy").symlink_to(DEPLOY)
        stubs = {"sudo": SUDO, "docker": DOCKER, "systemctl": SYSTEMCTL, "quarterdeck": QUARTERDECK}
        for name, text in stubs.items():
            (folder / "bin" / name).write_text(text)
            (folder / "bin" / name).chmod(0o755)

    async def run(self, task):
        """Run the lines for a task; what they print."""
        lines = blocks(task, self.way).replace(IN_PLACE, str(self.data))
        lines = lines.replace("/opt/quarterdeck/bin", str(self.folder / "bin"))
        known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
        shell = await asyncio.create_subprocess_exec(
            *("bash", "-euc", lines),
            cwd=self.folder,
            env={
                **known,
                "PATH": f"{self.folder / 'bin'}:{known['PATH']}",
                "DATA": str(self.data),
                "STARTED": str(self.started),
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(60):
            out, err = await shell.communicate()
        assert shell.returncode == 0, err.decode()
        assert err == b""
        return out.decode()


@pytest.fixture(params=WAYS)
def machine(request, tmp_path):
    return Machine(tmp_path, request.param)


@pytest.mark.timeout(150)
async def test_a_backup_is_made_twice_while_the_server_runs_and_one_restores_the_games(machine):
    async with serving(machine.data) as table:
        first, _, _ = await table.started()
        token = table.service.tokens.issue("ann", Role.PLAYER, 600)
        await machine.run("Back up")
        backup = machine.folder / "quarterdeck-backup.tar"
        backup.rename(machine.folder / "first.tar")
        second, _, _ = await table.started()
        await machine.run("Back up")
        lost, _, _ = await table.started()
    assert backup.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in machine.data.iterdir() if path.name.startswith("backup.")) == []
    for name in ("quarterdeck.sqlite-wal", "quarterdeck.sqlite-shm"):
        (machine.data / name).write_bytes(b"of another log")
    await machine.run("Restore")
    assert machine.started.read_text().splitlines()[-1].split()[0] in ("start", "up", "serve")
    async with serving(machine.data) as table, AsyncDesk(table.address, token) as desk:
        games = [game.game_id async for game in desk.games()]
        assert games == [first, second]
        assert lost not in games
        # The key is the old one: tokens of before are taken, and a game goes on.
        decision = (await desk.position(first)).open_decisions[0].decision_id
        assert (await desk.submit(first, decision, "make_bid 1")).number == 5


@pytest.mark.timeout(60)
async def test_a_token_made_as_the_page_says_is_taken_by_the_server(machine):
    async with serving(machine.data) as table:
        (key,) = (machine.data / "keys").glob("*.pem")
        token = (await machine.run("Give a player a token")).strip()
        async with AsyncDesk(table.address, token) as desk:
            game = await desk.create_game("toy", 2)
            assert (await desk.game(game)).summary.creator == "Ada"
    assert [file for file in machine.folder.rglob("*.pem") if file.parent.name == "keys"] == [key]


@pytest.mark.timeout(60)
async def test_the_games_are_verified_as_the_page_says_while_the_server_runs(machine):
    async with (
        serving(machine.data, titles=TITLES.values()) as table,
        AsyncDesk(table.address, table.service.tokens.issue("ann", Role.PLAYER, 600)) as desk,
    ):
        await desk.create_game("puerto_rico", 2)
        told = await machine.run("Verify")
    assert told == "1 game: 1 exact, 0 unverifiable, 0 diverged; 0 faults in indexes\n"
