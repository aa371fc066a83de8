"""What a viewer may see: the position.  Facts have no secrets.

Hidden are the chips of others while the game runs, and the order of the stacks, which does not exist before they are
drawn from.  What a chip is gained for happens in the open; nobody adds it up for others.
"""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_rules.puerto_rico.guests import circles
from quarterdeck_rules.puerto_rico.scoring import sees_chips
from quarterdeck_rules.puerto_rico.state import Board, CargoShip, Colony, Offer, Placard
from quarterdeck_rules.puerto_rico.terms import FOREST, GOODS, PLOTS, Amount, Barrels, EndReason, Good, Role


class TileView(Struct, frozen=True):
    """The tiles of one kind on an island."""

    tile: str
    """`corn` to `coffee`, `quarry` or `forest`."""
    count: int
    colonists: int
    """How many of them hold a colonist."""


class BuildingView(Struct, frozen=True):
    """A building of a city."""

    building: str
    colonists: int
    circles: int
    spaces: int
    """City spaces it takes."""


class BoardView(Struct, frozen=True):
    """Everything in front of one seat."""

    seat: Seat
    doubloons: int
    points: int | None
    """Points of its chips; hidden from others while the game runs."""
    goods: tuple[Amount, ...]
    island: tuple[TileView, ...]
    island_spaces: int
    """Island spaces that are free."""
    city: tuple[BuildingView, ...]
    """In the order they were built."""
    city_spaces: int
    """City spaces that are free."""
    windrose: int
    """Colonists without work."""
    colonists: int
    """Colonists anywhere on the board."""
    drawn: Good | None
    """A plantation drawn with the hacienda that has not been laid yet."""
    produced: tuple[Amount, ...]
    """What the seat produced in this phase, the craftsman's extra barrels included."""
    used: tuple[str, ...]
    """Buildings that have done in this phase what they may do once."""
    loadings: int
    """How many times it has loaded in this phase."""
    library_spent: bool
    """Whether its library has served this round, where it does so once."""


class SupplyView(Struct, frozen=True):
    """What is left in the supply."""

    goods: tuple[Amount, ...]
    points: int
    """Points of the chips."""
    colonists: int
    quarries: int
    stack: tuple[Amount, ...]
    """Face-down plantations by kind, in no order."""
    discard: tuple[Amount, ...]
    """Discarded plantations by kind."""
    turned: tuple[Amount, ...]
    """Plantations turned over into forests, by kind."""


class Position(Struct, frozen=True):
    """The whole table."""

    round: int
    governor: Seat
    role: Role | None
    """The role that is played."""
    library: bool
    """Whether the library of who took the role serves it, where it serves one role of a round."""
    placards: tuple[Placard, ...]
    boards: tuple[BoardView, ...]
    market: tuple[Offer, ...]
    row: tuple[Good, ...]
    """Face-up plantations."""
    house: tuple[Good, ...]
    """Barrels of the trading house."""
    house_places: int
    """Places of the trading house."""
    cargo_ships: tuple[CargoShip, ...]
    colonists_on_ship: int
    supply: SupplyView
    ending: tuple[EndReason, ...]
    """Why the game ends with this round."""
    is_over: bool
    """Whether the last round is played and the chips are counted."""


def view(colony: Colony, viewer: Viewer) -> Position:
    """The position as this viewer may see it."""
    return Position(
        round=colony.round,
        governor=colony.governor,
        role=colony.role,
        library=colony.library,
        placards=colony.placards,
        boards=tuple(_board(colony, seat, board, viewer) for seat, board in enumerate(colony.boards)),
        market=colony.market,
        row=colony.row,
        house=colony.house,
        house_places=colony.box.numbers.house_places,
        cargo_ships=colony.cargo_ships,
        colonists_on_ship=colony.colonists_on_ship,
        supply=SupplyView(
            goods=_all(colony.goods),
            points=colony.points,
            colonists=colony.colonists,
            quarries=colony.quarries,
            stack=_all(colony.stack),
            discard=_all(colony.discard),
            turned=_all(colony.turned),
        ),
        ending=colony.ending,
        is_over=colony.is_over,
    )


def _all(barrels: Barrels) -> tuple[Amount, ...]:
    """Every kind, also those of which there is none."""
    return tuple(Amount(good, count) for good, count in zip(GOODS, barrels, strict=True))


def _board(colony: Colony, seat: Seat, board: Board, viewer: Viewer) -> BoardView:
    numbers, rooms = colony.box.numbers, {spot: room for spot, room, _ in circles(colony, board)}
    tiles = [
        TileView(plot, there, manned)
        for plot, there, manned in zip(PLOTS, board.plots, board.manned, strict=True)
        if there
    ]
    if board.forests:
        tiles.append(TileView(FOREST, board.forests, 0))
    return BoardView(
        seat=seat,
        doubloons=board.doubloons,
        points=board.points if sees_chips(colony, seat, viewer) else None,
        goods=_all(board.goods),
        island=tuple(tiles),
        island_spaces=numbers.island_spaces - board.tiles,
        city=tuple(
            BuildingView(built.building, built.colonists, rooms.get(built.building, 0), colony.box.size(built.building))
            for built in board.city
        ),
        city_spaces=numbers.city_spaces - colony.city_spaces(seat),
        windrose=board.idle,
        colonists=board.colonists,
        drawn=board.drawn,
        produced=_all(board.produced),
        used=board.used,
        loadings=board.loadings,
        library_spent=board.library_spent,
    )


def redact(event: Struct, viewer: Viewer) -> Struct:
    """A fact as a viewer may see it: all happen in the open."""
    return event
