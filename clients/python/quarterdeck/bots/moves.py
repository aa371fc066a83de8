"""The legal moves that a bot chooses among."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import overload

from quarterdeck.v1.game_pb2 import LegalMove


@dataclass(frozen=True)
class Moves(Sequence[LegalMove]):
    """The legal moves of a seat at one revision: those of all its open decisions, then its anytime moves."""

    listed: tuple[LegalMove, ...]
    truncated: bool = False
    """Whether there are legal moves that are not listed; a bot may make one of those as well."""

    @overload
    def __getitem__(self, place: int) -> LegalMove: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[LegalMove]: ...
    def __getitem__(self, place: int | slice) -> LegalMove | Sequence[LegalMove]:
        return self.listed[place]

    def __len__(self) -> int:
        return len(self.listed)


def some_of(moves: Iterable[LegalMove], most: int) -> list[LegalMove]:
    """As many of the moves as a bot is going to look at; ValueError if there is none."""
    listed = list(islice(moves, most))
    if not listed:
        raise ValueError("there is no legal move to choose from")
    return listed
