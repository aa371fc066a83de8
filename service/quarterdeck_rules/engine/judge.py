"""The judge: from a seat's move to the events it makes, or to a refusal.  Pure: nothing here changes a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import Chance, Drawing
from quarterdeck_rules.engine.game import Answer, Closed, Ended, Game, Joined, Started, Status, extend
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.play import Play, barred
from quarterdeck_rules.engine.refusal import EngineReason, Refusal, refuse
from quarterdeck_rules.engine.steps import AnyAnytime, Move, S, Seat
from quarterdeck_rules.engine.title import Title

Events = tuple[Struct, ...]
"""What an accepted command puts on the log, ended by its closing event."""


def join(game: Game[Any], seat: Seat | None, player: str, entropy: str = "") -> Events | Refusal:
    """Seat a player: on the seat named, or on the next free one; with what the player adds to the seed."""
    if refusal := not_waiting(game):
        return refusal
    if seat is None:
        seat = next((number for number, holder in enumerate(game.players) if holder is None), None)
    if seat is None or game.players[seat] is not None:
        return refuse(EngineReason.SEAT_TAKEN, "QD-JOIN-1", seat="" if seat is None else seat)
    if entropy and game.created.deal:
        return refuse(EngineReason.DEAL_IS_SHARED, "QD-CHANCE-1")
    return (Joined(seat, player, entropy), Closed(game.revision + 1, game.agenda))


def start(title: Title[S], game: Game[S], chance: Chance) -> Events | Refusal:
    """Set the game up, or, where it is a fork, ask anew what waited there.  All seats have to be taken."""
    if refusal := not_waiting(game):
        return refusal
    if None in game.players:
        return refuse(EngineReason.SEATS_OPEN, "QD-START-1", open=game.players.count(None))
    begun = Started()
    if game.forked is not None:
        revision = game.revision + 1
        return begun, Closed(revision, game.forked.agenda.asked_in(revision))
    play = _play(title, game, chance)
    title.set_up(play)
    return (begun, *_closed(title, game, play))


def decide(
    title: Title[S], game: Game[S], seat: Seat, decision_id: str, move: Struct, chance: Chance
) -> Events | Refusal:
    """Judge a move: the facts it makes, ended by the closing event, or why it is refused."""
    done = _resolved(title, game, seat, decision_id, move, chance)
    return done if isinstance(done, Refusal) else _closed(title, game, *done, answer_of(seat, decision_id, move))


def carry_out(
    title: Title[S], game: Game[S], seat: Seat, decision_id: str, move: Struct, chance: Chance
) -> tuple[Events, Game[S]] | Refusal:
    """Judge a move, and give the game after it: the same as folding the facts, which were folded once already."""
    done = _resolved(title, game, seat, decision_id, move, chance)
    if isinstance(done, Refusal):
        return done
    play, lane = done
    events = _closed(title, game, play, lane, answer_of(seat, decision_id, move))
    return events, extend(title, replace(game, state=play.state), events[len(play.events) :])


def _resolved(
    title: Title[S], game: Game[S], seat: Seat, decision_id: str, move: Struct, chance: Chance
) -> tuple[Play[S], int] | Refusal:
    """A move being carried out, and the lane it was made in; or why it is refused."""
    found = find(title, game, seat, decision_id, move)
    if isinstance(found, Refusal):
        return found
    opened, anytime = found
    play = _play(title, game, chance)
    if anytime is None:
        due = play.take(opened.lane)
        opened.decision.resolve(play, due.seat, move)
    else:
        play.enter(opened.lane)
        anytime.resolve(play, seat, move)
    return play, opened.lane


def find(
    title: Title[S], game: Game[S], seat: Seat, decision_id: str, move: Struct
) -> tuple[OpenDecision, AnyAnytime | None] | Refusal:
    """The open decision that a move answers, and the kind of anytime move it is, if one; or why it is refused.

    This is the whole check: a move for which it gives no refusal is legal, and carrying it out draws nothing.
    """
    if refusal := not_active(game):
        return refusal
    opened = next((one for one in open_decisions(game.agenda) if one.id == decision_id and one.seat == seat), None)
    if opened is None:
        return refuse(EngineReason.DECISION_CLOSED, "QD-MOVE-2", decision=decision_id)
    if isinstance(move, opened.decision.answers):
        return opened.decision.refusal(game.state, seat, move) or (opened, None)
    if opened.decision.interruptible:
        for anytime in title.anytime:
            if type(move) is anytime.move:
                waiting = game.agenda.lane(opened.lane).steps
                refusal = barred(waiting, game.state, seat, move) or anytime.refusal(game.state, seat, move)
                return refusal or (opened, anytime)
    return refuse(
        EngineReason.MOVE_NOT_EXPECTED, "QD-MOVE-3", asked=word_of(type(opened.decision)), move=word_of(type(move))
    )


def default_answer(title: Title[S], game: Game[S], opened: OpenDecision) -> Struct | None:
    """The move that is made for a seat which makes none: its decision's default, or else the first legal one.

    An anytime move only where there is no answer yet; nothing if there is none either.
    """
    decision, state = opened.decision, game.state
    wanted = decision.default(state, opened.seat)
    if wanted is not None and decision.refusal(state, opened.seat, wanted) is None:
        default: Struct = wanted
        return default
    answer = next(legal_answers(game, opened), None)
    return answer if answer is not None else next(legal_anytime(title, game, opened), None)


def legal_answers(game: Game[Any], opened: OpenDecision) -> Iterator[Struct]:
    """The legal answers to an open decision, lazily and in a fixed order."""
    state, seat, decision = game.state, opened.seat, opened.decision
    for move in decision.candidates(state, seat):
        if decision.refusal(state, seat, move) is None:
            yield move


def legal_anytime(title: Title[S], game: Game[S], opened: OpenDecision) -> Iterator[Struct]:
    """The anytime moves that may stand beside an open decision, lazily and in a fixed order."""
    if opened.decision.interruptible:
        waiting = game.agenda.lane(opened.lane).steps
        for move in title.anytime_moves(game.state, opened.seat):
            if barred(waiting, game.state, opened.seat, move) is None:
                yield move


def _play(title: Title[S], game: Game[S], chance: Chance) -> Play[S]:
    return Play(title, game.state, game.agenda, Drawing(chance, game.draws))


def answer_of(seat: Seat, decision_id: str, move: Struct) -> Answer:
    """A move as it is stored."""
    return Answer(seat, decision_id, cast(Move, move))


def _closed(
    title: Title[S], game: Game[S], play: Play[S], touched: int | None = None, answer: Answer | None = None
) -> Events:
    """All that was recorded, ended by the closing event.  Lanes that moved or waited are asked anew by it."""
    if touched is None:
        play.settle()
    else:
        play.settle_lane(touched, game.agenda.lane(touched).steps)
    revision = game.revision + 1
    before = {lane.number: lane.steps for lane in game.agenda.live}
    agenda = play.agenda
    for lane in agenda.live:
        if lane.number == touched or before.get(lane.number) is not lane.steps:
            agenda = agenda.with_steps(lane.number, lane.steps, revision)
    ended = (Ended(title.standings(play.state)),) if agenda.is_empty else ()
    return (*play.events, *ended, Closed(revision, agenda, play.chance.made, answer))


def not_active(game: Game[Any]) -> Refusal | None:
    """Why nothing can be done that belongs to a game being played; nothing if it is."""
    if game.status is Status.ACTIVE:
        return None
    return refuse(
        EngineReason.GAME_ENDED if game.status is Status.ENDED else EngineReason.GAME_NOT_STARTED, "QD-MOVE-1"
    )


def not_waiting(game: Game[Any]) -> Refusal | None:
    """Why nothing can be done that belongs before the start; nothing if it can."""
    if game.status is Status.WAITING:
        return None
    reason = EngineReason.GAME_ENDED if game.status is Status.ENDED else EngineReason.GAME_ALREADY_STARTED
    return refuse(reason, "QD-START-2")
