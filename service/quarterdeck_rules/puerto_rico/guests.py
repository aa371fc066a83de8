"""The guest house, and the turn of a seat that may have to ask for its guests first.  Expansion: "Guest House"."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import AnyDecision, Anytime, Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import GuestMoved
from quarterdeck_rules.puerto_rico.functions import not_occupied
from quarterdeck_rules.puerto_rico.moves import Forfeit, MoveGuest
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Board, Colony
from quarterdeck_rules.puerto_rico.terms import PLOTS

GUEST_HOUSE = "guest_house"


def circles(colony: Colony, board: Board) -> list[tuple[str, int, int]]:
    """PR-MAYOR-3  Kinds of tiles and buildings that take colonists: the spot, its circles, colonists on them."""
    kinds = colony.box.buildings
    spots = [(PLOTS[place], there, board.manned[place]) for place, there in enumerate(board.plots) if there]
    spots += [
        (built.building, room, built.colonists) for built in board.city if (room := kinds[built.building].circles)
    ]
    return spots


def has_guests_to_move(colony: Colony, seat: Seat) -> bool:
    """Whether a guest of the seat has somewhere to go."""
    board = colony.boards[seat]
    return bool(board.on(GUEST_HOUSE)) and any(
        there < room for spot, room, there in circles(colony, board) if spot != GUEST_HOUSE
    )


class GuestMove(Anytime[Colony, MoveGuest]):
    """PR-GUEST-1  At decisions of its seat (ruling 31) a guest may go to an empty circle, and works there at once."""

    move = MoveGuest

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[MoveGuest]:
        board = colony.boards[seat]
        if board.on(GUEST_HOUSE):
            for spot, room, there in circles(colony, board):
                if there < room:
                    yield MoveGuest(spot)

    def refusal(self, colony: Colony, seat: Seat, move: MoveGuest) -> Refusal | None:
        board = colony.boards[seat]
        if refusal := not_occupied(board, GUEST_HOUSE, "PR-GUEST-1"):
            return refusal
        rooms = {spot: room - there for spot, room, there in circles(colony, board) if spot != GUEST_HOUSE}
        if move.spot not in rooms:
            return refuse(Reason.NO_SUCH_SPOT, "PR-GUEST-1", spot=move.spot)
        if not rooms[move.spot]:
            return refuse(Reason.NO_EMPTY_CIRCLE, "PR-GUEST-1", spot=move.spot)
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: MoveGuest) -> None:
        play.record(GuestMoved(seat, move.spot))


class ChooseGuests(Decision[Colony, Forfeit], frozen=True, tag="puerto_rico.choose_guests.v1"):
    """PR-GUEST-2  Where something happens without a word of a seat, its guests may go to work before."""

    answers = (Forfeit,)
    rule = "PR-GUEST-2"

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[Forfeit]:
        yield Forfeit()

    def refusal(self, colony: Colony, seat: Seat, move: Forfeit) -> Refusal | None:
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: Forfeit) -> None:
        """Nothing is to be done: moving guests is an anytime move beside this decision."""

    def lapses(self, play: Play[Colony], seat: Seat) -> bool:
        return not has_guests_to_move(play.state, seat)


class Turn(Effect[Colony], frozen=True):
    """A seat's turn in a phase: what it may decide, asked only if it can decide something."""

    guests_asked: bool = False
    """Whether its guests have been asked for in this turn."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        decision = self.decision(play, seat)
        if decision is not None:
            play.schedule(seat, decision)
        elif self.asks_guests(play, seat):
            return
        else:
            self.done(play, seat)

    def asks_guests(self, play: Play[Colony], seat: Seat) -> bool:
        """PR-GUEST-2  Ask once for guests, and look again after it."""
        if self.guests_asked or not has_guests_to_move(play.state, seat):
            return False
        play.schedule(seat, ChooseGuests(), replace(self, guests_asked=True))
        return True

    def decision(self, play: Play[Colony], seat: Seat) -> AnyDecision | None:
        """What the seat decides, or nothing if there is nothing to decide."""
        raise NotImplementedError

    def done(self, play: Play[Colony], seat: Seat) -> None:
        """What follows if there is nothing to decide."""


def can_act(decision: Decision[Colony, Any], colony: Colony, seat: Seat) -> bool:
    """Whether a decision has an answer beside forfeiting."""
    for move in decision.candidates(colony, seat):
        if not isinstance(move, Forfeit) and decision.refusal(colony, seat, move) is None:
            return True
    return False
