"""Page tokens and page sizes.  A token says where a list goes on, and for which question."""

import base64
import binascii
import hashlib

from quarterdeck_server.application.rejection import invalid

_END = 2**63
"""No number of ours reaches it, and no store takes it."""


def page_size(wanted: int, usual: int, most: int) -> int:
    """The size of a page; Rejection FIELD_INVALID."""
    if wanted > most:
        raise invalid("page_size", f"{most} is the most")
    return wanted or usual


def write_token(question: object, *numbers: int) -> str:
    """A token that goes on at these numbers."""
    text = ".".join((_digest(question), *map(str, numbers)))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_token(token: str, question: object, count: int) -> tuple[int, ...] | None:
    """The numbers in a token; nothing if there is no token.  FIELD_INVALID if it is not of this question."""
    if not token:
        return None
    try:
        # Strictly: the lenient way passes over what is no base64.
        text = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        digest, *numbers = text.decode("ascii").split(".")
        read = tuple(int(number) for number in numbers)
    except (binascii.Error, ValueError):
        raise invalid("page_token", "is no page token") from None
    if digest != _digest(question) or len(read) != count or not all(0 <= number < _END for number in read):
        raise invalid("page_token", "is of another question")
    return read


def _digest(question: object) -> str:
    return hashlib.sha256(repr(question).encode()).hexdigest()[:12]
