"""Checkpoints: what the tree of heads has come to, signed, and the forms in which it is kept and given away.

Whoever keeps one can see later that nothing in it was changed, taken out or put in between: a newer one proves that it
goes on from the older.
"""

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from quarterdeck_rules.book import tree

_DIGEST = re.compile(r"[0-9a-f]{64}")
_ENCODE = msgspec.json.Encoder(order="deterministic").encode


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """The tree of all heads as it was."""

    size: int
    """How many leaves it had."""
    root: str
    """Its root, in hex."""
    time: str
    """When it was signed, UTC, ISO 8601."""

    def statement(self) -> bytes:
        """What is signed."""
        return b"quarterdeck.checkpoint.v1\n" + _ENCODE(self)


class SignedCheckpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint with its signature."""

    checkpoint: Checkpoint
    key: str
    """Which key has signed, as with the seal of a game."""
    signature: str
    """Ed25519, in hex, of the checkpoint's statement."""


class Proof(Struct, frozen=True, tag_field="line", tag="proof", forbid_unknown_fields=True):
    """That a head is a leaf under a checkpoint; a line of a game's file."""

    signed: SignedCheckpoint
    place: int
    """Of the leaf, from 0."""
    path: tuple[str, ...]
    """The hashes beside its way to the root, from below, in hex."""

    def holds(self, leaf: bytes) -> bool:
        """Whether it is so, for what stands in the leaf; the signature is another question."""
        found, root = digests(self.path), digests((self.signed.checkpoint.root,))
        if found is None or root is None:
            return False
        return tree.is_included(tree.leaf_of(leaf), self.place, self.signed.checkpoint.size, found, root[0])


class Kept(Struct, frozen=True, omit_defaults=True, tag_field="line", tag="checkpoint", forbid_unknown_fields=True):
    """A checkpoint as somebody keeps it: the one line of a file."""

    signed: SignedCheckpoint
    since: int = 0
    """The size of an earlier checkpoint that it goes on from, if it shows that."""
    path: tuple[str, ...] = ()
    """What shows it, in hex."""


def kept_in(content: bytes) -> Kept | Proof:
    """The checkpoint that is in the last line of a file, be it of a game or of its own; ValueError if none is."""
    line = content.removesuffix(b"\n").rpartition(b"\n")[2]
    try:
        kept = _DECODE(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ValueError("it holds no checkpoint") from None
    if _ENCODE(kept) != line:
        raise ValueError("its checkpoint is not written the one way")
    return kept


def goes_on(old: Checkpoint, new: Checkpoint, path: Sequence[str]) -> bool:
    """Whether a path shows that a checkpoint has all that an older one has, in the same places."""
    found, roots = digests(path), digests((old.root, new.root))
    if found is None or roots is None:
        return False
    return tree.is_consistent(old.size, new.size, found, *roots)


def digests(texts: Sequence[str]) -> list[bytes] | None:
    """Hashes, each out of its one way to be written; nothing if one is not written like that."""
    if not all(_DIGEST.fullmatch(one) for one in texts):
        return None
    return [bytes.fromhex(one) for one in texts]


_DECODE = msgspec.json.Decoder(Kept | Proof).decode
