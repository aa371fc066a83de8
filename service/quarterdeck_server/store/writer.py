"""The writer: one thread that commits all that is queued in one transaction.

Commits are what a command waits for longest; sharing them lets many games go on at the speed of few.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from quarterdeck_server.store.port import Batch, ConflictError, Store, StoreError

LARGEST = 256
"""How many commands share a transaction at most."""

Waiting = tuple[Batch, "asyncio.Future[None]"]
Outcome = Exception | None
Timed = Callable[[float], None]


class GroupWriter:
    """Appends for one event loop.  It outlives every failed batch."""

    def __init__(self, store: Store, timed: Timed | None = None) -> None:
        """`timed` is told, in the writer's thread, how many seconds each transaction took."""
        self._store = store
        self._timed = timed
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="quarterdeck-writer", daemon=True)
        self._closed = False

    def start(self) -> None:
        """Start the thread, for the loop that is running."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def append(self, batch: Batch) -> None:
        """Return when the batch is durable.  Conflict and StoreError as `Store.append` raises them."""
        if self._closed or self._loop is None:
            raise StoreError("the writer is not running")
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((batch, done))
        await done

    async def close(self) -> None:
        """Write what is queued, then end the thread."""
        if self._closed or self._loop is None:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            waiting, ended = [first], False
            while len(waiting) < LARGEST and not ended:
                try:
                    following = self._queue.get_nowait()
                except Empty:
                    break
                if following is None:
                    ended = True
                else:
                    waiting.append(following)
            outcomes = self._append([batch for batch, _ in waiting])
            self._report([(done, outcome) for (_, done), outcome in zip(waiting, outcomes, strict=True)])
            if ended:
                return

    def _append(self, batches: Sequence[Batch]) -> list[Outcome]:
        outcome = self._try(batches)
        if isinstance(outcome, ConflictError) and len(batches) > 1:
            # One of them spoils the transaction for all: each gets its own.
            return [self._try([batch]) for batch in batches]
        return [outcome] * len(batches)

    def _try(self, batches: Sequence[Batch]) -> Outcome:
        begun = time.perf_counter()
        try:
            self._store.append(batches)
        except StoreError as fault:
            return fault
        except Exception as fault:  # noqa: BLE001  (whatever a store raises, the thread lives on)
            return StoreError(type(fault).__name__)
        finally:
            if self._timed is not None:
                self._timed(time.perf_counter() - begun)
        return None

    def _report(self, outcomes: Sequence[tuple["asyncio.Future[None]", Outcome]]) -> None:
        """One hop to the loop for the whole batch."""
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(_settle, outcomes)
        except RuntimeError:
            # The loop is gone, and with it everybody who could have waited.
            return


def _settle(outcomes: Sequence[tuple["asyncio.Future[None]", Outcome]]) -> None:
    for done, outcome in outcomes:
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
