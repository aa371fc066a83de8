"""The referee: what seats ask for beside their moves - undo, redo, an early end - and what they answer each other."""

import itertools

from msgspec import Struct

from quarterdeck_rules.conduct import absence, agreement, direction, sharing
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.undo import redo_target
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.application.runner import Accepted, CommandRunner, Judged

MOST_TARGETS = 100
"""How many revisions to go back to are listed."""


class UndoState(Struct, frozen=True):
    """What a seat may take back now."""

    targets: tuple[int, ...]
    """Revisions to go back to, the nearest first."""
    refusal: Refusal | None
    """Why there is none, or why there are no more."""
    asks_others: bool
    """Whether the others have to agree."""
    redo: int | None
    """The revision that a redo goes to, if one may be asked for."""
    redo_refusal: Refusal | None


class Referee:
    """What seats do beside their moves."""

    def __init__(self, runner: CommandRunner, proposal_seconds: int) -> None:
        """A proposal lapses after `proposal_seconds`."""
        self._runner = runner
        self._lasts = proposal_seconds * 1000

    async def undo(self, caller: Caller, request: Request, game_id: str, seat: Seat | None, to: int) -> Accepted:
        """Take back the moves after revision `to`, or propose it; Rejection with the reason of the refusal."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return agreement.take_back(live.case, own_seat(live, caller, seat), to, at + self._lasts)

        return await self._runner.run(game_id, caller, request, judged)

    async def redo(self, caller: Caller, request: Request, game_id: str, seat: Seat | None) -> Accepted:
        """Have the moves count again that were taken back last, or propose it."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return agreement.bring_back(live.case, own_seat(live, caller, seat), at + self._lasts)

        return await self._runner.run(game_id, caller, request, judged)

    async def propose_end(self, caller: Caller, request: Request, game_id: str, seat: Seat | None) -> Accepted:
        """Propose to end the game without a result."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return agreement.propose_end(live.case, own_seat(live, caller, seat), at + self._lasts)

        return await self._runner.run(game_id, caller, request, judged)

    async def answer(
        self, caller: Caller, request: Request, game_id: str, seat: Seat | None, proposal: int, agrees: bool
    ) -> Accepted:
        """Agree to what was proposed in a revision, or decline it."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return agreement.answer(live.case, own_seat(live, caller, seat), proposal, agrees, at)

        return await self._runner.run(game_id, caller, request, judged)

    async def withdraw(
        self, caller: Caller, request: Request, game_id: str, seat: Seat | None, proposal: int
    ) -> Accepted:
        """Take back what was proposed in a revision."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return agreement.withdraw(live.case, own_seat(live, caller, seat), proposal, at)

        return await self._runner.run(game_id, caller, request, judged)

    async def resign(self, caller: Caller, request: Request, game_id: str, seat: Seat | None) -> Accepted:
        """Leave the game."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return absence.resign(live.case, own_seat(live, caller, seat))

        return await self._runner.run(game_id, caller, request, judged)

    async def share_view(
        self, caller: Caller, request: Request, game_id: str, seat: Seat | None, *, shared: bool
    ) -> Accepted:
        """Let those who hold no seat look from this one, or let them no longer."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            return sharing.share_view(live.case, own_seat(live, caller, seat), shared=shared)

        return await self._runner.run(game_id, caller, request, judged)

    async def seat_house_bot(self, caller: Caller, request: Request, game_id: str, seat: Seat) -> Accepted:
        """Have the house bot take an open seat, before the start; for the game's creator."""
        caller.needs_to_create()

        def judged(live: LiveGame, at: int) -> Judged:
            live.check_seat(seat)
            if caller.player != live.game.created.creator:
                raise Rejection(Kind.ROLE_MAY_NOT, revision=live.game.revision)
            return direction.seat_house_bot(live.case, seat, caller.player)

        return await self._runner.run(game_id, caller, request, judged)


def undo_state(case: Case[object], seat: Seat) -> UndoState:
    """What a seat may take back now, to where, and why not; the same refusals as those of the commands."""
    moves = case.history.last_moves(MOST_TARGETS)
    bases = [case.history.command(move).base for move in moves]
    found = list(itertools.takewhile(lambda to: agreement.undo_obstacle(case, seat, to) is None, bases))
    # Beyond the last that may be taken back; before the start there is no way, and without moves nothing to go over.
    beyond = bases[len(found)] if len(found) < len(bases) else (found[-1] - 1 if found else len(case.history))
    obstacle = None if len(found) == MOST_TARGETS else agreement.undo_obstacle(case, seat, beyond)
    redo = agreement.redo_obstacle(case, seat)
    return UndoState(
        tuple(found),
        obstacle,
        agreement.asks_others(case, seat),
        None if redo else redo_target(case.history),
        redo,
    )


def own_seat(live: LiveGame, caller: Caller, seat: Seat | None) -> Seat:
    """The seat that the caller speaks for; Rejection NOT_YOUR_SEAT, FIELD_INVALID."""
    viewer = live.viewer(caller, seat)
    if viewer is None:
        raise Rejection(Kind.NOT_YOUR_SEAT, revision=live.game.revision)
    return viewer
