"""What the score sheet says beside its lines."""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import COOPER_STYLE
from quarterdeck.cli.wording import plural
from quarterdeck.v1.play_pb2 import ScoreSheet


def tie_break(sheet: ScoreSheet, seat: int) -> str:
    """What breaks ties for a seat; nothing against Cooper, who wins all ties."""
    if sheet.cooper_island.HasField("cooper"):
        return ""
    score = next(one for one in sheet.cooper_island.scores if one.seat == seat)
    return f"{plural(score.uncharted_spaces, 'uncharted space')}, fewer is better"


def cooper_lines(sheet: ScoreSheet, final: bool) -> Sequence[RenderableType]:
    """Cooper's lines in a solo game, which the lines that all titles share do not have, and whether he is beaten."""
    if not sheet.cooper_island.HasField("cooper"):
        return ()
    his = sheet.cooper_island.cooper
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=6)
    grid.add_row(str(his.log_books), "log books")
    grid.add_row(str(his.steps), "steps past the last bay or harbor")
    grid.add_row(str(his.level), "level of difficulty")
    (own,) = sheet.cooper_island.scores
    stands = "" if final else "As it stands: "
    if his.beaten:
        verdict = f"{stands}won, {own.total} to {his.total}."
    else:
        verdict = f"{stands}lost, {own.total} to {his.total}: only more points than Cooper's win."
    rank = 2 if his.beaten else 1
    head = Text(f"{rank}. Cooper: {plural(his.total, 'point')}", COOPER_STYLE)
    return head, grid, Text(verdict[0].upper() + verdict[1:], "bold")


def cooper_points(sheet: ScoreSheet) -> Mapping[str, int]:
    """His points in a solo game."""
    return {"Cooper": sheet.cooper_island.cooper.total} if sheet.cooper_island.HasField("cooper") else {}
