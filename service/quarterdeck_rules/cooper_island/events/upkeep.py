"""Facts of the cartographer and of feeding."""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Seat


class CartographerAdvanced(Struct, frozen=True, tag="cooper_island.cartographer_advanced.v1"):
    """The cartographer marker moved forward."""

    seat: Seat
    steps: int


class CartographerUsed(Struct, frozen=True, tag="cooper_island.cartographer_used.v1"):
    """The cartographer was used: his marker moved back, and a single tile was taken from the supply."""

    seat: Seat
    steps: int


class WorkersFed(Struct, frozen=True, tag="cooper_island.workers_fed.v1"):
    """The feeding cost of this clean-up was settled."""

    seat: Seat
    shortfall: int
