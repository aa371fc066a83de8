"""The bare limits: a gRPC echo, a save of the event sourcing library behind it, alone or grouped, and a stream.

    python -m tests.bench.bare PORT STORE PLACE [FILE]

Runs as a process of its own and answers five calls: `Echo` gives the bytes back; `Save` and `Grouped` do so when one
event is saved, by one thread, which saves one event at a time or all that wait; `Publish` hands bytes to all who called
`Watch`, as they are, and notes in the file when it did.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, cast

import grpc
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.popo import POPOFactory
from eventsourcing.postgres import PostgresFactory
from eventsourcing.sqlite import SQLiteFactory
from psycopg.conninfo import conninfo_to_dict

from quarterdeck_rules.book.records import Entry
from quarterdeck_server.store.log import GameLog
from tests.bench.accepted import Accepted

EVENT = b'{"words":"%s"}' % (b"x" * 100)
"""About as large as an event of a game."""
GAMES = 64
LARGEST = 256
TOPIC = 32
"""Bytes of a topic's name."""
READY = b"\x00"

Note = Callable[[str], None]
"""Told of each topic in which something is published."""
SETTINGS = {"IS_SNAPSHOTTING_ENABLED": "n", "ORIGINATOR_ID_TYPE": "text"}


def _postgres(url: str) -> GameLog:
    given = conninfo_to_dict(url)
    names = {"dbname": "POSTGRES_DBNAME", "host": "POSTGRES_HOST", "port": "POSTGRES_PORT", "user": "POSTGRES_USER"}
    place = {setting: str(given.get(name) or "") for name, setting in names.items()}
    return GameLog(PostgresFactory, {"POSTGRES_PASSWORD": str(given.get("password") or ""), **place, **SETTINGS})


LOGS: dict[str, Callable[[str], GameLog]] = {
    "memory": lambda place: GameLog(POPOFactory, SETTINGS),
    "sqlite": lambda folder: GameLog(SQLiteFactory, {"SQLITE_DBNAME": f"{folder}/bare.sqlite", **SETTINGS}),
    "postgres": _postgres,
}
"""The library's own log by kind of store, in a folder or a database.  SQLite: write-ahead log, synchronous FULL, as the
library sets it.
"""


class Saver:
    """Saves an event per call, at most so many in one transaction."""

    def __init__(self, log: GameLog, name: str, most: int) -> None:
        self._log = log
        self._name = name
        self._most = most
        self._count = 0
        self._queue: SimpleQueue[tuple[Entry, asyncio.Future[None]]] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        Thread(target=self._run, daemon=True).start()

    async def answer(self, request: bytes, context: Any) -> bytes:
        """Give the bytes back when an event is saved."""
        number, game = divmod(self._count, GAMES)
        self._count += 1
        done = self._loop.create_future()
        self._queue.put((Entry(f"{self._name}-{game}", number + 1, "bench.saved.v1", EVENT), done))
        await done
        return request

    def _run(self) -> None:
        while True:
            waiting = [self._queue.get()]
            while len(waiting) < self._most:
                try:
                    waiting.append(self._queue.get_nowait())
                except Empty:
                    break
            # What `save` does with events that no aggregate has collected.
            self._log.events.put([cast(DomainEventProtocol[str], entry) for entry, _ in waiting])
            self._loop.call_soon_threadsafe(_settle, [done for _, done in waiting])


class Topics:
    """Streams with nothing behind them: each reader of a topic gets all that was published in it, from the first on."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._sent: dict[bytes, list[bytes]] = {}
        self._news: dict[bytes, asyncio.Event] = {}

    async def publish(self, request: bytes, context: Any) -> bytes:
        """The topic's name, and behind it what is published."""
        topic, content = request[:TOPIC], request[TOPIC:]
        self._note(topic.decode())
        self._sent.setdefault(topic, []).append(content)
        if (news := self._news.pop(topic, None)) is not None:
            news.set()
        return b""

    async def watch(self, topic: bytes, context: Any) -> AsyncIterator[bytes]:
        """All that is published in a topic; between what there is and what comes, a word that one is there."""
        sent, place = self._sent.setdefault(topic, []), 0
        while True:
            while place < len(sent):
                yield sent[place]
                place += 1
            if place == 0:
                yield READY
            if place == len(sent):
                await self._news.setdefault(topic, asyncio.Event()).wait()


def _settle(futures: list["asyncio.Future[None]"]) -> None:
    for future in futures:
        if not future.done():
            future.set_result(None)


async def _echo(request: bytes, context: Any) -> bytes:
    return request


async def serve(port: int, log: GameLog, note: Note) -> None:
    """Answer until the process is ended."""
    topics = Topics(note)
    calls: dict[str, Any] = {
        "Echo": _echo,
        "Save": Saver(log, "alone", 1).answer,
        "Grouped": Saver(log, "grouped", LARGEST).answer,
        "Publish": topics.publish,
    }
    handlers: dict[str, Any] = {name: grpc.unary_unary_rpc_method_handler(call) for name, call in calls.items()}
    handlers["Watch"] = grpc.unary_stream_rpc_method_handler(topics.watch)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Bare", handlers),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


def _nowhere(topic: str) -> None:
    """Note nothing."""


if __name__ == "__main__":
    note = Accepted(sys.argv[4]).note if len(sys.argv) > 4 else _nowhere
    asyncio.run(serve(int(sys.argv[1]), LOGS[sys.argv[2]](sys.argv[3]), note))
