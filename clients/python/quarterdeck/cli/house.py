"""House bots: programs that fill a seat on request."""

import sys
from dataclasses import replace

import typer

from quarterdeck.bots import BotNameError, TitleNotPlayed, bot_class, components_of, play_seat
from quarterdeck.cli.seating import start_if_full
from quarterdeck.cli.wording import plural
from quarterdeck.client import Desk, Options

ATTEMPTS = 35
"""A bot has nobody who would start it again: it tries for about a minute."""


def known_bot(name: str) -> str:
    """The name of a bot; a usage error that lists them if there is none of that name."""
    try:
        bot_class(name)
    except BotNameError as error:
        raise typer.BadParameter(str(error)) from None
    return name


def play_house_bot(options: Options, name: str, game_id: str, seat: int | None, seed: str) -> None:
    """Take a seat, start the game if it was the last, play it to its end, and say how it went.

    A usage error if the bot does not know the title.
    """
    agent = f"{name.rpartition(':')[2]}-bot"
    with Desk(replace(options, attempts=ATTEMPTS, user_agent=agent)) as desk:
        bot = bot_class(name)(seed or f"{game_id}/{seat}", components_of(desk, game_id))
        taken = desk.join_game(game_id, seat)
        start_if_full(desk, game_id)
        _say(f"The {name} bot has seat {taken} of game {game_id}.")
        try:
            play_seat(desk, game_id, taken, bot)
        except TitleNotPlayed as error:
            raise typer.BadParameter(str(error), param_hint="--bot") from None
        own = next(one for one in desk.score_sheet(game_id).standings if one.seat == taken)
    _say(f"The game has ended: {plural(own.points, 'point')}, rank {own.rank}.")


def _say(line: str) -> None:
    # At once, even into a file: somebody may want to know whether it plays.
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
