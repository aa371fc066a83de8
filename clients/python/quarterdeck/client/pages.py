"""Lists that the service gives page by page: gone through item by item, and each with all that its page says."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from quarterdeck.client.calls import Call

Page = TypeVar("Page", bound=Message)
Item = TypeVar("Item")


class Pages(Iterator[Item], Generic[Page, Item]):
    """The items of a list, once through; the next page is asked for when it is needed."""

    def __init__(
        self,
        send: Callable[[Call[Page]], Page],
        page_at: Callable[[str], Call[Page]],
        items: Callable[[Page], Iterable[Item]],
    ) -> None:
        self._send, self._page_at, self._items_of = send, page_at, items
        # Made now, so that a wrong argument is told where it was given.
        self._first_call = page_at("")
        self._first: Page | None = None
        self._items = self._all()

    def first_page(self) -> Page:
        """The first page as the service gave it, with what it says of the whole list: revision, counts, truncated …

        It is asked for once, whether before the items, among them or afterwards.
        """
        if self._first is None:
            self._first = self._send(self._first_call)
        return self._first

    def __next__(self) -> Item:
        return next(self._items)

    def _all(self) -> Iterator[Item]:
        page: Any = self.first_page()
        while True:
            yield from self._items_of(page)
            if not page.next_page_token:
                return
            page = self._send(self._page_at(page.next_page_token))


class AsyncPages(AsyncIterator[Item], Generic[Page, Item]):
    """The items of a list, once through, for asyncio; the next page is asked for when it is needed."""

    def __init__(
        self,
        send: Callable[[Call[Page]], Awaitable[Page]],
        page_at: Callable[[str], Call[Page]],
        items: Callable[[Page], Iterable[Item]],
    ) -> None:
        self._send, self._page_at, self._items_of = send, page_at, items
        self._first_call = page_at("")
        self._first: Page | None = None
        self._items = self._all()

    async def first_page(self) -> Page:
        """The first page as the service gave it, with what it says of the whole list; it is asked for once."""
        if self._first is None:
            self._first = await self._send(self._first_call)
        return self._first

    async def __anext__(self) -> Item:
        return await anext(self._items)

    async def _all(self) -> AsyncIterator[Item]:
        page: Any = await self.first_page()
        while True:
            for item in self._items_of(page):
                yield item
            if not page.next_page_token:
                return
            page = await self._send(self._page_at(page.next_page_token))
