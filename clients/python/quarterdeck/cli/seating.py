"""Starting a game when its last seat is taken: whoever is at the table may, and the first one does."""

from typing import Annotated

import typer

from quarterdeck.cli.drawing import is_full
from quarterdeck.client import Desk, QuarterdeckError

SeatOption = Annotated[
    int | None,
    typer.Option(
        "--seat",
        min=0,
        help="Which of your seats, counted from 0, if you hold several; if you only look, one that is open to you.",
    ),
]


def start_if_full(desk: Desk, game_id: str) -> bool:
    """Start a game if all its seats are taken and nobody else has started it; whether it was this call."""
    if not is_full(desk.game(game_id).summary):
        return False
    try:
        desk.start_game(game_id)
    except QuarterdeckError as error:
        if error.reason != "GAME_ALREADY_STARTED":
            raise
        return False
    return True
