"""The games in memory: loaded on demand, a bounded number of them, the least recently used let go first."""

import asyncio
from collections import OrderedDict

import structlog

from quarterdeck_server.application.catalogue import Catalogue
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.loading import LogFault, load
from quarterdeck_server.application.rejection import Kind, Rejection, try_again
from quarterdeck_server.store.port import Store, StoreError

_LONGEST_ID = 64
"""Characters of a game's id."""

_LOG = structlog.get_logger("quarterdeck.games")


class Games:
    """At most one live game per log.  A game whose lock is held stays: a command is about to change it."""

    def __init__(self, store: Store, catalogue: Catalogue, size: int) -> None:
        self._store = store
        self.catalogue = catalogue
        """The titles that games may be of."""
        self._size = size
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}

    @property
    def count(self) -> int:
        """How many games are in memory."""
        return len(self._live)

    async def get(self, game_id: str) -> LiveGame:
        """The game; Rejection GAME_NOT_FOUND, GAME_UNREADABLE or TRY_AGAIN."""
        if (live := self._live.get(game_id)) is not None:
            self._live.move_to_end(game_id)
            return live
        if len(game_id) > _LONGEST_ID or not game_id.isprintable():
            # No store is asked for what it may not even be able to look for, as PostgreSQL is not for a zero byte.
            raise Rejection(Kind.GAME_NOT_FOUND)
        loading = self._loading.get(game_id)
        if loading is None:
            loading = asyncio.create_task(self._load(game_id))
            self._loading[game_id] = loading
            loading.add_done_callback(lambda task: self._loaded(game_id, task))
        # Others may wait for the same loading: a caller who goes away does not end it.
        return await asyncio.shield(loading)

    async def is_behind(self, live: LiveGame) -> bool:
        """Whether another process has changed the game, and this one has not heard of it yet; Rejection TRY_AGAIN."""
        try:
            return await asyncio.to_thread(self._store.has_more, live.id, live.event_count)
        except StoreError:
            raise try_again() from None

    def held(self, game_id: str) -> LiveGame | None:
        """The game, if it is in memory."""
        return self._live.get(game_id)

    def holds(self, live: LiveGame) -> bool:
        """Whether this is the game that commands go to, and not one that was let go meanwhile."""
        return self._live.get(live.id) is live

    def put(self, live: LiveGame) -> None:
        """Take in a game that was just created, unless it was loaded meanwhile."""
        self._live.setdefault(live.id, live)
        self._evict()

    def drop(self, live: LiveGame) -> None:
        """Let go of a game whose log may have more than it knows; it is loaded anew."""
        if self.holds(live):
            del self._live[live.id]

    async def _load(self, game_id: str) -> LiveGame:
        try:
            live = await asyncio.to_thread(load, game_id, self._store, self.catalogue)
        except LogFault as fault:
            _LOG.error("game_unreadable", game=game_id, problem=str(fault))
            raise Rejection(Kind.GAME_UNREADABLE) from None
        except StoreError as fault:
            _LOG.error("store_away", game=game_id, problem=str(fault))
            raise try_again() from None
        self.put(live)
        return self._live[game_id]

    def _loaded(self, game_id: str, task: "asyncio.Task[LiveGame]") -> None:
        del self._loading[game_id]
        if not task.cancelled():
            # Fetched here too, so that a failed loading nobody waits for any more is not reported as forgotten.
            task.exception()

    def _evict(self) -> None:
        spare = len(self._live) - self._size
        for game_id, live in list(self._live.items()) if spare > 0 else ():
            if spare <= 0:
                return
            if not live.lock.locked():
                del self._live[game_id]
                spare -= 1
