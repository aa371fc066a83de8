"""Reads: what callers may see of a game.  They change nothing and need no lock."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct.play import move_refusal
from quarterdeck_rules.engine import judge
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.hub import Hub, Lease
from quarterdeck_server.application.live import LiveGame, not_available
from quarterdeck_server.application.looking import Look, Seen, look_at
from quarterdeck_server.application.moments import Clock
from quarterdeck_server.application.rejection import try_again
from quarterdeck_server.store.port import Answered, Listed, Store, StoreError

MOST_MOVES = 5000
"""How many legal moves a list has at most; no title is known to come near it."""

_LISTS_KEPT = 64


class LegalMove(Struct, frozen=True):
    """A move that would be accepted."""

    decision_id: str
    anytime: bool
    move: Struct


class Reads:
    """What anybody may ask."""

    def __init__(self, store: Store, games: Games, hub: Hub, heartbeat: float, clock: Clock) -> None:
        """`heartbeat` is in seconds; `clock` says what spectators who are delayed may see by now."""
        self._store = store
        self._games = games
        self._hub = hub
        self._heartbeat = heartbeat
        self._clock = clock
        # Pages of one list are asked one after the other.
        self._lists: OrderedDict[tuple[str, int, Seat], Sequence[LegalMove]] = OrderedDict()

    async def look(
        self,
        game_id: str,
        caller: Caller | None,
        seat: Seat | None = None,
        revision: int | None = None,
        *,
        heard_of: int = 0,
        to_play: bool = False,
    ) -> Look:
        """What a caller may see of a game now: the one way to what any read shows.

        Rejections as `Games.get` and `look_at`.  Who was told of a revision by another process may ask this one before
        it has heard of it; `heard_of` is one that is not looked at itself.  `to_play`: see `look_at`.
        """
        live = await self._game(game_id, max(revision or 0, heard_of))
        is_told = live.ended is not None and await self._is_told(live)
        # Time decides about nothing else.
        now = self._clock() if live.conduct.terms.spectator_delay else ""
        return look_at(live, caller, now, seat, revision, is_told=is_told, to_play=to_play)

    async def _game(self, game_id: str, revision: int) -> LiveGame:
        """The game, with this revision if the log has it."""
        live = await self._games.get(game_id)
        if revision > live.game.revision and await self._games.is_behind(live):
            self._games.drop(live)
            live = await self._games.get(game_id)
        return live

    async def _is_told(self, live: LiveGame) -> bool:
        """Whether a game that has ended has no secrets any more: so have all that deal alike.  Rejection TRY_AGAIN."""
        deal = live.game.created.deal
        if not deal:
            return True
        try:
            return not await asyncio.to_thread(self._store.deals, deal)
        except StoreError:
            raise try_again() from None

    async def games(self, after: int, limit: int, title: str, status: str, player: str = "") -> Sequence[Listed]:
        """Games in order of creation, after this place in it; Rejection TITLE_NOT_FOUND, TRY_AGAIN."""
        if title:
            self._games.catalogue.offer(title)
        try:
            return await asyncio.to_thread(self._store.games, after, limit, title, status, player)
        except StoreError:
            raise try_again() from None

    async def answered(self, player: str, request_id: str) -> Answered | None:
        """The accepted command that this player sent under this id, if there is one; Rejection TRY_AGAIN."""
        try:
            return await asyncio.to_thread(self._store.answered, player, request_id)
        except StoreError:
            raise try_again() from None

    def legal_moves(self, live: LiveGame, seat: Seat, revision: int) -> Sequence[LegalMove]:
        """The answers to each open decision of a seat, then its anytime moves; at most `MOST_MOVES` and one more."""
        key = (live.id, revision, seat)
        listed = self._lists.get(key)
        if listed is None:
            listed = self._lists[key] = _list_moves(live, seat, revision)
            if len(self._lists) > _LISTS_KEPT:
                self._lists.popitem(last=False)
        return listed

    async def watch(
        self,
        game_id: str,
        start: int,
        caller: Caller | None = None,
        seat: Seat | None = None,
        lease: Lease | None = None,
    ) -> AsyncGenerator[Seen]:
        """The revisions from `start` on without a gap, heartbeats between them, and the end of the game at last.

        To a caller who is delayed each comes at its time, out of the game: none waits in a queue meanwhile.
        Each is seen as its caller may see it by then: a stream may outlast a seat.  It ends itself, or with the lease.
        Rejection that of the lease and of `look`, RATE_LIMITED, READER_TOO_SLOW, TRY_AGAIN.
        """
        # Watching before looking: what is accepted in between is looked at as well.
        with self._hub.watching(game_id, lease) as watcher:
            look = await self.look(game_id, caller, seat, heard_of=start - 1)
            if start > look.latest + 1:
                raise not_available(start, look.latest)
            following, beat_at = start, 0.0
            while True:
                watcher.check(following)
                watcher.hold(look.is_delayed)
                live = look.live
                if following <= look.latest:
                    yield Seen(replace(look, revision=following), live.revisions[following - 1])
                    watcher.told(following)
                    following += 1
                    beat_at = beat_at and time.monotonic() + self._heartbeat
                elif live.ended is not None:
                    yield Seen(replace(look, revision=following - 1), live.ended)
                    return
                elif time.monotonic() >= beat_at:
                    yield Seen(replace(look, revision=following - 1), None)
                    beat_at = time.monotonic() + self._heartbeat
                else:
                    quiet = beat_at - time.monotonic()
                    await watcher.wait(quiet if look.due_in is None else min(quiet, look.due_in))
                if watcher.newest > look.latest or not self._still_holds(look):
                    look = await self.look(game_id, caller, seat, heard_of=watcher.newest)
                    if look.live.game.revision < watcher.newest:
                        # Never a silent gap: whatever was lost on the way is on the log.
                        raise try_again(resume_revision=following)

    def _still_holds(self, look: Look) -> bool:
        """Whether the same caller would see the same now, without asking any further."""
        live = look.live
        is_fixed = not look.is_delayed and (live.ended is None or look.is_told)
        return is_fixed and look.latest == live.game.revision and self._games.held(live.id) is live


def _list_moves(live: LiveGame, seat: Seat, revision: int) -> Sequence[LegalMove]:
    case, title = live.at(revision), live.offer.title
    game = case.game
    if game.status is not Status.ACTIVE or move_refusal(case, seat) is not None:
        return ()
    own = [opened for opened in open_decisions(game.agenda) if opened.seat == seat]
    answers = (LegalMove(opened.id, False, move) for opened in own for move in judge.legal_answers(game, opened))
    listed = list(islice(answers, MOST_MOVES + 1))
    beside = next((opened for opened in own if opened.decision.interruptible), None)
    if beside is not None:
        anytime = (LegalMove(beside.id, True, move) for move in judge.legal_anytime(title, game, beside))
        listed.extend(islice(anytime, MOST_MOVES + 1 - len(listed)))
    return listed
