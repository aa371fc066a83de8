"""Rejections: why the application does not do what it is asked.  The api maps each kind to a status."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision
from quarterdeck_rules.engine.game import Ended
from quarterdeck_rules.engine.refusal import EngineReason, Refusal
from quarterdeck_rules.engine.title import Title, Viewer


class Kind(StrEnum):
    """What happened; also the reason that clients see, where a refusal does not bring its own."""

    MOVE_NOT_UNDERSTOOD = "MOVE_NOT_UNDERSTOOD"
    FIELD_INVALID = "FIELD_INVALID"
    MOVE_REFUSED = "MOVE_REFUSED"
    DECISION_CLOSED = "DECISION_CLOSED"
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    GAME_ENDED = "GAME_ENDED"
    SEAT_TAKEN = "SEAT_TAKEN"
    TOKEN_MISSING = "TOKEN_MISSING"
    TOKEN_INVALID = "TOKEN_INVALID"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    ROLE_MAY_NOT = "ROLE_MAY_NOT"
    TITLE_NOT_FOUND = "TITLE_NOT_FOUND"
    GAME_NOT_FOUND = "GAME_NOT_FOUND"
    COMPONENT_SET_NOT_FOUND = "COMPONENT_SET_NOT_FOUND"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    REVISION_NOT_AVAILABLE = "REVISION_NOT_AVAILABLE"
    CHECKPOINT_NOT_AVAILABLE = "CHECKPOINT_NOT_AVAILABLE"
    RATE_LIMITED = "RATE_LIMITED"
    READER_TOO_SLOW = "READER_TOO_SLOW"
    TRY_AGAIN = "TRY_AGAIN"
    GAME_UNREADABLE = "GAME_UNREADABLE"
    LOG_ALTERED = "LOG_ALTERED"
    INTERNAL_FAULT = "INTERNAL_FAULT"


class Situation(Struct, frozen=True):
    """What a client has to know to go on after a rejection: the game as it stands, for one viewer."""

    title: Title[Any]
    players: tuple[str | None, ...]
    viewer: Viewer
    revision: int
    open_decisions: tuple[OpenDecision, ...]
    ended: Ended | None
    is_told: bool = True
    """False if the words of the rejection may use it, and no more of it is told."""


class FieldViolation(Struct, frozen=True):
    """A field of the request that is wrong, and how."""

    field: str
    problem: str


class Rejection(Exception):  # noqa: N818  (an answer, and no error of ours)
    """A call that is not carried out.  It leaves no trace."""

    def __init__(
        self,
        kind: Kind,
        *,
        reason: str = "",
        rule: str = "",
        details: tuple[tuple[str, str], ...] = (),
        fields: tuple[FieldViolation, ...] = (),
        retry_after: float | None = None,
        situation: Situation | None = None,
        revision: int | None = None,
    ) -> None:
        """`reason`, `rule` and `details` are those of a refusal; `retry_after` is in seconds."""
        super().__init__(reason or str(kind))
        self.kind = kind
        self.reason = reason or str(kind)
        self.rule = rule
        self.details = details
        self.fields = fields
        self.retry_after = retry_after
        self.situation = situation
        self.revision = situation.revision if situation is not None and revision is None else revision


_OWN_KINDS = {
    str(EngineReason.DECISION_CLOSED): Kind.DECISION_CLOSED,
    str(EngineReason.GAME_NOT_STARTED): Kind.GAME_NOT_STARTED,
    str(EngineReason.GAME_ENDED): Kind.GAME_ENDED,
    str(EngineReason.SEAT_TAKEN): Kind.SEAT_TAKEN,
}


def refused(refusal: Refusal, situation: Situation) -> Rejection:
    """The rejection that a refusal of the rules amounts to."""
    return Rejection(
        _OWN_KINDS.get(refusal.reason, Kind.MOVE_REFUSED),
        reason=refusal.reason,
        rule=refusal.rule,
        details=refusal.details,
        situation=situation,
    )


def invalid(field: str, problem: str) -> Rejection:
    """The rejection of a request with one wrong field."""
    return Rejection(Kind.FIELD_INVALID, fields=(FieldViolation(field, problem),))


def not_understood(field: str, problem: str) -> Rejection:
    """The rejection of a message that cannot be read as a move."""
    return Rejection(Kind.MOVE_NOT_UNDERSTOOD, fields=(FieldViolation(field, problem),))


def try_again(seconds: float = 1.0, **details: object) -> Rejection:
    """The rejection of a call that may well be accepted later, unchanged."""
    texts = tuple((name, str(value)) for name, value in details.items())
    return Rejection(Kind.TRY_AGAIN, retry_after=seconds, details=texts)
