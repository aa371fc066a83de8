"""Costs: what is owed, and how it is paid in one go.

Rulebook: "How to Pay Costs".  A payment with its reductions is one move; no cube is split, no change is given, and
nothing needless is paid (rulings 33 and 34).
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import commit
from quarterdeck_rules.cooper_island.cards import cheaper
from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.events import CardTurned, CostPaid, DiscountEnded
from quarterdeck_rules.cooper_island.goods import missing_item, value_of
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Board, Island
from quarterdeck_rules.cooper_island.terms import Cost, Good, Item
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Seat

Owed = Mapping[Good, int]
"""Goods owed and how much of each."""


def reduction(island: Island, seat: Seat, purchase: Purchase, less: int) -> int:
    """CI-COST-4  All reductions that apply, added up: of the section or harbormaster, of cards, of a discount."""
    return less + cheaper(island, seat, purchase) + island.boards[seat].discount


def can_pay(island: Island, seat: Seat, cost: Cost, less: int) -> bool:
    """Whether what a seat has covers a cost, if reductions go where they are needed."""
    board = island.boards[seat]
    return sum(max(0, amount - _worth(board, good)) for good, amount in cost.owed().items()) <= less


def cannot_pay(island: Island, seat: Seat, cost: Cost, less: int, rule: str) -> Refusal | None:
    """Refusal of a purchase that the seat cannot pay."""
    if can_pay(island, seat, cost, less):
        return None
    board = island.boards[seat]
    owed = tuple(f"{good}:{amount}" for good, amount in cost.owed().items())
    there = tuple(f"{good}:{_worth(board, good)}" for good in cost.owed())
    return refuse(Reason.CANNOT_PAY, rule, owed=owed, there=there, less=less)


def _worth(board: Board, good: Good) -> int:
    return board.storage.count(good) + sum(pile.level for pile in board.piles if pile.cube is good)


class PayCost(Decision[Island, moves.Pay | moves.GiveUp], frozen=True):
    """CI-COST-1  A cost is paid completely in one go, and the payment commits the purchase.

    Not to be interrupted; until it is made the purchase can be given up.  `less` is what a section's symbol takes off,
    `offered` and `card` are counted as used by the payment.
    """

    answers = (moves.Pay, moves.GiveUp)
    interruptible = False
    less: int
    offered: str
    card: str

    def cost(self, island: Island) -> Cost:
        """What is owed before reductions."""
        raise NotImplementedError

    def reduction(self, island: Island, seat: Seat) -> int:
        """What all reductions together take off."""
        raise NotImplementedError

    def bought(self, play: Play[Island], seat: Seat) -> None:
        """What follows the payment."""
        raise NotImplementedError

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.Pay | moves.GiveUp]:
        yield from payments(island, seat, self.cost(island).owed(), self.reduction(island, seat))
        yield moves.GiveUp()

    def refusal(self, island: Island, seat: Seat, move: moves.Pay | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        return payment_refusal(island, seat, self.cost(island).owed(), self.reduction(island, seat), move)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.Pay | moves.GiveUp) -> None:
        if isinstance(move, moves.GiveUp):
            return
        if move.items:
            play.record(CostPaid(seat, move.items))
        if play.state.boards[seat].discount:
            play.record(DiscountEnded(seat))
        if self.card:
            play.record(CardTurned(seat, self.card, False))
        commit(play, seat, self.offered)
        self.bought(play, seat)


def payment_refusal(island: Island, seat: Seat, owed: Owed, less: int, move: moves.Pay) -> Refusal | None:
    """CI-COST-3  Reductions used as far as they fit, each part covered, nothing needless."""
    if (lacking := missing_item(island, seat, move.items)) is not None:
        return refuse(Reason.NOT_OWNED, "CI-COST-1", good=lacking.good, space=lacking.space)
    if len(move.reductions) != min(less, sum(owed.values())) or any(
        move.reductions.count(good) > owed.get(good, 0) for good in set(move.reductions)
    ):
        return refuse(
            Reason.REDUCTION_MISMATCH, "CI-COST-4", reductions=move.reductions, fitting=min(less, sum(owed.values()))
        )
    for good in dict.fromkeys((*owed, *(item.good for item in move.items))):
        need = owed.get(good, 0) - move.reductions.count(good)
        values = [value_of(island, seat, item) for item in move.items if item.good is good]
        if sum(values) < need:
            return refuse(Reason.PAYMENT_TOO_LOW, "CI-COST-2", good=good, owed=need, paid=sum(values))
        if values and sum(values) - min(values) >= need:
            return refuse(Reason.NEEDLESS_ITEM, "CI-COST-5", good=good, owed=need, paid=sum(values))
    return None


def payments(island: Island, seat: Seat, owed: Owed, less: int) -> Iterator[moves.Pay]:
    """Every payment without a needless item, for every way to spread the reductions."""
    goods = tuple(owed)
    parts: dict[tuple[Good, int], tuple[tuple[Item, ...], ...]] = {}
    for spread in _spreads(tuple(owed.values()), min(less, sum(owed.values()))):
        needs = [(good, owed[good] - taken) for good, taken in zip(goods, spread, strict=True)]
        for need in needs:
            if need not in parts:
                parts[need] = tuple(enough(island, seat, *need))
        reductions = tuple(good for good, taken in zip(goods, spread, strict=True) for _ in range(taken))
        for choice in product(*(parts[need] for need in needs)):
            yield moves.Pay(tuple(item for part in choice for item in part), reductions)


def enough(island: Island, seat: Seat, good: Good, need: int) -> Iterator[tuple[Item, ...]]:
    """The ways to cover a need of one good so that no item could be left out."""
    if need <= 0:
        yield ()
        return
    board, box = island.boards[seat], island.box
    stored = board.storage.count(good)
    cubes = [(pile.level, box.spaces[place]) for place, pile in enumerate(board.piles) if pile.cube is good]
    for size in range(len(cubes) + 1):
        for chosen in combinations(cubes, size):
            from_land = sum(level for level, _ in chosen)
            from_store = max(0, need - from_land)
            if from_store > stored or (chosen and from_land + from_store - min(chosen)[0] >= need):
                continue
            yield (*(Item(good),) * from_store, *(Item(good, space) for _, space in chosen))


def _spreads(amounts: tuple[int, ...], less: int) -> Iterator[tuple[int, ...]]:
    """The ways to take `less` off these amounts, none below nothing."""
    if not amounts:
        if less == 0:
            yield ()
        return
    first, rest = amounts[0], amounts[1:]
    for taken in range(max(0, less - sum(rest)), min(first, less) + 1):
        for others in _spreads(rest, less - taken):
            yield (taken, *others)
