"""Direction: what a director decides.  Each act is a fact with its reason, in the director's own words."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.absence import forced
from quarterdeck_rules.conduct.agreement import gone_back
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.closing import ranked
from quarterdeck_rules.conduct.facts import (
    HOUSE,
    Adjudicated,
    Cause,
    EndReason,
    MoveForced,
    Paused,
    Resumed,
    SeatPassed,
    TimeAdded,
    Undone,
    Voided,
)
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import Bank
from quarterdeck_rules.conduct.undo import undo_refusal
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.chance import Chance
from quarterdeck_rules.engine.game import Ended, Status
from quarterdeck_rules.engine.judge import Events, not_active, not_waiting
from quarterdeck_rules.engine.refusal import EngineReason, Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat


class Director(Struct, frozen=True):
    """Who decides, and why."""

    name: str
    reason: str


def pause(case: Case[S], director: Director) -> Events | Refusal:
    """QD-PAUSE-1  Nobody moves, and the clocks stand still, until the game is resumed."""
    if refusal := not_active(case.game):
        return refusal
    if case.conduct.is_paused:
        return refuse(Reason.GAME_PAUSED, reasons.PAUSE)
    return Paused(director.name, director.reason), case.as_it_was


def resume(case: Case[S], director: Director) -> Events | Refusal:
    """QD-PAUSE-1  The game goes on, with the time that was left."""
    if refusal := not_active(case.game):
        return refusal
    if not case.conduct.is_paused:
        return refuse(Reason.GAME_NOT_PAUSED, reasons.PAUSE)
    return Resumed(director.name, director.reason), case.as_it_was


def add_time(case: Case[S], director: Director, seat: Seat, span: int, at: int) -> Events | Refusal:
    """QD-TIME-1  A seat gets more time: one with a bank always, others while they are waited for."""
    if refusal := not_active(case.game):
        return refusal
    if not case.conduct.clocks:
        return refuse(Reason.NO_CLOCK, reasons.TIME)
    waited_for = any(opened.seat == seat for opened in open_decisions(case.game.agenda))
    if not waited_for and not isinstance(case.conduct.terms.clock, Bank):
        return refuse(Reason.NOT_WAITED_FOR, reasons.TIME, seat=seat)
    return TimeAdded(seat, span, at, Cause.DIRECTOR, director.name, director.reason), case.as_it_was


def pass_seat(case: Case[S], director: Director, seat: Seat, player: str) -> Events | Refusal:
    """QD-PASS-1  Another player, or the house bot, has the seat from now on."""
    if case.game.status is Status.ENDED:
        return refuse(EngineReason.GAME_ENDED, reasons.PASS)
    if case.game.players[seat] == player:
        return refuse(Reason.SEAT_HELD_ALREADY, reasons.PASS, seat=seat, player=player)
    return SeatPassed(seat, player, director.name, director.reason), case.as_it_was


def seat_house_bot(case: Case[S], seat: Seat, by: str) -> Events | Refusal:
    """QD-PASS-2  Before the start the house bot takes an open seat."""
    if refusal := not_waiting(case.game):
        return refusal
    if case.game.players[seat] is not None:
        return refuse(EngineReason.SEAT_TAKEN, reasons.SEAT_BOT, seat=seat)
    return SeatPassed(seat, HOUSE, by), case.as_it_was


def force(case: Case[S], director: Director, seat: Seat, chance: Chance) -> Events | Refusal:
    """QD-DIRECT-1  The default move is made for a seat that is waited for."""
    if refusal := not_active(case.game):
        return refusal
    opened = next((one for one in open_decisions(case.game.agenda) if one.seat == seat), None)
    made = None
    if opened is not None:
        forcing = MoveForced(seat, Cause.DIRECTOR, director.name, director.reason)
        made = forced(case, opened, forcing, chance)
    return made or refuse(Reason.NOT_WAITED_FOR, reasons.DIRECT, seat=seat)


def undo(case: Case[S], director: Director, to: int) -> Events | Refusal:
    """QD-UNDO-2  Any moves since the start are taken back, whatever the terms say."""
    if refusal := not_active(case.game) or undo_refusal(case.history, case.conduct, case.title.reveals, None, to):
        return refusal
    return gone_back(case, Undone(None, to, director.name, director.reason))


def adjudicate(case: Case[S], director: Director, ranks: Sequence[int]) -> Events | Refusal:
    """QD-DIRECT-2  The game ends with these ranks, in seat order; without any, with the ranks as they stand."""
    if refusal := not_active(case.game):
        return refusal
    standings = ranked(case.title.standings(case.game.state), case.conduct.left)
    if ranks:
        if len(ranks) != len(standings) or any(1 + sum(other < rank for other in ranks) != rank for rank in ranks):
            return refuse(Reason.RANKS_DO_NOT_FIT, reasons.RESULT, ranks=tuple(ranks))
        standings = tuple(replace(one, rank=rank) for one, rank in zip(standings, ranks, strict=True))
    ended = Ended(standings, EndReason.ADJUDICATED)
    return Adjudicated(director.name, director.reason), ended, case.nothing_left


def void(case: Case[S], director: Director) -> Events | Refusal:
    """QD-DIRECT-2  The game ends without a result, also before its start."""
    if case.game.status is Status.ENDED:
        return refuse(EngineReason.GAME_ENDED, reasons.RESULT)
    ended = Ended((), EndReason.VOIDED)
    return Voided(director.name, director.reason), ended, case.nothing_left
