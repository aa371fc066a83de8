"""Buildings: paying for them, placing them, and the cards they bring.  Rulebook: "Action Section D"."""

from collections.abc import Iterator
from itertools import permutations

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import CardUndertaking, nothing_possible
from quarterdeck_rules.cooper_island.cards import changes_of
from quarterdeck_rules.cooper_island.changes import Purchase, StatuesAnywhere
from quarterdeck_rules.cooper_island.costs import PayCost, cannot_pay, reduction
from quarterdeck_rules.cooper_island.events import (
    BuildingTaken,
    CardKept,
    CardsDrawn,
    CardsReturned,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.goods import free_spots
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.solo.meetings import when_complete
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Cost, Count, Landscape, Structure
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat


class BuildBuilding(CardUndertaking, frozen=True, tag="cooper_island.build_building.v1"):
    """CI-BUILD-1  Erect a building of the player board."""

    less: Count = 0

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        choice = ChooseBuilding(self.less, "", "")
        refusals = (choice.refusal(island, seat, move) for move in choice.buildings(island, seat))
        return nothing_possible(refusals, refuse(Reason.NO_BUILDING_LEFT, "CI-BUILD-1"))

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseBuilding(self.less, self.offered, self.card))


class ChooseBuilding(
    Decision[Island, moves.ErectBuilding | moves.GiveUp], frozen=True, tag="cooper_island.choose_building.v1"
):
    """CI-BUILD-2  Any kind of building that is left and that the seat can pay for and place."""

    rule = "CI-BUILD-2"
    answers = (moves.ErectBuilding, moves.GiveUp)
    less: int
    offered: str
    card: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.ErectBuilding | moves.GiveUp]:
        yield from self.buildings(island, seat)
        yield moves.GiveUp()

    def buildings(self, island: Island, seat: Seat) -> Iterator[moves.ErectBuilding]:
        """Every kind of building that is left."""
        return (moves.ErectBuilding(structure) for structure in dict.fromkeys(island.boards[seat].buildings))

    def refusal(self, island: Island, seat: Seat, move: moves.ErectBuilding | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        if move.structure not in island.boards[seat].buildings:
            return refuse(Reason.NO_BUILDING_LEFT, "CI-BUILD-1", structure=move.structure)
        cost, less = island.box.buildings[move.structure].cost, reduction(island, seat, Purchase.BUILDING, self.less)
        return cannot_pay(island, seat, cost, less, "CI-BUILD-2") or site_refusal(island, seat, cost, less)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.ErectBuilding | moves.GiveUp) -> None:
        if isinstance(move, moves.ErectBuilding):
            play.schedule(seat, PayForBuilding(self.less, self.offered, self.card, move.structure))


class PayForBuilding(PayCost, frozen=True, tag="cooper_island.pay_for_building.v1"):
    """CI-BUILD-3  After the payment the building leaves the player board, which opens what it covered."""

    rule = "CI-BUILD-3"
    structure: Structure

    def cost(self, island: Island) -> Cost:
        return island.box.buildings[self.structure].cost

    def reduction(self, island: Island, seat: Seat) -> int:
        return reduction(island, seat, Purchase.BUILDING, self.less)

    def bought(self, play: Play[Island], seat: Seat) -> None:
        play.record(BuildingTaken(seat, self.structure))
        kind = play.state.box.buildings[self.structure]
        cards = (DrawCards(self.structure),) if kind.draws_card else ()
        complete = when_complete(play.state, Purchase.BUILDING)
        play.schedule(seat, ChooseSite(self.structure, kind.helm_points), *cards, *complete)


def site_refusal(island: Island, seat: Seat, cost: Cost, less: int) -> Refusal | None:
    """CI-BUILD-5  Nothing is paid for that could not be placed (ruling 40).

    Any payment frees a space, or a spot to clear one; with nothing left to pay, one has to be free already.
    """
    board = island.boards[seat]
    land = [pile for pile in board.piles if pile.level and pile.structure is None]
    if land and (sum(cost.owed().values()) > less or free_spots(island, seat) or any(pile.is_free for pile in land)):
        return None
    return refuse(Reason.NO_SITE, "CI-BUILD-5", spaces=len(land))


