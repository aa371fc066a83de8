"""Commands of the command line as processes, for the players of one server."""

import asyncio
import codecs
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


def in_terminal(desk, command, typed=(), columns=100, **environment):
    """Run a command in a terminal; type each text when the one before it has appeared.  Exit code and output."""
    address, game_id, token = desk
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    unwanted = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    known = {name: value for name, value in os.environ.items() if name not in unwanted}
    known |= {"QUARTERDECK_ADDRESS": address, "QUARTERDECK_TOKEN": token, "TERM": "xterm-256color", **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck.cli", *command.split(), game_id],
        stdin=child,
        stdout=child,
        stderr=child,
        env=known,
        start_new_session=True,
    )
    os.close(child)
    characters = codecs.getincrementaldecoder("utf-8")(errors="replace")
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
            # What is read may end in the middle of a character.
            shown += characters.decode(read)
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


def lines_of(shown):
    """The lines of a terminal's output, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m|\x00|\r", "", shown).splitlines()
