"""What holds on a table of Puerto Rico after every move, and what a viewer may not know of it."""

import random
from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.game import Game, Status
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_rules.puerto_rico.guests import circles
from quarterdeck_rules.puerto_rico.market import ChooseKind, DraftMarket
from quarterdeck_rules.puerto_rico.mayor import ArrangementTurn, ChooseArrangement
from quarterdeck_rules.puerto_rico.state import Board, Colony
from quarterdeck_rules.puerto_rico.terms import GOODS, QUARRY_AT, EndReason, Group, Role


def check(game: Game[Colony]) -> None:
    """Every invariant of the title; AssertionError names the one that is broken."""
    colony = game.state
    _nothing_below_zero(colony)
    _goods(colony)
    _tiles(colony)
    _colonists(colony)
    _chips(colony)
    _market(game)
    _placards(colony)
    _ships_and_house(colony)
    _end(game)
    waiting = {due.seat for due in game.agenda.main.steps if isinstance(due.step, ArrangementTurn | ChooseArrangement)}
    for seat, board in enumerate(colony.boards):
        _board(colony, seat, board)
        if colony.role is Role.MAYOR and seat not in waiting:
            filled = all(there == room for _, room, there in circles(colony, board))
            assert filled or not board.idle, f"{seat}: a colonist is on the windrose beside an empty circle"


def _nothing_below_zero(colony: Colony) -> None:
    for counts in (colony.goods, colony.stack, colony.discard, colony.turned):
        assert min(counts) >= 0, counts
    assert min(colony.points, colony.colonists, colony.colonists_on_ship, colony.quarries) >= 0
    assert all(offer.copies >= 0 for offer in colony.market)
    assert all(placard.doubloons >= 0 for placard in colony.placards)
    for board in colony.boards:
        assert min(board.doubloons, board.points, board.idle, board.forests, board.loadings) >= 0, board
        assert min((*board.goods, *board.plots, *board.manned, *board.produced)) >= 0, board
        assert all(built.colonists >= 0 for built in board.city), board.city


def _goods(colony: Colony) -> None:
    """Barrels are in the supply, with a seat, in the trading house or on a ship."""
    for place, kind in enumerate(colony.box.goods):
        afloat = sum(ship.barrels for ship in colony.cargo_ships if ship.good == kind.id)
        held = sum(board.goods[place] for board in colony.boards)
        there = colony.goods[place] + held + afloat + colony.house.count(GOODS[place])
        assert there == (kind.barrels_two_seats if colony.seats == 2 else kind.barrels), f"barrels of {kind.id}"


def _tiles(colony: Colony) -> None:
    """Plantations are in a stack, face up, discarded, on an island or, turned over, a forest of one."""
    for place, kind in enumerate(colony.box.goods):
        laid = sum(board.plots[place] for board in colony.boards)
        drawn = sum(board.drawn == kind.id for board in colony.boards)
        open_tiles = colony.row.count(GOODS[place]) + colony.discard[place] + colony.turned[place]
        total = kind.plantations_two_seats if colony.seats == 2 else kind.plantations
        assert colony.stack[place] + open_tiles + laid + drawn == total, f"plantations of {kind.id}"
    forests = sum(board.forests for board in colony.boards)
    assert sum(colony.turned) == (0 if colony.options.forest_tile == "discarded" else forests)
    table = colony.box.tables[colony.seats]
    assert len(colony.row) <= table.face_up_plantations
    assert colony.quarries + sum(board.plots[QUARRY_AT] for board in colony.boards) == table.quarries, "quarries"


def _colonists(colony: Colony) -> None:
    """Colonists are in the supply, on the ship or with a seat; some tables let them leave the game."""
    table, options = colony.box.tables[colony.seats], colony.options
    there = colony.colonists + colony.colonists_on_ship + sum(board.colonists for board in colony.boards)
    total = table.colonists + table.colonists_on_ship
    if options.mayor_decline == "removed" or options.black_market_returns == "removed":
        assert there <= total, "colonists"
    else:
        assert there == total, "colonists"


def _chips(colony: Colony) -> None:
    """Pool and chips together stay the same until the pool is empty; what is gained later is written down."""
    table, options = colony.box.tables[colony.seats], colony.options
    total = table.points if options.points_pool == "later" else table.points_first_printing
    there = colony.points + sum(board.points for board in colony.boards)
    was_empty = EndReason.POINTS in colony.ending or options.pool_emptied == "captain_phase"
    returned = options.black_market_returns == "back"
    assert there <= total or was_empty, "chips"
    assert there >= total or not returned, "chips"


