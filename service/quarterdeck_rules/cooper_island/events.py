"""Facts: what happened at the table, one small fact each.  Their tags are stored and never change their meaning."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good, Half, Item, Landscape, Phase, Ship, Structure, Worker
from quarterdeck_rules.engine.steps import Seat

# Set-up, rounds and turns


class OrdersDisplayed(Struct, frozen=True, tag="cooper_island.orders_displayed.v1"):
    """Royal order cards were displayed for this game."""

    orders: tuple[str, ...]


class CooperTokenTaken(Struct, frozen=True, tag="cooper_island.cooper_token_taken.v1"):
    """A seat took the Cooper token; it starts the worker phases from the next round on (at set-up: from the first)."""

    seat: Seat


class RoundBegan(Struct, frozen=True, tag="cooper_island.round_began.v1"):
    """A round began."""

    round: int


class PhaseBegan(Struct, frozen=True, tag="cooper_island.phase_began.v1"):
    """A phase began; its cartographer use is open again for every seat."""

    phase: Phase


class CleanUpStepBegan(Struct, frozen=True, tag="cooper_island.clean_up_step_began.v1"):
    """A step of the clean-up phase began."""

    step: int


class TurnBegan(Struct, frozen=True, tag="cooper_island.turn_began.v1"):
    """A seat's turn in the worker phase began."""

    seat: Seat


class TurnEnded(Struct, frozen=True, tag="cooper_island.turn_ended.v1"):
    """A seat's turn in the worker phase ended."""

    seat: Seat


class ActionTaken(Struct, frozen=True, tag="cooper_island.action_taken.v1"):
    """A hand, or an action of a section, was used."""

    seat: Seat
    action: str


# Landscape


class DoubleTileDrawn(Struct, frozen=True, tag="cooper_island.double_tile_drawn.v1"):
    """A double tile was drawn from the bag into the reserve."""

    seat: Seat
    tile: str


class TilePlaced(Struct, frozen=True, tag="cooper_island.tile_placed.v1"):
    """A double tile was placed; its landscapes lie on the two spaces."""

    seat: Seat
    tile: str
    first: str
    first_landscape: Landscape
    second: str
    second_landscape: Landscape


class TileShimmed(Struct, frozen=True, tag="cooper_island.tile_shimmed.v1"):
    """A single tile was laid under one half of the double tile that is being placed."""

    seat: Seat
    space: str
    landscape: Landscape


class SingleTilePlaced(Struct, frozen=True, tag="cooper_island.single_tile_placed.v1"):
    """A single tile was placed by the cartographer, or at set-up."""

    seat: Seat
    space: str
    landscape: Landscape


class IsletPlaced(Struct, frozen=True, tag="cooper_island.islet_placed.v1"):
    """An islet tile was placed: its islet on a water half, its landscape on an uncharted space."""

    seat: Seat
    islet: str
    water: str
    half: Half
    space: str


class ShipSlid(Struct, frozen=True, tag="cooper_island.ship_slid.v1"):
    """A ship slid to the free half of its sand bank, out of the way of an islet."""

    seat: Seat
    ship: Ship
    half: Half


class CubePlaced(Struct, frozen=True, tag="cooper_island.cube_placed.v1"):
    """A cube was put on a landscape space."""

    seat: Seat
    space: str
    good: Good


# Goods


class GoodsGained(Struct, frozen=True, tag="cooper_island.goods_gained.v1"):
    """Goods were taken from the supply onto storage spots."""

    seat: Seat
    goods: tuple[Good, ...]


class MarketGained(Struct, frozen=True, tag="cooper_island.market_gained.v1"):
    """Goods were put on a seat's marketplace."""

    seat: Seat
    goods: tuple[Good, ...]


class CubeStored(Struct, frozen=True, tag="cooper_island.cube_stored.v1"):
    """A cube was moved from the land to a storage spot."""

    seat: Seat
    space: str
    good: Good


class MarketStored(Struct, frozen=True, tag="cooper_island.market_stored.v1"):
    """A coin or cube was moved from the marketplace to a storage spot."""

    seat: Seat
    good: Good


class MarketCleared(Struct, frozen=True, tag="cooper_island.market_cleared.v1"):
    """What was left on the marketplace went back to the supply."""

    seat: Seat
    goods: tuple[Good, ...]


