"""The command line: commands put together, and errors turned into a line and an exit code."""

import errno
import os
import sys
from importlib import metadata
from typing import Annotated

import typer

from quarterdeck.cli import book, conduct, directing, forking, games, operator, playing, reads, replaying, titles
from quarterdeck.cli.connection import ServiceAway
from quarterdeck.cli.environment import UnknownVariable
from quarterdeck.cli.exits import CODES, Exit, exit_of, words_of
from quarterdeck.client import QuarterdeckError


def application() -> typer.Typer:
    """The command line with all commands."""
    app = typer.Typer(
        name="quarterdeck",
        epilog=CODES,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        # Faults show as they are: a frame of colours around a traceback helps nobody who reports it.
        pretty_exceptions_enable=False,
        callback=desk,
    )
    for part in (playing, games, forking, conduct, reads, replaying, book, titles, directing, operator):
        part.register(app)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"quarterdeck {metadata.version('quarterdeck')}")
        raise typer.Exit


def desk(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """The referee's desk for board games: serve, play, watch."""


def main() -> int:
    """Run it; the exit code, as `quarterdeck --help` lists them."""
    # What gRPC has to say comes as an error, and need not stand on the screen as a line of its log as well.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        code = _run()
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer has nowhere to go, and Python would try once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:
            return Exit.CLOSED
        return _say(f"the output could not be written: {error.strerror}", Exit.UNWRITTEN)
    return code


def _run() -> int:
    try:
        application()()
    except SystemExit as ended:
        # Both typer and rich end the program with 1 where nobody reads its output any more.
        if isinstance(ended.__context__, OSError) and ended.__context__.errno == errno.EPIPE:
            raise ended.__context__ from None
        return ended.code if isinstance(ended.code, int) else Exit.DONE
    except QuarterdeckError as error:
        return _say(words_of(error), exit_of(error))
    except UnknownVariable as error:
        return _say(str(error), Exit.USAGE)
    except ServiceAway as error:
        return _say(str(error), Exit.AWAY)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return Exit.DONE


def _say(words: str, code: Exit) -> Exit:
    sys.stderr.write(f"quarterdeck: {words}\n")
    return code