def _market(game: Game[Colony]) -> None:
    """Every copy is on the market or in a city; beige kinds fill the spaces of their cost."""
    colony = game.state
    owned = Counter(built.building for board in colony.boards for built in board.city)
    offered = {offer.building: offer.copies for offer in colony.market}
    assert set(owned) <= set(offered)
    for name, copies in offered.items():
        kind = colony.box.buildings[name]
        assert copies + owned[name] == (kind.copies_two_seats if colony.seats == 2 else kind.copies), name
    beige = [colony.box.buildings[name] for name in offered if colony.box.buildings[name].group is not Group.PRODUCTION]
    if colony.options.hacienda_and_forest_house == "one":
        assert not {"hacienda", "forest_house"} <= set(offered)
    if colony.options.market == "base":
        assert not any(kind.expansion for kind in beige)
        return
    is_drafting = any(isinstance(due.step, DraftMarket | ChooseKind) for due in game.agenda.main.steps)
    for cost, spaces in colony.box.spaces.items():
        filled = sum(kind.cost == cost for kind in beige)
        assert filled <= spaces if is_drafting else filled == spaces, f"kinds that cost {cost}"


def _placards(colony: Colony) -> None:
    """Each seat has taken as many as its turn says; as many stay as the table leaves."""
    table = colony.box.tables[colony.seats]
    taken = [placard.seat for placard in colony.placards if placard.seat is not None]
    assert sorted(placard.placard for placard in colony.placards) == sorted(table.placards)
    for place, seat in enumerate(colony.clockwise(colony.governor)):
        turns = (len(taken) - place + colony.seats - 1) // colony.seats
        assert taken.count(seat) == max(0, turns), f"placards of {seat}"
    left = len(table.placards) - len(taken)
    assert left >= len(table.placards) - colony.seats * table.turns
    assert all(not placard.doubloons for placard in colony.placards if placard.seat is not None)


def _ships_and_house(colony: Colony) -> None:
    kinds = [ship.good for ship in colony.cargo_ships if ship.good is not None]
    assert len(set(kinds)) == len(kinds), "no kind on two cargo ships"
    for ship in colony.cargo_ships:
        assert (ship.good is None) is (ship.barrels == 0), ship
        assert 0 <= ship.barrels <= ship.capacity, ship
        assert ship.barrels < ship.capacity or colony.role is Role.CAPTAIN, "a full ship is emptied after the phase"
    places = colony.box.numbers.house_places
    assert len(colony.house) <= places
    assert len(colony.house) < places or colony.role is Role.TRADER, "a full house is emptied after the phase"
    if not any(board.owns("office") for board in colony.boards):
        assert len(set(colony.house)) == len(colony.house), "a kind twice, and no office"


def _end(game: Game[Colony]) -> None:
    """The game ends for a reason, and a reason that can be seen is announced."""
    colony, ending = game.state, game.state.ending
    assert len(set(ending)) == len(ending)
    assert colony.is_over is (game.status is Status.ENDED)
    assert ending or not colony.is_over
    spaces = colony.box.numbers.city_spaces
    assert (EndReason.CITY in ending) is any(colony.city_spaces(seat) >= spaces for seat in range(colony.seats))
    if colony.options.pool_emptied == "any_phase":
        assert colony.points or EndReason.POINTS in ending


def _board(colony: Colony, seat: int, board: Board) -> None:
    """Tiles and buildings have their space, colonists their circle."""
    numbers = colony.box.numbers
    assert board.tiles <= numbers.island_spaces
    assert colony.city_spaces(seat) <= numbers.city_spaces
    names = [built.building for built in board.city]
    assert len(set(names)) == len(names), "a city holds one building of a kind"
    assert all(manned <= there for manned, there in zip(board.manned, board.plots, strict=True)), board
    for built in board.city:
        assert built.colonists <= colony.box.buildings[built.building].circles, built
    assert set(board.used) <= set(names), "only what stands in the city was used"
    assert len(set(board.used)) == len(board.used), "once in a phase"
    assert colony.role in (Role.CAPTAIN, None) or not (board.loadings or board.used), board
    assert colony.seats == 2 or not board.library_spent
    assert board.drawn is None or colony.role is Role.SETTLER


# What a viewer may not know


def disguise(game: Game[Colony], viewer: Viewer, move: Struct, dice: random.Random) -> tuple[Game[Colony], Struct]:
    """The game with chips exchanged between those whose chips this viewer does not see.

    All together have as many as before, since the pool is open; who has a point has one still, since that decides what
    may be offered on the black market.  When the game is over nothing is hidden.
    """
    colony = game.state
    holders = [seat for seat, board in enumerate(colony.boards) if seat != viewer and board.points]
    if colony.is_over or len(holders) < 2:
        return game, move
    spare = sum(colony.boards[seat].points for seat in holders) - len(holders)
    cuts = sorted(dice.randint(0, spare) for _ in holders[1:])
    for seat, low, high in zip(holders, (0, *cuts), (*cuts, spare), strict=True):
        colony = colony.with_board(seat, replace(colony.boards[seat], points=1 + high - low))
    return replace(game, state=colony), move
