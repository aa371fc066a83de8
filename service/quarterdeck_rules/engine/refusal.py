"""Why something is not allowed: a reason code, the rule, and the facts that decided it."""

from enum import StrEnum

from msgspec import Struct


class EngineReason(StrEnum):
    """Reasons that no title owns."""

    DECISION_CLOSED = "DECISION_CLOSED"
    """Nobody waits for this answer: the decision was answered, or never asked of this seat."""
    MOVE_NOT_EXPECTED = "MOVE_NOT_EXPECTED"
    """The move answers another kind of decision, and is no anytime move that may stand beside this one."""
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    """The game still waits for its start."""
    GAME_ALREADY_STARTED = "GAME_ALREADY_STARTED"
    """Seats are taken, and the start is made, before the first move only."""
    GAME_ENDED = "GAME_ENDED"
    """The game has its result; nothing can be added."""
    SEAT_TAKEN = "SEAT_TAKEN"
    """The seat, or every seat, has its player already."""
    SEATS_OPEN = "SEATS_OPEN"
    """A game starts when all its seats are taken."""
    DEAL_IS_SHARED = "DEAL_IS_SHARED"
    """The game deals as others do: nobody adds to the seed that they share."""


class Refusal(Struct, frozen=True):
    """An answer, not an accident: the words for it are made at the edge."""

    reason: str
    """Code of the obstacle, for example `UNEVEN_GROUND`."""
    rule: str
    """Id of the rule that refused, for example `CI-LAND-7`."""
    details: tuple[tuple[str, str], ...] = ()
    """Named facts that decided it, as text."""


def refuse(reason: str, rule: str, **facts: object) -> Refusal:
    """A refusal with its facts given by name."""
    return Refusal(str(reason), rule, tuple((name, _text(fact)) for name, fact in facts.items()))


def _text(fact: object) -> str:
    return ",".join(str(part) for part in fact) if isinstance(fact, tuple) else str(fact)
