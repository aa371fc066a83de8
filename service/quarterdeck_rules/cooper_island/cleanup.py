"""The clean-up phase, seven steps, each waiting for all.  Rulebook: "c) The Clean-up Phase"."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import offer
from quarterdeck_rules.cooper_island.events import (
    CardTurned,
    CleanUpStepBegan,
    CostPaid,
    HarbormasterMoved,
    LidReturned,
    MarketCleared,
    PhaseBegan,
    StepFinished,
    WorkersReturned,
)
from quarterdeck_rules.cooper_island.feeding import FEEDING_STEP, FeedWorkers
from quarterdeck_rules.cooper_island.measures import statues
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.solo.cleanup import clean_up_first, leave_behind
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Good, Item, Phase
from quarterdeck_rules.cooper_island.together import AskAgain, KeepWindow, LapseDiscounts, together
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step

REACTIVATION_STEP, STATUE_STEP, PASSAGE_STEP, RETURN_STEP, MARKET_STEP, HARBORMASTER_STEP = range(2, 8)


class BeginCleanUp(Effect[Island], frozen=True, tag="cooper_island.begin_clean_up.v1"):
    """CI-CLEAN-1  Seven steps in order; all seats take each together and wait for each other."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(PhaseBegan(Phase.CLEAN_UP))
        steps = (CleanUpStep(step) for step in range(FEEDING_STEP, HARBORMASTER_STEP + 1))
        play.schedule(seat, *clean_up_first(play.state), *steps)


class CleanUpStep(Effect[Island], frozen=True, tag="cooper_island.clean_up_step.v1"):
    """CI-CLEAN-2  One step of the clean-up.  Steps 5 and 7 have no window: nothing could be lost by it (ruling 55)."""

    step: int

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(CleanUpStepBegan(self.step))
        if self.step == RETURN_STEP:
            leave_behind(play)
            play.record(WorkersReturned())
        elif self.step == HARBORMASTER_STEP:
            play.record(HarbormasterMoved())
        else:
            play.schedule(seat, *((AskAgain(), ClearMarkets()) if self.step == MARKET_STEP else ()), LapseDiscounts())
            together(play, dict.fromkeys(play.state.from_token(), _own_steps(self.step)))


def _own_steps(step: int) -> tuple[Step, ...]:
    """What a seat does in a step.  The first two and the fourth keep the window themselves: to finish is final."""
    own: dict[int, tuple[Step, ...]] = {
        FEEDING_STEP: (FeedWorkers(),),
        REACTIVATION_STEP: (Reactivate(),),
        STATUE_STEP: (StatueBonus(), KeepWindow()),
        PASSAGE_STEP: (PassageBonus(),),
    }
    return own.get(step, (KeepWindow(),))


