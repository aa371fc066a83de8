"""Actions: effects that a seat may perform or forfeit.  Components are made of them."""

from collections.abc import Iterable
from typing import Any

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.events import ActionTaken
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step


class Action(Effect[Island], frozen=True):
    """Something that a seat may do.  What cannot or need not be done is forfeited."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        """Why nothing at all would happen, or nothing."""
        return None


class Undertaking(Action, frozen=True):
    """An action that is committed by a move within it; until then it can be given up.

    `offered` is the name under which a hand or section offers it: it counts as taken once it is committed.
    """

    offered: str = ""


class CardUndertaking(Undertaking, frozen=True):
    """An undertaking whose payment may also be what turns a large building card."""

    card: str = ""


def card_bars(card: str, move: object) -> Refusal | None:
    """CI-ANY-4  A card whose use has begun, and that its payment will turn, is not used once more in between."""
    if card and isinstance(move, moves.UseCard) and move.card == card:
        return refuse(Reason.CARD_IN_USE, "CI-ANY-4", card=card)
    return None


def nothing_possible(refusals: Iterable[Refusal | None], none_there: Refusal) -> Refusal | None:
    """Why none of several choices can be made: the first one's refusal, or that there is none; nothing if one can."""
    first = None
    for refusal in refusals:
        if refusal is None:
            return None
        first = first or refusal
    return first or none_there


def commit(play: Play[Island], seat: Seat, offered: str) -> None:
    """Count an offered action as taken."""
    if offered:
        play.record(ActionTaken(seat, offered))


def name_of(action: Step) -> str:
    """The name under which an action is offered: its stored name without title and version."""
    return str(type(action).__struct_config__.tag).split(".")[1]  # type: ignore[attr-defined]


def offer(play: Play[Island], seat: Seat, choice: Decision[Island, Any]) -> None:
    """CI-ACT-2  Ask a seat, unless nothing is left that it could do there: then it ends or is forfeited by itself."""
    if not choice.lapses(play, seat):
        play.schedule(seat, choice)


class OfferAction(Effect[Island], frozen=True, tag="cooper_island.offer_action.v1"):
    """CI-ACT-1  A single action may be performed or forfeited; anytime moves may make room for it first."""

    name: str
    action: Step

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, PerformOrForfeit(self.name, self.action))


class PerformOrForfeit(
    Decision[Island, moves.Perform | moves.Forfeit], frozen=True, tag="cooper_island.perform_or_forfeit.v1"
):
    """CI-ACT-1  A single action on offer, for example of a log book just gained."""

    rule = "CI-ACT-1"
    answers = (moves.Perform, moves.Forfeit)
    name: str
    action: Step

    def candidates(self, island: Island, seat: Seat) -> tuple[moves.Perform | moves.Forfeit, ...]:
        return moves.Perform(self.name), moves.Forfeit()

    def refusal(self, island: Island, seat: Seat, move: moves.Perform | moves.Forfeit) -> Refusal | None:
        if isinstance(move, moves.Forfeit):
            return None
        if move.action != self.name:
            return refuse(Reason.NOT_ON_OFFER, "CI-ACT-1", action=move.action, on_offer=self.name)
        assert isinstance(self.action, Action)
        return self.action.obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Perform | moves.Forfeit) -> None:
        if isinstance(move, moves.Perform):
            play.schedule(seat, self.action)

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        return self.refusal(play.state, seat, moves.Perform(self.name)) is not None and not play.has_anytime_move(seat)
