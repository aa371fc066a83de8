"""Worker turns: placing a worker and using a section's actions.

Rulebook: "b) The Worker Phase", "Action Section A" to "Action Section H".
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, Undertaking, name_of, offer
from quarterdeck_rules.cooper_island.contents import Offer
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    CooperTokenTaken,
    DiscountEnded,
    TurnBegan,
    TurnEnded,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.fees import WorkerFee
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo import meetings
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Worker
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step


class NextTurn(Effect[Island], frozen=True, tag="cooper_island.next_turn.v1"):
    """CI-TURN-1  Seats take turns from the Cooper token on; who has no available worker is skipped.

    The phase ends when nobody has one.  `seat` is whose turn it is if it has a worker.
    """

    seat: Seat

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        for place in range(island.seats):
            next_seat = (self.seat + place) % island.seats
            available = island.boards[next_seat].available
            if available.normal or available.special:
                play.record(TurnBegan(next_seat))
                play.schedule(next_seat, ChooseWorkerSpace(), EndTurn(), NextTurn((next_seat + 1) % island.seats))
                return


class ChooseWorkerSpace(Decision[Island, moves.PlaceWorker], frozen=True, tag="cooper_island.choose_worker_space.v1"):
    """CI-TURN-2  A worker has to be placed on a space of its kind that holds none of the seat's own."""

    rule = "CI-TURN-2"
    answers = (moves.PlaceWorker,)

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PlaceWorker]:
        for worker in Worker:
            if island.boards[seat].available.of(worker):
                for section in island.box.section_names:
                    yield moves.PlaceWorker(worker, section)

    def refusal(self, island: Island, seat: Seat, move: moves.PlaceWorker) -> Refusal | None:
        if not island.boards[seat].available.of(move.worker):
            return refuse(Reason.NO_WORKER, "CI-TURN-2", worker=move.worker)
        if move.section not in island.box.sections:
            return refuse(Reason.NO_SUCH_SECTION, "CI-TURN-2", section=move.section)
        if seat in stack_on(island, move.section, move.worker):
            return refuse(Reason.OWN_WORKER_THERE, "CI-TURN-3", section=move.section, worker=move.worker)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PlaceWorker) -> None:
        below = stack_on(play.state, move.section, move.worker)
        met = meetings.is_held(play.state, move.section, move.worker)
        play.record(WorkerPlaced(seat, move.worker, move.section))
        first = not below and not met
        fee: tuple[Step, ...] = (meetings.CoverStranger(),) if met else (WorkerFee(below[-1]),) if below else ()
        if first and play.state.cooper is not None and _brings_token(play.state, move):
            meetings.take_token_space(play)
        play.schedule(seat, *fee, OfferSection(move.section, move.worker, first=first))


def _brings_token(island: Island, move: moves.PlaceWorker) -> bool:
    """Whether the symbol of the space offers the Cooper token."""
    offers = island.box.sections[move.section].offered(move.worker, first=True)
    return any(isinstance(action, TakeCooperToken) for offer in offers for action in offer.one_of)


def stack_on(island: Island, section: str, worker: Worker) -> tuple[Seat, ...]:
    """Whose workers lie on a worker space, the first at the bottom."""
    for stack in island.stacks:
        if stack.section == section and stack.worker is worker:
            return stack.seats
    return ()


class OfferSection(Effect[Island], frozen=True, tag="cooper_island.offer_section.v1"):
    """CI-TURN-4  The section's actions stay on offer while one is left that can be done, or an anytime move is.

    `first` says that the worker found the space free: then its symbol counts.
    """

    section: str
    worker: Worker
    first: bool

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, ChooseSectionAction(self.section, self.worker, self.first))


def offers_left(island: Island, seat: Seat, section: str, worker: Worker, first: bool) -> dict[str, Action]:
    """CI-TURN-5  The actions of a section that are still on offer, by name.

    Of each offer one action is chosen; an offer may let that one be done again.
    """
    taken = island.boards[seat].taken
    left: dict[str, Action] = {}
    for group in island.box.sections[section].offered(worker, first):
        left.update(_left_of(group, taken))
    return left


def _left_of(offer: Offer, taken: tuple[str, ...]) -> dict[str, Action]:
    named: dict[str, Action] = {name_of(action): action for action in offer.one_of if isinstance(action, Action)}
    chosen = next((name for name in named if name in taken), None)
    if chosen is None:
        return named
    return {chosen: named[chosen]} if taken.count(chosen) < offer.times else {}


class ChooseSectionAction(
    Decision[Island, moves.Perform | moves.Finish], frozen=True, tag="cooper_island.choose_section_action.v1"
):
    """CI-TURN-6  Actions in any order, each performed or forfeited; finishing ends the turn (rulings 24 and 30)."""

    rule = "CI-TURN-6"
    answers = (moves.Perform, moves.Finish)
    section: str
    worker: Worker
    first: bool

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.Perform | moves.Finish]:
        for name in offers_left(island, seat, self.section, self.worker, self.first):
            yield moves.Perform(name)
        yield moves.Finish()

    def refusal(self, island: Island, seat: Seat, move: moves.Perform | moves.Finish) -> Refusal | None:
        if isinstance(move, moves.Finish):
            return None
        offered = offers_left(island, seat, self.section, self.worker, self.first)
        if move.action not in offered:
            return refuse(Reason.NOT_ON_OFFER, "CI-TURN-5", action=move.action, on_offer=tuple(offered))
        return offered[move.action].obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Perform | moves.Finish) -> None:
        if isinstance(move, moves.Finish):
            return
        action = offers_left(play.state, seat, self.section, self.worker, self.first)[move.action]
        play.schedule(seat, OfferSection(self.section, self.worker, self.first))  # comes after the action
        perform_offered(play, seat, move.action, action)

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        return is_over(play, seat, offers_left(play.state, seat, self.section, self.worker, self.first))


def is_over(play: Play[Island], seat: Seat, offered: Mapping[str, Action]) -> bool:
    """Whether none of the actions on offer could be done, and no anytime move is left that could change it."""
    possible = any(action.obstacle(play.state, seat) is None for action in offered.values())
    return not possible and not play.has_anytime_move(seat)


def perform_offered(play: Play[Island], seat: Seat, name: str, action: Action) -> None:
    """Perform an action of a hand or section: an undertaking counts as taken once it is committed, others at once."""
    if isinstance(action, Undertaking):
        play.schedule(seat, replace(action, offered=name))
    else:
        play.record(ActionTaken(seat, name))
        play.schedule(seat, action)


class TakeCooperToken(Action, frozen=True, tag="cooper_island.take_cooper_token.v1"):
    """CI-TURN-7  Take the Cooper token: the seat starts from the next round on; this round's turns do not change."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        if island.cooper is not None:
            return refuse(Reason.NO_COOPER_TOKEN, "CI-SOLO-MEET-2")
        return refuse(Reason.TOKEN_HELD, "CI-TURN-7") if island.token == seat else None

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(CooperTokenTaken(seat))


class EndTurn(Effect[Island], frozen=True, tag="cooper_island.end_turn.v1"):
    """CI-TURN-8  The turn ends; a discount that was not used lapses."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        if play.state.boards[seat].discount:
            play.record(DiscountEnded(seat))
        play.record(TurnEnded(seat))
