"""Rejudging: what the rules make of a recorded command when they are asked once more, with the same draws."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from quarterdeck_rules.conduct import agreement, conduct
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.closing import ranked
from quarterdeck_rules.conduct.facts import Adjudicated, Cause, EndReason, MoveForced, Redone, TermsSet, Undone
from quarterdeck_rules.conduct.play import move_refusal
from quarterdeck_rules.conduct.undo import redo_refusal, redo_target, undo_refusal
from quarterdeck_rules.engine.agenda import Agenda, open_decisions
from quarterdeck_rules.engine.game import Closed, Created, Ended, Forked, Joined, Seeded, Started
from quarterdeck_rules.engine.judge import Events, decide, default_answer, join, start
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import S
from quarterdeck_rules.engine.title import Standing, Title

Judged = Events | Refusal
"""What a command comes to, its facts of conduct left out."""


class Difference(Struct, frozen=True):
    """Where a command comes to something else than its record says."""

    place: int
    """Of the event in the command, from 0."""
    detail: str


def difference_at_first(title: Title[Any], events: Sequence[Struct]) -> Difference | None:
    """The first event of a log's first command that no game begins with; nothing if there is none.

    With a fork the facts of its parent are taken as recorded: whether they are so, the parent's own file can say.
    """
    created, forked = events[0], next((event for event in events if isinstance(event, Forked)), None)
    assert isinstance(created, Created), "a log begins with the creation of its game"
    if forked is not None and not created.practice:
        return Difference(0, "a game that goes on from another one is for practice")
    beginning: tuple[type, ...] = (Seeded, TermsSet)
    if forked is not None:
        beginning = (*beginning, Forked, Joined, *title.events)
    for place, event in enumerate(events[1:-1], start=1):
        if type(event) not in beginning:
            return Difference(place, f"no game begins with {type(event).__name__}")
    nothing_waits = Closed(1, Agenda())
    return None if events[-1] == nothing_waits else Difference(len(events) - 1, "a game begins with nothing that waits")


def first_difference(case: Case[S], events: Sequence[Struct]) -> Difference | None:
    """The first event that the rules do not make of this command, after the one before it; nothing if they make all.

    Facts of conduct hang on the clock of the machine and on what people decided: they are taken as recorded, but that
    a move or an undo was allowed at all is looked at.
    """
    judged = _judged(case, events)
    if isinstance(judged, Refusal):
        return Difference(len(events) - 1, f"refused: {judged.reason} ({judged.rule})")
    left = conduct.evolved(case.conduct, events, len(case.history) + 1).left
    wanted = [_ranked(event, left) for event in judged]
    places = [place for place, event in enumerate(events) if type(event) not in conduct.FACTS]
    for place, event in zip_longest(places, wanted):
        if place is None or event is None or events[place] != event:
            at = len(events) - 1 if place is None else place
            told = type(event).__name__ if event is not None else "nothing"
            return Difference(at, f"recorded is {type(events[at]).__name__}, judged anew it is {told}")
    return None


def _judged(case: Case[S], events: Sequence[Struct]) -> Judged:
    title, game, closed = case.title, case.game, events[-1]
    assert isinstance(closed, Closed), "a command ends with its closing event"
    if (answer := closed.answer) is not None:
        forced = next((event for event in events if isinstance(event, MoveForced)), None)
        refusal = move_refusal(case, answer.seat) if forced is None else _not_forced(case, closed, forced)
        move: Struct = answer.move  # type: ignore[assignment]
        return refusal or decide(title, game, answer.seat, answer.decision, move, game.chance)
    for event in events:
        match event:
            case Joined(seat, player, entropy):
                return join(game, seat, player, entropy)
            case Started():
                return start(title, game, game.chance)
            case Undone(seat, to):
                refusal = undo_refusal(case.history, case.conduct, title.reveals, seat, to)
                return refusal or agreement.gone_back(case, event)[1:]
            case Redone(seat, to):
                refusal = redo_refusal(case.history, case.conduct, seat)
                if refusal is None and to != redo_target(case.history):
                    refusal = refuse("REDONE_ELSEWHERE", "QD-UNDO-4", to=to)
                return refusal or agreement.gone_back(case, event)[1:]
            case Ended():
                return (_result(case, event, events), case.nothing_left)
    return (case.as_it_was,)


def _not_forced(case: Case[S], closed: Closed, forced: MoveForced) -> Refusal | None:
    """Why the move made in a seat's place is not the one to make."""
    answer = closed.answer
    assert answer is not None
    opened = next((one for one in open_decisions(case.game.agenda) if one.id == answer.decision), None)
    if forced.seat != answer.seat or opened is None:
        return refuse("FORCED_ELSEWHERE", "QD-TIME-2", seat=forced.seat)
    # What the house bot takes to be best is no rule.
    move: object = answer.move
    if forced.cause is not Cause.HOUSE and default_answer(case.title, case.game, opened) != move:
        return refuse("NO_DEFAULT_MOVE", "QD-TIME-2", seat=forced.seat)
    return None


def _result(case: Case[S], ended: Ended, events: Sequence[Struct]) -> Ended:
    """The result that a command gives which no move ended."""
    standings: tuple[Standing, ...] = ()
    if ended.reason in (EndReason.LEFT, EndReason.ADJUDICATED):
        standings = case.title.standings(case.game.state)
        if ended.reason == EndReason.LEFT:
            left = conduct.evolved(case.conduct, events, len(case.history) + 1).left
            standings = ranked(standings, left)
        elif any(isinstance(event, Adjudicated) for event in events):
            # The points are the game's, the ranks the director's.
            ranks = {one.seat: one.rank for one in ended.standings}
            standings = tuple(Standing(one.seat, one.points, ranks.get(one.seat, one.rank)) for one in standings)
    return Ended(standings, ended.reason)


def _ranked(event: Struct, left: Sequence[int]) -> Struct:
    if isinstance(event, Ended) and event.reason == "PLAYED_OUT":
        return Ended(ranked(event.standings, left), event.reason)
    return event
