"""What facts of boats, buildings, statues, cards and cargo ships do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, at, on_board, with_pile, without
from quarterdeck_rules.cooper_island.state import Board, Deck, Island, Moored, OwnedCard
from quarterdeck_rules.cooper_island.terms import Structure


def _boat_built(island: Island, board: Board, event: events.BoatBuilt) -> Board:
    place = island.box.landing_names.index(event.landing)
    return replace(board, boats=without(board.boats, (event.boat,)), moored=at(board.moored, place, Moored(event.boat)))


def _boat_turned(island: Island, board: Board, event: events.BoatTurned) -> Board:
    moored = tuple(
        Moored(boat.boat, True) if boat is not None and boat.boat == event.boat else boat for boat in board.moored
    )
    return replace(board, moored=moored)


def _building_taken(island: Island, board: Board, event: events.BuildingTaken) -> Board:
    return replace(board, buildings=without(board.buildings, (event.structure,)), in_hand=event.structure)


def _statue_taken(island: Island, board: Board, event: events.StatueTaken) -> Board:
    place = _spot(island, event.spot)
    return replace(board, crafting=at(board.crafting, place, False), in_hand=Structure.STATUE)


def _structure_placed(island: Island, board: Board, event: events.StructurePlaced) -> Board:
    return replace(with_pile(island, board, event.space, structure=event.structure), in_hand=None)


def _structure_moved(island: Island, board: Board, event: events.StructureMoved) -> Board:
    board = with_pile(island, board, event.space, structure=None)
    return with_pile(island, board, event.to, structure=event.structure)


def _ruin_removed(island: Island, board: Board, event: events.RuinRemoved) -> Board:
    board = with_pile(island, board, event.space, ruin=False)
    return replace(board, crafting=at(board.crafting, _spot(island, event.spot), True))


def _spot(island: Island, name: str) -> int:
    return next(place for place, spot in enumerate(island.box.contents.crafting_spots) if spot.id == name)


def _cards_drawn(island: Island, event: events.CardsDrawn) -> Island:
    deck = _deck(island, event.structure)
    from_unseen = tuple(card for card in event.cards if card in deck.unseen)
    from_returned = tuple(card for card in event.cards if card not in deck.unseen)
    left = Deck(without(deck.unseen, from_unseen), without(deck.returned, from_returned))
    return _with_deck(island, event.structure, left)


def _card_kept(island: Island, board: Board, event: events.CardKept) -> Board:
    if event.structure is Structure.SMALL_BUILDING:
        return replace(board, small_cards=(*board.small_cards, event.card))
    return replace(board, large_cards=(*board.large_cards, OwnedCard(event.card)))


def _cards_returned(island: Island, event: events.CardsReturned) -> Island:
    deck = _deck(island, event.structure)
    return _with_deck(island, event.structure, Deck(deck.unseen, (*deck.returned, *event.cards)))


def _deck(island: Island, structure: Structure) -> Deck:
    return island.small_deck if structure is Structure.SMALL_BUILDING else island.large_deck


def _with_deck(island: Island, structure: Structure, deck: Deck) -> Island:
    if structure is Structure.SMALL_BUILDING:
        return replace(island, small_deck=deck)
    return replace(island, large_deck=deck)


def _card_turned(island: Island, board: Board, event: events.CardTurned) -> Board:
    cards = tuple(
        OwnedCard(owned.card, event.face_up) if owned.card == event.card else owned for owned in board.large_cards
    )
    return replace(board, large_cards=cards)


def _lid_lifted(island: Island, board: Board, event: events.LidLifted) -> Board:
    return replace(
        board, lids_on_cargo=without(board.lids_on_cargo, (event.cargo,)), lids_in_hand=board.lids_in_hand + 1
    )


def _lid_stowed(island: Island, board: Board, event: events.LidStowed) -> Board:
    return replace(board, lids_in_hand=board.lids_in_hand - 1, lids=board.lids + 1)


def _lid_used(island: Island, board: Board, event: events.LidUsed) -> Board:
    return replace(board, lids=board.lids - 1, crates=(*board.crates, event.crate))


def _lid_returned(island: Island, board: Board, event: events.LidReturned) -> Board:
    return replace(board, lids=board.lids + 1, crates=without(board.crates, (event.crate,)))


def _harbormaster_laid(island: Island, event: events.HarbormasterLaid) -> Island:
    return replace(island, harbormaster_stands=False)


def _harbormaster_moved(island: Island, event: events.HarbormasterMoved) -> Island:
    return replace(island, harbormaster=island.harbormaster + 1, harbormaster_stands=True)


def _discount_granted(island: Island, board: Board, event: events.DiscountGranted) -> Board:
    return replace(board, discount=board.discount + event.less)


def _discount_ended(island: Island, board: Board, event: events.DiscountEnded) -> Board:
    return replace(board, discount=0)


EVOLVERS: Evolvers = {
    events.CardsDrawn: _cards_drawn,
    events.CardsReturned: _cards_returned,
    events.HarbormasterLaid: _harbormaster_laid,
    events.HarbormasterMoved: _harbormaster_moved,
    events.BoatBuilt: on_board(_boat_built),
    events.BoatTurned: on_board(_boat_turned),
    events.BuildingTaken: on_board(_building_taken),
    events.StatueTaken: on_board(_statue_taken),
    events.StructurePlaced: on_board(_structure_placed),
    events.StructureMoved: on_board(_structure_moved),
    events.RuinRemoved: on_board(_ruin_removed),
    events.CardKept: on_board(_card_kept),
    events.CardTurned: on_board(_card_turned),
    events.LidLifted: on_board(_lid_lifted),
    events.LidStowed: on_board(_lid_stowed),
    events.LidUsed: on_board(_lid_used),
    events.LidReturned: on_board(_lid_returned),
    events.DiscountGranted: on_board(_discount_granted),
    events.DiscountEnded: on_board(_discount_ended),
}
"""What these facts do."""
