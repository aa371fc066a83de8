"""Income boats: building them and using their actions.

Rulebook: "Action Section B", "Overview of the Income Actions on Income Boats".
"""

from collections.abc import Iterator

from msgspec import Struct

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, CardUndertaking, card_bars, nothing_possible, offer
from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.costs import PayCost, cannot_pay, reduction
from quarterdeck_rules.cooper_island.events import BoatBuilt
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.solo.meetings import when_complete
from quarterdeck_rules.cooper_island.state import Island, Moored
from quarterdeck_rules.cooper_island.terms import Cost, Count, Positive
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


class BuildIncomeBoat(CardUndertaking, frozen=True, tag="cooper_island.build_income_boat.v1"):
    """CI-BOAT-1  Build an income boat: pay, gain the helm points of the landing space, then its action."""

    less: Count = 0

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        choice = ChooseBoat(self.less, "", "")
        refusals = (choice.refusal(island, seat, move) for move in choice.boats(island, seat))
        return nothing_possible(refusals, refuse(Reason.NO_BOAT_LEFT, "CI-BOAT-1", boats=island.boards[seat].boats))

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseBoat(self.less, self.offered, self.card))


class ChooseBoat(Decision[Island, moves.BuildBoat | moves.GiveUp], frozen=True, tag="cooper_island.choose_boat.v1"):
    """CI-BOAT-2  Any boat of the reserve on any free landing space that the seat can pay for."""

    rule = "CI-BOAT-2"
    answers = (moves.BuildBoat, moves.GiveUp)
    less: int
    offered: str
    card: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.BuildBoat | moves.GiveUp]:
        yield from self.boats(island, seat)
        yield moves.GiveUp()

    def boats(self, island: Island, seat: Seat) -> Iterator[moves.BuildBoat]:
        """Every boat in reserve on every free landing space."""
        board = island.boards[seat]
        for landing, moored in zip(island.box.landing_names, board.moored, strict=True):
            if moored is None:
                for boat in board.boats:
                    yield moves.BuildBoat(boat, landing)

    def refusal(self, island: Island, seat: Seat, move: moves.BuildBoat | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        board = island.boards[seat]
        if move.boat not in board.boats:
            return refuse(Reason.NOT_IN_RESERVE, "CI-BOAT-1", boat=move.boat, reserve=board.boats)
        landing = island.box.landing_spaces.get(move.landing)
        if landing is None or board.moored[island.box.landing_names.index(move.landing)] is not None:
            return refuse(Reason.LANDING_TAKEN, "CI-BOAT-1", landing=move.landing)
        return cannot_pay(island, seat, landing.cost, reduction(island, seat, Purchase.BOAT, self.less), "CI-BOAT-2")

    def resolve(self, play: Play[Island], seat: Seat, move: moves.BuildBoat | moves.GiveUp) -> None:
        if isinstance(move, moves.BuildBoat):
            play.schedule(seat, PayForBoat(self.less, self.offered, self.card, move.boat, move.landing))

    def bars(self, island: Island, seat: Seat, move: object) -> Refusal | None:
        return card_bars(self.card, move)


class PayForBoat(PayCost, frozen=True, tag="cooper_island.pay_for_boat.v1"):
    """CI-BOAT-3  After the payment: the boat lands, helm points, then its action once."""

    rule = "CI-BOAT-3"
    boat: str
    landing: str

    def cost(self, island: Island) -> Cost:
        return island.box.landing_spaces[self.landing].cost

    def reduction(self, island: Island, seat: Seat) -> int:
        return reduction(island, seat, Purchase.BOAT, self.less)

    def bought(self, play: Play[Island], seat: Seat) -> None:
        box = play.state.box
        play.record(BoatBuilt(seat, self.boat, self.landing))
        play.schedule(
            seat,
            GainHelm(box.landing_spaces[self.landing].helm_points),
            OfferNewBoat(self.boat),
            *when_complete(play.state, Purchase.BOAT),
        )


class OfferNewBoat(Effect[Island], frozen=True, tag="cooper_island.offer_new_boat.v1"):
    """CI-BOAT-4  A boat just built acts once, or its action is forfeited."""

    boat: str

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, UseNewBoat(self.boat))


