"""Errors of the service as exceptions.

QuarterdeckError
  FieldInvalid       the request cannot be read: MOVE_NOT_UNDERSTOOD, FIELD_INVALID
  MoveRefused        the rules refuse the move; `reason` and `rule` say why, `details` what decided it
  DecisionClosed     nobody waits for this answer any more
  GameOver           the game has ended
  NotAllowed         the token is missing or invalid, or not for this seat
  NotFound           unknown title or game
  RequestIdReused    the same request id with another body
  TryAgain           the same call, sent again, may succeed; calls with a request id are sent again by themselves
"""

from collections.abc import Mapping
from typing import cast

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status


class QuarterdeckError(Exception):
    """A call that the service did not accept, or could not be reached for."""

    def __init__(self, code: grpc.StatusCode, message: str, reason: str, details: Mapping[str, str]) -> None:
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


class FieldInvalid(QuarterdeckError):  # noqa: N818  (named by what happened, as the service does)
    """The request cannot be read: a field is wrong, or the move is none."""


class MoveRefused(QuarterdeckError):  # noqa: N818
    """The rules refuse the move."""


class DecisionClosed(QuarterdeckError):  # noqa: N818
    """Nobody waits for this answer any more."""


class GameNotStarted(QuarterdeckError):  # noqa: N818
    """The game still waits for its start."""


class GameOver(QuarterdeckError):  # noqa: N818
    """The game has ended."""


class NotAllowed(QuarterdeckError):  # noqa: N818
    """The token is missing or not valid, or does not hold the seat."""


class NotFound(QuarterdeckError):  # noqa: N818
    """No such title or game."""


class RequestIdReused(QuarterdeckError):  # noqa: N818
    """The request id was used with another body."""


class TryAgain(QuarterdeckError):  # noqa: N818
    """The service is away, busy or draining."""


_BY_REASON: Mapping[str, type[QuarterdeckError]] = {
    "DECISION_CLOSED": DecisionClosed,
    "GAME_NOT_STARTED": GameNotStarted,
    "GAME_ENDED": GameOver,
    "REQUEST_ID_REUSED": RequestIdReused,
}
_BY_CODE: Mapping[grpc.StatusCode, type[QuarterdeckError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: FieldInvalid,
    grpc.StatusCode.FAILED_PRECONDITION: MoveRefused,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowed,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.UNAVAILABLE: TryAgain,
    grpc.StatusCode.RESOURCE_EXHAUSTED: TryAgain,
    grpc.StatusCode.DEADLINE_EXCEEDED: TryAgain,
}


def error_of(error: grpc.RpcError) -> QuarterdeckError:
    """The exception for a failed call."""
    call = cast(grpc.Call, error)  # what a stub raises is the call as well
    code, message = call.code(), call.details() or ""
    reason = ""
    details: dict[str, str] = {}
    status: Status | None = rpc_status.from_call(call)
    for packed in status.details if status else ():
        info, request = ErrorInfo(), BadRequest()
        if packed.Unpack(info):
            reason, details = info.reason, dict(info.metadata)
        elif packed.Unpack(request):
            details |= {one.field or "request": one.description for one in request.field_violations}
    kind = _BY_REASON.get(reason) or _BY_CODE.get(code, QuarterdeckError)
    return kind(code, message or code.name, reason, details)
