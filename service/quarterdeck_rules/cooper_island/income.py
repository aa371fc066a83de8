"""The income phase.  Rulebook: "a) The Income Phase"."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, offer
from quarterdeck_rules.cooper_island.boats import boat_action
from quarterdeck_rules.cooper_island.events import PhaseBegan
from quarterdeck_rules.cooper_island.islets import PlaceIsletTile
from quarterdeck_rules.cooper_island.land import PlaceDoubleTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sections import is_over, perform_offered
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Phase
from quarterdeck_rules.cooper_island.together import LapseDiscounts, together
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat

FIXED_HANDS: dict[str, Action] = {"place_islet_tile": PlaceIsletTile(), "place_double_tile": PlaceDoubleTile()}
"""The two hands of every player board; built boats add theirs."""


class BeginIncome(Effect[Island], frozen=True, tag="cooper_island.begin_income.v1"):
    """CI-INCOME-1  All seats use their hands at once: the two fixed ones, and one for each face-up boat.

    A boat built during the phase acts when it is built and is no further hand (ruling 8): the hands are fixed now.
    """

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(PhaseBegan(Phase.INCOME))
        play.schedule(seat, LapseDiscounts())
        hands = {
            owner: (*FIXED_HANDS, *(boat.boat for boat in board.moored if boat is not None and not boat.face_down))
            for owner, board in enumerate(play.state.boards)
        }
        together(play, {owner: (OfferHands(own),) for owner, own in hands.items()})


class OfferHands(Effect[Island], frozen=True, tag="cooper_island.offer_hands.v1"):
    """CI-INCOME-2  A seat has finished when it says so, or when nothing is left that it could do (ruling 5)."""

    hands: tuple[str, ...]

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, ChooseHand(self.hands))


def hands_left(island: Island, seat: Seat, hands: tuple[str, ...]) -> dict[str, Action]:
    """CI-INCOME-3  The hands that are not used, with their actions.  A boat turned face down gives no income."""
    board = island.boards[seat]
    face_down = {moored.boat for moored in board.moored if moored is not None and moored.face_down}
    return {
        hand: FIXED_HANDS[hand] if hand in FIXED_HANDS else boat_action(island, hand)
        for hand in hands
        if hand not in board.taken and hand not in face_down
    }


class ChooseHand(Decision[Island, moves.Perform | moves.Finish], frozen=True, tag="cooper_island.choose_hand.v1"):
    """CI-INCOME-3  Each hand once, in any order; what is left is forfeited by finishing."""

    rule = "CI-INCOME-3"
    answers = (moves.Perform, moves.Finish)
    hands: tuple[str, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.Perform | moves.Finish]:
        for hand in hands_left(island, seat, self.hands):
            yield moves.Perform(hand)
        yield moves.Finish()

    def refusal(self, island: Island, seat: Seat, move: moves.Perform | moves.Finish) -> Refusal | None:
        if isinstance(move, moves.Finish):
            return None
        left = hands_left(island, seat, self.hands)
        if move.action not in left:
            return refuse(Reason.NOT_ON_OFFER, "CI-INCOME-3", action=move.action, on_offer=tuple(left))
        return left[move.action].obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Perform | moves.Finish) -> None:
        if isinstance(move, moves.Finish):
            return
        action = hands_left(play.state, seat, self.hands)[move.action]
        play.schedule(seat, OfferHands(self.hands))  # comes after the action
        perform_offered(play, seat, move.action, action)

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        return is_over(play, seat, hands_left(play.state, seat, self.hands))
