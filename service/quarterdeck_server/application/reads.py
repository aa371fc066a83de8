"""Reads: what callers may see of a game.  They change nothing and need no lock."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from itertools import islice

from msgspec import Struct

from quarterdeck_rules.conduct.play import move_refusal
from quarterdeck_rules.engine import judge
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.hub import Hub, Lease
from quarterdeck_server.application.live import LiveGame, Revision, not_available
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

    def __init__(self, store: Store, games: Games, hub: Hub, heartbeat: float) -> None:
        """`heartbeat` is in seconds."""
        self._store = store
        self._games = games
        self._hub = hub
        self._heartbeat = heartbeat
        # Pages of one list are asked one after the other.
        self._lists: OrderedDict[tuple[str, int, Seat], Sequence[LegalMove]] = OrderedDict()

    async def game(self, game_id: str, revision: int = 0) -> LiveGame:
        """The game, with this revision if the log has it; rejections as `Games.get`.

        Who was told of a revision by another process may ask this one before it has heard of it.
        """
        live = await self._games.get(game_id)
        if revision > live.game.revision and await self._games.is_behind(live):
            self._games.drop(live)
            live = await self._games.get(game_id)
        return live

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

    async def watch(self, game_id: str, start: int, lease: Lease | None = None) -> AsyncGenerator[Revision | None]:
        """The revisions from `start` on without a gap; nothing in place of one is a heartbeat.

        It ends when the game has, or with the lease.  Rejection that of the lease, REVISION_NOT_AVAILABLE,
        RATE_LIMITED, READER_TOO_SLOW, TRY_AGAIN.
        """
        # Watching before reading: what is accepted in between comes twice, and never not at all.
        with self._hub.watching(game_id, lease) as watcher:
            live = await self.game(game_id, start - 1)
            if start > live.game.revision + 1:
                raise not_available(start, live.game.revision)
            following = start
            ended = False
            for revision in live.revisions[start - 1 :]:
                yield revision
                following = revision.number + 1
            ended = live.ended is not None and following > live.game.revision
            if not ended:
                yield None
            while not ended:
                new = await watcher.next(self._heartbeat, following)
                if new is not None and new.number < following:
                    continue
                if new is None:
                    yield None
                    continue
                for revision in await self._up_to(game_id, following, new):
                    yield revision
                    following = revision.number + 1
                    ended = revision.ended is not None

    async def _up_to(self, game_id: str, following: int, new: Revision) -> Sequence[Revision]:
        """The revisions from one on up to a new one; Rejection TRY_AGAIN if one is missing."""
        if new.number == following:
            return (new,)
        # Never a silent gap: whatever came out of order, or was lost on the way, is on the log.
        live = await self.game(game_id, new.number)
        missing = live.revisions[following - 1 : new.number]
        if len(missing) != new.number - following + 1:
            raise try_again(resume_revision=following)
        return missing


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
