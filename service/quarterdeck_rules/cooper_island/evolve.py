"""What each fact does to the table.  No rule, no legality, no chance: a fact is believed."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.state import Assigned, Board, Deck, Island, Moored, OwnedCard, Pile, Stack
from quarterdeck_rules.cooper_island.terms import (
    Good,
    Item,
    Landscape,
    Phase,
    PlacedIslet,
    Ship,
    Structure,
    in_order,
)
from quarterdeck_rules.engine.steps import Seat


def evolve(island: Island, event: object) -> Island:
    """The table after a fact."""
    return _EVOLVERS[type(event)](island, event)


def _without(things: tuple[Any, ...], gone: Iterable[Any]) -> tuple[Any, ...]:
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


def _at(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    return (*things[:place], thing, *things[place + 1 :])


def _with_pile(island: Island, board: Board, space: str, **changes: Any) -> Board:
    place = island.box.place[space]
    return replace(board, piles=_at(board.piles, place, replace(board.piles[place], **changes)))


def _with_ship(board: Board, ship: Ship, **changes: int) -> Board:
    if ship is Ship.ONE_SAIL:
        return replace(board, one_sail=replace(board.one_sail, **changes))
    return replace(board, two_sail=replace(board.two_sail, **changes))


def _less(island: Island, board: Board, items: Iterable[Item]) -> Board:
    """The board without given items."""
    storage, piles = list(board.storage), list(board.piles)
    for item in items:
        if item.space:
            place = island.box.place[item.space]
            piles[place] = replace(piles[place], cube=None)
        else:
            storage.remove(item.good)
    return replace(board, storage=tuple(storage), piles=tuple(piles))


def _covered(island: Island, board: Board, space: str, landscape: Landscape) -> Board:
    pile: Pile = board.piles[island.box.place[space]]
    return _with_pile(island, board, space, level=pile.level + 1, landscape=landscape)


def _to_market(board: Board, goods: tuple[Good, ...]) -> Board:
    return replace(board, market=in_order((*board.market, *goods)))


def _to_storage(board: Board, goods: tuple[Good, ...]) -> Board:
    return replace(board, storage=in_order((*board.storage, *goods)))


# Set-up, rounds and turns


def _orders_displayed(island: Island, event: events.OrdersDisplayed) -> Island:
    return replace(island, orders=tuple(Assigned(order) for order in event.orders))


def _token_taken(island: Island, event: events.CooperTokenTaken) -> Island:
    return replace(island, token=event.seat)


def _round_began(island: Island, event: events.RoundBegan) -> Island:
    return replace(island, round=event.round)


def _phase_began(island: Island, event: events.PhaseBegan) -> Island:
    # The window before scoring belongs to the fifth clean-up: it brings no cartographer use of its own.
    used = event.phase is Phase.GAME_END
    boards = tuple(
        replace(board, cartographer_used=used and board.cartographer_used, taken=(), fed=False)
        for board in island.boards
    )
    return replace(island, phase=event.phase, boards=boards, clean_up_step=0, turn=None)


def _step_began(island: Island, event: events.CleanUpStepBegan) -> Island:
    return replace(island, clean_up_step=event.step)


def _turn_began(island: Island, event: events.TurnBegan) -> Island:
    board = replace(island.boards[event.seat], cartographer_used=False, taken=())
    return replace(island.with_board(event.seat, board), turn=event.seat)


def _turn_ended(island: Island, event: events.TurnEnded) -> Island:
    return replace(island, turn=None)


def _action_taken(island: Island, board: Board, event: events.ActionTaken) -> Board:
    return replace(board, taken=(*board.taken, event.action))


# Landscape


def _double_tile_drawn(island: Island, event: events.DoubleTileDrawn) -> Island:
    kind = list(island.box.double_tiles).index(event.tile)
    board = island.boards[event.seat]
    board = replace(board, tiles=tuple(sorted((*board.tiles, event.tile))))
    return replace(island.with_board(event.seat, board), bag=_at(island.bag, kind, island.bag[kind] - 1))


def _tile_placed(island: Island, board: Board, event: events.TilePlaced) -> Board:
    board = replace(board, tiles=_without(board.tiles, (event.tile,)))
    board = _covered(island, board, event.first, event.first_landscape)
    return _covered(island, board, event.second, event.second_landscape)


def _single_tile(island: Island, event: events.TileShimmed | events.SingleTilePlaced) -> Island:
    board = _covered(island, island.boards[event.seat], event.space, event.landscape)
    return replace(island.with_board(event.seat, board), single_tiles=island.single_tiles - 1)


def _islet_placed(island: Island, event: events.IsletPlaced) -> Island:
    box, board = island.box, island.boards[event.seat]
    half = box.water[event.water, event.half]
    bank = (board_harbor(island, event.seat) + half.banks_from_harbor) % island.banks
    placed = PlacedIslet(event.seat, event.islet, event.water, event.half, bank, half.clockwise)
    board = replace(board, islets=_without(board.islets, (event.islet,)))
    board = _covered(island, board, event.space, box.islets[event.islet].landscape)
    return replace(island.with_board(event.seat, board), islets=(*island.islets, placed))


def board_harbor(island: Island, seat: Seat) -> int:
    """Number of a seat's harbor on the ring."""
    return 2 * island.box.numbers.banks_to_bay * seat


