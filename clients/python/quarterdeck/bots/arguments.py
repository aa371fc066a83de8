"""Arguments that both programs of bots take; what is wrong with one is a usage error of argparse."""

import argparse
import os
from collections.abc import Callable

from quarterdeck.bots.bot import BOTS, BotNameError, bot_class
from quarterdeck.client import DEFAULT_ADDRESS

BOT_HELP = f"{', '.join(sorted(BOTS))}, or a class of your own as module:Class (default: %(default)s)"


def add_connection(parser: argparse.ArgumentParser, token_of: str) -> None:
    """Where the service is and who calls it."""
    parser.add_argument("--address", default=DEFAULT_ADDRESS, help="where the service is (default: %(default)s)")
    parser.add_argument("--token", default="", help=f"of {token_of} (default: $QUARTERDECK_TOKEN)")


def token_of(given: argparse.Namespace) -> str:
    """The token given, or that of the environment."""
    return str(given.token or os.environ.get("QUARTERDECK_TOKEN", ""))


def bot(name: str) -> str:
    """The name of a bot that can be had."""
    try:
        bot_class(name)
    except BotNameError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def at_least(least: int) -> Callable[[str], int]:
    """A whole number of this size or more."""

    def read(text: str) -> int:
        number = int(text) if text.removeprefix("-").isdecimal() else None
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
        return number

    return read


def seconds(text: str) -> float:
    """A time of more than nothing."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return number
