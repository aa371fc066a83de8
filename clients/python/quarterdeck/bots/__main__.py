"""`python -m quarterdeck.bots`: a bot takes a seat of a game and plays it until the end.

    python -m quarterdeck.bots --bot greedy --game 1010d3c9 --seat 1 --token "$TOKEN"

The bot joins the game, unless the token's player has the seat already, and waits for its start; with `--start` it
starts the game if that was the last free seat.  A bot that was stopped is started anew with the same seat; a restart of
the service is waited for.  The exit code is 0 when the game has ended; if the bot could not play, a line on standard
error says why, and the code is one of those of the command line (`quarterdeck.cli.exits`).
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from quarterdeck.bots import arguments
from quarterdeck.bots.bot import bot_class
from quarterdeck.bots.greedy import TitleNotPlayed
from quarterdeck.bots.playing import components_of, play_seat
from quarterdeck.cli.environment import UnknownVariable
from quarterdeck.cli.exits import Exit, exit_of, words_of
from quarterdeck.cli.seating import start_if_full
from quarterdeck.client import Desk, Options, QuarterdeckError


def main(argv: Sequence[str] | None = None) -> int:
    """Play; the exit code."""
    given = _parser().parse_args(argv)
    console = Console(soft_wrap=True)
    try:
        with Desk(_options(given)) as desk:
            bot = bot_class(given.bot)(given.seed or f"{given.game}/{given.seat}", components_of(desk, given.game))
            seat = desk.join_game(given.game, given.seat)
            if given.start:
                start_if_full(desk, given.game)
            console.print(f"The {given.bot} bot has seat {seat} of game {given.game}.", markup=False, highlight=False)
            play_seat(desk, given.game, seat, bot)
            standings = desk.score_sheet(given.game).standings
    except QuarterdeckError as error:
        sys.stderr.write(f"Sorry: {words_of(error)}\n")
        return exit_of(error)
    except (TitleNotPlayed, UnknownVariable) as error:
        sys.stderr.write(f"Sorry: {error}\n")
        return Exit.USAGE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    own = next(one for one in standings if one.seat == seat)
    console.print(f"The game has ended: {own.points} points, rank {own.rank}.", highlight=False)
    return 0


def _options(given: argparse.Namespace) -> Options:
    # A bot has nobody who would start it again: it tries for about a minute.
    agent = f"{given.bot.rpartition(':')[2]}-bot"
    return arguments.options_of(given, attempts=35, patience=given.patience, user_agent=agent)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m quarterdeck.bots", description="Have a bot play a seat of a game.")
    parser.add_argument("--bot", type=arguments.bot, default="greedy", help=arguments.BOT_HELP)
    parser.add_argument("--game", required=True, help="id of the game")
    seat_help = "the seat, from 0 (default: the next free one)"
    parser.add_argument("--seat", type=arguments.at_least(0), default=None, help=seat_help)
    arguments.add_connection(parser, "the bot's player")
    parser.add_argument("--seed", default="", help="what its draws hang on (default: game and seat)")
    parser.add_argument("--start", action="store_true", help="start the game if this is its last free seat")
    patience_help = "seconds to wait for a service that is away (default: %(default)s)"
    parser.add_argument("--patience", type=arguments.seconds, default=60.0, help=patience_help)
    return parser


if __name__ == "__main__":
    sys.exit(main())
