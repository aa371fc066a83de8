"""Arguments that both programs of bots take; what is wrong with one is a usage error of argparse."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quarterdeck.bots.bot import BOTS, BotNameError, bot_class
from quarterdeck.cli.environment import check_variables
from quarterdeck.client import DEFAULT_ADDRESS, Options

BOT_HELP = f"{', '.join(sorted(BOTS))}, or a class of your own as module:Class (default: %(default)s)"


def add_connection(parser: argparse.ArgumentParser, token_of: str) -> None:
    """Where the service is and who calls it."""
    parser.add_argument("--address", default=DEFAULT_ADDRESS, help="where the service is (default: %(default)s)")
    parser.add_argument("--token", default="", help=f"of {token_of} (default: $QUARTERDECK_TOKEN)")
    parser.add_argument("--tls", action="store_true", help="encrypt, trusting the usual certificates")
    for name, what in (
        ("ca-file", "encrypt, trusting only the certificates in this file (PEM)"),
        ("certificate-file", "a certificate (PEM) to show to a service that wants one"),
        ("key-file", "the key of that certificate (PEM)"),
    ):
        variable = f"QUARTERDECK_{name.upper().replace('-', '_')}"
        default = os.environ.get(variable) or None
        parser.add_argument(f"--{name}", type=_content, default=default, metavar="FILE", help=f"{what} (${variable})")


def options_of(given: argparse.Namespace, **more: Any) -> Options:
    """The connection that is given, and what is not given out of the environment; ArgumentInvalid, UnknownVariable."""
    check_variables()
    return Options(
        given.address,
        str(given.token or os.environ.get("QUARTERDECK_TOKEN", "")),
        tls=given.tls or os.environ.get("QUARTERDECK_TLS", "").lower() in _YES,
        root_certificates=given.ca_file,
        certificate_chain=given.certificate_file,
        private_key=given.key_file,
        **more,
    )


_YES = ("1", "true", "yes", "on", "t", "y")


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot read {name}: {error.strerror}") from None


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
