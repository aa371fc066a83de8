"""Metrics for Prometheus: what the service counts, and the port that it is read from."""

import asyncio
import threading
from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

_COMMIT_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""From a fast disk to one in trouble."""


class MethodMetrics:
    """The counters of one method.  Found once per code, because finding one costs more than counting."""

    def __init__(self, calls: Counter, method: str) -> None:
        self._calls = calls
        self._method = method
        self._codes: dict[str, Counter] = {}

    def count(self, code: str) -> None:
        """Count a call that has ended with this status code."""
        counter = self._codes.get(code)
        if counter is None:
            counter = self._codes[code] = self._calls.labels(self._method, code)
        counter.inc()


class Metrics:
    """What one service counts, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry)
        self._calls = Counter(
            "quarterdeck_calls", "Calls and streams that have ended.", ("method", "code"), registry=registry
        )
        self._refusals = Counter(
            "quarterdeck_refusals",
            "Calls that were not carried out: refusals of the rules and rejections of the service.",
            ("reason",),
            registry=registry,
        )
        self._reasons: dict[str, Counter] = {}
        self._commits = Histogram(
            "quarterdeck_commit_seconds",
            "How long a transaction of the log takes; commands that wait share one.",
            buckets=_COMMIT_SECONDS,
            registry=registry,
        )
        self.commit: Callable[[float], None] = self._commits.observe
        """Count a transaction that took so many seconds; from any thread."""

    def method(self, name: str) -> MethodMetrics:
        """The counters of a method, called as gRPC does: `/package.Service/Method`."""
        return MethodMetrics(self._calls, name.rpartition(".")[2])

    def refused(self, reason: str) -> None:
        """Count a call that was not carried out for this reason."""
        counter = self._reasons.get(reason)
        if counter is None:
            counter = self._reasons[reason] = self._refusals.labels(reason)
        counter.inc()

    def watch(self, streams: Callable[[], int], games: Callable[[], int]) -> None:
        """Read these when asked; from any thread."""
        open_streams = Gauge("quarterdeck_open_streams", "Streams that are open.", registry=self.registry)
        open_streams.set_function(streams)
        games_in_memory = Gauge("quarterdeck_games_in_memory", "Games that are kept ready.", registry=self.registry)
        games_in_memory.set_function(games)


class MetricsServer:
    """Serves the metrics over HTTP, in a thread of its own, so that a busy loop can still be looked at."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._running: tuple[WSGIServer, threading.Thread] | None = None

    def start(self, host: str, port: int) -> int:
        """Listen, and return the port; OSError if the address cannot be had."""
        self._running = start_http_server(port, host, self._metrics.registry)
        return self._running[0].server_port

    async def stop(self) -> None:
        """Let go of the port."""
        if self._running is not None:
            server, thread = self._running
            self._running = None
            await asyncio.to_thread(server.shutdown)
            server.server_close()
            await asyncio.to_thread(thread.join)
