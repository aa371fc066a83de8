"""What all requests are checked for before anything is done."""

import hashlib
from typing import Any

from google.protobuf.message import Message

from quarterdeck_server.api.tokens import is_name
from quarterdeck_server.application.caller import Request
from quarterdeck_server.application.live import not_available
from quarterdeck_server.application.rejection import invalid

_LONGEST = 64
_LONGEST_SENTENCE = 200


def identified(method: str, message: Message, request_id: str) -> Request:
    """The identity of a call that changes something; Rejection FIELD_INVALID if its id cannot be one.

    The hash takes in the method and every field, the game included, in the one deterministic form.
    """
    proper_id(request_id)
    body = method.encode() + b"\x00" + message.SerializeToString(deterministic=True)
    return Request(request_id, hashlib.sha256(body).hexdigest())


def proper_id(request_id: str) -> str:
    """A request's id; Rejection FIELD_INVALID if it cannot be one."""
    if not 0 < len(request_id) <= _LONGEST or not request_id.isprintable():
        raise invalid("request_id", f"1 to {_LONGEST} printable characters are needed")
    return request_id


def given(field: str, text: str) -> str:
    """The text of a field that has to be given; Rejection FIELD_INVALID."""
    if not text:
        raise invalid(field, "is needed")
    return text


def short(field: str, text: str) -> str:
    """The text of a field that may be empty, and not long; Rejection FIELD_INVALID."""
    if len(text) > _LONGEST or (text and not text.isprintable()):
        raise invalid(field, f"at most {_LONGEST} printable characters are taken")
    return text


def sentence(field: str, text: str) -> str:
    """The text of a field that people are to read; Rejection FIELD_INVALID."""
    if not 0 < len(text) <= _LONGEST_SENTENCE or not text.isprintable() or text.isspace():
        raise invalid(field, f"1 to {_LONGEST_SENTENCE} printable characters are needed")
    return text


def name(field: str, text: str) -> str:
    """The text of a field that names a player; Rejection FIELD_INVALID."""
    if not is_name(text):
        raise invalid(field, "is no name of a player")
    return text


def check_range(start: int, end: int, last: int) -> None:
    """See that a game with so many revisions has those wanted; Rejection REVISION_NOT_AVAILABLE, FIELD_INVALID."""
    if max(start, end) > last:
        raise not_available(max(start, end), last)
    if start > end:
        raise invalid("start_revision", f"is after the last revision wanted, {end}")


def named_seat(request: Any) -> int | None:
    """The seat that a request names, if it names one."""
    return request.seat if request.HasField("seat") else None


def given_revision(request: Any) -> int | None:
    """The revision that a request asks for, if it asks for one; 0 is one that there is not."""
    return request.revision if request.HasField("revision") else None
