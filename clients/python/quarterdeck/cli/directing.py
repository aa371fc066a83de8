"""What directors do: `quarterdeck direct` with pause, resume, add-time, replace, force, undo, adjudicate or void."""

import sys
from typing import Annotated, Any

import typer

from quarterdeck.cli.completion import games
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.expanding import expanded
from quarterdeck.client import director
from quarterdeck.client.calls import Call

Game = Annotated[
    str,
    typer.Argument(help="The game.", metavar="GAME", envvar="QUARTERDECK_GAME", autocompletion=games),
]
Reason = Annotated[str, typer.Option("--reason", "-r", help="Why, for everybody to read; it stays for ever.")]
Seat = Annotated[int, typer.Option("--seat", min=0, help="The seat, counted from 0.")]


def register(app: typer.Typer) -> None:
    """Add the commands, as one group."""
    group = typer.Typer(no_args_is_help=True, help="What directors do to a game; with a director's token.")
    for command in (pause, resume, add_time, replace, force, undo, adjudicate, void):
        group.command(command.__name__.replace("_", "-"))(expanded(command))
    app.add_typer(group, name="direct", rich_help_panel="Direct")


def pause(connection: Connection, game: Game, reason: Reason) -> None:
    """Have a game stand still, and its clocks."""
    _send(connection, director.pause(game, reason))


def resume(connection: Connection, game: Game, reason: Reason) -> None:
    """Have a paused game go on."""
    _send(connection, director.resume(game, reason))


def add_time(
    connection: Connection,
    game: Game,
    seat: Seat,
    seconds: Annotated[float, typer.Option(min=1, help="How much.")],
    reason: Reason,
) -> None:
    """Give a seat more time."""
    _send(connection, director.add_time(game, seat, seconds, reason))


def replace(
    connection: Connection,
    game: Game,
    seat: Seat,
    reason: Reason,
    player: Annotated[str, typer.Option(help="Who has the seat from now on; without one, the house bot.")] = "",
) -> None:
    """Give a seat to another player, or to the house bot."""
    _send(connection, director.replace_player(game, seat, player, reason))


def force(connection: Connection, game: Game, seat: Seat, reason: Reason) -> None:
    """Have the default move made for a seat that is waited for."""
    _send(connection, director.force_default_move(game, seat, reason))


def undo(
    connection: Connection,
    game: Game,
    to: Annotated[int, typer.Option("--to", min=1, help="The revision to go back to.")],
    reason: Reason,
) -> None:
    """Take moves back, whatever the terms say."""
    _send(connection, director.undo(game, to, reason))


def adjudicate(
    connection: Connection,
    game: Game,
    reason: Reason,
    rank: Annotated[
        list[int] | None,
        typer.Option(min=1, help="The rank of each seat, in seat order; without any, the ranks as they stand."),
    ] = None,
) -> None:
    """End a game with a result."""
    _send(connection, director.adjudicate(game, reason, rank or ()))


def void(connection: Connection, game: Game, reason: Reason) -> None:
    """End a game without a result."""
    _send(connection, director.void(game, reason))


def _send(connection: Connection, call: Call[Any]) -> None:
    """Send a call whose answer holds a revision, and tell what it brought."""
    with connection.desk() as desk:
        revision = desk.send(call).revision
    sys.stdout.write("".join(f"{event.words}\n" for event in revision.events))
