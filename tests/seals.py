"""Games sealed with a key that everybody knows: for tests alone."""

import hashlib
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from quarterdeck_rules.book.checkpoints import Checkpoint, Proof, SignedCheckpoint
from quarterdeck_rules.book.file import Book, Head, Seal, head_of
from quarterdeck_rules.book.records import Entry
from quarterdeck_rules.book.tree import Tree, leaf_of
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


def with_proof(book: Book) -> Book:
    """A book with the proof that its head is under a checkpoint, among the heads of all its revisions."""
    heads = [head_of(entry) for entry in book.entries if entry.command is not None]
    tree = Tree()
    for head in (*heads, *heads[:3]):
        tree.append(leaf_of(head.statement()))
    checkpoint = Checkpoint(tree.size, tree.root().hex(), "2026-06-02T12:00:00.000Z")
    signed = SignedCheckpoint(checkpoint, book.seal.key, KEY.sign(checkpoint.statement()).hex())
    path = tree.inclusion(len(heads) - 1, tree.size)
    return replace(book, proof=Proof(signed, len(heads) - 1, tuple(one.hex() for one in path)))
