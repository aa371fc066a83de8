"""Proofs: that a game's head is in the tree of all heads, and that the tree has only grown."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from quarterdeck_rules.book.checkpoints import Proof, SignedCheckpoint
from quarterdeck_rules.book.file import Head
from quarterdeck_rules.book.tree import Tree
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import Kind, Rejection, invalid, try_again
from quarterdeck_server.audit.checkpoints import Checkpoints
from quarterdeck_server.audit.exporting import head_at
from quarterdeck_server.store.port import Store, StoreError, UnreadableError

T = TypeVar("T")


class ProvenHead(Struct, frozen=True):
    """A head, and that it is in the tree."""

    head: Head
    proof: Proof


class GoingOn(Struct, frozen=True):
    """A checkpoint, and that it goes on from an earlier one."""

    to: SignedCheckpoint
    path: tuple[str, ...]


class Proofs:
    """What anybody may ask of the tree."""

    def __init__(self, store: Store, reads: Reads, checkpoints: Checkpoints) -> None:
        self._store = store
        self._reads = reads
        self._checkpoints = checkpoints

    async def checkpoint(self, size: int | None) -> SignedCheckpoint:
        """The checkpoint of this size, or the newest; Rejection CHECKPOINT_NOT_AVAILABLE, TRY_AGAIN."""
        # No tree is larger than a store can say.
        if size is not None and size >= 2**63:
            raise not_available(size)
        try:
            found = await asyncio.to_thread(self._store.checkpoint, size)
        except StoreError:
            raise try_again() from None
        if found is None:
            raise not_available(size)
        return found

    async def head(self, game_id: str, caller: Caller | None, revision: int | None, size: int | None) -> ProvenHead:
        """The head of a revision that this caller may see, or of the latest, under a checkpoint, or the newest.

        Rejections of `look` and `checkpoint`; FIELD_INVALID if the checkpoint is older than the revision.
        """
        look = await self._reads.look(game_id, caller, None, revision)
        head = head_at(look.live, look.revision)
        return ProvenHead(head, await self.of(head, size))

    async def of(self, head: Head, size: int | None = None) -> Proof:
        """That a head is in the tree; rejections as with `head`."""
        place = await self._asked(lambda: self._place(head))
        signed = await self._checkpoints.covering(place) if size is None else await self.checkpoint(size)
        end = signed.checkpoint.size
        if end <= place:
            raise invalid("size", f"is that of a checkpoint from before this revision; {place + 1} or more is needed")
        return Proof(signed, place, await self._path(lambda tree: tree.inclusion(place, end)))

    async def going_on(self, first: int, second: int | None) -> GoingOn:
        """That the checkpoint of the second size, or the newest, goes on from that of the first.

        Rejection CHECKPOINT_NOT_AVAILABLE, LOG_ALTERED, TRY_AGAIN; FIELD_INVALID if the first is the larger.
        """
        await self.checkpoint(first)
        to = await self.checkpoint(second)
        end = to.checkpoint.size
        if first > end:
            raise invalid("first_size", f"is larger than the second, {end}")
        return GoingOn(to, await self._path(lambda tree: tree.consistency(first, end)))

    def _place(self, head: Head) -> int:
        heads = self._checkpoints.heads
        heads.take_in()
        place = heads.place(head.game, head.revision)
        if place is None or not heads.has(place, head):
            # The game was read from the log before, and the tree just now.
            raise Rejection(Kind.LOG_ALTERED)
        return place

    async def _path(self, prove: Callable[[Tree], list[bytes]]) -> tuple[str, ...]:
        def path() -> tuple[str, ...]:
            # Another process may have signed what this one has not read yet.
            self._checkpoints.heads.take_in()
            try:
                return tuple(node.hex() for node in prove(self._checkpoints.heads.tree))
            except IndexError:
                raise Rejection(Kind.LOG_ALTERED) from None

        return await self._asked(path)

    async def _asked(self, ask: Callable[[], T]) -> T:
        try:
            return await self._checkpoints.ask(ask)
        except UnreadableError:
            raise Rejection(Kind.LOG_ALTERED) from None
        except StoreError:
            raise try_again() from None


def not_available(size: int | None) -> Rejection:
    """The rejection of a checkpoint that there is not."""
    return Rejection(Kind.CHECKPOINT_NOT_AVAILABLE, details=(("size", str(size)),) if size is not None else ())
