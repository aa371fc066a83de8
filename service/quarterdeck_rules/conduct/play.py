"""Play: moves by those who hold the seats, as the conduct of the game allows them."""

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat


def move_refusal(case: Case[S], seat: Seat) -> Refusal | None:
    """QD-PAUSE-1, QD-TIME-2, QD-LEAVE-1, QD-PASS-1  Why this seat may not move now, whatever the move; or nothing.

    A game that does not run is the engine's to refuse.
    """
    conduct = case.conduct
    if case.game.status is not Status.ACTIVE:
        return None
    if conduct.is_paused:
        return refuse(Reason.GAME_PAUSED, reasons.PAUSE)
    if seat in conduct.left:
        return refuse(Reason.SEAT_HAS_LEFT, reasons.LEAVE)
    if conduct.clocks and conduct.clock(seat).is_out:
        return refuse(Reason.TIME_IS_OUT, reasons.LATE)
    return None
