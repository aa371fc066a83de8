"""The runner: from a judged command to a durable revision that everybody may see.

A command is judged on committed state, under the game's lock, and is seen by nobody before it is durable.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeAlias, TypeVar

import structlog
from msgspec import Struct

from quarterdeck_rules.book.records import Envelope, is_marked
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.absence import due, stopped, wake
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.clocks import Calendar, Outage
from quarterdeck_rules.conduct.closing import Moment, completed
from quarterdeck_rules.conduct.facts import REFEREE
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.loading import recorded
from quarterdeck_server.application.looking import veiled
from quarterdeck_server.application.moments import Clock, ZonedCalendar, milliseconds
from quarterdeck_server.application.rejection import Kind, Rejection, refused, try_again
from quarterdeck_server.store.port import ConflictError, Store, StoreError
from quarterdeck_server.store.writer import GroupWriter

T = TypeVar("T")

MOST_AT_ONCE = 2048
"""How many commands are under way at most; with a store that hangs they would pile up."""

ATTEMPTS = 3
"""How often a command that lost its place in the log to another is judged anew."""

Judged: TypeAlias = Sequence[Struct] | Refusal | Revision
Judge = Callable[[LiveGame, int], Judged]
"""What a command does to a game, and when it was received, in milliseconds since 1970: events, a refusal, or a revision
on the log that has done it already.
"""

Make = Callable[[], tuple[Offer, ComponentSet[Any], Sequence[Struct]]]
"""Makes the first events of a game of a title with these components; Rejection if there can be no such game."""

_REFEREE = Caller(REFEREE)

_LOG = structlog.get_logger("quarterdeck.runner")


class Accepted(Struct, frozen=True):
    """A command's answer: the revision that carries it out."""

    live: LiveGame
    revision: Revision


