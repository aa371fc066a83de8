"""What the score sheet says beside its lines."""

from quarterdeck.v1.play_pb2 import ScoreSheet


def tie_break(sheet: ScoreSheet, seat: int) -> str:
    """What breaks ties for a seat, and whether its chips are yet to come."""
    score = next(one for one in sheet.puerto_rico.scores if one.seat == seat)
    told = f"doubloons and barrels: {score.doubloons_and_goods}, more is better"
    return told if score.is_whole else f"{told}; its chips are hidden until the end"
