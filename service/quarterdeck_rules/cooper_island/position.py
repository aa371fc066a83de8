"""The position: the whole table as the API shows it."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.cooper import Posted
from quarterdeck_rules.cooper_island.state import Assigned, Crew, OwnedCard, Stack
from quarterdeck_rules.cooper_island.terms import Good, Half, Landscape, Phase, PlacedIslet, Ship, Structure
from quarterdeck_rules.engine.steps import Seat


class LandView(Struct, frozen=True):
    """A landscape space of a peninsula."""

    space: str
    q: int
    r: int
    """Axial coordinates: r counts rows from the tip of the peninsula, q + r/2 columns from left to right."""
    level: int
    """Tiles in the pile; 0 is uncharted."""
    landscape: Landscape | None
    cube: Good | None
    structure: Structure | None
    ruin: bool


class ShipView(Struct, frozen=True):
    """A ship on the ring."""

    ship: Ship
    bank: int
    steps: int
    anchors: int
    half: Half | None
    """Half of the sand bank it has to lie on, where an islet covers the other."""


class WaterView(Struct, frozen=True):
    """Half of a water space of a peninsula, and the islet on it."""

    water: str
    half: Half
    q: int
    r: int
    """Axial coordinates, as those of the land."""
    bank: int
    """Number of the water space on the ring, clockwise."""
    clockwise: bool
    """Whether it is the clockwise half of its sand bank."""
    islet: str | None


class BoatView(Struct, frozen=True):
    """A landing space and the boat on it."""

    landing: str
    boat: str | None
    face_down: bool


class SpotView(Struct, frozen=True):
    """A statue crafting spot."""

    spot: str
    is_open: bool
    """Whether no building covers it."""
    holds_statue: bool


class BoardView(Struct, frozen=True):
    """Everything in front of one seat."""

    seat: Seat
    harbor: int
    """Number of its harbor on the ring."""
    land: tuple[LandView, ...]
    waters: tuple[WaterView, ...]
    ships: tuple[ShipView, ...]
    storage: tuple[Good, ...]
    storage_spots: int
    market: tuple[Good, ...]
    cartographer: int
    cartographer_used: bool
    tiles: tuple[str, ...]
    islets: tuple[str, ...]
    boats: tuple[str, ...]
    landing_spaces: tuple[BoatView, ...]
    buildings: tuple[Structure, ...]
    """Buildings left on the player board."""
    in_hand: Structure | None
    crafting_spots: tuple[SpotView, ...]
    lids_on_cargo: tuple[str, ...]
    lids: int
    lids_in_hand: int
    crates: tuple[str, ...]
    goals: tuple[str, ...]
    flipped: tuple[str, ...]
    hire_spaces: tuple[str, ...]
    available: Crew
    locked: Crew
    small_cards: tuple[str, ...]
    large_cards: tuple[OwnedCard, ...]
    log_books: tuple[str, ...]
    discount: int
    feeding_cost: int
    fed: bool
    finished: bool
    taken: tuple[str, ...]


class Supply(Struct, frozen=True):
    """What is left of components that are not unlimited, as numbers: order and content of stacks are secret."""

    double_tiles: int
    single_tiles: int
    log_books: int
    small_cards: int
    large_cards: int


class CardGroup(Struct, frozen=True):
    """Action cards of which nobody knows the order, or which of them it is."""

    cards: tuple[str, ...]


class CooperView(Struct, frozen=True):
    """Everything of Cooper, the opponent of a solo game."""

    strategy: str
    level: str
    ship: ShipView
    workers: Crew
    """Workers that are not on worker spaces."""
    posted: tuple[Posted, ...]
    """His workers on worker spaces."""
    third: tuple[Posted, ...]
    """Workers of the third color on worker spaces."""
    orders: tuple[str, ...]
    """Royal orders of his display."""
    log_books: tuple[str, ...]
    depot: tuple[Good, ...]
    """Cubes that a seat he covers may take."""
    card: str | None
    """The action card that he carries out."""
    start_cards: tuple[CardGroup, ...]
    """One card of each lies on top of his deck."""
    deck: tuple[CardGroup, ...]
    """His deck below them from top to bottom: the cards of a group are shuffled."""
    discard: tuple[str, ...]
    """His discard pile, face up."""
    aside: str | None
    """The card that is left out of the next shuffle."""
    tokens: int
    """Milestone tokens that wait for a space of his clean-up."""
    clean_up_spaces: tuple[str, ...]
    """Spaces of his clean-up that hold a token."""


class Position(Struct, frozen=True):
    """The whole table as a viewer may see it."""

    round: int
    phase: Phase
    clean_up_step: int
    turn: Seat | None
    token: Seat | None
    layout: str
    banks: int
    """Number of water spaces on the ring."""
    bays: tuple[int, ...]
    """Water spaces of the ring that are bays."""
    boards: tuple[BoardView, ...]
    islets: tuple[PlacedIslet, ...]
    stacks: tuple[Stack, ...]
    orders: tuple[Assigned, ...]
    harbormaster: str | None
    """The cargo ship he is on; nothing once he has left the last."""
    harbormaster_stands: bool
    supply: Supply
    cooper: CooperView | None
    """The opponent of a solo game."""
