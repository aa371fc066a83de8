"""The readers of the load, and who makes them something to read: bytes in, bytes out, the same whatever is called.

They run in processes of their own, which begin at the same moment.
"""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import chain
from typing import Any

import grpc
from msgspec import Struct

from tests.bench.drive import PROCESSES, Lane, Metadata

PER_CONNECTION = 50
_TO_CONNECT = 1.0
_TO_OPEN = 0.004
"""Seconds that a stream takes to open, with whatever is done for it."""
_TIMEOUT = 60.0


class Readers(Struct, frozen=True):
    """What one process is to do: to read so many messages in each stream, all from the first, and to make them."""

    address: str
    method: str
    request: bytes
    callers: Sequence[Metadata]
    """One for each reader."""
    content: bytes
    """What a message begins with that counts; others say that a stream is there."""
    count: int
    starts: float
    submit: str = ""
    moves: Lane = Lane((), ())
    """Makes a message each; nothing if another process makes them, or if they are there."""
    window: int = 0
    """How many messages are under way at most; 0: no limit."""
    pause: float = 0.0
    """Seconds from one to the next."""


class Read(Struct, frozen=True):
    """How it went: for each message when each reader had it, in seconds since 1970, and the messages themselves."""

    began: float
    arrivals: Sequence[Sequence[float]]
    messages: Sequence[bytes]
    cpu: float
    """Seconds that the clients took."""


def read(pool: Executor, readers: Readers) -> Read:
    """Have them all read, shared out among processes; the first of these makes the messages."""
    processes = min(PROCESSES, len(readers.callers))
    starts = time.time() + _TO_CONNECT + _TO_OPEN * len(readers.callers)
    parts = list(pool.map(_in_process, [_share(readers, place, processes, starts) for place in range(processes)]))
    arrivals = [list(chain.from_iterable(each)) for each in zip(*(part.arrivals for part in parts), strict=True)]
    return Read(min(part.began for part in parts), arrivals, parts[0].messages, sum(part.cpu for part in parts))


def _share(readers: Readers, place: int, processes: int, starts: float) -> Readers:
    return Readers(
        readers.address,
        readers.method,
        readers.request,
        readers.callers[place::processes],
        readers.content,
        readers.count,
        starts,
        readers.submit,
        readers.moves if place == 0 else Lane((), ()),
        readers.window,
        readers.pause,
    )


def _in_process(readers: Readers) -> Read:
    return asyncio.run(_Reading(readers).run())


class _Reading:
    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._arrivals: list[list[float]] = [[] for _ in range(readers.count)]
        self._messages: list[bytes] = []
        self._are_there = 0
        self._open = asyncio.Event()
        """Set once all streams of this process are there."""
        self._all_had = 0
        """How many messages all readers of this process have."""
        self._moved_on = asyncio.Event()
        self._starting = asyncio.Event()

    async def run(self) -> Read:
        """Read until every reader has every message."""
        readers, options = self._readers, (("grpc.use_local_subchannel_pool", 1),)
        channels = [
            grpc.aio.insecure_channel(readers.address, options) for _ in range(0, len(readers.callers), PER_CONNECTION)
        ]
        reading = [
            asyncio.create_task(self._read(channels[place // PER_CONNECTION], place, metadata))
            for place, metadata in enumerate(readers.callers)
        ]
        await asyncio.sleep(readers.starts - time.time())
        makes = bool(readers.moves.requests)
        if makes:
            await asyncio.wait_for(self._open.wait(), _TIMEOUT)
        began, cpu = time.time(), time.process_time()
        self._starting.set()
        making = [asyncio.create_task(self._make(channels[0]))] if makes else []
        await asyncio.wait_for(asyncio.gather(*reading, *making), _TIMEOUT)
        read = Read(began, self._arrivals, self._messages, time.process_time() - cpu)
        for channel in channels:
            await channel.close()
        return read

    async def _read(self, channel: grpc.aio.Channel, place: int, metadata: Metadata) -> None:
        readers = self._readers
        method: Any = channel.unary_stream(readers.method)
        if not readers.submit:
            await channel.channel_ready()
            await self._starting.wait()
        call, had, content = method(readers.request, metadata=metadata), 0, readers.content
        async for message in call:
            if not message.startswith(content):
                self._are_there += 1
                if self._are_there == len(readers.callers):
                    self._open.set()
                continue
            arrivals = self._arrivals[had]
            arrivals.append(time.time())
            if place == 0:
                self._messages.append(message)
            had += 1
            if len(arrivals) == len(readers.callers):
                self._all_had = had
                self._moved_on.set()
            if had == readers.count:
                call.cancel()
                return

    async def _make(self, channel: grpc.aio.Channel) -> None:
        readers = self._readers
        submit: Any = channel.unary_unary(readers.submit)
        began = time.time()
        for place, request in enumerate(readers.moves.requests):
            while readers.window and place - self._all_had >= readers.window:
                self._moved_on.clear()
                await self._moved_on.wait()
            await asyncio.sleep(began + place * readers.pause - time.time())
            await submit(request, metadata=readers.moves.metadata, timeout=_TIMEOUT)
