"""The tree of heads: one hash for all that any log has come to, with short proofs of what is under it.

It is the Merkle tree of RFC 6962 (section 2.1), with SHA-256: whoever has a program for certificate logs has one for
this.  Of the hashes in it all those are kept that never change, 64 bytes a leaf, so that the tree can also tell what it
was when it was smaller.
"""

import hashlib
from collections.abc import Sequence

_BYTES = 32


def leaf_of(content: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + content).digest()


class Tree:
    """Hashes of leaves in a row, which only grows; leaves are counted from 0."""

    def __init__(self) -> None:
        # By height, the hashes of all whole subtrees, one behind the other.
        self._levels = [bytearray()]

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return len(self._levels[0]) // _BYTES

    def append(self, leaf: bytes) -> None:
        """Add the hash of a leaf."""
        place, height, node = self.size, 0, leaf
        self._levels[0] += node
        while place % 2:
            node = _node(self._at(height, place - 1), node)
            place, height = place // 2, height + 1
            if height == len(self._levels):
                self._levels.append(bytearray())
            self._levels[height] += node

    def leaf(self, place: int) -> bytes:
        """The hash of a leaf; IndexError."""
        if not 0 <= place < self.size:
            raise IndexError(place)
        return self._at(0, place)

    def root(self, size: int | None = None) -> bytes:
        """The hash of the first `size` leaves, or of all; IndexError if there are not as many."""
        wanted = self._checked(self.size if size is None else size)
        return self._range(0, wanted) if wanted else hashlib.sha256(b"").digest()

    def inclusion(self, place: int, size: int) -> list[bytes]:
        """The path from a leaf to the root of the first `size` leaves, from below; IndexError."""
        if not 0 <= place < self._checked(size):
            raise IndexError(place)
        path: list[bytes] = []
        start, end = 0, size
        while end - start > 1:
            middle = start + _split(end - start)
            if place < middle:
                path.append(self._range(middle, end))
                end = middle
            else:
                path.append(self._range(start, middle))
                start = middle
        return path[::-1]

    def consistency(self, first: int, second: int) -> list[bytes]:
        """What shows that the first `first` leaves are also the first of `second`; IndexError."""
        if not 0 < first <= self._checked(second):
            raise IndexError(first)
        path: list[bytes] = []
        start, end = 0, second
        while end > first:
            middle = start + _split(end - start)
            if first <= middle:
                path.append(self._range(middle, end))
                end = middle
            else:
                path.append(self._range(start, middle))
                start = middle
        # What begins at the first leaf is the smaller tree itself, whose root is known.
        return ([self._range(start, end)] if start else []) + path[::-1]

    def _checked(self, size: int) -> int:
        if not 0 <= size <= self.size:
            raise IndexError(size)
        return size

    def _range(self, start: int, end: int) -> bytes:
        width = end - start
        if width & (width - 1) == 0:
            return self._at(width.bit_length() - 1, start // width)
        middle = start + _split(width)
        return _node(self._range(start, middle), self._range(middle, end))

    def _at(self, height: int, place: int) -> bytes:
        return bytes(self._levels[height][place * _BYTES : (place + 1) * _BYTES])


def is_included(leaf: bytes, place: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a path shows that a leaf stands at this place under the root of so many leaves (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        return False
    at, last, found = place, size - 1, leaf
    for node in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            found = _node(node, found)
            while at and not at % 2:
                at, last = at // 2, last // 2
        else:
            found = _node(found, node)
        at, last = at // 2, last // 2
    return last == 0 and found == root


def is_consistent(first: int, second: int, path: Sequence[bytes], first_root: bytes, second_root: bytes) -> bool:
    """Whether a path shows that the leaves of one root are the first of those of another (RFC 9162, 2.1.4.2)."""
    if not 0 < first <= second:
        return False
    if first == second:
        return not path and first_root == second_root
    nodes = [first_root, *path] if first & (first - 1) == 0 else list(path)
    if not nodes:
        return False
    at, last = first - 1, second - 1
    while at % 2:
        at, last = at // 2, last // 2
    smaller = larger = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            smaller, larger = _node(node, smaller), _node(node, larger)
            while at and not at % 2:
                at, last = at // 2, last // 2
        else:
            larger = _node(larger, node)
        at, last = at // 2, last // 2
    return last == 0 and smaller == first_root and larger == second_root


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _split(width: int) -> int:
    """The largest power of two below a width of more than 1."""
    return 1 << ((width - 1).bit_length() - 1)
