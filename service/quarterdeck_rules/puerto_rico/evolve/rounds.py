"""What set-up, rounds and the end do to the table."""

from collections import Counter

from msgspec.structs import replace

from quarterdeck_rules.puerto_rico.events import (
    ChipsCounted,
    EndAnnounced,
    KindOffered,
    MarketSet,
    RoleTaken,
    RoundBegan,
    RoundEnded,
    RowDealt,
    StartTileGiven,
)
from quarterdeck_rules.puerto_rico.evolve.change import Evolvers, at, minus, plus
from quarterdeck_rules.puerto_rico.state import Board, Colony, Offer, Placard
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, NO_BARRELS, Barrels, Good


def _offer(colony: Colony, building: str) -> Offer:
    entry = colony.box.buildings[building]
    return Offer(building, entry.copies_two_seats if colony.seats == 2 else entry.copies)


def _market_set(colony: Colony, event: MarketSet) -> Colony:
    return replace(colony, market=tuple(_offer(colony, building) for building in event.buildings))


def _kind_offered(colony: Colony, event: KindOffered) -> Colony:
    order = colony.box.building_order
    market = sorted((*colony.market, _offer(colony, event.building)), key=lambda offer: order[offer.building])
    return replace(colony, market=tuple(market))


def _start_tile_given(colony: Colony, event: StartTileGiven) -> Colony:
    place, board = GOOD_AT[event.good], colony.boards[event.seat]
    colony = replace(colony, stack=at(colony.stack, place, -1))
    board = replace(board, plots=at(board.plots, place, 1), doubloons=board.doubloons + event.doubloons)
    return colony.with_board(event.seat, board)


def of_kinds(goods: tuple[Good, ...]) -> Barrels:
    """How many there are of each kind."""
    counts = Counter(goods)
    return tuple(counts[good] for good in GOODS)


def _row_dealt(colony: Colony, event: RowDealt) -> Colony:
    stack, discard = colony.stack, plus(colony.discard, of_kinds(colony.row))
    if event.reshuffled:
        stack, discard = plus(stack, discard), NO_BARRELS
    return replace(colony, row=event.goods, stack=minus(stack, of_kinds(event.goods)), discard=discard)


def _round_began(colony: Colony, event: RoundBegan) -> Colony:
    return replace(colony, round=event.round, governor=event.seat)


def _role_taken(colony: Colony, event: RoleTaken) -> Colony:
    placards = tuple(
        Placard(placard.placard, 0, event.seat) if placard.placard == event.placard else placard
        for placard in colony.placards
    )
    boards = tuple(
        _ready(board, event, taker=seat == event.seat) if seat == event.seat or _is_marked(board) else board
        for seat, board in enumerate(colony.boards)
    )
    role = colony.box.placards[event.placard].role
    return replace(colony, placards=placards, boards=boards, role=role, library=event.library)


def _is_marked(board: Board) -> bool:
    return bool(board.used or board.loadings or any(board.produced))


def _ready(board: Board, event: RoleTaken, *, taker: bool) -> Board:
    """With nothing done yet in the phase that begins."""
    return replace(
        board,
        doubloons=board.doubloons + event.doubloons if taker else board.doubloons,
        library_spent=board.library_spent or (taker and event.library),
        produced=NO_BARRELS,
        used=(),
        loadings=0,
    )


def _round_ended(colony: Colony, event: RoundEnded) -> Colony:
    more = colony.box.numbers.placard_doubloons
    placards = tuple(
        Placard(placard.placard, placard.doubloons + (more if placard.placard in event.placards else 0))
        for placard in colony.placards
    )
    boards = tuple(replace(board, library_spent=False) if board.library_spent else board for board in colony.boards)
    return replace(colony, placards=placards, boards=boards, role=None, library=False)


def _end_announced(colony: Colony, event: EndAnnounced) -> Colony:
    return replace(colony, ending=(*colony.ending, event.reason))


def _chips_counted(colony: Colony, event: ChipsCounted) -> Colony:
    return replace(colony, is_over=True)


EVOLVERS: Evolvers = {
    MarketSet: _market_set,
    KindOffered: _kind_offered,
    StartTileGiven: _start_tile_given,
    RowDealt: _row_dealt,
    RoundBegan: _round_began,
    RoleTaken: _role_taken,
    RoundEnded: _round_ended,
    EndAnnounced: _end_announced,
    ChipsCounted: _chips_counted,
}
