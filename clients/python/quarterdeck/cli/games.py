"""Commands that make a game and fill its seats: new, join, start, bots."""

import os
import subprocess
import sys
from typing import Annotated

import typer

from quarterdeck.cli.connection import Address, Game, Token, TokenFile, connect, token_of
from quarterdeck.cli.drawing import player_of
from quarterdeck.cli.output import remark
from quarterdeck.cli.seating import start_if_full
from quarterdeck.client import DEFAULT_ADDRESS, Desk

SeatWanted = Annotated[
    int | None, typer.Option("--seat", min=0, help="The seat, counted from 0; if not given, the next free one.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (new, join, start, bots):
        app.command(rich_help_panel="Set up")(command)


def new(
    title: Annotated[str, typer.Argument(help="The title, as `titles` names it.")] = "cooper_island",
    seats: Annotated[int, typer.Option(min=1, help="How many seats the game has.")] = 2,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option; may be repeated.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="What chance hangs on; makes it a practice game.")] = None,
    take_seat: Annotated[bool, typer.Option("--join/--no-join", help="Take the first seat.")] = True,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Create a game, take a seat in it, and print its id."""
    options = {}
    for text in option or ():
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise typer.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--option")
        options[name] = value
    with connect(address, token, token_file) as desk:
        game_id = desk.create_game(title, seats, options, seed=seed)
        if take_seat:
            desk.join_game(game_id)
            _start_if_full(desk, game_id)
    sys.stdout.write(f"{game_id}\n")


def join(
    game: Game,
    seat: SeatWanted = None,
    begin: Annotated[bool, typer.Option("--start/--no-start", help="Start the game if this was the last seat.")] = True,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Take a seat; the game starts when the last one is taken."""
    with connect(address, token, token_file) as desk:
        taken = desk.join_game(game, seat)
        sys.stdout.write(f"seat {taken}\n")
        if begin:
            _start_if_full(desk, game)


def start(game: Game, address: Address = DEFAULT_ADDRESS, token: Token = "", token_file: TokenFile = None) -> None:
    """Start a game whose seats are all taken."""
    with connect(address, token, token_file) as desk:
        revision = desk.start_game(game)
        players = desk.game(game).summary.players
    waited = ", ".join(player_of(players, seat) for seat in sorted({one.seat for one in revision.open_decisions}))
    sys.stdout.write(f"started; waiting for {waited}\n")


def bots(
    game: Game,
    bot: Annotated[str, typer.Option(help="Which bot plays: random or greedy.")] = "greedy",
    seat: SeatWanted = None,
    seed: Annotated[str, typer.Option(help="What the bot's own draws hang on.")] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Fill a seat with a house bot, which plays until the game ends; its token is that of a player of its own."""
    command = [sys.executable, "-m", "quarterdeck.bots", "--bot", bot, "--game", game, "--address", address, "--start"]
    if seed:
        command += ["--seed", seed]
    if seat is not None:
        command += ["--seat", str(seat)]
    # The token goes by the environment: a command line is for all eyes on the machine.
    environment = {**os.environ, "QUARTERDECK_TOKEN": token_of(token, token_file)}
    raise typer.Exit(subprocess.run(command, env=environment, check=False).returncode)


def _start_if_full(desk: Desk, game_id: str) -> None:
    if start_if_full(desk, game_id):
        remark("All seats are taken: the game has started.")
