"""Checkpoints: the tree of heads is signed now and then, if it has grown.

Nothing of it is on the way of a command.  Of several processes one keeps the checkpoint of a size, and the others take
that.  A log that does not go on from the last checkpoint was altered: then nothing is signed any more.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import structlog

from quarterdeck_rules.book.checkpoints import Checkpoint, SignedCheckpoint
from quarterdeck_rules.book.signatures import Outcome, outcome
from quarterdeck_rules.book.tree import Tree
from quarterdeck_server.application.moments import Clock
from quarterdeck_server.application.rejection import Kind, Rejection, try_again
from quarterdeck_server.audit.heads import Heads
from quarterdeck_server.audit.seals import SealKeys, Trust
from quarterdeck_server.store.port import Store, StoreError, UnreadableError

T = TypeVar("T")

SOONEST_SECONDS = 0.5
"""However much is asked for, checkpoints are not made more often than that."""

_ROUNDS = 3
"""So many checkpoints are waited for until one has what was wanted: the first may have been begun before."""

_LOG = structlog.get_logger("quarterdeck.checkpoints")


class Checkpoints:
    """The checkpoints of one process."""

    def __init__(self, store: Store, seals: SealKeys, clock: Clock, seconds: float) -> None:
        """At most so many seconds after the log has grown there is a checkpoint."""
        self.heads = Heads(store)
        """What the tree is made of; for the worker alone, see `ask`."""
        self.altered: str | None = None
        """Why nothing is signed any more."""
        self._store = store
        self._seals = seals
        self._clock = clock
        self._seconds = seconds
        # One thread of its own: whatever is asked of the tree, no command waits for a thread.
        self._worker = ThreadPoolExecutor(1, "quarterdeck-tree")
        self._latest: SignedCheckpoint | None = None
        self._wanted = asyncio.Event()
        self._round: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; the tree is made meanwhile."""
        self._round = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Make no more, and answer no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        self._end_round()
        self._round = None
        self.heads.is_closing = True
        await asyncio.to_thread(self._worker.shutdown)

    async def ask(self, asked: Callable[[], T]) -> T:
        """Have something worked out in the one thread that has the tree; StoreError, UnreadableError as that raises."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, asked)

    async def covering(self, place: int) -> SignedCheckpoint:
        """The newest checkpoint, which has the leaf at this place; it is made if there is none.

        Rejection LOG_ALTERED, TRY_AGAIN.
        """
        for _ in range(_ROUNDS):
            if self._latest is not None and self._latest.checkpoint.size > place:
                return self._latest
            if self.altered is not None:
                raise Rejection(Kind.LOG_ALTERED)
            if self._round is None:
                break
            self._wanted.set()
            await asyncio.shield(self._round)
        raise try_again()

    async def _run(self) -> None:
        pause = min(SOONEST_SECONDS, self._seconds)
        while self.altered is None:
            try:
                await self.ask(self.make)
            except StoreError as fault:
                _LOG.error("store_away", problem=str(fault))
            except Exception as fault:  # noqa: BLE001  (whatever happens, there will be checkpoints again)
                _LOG.error("no_checkpoint", problem=type(fault).__name__)
            self._end_round()
            await asyncio.sleep(pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds - pause):
                    await self._wanted.wait()
            self._wanted.clear()

    def _end_round(self) -> None:
        if self._round is not None and not self._round.done():
            self._round.set_result(None)
            self._round = asyncio.get_running_loop().create_future()

    def make(self) -> None:
        """Sign what the log has come to, unless that is done, or the log was altered.  For the worker; StoreError."""
        # Read before the log is: a checkpoint of another process has nothing that the log does not have by then.
        last, tree = self._store.checkpoint(), self.heads.tree
        try:
            self.heads.take_in()
            problem = self._problem(last, tree)
            if not problem and tree.size > (last.checkpoint.size if last is not None else 0):
                last = self._store.keep_checkpoint(self._signed(tree))
                problem = self._problem(last, tree)
        except UnreadableError as fault:
            problem = str(fault)
        if problem:
            self.altered = problem
            _LOG.error("log_altered", size=last.checkpoint.size if last is not None else 0, problem=problem)
        else:
            self._latest = last

    def _signed(self, tree: Tree) -> SignedCheckpoint:
        checkpoint = Checkpoint(tree.size, tree.root().hex(), self._clock())
        key, signature = self._seals.sign(checkpoint.statement())
        return SignedCheckpoint(checkpoint, key, signature.hex())

    def _problem(self, last: SignedCheckpoint | None, tree: Tree) -> str:
        """Why the log does not go on from a checkpoint; nothing if it does."""
        if last is None:
            return ""
        checkpoint = last.checkpoint
        if tree.size < checkpoint.size:
            return f"the log has only {tree.size} commands"
        if tree.root(checkpoint.size).hex() != checkpoint.root:
            return "the log has another root"
        trust = Trust(self._seals.published())
        found = outcome(trust.check, last.key, checkpoint.statement(), last.signature)
        # A key that was removed since says nothing either way.
        return "" if found in (Outcome.RIGHT, Outcome.KEY_NOT_GIVEN) else str(found)
