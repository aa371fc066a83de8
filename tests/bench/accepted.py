"""When servers that are measured accepted something, in a file: only they know."""

import os
import time
from collections import defaultdict
from pathlib import Path


class Accepted:
    """Notes moments, by what they belong to."""

    def __init__(self, file: str) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(self, what: str) -> None:
        """Something was accepted now."""
        os.write(self._file, f"{what} {time.time()}\n".encode())


def noted(file: Path) -> dict[str, list[float]]:
    """All moments, in their order, as seconds since 1970."""
    moments: dict[str, list[float]] = defaultdict(list)
    for line in file.read_text().splitlines():
        what, moment = line.split(" ")
        moments[what].append(float(moment))
    return moments
