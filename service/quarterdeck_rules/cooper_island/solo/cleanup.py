"""Cooper's clean-up, and the workers that the seat leaves behind.  Solo rulebook, cards 8 and 9."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.events import (
    CooperDeckShuffled,
    CooperTokenMoved,
    CooperWorkersReturned,
    ThirdWorkerPlaced,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.solo.cards import cooper_of
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Worker
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step


def clean_up_first(island: Island) -> tuple[Step, ...]:
    """CI-SOLO-CLEAN-1  Cooper's clean-up comes first; after the last round nothing that it does would count."""
    is_last = island.round == island.box.numbers.rounds
    return () if island.cooper is None or is_last else (CooperCleanUp(),)


class CooperCleanUp(Effect[Island], frozen=True, tag="cooper_island.cooper_clean_up.v1"):
    """CI-SOLO-CLEAN-1  Before the seat's clean-up: workers go home, tokens move cards, discards become deck again."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(CooperWorkersReturned())
        play.schedule(seat, *(MoveTokens() for _ in range(cooper_of(play.state).tokens)), ShuffleDiscards())


class MoveTokens(Effect[Island], frozen=True, tag="cooper_island.move_tokens.v1"):
    """CI-SOLO-CLEAN-2  A token that waits goes to a free space, as long as there is one and a card to move."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        choice = ChooseCleanUpSpace()
        if any(choice.refusal(play.state, seat, move) is None for move in choice.candidates(play.state, seat)):
            play.schedule(seat, choice)


class ChooseCleanUpSpace(
    Decision[Island, moves.MoveCooperToken], frozen=True, tag="cooper_island.choose_clean_up_space.v1"
):
    """CI-SOLO-CLEAN-3  Which free space, and which card of the discard pile: under the deck, on top, or left out.

    No anytime move may stand beside it: it is Cooper's clean-up.
    """

    rule = "CI-SOLO-CLEAN-3"
    answers = (moves.MoveCooperToken,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.MoveCooperToken]:
        cooper = cooper_of(island)
        for space in island.box.contents.clean_up_spaces:
            if space.id not in cooper.spaces:
                for card in cooper.discard:
                    yield moves.MoveCooperToken(space.id, card)

    def refusal(self, island: Island, seat: Seat, move: moves.MoveCooperToken) -> Refusal | None:
        cooper = cooper_of(island)
        if move.space not in {space.id for space in island.box.contents.clean_up_spaces}:
            return refuse(Reason.NO_SUCH_SPACE, "CI-SOLO-CLEAN-3", space=move.space)
        if move.space in cooper.spaces:
            return refuse(Reason.CLEAN_UP_SPACE_TAKEN, "CI-SOLO-CLEAN-3", space=move.space)
        if move.card not in cooper.discard:
            return refuse(Reason.NOT_DISCARDED, "CI-SOLO-CLEAN-3", card=move.card, discard=cooper.discard)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.MoveCooperToken) -> None:
        play.record(CooperTokenMoved(move.space, move.card))


class ShuffleDiscards(Effect[Island], frozen=True, tag="cooper_island.shuffle_discards.v1"):
    """CI-SOLO-CLEAN-4  The discard pile is shuffled and lies on top of the deck; a card left out stays behind."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(CooperDeckShuffled())


def leave_behind(play: Play[Island]) -> None:
    """CI-SOLO-CLEAN-5  Where the seat's workers go home from A, C, E or G, workers of the third color stay instead.

    After the last round none is left: those of the round before are still there, since nobody took them home.
    """
    island, numbers = play.state, play.state.box.numbers
    if island.cooper is None or island.round == numbers.rounds:
        return
    left = {Worker.NORMAL: numbers.third_normal_workers, Worker.SPECIAL: numbers.third_special_workers}
    for stack in island.stacks:
        if island.box.sections[stack.section].keeps_third_color and left[stack.worker]:
            left[stack.worker] -= 1
            play.record(ThirdWorkerPlaced(stack.worker, stack.section))