def _unchanged(island: Island, event: object) -> Island:
    return island


def _cube_placed(island: Island, board: Board, event: events.CubePlaced) -> Board:
    return _with_pile(island, board, event.space, cube=event.good)


# Goods


def _goods_gained(island: Island, board: Board, event: events.GoodsGained) -> Board:
    return _to_storage(board, event.goods)


def _market_gained(island: Island, board: Board, event: events.MarketGained) -> Board:
    return _to_market(board, event.goods)


def _cube_stored(island: Island, board: Board, event: events.CubeStored) -> Board:
    return _to_storage(_with_pile(island, board, event.space, cube=None), (event.good,))


def _market_stored(island: Island, board: Board, event: events.MarketStored) -> Board:
    return _to_storage(replace(board, market=_without(board.market, (event.good,))), (event.good,))


def _market_cleared(island: Island, board: Board, event: events.MarketCleared) -> Board:
    return replace(board, market=_without(board.market, event.goods))


def _cost_paid(island: Island, board: Board, event: events.CostPaid) -> Board:
    return _less(island, board, event.items)


def _good_traded(island: Island, board: Board, event: events.GoodTraded) -> Board:
    return _less(island, board, (event.item,))


# Workers and fees


def _worker_placed(island: Island, event: events.WorkerPlaced) -> Island:
    board = island.boards[event.seat]
    board = replace(board, available=board.available.plus(event.worker, -1))
    below = next(
        (stack for stack in island.stacks if stack.section == event.section and stack.worker is event.worker), None
    )
    if below is None:
        stacks = (*island.stacks, Stack(event.section, event.worker, (event.seat,)))
    else:
        higher = replace(below, seats=(*below.seats, event.seat))
        stacks = tuple(higher if stack is below else stack for stack in island.stacks)
    return replace(island.with_board(event.seat, board), stacks=stacks)


def _fee_paid(island: Island, event: events.FeePaid) -> Island:
    island = island.with_board(event.seat, _less(island, island.boards[event.seat], (event.item,)))
    if event.owner is None:
        return island
    return island.with_board(event.owner, _to_market(island.boards[event.owner], (event.item.good,)))


def _workers_returned(island: Island, event: events.WorkersReturned) -> Island:
    boards = list(island.boards)
    for stack in island.stacks:
        for seat in stack.seats:
            boards[seat] = replace(boards[seat], available=boards[seat].available.plus(stack.worker, 1))
    return replace(island, boards=tuple(boards), stacks=())


def _milestone_reached(island: Island, board: Board, event: events.MilestoneReached) -> Board:
    return replace(board, goals=_without(board.goals, (event.token,)), flipped=(*board.flipped, event.token))


def _token_moved(island: Island, board: Board, event: events.TokenMoved) -> Board:
    return replace(
        board, flipped=_without(board.flipped, (event.token,)), hire_spaces=(*board.hire_spaces, event.space)
    )


def _worker_hired(island: Island, board: Board, event: events.WorkerHired) -> Board:
    return replace(board, locked=board.locked.plus(event.worker, -1), available=board.available.plus(event.worker, 1))


