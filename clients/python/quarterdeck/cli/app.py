"""The command line: commands put together, and errors turned into a line and an exit code."""

import sys
from importlib import metadata
from typing import Annotated

import typer

from quarterdeck.cli import games, operator, playing, reads, titles
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
    for part in (playing, games, reads, titles, operator):
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
    try:
        application()()
    except QuarterdeckError as error:
        sys.stderr.write(f"quarterdeck: {words_of(error)}\n")
        return exit_of(error)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return Exit.DONE
