"""Signatures: whether what is signed is, by a key that is trusted."""

from collections.abc import Callable
from enum import StrEnum

CheckSignature = Callable[[str, bytes, bytes], bool | None]
"""Whether a key, by its id, has made this signature of that content (in the order content, signature); nothing if the
key was not given.
"""


class Outcome(StrEnum):
    """What is to be said of a signature."""

    RIGHT = "the signature is right"
    WRONG = "the signature is wrong"
    NO_HEX = "the signature is no hex"
    ILL_WRITTEN = "the signature is not written the one way"
    KEY_NOT_GIVEN = "the key was not given"


def outcome(check: CheckSignature, key: str, statement: bytes, written: str) -> Outcome:
    """What is to be said of a signature that is written in hex."""
    try:
        signature = bytes.fromhex(written)
    except ValueError:
        return Outcome.NO_HEX
    if signature.hex() != written:
        return Outcome.ILL_WRITTEN
    is_right = check(key, statement, signature)
    if is_right is None:
        return Outcome.KEY_NOT_GIVEN
    return Outcome.RIGHT if is_right else Outcome.WRONG
