"""The heads of all games: the tree of them, which follows from the log and is made out of it anew by every process."""

from array import array

from quarterdeck_rules.book.file import Head
from quarterdeck_rules.book.tree import Tree, leaf_of
from quarterdeck_server.store.port import Store, StoreError, UnreadableError

_AT_ONCE = 200
"""How many heads are read at once: few, so that whoever plays meanwhile does not wait."""


class Heads:
    """A leaf for every command, in the order in which the log has them.  For one thread at a time."""

    def __init__(self, store: Store) -> None:
        self.tree = Tree()
        self.is_closing = False
        """Set from any thread: what is being taken in is left off."""
        self._store = store
        self._after = 0
        # By game, the place of the head of each revision.
        self._places: dict[str, array[int]] = {}

    def take_in(self) -> None:
        """Add what the log has beyond the tree.  Blocks; StoreError, and UnreadableError if it is not whole."""
        while not self.is_closing:
            found = self._store.heads(self._after, _AT_ONCE)
            for one in found:
                self._add(one.head)
                self._after = one.place
            if len(found) < _AT_ONCE:
                return
        raise StoreError("the server is closing")

    def place(self, game: str, revision: int) -> int | None:
        """The place of a head among the leaves, from 0; nothing if the tree does not have it yet."""
        places = self._places.get(game, ())
        return places[revision - 1] if 1 <= revision <= len(places) else None

    def has(self, place: int, head: Head) -> bool:
        """Whether a leaf is this head."""
        return self.tree.leaf(place) == leaf_of(head.statement())

    def _add(self, head: Head) -> None:
        places = self._places.setdefault(head.game, array("Q"))
        if head.revision != len(places) + 1:
            raise UnreadableError(f"after revision {len(places)} of game {head.game} comes {head.revision}")
        places.append(self.tree.size)
        self.tree.append(leaf_of(head.statement()))
