"""Sharing: a seat's holder lets those who hold no seat look from it."""

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.facts import ViewShared
from quarterdeck_rules.conduct.play import left_refusal
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.judge import Events
from quarterdeck_rules.engine.refusal import EngineReason, Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat


def share_view(case: Case[S], seat: Seat, *, shared: bool) -> Events | Refusal:
    """QD-VIEW-1  A seat's holder shares its view, or shares it no longer, before the end.

    With the end the book is open, and everybody may look from any seat.
    """
    if case.game.status is Status.ENDED:
        return refuse(EngineReason.GAME_ENDED, reasons.VIEW)
    if refusal := left_refusal(case, seat):
        return refusal
    if (seat in case.conduct.shared) is shared:
        return refuse(Reason.VIEW_SHARED_ALREADY if shared else Reason.VIEW_NOT_SHARED, reasons.VIEW, seat=seat)
    return ViewShared(seat, shared), case.as_it_was
