"""Figures of the benchmark, and how they are told."""

import time
from collections.abc import Callable, Sequence

from msgspec import Struct


class Figure(Struct, frozen=True):
    """One measured number, and what it should be if that was decided."""

    what: str
    value: float
    unit: str
    aim: float | None = None
    more_is_better: bool = False

    @property
    def is_missed(self) -> bool:
        """Whether the aim is not met."""
        return self.aim is not None and (self.value < self.aim if self.more_is_better else self.value > self.aim)

    def __str__(self) -> str:
        aim = "" if self.aim is None else f"  (aim: {'at least' if self.more_is_better else 'at most'} {self.aim:,.0f})"
        value = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:,.2f}"
        return f"{value:>12} {self.unit:<8} {self.what}{aim}{'  MISSED' if self.is_missed else ''}"


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which so many percent of them lie."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def timed(work: Callable[[], object]) -> float:
    """How many seconds something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def used(work: Callable[[], object]) -> float:
    """How many seconds of the processor something takes, whatever else runs."""
    began = time.process_time()
    work()
    return time.process_time() - began
