"""Feeding the workers.  Rulebook: "Step 1: Feed workers"."""

from collections.abc import Iterator
from itertools import combinations

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import CardUndertaking
from quarterdeck_rules.cooper_island.cards import changes_of
from quarterdeck_rules.cooper_island.changes import CheaperFeeding
from quarterdeck_rules.cooper_island.contents import FeedingValue
from quarterdeck_rules.cooper_island.costs import enough
from quarterdeck_rules.cooper_island.events import CardTurned, CostPaid, StepFinished, WorkersFed
from quarterdeck_rules.cooper_island.fees import PutAnchors
from quarterdeck_rules.cooper_island.goods import items_of, missing_item, value_of, worth
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Count, Good, Item, Phase, Worker
from quarterdeck_rules.cooper_island.together import KeepWindow
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat

FEEDING_STEP = 1
"""Number of the clean-up step in which workers are fed."""


def uncovered(island: Island, seat: Seat) -> tuple[FeedingValue, ...]:
    """CI-FEED-1  The feeding values whose workers were hired.  An assigned worker still eats (ruling 65)."""
    locked = island.boards[seat].locked
    left = {Worker.NORMAL: locked.normal, Worker.SPECIAL: locked.special}
    values = []
    for value in reversed(island.box.contents.feeding_row):  # the leftmost of a kind is uncovered first
        if left[value.worker]:
            left[value.worker] -= 1
        else:
            values.append(value)
    return tuple(values)


def feeding_cost(island: Island, seat: Seat) -> int:
    """CI-FEED-1  The base cost and every uncovered value, less what a card takes off."""
    less = sum(change.less for change in changes_of(island, seat) if isinstance(change, CheaperFeeding))
    return max(0, island.box.numbers.feeding_base + sum(value.food for value in uncovered(island, seat)) - less)


def feeding_points(island: Island, seat: Seat) -> int:
    """CI-FEED-3  Helm points of the uncovered values, granted when the cost is paid in full."""
    return sum(value.helm_points for value in uncovered(island, seat))


def food_refusal(island: Island, seat: Seat, items: tuple[Item, ...]) -> Refusal | None:
    """Food cubes that the seat has, none of them needless."""
    for item in items:
        if item.good is not Good.FOOD:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-FEED-2", good=item.good)
    if (lacking := missing_item(island, seat, items)) is not None:
        return refuse(Reason.NOT_OWNED, "CI-FEED-2", good=lacking.good, space=lacking.space)
    cost, values = feeding_cost(island, seat), [value_of(island, seat, item) for item in items]
    if values and sum(values) - min(values) >= cost:
        return refuse(Reason.NEEDLESS_ITEM, "CI-COST-5", owed=cost, paid=sum(values))
    return None


def paid_value(island: Island, seat: Seat, items: tuple[Item, ...]) -> int:
    """What these items are worth together."""
    return sum(value_of(island, seat, item) for item in items)


