"""Commands that make a game and fill its seats: new, join, start, bots."""

import sys
from typing import Annotated

import typer

from quarterdeck.bots import BOTS
from quarterdeck.cli import choosing, completion
from quarterdeck.cli.choosing import Game
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.drawings import DEFAULT_TITLE
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.house import known_bot, play_house_bot
from quarterdeck.cli.output import remark
from quarterdeck.cli.seating import start_if_full
from quarterdeck.cli.terms import TermsWanted
from quarterdeck.cli.wording import player_of
from quarterdeck.client import Desk

NO_TERMS = TermsWanted()
SeatWanted = Annotated[
    int | None, typer.Option("--seat", min=0, help="The seat, counted from 0; if not given, the next free one.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (new, join, start, bots):
        app.command(rich_help_panel="Set up")(expanded(command))


def new(
    connection: Connection,
    title: Annotated[
        str, typer.Argument(help="The title, as `titles` names it.", autocompletion=completion.titles)
    ] = DEFAULT_TITLE,
    seats: Annotated[int, typer.Option(min=1, help="How many seats the game has.")] = 2,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="An option; may be repeated.",
            autocompletion=completion.options,
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="What chance hangs on; makes it a practice game.")] = None,
    terms: TermsWanted = NO_TERMS,
    deal: Annotated[
        str | None,
        typer.Option(metavar="GAME|new", help="Deal as this game does, or begin such a deal; for directors."),
    ] = None,
    take_seat: Annotated[bool, typer.Option("--join/--no-join", help="Take the first seat.")] = True,
) -> None:
    """Create a game, take a seat in it, and print its id."""
    options = {}
    for text in option or ():
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise typer.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--option")
        options[name] = value
    with connection.desk() as desk:
        game_id = desk.create_game(title, seats, options, seed=seed, terms=terms.message(), deal=deal and _deal(deal))
        # A director holds no seat.
        if take_seat and deal is None:
            desk.join_game(game_id)
            _start_if_full(desk, game_id)
    sys.stdout.write(f"{game_id}\n")


def _deal(text: str) -> str:
    return "" if text == "new" else text


def join(
    connection: Connection,
    game: Game = "",
    seat: SeatWanted = None,
    entropy: Annotated[str, typer.Option(help="What is added to the seed, for everybody to see.")] = "",
    begin: Annotated[bool, typer.Option("--start/--no-start", help="Start the game if this was the last seat.")] = True,
) -> None:
    """Take a seat; the game starts when the last one is taken."""
    with connection.desk() as desk:
        game = choosing.with_free_seat(desk, connection.player, game)
        taken = desk.join_game(game, seat, entropy=entropy)
        sys.stdout.write(f"seat {taken}\n")
        if begin:
            _start_if_full(desk, game)


def start(connection: Connection, game: Game = "") -> None:
    """Start a game whose seats are all taken."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        revision = desk.start_game(game)
        players = desk.game(game).summary.players
    waited = ", ".join(player_of(players, seat) for seat in sorted({one.seat for one in revision.open_decisions}))
    sys.stdout.write(f"started; waiting for {waited}\n")


def bots(
    connection: Connection,
    game: Game = "",
    bot: Annotated[
        str,
        typer.Option(
            help=f"Which bot plays: {', '.join(sorted(BOTS))}, or a class of your own as module:Class.",
            callback=known_bot,
            autocompletion=completion.bots,
        ),
    ] = "greedy",
    seat: SeatWanted = None,
    seed: Annotated[str, typer.Option(help="What the bot's own draws hang on.")] = "",
) -> None:
    """Fill a seat with a house bot, which plays until the game ends; its token is that of a player of its own.

    A bot that was stopped goes on at its seat when it is started again with the same token.
    """
    with connection.desk() as desk:
        game = choosing.for_bot(desk, connection.player, game)
    play_house_bot(connection.options(), bot, game, seat, seed)


def _start_if_full(desk: Desk, game_id: str) -> None:
    if start_if_full(desk, game_id):
        remark("All seats are taken: the game has started.")
