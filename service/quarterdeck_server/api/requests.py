"""What all requests are checked for before anything is done."""

import hashlib

from google.protobuf.message import Message

from quarterdeck_server.application.caller import Request
from quarterdeck_server.application.rejection import invalid

_LONGEST = 64


def identified(method: str, message: Message, request_id: str) -> Request:
    """The identity of a call that changes something; Rejection FIELD_INVALID if its id cannot be one.

    The hash takes in the method and every field, the game included, in the one deterministic form.
    """
    if not 0 < len(request_id) <= _LONGEST or not request_id.isprintable():
        raise invalid("request_id", f"1 to {_LONGEST} printable characters are needed")
    body = method.encode() + b"\x00" + message.SerializeToString(deterministic=True)
    return Request(request_id, hashlib.sha256(body).hexdigest())


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
