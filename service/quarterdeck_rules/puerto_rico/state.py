"""The table: what lies on the boards, in the supply and in front of each seat.

Only what cannot be derived is kept.  Tiles of one kind are alike, and so are the circles of a building: what is kept is
how many there are and how many of them hold a colonist.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.box import Box
from quarterdeck_rules.puerto_rico.contents import Building
from quarterdeck_rules.puerto_rico.options import Options
from quarterdeck_rules.puerto_rico.terms import (
    NO_BARRELS,
    PLOTS,
    Barrels,
    EndReason,
    Good,
    Role,
)


class Built(Struct, frozen=True):
    """A building of a city and the colonists on it."""

    building: str
    colonists: int


class Board(Struct, frozen=True, omit_defaults=True):
    """Everything of one seat: island, city, windrose and chips."""

    doubloons: int
    points: int = 0
    """Points of its chips, those beyond the pool included."""
    goods: Barrels = NO_BARRELS
    plots: tuple[int, ...] = (0,) * len(PLOTS)
    """Plantations and quarries, in the order of `PLOTS`."""
    manned: tuple[int, ...] = (0,) * len(PLOTS)
    """Colonists on them."""
    forests: int = 0
    city: tuple[Built, ...] = ()
    idle: int = 0
    """Colonists on the windrose."""
    drawn: Good | None = None
    """A plantation drawn with the hacienda that has not been laid yet."""
    produced: Barrels = NO_BARRELS
    """What the seat produced in this phase, the craftsman's extra barrels included."""
    used: tuple[str, ...] = ()
    """Buildings that have done in this phase what they may do once."""
    loadings: int = 0
    """How many times it has loaded in this phase."""
    library_spent: bool = False
    """Whether its library has served this round, where it does so once."""

    @property
    def tiles(self) -> int:
        """Tiles on the island."""
        return sum(self.plots) + self.forests

    @property
    def colonists(self) -> int:
        """Colonists anywhere on the board."""
        return sum(self.manned) + self.idle + sum(built.colonists for built in self.city)

    def owns(self, building: str) -> bool:
        """Whether the building stands in the city."""
        return any(built.building == building for built in self.city)

    def on(self, building: str) -> int:
        """Colonists on a building; none if it does not stand in the city."""
        for built in self.city:
            if built.building == building:
                return built.colonists
        return 0


class Placard(Struct, frozen=True, omit_defaults=True):
    """A placard of a role: what lies on it, and who took it this round."""

    placard: str
    doubloons: int = 0
    seat: Seat | None = None


class CargoShip(Struct, frozen=True, omit_defaults=True):
    """A cargo ship; its capacity is its name."""

    capacity: int
    good: Good | None = None
    barrels: int = 0


class Offer(Struct, frozen=True):
    """A kind of building in the market, and the copies that are left."""

    building: str
    copies: int


class Colony(Struct, frozen=True, omit_defaults=True):
    """The whole table, secrets included."""

    box: Box
    options: Options
    boards: tuple[Board, ...]
    placards: tuple[Placard, ...]
    cargo_ships: tuple[CargoShip, ...]
    goods: Barrels
    """Barrels of the supply."""
    stack: Barrels
    """Face-down plantations by kind.  Their order is made by drawing."""
    points: int
    """Points of the chips that are left."""
    colonists: int
    """Colonists of the supply."""
    colonists_on_ship: int
    quarries: int
    market: tuple[Offer, ...] = ()
    row: tuple[Good, ...] = ()
    """Face-up plantations."""
    discard: Barrels = NO_BARRELS
    """Discarded plantations by kind."""
    turned: Barrels = NO_BARRELS
    """Plantations turned over into forests, by kind."""
    house: tuple[Good, ...] = ()
    """Barrels of the trading house."""
    governor: Seat = 0
    round: int = 0
    role: Role | None = None
    """The role that is played."""
    library: bool = False
    """Whether the library of who took the role serves it, where it serves one role of a round."""
    ending: tuple[EndReason, ...] = ()
    """Why the game ends with this round."""
    is_over: bool = False
    """Whether the last round is played and the chips are counted."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.boards)

    def clockwise(self, first: Seat) -> Iterator[Seat]:
        """All seats in order from the first."""
        return ((first + place) % len(self.boards) for place in range(len(self.boards)))

    def offer(self, building: str) -> Offer | None:
        """The kind of building in the market."""
        return next((offer for offer in self.market if offer.building == building), None)

    def with_board(self, seat: Seat, board: Board) -> "Colony":
        """The table with one seat's board replaced."""
        boards = self.boards
        return replace(self, boards=(*boards[:seat], board, *boards[seat + 1 :]))

    def city_spaces(self, seat: Seat) -> int:
        """City spaces that are built on."""
        return sum(self.box.size(built.building) for built in self.boards[seat].city)

    def buildings(self, seat: Seat) -> Iterator[tuple[Building, int]]:
        """The buildings of a city with the colonists on them, in the order they were built."""
        return ((self.box.buildings[built.building], built.colonists) for built in self.boards[seat].city)


def new_colony(seats: int, options: Options, box: Box) -> Colony:
    """The table before set-up: everything in its place that needs neither chance nor choice."""
    table, kinds, few = box.tables[seats], box.goods, seats == 2
    return Colony(
        box=box,
        options=options,
        boards=tuple(Board(doubloons=0) for _ in range(seats)),
        placards=tuple(Placard(placard) for placard in table.placards),
        cargo_ships=tuple(CargoShip(capacity) for capacity in table.cargo_ships),
        goods=tuple(kind.barrels_two_seats if few else kind.barrels for kind in kinds),
        stack=tuple(kind.plantations_two_seats if few else kind.plantations for kind in kinds),
        points=table.points if options.points_pool == "later" else table.points_first_printing,
        colonists=table.colonists,
        colonists_on_ship=table.colonists_on_ship,
        quarries=table.quarries,
    )
