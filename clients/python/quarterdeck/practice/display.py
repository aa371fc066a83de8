"""Showing a practice game: redrawn in a terminal, a line per turn elsewhere."""

from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from quarterdeck.practice.game import Table
from quarterdeck.v1.game_service_pb2 import GetScoreSheetResponse

LAST_WORDS = 12


class Display(Protocol):
    """Something that shows a game as it goes on."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def show(self, table: Table, scores: GetScoreSheetResponse, moves: int) -> None:
        """The table after a move."""

    def wants(self, table: Table) -> bool:
        """Take note of a move; whether it is to be shown with its scores."""


class LiveDisplay:
    """A picture that is drawn anew with every move."""

    def __init__(self, console: Console, players: Sequence[str]) -> None:
        self._players = players
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

    def show(self, table: Table, scores: GetScoreSheetResponse, moves: int) -> None:
        """See `Display`."""
        standing = Grid.grid(padding=(0, 2))
        standing.add_row(*(Text(player, style="bold") for player in self._players))
        standing.add_row(*(f"{one.points} points" for one in scores.standings))
        head = Text.assemble(
            (f"Round {table.round}", "bold"),
            f", {table.phase}, move {moves}\n",
            "waiting for ",
            ", ".join(table.deciding),
        )
        self._live.update(Panel(Group(head, "", standing, "", *self._told), title="Cooper Island"))


class PlainDisplay:
    """A line per turn, and one where a phase begins."""

    def __init__(self, console: Console, players: Sequence[str]) -> None:
        self._console = console
        self._players = players
        self._shown = ("", 0)
        self._done: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def wants(self, table: Table) -> bool:
        """See `Display`."""
        self._done.extend(table.done)
        return bool(table.turn_of) or self._shown != (table.phase, table.round)

    def show(self, table: Table, scores: GetScoreSheetResponse, moves: int) -> None:
        """See `Display`."""
        points = ", ".join(
            f"{player} {one.points}" for player, one in zip(self._players, scores.standings, strict=True)
        )
        if table.turn_of:
            done, self._done = "; ".join(self._done), []
            self._line(f"round {table.round}, {table.turn_of}: {done or 'nothing'}. Scores: {points}")
        if self._shown != (table.phase, table.round):
            self._shown = (table.phase, table.round)
            self._line(f"round {table.round}, move {moves}: {table.phase} begins. Scores: {points}")

    def _line(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


def print_score_sheet(console: Console, players: Sequence[str], sheet: GetScoreSheetResponse) -> None:
    """The final score, line by line with what each follows from."""
    for score in sorted(sheet.score_sheet.cooper_island.scores, key=lambda one: one.rank):
        grid = Grid(title=f"{score.rank}. {players[score.seat]}: {score.total} points", title_justify="left")
        for column, justify in (("for", "left"), ("points", "right"), ("because", "left")):
            grid.add_column(column, justify="right" if justify == "right" else "left")
        for line in score.lines:
            facts = ", ".join(f"{fact.name.replace('_', ' ')} {fact.value.replace('_', ' ')}" for fact in line.facts)
            grid.add_row(line.code.replace("_", " "), str(line.points), facts)
        grid.add_row("tie-break", "", f"uncharted spaces {score.uncharted_spaces}")
        console.print(grid)
