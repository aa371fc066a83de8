"""The composition root: the one place where the parts meet."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

import structlog

from quarterdeck_rules.engine.title import Title
from quarterdeck_server.api.game_service import GameService
from quarterdeck_server.api.gate import Gate
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.metrics import Metrics, MetricsServer
from quarterdeck_server.api.server import GrpcServer, Limits
from quarterdeck_server.api.title_service import TitleService
from quarterdeck_server.api.tokens import Tokens, local_key
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.catalogue import Catalogue
from quarterdeck_server.application.commands import Commands
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.runner import CommandRunner
from quarterdeck_server.config import Settings, StoreKind, host_and_port
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import Store
from quarterdeck_server.store.sqlite import SqliteStore
from quarterdeck_server.store.writer import GroupWriter

_LOG = structlog.get_logger("quarterdeck.server")


class Service:
    """A whole service on one store: `start`, and in the end `drain`."""

    def __init__(self, settings: Settings, titles: Iterable[Title[Any]], store: Store | None = None) -> None:
        """LockedError, ComponentError, OSError: it cannot be started like this.  `store` replaces the one set."""
        replacements = {title: (path.read_bytes(),) for title, path in settings.components.items()}
        catalogue = Catalogue(titles, replacements)
        self.tokens = Tokens(local_key(settings.key_file))
        self.metrics_port: int | None = None
        """Where metrics are served, once they are."""
        self._settings = settings
        self._store = store if store is not None else open_store(settings)
        catalogue.keep(self._store)
        metrics = Metrics()
        self._metrics_server = MetricsServer(metrics)
        self._writer = GroupWriter(self._store, metrics.commit)
        self._hub = Hub(settings.streams, settings.watch_queue)
        games = Games(self._store, catalogue, settings.games_in_memory)
        metrics.watch(streams=lambda: self._hub.count, games=lambda: games.count)
        self._runner = CommandRunner(games, self._store, self._writer, self._hub, utc_now)
        messages = Messages()
        self._server = GrpcServer(
            Gate(self.tokens, messages.explain, settings.calls, metrics),
            TitleService(catalogue, self._store, messages.speech),
            GameService(
                Commands(catalogue, games, self._runner),
                Reads(self._store, games, self._hub, settings.heartbeat_seconds),
                messages,
            ),
            limits_of(settings),
            settings.reflection,
        )

    async def start(self) -> int:
        """Serve, and return the port; OSError if an address cannot be had."""
        self._writer.start()
        settings = self._settings
        if settings.metrics_address:
            self.metrics_port = self._metrics_server.start(*host_and_port(settings.metrics_address))
        port = await self._server.start(settings.address)
        _LOG.info(
            "serving", address=settings.address, port=port, metrics_port=self.metrics_port, store=str(settings.store)
        )
        return port

    async def drain(self) -> None:
        """End without losing anything: refuse what is new, end the streams, write what is queued, answer what waits."""
        _LOG.info("draining", streams=self._hub.count)
        await self._server.refuse()
        self._hub.close()
        await self._runner.close()
        await self._writer.close()
        await self._server.stop(self._settings.drain_seconds)
        self._store.close()
        await self._metrics_server.stop()
        _LOG.info("stopped")


def open_store(settings: Settings) -> Store:
    """The store that is set; LockedError if another process has it."""
    return MemoryStore() if settings.store is StoreKind.MEMORY else SqliteStore(settings.log_file)


def limits_of(settings: Settings) -> Limits:
    """The limits that are set."""
    return Limits(
        message_bytes=settings.message_bytes,
        calls=settings.calls,
        streams=settings.streams,
        streams_per_connection=settings.streams_per_connection,
        keepalive_seconds=settings.keepalive_seconds,
    )


def utc_now() -> str:
    """Now, UTC, ISO 8601 with milliseconds."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
