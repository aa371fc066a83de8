"""Answers about workers and milestones."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Worker
from quarterdeck_rules.engine.steps import Move


class PlaceWorker(Move, Struct, frozen=True, tag="cooper_island.place_worker.v1"):
    """Place an available worker on the worker space of a section."""

    worker: Worker
    section: str


class MoveToken(Move, Struct, frozen=True, tag="cooper_island.move_token.v1"):
    """Move a flipped milestone token to a free hire space."""

    token: str
    space: str


class HireWorker(Move, Struct, frozen=True, tag="cooper_island.hire_worker.v1"):
    """Choose the worker that becomes available."""

    worker: Worker


class MoveCooperToken(Move, Struct, frozen=True, tag="cooper_island.move_cooper_token.v1"):
    """Move a milestone token of Cooper to a free space of his clean-up, and a card of his discard pile with it."""

    space: str
    card: str


class AssignWorker(Move, Struct, frozen=True, tag="cooper_island.assign_worker.v1"):
    """Assign an available worker to a free royal order."""

    worker: Worker
    order: str
