"""The client of the load: bytes in, bytes out, so that it costs the same whatever is called.

It runs in processes of its own, which begin at the same moment.
"""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import chain
from typing import Any

import grpc
from msgspec import Struct

PROCESSES = 2
"""One for each core: a client in Python costs about as much as the server it calls."""
_TO_CONNECT = 0.3
_TIMEOUT = 20.0

Metadata = tuple[tuple[str, str], ...]


class Lane(Struct, frozen=True):
    """Calls that are made one after the other: those of one game."""

    metadata: Metadata
    requests: Sequence[bytes]


class Load(Struct, frozen=True):
    """What one process is to do."""

    address: str
    method: str
    lanes: Sequence[Lane]
    in_flight: int
    starts: float


class Ran(Struct, frozen=True):
    """How it went: begin and end, seconds of CPU that the clients took, and each call's seconds."""

    began: float
    ended: float
    cpu: float
    latencies: Sequence[float]

    @property
    def rate(self) -> float:
        """Calls a second."""
        return len(self.latencies) / (self.ended - self.began)

    @property
    def cpu_per_call(self) -> float:
        """Seconds of the clients' CPU for each call."""
        return self.cpu / len(self.latencies)


def run(pool: Executor, address: str, method: str, lanes: Sequence[Lane], in_flight: int) -> Ran:
    """Make all calls, so many at once, each lane's in their order."""
    processes = min(PROCESSES, in_flight)
    starts = time.time() + _TO_CONNECT
    loads = [
        Load(address, method, lanes[place::processes], in_flight // processes, starts) for place in range(processes)
    ]
    parts = list(pool.map(_in_process, loads))
    return Ran(
        min(part.began for part in parts),
        max(part.ended for part in parts),
        sum(part.cpu for part in parts),
        list(chain.from_iterable(part.latencies for part in parts)),
    )


def _in_process(load: Load) -> Ran:
    return asyncio.run(_drive(load))


async def _drive(load: Load) -> Ran:
    latencies: list[float] = []
    async with grpc.aio.insecure_channel(load.address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
        call: Any = channel.unary_unary(load.method)
        await asyncio.wait_for(channel.channel_ready(), 30)

        async def one_at_a_time(lanes: Sequence[Lane]) -> None:
            # A call of each game in turn: none has two in flight.
            for turn in range(max(len(lane.requests) for lane in lanes)):
                for lane in lanes:
                    if turn < len(lane.requests):
                        began = time.perf_counter()
                        await call(lane.requests[turn], metadata=lane.metadata, timeout=_TIMEOUT)
                        latencies.append(time.perf_counter() - began)

        await asyncio.sleep(load.starts - time.time())
        began, cpu = time.time(), time.process_time()
        await asyncio.gather(*(one_at_a_time(load.lanes[slot :: load.in_flight]) for slot in range(load.in_flight)))
        return Ran(began, time.time(), time.process_time() - cpu, latencies)