class CommandRunner:
    """Carries commands out, each in a task of its own: a caller who goes away ends the waiting, not the command."""

    def __init__(
        self,
        games: Games,
        store: Store,
        writer: GroupWriter,
        hub: Hub,
        clock: Clock,
        calendar: Calendar | None = None,
    ) -> None:
        self._games = games
        self._store = store
        self._writer = writer
        self._hub = hub
        self._clock = clock
        self._calendar = calendar or ZonedCalendar()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closing = False
        self.outages: tuple[Outage, ...] = ()
        """When no server was running, as far back as it may matter."""
        self.on_due: Callable[[str], None] = lambda game_id: None
        """Told of a game that the referee has to look at at once."""

    async def close(self) -> None:
        """Take no more commands, and return when those that run have ended."""
        self._is_closing = True
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def run(self, game_id: str, caller: Caller, request: Request, judge: Judge) -> Accepted:
        """Carry out a command on a game that exists."""
        return await self._shielded(self._run(game_id, caller, request, judge, self._clock()))

    async def create(self, game_id: str, caller: Caller, request: Request, make: Make) -> Accepted:
        """Carry out the creation of a game."""
        return await self._shielded(self._create(game_id, caller, request, make, self._clock()))

    async def see_to(self, game_id: str) -> bool:
        """Record the first thing that is due in a game; whether there was one.

        Whoever asks twice, or late, or in two processes, gets it done once.
        """
        return await self._shielded(self._see_to(game_id, self._clock()))

    async def deals(self, deal: str) -> bool:
        """Whether a game that shares this deal has not ended yet; Rejection TRY_AGAIN."""
        try:
            return await asyncio.to_thread(self._store.deals, deal)
        except StoreError:
            raise try_again() from None

    def veiled(self, live: LiveGame, caller: Caller) -> AbstractContextManager[None]:
        """See `looking.veiled`: for what is judged without being carried out."""
        return veiled(live, caller, self._clock())

    async def _shielded(self, command: Coroutine[Any, Any, T]) -> T:
        if self._is_closing or len(self._tasks) >= MOST_AT_ONCE:
            # Callers who went away have left their commands behind: those count as well.
            command.close()
            raise try_again()
        task = asyncio.create_task(command)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Fetched here too: the caller may have gone.
            task.exception()

    async def _run(self, game_id: str, caller: Caller, request: Request, judge: Judge, received: str) -> Accepted:
        for _ in range(ATTEMPTS):
            live = await self._games.get(game_id)
            async with live.lock:
                if not self._games.holds(live):
                    continue
                with veiled(live, caller, received):
                    if (revision := live.answer(caller, request)) is not None:
                        return Accepted(live, revision)
                    # What time brought about before the command came in comes before it.
                    while (late := await self._see_to_live(live, received, timed=True)) is not None:
                        if not late:
                            break
                    else:
                        if (accepted := await self._judge(live, caller, request, judge, received)) is not None:
                            return accepted
        raise try_again()

    async def _see_to(self, game_id: str, received: str) -> bool:
        for _ in range(ATTEMPTS):
            live = await self._games.get(game_id)
            async with live.lock:
                if self._games.holds(live):
                    done = await self._see_to_live(live, received, timed=False)
                    if done is not False:
                        return done is True
        raise try_again()

    async def _see_to_live(self, live: LiveGame, received: str, *, timed: bool) -> bool | None:
        """Record the first thing that is due; nothing if there is none, false if the game is no longer this one."""
        at = max(received, live.last_received)
        events = self._due(live, milliseconds(at), timed=timed)
        if events is None:
            return None
        # Named by game and revision: fired twice, it is the same command.
        request = Request(f"{live.id}:{live.game.revision + 1}", "")
        return await self._record(live, _REFEREE, request, events, at) is not None

    def _due(self, live: LiveGame, at: int, *, timed: bool) -> Sequence[Struct] | None:
        try:
            return due(live.case, at, self.outages, live.chance, timed=timed)
        except Exception as error:
            # A fault of the rules is not to lock everybody out: the seat's time is out, and a director is waited for.
            events = stopped(live.case, at, self.outages)
            if events is None:
                raise
            _LOG.error("no_default_move", game=live.id, error=type(error).__name__)
            return events

    async def _judge(
        self, live: LiveGame, caller: Caller, request: Request, judge: Judge, received: str
    ) -> Accepted | None:
        # In one game time never goes back, whatever the machine's clock does.
        at = max(received, live.last_received)
        try:
            judged = judge(live, milliseconds(at))
            if isinstance(judged, Refusal):
                raise refused(judged, live.situation(live.viewer(caller)))
        except Rejection:
            # Nothing is refused for what was so before.
            if await self._games.is_behind(live):
                self._games.drop(live)
                return None
            # A refused command leaves no trace; one that was accepted in another game still owns its id.
            await self._refuse_reuse(caller, request)
            raise
        if isinstance(judged, Revision):
            return Accepted(live, judged)
        return await self._record(live, caller, request, judged, at)

    async def _record(
        self, live: LiveGame, caller: Caller, request: Request, judged: Sequence[Struct], received: str
    ) -> Accepted | None:
        """Append what was judged, and take it in; nothing if another command was faster."""
        events = completed(live.case, judged, Moment(milliseconds(received), self._calendar, self.outages))
        # Folded aside before it is stored: a log never holds what cannot be folded.
        case = live.case.extended(events)
        command = self._envelope(caller, request, received, events, case)
        revision, batch = recorded(live.id, live, events, command, live.offer, case)
        try:
            await self._writer.append(batch)
        except ConflictError:
            self._games.drop(live)
            await self._refuse_reuse(caller, request, live.id)
            return None
        except StoreError as fault:
            # Nobody knows whether it was kept: the log says, when it is read anew.
            self._games.drop(live)
            _LOG.error("store_away", game=live.id, problem=str(fault))
            raise try_again() from None
        live.extend(revision, case)
        self._hub.offer(live.id, revision)
        if wake(case) == 1:
            self.on_due(live.id)
        return Accepted(live, revision)

    async def _create(self, game_id: str, caller: Caller, request: Request, make: Make, received: str) -> Accepted:
        for _ in range(ATTEMPTS):
            live = await self._existing(game_id)
            if live is not None:
                with veiled(live, caller, received):
                    if (revision := live.answer(caller, request)) is None:
                        raise Rejection(Kind.REQUEST_ID_REUSED)
                return Accepted(live, revision)
            try:
                offer, components, made = make()
            except Rejection:
                # As for a refused move: an id that is used is told before what is wrong with the request.
                await self._refuse_reuse(caller, request, game_id)
                raise
            case = cases.fold(offer.title, components, (made,))
            command = self._envelope(caller, request, received, made, case)
            revision, batch = recorded(game_id, None, made, command, offer, case)
            try:
                await self._writer.append(batch)
            except ConflictError:
                await self._refuse_reuse(caller, request, game_id)
                continue
            except StoreError as fault:
                _LOG.error("store_away", game=game_id, problem=str(fault))
                raise try_again() from None
            live = LiveGame(game_id, offer, case, (revision,))
            self._games.put(live)
            return Accepted(live, revision)
        raise try_again()

    async def _existing(self, game_id: str) -> LiveGame | None:
        try:
            return await self._games.get(game_id)
        except Rejection as rejection:
            if rejection.kind is Kind.GAME_NOT_FOUND:
                return None
            raise

    async def _refuse_reuse(self, caller: Caller, request: Request, game_id: str = "") -> None:
        """Rejection REQUEST_ID_REUSED if the id belongs to a command of another game."""
        try:
            answered = await asyncio.to_thread(self._store.answered, caller.player, request.id)
        except StoreError:
            raise try_again() from None
        if answered is not None and answered.game != game_id:
            raise Rejection(Kind.REQUEST_ID_REUSED)

    @staticmethod
    def _envelope(
        caller: Caller, request: Request, received: str, events: Sequence[Struct], case: Case[Any]
    ) -> Envelope:
        revision = case.game.revision
        return Envelope(
            revision,
            received,
            case.title.rules_version,
            case.game.created.component_set,
            request_id=request.id,
            player=caller.player,
            request_hash=request.hash,
            fingerprint=fingerprint(case.game) if is_marked(revision, events) else "",
        )
