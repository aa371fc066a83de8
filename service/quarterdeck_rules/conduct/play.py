"""Play: moves by those who hold the seats, as the conduct of the game allows them."""

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat


def left_refusal(case: Case[S], seat: Seat) -> Refusal | None:
    """QD-LEAVE-1  Why a seat that has left does nothing more."""
    return refuse(Reason.SEAT_HAS_LEFT, reasons.LEAVE) if seat in case.conduct.left else None


def paused_refusal(case: Case[S]) -> Refusal | None:
    """QD-PAUSE-1  Why nobody moves, and nothing is taken back, while the game is paused."""
    return refuse(Reason.GAME_PAUSED, reasons.PAUSE) if case.conduct.is_paused else None


def move_refusal(case: Case[S], seat: Seat) -> Refusal | None:
    """QD-PAUSE-1, QD-TIME-2, QD-LEAVE-1, QD-PASS-1  Why this seat may not move now, whatever the move; or nothing.

    A game that does not run is the engine's to refuse.
    """
    conduct = case.conduct
    if case.game.status is not Status.ACTIVE:
        return None
    if refusal := paused_refusal(case) or left_refusal(case, seat):
        return refusal
    if conduct.clocks and conduct.clock(seat).is_out:
        return refuse(Reason.TIME_IS_OUT, reasons.LATE)
    return None
