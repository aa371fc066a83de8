"""The command to play from a terminal."""

import sys
from collections.abc import Callable
from contextlib import suppress

import typer
from rich.console import Console

from quarterdeck.cli import choosing
from quarterdeck.cli.choosing import Game
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.exits import Exit
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.output import Look, remark
from quarterdeck.cli.seating import SeatOption
from quarterdeck.cli.sitting import Sitting


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(rich_help_panel="Play")(expanded(play))


def play(
    look: Look,
    connection: Connection,
    game: Game = "",
    seat: SeatOption = None,
) -> None:
    """Play a game from here: see the table, choose a numbered move or type one, wait for the others.

    Without a terminal it reads the same answers from standard input, a line each.
    """
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        position = desk.position(game, seat=seat)
        if not position.HasField("viewer_seat"):
            remark("You have no seat in this game: `quarterdeck join` takes one, `quarterdeck watch` looks on.")
            raise typer.Exit(Exit.NOT_ALLOWED)
        out = look.console()
        Sitting(desk, game, position.viewer_seat, out, _reader(out)).run()


def _reader(out: Console) -> Callable[[str], str | None]:
    """Reads lines from a person, or from a pipe; then the lines are shown as if they had been typed."""
    if sys.stdin.isatty():
        return _ask

    def read_line(prompt: str) -> str | None:
        line = sys.stdin.readline()
        out.print(f"{prompt}{line.rstrip()}", soft_wrap=True)
        return line or None

    return read_line


def _ask(prompt: str) -> str | None:
    # Where there is readline, `input` has a history and keys to edit with once it is imported.
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415
    try:
        return input(prompt)
    except EOFError:
        return None
    except KeyboardInterrupt:
        # The line of the prompt is not ended yet.
        remark("")
        raise