def _worker_assigned(island: Island, event: events.WorkerAssigned) -> Island:
    board = island.boards[event.seat]
    board = replace(board, available=board.available.plus(event.worker, -1))
    orders = tuple(
        Assigned(order.order, event.seat, event.worker) if order.order == event.order else order
        for order in island.orders
    )
    return replace(island.with_board(event.seat, board), orders=orders)


# Sailing


def _ship_advanced(island: Island, board: Board, event: events.ShipAdvanced) -> Board:
    return _with_ship(board, event.ship, bank=event.bank, steps=board.ship(event.ship).steps + 1)


def _anchor_added(island: Island, board: Board, event: events.AnchorAdded) -> Board:
    return _with_ship(board, event.ship, anchors=board.ship(event.ship).anchors + 1)


def _anchor_raised(island: Island, board: Board, event: events.AnchorRaised) -> Board:
    return _with_ship(board, event.ship, anchors=board.ship(event.ship).anchors - 1)


def _log_book_gained(island: Island, event: events.LogBookGained) -> Island:
    face = list(island.box.log_books).index(event.log_book)
    board = island.boards[event.seat]
    board = replace(board, log_books=(*board.log_books, event.log_book))
    left = _at(island.log_books, face, island.log_books[face] - 1)
    return replace(island.with_board(event.seat, board), log_books=left)


# Boats, buildings, statues, cargo


def _boat_built(island: Island, board: Board, event: events.BoatBuilt) -> Board:
    place = island.box.landing_names.index(event.landing)
    return replace(
        board, boats=_without(board.boats, (event.boat,)), moored=_at(board.moored, place, Moored(event.boat))
    )


def _boat_turned(island: Island, board: Board, event: events.BoatTurned) -> Board:
    moored = tuple(
        Moored(boat.boat, True) if boat is not None and boat.boat == event.boat else boat for boat in board.moored
    )
    return replace(board, moored=moored)


def _building_taken(island: Island, board: Board, event: events.BuildingTaken) -> Board:
    return replace(board, buildings=_without(board.buildings, (event.structure,)), in_hand=event.structure)


def _statue_taken(island: Island, board: Board, event: events.StatueTaken) -> Board:
    place = _spot(island, event.spot)
    return replace(board, crafting=_at(board.crafting, place, False), in_hand=Structure.STATUE)


def _structure_placed(island: Island, board: Board, event: events.StructurePlaced) -> Board:
    return replace(_with_pile(island, board, event.space, structure=event.structure), in_hand=None)


def _structure_moved(island: Island, board: Board, event: events.StructureMoved) -> Board:
    board = _with_pile(island, board, event.space, structure=None)
    return _with_pile(island, board, event.to, structure=event.structure)


def _ruin_removed(island: Island, board: Board, event: events.RuinRemoved) -> Board:
    board = _with_pile(island, board, event.space, ruin=False)
    return replace(board, crafting=_at(board.crafting, _spot(island, event.spot), True))


def _spot(island: Island, name: str) -> int:
    return next(place for place, spot in enumerate(island.box.contents.crafting_spots) if spot.id == name)


def _cards_drawn(island: Island, event: events.CardsDrawn) -> Island:
    deck = _deck(island, event.structure)
    from_unseen = tuple(card for card in event.cards if card in deck.unseen)
    from_returned = tuple(card for card in event.cards if card not in deck.unseen)
    left = Deck(_without(deck.unseen, from_unseen), _without(deck.returned, from_returned))
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
        board, lids_on_cargo=_without(board.lids_on_cargo, (event.cargo,)), lids_in_hand=board.lids_in_hand + 1
    )


def _lid_stowed(island: Island, board: Board, event: events.LidStowed) -> Board:
    return replace(board, lids_in_hand=board.lids_in_hand - 1, lids=board.lids + 1)


def _lid_used(island: Island, board: Board, event: events.LidUsed) -> Board:
    return replace(board, lids=board.lids - 1, crates=(*board.crates, event.crate))


def _lid_returned(island: Island, board: Board, event: events.LidReturned) -> Board:
    return replace(board, lids=board.lids + 1, crates=_without(board.crates, (event.crate,)))


def _harbormaster_laid(island: Island, event: events.HarbormasterLaid) -> Island:
    return replace(island, harbormaster_stands=False)


def _harbormaster_moved(island: Island, event: events.HarbormasterMoved) -> Island:
    return replace(island, harbormaster=island.harbormaster + 1, harbormaster_stands=True)


