"""The keys of a terminal, each as it is pressed."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_ESCAPE = "\x1b"
_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_ENDS = {"", "\x04"}
"""A terminal that has gone, and Ctrl-D."""
_REST_SECONDS = 0.05
"""How long after an escape the rest of an arrow may take to come."""

LEAVE = "q"


class Keyboard:
    """Reads keys from a terminal that gives them one by one."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def key(self, seconds: float | None = None) -> str | None:
        """The next key: its letter, or `left`, `right`, `up`, `down`, `escape`; nothing if none comes within so many
        seconds.  The end of the terminal is as the key to leave.
        """
        if not self._has_more(seconds):
            return None
        first = self._read()
        if first in _ENDS:
            return LEAVE
        if first != _ESCAPE:
            return first
        if not self._has_more(_REST_SECONDS) or self._read() not in "[O" or not self._has_more(_REST_SECONDS):
            return "escape"
        return _ARROWS.get(self._read(), "escape")

    def _has_more(self, seconds: float | None) -> bool:
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def _read(self) -> str:
        try:
            return os.read(self._descriptor, 1).decode("ascii", errors="replace")
        except OSError:
            return ""


@contextmanager
def keyboard() -> Iterator[Keyboard | None]:
    """The keyboard of who sits at this terminal, while the block runs; nothing where there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield None
        return
    try:
        import termios  # noqa: PLC0415  (not on every system)
        import tty  # noqa: PLC0415
    except ImportError:
        yield None
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        # Keys come at once and are not shown; Ctrl-C still interrupts.
        tty.setcbreak(descriptor, termios.TCSANOW)
        yield Keyboard(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