class UseNewBoat(Decision[Island, moves.Perform | moves.Forfeit], frozen=True, tag="cooper_island.use_new_boat.v1"):
    """CI-BOAT-4  The action of the boat just built; none if its own voyage has seen it turned face down."""

    rule = "CI-BOAT-4"
    answers = (moves.Perform, moves.Forfeit)
    boat: str

    def candidates(self, island: Island, seat: Seat) -> tuple[moves.Perform | moves.Forfeit, ...]:
        return moves.Perform(self.boat), moves.Forfeit()

    def refusal(self, island: Island, seat: Seat, move: moves.Perform | moves.Forfeit) -> Refusal | None:
        if isinstance(move, moves.Forfeit):
            return None
        if move.action != self.boat or not self._is_face_up(island, seat):
            return refuse(Reason.NOT_ON_OFFER, "CI-BOAT-4", action=move.action, on_offer=self.boat)
        return boat_action(island, self.boat).obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Perform | moves.Forfeit) -> None:
        if isinstance(move, moves.Perform):
            play.schedule(seat, boat_action(play.state, self.boat))

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        if not self._is_face_up(play.state, seat):
            return True
        impossible = boat_action(play.state, self.boat).obstacle(play.state, seat) is not None
        return impossible and not play.has_anytime_move(seat)

    def _is_face_up(self, island: Island, seat: Seat) -> bool:
        return any(moored == Moored(self.boat) for moored in island.boards[seat].moored)


class BuiltBoat(Struct, frozen=True):
    """A built boat, by owner."""

    owner: Seat
    boat: str


def boats_to_use(island: Island) -> Iterator[BuiltBoat]:
    """CI-BOAT-5  Built face-up boats of all seats, except those that copy (ruling 46)."""
    for owner, board in enumerate(island.boards):
        for moored in board.moored:
            if moored is not None and not moored.face_down and not island.box.boats[moored.boat].copies:
                yield BuiltBoat(owner, moored.boat)


def boat_action(island: Island, boat: str) -> Action:
    """The income action of a boat."""
    action = island.box.boats[boat].action
    assert isinstance(action, Action)
    return action


class UseBoats(Action, frozen=True, tag="cooper_island.use_boats.v1"):
    """CI-BOAT-5  Income actions of different built boats, anybody's."""

    count: Positive = 1

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        if _usable(island, seat, ()):
            return None
        return refuse(Reason.NO_TARGET, "CI-BOAT-5")

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, OfferBoats(self.count, ()))


class OfferBoats(Effect[Island], frozen=True, tag="cooper_island.offer_boats.v1"):
    """CI-BOAT-5  Up to so many more boats may be used."""

    left: int
    used: tuple[BuiltBoat, ...]

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, ChooseBuiltBoat(self.left, self.used))


def _usable(island: Island, seat: Seat, used: tuple[BuiltBoat, ...]) -> bool:
    return any(
        boat not in used and boat_action(island, boat.boat).obstacle(island, seat) is None
        for boat in boats_to_use(island)
    )


class ChooseBuiltBoat(
    Decision[Island, moves.UseBoat | moves.Forfeit], frozen=True, tag="cooper_island.choose_built_boat.v1"
):
    """CI-BOAT-5  Which boat's action comes next, or none."""

    rule = "CI-BOAT-5"
    answers = (moves.UseBoat, moves.Forfeit)
    left: int
    used: tuple[BuiltBoat, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.UseBoat | moves.Forfeit]:
        for boat in boats_to_use(island):
            yield moves.UseBoat(boat.owner, boat.boat)
        yield moves.Forfeit()

    def refusal(self, island: Island, seat: Seat, move: moves.UseBoat | moves.Forfeit) -> Refusal | None:
        if isinstance(move, moves.Forfeit):
            return None
        boat = BuiltBoat(move.owner, move.boat)
        if boat in self.used or boat not in boats_to_use(island):
            return refuse(Reason.NOT_ON_OFFER, "CI-BOAT-5", owner=move.owner, boat=move.boat)
        return boat_action(island, move.boat).obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.UseBoat | moves.Forfeit) -> None:
        if isinstance(move, moves.UseBoat):
            used = (*self.used, BuiltBoat(move.owner, move.boat))
            play.schedule(seat, boat_action(play.state, move.boat), OfferBoats(self.left - 1, used))

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        others = any(boat not in self.used for boat in boats_to_use(play.state))
        if not self.left or not others:
            return True
        return not _usable(play.state, seat, self.used) and not play.has_anytime_move(seat)
