"""Facts of a solo game: what Cooper does, and what is done to him."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good, Worker
from quarterdeck_rules.engine.steps import Seat


class CooperArrived(Struct, frozen=True, tag="cooper_island.cooper_arrived.v1"):
    """Cooper's side was set up."""

    strategy: str
    level: str
    orders: tuple[str, ...]
    """Royal orders of his display."""
    depot: tuple[Good, ...]


class CooperTurnBegan(Struct, frozen=True, tag="cooper_island.cooper_turn_began.v1"):
    """Cooper drew an action card and carries it out."""

    card: str


class CooperTurnEnded(Struct, frozen=True, tag="cooper_island.cooper_turn_ended.v1"):
    """The action card lies on the discard pile."""

    card: str


class CooperWorkerPlaced(Struct, frozen=True, tag="cooper_island.cooper_worker_placed.v1"):
    """Cooper placed a worker; `on_top` if it lies on one of the seat."""

    worker: Worker
    section: str
    on_top: bool = False


class ThirdWorkerPlaced(Struct, frozen=True, tag="cooper_island.third_worker_placed.v1"):
    """A worker of the third color took the place of a worker that goes home."""

    worker: Worker
    section: str


class CooperWorkersReturned(Struct, frozen=True, tag="cooper_island.cooper_workers_returned.v1"):
    """Workers of Cooper and of the third color went home."""


class CooperHelmGained(Struct, frozen=True, tag="cooper_island.cooper_helm_gained.v1"):
    """Cooper gained helm points."""

    points: int


class CooperShipAdvanced(Struct, frozen=True, tag="cooper_island.cooper_ship_advanced.v1"):
    """Cooper's ship moved one step, to this bank of the ring."""

    bank: int


class CooperAnchorAdded(Struct, frozen=True, tag="cooper_island.cooper_anchor_added.v1"):
    """An anchor was put under Cooper's ship."""


class CooperAnchorRaised(Struct, frozen=True, tag="cooper_island.cooper_anchor_raised.v1"):
    """A helm point of Cooper was spent on removing an anchor."""


class CooperAnchorsCleared(Struct, frozen=True, tag="cooper_island.cooper_anchors_cleared.v1"):
    """A card removed anchors from Cooper's ship."""

    count: int


class CooperLogBookGained(Struct, frozen=True, tag="cooper_island.cooper_log_book_gained.v1"):
    """Cooper gained a log book, without its action."""

    log_book: str


class DepotTaken(Struct, frozen=True, tag="cooper_island.depot_taken.v1"):
    """The seat took a cube of the depot to its marketplace."""

    seat: Seat
    good: Good


class CooperTokenGained(Struct, frozen=True, tag="cooper_island.cooper_token_gained.v1"):
    """A new worker of the seat brought a milestone token to Cooper's discard pile."""


class CooperTokenMoved(Struct, frozen=True, tag="cooper_island.cooper_token_moved.v1"):
    """A milestone token covers a space of Cooper's clean-up, which moves a card of his discard pile."""

    space: str
    card: str


class CooperDeckShuffled(Struct, frozen=True, tag="cooper_island.cooper_deck_shuffled.v1"):
    """The cards of the discard pile were shuffled and lie on top of the deck."""


class IsletDrawn(Struct, frozen=True, tag="cooper_island.islet_drawn.v1"):
    """An islet tile was drawn from the reserve, and has to be placed or lost."""

    seat: Seat
    islet: str


class IsletReturned(Struct, frozen=True, tag="cooper_island.islet_returned.v1"):
    """A drawn islet tile went to the box; `exchanged` if another is drawn for it."""

    seat: Seat
    islet: str
    exchanged: bool = False
