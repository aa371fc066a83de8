"""Forks: games that go on from a revision of another one.  That one is looked at, and left as it is."""

import secrets
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from quarterdeck_rules.conduct.forking import fork, fork_refusal
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.commands import game_id_of
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import invalid, refused
from quarterdeck_server.application.runner import Accepted, CommandRunner


class Forks:
    """What makes them."""

    def __init__(self, reads: Reads, runner: CommandRunner) -> None:
        self._reads = reads
        self._runner = runner

    async def fork(
        self, caller: Caller, request: Request, game_id: str, revision: int | None, seats: Sequence[Seat] | None
    ) -> Accepted:
        """Make a game that goes on from a revision, or from the last one at which a decision waited.

        The caller takes these seats at once, or all.  Rejection ROLE_MAY_NOT, FIELD_INVALID, REQUEST_ID_REUSED, those
        of `look`, or the refusal of the rules.
        """
        caller.needs_to_create()
        if seats is None or seats:
            caller.needs_to_play()
        look = await self._reads.look(game_id, caller, revision=revision)
        if revision is None:
            look = await self._reads.look(game_id, caller, revision=_last_waiting(look.live, look.latest))
        # Whom nobody knows is told as late as any.
        told_to = (await self._reads.look(game_id, None)).latest

        def made() -> tuple[Offer, ComponentSet[Any], Sequence[Struct]]:
            live, there = look.live, look.case
            taken = _taken(live.game.created.seats, seats)
            if refusal := fork_refusal(live.case, there, caller.player, is_told=look.is_told, told_to=told_to):
                with self._runner.veiled(live, caller):
                    raise refused(refusal, live.situation(look.viewer))
            return live.offer, there.components, fork(there, live.id, caller.player, secrets.token_hex(32), taken)

        return await self._runner.create(game_id_of(caller, request), caller, request, made)


def _last_waiting(live: LiveGame, latest: int) -> int:
    """The last revision at which a decision waited, of those up to the latest; that one if none did."""
    waiting = (one.number for one in reversed(live.revisions[:latest]) if any(open_decisions(one.closed.agenda)))
    return next(waiting, latest)


def _taken(count: int, seats: Sequence[Seat] | None) -> Sequence[Seat]:
    """The seats that are taken at once; Rejection FIELD_INVALID."""
    if seats is None:
        return range(count)
    if any(seat >= count for seat in seats):
        raise invalid("seats", f"the game has {count} seats, counted from 0")
    if len(set(seats)) < len(seats):
        raise invalid("seats", "a seat is named twice")
    return seats
