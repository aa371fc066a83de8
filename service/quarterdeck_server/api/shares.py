"""Shares: how much of the service one caller may take, so that something is left for the others.

A caller is the player of a token, and without one (or with one that is not known yet) the address of the connection.
"""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import unquote

from quarterdeck_server.application.rejection import Kind, Rejection

_CALLERS = 10_000
"""Callers remembered; who has not called for longest is forgotten, and starts with a full bucket."""

_STREAM_RETRY_SECONDS = 5.0
"""Nobody knows when a stream of the caller will end."""

_NETWORK = 64
"""Bits of an IPv6 address that one machine has to itself."""


class Shares:
    """A token bucket of calls and a number of streams for each caller."""

    def __init__(
        self, calls_per_second: float, burst: int, streams: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        """So many calls a second after a burst of so many at once, and so many streams; with 0 there is no limit."""
        self._rate = calls_per_second
        self._burst = float(burst)
        self._most_streams = streams
        self._now = now
        # What was left in the bucket of a caller, and when.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._streams: Counter[str] = Counter()

    def take_call(self, caller: str) -> None:
        """Count a call; Rejection RATE_LIMITED with the time until the next one would be let in."""
        if not self._rate:
            return
        now = self._now()
        left, at = self._buckets.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        if left < 1:
            raise Rejection(
                Kind.RATE_LIMITED,
                retry_after=(1 - left) / self._rate,
                details=(("calls_per_second", f"{self._rate:g}"),),
            )
        self._buckets[caller] = (left - 1, now)
        self._buckets.move_to_end(caller)
        if len(self._buckets) > _CALLERS:
            self._buckets.popitem(last=False)

    @contextmanager
    def stream(self, caller: str) -> Iterator[None]:
        """Count a stream while the block runs; Rejection RATE_LIMITED."""
        if self._most_streams and self._streams[caller] >= self._most_streams:
            raise Rejection(
                Kind.RATE_LIMITED,
                retry_after=_STREAM_RETRY_SECONDS,
                details=(("streams_per_player", str(self._most_streams)),),
            )
        self._streams[caller] += 1
        try:
            yield
        finally:
            self._streams[caller] -= 1
            if not self._streams[caller]:
                del self._streams[caller]


def player(name: str) -> str:
    """The caller that a player is."""
    return f"player {name}"


def peer(address: str) -> str:
    """The caller at the other end of a connection, out of gRPC's name for it: the port counts for nothing."""
    kind, _, place = address.partition(":")
    host = unquote(place).rpartition(":")[0].removeprefix("[").removesuffix("]").partition("%")[0]
    if kind == "ipv6":
        try:
            host = str(ipaddress.IPv6Network((host, _NETWORK), strict=False))
        except ValueError:
            return address
    return f"peer {kind}:{host}"
