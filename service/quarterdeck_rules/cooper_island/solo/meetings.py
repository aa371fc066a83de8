"""What happens between Cooper's side and the seat's.  Solo rulebook, cards 6, 7 and 11 to 14."""

from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.events import CooperTokenGained
from quarterdeck_rules.cooper_island.fees import WorkerFee
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.solo.voyage import gain_anchors, gain_helm
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Worker
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.steps import Effect, Seat, Step


def is_held(island: Island, section: str, worker: Worker) -> bool:
    """Whether a worker of Cooper or of the third color is on a worker space."""
    cooper = island.cooper
    if cooper is None:
        return False
    return any(one.section == section and one.worker is worker for one in (*cooper.posted, *cooper.third))


class CoverStranger(Effect[Island], frozen=True, tag="cooper_island.cover_stranger.v1"):
    """CI-SOLO-MEET-1  On a worker of Cooper or of the third color: a helm point for him, and a fee to the supply."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        gain_helm(play, play.state.box.numbers.stack_helm_points)
        play.schedule(seat, WorkerFee(None))


def take_token_space(play: Play[Island]) -> None:
    """CI-SOLO-MEET-2  The free space that would bring the Cooper token brings Cooper an anchor instead."""
    gain_anchors(play, play.state.box.numbers.round_space_anchors)


def hired(play: Play[Island]) -> None:
    """CI-SOLO-MEET-3  Each new worker of the seat brings a milestone token to Cooper's discard pile."""
    if play.state.cooper is not None:
        play.record(CooperTokenGained())


def when_complete(island: Island, purchase: Purchase) -> tuple[Step, ...]:
    """CI-SOLO-MEET-4  What a strategy card adds to an action, once it is complete; nothing in other games."""
    return (CompletePurchase(purchase),) if island.cooper is not None else ()


class CompletePurchase(Effect[Island], frozen=True, tag="cooper_island.complete_purchase.v1"):
    """CI-SOLO-MEET-4  A helm point for the seat, or an anchor for Cooper, as the strategy card says."""

    purchase: Purchase

    def run(self, play: Play[Island], seat: Seat) -> None:
        cooper, numbers = play.state.cooper, play.state.box.numbers
        assert cooper is not None, "scheduled in solo games alone"
        strategy = play.state.box.strategies[cooper.strategy]
        if self.purchase is strategy.anchor_on:
            gain_anchors(play, numbers.strategy_anchors)
        if self.purchase is strategy.helm_on:
            play.schedule(seat, GainHelm(numbers.strategy_helm_points))
