"""The score sheet: every line in words, with what it follows from."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import plural, style_of
from quarterdeck.cooper_island.v1.score_pb2 import ScoreSheet, SeatScore
from quarterdeck.v1.game_service_pb2 import ScoreLine


def sheet(scores: ScoreSheet, lines: Iterable[ScoreLine], players: Sequence[str]) -> RenderableType:
    """The score of each seat, the best first."""
    known = list(lines)
    ordered = sorted(scores.scores, key=lambda one: (one.rank, one.seat))
    return Group(*(_score(score, [line for line in known if line.seat == score.seat], players) for score in ordered))


def _score(score: SeatScore, lines: Iterable[ScoreLine], players: Sequence[str]) -> RenderableType:
    name = players[score.seat] or f"seat {score.seat}"
    title = Text(f"{score.rank}. {name}: {plural(score.total, 'point')}", style_of(score.seat))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=6)
    grid.add_column()
    for line in lines:
        grid.add_row(str(line.points), line.words or line.code.replace("_", " "))
    grid.add_row("", Text(f"tie-break: {plural(score.uncharted_spaces, 'uncharted space')}, fewer is better", "dim"))
    return Group(title, grid)
