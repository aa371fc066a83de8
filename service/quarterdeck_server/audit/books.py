"""Books: games given away as files."""

import asyncio

from quarterdeck_rules.book.file import Book
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import Kind, Rejection, try_again
from quarterdeck_server.audit.exporting import book_of
from quarterdeck_server.audit.seals import SealKeys
from quarterdeck_server.store.port import Store, StoreError, UnreadableError


class Books:
    """The files of all games."""

    def __init__(self, store: Store, reads: Reads, seals: SealKeys) -> None:
        self._store = store
        self._reads = reads
        self.seals = seals
        """What the files are sealed with."""

    async def export(self, game_id: str, caller: Caller | None, seat: Seat | None, revision: int | None) -> Book:
        """The book of a game as this caller may have it; rejections of `look`, GAME_UNREADABLE."""
        look = await self._reads.look(game_id, caller, seat, revision)
        try:
            entries = await asyncio.to_thread(self._store.read, game_id)
        except UnreadableError:
            raise Rejection(Kind.GAME_UNREADABLE) from None
        except StoreError:
            raise try_again() from None
        return book_of(look.live, entries, look.revision, look.viewer, self.seals, is_open=look.is_told)
