"""Errors of the service as exceptions, one class for each row of its error table.

QuarterdeckError
  FieldInvalid             a field of the request is wrong: FIELD_INVALID
    ArgumentInvalid        an argument is wrong, told before anything was sent; it is a ValueError as well
    MoveNotUnderstood      the move cannot be read: MOVE_NOT_UNDERSTOOD
    MessageTooLarge        a request, its token or its answer is larger than may be sent; gRPC says so, without a reason
  MoveRefused              the rules refuse the move, or another command as the game stands;
                           `reason` and `rule` say why, `details` what decided it
  DecisionClosed           nobody waits for this answer any more; `situation` has the decisions that wait now
  GameNotStarted           the game still waits for its start
  GameOver                 the game has ended; `situation` has its result
  SeatTaken                the seat is taken, or the game is full
  NotAllowed               not your seat, or your role may not: NOT_YOUR_SEAT, ROLE_MAY_NOT
    TokenRefused           no token where one is needed, or not a valid one: TOKEN_MISSING, TOKEN_INVALID
  NotFound                 unknown title, game or component set
  RequestIdReused          the same request id with another body
  RevisionNotAvailable     the revision is in the future, or no longer kept; or there is no such checkpoint
  TryAgain                 the service is away, busy or draining: TRY_AGAIN, or it was not reached
    RateLimited            too many calls or streams; `retry_after` says when to come back
    ReaderTooSlow          a stream ended because its reader was too slow; `resume_revision` says where to go on
  ServiceFault             a fault of the service: GAME_UNREADABLE, LOG_ALTERED, or INTERNAL_FAULT with an `id` that
                           its log has too
  DeskClosed               the desk was closed, by this program itself; it is a ValueError as well

Desks send calls that failed with TryAgain again by themselves, and raise it when that has not helped.
"""

from collections.abc import Mapping
from typing import cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from quarterdeck.v1.play_pb2 import Situation


class QuarterdeckError(Exception):
    """A call that the service did not accept, or could not be reached for."""

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        reason: str,
        details: Mapping[str, str],
        retry_after: float | None = None,
        situation: Situation | None = None,
        words: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        """The status code of the call."""
        self.reason = reason
        """Upper-case code of what happened, for example `UNEVEN_GROUND`; empty if the service was not reached."""
        self.rule = details.get("rule", "")
        """Id of the rule that refused a move."""
        self.details = {name: value for name, value in details.items() if name not in ("rule", "retry")}
        """The facts that decided it."""
        self.may_retry = details.get("retry") == "true" or code is grpc.StatusCode.UNAVAILABLE
        """Whether the same call may succeed later."""
        self.retry_after = retry_after
        """Seconds after which the service expects the call again, if it said so."""
        self.situation = situation
        """Revision, open decisions and result of the game, where the service gave them."""
        self.words = words or message
        """What happened, for people to read, in the language of the options; the message if the service gave none."""


class FieldInvalid(QuarterdeckError):
    """The request cannot be read: a field is wrong, or the move is none."""


class ArgumentInvalid(FieldInvalid, ValueError):
    """An argument is one that nothing could be sent with, so nothing was."""


class MoveNotUnderstood(FieldInvalid):
    """The move cannot be read."""


class MessageTooLarge(FieldInvalid):
    """A request, its token or its answer is larger than may be sent.  No retry helps."""


class MoveRefused(QuarterdeckError):
    """The rules refuse the move, or another command as the game stands."""


class MayNotMove(MoveRefused):
    """The seat may not move now, whatever the move: the game is paused, its time is out, or it has left."""


class DecisionClosed(QuarterdeckError):
    """Nobody waits for this answer any more."""


class GameNotStarted(QuarterdeckError):
    """The game still waits for its start."""


class GameOver(QuarterdeckError):
    """The game has ended."""


class SeatTaken(QuarterdeckError):
    """The seat is taken, or the game is full."""


class NotAllowed(QuarterdeckError):
    """The token is missing or not valid, or does not hold the seat."""


class TokenRefused(NotAllowed):
    """The token is missing, or not valid."""


class NotFound(QuarterdeckError):
    """No such title, game or component set."""


class RequestIdReused(QuarterdeckError):
    """The request id was used with another body."""


class RevisionNotAvailable(QuarterdeckError):
    """The revision is in the future, or no longer kept; or there is no such checkpoint."""


