"""The table: what lies on the island, in the supply and in front of each seat.

Only what cannot be derived is kept; numbers that follow from it (levels of cubes, storage spots, the feeding cost)
are functions in the chapters.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from quarterdeck_rules.cooper_island.box import Box
from quarterdeck_rules.cooper_island.cooper import Cooper
from quarterdeck_rules.cooper_island.terms import Good, Landscape, Phase, PlacedIslet, Ship, Structure, Worker
from quarterdeck_rules.engine.steps import Seat


class Options(Struct, frozen=True):
    """Options of a game of Cooper Island."""

    start_landscape: Annotated[
        Literal["meadow", "random", "free"],
        Meta(
            description="Landscape of the start space: meadow as in first games, one drawn for all seats, "
            "or each seat's choice."
        ),
    ] = "meadow"
    starting_seat: Annotated[
        Literal["drawn", "first"],
        Meta(
            description="Who gets the Cooper token first: a seat drawn by chance, or the first seat. With one seat "
            "there is no token."
        ),
    ] = "drawn"
    acting: Annotated[
        Literal["at_once", "in_order"],
        Meta(
            description="How phases in which all seats act are played: all at once, or one seat after the other from "
            "the Cooper token, phase by phase and step by step. With one seat it changes nothing."
        ),
    ] = "at_once"
    layout: Annotated[
        Literal["A", "B", "C"],
        Meta(
            description="Layout of the central island, as the players sit. It changes nothing in play. Two seats may "
            "take A, B or C, three A or B, four only A."
        ),
    ] = "A"
    strategy: Annotated[
        Literal["drawn", "strategy_1", "strategy_2", "strategy_3", "strategy_4"],
        Meta(description="Solo against Cooper: his strategy card, drawn by chance or chosen."),
    ] = "drawn"
    level: Annotated[
        Literal["level_1", "level_2", "level_3", "level_4"],
        Meta(description="Solo against Cooper: the level of difficulty, from easy to hard."),
    ] = "level_1"
    islets: Annotated[
        Literal["chosen", "random"],
        Meta(
            description="Solo against Cooper: islets are chosen from the reserve; or drawn by chance, which is harder, "
            "with one exchange in a game."
        ),
    ] = "chosen"


class Pile(Struct, frozen=True, omit_defaults=True):
    """A landscape space of a peninsula: what its top shows, and what lies on it."""

    level: int = 0
    """Number of tiles in the pile; 0 is uncharted."""
    landscape: Landscape | None = None
    cube: Good | None = None
    structure: Structure | None = None
    ruin: bool = False

    @property
    def is_free(self) -> bool:
        """Whether it is a landscape space that holds no item."""
        return self.level > 0 and self.cube is None and self.structure is None


class Sailing(Struct, frozen=True, omit_defaults=True):
    """Where a ship is on the ring, how far it has come, and what holds it."""

    bank: int
    steps: int = 0
    anchors: int = 0


class Moored(Struct, frozen=True, omit_defaults=True):
    """A built income boat on its landing space."""

    boat: str
    face_down: bool = False


class OwnedCard(Struct, frozen=True, omit_defaults=True):
    """A large building card in front of its seat."""

    card: str
    face_up: bool = True


class Crew(Struct, frozen=True, omit_defaults=True):
    """Numbers of workers."""

    normal: int = 0
    special: int = 0

    def of(self, worker: Worker) -> int:
        """How many of one kind."""
        return self.normal if worker is Worker.NORMAL else self.special

    def plus(self, worker: Worker, count: int) -> "Crew":
        """With this many more of one kind."""
        if worker is Worker.NORMAL:
            return Crew(self.normal + count, self.special)
        return Crew(self.normal, self.special + count)


class Board(Struct, frozen=True, omit_defaults=True):
    """Everything of one seat: peninsula, player board, worker board, reserve and ships."""

    piles: tuple[Pile, ...]
    one_sail: Sailing
    two_sail: Sailing
    islets: tuple[str, ...]
    """Islet tiles in the reserve."""
    boats: tuple[str, ...]
    """Income boats in the reserve."""
    moored: tuple[Moored | None, ...]
    """Landing spaces in order."""
    buildings: tuple[Structure, ...]
    """Buildings still on the player board."""
    crafting: tuple[bool, ...]
    """Statue crafting spots in order: whether each holds a statue token."""
    lids_on_cargo: tuple[str, ...]
    """Cargo ships that still hold a lid of this seat."""
    goals: tuple[str, ...]
    """Milestone tokens face up."""
    available: Crew
    locked: Crew
    storage: tuple[Good, ...] = ()
    market: tuple[Good, ...] = ()
    tiles: tuple[str, ...] = ()
    """Double tiles in the reserve."""
    cartographer: int = 0
    cartographer_used: bool = False
    """Whether the one use of this phase or turn is made."""
    taken: tuple[str, ...] = ()
    """Hands or section actions done in this phase or turn."""
    in_hand: Structure | None = None
    """A building or statue that is paid for and not yet placed."""
    lids: int = 0
    """Unused crate lids on the player board."""
    lids_in_hand: int = 0
    """Lids lifted from a cargo ship whose helm points are still sailed."""
    crates: tuple[str, ...] = ()
    """Crate spaces covered by a lid."""
    flipped: tuple[str, ...] = ()
    """Milestone tokens reached and not yet moved to a hire space."""
    hire_spaces: tuple[str, ...] = ()
    """Hire spaces that hold a token."""
    small_cards: tuple[str, ...] = ()
    large_cards: tuple[OwnedCard, ...] = ()
    log_books: tuple[str, ...] = ()
    discount: int = 0
    """What the next purchase costs less (large building card)."""
    finished: bool = False
    """Whether it has ended this step of the clean-up, or the window before scoring, by its own move."""
    fed: bool = False
    """Whether the feeding cost of this clean-up is paid or settled."""

    islet_exchanged: bool = False
    """Whether it has exchanged a drawn islet, which may be done once a game."""

    def ship(self, ship: Ship) -> Sailing:
        """One of the two ships."""
        return self.one_sail if ship is Ship.ONE_SAIL else self.two_sail


class Deck(Struct, frozen=True, omit_defaults=True):
    """A stack of building cards: those nobody has seen, above those that were returned (top first)."""

    unseen: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards lie in the stack."""
        return len(self.unseen) + len(self.returned)


