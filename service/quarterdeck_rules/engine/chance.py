"""Chance: what the seed decides, drawn so that an auditor can draw it again.

A draw is keyed by its purpose and its number among the draws of that purpose in the whole log.  The numbers are kept
beside the state: what is taken back later never rewinds them, and two games with one seed draw alike.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

Draws = tuple[tuple[str, int], ...]
"""How many draws each purpose has had, sorted by purpose."""

_SPAN = 1 << 64


class Chance(Protocol):
    """Where draws come from."""

    def draw(self, purpose: str, number: int, size: int) -> int:
        """The draw with this number for this purpose: one of 0 to size - 1, all equally likely."""


class KeyedChance:
    """HMAC-SHA256 over purpose and number; a value that would favour some results is rejected and drawn again."""

    def __init__(self, seed: str, entropy: Sequence[str] = ()) -> None:
        """`seed` is the server's secret; `entropy` is what the seats add to it, in seat order."""
        self._key = hashlib.sha256("\x00".join((seed, *entropy)).encode()).digest()

    def draw(self, purpose: str, number: int, size: int) -> int:
        """See `Chance`."""
        limit = _SPAN - _SPAN % size
        attempt = 0
        while True:
            text = f"{purpose}\x00{number}\x00{attempt}".encode()
            value = int.from_bytes(hmac.digest(self._key, text, "sha256")[:8], "big")
            if value < limit:
                return value % size
            attempt += 1


class Drawing:
    """The draws of one command: it numbers them on from those of the log."""

    def __init__(self, chance: Chance, draws: Draws) -> None:
        """`draws` are the numbers that the log has reached."""
        self._chance = chance
        self._before: Mapping[str, int] = dict(draws)
        self._counts: dict[str, int] = {}

    @property
    def made(self) -> Draws:
        """How many draws this command has made, by purpose."""
        return tuple(sorted(self._counts.items()))

    def pick(self, purpose: str, size: int) -> int:
        """One of 0 to size - 1."""
        made = self._counts.get(purpose, 0)
        self._counts[purpose] = made + 1
        return self._chance.draw(purpose, self._before.get(purpose, 0) + made, size)

    def choose(self, purpose: str, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.pick(purpose, len(items))]

    def sample(self, purpose: str, items: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` of the items in drawn order (Fisher-Yates, stopped early); all of them is a shuffle."""
        pool = list(items)
        for place in range(count):
            other = place + self.pick(purpose, len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return tuple(pool[:count])


def added(draws: Draws, made: Draws) -> Draws:
    """The numbers reached after `made` more draws."""
    if not made:
        return draws
    total = dict(draws)
    for purpose, count in made:
        total[purpose] = total.get(purpose, 0) + count
    return tuple(sorted(total.items()))
