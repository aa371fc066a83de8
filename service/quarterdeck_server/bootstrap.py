"""The composition root: the one place where the parts meet."""

from collections.abc import Iterable
from typing import Any

import structlog

from quarterdeck_rules.engine.components import ComponentError
from quarterdeck_rules.engine.title import Title
from quarterdeck_server.api.addresses import AddressError
from quarterdeck_server.api.audit_service import AuditService
from quarterdeck_server.api.director_service import DirectorService
from quarterdeck_server.api.game_service import GameService
from quarterdeck_server.api.gate import Gate
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.metrics import Metrics, MetricsServer
from quarterdeck_server.api.referee_service import RefereeService
from quarterdeck_server.api.replay_service import ReplayService
from quarterdeck_server.api.sentry import Sentry
from quarterdeck_server.api.server import GrpcServer, Limits, Services
from quarterdeck_server.api.shares import Shares
from quarterdeck_server.api.title_service import TitleService
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.catalogue import Catalogue
from quarterdeck_server.application.commands import Commands
from quarterdeck_server.application.direction import Direction
from quarterdeck_server.application.feed import Feed
from quarterdeck_server.application.forks import Forks
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.referee import Referee
from quarterdeck_server.application.runner import CommandRunner
from quarterdeck_server.application.timekeeper import Timekeeper
from quarterdeck_server.audit.books import Books
from quarterdeck_server.audit.checkpoints import Checkpoints
from quarterdeck_server.audit.proofs import Proofs
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings, StoreKind, host_and_port
from quarterdeck_server.databases import database_of, open_database
from quarterdeck_server.identity import certificates_of, issuers_of, local_keys_of, seals_of, tokens_of
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import LockedError, Store, StoreError
from quarterdeck_server.store.sqlite import SqliteStore
from quarterdeck_server.store.writer import GroupWriter

_LOG = structlog.get_logger("quarterdeck.server")


class Service:
    """A whole service on one store: `start`, and in the end `drain`."""

    def __init__(self, settings: Settings, titles: Iterable[Title[Any]], store: Store | None = None) -> None:
        """SettingError: it cannot be started like this.  `store` replaces the one set."""
        catalogue = catalogue_of(settings, titles)
        certificates = certificates_of(settings)
        credentials = certificates.server_credentials() if certificates is not None else None
        self.tokens = tokens_of(settings)
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
        self._feed = Feed(self._store, games, self._hub)
        metrics.watch(streams=lambda: self._hub.count, games=lambda: games.count)
        self._runner = CommandRunner(games, self._store, self._writer, self._hub, utc_now)
        messages = Messages()
        self._timekeeper = Timekeeper(self._store, self._runner, utc_now)
        reads = Reads(self._store, games, self._hub, settings.heartbeat_seconds, utc_now)
        seals = seals_of(settings)
        self._checkpoints = Checkpoints(self._store, seals, utc_now, settings.checkpoint_seconds)
        self._sentry = Sentry(self.tokens)
        self._server = GrpcServer(
            Gate(self.tokens, self._sentry, shares_of(settings), messages.explain, settings.calls, metrics),
            Services(
                titles=TitleService(catalogue, self._store, messages.speech),
                games=GameService(Commands(catalogue, games, self._runner), reads, messages),
                referee=RefereeService(Referee(self._runner, settings.proposal_seconds), reads, messages),
                directors=DirectorService(Direction(self._runner), messages),
                replays=ReplayService(reads, Forks(reads, self._runner), self._hub, messages),
                audit=AuditService(Books(self._store, reads, seals), Proofs(self._store, reads, self._checkpoints)),
            ),
            limits_of(settings),
            settings.reflection,
            credentials,
        )

    async def start(self) -> int:
        """Serve, and return the port; SettingError if an address cannot be had."""
        self._writer.start()
        settings = self._settings
        try:
            # Before anything is read: what is appended later is told.
            await self._feed.start()
            await self._timekeeper.start()
        except StoreError as error:
            raise SettingError(f"the store cannot be used: {error}", "store") from None
        if settings.metrics_address:
            try:
                self.metrics_port = self._metrics_server.start(*host_and_port(settings.metrics_address))
            except OSError as error:
                problem = f"cannot listen on {settings.metrics_address}: {problems.of_file(error)}"
                raise SettingError(problem, "metrics_address") from None
        try:
            port = await self._server.start(settings.address)
        except AddressError as error:
            raise SettingError(str(error), "address") from None
        self._sentry.start()
        await self._checkpoints.start()
        _LOG.info(
            "serving", address=settings.address, port=port, metrics_port=self.metrics_port, store=str(settings.store)
        )
        return port

    async def drain(self) -> None:
        """End without losing anything: refuse what is new, end the streams, write what is queued, answer what waits."""
        _LOG.info("draining", streams=self._hub.count)
        await self._server.refuse()
        await self._sentry.stop()
        self._hub.close()
        await self._timekeeper.stop()
        await self._runner.close()
        await self._feed.stop()
        await self._writer.close()
        await self._server.stop(self._settings.drain_seconds)
        await self._checkpoints.stop()
        self._store.close()
        await self._metrics_server.stop()
        _LOG.info("stopped")


def catalogue_of(settings: Settings, titles: Iterable[Title[Any]]) -> Catalogue:
    """The titles with the components that are set; SettingError names the file that cannot be used.

    Of a title in several versions of its rules the newest comes last.
    """
    every = tuple(titles)
    known = {title.name: title for title in every}
    replacements = {}
    for name, path in settings.components.items():
        if name not in known:
            raise SettingError(f"no title is called {name}, only {', '.join(sorted(known))}", "components", name)
        try:
            replacements[name] = (path.read_bytes(),)
            # Read here as well, so that the file at fault is known.
            known[name].load_components(replacements[name])
        except OSError as error:
            raise SettingError(f"{path}: {problems.of_file(error)}", "components", name) from None
        except ComponentError as error:
            raise SettingError(f"{path}: {problems.of_contents(str(error))}", "components", name) from None
    return Catalogue(every, replacements)


def check(settings: Settings, titles: Iterable[Title[Any]]) -> None:
    """See what a start would find wrong before it takes anything: files of components, data folder, key; SettingError.

    Nothing is made, and a server that runs with these settings is not in the way.
    """
    catalogue_of(settings, titles)
    database_of(settings)
    local_keys_of(settings)
    issuers_of(settings)
    certificates_of(settings)


def open_store(settings: Settings) -> Store:
    """The store that is set; SettingError if its file cannot be had."""
    url = database_of(settings)
    if settings.store is StoreKind.MEMORY:
        return MemoryStore()
    if settings.store is StoreKind.POSTGRES:
        return open_database(url)
    try:
        return SqliteStore(settings.log_file)
    except OSError as error:
        raise SettingError(f"{error.filename or settings.data}: {problems.of_file(error)}", "data") from None
    except (LockedError, StoreError) as error:
        raise SettingError(str(error), "data") from None


def limits_of(settings: Settings) -> Limits:
    """The limits that are set."""
    return Limits(
        message_bytes=settings.message_bytes,
        calls=settings.calls,
        streams=settings.streams,
        streams_per_connection=settings.streams_per_connection,
        keepalive_seconds=settings.keepalive_seconds,
    )


def shares_of(settings: Settings) -> Shares:
    """The limits that are set for each caller."""
    return Shares(settings.calls_per_second, settings.calls_burst, settings.streams_per_player)
