"""The worker phase of a solo game: Cooper and the seat in turn.  Solo rulebook, card 6."""

from quarterdeck_rules.cooper_island.events import CooperTurnBegan, CooperTurnEnded, TurnBegan
from quarterdeck_rules.cooper_island.sections import ChooseWorkerSpace, EndTurn
from quarterdeck_rules.cooper_island.solo.cards import cooper_of
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.steps import Effect, Seat


class CooperTurn(Effect[Island], frozen=True, tag="cooper_island.cooper_turn.v1"):
    """CI-SOLO-TURN-1  Cooper begins, and carries out the top card of his deck from top to bottom."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        card = _top_card(play)
        if not card:
            play.schedule(seat, SeatTurn())
            return
        play.record(CooperTurnBegan(card))
        play.schedule(seat, *play.state.box.action_cards[card].steps, EndCooperTurn(), SeatTurn())


def _top_card(play: Play[Island]) -> str:
    """CI-SOLO-TURN-2  A start card while one is left, else the next of the deck: of shuffled ones any may be it."""
    cooper = cooper_of(play.state)
    if cooper.start:
        return play.chance.choose("start_card", play.chance.choose("start_cards", cooper.start))
    return play.chance.choose("action_card", cooper.deck[0]) if cooper.deck else ""


class EndCooperTurn(Effect[Island], frozen=True, tag="cooper_island.end_cooper_turn.v1"):
    """CI-SOLO-TURN-1  The card goes face up on the discard pile."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(CooperTurnEnded(cooper_of(play.state).card))


class SeatTurn(Effect[Island], frozen=True, tag="cooper_island.seat_turn.v1"):
    """CI-SOLO-TURN-3  The seat follows, then Cooper again; it ends after a turn of his that finds it without worker."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        available = play.state.boards[seat].available
        if available.normal or available.special:
            play.record(TurnBegan(seat))
            play.schedule(seat, ChooseWorkerSpace(), EndTurn(), CooperTurn())
