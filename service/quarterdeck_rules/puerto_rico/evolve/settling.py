"""What facts of plantations, quarries and colonists do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.puerto_rico.events import (
    ColonistsArranged,
    ColonistSettled,
    ColonistsGained,
    DrawnLaid,
    GuestMoved,
    PlantationTaken,
    QuarryTaken,
    ShipFilled,
    TileDrawn,
)
from quarterdeck_rules.puerto_rico.evolve.change import Evolvers, at, on_board, plus, with_colonists
from quarterdeck_rules.puerto_rico.state import Board, Built, Colony
from quarterdeck_rules.puerto_rico.terms import (
    GOOD_AT,
    NO_BARRELS,
    PLOTS,
    QUARRY_AT,
    Source,
)


def _tile_drawn(colony: Colony, event: TileDrawn) -> Colony:
    stack, discard = colony.stack, colony.discard
    if event.reshuffled:
        stack, discard = plus(stack, discard), NO_BARRELS
    colony = replace(colony, stack=at(stack, GOOD_AT[event.good], -1), discard=discard)
    return colony.with_board(event.seat, replace(colony.boards[event.seat], drawn=event.good))


def _drawn_laid(colony: Colony, event: DrawnLaid) -> Colony:
    return _laid(colony, replace(colony.boards[event.seat], drawn=None), event)


def _plantation_taken(colony: Colony, event: PlantationTaken) -> Colony:
    row = list(colony.row)
    row.remove(event.good)
    return _laid(replace(colony, row=tuple(row)), colony.boards[event.seat], event)


def _laid(colony: Colony, board: Board, event: PlantationTaken | DrawnLaid) -> Colony:
    place = GOOD_AT[event.good]
    if not event.forest:
        return colony.with_board(event.seat, replace(board, plots=at(board.plots, place, 1)))
    if event.discarded:
        colony = replace(colony, discard=at(colony.discard, place, 1))
    else:
        colony = replace(colony, turned=at(colony.turned, place, 1))
    return colony.with_board(event.seat, replace(board, forests=board.forests + 1))


def _quarry_taken(colony: Colony, event: QuarryTaken) -> Colony:
    board = colony.boards[event.seat]
    board = replace(board, plots=at(board.plots, QUARRY_AT, 1))
    return replace(colony, quarries=colony.quarries - 1).with_board(event.seat, board)


def _from(colony: Colony, source: Source, count: int) -> Colony:
    if source is Source.SUPPLY:
        return replace(colony, colonists=colony.colonists - count)
    return replace(colony, colonists_on_ship=colony.colonists_on_ship - count)


def _colonist_settled(colony: Colony, event: ColonistSettled) -> Colony:
    board = with_colonists(colony.boards[event.seat], event.spot, 1)
    return _from(colony, event.source, 1).with_board(event.seat, board)


def _colonists_gained(colony: Colony, event: ColonistsGained) -> Colony:
    board = colony.boards[event.seat]
    board = replace(board, idle=board.idle + event.count)
    return _from(colony, event.source, event.count).with_board(event.seat, board)


def _colonists_arranged(colony: Colony, board: Board, event: ColonistsArranged) -> Board:
    placed = {staffed.spot: staffed.count for staffed in event.colonists}
    return replace(
        board,
        manned=tuple(placed.get(plot, 0) for plot in PLOTS),
        city=tuple(Built(built.building, placed.get(built.building, 0)) for built in board.city),
        idle=board.colonists - sum(placed.values()) - event.declined,
    )


def _ship_filled(colony: Colony, event: ShipFilled) -> Colony:
    return replace(
        colony,
        colonists=colony.colonists - event.count,
        colonists_on_ship=colony.colonists_on_ship + event.count,
    )


def _guest_moved(colony: Colony, board: Board, event: GuestMoved) -> Board:
    return with_colonists(with_colonists(board, "guest_house", -1), event.spot, 1)


EVOLVERS: Evolvers = {
    TileDrawn: _tile_drawn,
    DrawnLaid: _drawn_laid,
    PlantationTaken: _plantation_taken,
    QuarryTaken: _quarry_taken,
    ColonistSettled: _colonist_settled,
    ColonistsGained: _colonists_gained,
    ColonistsArranged: on_board(_colonists_arranged),
    ShipFilled: _ship_filled,
    GuestMoved: on_board(_guest_moved),
}
