"""The one error table: what happened, as status code, reason and details."""

import re
from collections.abc import Mapping

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from quarterdeck_server.application.rejection import Kind, Rejection

DOMAIN = "quarterdeck"

CODES: Mapping[Kind, grpc.StatusCode] = {
    Kind.MOVE_NOT_UNDERSTOOD: grpc.StatusCode.INVALID_ARGUMENT,
    Kind.FIELD_INVALID: grpc.StatusCode.INVALID_ARGUMENT,
    Kind.MOVE_REFUSED: grpc.StatusCode.FAILED_PRECONDITION,
    Kind.DECISION_CLOSED: grpc.StatusCode.ABORTED,
    Kind.GAME_NOT_STARTED: grpc.StatusCode.FAILED_PRECONDITION,
    Kind.GAME_ENDED: grpc.StatusCode.FAILED_PRECONDITION,
    Kind.SEAT_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    Kind.TOKEN_MISSING: grpc.StatusCode.UNAUTHENTICATED,
    Kind.TOKEN_INVALID: grpc.StatusCode.UNAUTHENTICATED,
    Kind.NOT_YOUR_SEAT: grpc.StatusCode.PERMISSION_DENIED,
    Kind.ROLE_MAY_NOT: grpc.StatusCode.PERMISSION_DENIED,
    Kind.TITLE_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    Kind.GAME_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    Kind.COMPONENT_SET_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    Kind.REQUEST_ID_REUSED: grpc.StatusCode.ALREADY_EXISTS,
    Kind.REVISION_NOT_AVAILABLE: grpc.StatusCode.OUT_OF_RANGE,
    Kind.CHECKPOINT_NOT_AVAILABLE: grpc.StatusCode.OUT_OF_RANGE,
    Kind.RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Kind.READER_TOO_SLOW: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Kind.TRY_AGAIN: grpc.StatusCode.UNAVAILABLE,
    Kind.GAME_UNREADABLE: grpc.StatusCode.DATA_LOSS,
    Kind.LOG_ALTERED: grpc.StatusCode.DATA_LOSS,
    Kind.INTERNAL_FAULT: grpc.StatusCode.INTERNAL,
}

RETRY_HELPS = frozenset({Kind.RATE_LIMITED, Kind.READER_TOO_SLOW, Kind.TRY_AGAIN})
"""Where the same call, sent again unchanged or from where the stream ended, may succeed."""

LONGEST_WORD = 64
"""Characters of one word; what goes on is a quotation, and is cut."""

LONGEST_SENTENCE = 300
"""Bytes of the message, of a violation, and of what people are told."""

LONGEST_FACT = 192
"""Bytes of one fact, which may be a list of words."""

_LONG_WORD = re.compile(rf"""[^\s,;:()'"]{{{LONGEST_WORD + 1},}}""")


def status_of(rejection: Rejection, *more: Message) -> grpc.Status:
    """The status of a rejection, with further details from the caller of this.

    Whatever a caller has sent, its answer fits into the 8 kB that gRPC takes behind a call: all texts are cut.
    """
    details: list[Message] = [ErrorInfo(reason=rejection.reason, domain=DOMAIN, metadata=metadata_of(rejection))]
    if rejection.fields:
        violations = [
            BadRequest.FieldViolation(
                field=cut(one.field, LONGEST_FACT), description=cut(one.problem, LONGEST_SENTENCE)
            )
            for one in rejection.fields
        ]
        details.append(BadRequest(field_violations=violations))
    if rejection.retry_after is not None:
        delay = Duration()
        delay.FromNanoseconds(int(rejection.retry_after * 1_000_000_000))
        details.append(RetryInfo(retry_delay=delay))
    code: int = CODES[rejection.kind].value[0]
    details += [_told(one) if isinstance(one, LocalizedMessage) else one for one in more]
    message = cut(text_of(rejection), LONGEST_SENTENCE)
    status = Status(code=code, message=message, details=[_packed(one) for one in details])
    made: grpc.Status = rpc_status.to_status(status)
    return made


def metadata_of(rejection: Rejection) -> dict[str, str]:
    """Every detail by name, and what every rejection has."""
    metadata = {name: cut(value, LONGEST_FACT) for name, value in rejection.details}
    if rejection.rule:
        metadata["rule"] = rejection.rule
    if rejection.revision is not None:
        metadata["revision"] = str(rejection.revision)
    metadata["retry"] = "true" if rejection.kind in RETRY_HELPS else "false"
    return metadata


def text_of(rejection: Rejection) -> str:
    """One line for people who read logs; programs read the details."""
    rule = f" ({rejection.rule})" if rejection.rule else ""
    facts = [f"{name} {value}" for name, value in rejection.details]
    facts += [f"{one.field}: {one.problem}" if one.field else one.problem for one in rejection.fields]
    return f"{rejection.reason}{rule}{': ' if facts else ''}{'; '.join(facts)}"


def cut(text: str, most: int) -> str:
    """The text with long words cut, and of so many bytes at most."""
    words = _LONG_WORD.sub(lambda found: f"{found[0][: LONGEST_WORD - 1]}…", text)
    written, mark = words.encode(), "…"
    if len(written) <= most:
        return words
    return written[: most - len(mark.encode())].decode(errors="ignore") + mark


def _told(message: LocalizedMessage) -> LocalizedMessage:
    return LocalizedMessage(locale=message.locale, message=cut(message.message, LONGEST_SENTENCE))


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed
