"""Ruins and statues.  Rulebook: "Action Section F"."""

from collections.abc import Iterator

from msgspec import UNSET

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import CardUndertaking, Undertaking, commit, nothing_possible
from quarterdeck_rules.cooper_island.buildings import ChooseSite, site_refusal
from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.costs import PayCost, cannot_pay, reduction
from quarterdeck_rules.cooper_island.events import RuinRemoved, StatueTaken
from quarterdeck_rules.cooper_island.land import is_connected
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.solo.meetings import when_complete
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Cost, Count, Structure
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Seat


def open_spots(island: Island, seat: Seat) -> Iterator[tuple[int, str]]:
    """CI-STATUE-1  Crafting spots that no building covers; each large building built opens the next one."""
    board, box = island.boards[seat], island.box
    opened = {kind.structure: kind.count - board.buildings.count(kind.structure) for kind in box.contents.buildings}
    for place, spot in enumerate(box.contents.crafting_spots):
        if spot.covered_by is UNSET:
            yield place, spot.id
        elif opened[spot.covered_by]:
            opened[spot.covered_by] -= 1
            yield place, spot.id


class RemoveOneRuin(Undertaking, frozen=True, tag="cooper_island.remove_one_ruin.v1"):
    """CI-STATUE-2  Remove an accessible ruin; it becomes a statue on a free crafting spot."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        board = island.boards[seat]
        if all(board.crafting[place] for place, _ in open_spots(island, seat)):
            return refuse(Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-2")
        if not any(pile.ruin and is_connected(island, board, place) for place, pile in enumerate(board.piles)):
            return refuse(Reason.NO_ACCESSIBLE_RUIN, "CI-STATUE-2")
        return None

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseRuin(self.offered))


class ChooseRuin(Decision[Island, moves.RemoveRuin | moves.GiveUp], frozen=True, tag="cooper_island.choose_ruin.v1"):
    """CI-STATUE-2  Which ruin, and on which spot; a spot that shows a helm point pays each time it is filled."""

    rule = "CI-STATUE-2"
    answers = (moves.RemoveRuin, moves.GiveUp)
    offered: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.RemoveRuin | moves.GiveUp]:
        board, box = island.boards[seat], island.box
        for place, pile in enumerate(board.piles):
            if pile.ruin:
                for _, spot in open_spots(island, seat):
                    yield moves.RemoveRuin(box.spaces[place], spot)
        yield moves.GiveUp()

    def refusal(self, island: Island, seat: Seat, move: moves.RemoveRuin | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        board, place = island.boards[seat], island.box.place.get(move.space)
        if place is None:
            return refuse(Reason.NO_SUCH_SPACE, "CI-STATUE-2", space=move.space)
        if not board.piles[place].ruin or not is_connected(island, board, place):
            return refuse(Reason.NO_ACCESSIBLE_RUIN, "CI-STATUE-2", space=move.space)
        spots = {spot: at for at, spot in open_spots(island, seat)}
        if move.spot not in spots or board.crafting[spots[move.spot]]:
            return refuse(Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-1", spot=move.spot)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.RemoveRuin | moves.GiveUp) -> None:
        if isinstance(move, moves.GiveUp):
            return
        commit(play, seat, self.offered)
        play.record(RuinRemoved(seat, move.space, move.spot))
        spot = next(spot for spot in play.state.box.contents.crafting_spots if spot.id == move.spot)
        play.schedule(seat, GainHelm(spot.helm_points))


class BuildOneStatue(CardUndertaking, frozen=True, tag="cooper_island.build_one_statue.v1"):
    """CI-STATUE-3  Build a statue from a crafting spot."""

    less: Count = 0

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        choice = ChooseStatue(self.less, "", "")
        refusals = (choice.refusal(island, seat, move) for move in choice.statues(island, seat))
        return nothing_possible(refusals, refuse(Reason.NO_STATUE_TOKEN, "CI-STATUE-3"))

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseStatue(self.less, self.offered, self.card))


class ChooseStatue(
    Decision[Island, moves.BuildStatue | moves.GiveUp], frozen=True, tag="cooper_island.choose_statue.v1"
):
    """CI-STATUE-4  One of the two prices, and the token it is built from."""

    rule = "CI-STATUE-4"
    answers = (moves.BuildStatue, moves.GiveUp)
    less: int
    offered: str
    card: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.BuildStatue | moves.GiveUp]:
        yield from self.statues(island, seat)
        yield moves.GiveUp()

    def statues(self, island: Island, seat: Seat) -> Iterator[moves.BuildStatue]:
        """Every token on a crafting spot, at every price."""
        crafting = island.boards[seat].crafting
        for place, spot in open_spots(island, seat):
            if crafting[place]:
                for price in island.box.statue_prices:
                    yield moves.BuildStatue(price, spot)

    def refusal(self, island: Island, seat: Seat, move: moves.BuildStatue | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        spots = {spot: place for place, spot in open_spots(island, seat)}
        if move.spot not in spots or not island.boards[seat].crafting[spots[move.spot]]:
            return refuse(Reason.NO_STATUE_TOKEN, "CI-STATUE-3", spot=move.spot)
        price = island.box.statue_prices.get(move.price)
        if price is None:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-STATUE-4", price=move.price)
        less = reduction(island, seat, Purchase.STATUE, self.less)
        return cannot_pay(island, seat, price.cost, less, "CI-STATUE-4") or site_refusal(island, seat, price.cost, less)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.BuildStatue | moves.GiveUp) -> None:
        if isinstance(move, moves.BuildStatue):
            play.schedule(seat, PayForStatue(self.less, self.offered, self.card, move.price, move.spot))


class PayForStatue(PayCost, frozen=True, tag="cooper_island.pay_for_statue.v1"):
    """CI-STATUE-5  After the payment the token leaves its spot, which is free again, and is placed."""

    rule = "CI-STATUE-5"
    price: str
    spot: str

    def cost(self, island: Island) -> Cost:
        return island.box.statue_prices[self.price].cost

    def reduction(self, island: Island, seat: Seat) -> int:
        return reduction(island, seat, Purchase.STATUE, self.less)

    def bought(self, play: Play[Island], seat: Seat) -> None:
        play.record(StatueTaken(seat, self.spot))
        complete = when_complete(play.state, Purchase.STATUE)
        play.schedule(seat, ChooseSite(Structure.STATUE, play.state.box.numbers.statue_helm_points), *complete)
