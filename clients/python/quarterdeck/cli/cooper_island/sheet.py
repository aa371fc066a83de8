"""The score sheet: every line with what it follows from."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from quarterdeck.cli.cooper_island.terms import WIDTH, plural, style_of
from quarterdeck.cooper_island.v1.score_pb2 import ScoreSheet, SeatScore


def sheet(scores: ScoreSheet, players: Sequence[str]) -> RenderableType:
    """The score of each seat, the best first."""
    return Group(*(_score(score, players) for score in sorted(scores.scores, key=lambda one: (one.rank, one.seat))))


def _score(score: SeatScore, players: Sequence[str]) -> Table:
    title = f"{score.rank}. {players[score.seat] or f'seat {score.seat}'}: {plural(score.total, 'point')}"
    grid = Table(title=title, title_justify="left", title_style=style_of(score.seat), box=None, width=WIDTH)
    grid.add_column("for", width=26)
    grid.add_column("points", justify="right", width=6)
    grid.add_column("because")
    for line in score.lines:
        facts = ", ".join(f"{fact.name.replace('_', ' ')} {fact.value.replace('_', ' ')}" for fact in line.facts)
        grid.add_row(line.code.replace("_", " "), str(line.points), facts)
    grid.add_row("tie-break", "", f"uncharted spaces {score.uncharted_spaces} (fewer is better)")
    return grid