class Assigned(Struct, frozen=True, omit_defaults=True):
    """A royal order on display, and the worker on it."""

    order: str
    seat: Seat | None = None
    worker: Worker | None = None


class Stack(Struct, frozen=True):
    """Workers on one worker space, the first at the bottom."""

    section: str
    worker: Worker
    seats: tuple[Seat, ...]


class Island(Struct, frozen=True, omit_defaults=True):
    """The whole table."""

    box: Box
    options: Options
    boards: tuple[Board, ...]
    bag: tuple[int, ...]
    """Double tiles left, by kind in the order of the component file."""
    log_books: tuple[int, ...]
    """Log book tokens left, by face in the order of the component file."""
    single_tiles: int
    small_deck: Deck
    large_deck: Deck
    orders: tuple[Assigned, ...] = ()
    islets: tuple[PlacedIslet, ...] = ()
    stacks: tuple[Stack, ...] = ()
    round: int = 0
    phase: Phase = Phase.SET_UP
    clean_up_step: int = 0
    turn: Seat | None = None
    """Whose worker turn it is."""
    token: Seat = 0
    """Who holds the Cooper token."""
    harbormaster: int = 0
    """Number of the cargo ship on which the harbormaster is."""
    harbormaster_stands: bool = True
    cooper: Cooper | None = None
    """The opponent of a solo game."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.boards)

    @property
    def banks(self) -> int:
        """Number of water spaces on the ring."""
        return 2 * self.box.numbers.banks_to_bay * len(self.boards)

    @property
    def bays(self) -> tuple[int, ...]:
        """Numbers of the bays on the ring, each half-way from a harbor to the next."""
        between = self.box.numbers.banks_to_bay
        return tuple(range(between, self.banks, 2 * between))

    def harbor(self, seat: Seat) -> int:
        """Number of a seat's harbor on the ring."""
        return 2 * self.box.numbers.banks_to_bay * seat

    def from_token(self) -> Iterator[Seat]:
        """The seats in order from the Cooper token."""
        return ((self.token + place) % self.seats for place in range(self.seats))

    def with_board(self, seat: Seat, board: Board) -> "Island":
        """The table with one seat's board replaced."""
        boards = self.boards
        return replace(self, boards=(*boards[:seat], board, *boards[seat + 1 :]))


def new_island(seats: int, options: Options, box: Box) -> Island:
    """The table before set-up: everything in its place that needs neither chance nor choice."""
    contents, numbers = box.contents, box.numbers
    boards = tuple(
        Board(
            piles=tuple(Pile(ruin=place in box.ruins) for place in range(len(box.spaces))),
            one_sail=Sailing(2 * numbers.banks_to_bay * seat),
            two_sail=Sailing(2 * numbers.banks_to_bay * seat),
            islets=tuple(box.islets),
            boats=tuple(box.boats),
            moored=(None,) * len(contents.landing_spaces),
            buildings=tuple(kind.structure for kind in contents.buildings for _ in range(kind.count)),
            crafting=(False,) * len(contents.crafting_spots),
            lids_on_cargo=box.cargo_names,
            goals=tuple(box.milestones),
            available=Crew(normal=numbers.normal_workers_at_start),
            locked=Crew(numbers.normal_workers_locked, numbers.special_workers_locked),
        )
        for seat in range(seats)
    )
    return Island(
        box=box,
        options=options,
        boards=boards,
        bag=tuple(tile.count for tile in contents.double_tiles),
        log_books=tuple(book.count for book in contents.log_books),
        single_tiles=numbers.single_tiles,
        small_deck=Deck(unseen=tuple(sorted(box.small_cards))),
        large_deck=Deck(unseen=tuple(sorted(box.large_cards))),
    )
