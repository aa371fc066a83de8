"""What facts of building, goods, doubloons and points do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.puerto_rico.events import (
    BarrelsTaken,
    BuildingBought,
    ColonistGiven,
    DoubloonsGained,
    GoodGiven,
    GoodSold,
    GoodsProduced,
    GoodsShipped,
    GoodsStored,
    HouseEmptied,
    LoadingForfeited,
    PointGiven,
    PointsGained,
    ShipLoaded,
    ShipUnloaded,
    UnionPaid,
)
from quarterdeck_rules.puerto_rico.evolve.change import Evolvers, at, minus, on_board, plus, with_colonists
from quarterdeck_rules.puerto_rico.evolve.rounds import of_kinds
from quarterdeck_rules.puerto_rico.state import Board, Built, CargoShip, Colony, Offer
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, Purchaser, barrels_of


def _building_bought(colony: Colony, event: BuildingBought) -> Colony:
    board = colony.boards[event.seat]
    board = replace(board, doubloons=board.doubloons - event.paid, city=(*board.city, Built(event.building, 0)))
    market = tuple(
        Offer(offer.building, offer.copies - 1) if offer.building == event.building else offer
        for offer in colony.market
    )
    return replace(colony, market=market).with_board(event.seat, board)


def _colonist_given(colony: Colony, event: ColonistGiven) -> Colony:
    board = with_colonists(colony.boards[event.seat], event.spot, -1)
    if not event.removed:
        colony = replace(colony, colonists=colony.colonists + 1)
    return colony.with_board(event.seat, board)


def _good_given(colony: Colony, event: GoodGiven) -> Colony:
    board, place = colony.boards[event.seat], GOOD_AT[event.good]
    board = replace(board, goods=at(board.goods, place, -1))
    return replace(colony, goods=at(colony.goods, place, 1)).with_board(event.seat, board)


def _point_given(colony: Colony, event: PointGiven) -> Colony:
    board = colony.boards[event.seat]
    if not event.removed:
        colony = replace(colony, points=colony.points + 1)
    return colony.with_board(event.seat, replace(board, points=board.points - 1))


def _goods_produced(colony: Colony, event: GoodsProduced) -> Colony:
    board, goods = colony.boards[event.seat], barrels_of(event.goods)
    board = replace(board, goods=plus(board.goods, goods), produced=goods)
    return replace(colony, goods=minus(colony.goods, goods)).with_board(event.seat, board)


def _barrels_taken(colony: Colony, event: BarrelsTaken) -> Colony:
    board, goods = colony.boards[event.seat], of_kinds(event.goods)
    board = replace(board, goods=plus(board.goods, goods), produced=plus(board.produced, goods))
    return replace(colony, goods=minus(colony.goods, goods)).with_board(event.seat, board)


def _doubloons_gained(colony: Colony, board: Board, event: DoubloonsGained) -> Board:
    return replace(board, doubloons=board.doubloons + event.doubloons)


def _points_gained(colony: Colony, event: PointsGained) -> Colony:
    board = colony.boards[event.seat]
    board = replace(board, points=board.points + event.points)
    return replace(colony, points=max(0, colony.points - event.points)).with_board(event.seat, board)


def _good_sold(colony: Colony, event: GoodSold) -> Colony:
    board, place = colony.boards[event.seat], GOOD_AT[event.good]
    board = replace(board, goods=at(board.goods, place, -1), doubloons=board.doubloons + event.doubloons)
    if event.to is Purchaser.TRADING_HOUSE:
        colony = replace(colony, house=(*colony.house, event.good))
    else:
        colony = replace(colony, goods=at(colony.goods, place, 1))
    return colony.with_board(event.seat, board)


def _house_emptied(colony: Colony, event: HouseEmptied) -> Colony:
    return replace(colony, goods=plus(colony.goods, of_kinds(colony.house)), house=())


def _ship_loaded(colony: Colony, event: ShipLoaded) -> Colony:
    board = colony.boards[event.seat]
    goods = at(board.goods, GOOD_AT[event.good], -event.barrels)
    ships = tuple(
        CargoShip(ship.capacity, event.good, ship.barrels + event.barrels) if ship.capacity == event.capacity else ship
        for ship in colony.cargo_ships
    )
    board = replace(board, goods=goods, loadings=board.loadings + 1)
    return replace(colony, cargo_ships=ships).with_board(event.seat, board)


def _goods_shipped(colony: Colony, event: GoodsShipped) -> Colony:
    board, goods = colony.boards[event.seat], barrels_of(event.goods)
    board = replace(
        board,
        goods=minus(board.goods, goods),
        used=(*board.used, event.building),
        loadings=board.loadings + 1,
    )
    return replace(colony, goods=plus(colony.goods, goods)).with_board(event.seat, board)


def _union_paid(colony: Colony, board: Board, event: UnionPaid) -> Board:
    return replace(board, used=(*board.used, "union_hall"))


def _loading_forfeited(colony: Colony, board: Board, event: LoadingForfeited) -> Board:
    return replace(board, used=(*board.used, *event.closed))


def _goods_stored(colony: Colony, event: GoodsStored) -> Colony:
    board, goods = colony.boards[event.seat], barrels_of(event.goods)
    returned = minus(board.goods, goods)
    return replace(colony, goods=plus(colony.goods, returned)).with_board(event.seat, replace(board, goods=goods))


def _ship_unloaded(colony: Colony, event: ShipUnloaded) -> Colony:
    goods, ships = colony.goods, list(colony.cargo_ships)
    for place, ship in enumerate(ships):
        if ship.capacity == event.capacity and ship.good is not None:
            goods = at(goods, GOOD_AT[ship.good], ship.barrels)
            ships[place] = CargoShip(ship.capacity)
    return replace(colony, goods=goods, cargo_ships=tuple(ships))


EVOLVERS: Evolvers = {
    BuildingBought: _building_bought,
    ColonistGiven: _colonist_given,
    GoodGiven: _good_given,
    PointGiven: _point_given,
    GoodsProduced: _goods_produced,
    BarrelsTaken: _barrels_taken,
    DoubloonsGained: on_board(_doubloons_gained),
    PointsGained: _points_gained,
    GoodSold: _good_sold,
    HouseEmptied: _house_emptied,
    ShipLoaded: _ship_loaded,
    GoodsShipped: _goods_shipped,
    UnionPaid: on_board(_union_paid),
    LoadingForfeited: on_board(_loading_forfeited),
    GoodsStored: _goods_stored,
    ShipUnloaded: _ship_unloaded,
}
