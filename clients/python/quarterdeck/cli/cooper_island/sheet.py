"""What the score sheet says beside its lines."""

from quarterdeck.cli.wording import plural
from quarterdeck.v1.play_pb2 import ScoreSheet


def tie_break(sheet: ScoreSheet, seat: int) -> str:
    """What breaks ties for a seat."""
    score = next(one for one in sheet.cooper_island.scores if one.seat == seat)
    return f"{plural(score.uncharted_spaces, 'uncharted space')}, fewer is better"
