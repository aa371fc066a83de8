"""Servers that are killed: what starts them, and when each of them dies."""

import asyncio
import json
import os
import random
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "tests" / "e2e" / "crash_server.py"
PATIENCE = 20.0
"""Within so many seconds whatever is waited for happens, on a slow machine too."""

WINDOWS = ("before", "within", "after")
"""Of an append: the moments at which a server kills itself."""


class Death(Struct, frozen=True):
    """How a server dies: by itself at an append, or killed after its birth, while it serves, or while it drains."""

    kind: str
    seconds: float = 0.0
    notice: float = 0.0
    """How long it may drain before it is killed."""
    appends: int = 0

    @property
    def window(self) -> str:
        """The moment of the append, if the server is to kill itself."""
        return self.kind if self.kind in WINDOWS else ""


def any_death(dice: random.Random) -> Death:
    """One of all that there are; most come while moves are made."""
    kind = dice.choice((*WINDOWS, *WINDOWS, "serving", "serving", "serving", "born", "draining"))
    return Death(
        kind,
        dice.uniform(0.0, 0.06 if kind == "born" else 0.2),
        dice.uniform(0.0, 0.03) if kind == "draining" else 0.0,
        dice.randint(1, 30) if kind in WINDOWS else 0,
    )


class Nursery:
    """Starts one server after the other, each when the one before is dead.  As a context it ends with its last one."""

    def __init__(self, settings: dict[str, Any], log: Path) -> None:
        """`settings` are the server's; `log` takes what all of them log."""
        self._settings = settings
        self._log = log
        self.pid = 0

    async def __aenter__(self) -> "Nursery":
        self._program = await asyncio.create_subprocess_exec(
            sys.executable, SERVER, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=os.environ
        )
        return self

    async def __aexit__(self, *fault: object) -> None:
        assert self._program.stdin is not None
        self._program.stdin.close()
        async with asyncio.timeout(PATIENCE):
            await self._program.wait()

    async def begin(self, death: Death) -> None:
        """Have a server born that kills itself like this, if it is one that does."""
        assert self._program.stdin is not None
        life = {
            "settings": self._settings,
            "log": str(self._log),
            "window": death.window,
            "appends": death.appends,
        }
        self._program.stdin.write(json.dumps(life).encode() + b"\n")
        self.pid = (await self.told())["born"]

    async def told(self) -> dict[str, int]:
        """What the server, or whoever buries it, says next."""
        assert self._program.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._program.stdout.readline()
        assert line, "the program that starts servers has ended"
        told: dict[str, int] = json.loads(line)
        return told

    async def kill(self, death: Death) -> None:
        """Kill the server when its time has come."""
        await asyncio.sleep(death.seconds)
        if death.kind == "draining":
            os.kill(self.pid, signal.SIGTERM)
            await asyncio.sleep(death.notice)
        # One that drains may be faster.
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