class CostPaid(Struct, frozen=True, tag="cooper_island.cost_paid.v1"):
    """Coins and cubes were paid to the supply in one go."""

    seat: Seat
    items: tuple[Item, ...]


class GoodTraded(Struct, frozen=True, tag="cooper_island.good_traded.v1"):
    """A coin or cube was given in a market trade."""

    seat: Seat
    item: Item


# Workers and fees


class WorkerPlaced(Struct, frozen=True, tag="cooper_island.worker_placed.v1"):
    """A worker was placed on a worker space."""

    seat: Seat
    worker: Worker
    section: str


class FeePaid(Struct, frozen=True, tag="cooper_island.fee_paid.v1"):
    """A fee was paid: to the owner of a worker or harbor, whose marketplace gains it, or (no owner) to the supply."""

    seat: Seat
    item: Item
    owner: Seat | None


class FeeRefused(Struct, frozen=True, tag="cooper_island.fee_refused.v1"):
    """A fee was not paid."""

    seat: Seat
    owner: Seat | None


class WorkersReturned(Struct, frozen=True, tag="cooper_island.workers_returned.v1"):
    """All workers on worker spaces went home."""


class MilestoneReached(Struct, frozen=True, tag="cooper_island.milestone_reached.v1"):
    """The goal of a milestone token was reached: it was flipped."""

    seat: Seat
    token: str


class TokenMoved(Struct, frozen=True, tag="cooper_island.token_moved.v1"):
    """A flipped milestone token was moved to a hire space."""

    seat: Seat
    token: str
    space: str


class WorkerHired(Struct, frozen=True, tag="cooper_island.worker_hired.v1"):
    """A locked worker became available."""

    seat: Seat
    worker: Worker


class WorkerAssigned(Struct, frozen=True, tag="cooper_island.worker_assigned.v1"):
    """An available worker was put on a royal order for the rest of the game."""

    seat: Seat
    worker: Worker
    order: str


# Sailing


class HelmGained(Struct, frozen=True, tag="cooper_island.helm_gained.v1"):
    """Helm points were gained, all for one ship."""

    seat: Seat
    points: int
    ship: Ship


class ShipAdvanced(Struct, frozen=True, tag="cooper_island.ship_advanced.v1"):
    """A ship moved one step, to this bank of the ring."""

    seat: Seat
    ship: Ship
    bank: int


class AnchorAdded(Struct, frozen=True, tag="cooper_island.anchor_added.v1"):
    """An anchor was put under a ship."""

    seat: Seat
    ship: Ship


class AnchorRaised(Struct, frozen=True, tag="cooper_island.anchor_raised.v1"):
    """A helm point was spent on removing an anchor."""

    seat: Seat
    ship: Ship


class LogBookGained(Struct, frozen=True, tag="cooper_island.log_book_gained.v1"):
    """A log book token was gained."""

    seat: Seat
    log_book: str


# Boats, buildings, statues, cargo


class BoatBuilt(Struct, frozen=True, tag="cooper_island.boat_built.v1"):
    """An income boat was put on a landing space."""

    seat: Seat
    boat: str
    landing: str


class BoatTurned(Struct, frozen=True, tag="cooper_island.boat_turned.v1"):
    """An income boat was turned face down for good."""

    seat: Seat
    boat: str


class BuildingTaken(Struct, frozen=True, tag="cooper_island.building_taken.v1"):
    """A building was taken from the player board."""

    seat: Seat
    structure: Structure


class StatueTaken(Struct, frozen=True, tag="cooper_island.statue_taken.v1"):
    """A statue token was taken from its crafting spot."""

    seat: Seat
    spot: str


class StructurePlaced(Struct, frozen=True, tag="cooper_island.structure_placed.v1"):
    """A building or statue was placed on the peninsula."""

    seat: Seat
    structure: Structure
    space: str


class StructureMoved(Struct, frozen=True, tag="cooper_island.structure_moved.v1"):
    """A building or statue was moved to another space."""

    seat: Seat
    structure: Structure
    space: str
    to: str


class RuinRemoved(Struct, frozen=True, tag="cooper_island.ruin_removed.v1"):
    """A ruin was removed and became a statue on a crafting spot."""

    seat: Seat
    space: str
    spot: str