class FeedWorkers(Effect[Island], frozen=True, tag="cooper_island.feed_workers.v1"):
    """CI-FEED-2  A seat without food, and without an anytime move that could help, takes the shortfall at once."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        if next(items_of(play.state, seat, (Good.FOOD,)), None) is None and not play.has_anytime_move(seat):
            play.schedule(seat, KeepWindow())  # comes after the anchors
            feed(play, seat, ())
        else:
            play.schedule(seat, ChooseFood())


class ChooseFood(Decision[Island, moves.PayFood | moves.Finish], frozen=True, tag="cooper_island.choose_food.v1"):
    """CI-FEED-2  Which cubes feed the workers; paying less is allowed and costs anchors (ruling 66).

    Once a card has paid the cost, finishing is all that is left.
    """

    rule = "CI-FEED-2"
    answers = (moves.PayFood, moves.Finish)

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PayFood | moves.Finish]:
        cost = feeding_cost(island, seat)
        for items in enough(island, seat, Good.FOOD, cost):
            yield moves.PayFood(items)
        yield from (moves.PayFood(items) for items in _too_little(island, seat, cost))
        yield moves.Finish()

    def refusal(self, island: Island, seat: Seat, move: moves.PayFood | moves.Finish) -> Refusal | None:
        fed = island.boards[seat].fed
        if isinstance(move, moves.Finish):
            return None if fed else refuse(Reason.STILL_UNPAID, "CI-FEED-2", owed=feeding_cost(island, seat))
        return refuse(Reason.ALREADY_FED, "CI-FEED-2") if fed else food_refusal(island, seat, move.items)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PayFood | moves.Finish) -> None:
        if isinstance(move, moves.PayFood):
            play.schedule(seat, KeepWindow())  # comes after anchors or helm points
            feed(play, seat, move.items)
        else:
            play.record(StepFinished(seat))

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        return play.state.boards[seat].fed and not play.has_anytime_move(seat)


def _too_little(island: Island, seat: Seat, cost: int) -> Iterator[tuple[Item, ...]]:
    board, box = island.boards[seat], island.box
    stored = board.storage.count(Good.FOOD)
    cubes = [(pile.level, box.spaces[place]) for place, pile in enumerate(board.piles) if pile.cube is Good.FOOD]
    for size in range(len(cubes) + 1):
        for chosen in combinations(cubes, size):
            from_land = sum(level for level, _ in chosen)
            for from_store in range(min(stored, cost - 1 - from_land) + 1):
                yield (*(Item(Good.FOOD),) * from_store, *(Item(Good.FOOD, space) for _, space in chosen))


def feed(play: Play[Island], seat: Seat, items: tuple[Item, ...], extra_points: int = 0) -> None:
    """CI-FEED-3  In full: the helm points in one gain.  Short: an anchor for each missing food, and no points."""
    shortfall = max(0, feeding_cost(play.state, seat) - paid_value(play.state, seat, items))
    if items:
        play.record(CostPaid(seat, items))
    play.record(WorkersFed(seat, shortfall))
    points = feeding_points(play.state, seat) + extra_points
    play.schedule(seat, PutAnchors(shortfall) if shortfall else GainHelm(points))


class FeedAnytime(CardUndertaking, frozen=True, tag="cooper_island.feed_anytime.v1"):
    """CI-CARD-L10  Pay the current feeding cost in full for helm points.

    In step 1, while the cost is unpaid, this is the feeding; at any other time it is an extra payment.
    """

    helm_points: Count = 1

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        cost, there = feeding_cost(island, seat), worth(island, island.boards[seat], (Good.FOOD,))
        return None if there >= cost else refuse(Reason.CANNOT_PAY, "CI-CARD-L10", owed=cost, there=there)

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, PayFeeding(self.card, self.helm_points))


class PayFeeding(Decision[Island, moves.PayFood | moves.GiveUp], frozen=True, tag="cooper_island.pay_feeding.v1"):
    """CI-CARD-L10  The cubes that pay the feeding cost in full; the payment turns the card."""

    rule = "CI-CARD-L10"
    answers = (moves.PayFood, moves.GiveUp)
    interruptible = False
    card: str
    helm_points: int

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PayFood | moves.GiveUp]:
        for items in enough(island, seat, Good.FOOD, feeding_cost(island, seat)):
            yield moves.PayFood(items)
        yield moves.GiveUp()

    def refusal(self, island: Island, seat: Seat, move: moves.PayFood | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        if refusal := food_refusal(island, seat, move.items):
            return refusal
        cost, paid = feeding_cost(island, seat), paid_value(island, seat, move.items)
        return None if paid >= cost else refuse(Reason.PAYMENT_TOO_LOW, "CI-CARD-L10", owed=cost, paid=paid)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PayFood | moves.GiveUp) -> None:
        if isinstance(move, moves.GiveUp):
            return
        if self.card:
            play.record(CardTurned(seat, self.card, False))
        island = play.state
        if island.phase is Phase.CLEAN_UP and island.clean_up_step == FEEDING_STEP and not island.boards[seat].fed:
            feed(play, seat, move.items, self.helm_points)
            return
        if move.items:
            play.record(CostPaid(seat, move.items))
        play.schedule(seat, GainHelm(self.helm_points))