class TryAgain(QuarterdeckError):
    """The service is away, busy or draining."""


class RateLimited(TryAgain):
    """Too many calls or streams at once."""


class ReaderTooSlow(TryAgain):
    """A stream ended because its reader was too far behind."""

    @property
    def resume_revision(self) -> int:
        """The revision to ask for next."""
        return int(self.details["resume_revision"])


class ServiceFault(QuarterdeckError):
    """A fault of the service: tell its operator the message, which names an entry of its log."""


class DeskClosed(QuarterdeckError, ValueError):
    """The desk was closed, by this program itself: nothing is sent any more."""


_BY_REASON: Mapping[str, type[QuarterdeckError]] = {
    "MOVE_NOT_UNDERSTOOD": MoveNotUnderstood,
    "DECISION_CLOSED": DecisionClosed,
    "GAME_NOT_STARTED": GameNotStarted,
    "GAME_ENDED": GameOver,
    "SEAT_TAKEN": SeatTaken,
    "GAME_PAUSED": MayNotMove,
    "TIME_IS_OUT": MayNotMove,
    "SEAT_HAS_LEFT": MayNotMove,
    "REQUEST_ID_REUSED": RequestIdReused,
    "READER_TOO_SLOW": ReaderTooSlow,
}
_BY_CODE: Mapping[grpc.StatusCode, type[QuarterdeckError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: FieldInvalid,
    grpc.StatusCode.FAILED_PRECONDITION: MoveRefused,
    grpc.StatusCode.ABORTED: DecisionClosed,
    grpc.StatusCode.UNAUTHENTICATED: TokenRefused,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.OUT_OF_RANGE: RevisionNotAvailable,
    grpc.StatusCode.UNAVAILABLE: TryAgain,
    grpc.StatusCode.DEADLINE_EXCEEDED: TryAgain,
    grpc.StatusCode.RESOURCE_EXHAUSTED: RateLimited,
    grpc.StatusCode.DATA_LOSS: ServiceFault,
    grpc.StatusCode.INTERNAL: ServiceFault,
}
_TOO_LARGE = ("larger than max", "metadata size exceeds")
"""What gRPC says by itself of a message or of headers; the code is that of too many calls."""


def error_of(error: grpc.RpcError) -> QuarterdeckError:
    """The exception for a failed call."""
    call = cast(grpc.Call, error)  # what a stub raises is the call as well
    code, message = call.code(), call.details() or ""
    cause, request, retry, situation, spoken = ErrorInfo(), BadRequest(), RetryInfo(), Situation(), LocalizedMessage()
    retry_after: float | None = None
    told: Situation | None = None
    details: dict[str, str] = {}
    try:
        status: Status | None = rpc_status.from_call(call)
    except (ValueError, DecodeError):
        # Details that are not of this status: somebody between the service and us has changed one of them.
        status = None
    for packed in status.details if status else ():
        if packed.Unpack(cause):
            details |= dict(cause.metadata)
        elif packed.Unpack(request):
            details |= {one.field or "request": one.description for one in request.field_violations}
        elif packed.Unpack(retry):
            retry_after = retry.retry_delay.ToNanoseconds() / 1_000_000_000
        elif packed.Unpack(situation):
            told = situation
        else:
            packed.Unpack(spoken)
    kind = _BY_REASON.get(cause.reason) or _BY_CODE.get(code, QuarterdeckError)
    if kind is RateLimited and not cause.reason and any(words in message for words in _TOO_LARGE):
        kind = MessageTooLarge
    return kind(code, message or code.name, cause.reason, details, retry_after, told, spoken.message)


def not_reachable(message: str) -> TryAgain:
    """The error of a service that is away."""
    return TryAgain(grpc.StatusCode.UNAVAILABLE, message, "", {})


def desk_closed() -> DeskClosed:
    """The error of a call on a desk after its `close`."""
    return DeskClosed(grpc.StatusCode.CANCELLED, "the desk is closed: make another one", "", {})


def argument_invalid(field: str, problem: str) -> ArgumentInvalid:
    """The error of an argument, in the form in which the service would tell it."""
    message = f"{field}: {problem}"
    return ArgumentInvalid(grpc.StatusCode.INVALID_ARGUMENT, message, "FIELD_INVALID", {field: problem})
