"""The command that has a new game go on from how another one stood."""

import sys
from typing import Annotated

import typer

from quarterdeck.cli import choosing
from quarterdeck.cli.choosing import Game
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.output import remark
from quarterdeck.cli.seating import start_if_full
from quarterdeck.client import FieldInvalid, forks


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(rich_help_panel="Set up")(expanded(fork))


def fork(
    connection: Connection,
    game: Game = "",
    at: Annotated[
        int | None,
        typer.Option(min=1, help="The revision to go on from; if not given, the last at which a decision waited."),
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="Take all seats, and start.")] = False,
    seat: Annotated[
        list[int] | None, typer.Option(min=0, help="A seat to take, counted from 0; may be repeated.")
    ] = None,
) -> None:
    """Make a game for practice that goes on from how another one stood, and print its id.

    A game that has not ended goes on elsewhere only for who holds all its seats.
    """
    if hot_seat and seat:
        raise typer.BadParameter("--hot-seat takes all seats", param_hint="--seat")
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        try:
            made = desk.send(forks.fork(game, at, seats=seat or (), all_seats=hot_seat))
        except FieldInvalid as error:
            if "seats" not in error.details:
                raise
            raise typer.BadParameter(error.details["seats"], param_hint="--seat") from None
        has_started = start_if_full(desk, made.game_id)
    remark(
        f"It goes on from revision {made.parent_revision} of game {game}{', and has started' if has_started else ''}."
    )
    sys.stdout.write(f"{made.game_id}\n")