def _discount_granted(island: Island, board: Board, event: events.DiscountGranted) -> Board:
    return replace(board, discount=board.discount + event.less)


def _discount_ended(island: Island, board: Board, event: events.DiscountEnded) -> Board:
    return replace(board, discount=0)


# Cartographer and feeding


def _cartographer_advanced(island: Island, board: Board, event: events.CartographerAdvanced) -> Board:
    return replace(board, cartographer=board.cartographer + event.steps)


def _cartographer_used(island: Island, board: Board, event: events.CartographerUsed) -> Board:
    return replace(board, cartographer=board.cartographer - event.steps, cartographer_used=True)


def _workers_fed(island: Island, board: Board, event: events.WorkersFed) -> Board:
    return replace(board, fed=True)


def _on_board(evolver: Callable[[Island, Board, Any], Board]) -> Callable[[Island, Any], Island]:
    """Most facts concern the board of their seat alone."""
    return lambda island, event: island.with_board(event.seat, evolver(island, island.boards[event.seat], event))


_EVOLVERS: dict[type, Callable[[Island, Any], Island]] = {
    events.OrdersDisplayed: _orders_displayed,
    events.CooperTokenTaken: _token_taken,
    events.RoundBegan: _round_began,
    events.PhaseBegan: _phase_began,
    events.CleanUpStepBegan: _step_began,
    events.TurnBegan: _turn_began,
    events.TurnEnded: _turn_ended,
    events.DoubleTileDrawn: _double_tile_drawn,
    events.TileShimmed: _single_tile,
    events.SingleTilePlaced: _single_tile,
    events.IsletPlaced: _islet_placed,
    events.ShipSlid: _unchanged,
    events.WorkerPlaced: _worker_placed,
    events.FeePaid: _fee_paid,
    events.FeeRefused: _unchanged,
    events.WorkersReturned: _workers_returned,
    events.WorkerAssigned: _worker_assigned,
    events.HelmGained: _unchanged,
    events.LogBookGained: _log_book_gained,
    events.CardsDrawn: _cards_drawn,
    events.CardsReturned: _cards_returned,
    events.HarbormasterLaid: _harbormaster_laid,
    events.HarbormasterMoved: _harbormaster_moved,
    events.ActionTaken: _on_board(_action_taken),
    events.TilePlaced: _on_board(_tile_placed),
    events.CubePlaced: _on_board(_cube_placed),
    events.GoodsGained: _on_board(_goods_gained),
    events.MarketGained: _on_board(_market_gained),
    events.CubeStored: _on_board(_cube_stored),
    events.MarketStored: _on_board(_market_stored),
    events.MarketCleared: _on_board(_market_cleared),
    events.CostPaid: _on_board(_cost_paid),
    events.GoodTraded: _on_board(_good_traded),
    events.MilestoneReached: _on_board(_milestone_reached),
    events.TokenMoved: _on_board(_token_moved),
    events.WorkerHired: _on_board(_worker_hired),
    events.ShipAdvanced: _on_board(_ship_advanced),
    events.AnchorAdded: _on_board(_anchor_added),
    events.AnchorRaised: _on_board(_anchor_raised),
    events.BoatBuilt: _on_board(_boat_built),
    events.BoatTurned: _on_board(_boat_turned),
    events.BuildingTaken: _on_board(_building_taken),
    events.StatueTaken: _on_board(_statue_taken),
    events.StructurePlaced: _on_board(_structure_placed),
    events.StructureMoved: _on_board(_structure_moved),
    events.RuinRemoved: _on_board(_ruin_removed),
    events.CardKept: _on_board(_card_kept),
    events.CardTurned: _on_board(_card_turned),
    events.LidLifted: _on_board(_lid_lifted),
    events.LidStowed: _on_board(_lid_stowed),
    events.LidUsed: _on_board(_lid_used),
    events.LidReturned: _on_board(_lid_returned),
    events.DiscountGranted: _on_board(_discount_granted),
    events.DiscountEnded: _on_board(_discount_ended),
    events.CartographerAdvanced: _on_board(_cartographer_advanced),
    events.CartographerUsed: _on_board(_cartographer_used),
    events.WorkersFed: _on_board(_workers_fed),
}
