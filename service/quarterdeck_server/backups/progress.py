"""How far something is that takes long."""

import time
from collections.abc import Callable
from typing import TextIO

from quarterdeck_server.store.copies import Told

_SECONDS = 2.0
"""Between two lines; what is done sooner is not told of."""


class Progress:
    """Tells in lines how far something is, and nothing of what is soon done."""

    def __init__(self, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._out, self._clock = out, clock
        self._told = clock()

    def of(self, what: str) -> Told:
        """How much is done of a part of it, and of how much."""

        def told(done: int, of: int) -> None:
            now = self._clock()
            if done < of and now - self._told >= _SECONDS:
                self._told = now
                self._out.write(f"quarterdeck: {done * 100 // of}% {what}\n")
                self._out.flush()

        return told
