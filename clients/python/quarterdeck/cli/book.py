"""The book: `quarterdeck export` and `quarterdeck seal-keys`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.connection import Connection
from quarterdeck.cli.directing import Game
from quarterdeck.cli.expanding import expanded
from quarterdeck.client import audit

_PANEL = "Check"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (export, seal_keys):
        app.command(command.__name__.replace("_", "-"), rich_help_panel=_PANEL)(expanded(command))


def export(
    connection: Connection,
    game: Game,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file; if not given, GAME.qdgame.")] = None,
    revision: Annotated[int | None, typer.Option(min=1, help="The last revision it is to have.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="The seat to look from, if you have several.")] = None,
) -> None:
    """Write a game to a file that anybody can verify; what you may not see yet is closed in it.  `-o -` prints it."""
    with connection.desk() as desk:
        content = b"".join(piece.content for piece in desk.stream(audit.export_game(game, revision, seat=seat)))
    if output == Path("-"):
        sys.stdout.buffer.write(content)
        return
    file = output if output is not None else Path(f"{game}.qdgame")
    file.write_bytes(content)
    sys.stdout.write(f"{file}\n")


def seal_keys(connection: Connection) -> None:
    """Print the public keys that this service seals games with, as `verify --key` takes them, the newest first."""
    with connection.desk() as desk:
        for key in desk.send(audit.seal_keys()).keys:
            sys.stdout.write(f"# {key.id}\n{key.pem}")