class Reactivate(Effect[Island], frozen=True, tag="cooper_island.reactivate.v1"):
    """CI-CLEAN-3  One card or one lid may be reactivated for coins; with the fortress one of each for nothing."""

    card: bool = False
    """Whether a card was reactivated in this step."""
    lid: bool = False
    """Whether a lid was reactivated in this step."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, ChooseReactivation(self.card, self.lid))


class ChooseReactivation(
    Decision[Island, moves.WakeCard | moves.ReturnLid | moves.Finish],
    frozen=True,
    tag="cooper_island.choose_reactivation.v1",
):
    """CI-CLEAN-3  Which card or lid; finishing ends the step for the seat."""

    rule = "CI-CLEAN-3"
    answers = (moves.WakeCard, moves.ReturnLid, moves.Finish)
    card: bool
    lid: bool

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.WakeCard | moves.ReturnLid | moves.Finish]:
        yield from self.used(island, seat)
        yield moves.Finish()

    def used(self, island: Island, seat: Seat) -> Iterator[moves.WakeCard | moves.ReturnLid]:
        """Every used card and lid."""
        board = island.boards[seat]
        for owned in board.large_cards:
            if not owned.face_up:
                yield moves.WakeCard(owned.card)
        for crate in board.crates:
            yield moves.ReturnLid(crate)

    def refusal(
        self, island: Island, seat: Seat, move: moves.WakeCard | moves.ReturnLid | moves.Finish
    ) -> Refusal | None:
        if isinstance(move, moves.Finish):
            return None
        board, numbers = island.boards[seat], island.box.numbers
        free = is_reactivation_free(island, seat)
        wakes = isinstance(move, moves.WakeCard)
        if (self.card if wakes else self.lid) or (not free and (self.card or self.lid)):
            return refuse(Reason.REACTIVATION_USED, "CI-CLEAN-3")
        if isinstance(move, moves.WakeCard):
            owned = next((one for one in board.large_cards if one.card == move.card), None)
            if owned is None:
                return refuse(Reason.NOT_OWNED, "CI-CLEAN-3", card=move.card)
            if owned.face_up:
                return refuse(Reason.CARD_FACE_UP, "CI-CLEAN-3", card=move.card)
        elif move.crate not in board.crates:
            return refuse(Reason.CRATE_OPEN, "CI-CLEAN-3", crate=move.crate)
        coins = 0 if free else numbers.wake_card_coins if wakes else numbers.return_lid_coins
        if board.storage.count(Good.COIN) < coins:
            return refuse(Reason.CANNOT_PAY, "CI-CLEAN-3", owed=coins, there=board.storage.count(Good.COIN))
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.WakeCard | moves.ReturnLid | moves.Finish) -> None:
        if isinstance(move, moves.Finish):
            play.record(StepFinished(seat))
            return
        numbers, wakes = play.state.box.numbers, isinstance(move, moves.WakeCard)
        if not is_reactivation_free(play.state, seat):
            coins = numbers.wake_card_coins if wakes else numbers.return_lid_coins
            play.record(CostPaid(seat, (Item(Good.COIN),) * coins))
        if isinstance(move, moves.WakeCard):
            play.record(CardTurned(seat, move.card, True))
            play.schedule(seat, Reactivate(True, self.lid))
        else:
            play.record(LidReturned(seat, move.crate))
            play.schedule(seat, Reactivate(self.card, True))

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        possible = any(self.refusal(play.state, seat, move) is None for move in self.used(play.state, seat))
        return not possible and not play.has_anytime_move(seat)


def is_reactivation_free(island: Island, seat: Seat) -> bool:
    """CI-CLEAN-3  Whether the fortress is built, from the clean-up of its round on (ruling 68)."""
    board = island.boards[seat]
    return any(
        kind.frees_reactivation and board.buildings.count(kind.structure) < kind.count
        for kind in island.box.contents.buildings
    )


class StatueBonus(Effect[Island], frozen=True, tag="cooper_island.statue_bonus.v1"):
    """CI-CLEAN-4  A helm point for each statue on the peninsula, in one gain (ruling 67)."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        play.schedule(seat, GainHelm(statues(island.boards[seat]) * island.box.numbers.statue_bonus))


class PassageBonus(Effect[Island], frozen=True, tag="cooper_island.passage_bonus.v1"):
    """CI-CLEAN-5  A helm point if the spaces at the top of the peninsula are all covered with landscape.

    A seat that has not covered them may still do so in this step: it is asked before, and the bonus looked at after.
    """

    asked: bool = False

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        piles = island.boards[seat].piles
        window = () if self.asked else (KeepWindow(),)
        if all(piles[place].level for place in island.box.passage):
            play.schedule(seat, GainHelm(island.box.numbers.passage_helm_points), *window)
        elif not self.asked:
            play.schedule(seat, *window, PassageBonus(asked=True))


class ClearMarkets(Effect[Island], frozen=True, tag="cooper_island.clear_markets.v1"):
    """CI-CLEAN-7  What is left on the marketplaces after step 6 goes back to the supply."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        for owner, board in enumerate(play.state.boards):
            if board.market:
                play.record(MarketCleared(owner, board.market))
