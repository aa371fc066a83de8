"""Books: games given away as files."""

import asyncio

from msgspec.structs import replace

from quarterdeck_rules.book.file import Book
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import Kind, Rejection, try_again
from quarterdeck_server.audit.exporting import book_of
from quarterdeck_server.audit.proofs import Proofs
from quarterdeck_server.audit.seals import SealKeys
from quarterdeck_server.store.port import Store, StoreError, UnreadableError


class Books:
    """The files of all games."""

    def __init__(self, store: Store, reads: Reads, seals: SealKeys, proofs: Proofs) -> None:
        self._store = store
        self._reads = reads
        self.seals = seals
        """What the files are sealed with."""
        self.proofs = proofs
        """What the files may end with."""

    async def export(
        self, game_id: str, caller: Caller | None, seat: Seat | None, revision: int | None, *, with_proof: bool = False
    ) -> Book:
        """The book of a game as this caller may have it; rejections of `look`, GAME_UNREADABLE.

        `with_proof` also says that its head is in the tree of all heads; rejections of `Proofs.of`.
        """
        look = await self._reads.look(game_id, caller, seat, revision)
        try:
            entries = await asyncio.to_thread(self._store.read, game_id)
        except UnreadableError:
            raise Rejection(Kind.GAME_UNREADABLE) from None
        except StoreError:
            raise try_again() from None
        book = book_of(look.live, entries, look.revision, look.viewer, self.seals, is_open=look.is_told)
        return replace(book, proof=await self.proofs.of(book.seal.head)) if with_proof else book
