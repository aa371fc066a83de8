"""Where the service is and who calls it: options that nearly every command has."""

from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.client import Desk

Address = Annotated[
    str,
    typer.Option(help="Host and port of the service.", envvar="QUARTERDECK_ADDRESS", rich_help_panel="Connection"),
]
Token = Annotated[
    str,
    typer.Option(
        help="Says who calls; `quarterdeck token` makes one. Without a token one looks on.",
        envvar="QUARTERDECK_TOKEN",
        show_envvar=True,
        rich_help_panel="Connection",
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        help="A file that holds the token; a token that is given wins.",
        envvar="QUARTERDECK_TOKEN_FILE",
        dir_okay=False,
        rich_help_panel="Connection",
    ),
]
Game = Annotated[str, typer.Argument(help="The game, as `new` and `games` name it.", metavar="GAME")]
Json = Annotated[bool, typer.Option("--json", help="Print the message of the service as JSON.")]
SeatOption = Annotated[
    int | None, typer.Option("--seat", min=0, help="Which of your seats, counted from 0, if you hold several.")
]


def token_of(token: str, token_file: Path | None) -> str:
    """The token that is given, or that of the file; a usage error if the file cannot be read."""
    if token or token_file is None:
        return token
    try:
        return token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"cannot read {token_file}: {error}", param_hint="--token-file") from None


def connect(address: str, token: str, token_file: Path | None) -> Desk:
    """A desk of the caller."""
    return Desk(address, token_of(token, token_file))
