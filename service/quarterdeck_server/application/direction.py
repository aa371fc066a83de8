"""Direction: what directors do to a game, each act with its reason."""

from collections.abc import Sequence

from quarterdeck_rules.conduct import direction
from quarterdeck_rules.conduct.direction import Director
from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.application.runner import Accepted, CommandRunner, Judged


class Direction:
    """What directors do.  A director who plays in a game does not direct it: Rejection ROLE_MAY_NOT."""

    def __init__(self, runner: CommandRunner) -> None:
        self._runner = runner

    async def pause(self, caller: Caller, request: Request, game_id: str, reason: str) -> Accepted:
        """Have the game stand still, and its clocks."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            return direction.pause(live.case, _director(live, caller, reason))

        return await self._runner.run(game_id, caller, request, judged)

    async def resume(self, caller: Caller, request: Request, game_id: str, reason: str) -> Accepted:
        """Have the game go on."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            return direction.resume(live.case, _director(live, caller, reason))

        return await self._runner.run(game_id, caller, request, judged)

    async def add_time(
        self, caller: Caller, request: Request, game_id: str, seat: Seat, milliseconds: int, reason: str
    ) -> Accepted:
        """Give a seat more time."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            live.check_seat(seat)
            return direction.add_time(live.case, _director(live, caller, reason), seat, milliseconds, at)

        return await self._runner.run(game_id, caller, request, judged)

    async def pass_seat(
        self, caller: Caller, request: Request, game_id: str, seat: Seat, player: str | None, reason: str
    ) -> Accepted:
        """Give a seat to another player, or without one to the house bot."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            live.check_seat(seat)
            return direction.pass_seat(live.case, _director(live, caller, reason), seat, player or HOUSE)

        return await self._runner.run(game_id, caller, request, judged)

    async def force(self, caller: Caller, request: Request, game_id: str, seat: Seat, reason: str) -> Accepted:
        """Have the default move made for a seat that is waited for."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            live.check_seat(seat)
            return direction.force(live.case, _director(live, caller, reason), seat, live.chance)

        return await self._runner.run(game_id, caller, request, judged)

    async def undo(self, caller: Caller, request: Request, game_id: str, to: int, reason: str) -> Accepted:
        """Take back the moves after revision `to`."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            return direction.undo(live.case, _director(live, caller, reason), to)

        return await self._runner.run(game_id, caller, request, judged)

    async def adjudicate(
        self, caller: Caller, request: Request, game_id: str, ranks: Sequence[int], reason: str
    ) -> Accepted:
        """End the game with these ranks, or with those that it has."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            return direction.adjudicate(live.case, _director(live, caller, reason), ranks)

        return await self._runner.run(game_id, caller, request, judged)

    async def void(self, caller: Caller, request: Request, game_id: str, reason: str) -> Accepted:
        """End the game without a result."""
        caller.needs_to_direct()

        def judged(live: LiveGame, at: int) -> Judged:
            return direction.void(live.case, _director(live, caller, reason))

        return await self._runner.run(game_id, caller, request, judged)


def _director(live: LiveGame, caller: Caller, reason: str) -> Director:
    if live.seats_of(caller.player):
        raise Rejection(Kind.ROLE_MAY_NOT, details=(("role", str(caller.role)),), revision=live.game.revision)
    return Director(caller.player, reason)
