"""`python -m quarterdeck.bots`: a bot takes a seat of a game and plays it until the end.

    python -m quarterdeck.bots --bot greedy --game 1010d3c9 --seat 1 --token "$TOKEN"

The bot joins the game, unless the token's player has the seat already, and waits for its start; with `--start` it
starts the game if that was the last free seat.  A bot that was stopped is started anew with the same seat; a restart of
the service is waited for.  The exit code is 0 when the game has ended; if the bot could not play, a line on standard
error says why, and the code is one of those of the command line (`quarterdeck.cli.exits`).
"""

import argparse
import os
import sys
from collections.abc import Sequence

from rich.console import Console

from quarterdeck.bots.bot import BOTS, bot_named
from quarterdeck.bots.playing import play_seat
from quarterdeck.cli.exits import Exit, exit_of, words_of
from quarterdeck.cli.seating import start_if_full
from quarterdeck.client import DEFAULT_ADDRESS, Desk, Options, QuarterdeckError


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; the exit code."""
    given = _parser().parse_args(arguments)
    token = given.token or os.environ.get("QUARTERDECK_TOKEN", "")
    # A bot has nobody who would start it again: it tries for about a minute.
    options = Options(given.address, token, attempts=35, patience=given.patience, user_agent=f"{given.bot}-bot")
    console = Console(soft_wrap=True)
    bot = bot_named(given.bot, given.seed or f"{given.game}/{given.seat}")
    try:
        with Desk(options) as desk:
            seat = desk.join_game(given.game, given.seat)
            if given.start:
                start_if_full(desk, given.game)
            console.print(f"The {given.bot} bot has seat {seat} of game {given.game}.", markup=False, highlight=False)
            play_seat(desk, given.game, seat, bot)
            standings = desk.score_sheet(given.game).standings
    except QuarterdeckError as error:
        sys.stderr.write(f"Sorry: {words_of(error)}\n")
        return exit_of(error)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    own = next(one for one in standings if one.seat == seat)
    console.print(f"The game has ended: {own.points} points, rank {own.rank}.", highlight=False)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m quarterdeck.bots", description="Have a bot play a seat of a game.")
    parser.add_argument("--bot", choices=sorted(BOTS), default="greedy", help="which bot (default: %(default)s)")
    parser.add_argument("--game", required=True, help="id of the game")
    parser.add_argument("--seat", type=int, default=None, help="the seat, from 0 (default: the next free one)")
    parser.add_argument("--address", default=DEFAULT_ADDRESS, help="where the service is (default: %(default)s)")
    parser.add_argument("--token", default="", help="of the bot's player (default: $QUARTERDECK_TOKEN)")
    parser.add_argument("--seed", default="", help="what its draws hang on (default: game and seat)")
    parser.add_argument("--start", action="store_true", help="start the game if this is its last free seat")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to wait for a service that is away")
    return parser


if __name__ == "__main__":
    sys.exit(main())
