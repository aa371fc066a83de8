"""Servers that are measured: processes of their own on loopback, which end with the block that they were started in."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Start = Callable[..., None]
"""Starts a module with these arguments, and these variables of the environment beside ours."""


@contextmanager
def processes() -> Iterator[Start]:
    """What is started in this block ends with it."""
    started: list[subprocess.Popen[bytes]] = []

    def start(module: str, *arguments: str, **environment: str) -> None:
        # What goes wrong in it a call tells.
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                stderr=subprocess.DEVNULL,
                env={**os.environ, **environment},
            )
        )

    try:
        yield start
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)


def serve(data: Path, port: int, store: str) -> tuple[str, ...]:
    """Arguments of a service."""
    return "serve", "--data", str(data), "--address", at(port), "--store", store


def at(port: int) -> str:
    """The address of a port."""
    return f"127.0.0.1:{port}"


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
