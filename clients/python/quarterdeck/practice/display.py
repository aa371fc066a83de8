"""Showing a practice game: redrawn in a terminal, a line for the chief of it elsewhere."""

from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from quarterdeck.cli.wording import plain, plural
from quarterdeck.practice.game import Table

LAST_WORDS = 12


class Display(Protocol):
    """Something that shows a game as it goes on."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def show(self, table: Table, scores: Mapping[str, int], moves: int) -> None:
        """The table after a move, with the points of each side."""

    def wants(self, table: Table) -> bool:
        """Take note of a move; whether it is to be shown with its scores."""


class LiveDisplay:
    """A picture that is drawn anew with every move."""

    def __init__(self, console: Console, title: str) -> None:
        self._title = plain(title).title()
        self._told: deque[str] = deque(maxlen=LAST_WORDS)
        self._live = Live(console=console, refresh_per_second=20, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def wants(self, table: Table) -> bool:
        """See `Display`."""
        self._told.extend(table.told)
        return True

    def show(self, table: Table, scores: Mapping[str, int], moves: int) -> None:
        """See `Display`."""
        standing = Grid.grid(padding=(0, 2))
        standing.add_row(*(Text(name, style="bold") for name in scores))
        standing.add_row(*(plural(one, "point") for one in scores.values()))
        head = Text.assemble(
            (f"{table.heading}, " if table.heading else "", "bold"),
            f"move {moves}\nwaiting for ",
            ", ".join(table.deciding),
        )
        self._live.update(Panel(Group(head, "", standing, "", *map(Text, self._told)), title=self._title))


class PlainDisplay:
    """A line for the chief of what happens, with the scores."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def wants(self, table: Table) -> bool:
        """See `Display`."""
        return bool(table.chief)

    def show(self, table: Table, scores: Mapping[str, int], moves: int) -> None:
        """See `Display`."""
        told = ", ".join(f"{name} {points}" for name, points in scores.items())
        for line in table.chief:
            self._console.print(f"{line}. Scores: {told}", markup=False, highlight=False, soft_wrap=True)
