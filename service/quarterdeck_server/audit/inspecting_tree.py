"""Inspecting the tree of heads: whether the checkpoints that are kept are those of the log."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quarterdeck_rules.book.checkpoints import Checkpoint
from quarterdeck_rules.book.file import head_of
from quarterdeck_rules.book.records import Entry
from quarterdeck_rules.book.signatures import CheckSignature, Outcome, outcome
from quarterdeck_rules.book.tree import Tree, leaf_of
from quarterdeck_server.store.rows import CheckpointRow


class Leaves:
    """The leaves of all games, gathered game by game."""

    def __init__(self) -> None:
        self._leaves: list[tuple[Any, bytes]] = []
        self._is_whole = True

    def add(self, entries: Iterable[Entry], positions: Iterable[Any]) -> None:
        """Take in the heads of a game, which stand at these places of the whole log."""
        for entry, position in zip(entries, positions, strict=True):
            if entry.command is not None:
                self._leaves.append((position, leaf_of(head_of(entry).statement())))

    def lose(self) -> None:
        """Of some game the heads are not known: what the tree should be cannot be said."""
        self._is_whole = False

    def faults(self, kept: Sequence[CheckpointRow], check: CheckSignature) -> Iterator[str]:
        """What is wrong with checkpoints, which come by size; one that no known key has signed may be of a lost key."""
        tree = Tree()
        leaves = iter(sorted(self._leaves, key=lambda one: one[0]))
        for row in kept:
            checkpoint = Checkpoint(row.size, row.root, row.time)
            found = outcome(check, row.key, checkpoint.statement(), row.signature)
            if found not in (Outcome.RIGHT, Outcome.KEY_NOT_GIVEN):
                yield f"checkpoints: that of {row.size}: {found}"
            if not self._is_whole:
                continue
            while tree.size < row.size and (leaf := next(leaves, None)) is not None:
                tree.append(leaf[1])
            if tree.size != row.size:
                yield f"checkpoints: that of {row.size} is larger than the log, which has {tree.size} commands"
            elif tree.root().hex() != row.root:
                yield f"checkpoints: that of {row.size} has another root than the log"
