"""Commands of the command line as processes, for the players of one server."""

import asyncio
import os
import sys
from typing import NamedTuple

from quarterdeck.cli.exits import Exit
from quarterdeck_server.application.caller import Role

SECONDS = 120
"""Each command is a process that starts anew, and whoever tests this may be short of cores."""


class Done(NamedTuple):
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


class Terminal:
    """Runs commands for players of one server."""

    def __init__(self, table):
        self.table = table

    async def run(self, player, *arguments, lines="", environment=None):
        """Run a command to its end; `lines` is what it reads."""
        known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
        known |= {"QUARTERDECK_ADDRESS": self.table.address, "COLUMNS": "100"}
        if player:
            known["QUARTERDECK_TOKEN"] = self.token(player)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quarterdeck.cli",
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**known, **(environment or {})},
        )
        try:
            async with asyncio.timeout(SECONDS):
                out, err = await process.communicate(lines.encode())
        except TimeoutError:
            process.kill()
            raise
        assert process.returncode is not None
        assert b"Traceback" not in err, err.decode()
        return Done(process.returncode, out.decode(), err.decode())

    async def done(self, player, *arguments, **how):
        """The output of a command that ends well."""
        ran = await self.run(player, *arguments, **how)
        assert ran.code == Exit.DONE, ran
        return ran.out

    def token(self, player):
        return self.table.service.tokens.issue(player, Role.PLAYER, 600)

    async def game(self, seed="cli"):
        """A game of Ada and Bo that has started."""
        game_id = (await self.done("Ada", "new", "cooper_island", "--seed", seed)).strip()
        await self.done("Bo", "join", game_id)
        return game_id