class CardsDrawn(Struct, frozen=True, tag="cooper_island.cards_drawn.v1"):
    """Building cards were drawn in secret. Only their drawer sees which."""

    seat: Seat
    structure: Structure
    count: int
    cards: tuple[str, ...]


class CardKept(Struct, frozen=True, tag="cooper_island.card_kept.v1"):
    """A building card was kept, face up."""

    seat: Seat
    structure: Structure
    card: str


class CardsReturned(Struct, frozen=True, tag="cooper_island.cards_returned.v1"):
    """Building cards went under their stack, the first on top of the others; only their returner sees which."""

    seat: Seat
    structure: Structure
    count: int
    cards: tuple[str, ...]


class CardTurned(Struct, frozen=True, tag="cooper_island.card_turned.v1"):
    """A large building card was turned."""

    seat: Seat
    card: str
    face_up: bool


class LidLifted(Struct, frozen=True, tag="cooper_island.lid_lifted.v1"):
    """A crate lid was lifted from a cargo ship."""

    seat: Seat
    cargo: str


class LidStowed(Struct, frozen=True, tag="cooper_island.lid_stowed.v1"):
    """The lifted crate lid was put with the unused lids."""

    seat: Seat


class LidUsed(Struct, frozen=True, tag="cooper_island.lid_used.v1"):
    """An unused lid was moved to a crate space."""

    seat: Seat
    crate: str


class LidReturned(Struct, frozen=True, tag="cooper_island.lid_returned.v1"):
    """A lid came back from a crate space to the unused lids."""

    seat: Seat
    crate: str


class HarbormasterLaid(Struct, frozen=True, tag="cooper_island.harbormaster_laid.v1"):
    """The harbormaster was laid down: his discount is used for this round."""


class HarbormasterMoved(Struct, frozen=True, tag="cooper_island.harbormaster_moved.v1"):
    """The harbormaster moved on to the next cargo ship and stands upright."""


class DiscountGranted(Struct, frozen=True, tag="cooper_island.discount_granted.v1"):
    """The next purchase will cost less."""

    seat: Seat
    less: int


class DiscountEnded(Struct, frozen=True, tag="cooper_island.discount_ended.v1"):
    """The discount for the next purchase was used or lapsed."""

    seat: Seat


# Cartographer and feeding


class CartographerAdvanced(Struct, frozen=True, tag="cooper_island.cartographer_advanced.v1"):
    """The cartographer marker moved forward."""

    seat: Seat
    steps: int


class CartographerUsed(Struct, frozen=True, tag="cooper_island.cartographer_used.v1"):
    """The cartographer was used: his marker moved back."""

    seat: Seat
    steps: int


class WorkersFed(Struct, frozen=True, tag="cooper_island.workers_fed.v1"):
    """The feeding cost of this clean-up was settled."""

    seat: Seat
    shortfall: int


EVENTS: tuple[type[Struct], ...] = (
    OrdersDisplayed,
    CooperTokenTaken,
    RoundBegan,
    PhaseBegan,
    CleanUpStepBegan,
    TurnBegan,
    TurnEnded,
    ActionTaken,
    DoubleTileDrawn,
    TilePlaced,
    TileShimmed,
    SingleTilePlaced,
    IsletPlaced,
    ShipSlid,
    CubePlaced,
    GoodsGained,
    MarketGained,
    CubeStored,
    MarketStored,
    MarketCleared,
    CostPaid,
    GoodTraded,
    WorkerPlaced,
    FeePaid,
    FeeRefused,
    WorkersReturned,
    MilestoneReached,
    TokenMoved,
    WorkerHired,
    WorkerAssigned,
    HelmGained,
    ShipAdvanced,
    AnchorAdded,
    AnchorRaised,
    LogBookGained,
    BoatBuilt,
    BoatTurned,
    BuildingTaken,
    StatueTaken,
    StructurePlaced,
    StructureMoved,
    RuinRemoved,
    CardsDrawn,
    CardKept,
    CardsReturned,
    CardTurned,
    LidLifted,
    LidStowed,
    LidUsed,
    LidReturned,
    HarbormasterLaid,
    HarbormasterMoved,
    DiscountGranted,
    DiscountEnded,
    CartographerAdvanced,
    CartographerUsed,
    WorkersFed,
)
"""Every fact of this title."""
