"""Undo: whether a seat may take moves back, to where, and why not.  Decided from what the log says, never from time."""

from collections.abc import Collection

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.conduct import Conduct
from quarterdeck_rules.conduct.facts import Undone
from quarterdeck_rules.conduct.history import Command, History
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import UndoPolicy
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Seat

Reveals = Collection[type]
"""Facts of a title that tell somebody a secret."""


def undo_refusal(history: History, conduct: Conduct, reveals: Reveals, seat: Seat | None, to: int) -> Refusal | None:
    """Why this seat may not take the moves after revision `to` back, or propose it; no seat is a director."""
    policy = conduct.terms.undo
    if seat is not None and policy is UndoPolicy.NONE:
        return refuse(Reason.UNDO_NOT_AGREED, reasons.UNDO)
    if seat is not None and policy is UndoPolicy.DIRECTOR:
        return refuse(Reason.DIRECTOR_DECIDES, reasons.UNDO)
    moves = history.moves_since(to) if 0 < to <= len(history) else None
    if moves is None:
        return refuse(Reason.NO_WAY_BACK, reasons.UNDO_TARGET, to=to)
    if not moves:
        return refuse(Reason.NOTHING_TO_UNDO, reasons.UNDO_TARGET, to=to)
    if policy is UndoPolicy.UNTIL_REVEALED and seat is not None:
        # The latest first: that is what has to be known to go back as far as one may.
        for revision in reversed(moves):
            if found := _in_the_way(history.command(revision), revision, reveals, seat):
                return found
    return None


def _in_the_way(command: Command, revision: int, reveals: Reveals, seat: Seat) -> Refusal | None:
    """QD-UNDO-3  Why a seat may not take this move back by itself."""
    answer = command.closed.answer
    assert answer is not None, "a move has its answer on the log"
    if command.is_forced:
        return refuse(Reason.MOVE_WAS_FORCED, reasons.UNDO_FREE, revision=revision)
    if answer.seat != seat:
        return refuse(Reason.ANOTHER_SEAT_MOVED, reasons.UNDO_FREE, revision=revision)
    if command.closed.draws:
        return refuse(Reason.CHANCE_DECIDED, reasons.UNDO_FREE, revision=revision)
    if any(type(event) in reveals for event in command.events):
        return refuse(Reason.SECRET_TOLD, reasons.UNDO_FREE, revision=revision)
    return None


def redo_refusal(history: History, conduct: Conduct, seat: Seat) -> Refusal | None:
    """Why a seat may not have the moves count again that were taken back last."""
    if conduct.terms.undo is UndoPolicy.NONE:
        return refuse(Reason.UNDO_NOT_AGREED, reasons.UNDO)
    if conduct.terms.undo is UndoPolicy.DIRECTOR:
        return refuse(Reason.DIRECTOR_DECIDES, reasons.UNDO)
    undone = history.undone_last()
    if undone is None:
        return refuse(Reason.NOTHING_TO_REDO, reasons.REDO)
    whose = next(event.seat for event in history.command(undone).events if isinstance(event, Undone))
    if whose is None:
        return refuse(Reason.DIRECTOR_TOOK_BACK, reasons.REDO)
    if conduct.terms.undo is UndoPolicy.UNTIL_REVEALED and whose != seat:
        return refuse(Reason.ANOTHER_SEAT_MOVED, reasons.REDO, revision=undone)
    return None


def redo_target(history: History) -> int | None:
    """The revision that a redo goes back to: the one before the undo."""
    undone = history.undone_last()
    return None if undone is None else undone - 1
