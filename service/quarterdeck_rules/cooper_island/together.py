"""Phases and steps in which all seats act.  Rulebook: "General Notes and Special Cases"."""

from collections.abc import Mapping

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import offer
from quarterdeck_rules.cooper_island.events import DiscountEnded, StepFinished
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step


def together(play: Play[Island], steps: Mapping[Seat, tuple[Step, ...]]) -> None:
    """CI-ORDER-1  All at once, or (as an option of the game) one seat after the other from the Cooper token."""
    if play.state.options.acting == "at_once":
        play.all_at_once(steps)
        return
    for seat in reversed(tuple(play.state.from_token())):
        play.schedule(seat, *steps.get(seat, ()))


class KeepWindow(Effect[Island], frozen=True, tag="cooper_island.keep_window.v1"):
    """CI-ORDER-2  A seat that still has an anytime move ends the step itself; others pass (ruling 55)."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, EndStep())


class EndStep(Decision[Island, moves.Finish], frozen=True, tag="cooper_island.end_step.v1"):
    """CI-ORDER-2  Anytime moves are still possible in this step; finishing is final."""

    rule = "CI-ORDER-2"
    answers = (moves.Finish,)

    def candidates(self, island: Island, seat: Seat) -> tuple[moves.Finish, ...]:
        return (moves.Finish(),)

    def refusal(self, island: Island, seat: Seat, move: moves.Finish) -> Refusal | None:
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Finish) -> None:
        play.record(StepFinished(seat))

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        return not play.has_anytime_move(seat)


class AskAgain(Effect[Island], frozen=True, tag="cooper_island.ask_again.v1"):
    """CI-ORDER-3  Who passed by itself is asked after all if others' moves have since brought it something to do.

    For the last chances to use what came to a marketplace: the sixth step of a clean-up, and before scoring.
    """

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        passed = [
            owner for owner, board in enumerate(island.boards) if not board.finished and play.has_anytime_move(owner)
        ]
        if passed:
            play.schedule(seat, AskAgain())
            together(play, {owner: (KeepWindow(),) for owner in passed})


class LapseDiscounts(Effect[Island], frozen=True, tag="cooper_island.lapse_discounts.v1"):
    """CI-CARD-L13  A discount that was not used lapses at the end of the phase or step."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        for owner, board in enumerate(play.state.boards):
            if board.discount:
                play.record(DiscountEnded(owner))
