"""Games sealed with a key that everybody knows: for tests alone."""

import hashlib
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from quarterdeck_rules.book.file import Book, Head, Seal, head_of
from quarterdeck_rules.book.records import Entry
from quarterdeck_server.audit.seals import Trust, id_of

KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key for tests").digest())
TRUST = Trust([KEY.public_key()])


def sealed(head: Head) -> Seal:
    """A head, signed with this key."""
    return Seal(head, id_of(KEY.public_key()), KEY.sign(head.statement()).hex())


def book_of(title: str, component_set: str, components: bytes, entries: Sequence[Entry]) -> Book:
    """The whole book of a game."""
    first, last = entries[0], entries[-1]
    return Book(first.game, title, component_set, components, tuple(entries), sealed(head_of(last)))
