"""Lasting changes of small building cards, as the rules read them."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island.changes import Change, CheaperPurchase, NoToll, Purchase, Toll
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.steps import Seat


def changes_of(island: Island, seat: Seat) -> Iterator[Change]:
    """CI-CARD-1  A card works from the moment it is kept."""
    cards = island.boards[seat].small_cards
    return (change for card in cards for change in island.box.small_cards[card].changes)


def cheaper(island: Island, seat: Seat, purchase: Purchase) -> int:
    """CI-CARD-2  Reductions of cards add to each other."""
    return sum(
        change.less
        for change in changes_of(island, seat)
        if isinstance(change, CheaperPurchase) and change.purchase is purchase
    )


def is_spared(island: Island, seat: Seat, toll: Toll) -> bool:
    """Whether a card spares the seat this fee."""
    return any(isinstance(change, NoToll) and change.toll is toll for change in changes_of(island, seat))
