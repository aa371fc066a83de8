"""Operator commands: those that need the server on this machine.  They alone import it, and only when called."""

import sys
from collections.abc import Sequence

import typer

from quarterdeck.cli.exits import Exit

# The server reads its own arguments, `--help` among them: what it can do is said in one place.
_PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": list[str]()}


def register(app: typer.Typer) -> None:
    """Add the operator commands."""
    app.command("serve", help="Run a server on this machine.", context_settings=_PASSED_ON, rich_help_panel="Operate")(
        serve
    )
    app.command(
        "token",
        help="Print a token for a player of the server on this machine.",
        context_settings=_PASSED_ON,
        rich_help_panel="Operate",
    )(token)


def serve(context: typer.Context) -> None:
    """Run a server until SIGTERM or Ctrl-C."""
    raise typer.Exit(server(["serve", *context.args]))


def token(context: typer.Context) -> None:
    """Print a token."""
    raise typer.Exit(server(["token", *context.args]))


def server(arguments: Sequence[str]) -> int:
    """Run the server's command line; its exit code, or 2 with a line that says what to install if it is not here."""
    try:
        from quarterdeck_server.__main__ import main  # noqa: PLC0415  (only operators have it)
    except ImportError as error:
        sys.stderr.write(f"quarterdeck: this command needs the server, pip install 'quarterdeck[server]' ({error})\n")
        return Exit.USAGE
    return main(list(arguments))
