"""Agreement: what seats may ask for and others agree to - undo, redo, and ending a game without a result."""

from collections.abc import Iterator

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.clocks import is_played_for
from quarterdeck_rules.conduct.conduct import Proposal
from quarterdeck_rules.conduct.facts import (
    Abandon,
    Agreed,
    EndReason,
    Outcome,
    ProposalClosed,
    Proposed,
    Redo,
    Redone,
    Subject,
    Undo,
    Undone,
)
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import UndoPolicy
from quarterdeck_rules.conduct.undo import redo_refusal, redo_target, undo_refusal
from quarterdeck_rules.engine.agenda import Agenda
from quarterdeck_rules.engine.game import Closed, Ended
from quarterdeck_rules.engine.judge import Events, not_active, renamed
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat


def take_back(case: Case[S], seat: Seat, to: int, expires: int) -> Events | Refusal:
    """QD-UNDO-1 to 3  Take moves back at once, or ask the others if the terms want their consent."""
    refusal = undo_refusal(case.history, case.conduct, case.title.reveals, seat, to)
    return _of_moves(case, seat, Undo(to), refusal, expires)


def bring_back(case: Case[S], seat: Seat, expires: int) -> Events | Refusal:
    """QD-UNDO-4  Have the moves count again that were taken back last."""
    refusal = redo_refusal(case.history, case.conduct, seat)
    return _of_moves(case, seat, Redo(redo_target(case.history) or 0), refusal, expires)


def propose_end(case: Case[S], seat: Seat, expires: int) -> Events | Refusal:
    """QD-PROPOSE-1  Ask the others to end the game without a result."""
    return not_active(case.game) or _proposed(case, seat, Abandon(), expires)


def answer(case: Case[S], seat: Seat, revision: int, agrees: bool, at: int) -> Events | Refusal:
    """QD-PROPOSE-2  Agree to what is proposed, or decline it; with the last agreement it happens."""
    if refusal := not_active(case.game):
        return refusal
    proposal = open_proposal(case, revision, at)
    if isinstance(proposal, Refusal):
        return proposal
    if seat == proposal.seat:
        return refuse(Reason.OWN_PROPOSAL, reasons.ANSWER)
    if seat in proposal.agreed:
        return refuse(Reason.AGREED_ALREADY, reasons.ANSWER)
    if seat not in _asked(case, proposal.seat):
        return refuse(Reason.SEAT_HAS_LEFT, reasons.ANSWER)
    closed = Closed(case.game.revision + 1, case.game.agenda)
    if not agrees:
        return ProposalClosed(Outcome.DECLINED, seat), closed
    if set(_asked(case, proposal.seat)) - {seat, *proposal.agreed}:
        return Agreed(seat), closed
    return Agreed(seat), ProposalClosed(Outcome.CARRIED), *_carried(case, proposal.seat, proposal.subject)


def withdraw(case: Case[S], seat: Seat, revision: int, at: int) -> Events | Refusal:
    """QD-PROPOSE-2  Take back what was proposed."""
    if refusal := not_active(case.game):
        return refusal
    proposal = open_proposal(case, revision, at)
    if isinstance(proposal, Refusal):
        return proposal
    if seat != proposal.seat:
        return refuse(Reason.NOT_OWN_PROPOSAL, reasons.ANSWER)
    return ProposalClosed(Outcome.WITHDRAWN, seat), Closed(case.game.revision + 1, case.game.agenda)


def open_proposal(case: Case[S], revision: int, at: int) -> Proposal | Refusal:
    """The proposal that was made in this revision, if it is open still."""
    proposal = case.conduct.proposal
    if proposal is None or proposal.revision != revision or proposal.expires <= at:
        return refuse(Reason.PROPOSAL_GONE, reasons.ANSWER, proposal=revision)
    return proposal


def gone_back(case: Case[S], event: Undone | Redone) -> Events:
    """The command that goes back to how the game stood after a revision; all that waits is asked anew."""
    revision = case.game.revision + 1
    agenda = case.history.command(event.to).closed.agenda
    return event, Closed(revision, renamed(agenda, revision))


def _of_moves(
    case: Case[S], seat: Seat, subject: Undo | Redo, refusal: Refusal | None, expires: int
) -> Events | Refusal:
    if found := not_active(case.game) or refusal:
        return found
    if case.conduct.is_paused:
        return refuse(Reason.GAME_PAUSED, reasons.PAUSE)
    if case.conduct.terms.undo is UndoPolicy.CONSENT:
        return _proposed(case, seat, subject, expires)
    return _carried(case, seat, subject)


def _proposed(case: Case[S], seat: Seat, subject: Subject, expires: int) -> Events | Refusal:
    if case.conduct.proposal is not None:
        return refuse(Reason.PROPOSAL_OPEN, reasons.PROPOSE, proposal=case.conduct.proposal.revision)
    if not list(_asked(case, seat)):
        return _carried(case, seat, subject)
    return Proposed(seat, subject, expires), Closed(case.game.revision + 1, case.game.agenda)


def _asked(case: Case[S], seat: Seat) -> Iterator[Seat]:
    """The seats that have to agree: all that are played by others than who proposes."""
    players = case.game.players
    for other, player in enumerate(players):
        if player != players[seat] and not is_played_for(case.conduct, other):
            yield other


def _carried(case: Case[S], seat: Seat, subject: Subject) -> Events:
    match subject:
        case Undo(to):
            return gone_back(case, Undone(seat, to))
        case Redo(to):
            return gone_back(case, Redone(seat, to))
        case Abandon():
            return Ended((), EndReason.ABANDONED), Closed(case.game.revision + 1, Agenda())
