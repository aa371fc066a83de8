"""The lines of a score sheet, as the words need them."""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct


class _Fact(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...


class ScoreLine(Protocol):
    """A line of a score sheet: what it is for, its points, and the named facts that these follow from."""

    @property
    def code(self) -> str:
        """What it is for."""

    @property
    def points(self) -> int:
        """Its points."""

    @property
    def facts(self) -> Sequence[_Fact]:
        """What they follow from."""


class _SeatLines(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def lines(self) -> Sequence[ScoreLine]: ...


@runtime_checkable
class LinedSheet(Protocol):
    """A score sheet that is made of lines per seat, as the words need it."""

    @property
    def scores(self) -> Sequence[_SeatLines]:
        """Each seat with its lines."""


def score_lines(sheet: Struct) -> Iterator[tuple[int, ScoreLine]]:
    """Each line of a score sheet with the seat that has it; none if the title's sheet is not made of lines."""
    if isinstance(sheet, LinedSheet):
        for score in sheet.scores:
            for line in score.lines:
                yield score.seat, line
