"""What facts of a solo game do to the table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.cooper import Cooper, Posted
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, at, on_board, to_market, unchanged, without
from quarterdeck_rules.cooper_island.state import Board, Island


def _on_cooper(evolver: Callable[[Cooper, Any], Cooper]) -> Callable[[Island, Any], Island]:
    """Most of these facts concern Cooper alone."""

    def evolve(island: Island, event: Any) -> Island:
        assert island.cooper is not None, "a fact of Cooper without Cooper"
        return replace(island, cooper=evolver(island.cooper, event))

    return evolve


def _arrived(island: Island, event: events.CooperArrived) -> Island:
    start = island.box.strategies[event.strategy].start_cards
    named = {card for group in start for card in group}
    rest = tuple(card for card in island.box.action_cards if card not in named)
    cooper = Cooper(event.strategy, event.level, event.orders, event.depot, start, (rest,))
    return replace(island, cooper=cooper)


def _turn_began(cooper: Cooper, event: events.CooperTurnBegan) -> Cooper:
    for place, group in enumerate(cooper.start):
        if event.card in group:
            others = without(group, (event.card,))
            start = (*cooper.start[:place], *cooper.start[place + 1 :])
            top, *deck = cooper.deck or ((),)
            return replace(cooper, card=event.card, placed=None, start=start, deck=((*top, *others), *deck))
    top, *below = cooper.deck
    left = without(top, (event.card,))
    return replace(cooper, card=event.card, placed=None, deck=((left,) if left else ()) + tuple(below))


def _turn_ended(cooper: Cooper, event: events.CooperTurnEnded) -> Cooper:
    return replace(cooper, card="", placed=None, discard=(*cooper.discard, event.card))


def _worker_placed(cooper: Cooper, event: events.CooperWorkerPlaced) -> Cooper:
    placed = Posted(event.section, event.worker, event.on_top)
    return replace(cooper, posted=(*cooper.posted, placed), placed=placed)


def _third_placed(cooper: Cooper, event: events.ThirdWorkerPlaced) -> Cooper:
    return replace(cooper, third=(*cooper.third, Posted(event.section, event.worker)))


def _workers_returned(cooper: Cooper, event: events.CooperWorkersReturned) -> Cooper:
    return replace(cooper, posted=(), third=())


def _advanced(cooper: Cooper, event: events.CooperShipAdvanced) -> Cooper:
    return replace(cooper, bank=event.bank, steps=cooper.steps + 1)


def _anchor_added(cooper: Cooper, event: events.CooperAnchorAdded) -> Cooper:
    return replace(cooper, anchors=cooper.anchors + 1)


def _anchor_raised(cooper: Cooper, event: events.CooperAnchorRaised) -> Cooper:
    return replace(cooper, anchors=cooper.anchors - 1)


def _anchors_cleared(cooper: Cooper, event: events.CooperAnchorsCleared) -> Cooper:
    return replace(cooper, anchors=cooper.anchors - event.count)


def _log_book_gained(island: Island, event: events.CooperLogBookGained) -> Island:
    assert island.cooper is not None
    face = list(island.box.log_books).index(event.log_book)
    left = at(island.log_books, face, island.log_books[face] - 1)
    cooper = replace(island.cooper, log_books=(*island.cooper.log_books, event.log_book))
    return replace(island, log_books=left, cooper=cooper)


def _depot_taken(island: Island, event: events.DepotTaken) -> Island:
    assert island.cooper is not None
    cooper = replace(island.cooper, depot=without(island.cooper.depot, (event.good,)))
    island = island.with_board(event.seat, to_market(island.boards[event.seat], (event.good,)))
    return replace(island, cooper=cooper)


def _token_gained(cooper: Cooper, event: events.CooperTokenGained) -> Cooper:
    return replace(cooper, tokens=cooper.tokens + 1)


def _token_moved(cooper: Cooper, event: events.CooperTokenMoved) -> Cooper:
    cooper = replace(
        cooper,
        tokens=cooper.tokens - 1,
        spaces=(*cooper.spaces, event.space),
        discard=without(cooper.discard, (event.card,)),
    )
    match event.space:
        case "bottom":
            return replace(cooper, deck=(*cooper.deck, (event.card,)))
        case "top":
            return replace(cooper, deck=((event.card,), *cooper.deck))
        case "aside":
            return replace(cooper, aside=event.card)
    raise ValueError(f"Cooper's clean-up has no space {event.space!r}")


def _shuffled(cooper: Cooper, event: events.CooperDeckShuffled) -> Cooper:
    deck = (cooper.discard, *cooper.deck) if cooper.discard else cooper.deck
    return replace(cooper, deck=deck, discard=(cooper.aside,) if cooper.aside else (), aside="")


def _islet_returned(island: Island, board: Board, event: events.IsletReturned) -> Board:
    exchanged = board.islet_exchanged or event.exchanged
    return replace(board, islets=without(board.islets, (event.islet,)), islet_exchanged=exchanged)


EVOLVERS: Evolvers = {
    events.CooperArrived: _arrived,
    events.CooperTurnBegan: _on_cooper(_turn_began),
    events.CooperTurnEnded: _on_cooper(_turn_ended),
    events.CooperWorkerPlaced: _on_cooper(_worker_placed),
    events.ThirdWorkerPlaced: _on_cooper(_third_placed),
    events.CooperWorkersReturned: _on_cooper(_workers_returned),
    events.CooperHelmGained: unchanged,
    events.CooperShipAdvanced: _on_cooper(_advanced),
    events.CooperAnchorAdded: _on_cooper(_anchor_added),
    events.CooperAnchorRaised: _on_cooper(_anchor_raised),
    events.CooperAnchorsCleared: _on_cooper(_anchors_cleared),
    events.CooperLogBookGained: _log_book_gained,
    events.DepotTaken: _depot_taken,
    events.CooperTokenGained: _on_cooper(_token_gained),
    events.CooperTokenMoved: _on_cooper(_token_moved),
    events.CooperDeckShuffled: _on_cooper(_shuffled),
    events.IsletDrawn: unchanged,
    events.IsletReturned: on_board(_islet_returned),
}
"""What these facts do."""
