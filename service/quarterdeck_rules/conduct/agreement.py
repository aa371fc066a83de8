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
from quarterdeck_rules.conduct.play import left_refusal, paused_refusal
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import UndoPolicy
from quarterdeck_rules.conduct.undo import redo_refusal, redo_target, undo_refusal
from quarterdeck_rules.engine.game import Closed, Ended
from quarterdeck_rules.engine.judge import Events, not_active
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat


def take_back(case: Case[S], seat: Seat, to: int, expires: int) -> Events | Refusal:
    """QD-UNDO-1 to 3  Take moves back at once, or ask the others if the terms want their consent."""
    return undo_obstacle(case, seat, to) or _of_moves(case, seat, Undo(to), expires)


def bring_back(case: Case[S], seat: Seat, expires: int) -> Events | Refusal:
    """QD-UNDO-4  Have the moves count again that were taken back last."""
    return redo_obstacle(case, seat) or _of_moves(case, seat, Redo(redo_target(case.history) or 0), expires)


def undo_obstacle(case: Case[S], seat: Seat, to: int) -> Refusal | None:
    """Why a seat may not take the moves after revision `to` back, or propose it, now."""
    refusal = _may_not(case, seat) or undo_refusal(case.history, case.conduct, case.title.reveals, seat, to)
    return refusal or _no_place(case, seat)


def redo_obstacle(case: Case[S], seat: Seat) -> Refusal | None:
    """Why a seat may not have moves count again, or propose it, now."""
    return _may_not(case, seat) or redo_refusal(case.history, case.conduct, seat) or _no_place(case, seat)


def asks_others(case: Case[S], seat: Seat) -> bool:
    """Whether undo and redo of a seat want the agreement of others."""
    return case.conduct.terms.undo is UndoPolicy.CONSENT and any(True for _ in _asked(case, seat))


def propose_end(case: Case[S], seat: Seat, expires: int) -> Events | Refusal:
    """QD-PROPOSE-1  Ask the others to end the game without a result."""
    if refusal := not_active(case.game) or left_refusal(case, seat):
        return refusal
    if case.conduct.proposal is not None:
        return refuse(Reason.PROPOSAL_OPEN, reasons.PROPOSE, proposal=case.conduct.proposal.revision)
    return _proposed(case, seat, Abandon(), expires)


def answer(case: Case[S], seat: Seat, revision: int, agrees: bool, at: int) -> Events | Refusal:
    """QD-PROPOSE-2  Agree to what is proposed, or decline it; with the last agreement it happens."""
    if refusal := not_active(case.game) or left_refusal(case, seat):
        return refusal
    proposal = open_proposal(case, revision, at)
    if isinstance(proposal, Refusal):
        return proposal
    asked = set(_asked(case, proposal.seat))
    if seat not in asked:
        return refuse(Reason.OWN_PROPOSAL, reasons.ANSWER)
    if seat in proposal.agreed:
        return refuse(Reason.AGREED_ALREADY, reasons.ANSWER)
    if not agrees:
        return ProposalClosed(Outcome.DECLINED, seat), case.as_it_was
    if asked - {seat, *proposal.agreed}:
        return Agreed(seat), case.as_it_was
    # All agree; whether it can be done is looked at when it is done.
    if not isinstance(proposal.subject, Abandon) and (refusal := paused_refusal(case)):
        return refusal
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
    return ProposalClosed(Outcome.WITHDRAWN, seat), case.as_it_was


def open_proposal(case: Case[S], revision: int, at: int) -> Proposal | Refusal:
    """The proposal that was made in this revision, if it is open still."""
    proposal = case.conduct.proposal
    if proposal is None or proposal.revision != revision or proposal.expires <= at:
        return refuse(Reason.PROPOSAL_GONE, reasons.ANSWER, proposal=revision)
    return proposal


def gone_back(case: Case[S], event: Undone | Redone) -> Events:
    """The command that goes back to how the game stood after a revision.

    What waits then is asked anew, but for seats of whom nothing else is asked than before.
    """
    revision = case.game.revision + 1
    agenda, now = case.history.command(event.to).closed.agenda, {lane.number: lane for lane in case.game.agenda.live}
    for lane in agenda.live:
        there = now.get(lane.number)
        same = there is not None and there.steps == lane.steps and len(agenda.live) > 1
        asked = there.asked if there is not None and same else revision
        agenda = agenda.with_steps(lane.number, lane.steps, asked)
    return event, Closed(revision, agenda)


def _may_not(case: Case[S], seat: Seat) -> Refusal | None:
    """Why nothing can be taken back or brought back by this seat, whatever it is."""
    return not_active(case.game) or left_refusal(case, seat) or paused_refusal(case)


def _no_place(case: Case[S], seat: Seat) -> Refusal | None:
    """QD-PROPOSE-1  Why a proposal about moves cannot be made while another waits."""
    if case.conduct.proposal is None or not asks_others(case, seat):
        return None
    return refuse(Reason.PROPOSAL_OPEN, reasons.PROPOSE, proposal=case.conduct.proposal.revision)


def _of_moves(case: Case[S], seat: Seat, subject: Undo | Redo, expires: int) -> Events:
    if case.conduct.terms.undo is UndoPolicy.CONSENT:
        return _proposed(case, seat, subject, expires)
    return _carried(case, seat, subject)


def _proposed(case: Case[S], seat: Seat, subject: Subject, expires: int) -> Events:
    if not any(True for _ in _asked(case, seat)):
        return _carried(case, seat, subject)
    return Proposed(seat, subject, expires), case.as_it_was


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
            return Ended((), EndReason.ABANDONED), case.nothing_left
