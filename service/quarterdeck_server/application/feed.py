"""The feed: takes in what other processes have appended, and hands it to those who watch here.

A game in memory that is exactly one behind is extended, so that moves may alternate between processes without a
conflict; one that is further behind is let go, and read anew when it is wanted.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import structlog

from quarterdeck_rules.book.records import Entry
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.rejection import Rejection
from quarterdeck_server.store.port import Store

_LOG = structlog.get_logger("quarterdeck.feed")


class Feed:
    """One per process, for a store that others append to; with any other store it does nothing."""

    def __init__(self, store: Store, games: Games, hub: Hub) -> None:
        self._store = store
        self._games = games
        self._hub = hub
        self._stop: Callable[[], None] | None = None
        # By game, since one whose lock is held for long is not to keep the others waiting.
        self._waiting: dict[str, deque[tuple[Entry, ...]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin, for the loop that is running; StoreError."""
        loop = asyncio.get_running_loop()

        def heard(entries: Sequence[Entry]) -> None:
            try:
                loop.call_soon_threadsafe(self._sort, entries)
            except RuntimeError:
                # The loop is gone, and with it everybody who could have watched.
                return

        self._stop = await asyncio.to_thread(self._store.follow, heard)

    async def stop(self) -> None:
        """Take in no more."""
        if self._stop is not None:
            await asyncio.to_thread(self._stop)
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _sort(self, entries: Sequence[Entry]) -> None:
        command: list[Entry] = []
        for entry in entries:
            command.append(entry)
            if entry.command is None:
                continue
            if (waiting := self._waiting.get(entry.game)) is not None:
                waiting.append(tuple(command))
            else:
                self._waiting[entry.game] = deque([tuple(command)])
                task = asyncio.create_task(self._take_in_all(entry.game))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            command = []

    async def _take_in_all(self, game_id: str) -> None:
        waiting = self._waiting[game_id]
        try:
            while waiting:
                await self._take_in(game_id, waiting.popleft())
        finally:
            del self._waiting[game_id]

    async def _take_in(self, game_id: str, entries: tuple[Entry, ...]) -> None:
        """Take in one command, and hand it out."""
        command = entries[-1].command
        assert command is not None
        live = self._games.held(game_id)
        try:
            if live is not None:
                async with live.lock:
                    if self._games.holds(live):
                        self._extend(live, command.revision, entries)
            if self._hub.watches(game_id):
                live = await self._games.get(game_id)
                self._hub.offer(game_id, live.revisions[command.revision - 1])
        except Rejection as rejection:
            # Those who watch find the gap with the next revision, and fill it from the log.
            _LOG.error("not_taken_in", game=game_id, problem=rejection.reason)
        except Exception as error:  # noqa: BLE001  (one bad game does not stop the others)
            _LOG.error("not_taken_in", game=game_id, problem=type(error).__name__)
            if live is not None:
                self._games.drop(live)

    def _extend(self, live: LiveGame, number: int, entries: tuple[Entry, ...]) -> None:
        behind = number - live.game.revision
        if behind <= 0:
            # Our own, or read from the log already.
            return
        places = range(live.event_count + 1, live.event_count + 1 + len(entries))
        if behind > 1 or [entry.number for entry in entries] != list(places):
            self._games.drop(live)
            return
        command = entries[-1].command
        assert command is not None
        events = tuple(live.offer.codec.decode(entry.name, entry.event) for entry in entries)
        live.extend(Revision(events, command, entries[-1].link), live.case.extended(events))
