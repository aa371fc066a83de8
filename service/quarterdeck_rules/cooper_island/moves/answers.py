"""Answers that several decisions take."""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Move


class Perform(Move, Struct, frozen=True, tag="cooper_island.perform.v1"):
    """Perform one of the actions on offer, by its name."""

    action: str


class Forfeit(Move, Struct, frozen=True, tag="cooper_island.forfeit.v1"):
    """Decline what is on offer."""


class GiveUp(Move, Struct, frozen=True, tag="cooper_island.give_up.v1"):
    """Give up an action that is not committed yet.

    What a section or an income hand offers can be chosen again; an islet's, lid's or card's action is forfeited.
    """


class Finish(Move, Struct, frozen=True, tag="cooper_island.finish.v1"):
    """End the own phase, step or turn; what is left undone is forfeited."""
