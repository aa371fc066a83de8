"""Facts of set-up, rounds and turns."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Phase
from quarterdeck_rules.engine.steps import Seat


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
    """A phase began, and nothing of it is done yet.

    Each seat may use the cartographer once in it; but the window before scoring still belongs to the last clean-up.
    """

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


class StepFinished(Struct, frozen=True, tag="cooper_island.step_finished.v1"):
    """A seat ended its clean-up step, or its window before scoring."""

    seat: Seat
