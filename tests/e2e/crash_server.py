"""A program that has imported the server and forks it, one life after the other.

Starting Python anew takes ten times as long, and a test that kills a server a hundred times has not that much time.  A
life is a line of JSON on the standard input; what becomes of it is told on the standard output.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from quarterdeck_rules.titles import TITLES
from quarterdeck_server.__main__ import log_to
from quarterdeck_server.bootstrap import Service, open_store
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.store.port import Batch


def main() -> None:
    for line in sys.stdin:
        # gRPC does not survive a fork: nothing of it may run here.
        assert len(list(Path("/proc/self/task").iterdir())) == 1
        child = os.fork()
        if child == 0:
            asyncio.run(serve(json.loads(line)))
            os._exit(0)
        os.waitpid(child, 0)
        tell(dead=child)


def tell(**event: int) -> None:
    os.write(sys.stdout.fileno(), json.dumps(event).encode() + b"\n")


async def serve(life: dict[str, Any]) -> None:
    tell(born=os.getpid())
    log_to(os.open(life["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    # No line comes while a server lives: what there is to read is the end of the test.
    loop.add_reader(sys.stdin.fileno(), os._exit, 1)
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    settings = Settings(address="127.0.0.1:0", **life["settings"])
    store = open_store(settings)
    if life["window"]:
        store.append = Doomed(store.append, life["window"], life["appends"])  # type: ignore[method-assign]
    service = Service(settings, TITLES.values(), store)
    tell(serving=await service.start())
    await stopped.wait()
    await service.drain()


class Doomed:
    """An append that kills the process: the so manieth one, before it, within its transaction or after its commit."""

    def __init__(self, append: Callable[[Sequence[Batch]], None], window: str, appends: int) -> None:
        self._append = append
        self._window = window
        self._left = appends

    def __call__(self, batches: Sequence[Batch]) -> None:
        self._left -= 1
        if self._left > 0:
            self._append(batches)
            return
        if self._window == "before":
            die()
        self._append(_Fatal(batches) if self._window == "within" else batches)
        die()


class _Fatal(list[Batch]):
    """Batches that kill who goes through them twice: for the events, then in the transaction for the indexes."""

    times = 0

    def __iter__(self) -> Iterator[Batch]:
        yield from super().__iter__()
        self.times += 1
        if self.times == 2:
            die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
