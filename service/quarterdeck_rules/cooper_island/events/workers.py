"""Facts of workers, fees, milestones and royal orders."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Item, Worker
from quarterdeck_rules.engine.steps import Seat


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
