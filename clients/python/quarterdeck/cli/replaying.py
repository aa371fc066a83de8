"""The command to go through a game that was played."""

from typing import Annotated

import typer

from quarterdeck.cli import choosing
from quarterdeck.cli.choosing import Game
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.keys import keyboard
from quarterdeck.cli.output import Json, Look, print_json
from quarterdeck.cli.screening import Screening
from quarterdeck.cli.seating import SeatOption
from quarterdeck.cli.showing import Show
from quarterdeck.client import Desk


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(rich_help_panel="Look")(expanded(replay))


def replay(
    look: Look,
    connection: Connection,
    game: Game = "",
    start: Annotated[int, typer.Option("--from", min=1, help="The revision to begin with.")] = 1,
    end: Annotated[int, typer.Option("--to", min=0, help="The last revision; 0 is the current one.")] = 0,
    seat: SeatOption = None,
    play: Annotated[
        float | None, typer.Option(min=0, max=3600, help="Go on by itself, with so many seconds between two revisions.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Go through a game that was played, by keys: step by step, turn by turn, round by round; ? tells all keys.

    Without a terminal it prints revision after revision; with --json one message a line.
    """
    if 0 < end < start:
        raise typer.BadParameter(f"{start} comes after --to {end}", param_hint="--from")
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        if as_json:
            for replayed in desk.replay(game, start, end, seat=seat, with_positions=True, interval=play):
                print_json(replayed, indent=None)
            return
        _shown(desk, Show(desk, game, look.console(), end), start, seat, play)


def _shown(desk: Desk, show: Show, start: int, seat: int | None, play: float | None) -> None:
    with keyboard() as keys:
        if keys is not None:
            Screening(show, keys, seat, start, play).run()
            return
    for replayed in desk.replay(show.game_id, start, show.last, seat=seat, with_positions=True, interval=play):
        viewer = replayed.position.viewer_seat if replayed.position.HasField("viewer_seat") else None
        show.draw(replayed, replayed.position, viewer)
        show.console.print("")
