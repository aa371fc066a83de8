"""Direction: what directors do to a game, each act with its reason."""

from collections.abc import Callable, Sequence
from typing import Any

from quarterdeck_rules.conduct import direction
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.direction import Director
from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.application.runner import Accepted, CommandRunner, Judged

Act = Callable[[Case[Any], Director, LiveGame, int], Judged]
"""What a director does to a case; the game and the time of receipt are there for those that need them."""


class Direction:
    """What directors do.  A director who plays in a game does not direct it: Rejection ROLE_MAY_NOT."""

    def __init__(self, runner: CommandRunner) -> None:
        self._runner = runner

    async def pause(self, caller: Caller, request: Request, game_id: str, reason: str) -> Accepted:
        """Have the game stand still, and its clocks."""
        return await self._direct(caller, request, game_id, reason, lambda case, by, *_: direction.pause(case, by))

    async def resume(self, caller: Caller, request: Request, game_id: str, reason: str) -> Accepted:
        """Have the game go on."""
        return await self._direct(caller, request, game_id, reason, lambda case, by, *_: direction.resume(case, by))

    async def add_time(
        self, caller: Caller, request: Request, game_id: str, seat: Seat, milliseconds: int, reason: str
    ) -> Accepted:
        """Give a seat more time."""

        def act(case: Case[Any], by: Director, live: LiveGame, at: int) -> Judged:
            return direction.add_time(case, by, seat, milliseconds, at)

        return await self._direct(caller, request, game_id, reason, act, seat)

    async def pass_seat(
        self, caller: Caller, request: Request, game_id: str, seat: Seat, player: str | None, reason: str
    ) -> Accepted:
        """Give a seat to another player, or without one to the house bot."""

        def act(case: Case[Any], by: Director, live: LiveGame, at: int) -> Judged:
            return direction.pass_seat(case, by, seat, player or HOUSE)

        return await self._direct(caller, request, game_id, reason, act, seat)

    async def force(self, caller: Caller, request: Request, game_id: str, seat: Seat, reason: str) -> Accepted:
        """Have the default move made for a seat that is waited for."""

        def act(case: Case[Any], by: Director, live: LiveGame, at: int) -> Judged:
            return direction.force(case, by, seat, live.chance)

        return await self._direct(caller, request, game_id, reason, act, seat)

    async def undo(self, caller: Caller, request: Request, game_id: str, to: int, reason: str) -> Accepted:
        """Take back the moves after revision `to`."""
        return await self._direct(caller, request, game_id, reason, lambda case, by, *_: direction.undo(case, by, to))

    async def adjudicate(
        self, caller: Caller, request: Request, game_id: str, ranks: Sequence[int], reason: str
    ) -> Accepted:
        """End the game with these ranks, or with those that it has."""

        def act(case: Case[Any], by: Director, live: LiveGame, at: int) -> Judged:
            return direction.adjudicate(case, by, ranks)

        return await self._direct(caller, request, game_id, reason, act)

    async def void(self, caller: Caller, request: Request, game_id: str, reason: str) -> Accepted:
        """End the game without a result."""
        return await self._direct(caller, request, game_id, reason, lambda case, by, *_: direction.void(case, by))

    async def _direct(
        self, caller: Caller, request: Request, game_id: str, reason: str, act: Act, seat: Seat | None = None
    ) -> Accepted:
        """Carry an act out; `seat` is the one that it concerns, which the game has to have."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            if seat is not None:
                live.check_seat(seat)
            if live.seats_of(caller.player):
                raise Rejection(Kind.ROLE_MAY_NOT, details=(("role", str(caller.role)),), revision=live.game.revision)
            return act(live.case, Director(caller.player, reason), live, at)

        return await self._runner.run(game_id, caller, request, judged)