class ChooseSite(Decision[Island, moves.PlaceStructure], frozen=True, tag="cooper_island.choose_site.v1"):
    """CI-BUILD-4  A building or statue goes on a free space of the highest level that has one.

    Its helm points and the point for a settlement are one gain (ruling 50).
    """

    rule = "CI-BUILD-4"
    answers = (moves.PlaceStructure,)
    structure: Structure
    helm_points: int

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PlaceStructure]:
        return (moves.PlaceStructure(space) for space in island.box.spaces)

    def refusal(self, island: Island, seat: Seat, move: moves.PlaceStructure) -> Refusal | None:
        board, place = island.boards[seat], island.box.place.get(move.space)
        if place is None:
            return refuse(Reason.NO_SUCH_SPACE, "CI-BUILD-4", space=move.space)
        pile = board.piles[place]
        if not pile.level:
            return refuse(Reason.SPACE_UNCHARTED, "CI-BUILD-4", space=move.space)
        if not pile.is_free:
            return refuse(Reason.SPACE_OCCUPIED, "CI-BUILD-4", space=move.space)
        highest = max(other.level for other in board.piles if other.is_free)
        if pile.level < highest and not self._is_anywhere(island, seat):
            return refuse(Reason.NOT_HIGHEST, "CI-BUILD-4", space=move.space, level=pile.level, highest=highest)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PlaceStructure) -> None:
        island = play.state
        pile = island.boards[seat].piles[island.box.place[move.space]]
        bonus = island.box.numbers.settlement_helm_points if pile.landscape is Landscape.SETTLEMENT else 0
        play.record(StructurePlaced(seat, self.structure, move.space))
        play.schedule(seat, GainHelm(self.helm_points + bonus))

    def _is_anywhere(self, island: Island, seat: Seat) -> bool:
        return self.structure is Structure.STATUE and any(
            isinstance(change, StatuesAnywhere) for change in changes_of(island, seat)
        )


class DrawCards(Effect[Island], frozen=True, tag="cooper_island.draw_cards.v1"):
    """CI-BUILD-7  Draw building cards in secret: those nobody has seen first, then the returned ones in their order."""

    structure: Structure

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        deck = island.small_deck if self.structure is Structure.SMALL_BUILDING else island.large_deck
        count = min(island.box.numbers.cards_drawn, deck.size)
        unseen = min(count, len(deck.unseen))
        cards = play.chance.sample(f"{self.structure}_cards", deck.unseen, unseen) + deck.returned[: count - unseen]
        if cards:
            play.record(CardsDrawn(seat, self.structure, count, cards))
            play.schedule(seat, ChooseCard(self.structure, cards))


class ChooseCard(Decision[Island, moves.KeepCard], frozen=True, tag="cooper_island.choose_card.v1"):
    """CI-BUILD-8  Exactly one of the cards drawn is kept, face up."""

    rule = "CI-BUILD-8"
    answers = (moves.KeepCard,)
    structure: Structure
    cards: tuple[str, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.KeepCard]:
        return (moves.KeepCard(card) for card in self.cards)

    def refusal(self, island: Island, seat: Seat, move: moves.KeepCard) -> Refusal | None:
        if move.card not in self.cards:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-BUILD-8", card=move.card, one_of=self.cards)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.KeepCard) -> None:
        play.record(CardKept(seat, self.structure, move.card))
        rest = tuple(card for card in self.cards if card != move.card)
        if len(rest) > 1:
            play.schedule(seat, OrderCards(self.structure, rest))
        elif rest:
            play.record(CardsReturned(seat, self.structure, 1, rest))


class OrderCards(Decision[Island, moves.ReturnCards], frozen=True, tag="cooper_island.order_cards.v1"):
    """CI-BUILD-9  The other cards go under their stack in an order of choice, unseen by others."""

    rule = "CI-BUILD-9"
    answers = (moves.ReturnCards,)
    structure: Structure
    cards: tuple[str, ...]

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.ReturnCards]:
        return (moves.ReturnCards(cards) for cards in permutations(self.cards))

    def refusal(self, island: Island, seat: Seat, move: moves.ReturnCards) -> Refusal | None:
        if sorted(move.cards) != sorted(self.cards):
            return refuse(Reason.WRONG_ORDER, "CI-BUILD-9", cards=move.cards, returned=self.cards)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.ReturnCards) -> None:
        play.record(CardsReturned(seat, self.structure, len(move.cards), move.cards))
