"""Operator commands: those that need the server on this machine.  They alone import it, and only when called.

Their settings have three more sources, the environment, a file and the server's defaults: what is not on the command
line is not passed on, and the server reads it itself.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.exits import Exit

_PANEL = "Operate"


class Store(StrEnum):
    """Where games are kept."""

    MEMORY = "memory"
    SQLITE = "sqlite"
    POSTGRES = "postgres"


class KeysAction(StrEnum):
    """What to do with the keys that sign tokens."""

    LIST = "list"
    NEW = "new"
    REVOKE = "revoke"


class Role(StrEnum):
    """What the holder of a token may do."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    DIRECTOR = "director"
    ADMIN = "admin"


Config = Annotated[
    Path | None,
    typer.Option(
        help="A TOML file of settings (or the environment variable QUARTERDECK_CONFIG); see `serve --show-config`."
    ),
]
Trusted = Annotated[
    list[Path] | None, typer.Option(help="Keys that are trusted, as `seal-keys` prints them; may be repeated.")
]
Data = Annotated[Path | None, typer.Option(help="The folder of the log and of the keys that sign tokens.")]


def register(app: typer.Typer) -> None:
    """Add the operator commands."""
    for command in (serve, migrate, health, token, keys, backup, restore):
        app.command(rich_help_panel=_PANEL)(command)
    app.command(rich_help_panel="Check")(verify)
    app.command("verify-checkpoints", rich_help_panel="Check")(verify_checkpoints)
    app.command("import", rich_help_panel=_PANEL)(take_in)
    app.command(rich_help_panel=_PANEL)(erase)


def serve(
    config: Config = None,
    data: Data = None,
    address: Annotated[str | None, typer.Option(help="Where to listen; if not given, 127.0.0.1:50051.")] = None,
    metrics_address: Annotated[
        str | None, typer.Option(help="Where to serve metrics to Prometheus, for example 127.0.0.1:9464.")
    ] = None,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Print every setting as a config file, and do not serve.")
    ] = False,
    store: Annotated[Store | None, typer.Option(help="Where games are kept.")] = None,
    components: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TITLE=FILE",
            help="A TOML file of components that replace those with the same id; may be repeated.",
        ),
    ] = None,
) -> None:
    """Run a server on this machine until SIGTERM or Ctrl-C."""
    for text in components or ():
        title, _, file = text.partition("=")
        if not (title and file):
            raise typer.BadParameter(f"{text!r} is not TITLE=FILE", param_hint="--components")
    given = {"config": config, "data": data, "address": address, "metrics-address": metrics_address, "store": store}
    arguments = [*_options(given), *(f"--components={text}" for text in components or ())]
    raise typer.Exit(server(["serve", *arguments, *["--show-config"] * show_config]))


def migrate(config: Config = None, data: Data = None) -> None:
    """Make the tables of a PostgreSQL database, before the first server serves; harmless when they are there."""
    raise typer.Exit(server(["migrate", *_options({"config": config, "data": data})]))


def health(
    config: Config = None,
    data: Data = None,
    address: Annotated[str | None, typer.Option(help="Where to ask; if not given, 127.0.0.1:50051.")] = None,
) -> None:
    """Ask the server with these settings if it serves; exit code 5 if it does not."""
    code = server(["health", *_options({"config": config, "data": data, "address": address})])
    # What the server's own program says with 1, as container tools want it, is a service that is away.
    raise typer.Exit(Exit.AWAY if code == 1 else code)


def token(
    player: Annotated[str, typer.Argument(help="The player's name.")],
    config: Config = None,
    data: Data = None,
    role: Annotated[Role, typer.Option(help="What the holder may do.")] = Role.PLAYER,
    days: Annotated[float, typer.Option(help="How long it is valid, at most 3650.")] = 30.0,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make the first key, for a server that never ran.")
    ] = False,
) -> None:
    """Print a token for a player of the server on this machine."""
    given = {"config": config, "data": data, "role": role, "days": days}
    raise typer.Exit(server(["token", *_options(given), *["--new-key"] * new_key, "--", player]))


def keys(
    action: Annotated[KeysAction, typer.Argument(help="What to do.")],
    kid: Annotated[str | None, typer.Argument(help="The id of the key to revoke, as `keys list` shows it.")] = None,
    config: Config = None,
    data: Data = None,
) -> None:
    """List the keys that sign tokens, the newest first; make a new one, which signs from then on; revoke one.

    A running server follows within seconds: tokens of a revoked key are void.
    """
    named = () if kid is None else (kid,)
    raise typer.Exit(server(["keys", *_options({"config": config, "data": data}), "--", action, *named]))


def backup(
    file: Annotated[str, typer.Argument(help="A new file, or - for standard output.")],
    config: Config = None,
    data: Data = None,
) -> None:
    """Back up games and keys into one file, while the server runs or not.

    Who can read it can sign tokens, and sees what is hidden in games.
    """
    raise typer.Exit(server(["backup", *_options({"config": config, "data": data}), "--", file]))


def restore(
    file: Annotated[str, typer.Argument(help="A backup, or - for standard input.")],
    config: Config = None,
    data: Data = None,
    replace: Annotated[bool, typer.Option("--replace", help="Put games and keys aside that are there.")] = False,
) -> None:
    """Put a backup back, with the server stopped; whatever is wrong with it, nothing is changed."""
    given = _options({"config": config, "data": data})
    raise typer.Exit(server(["restore", *given, *["--replace"] * replace, "--", file]))


def take_in(
    file: Annotated[list[Path], typer.Argument(help="A game's file, as `export` writes it; may be several.")],
    key: Annotated[
        list[Path] | None, typer.Option(help="Keys that are trusted beside the server's own; may be repeated.")
    ] = None,
    config: Config = None,
    data: Data = None,
) -> None:
    """Take games in from their files, if they are exact; with SQLite while the server is stopped."""
    keys = [f"--key={one}" for one in key or ()]
    raise typer.Exit(server(["import", *_options({"config": config, "data": data}), *keys, "--", *map(str, file)]))


def erase(
    name: Annotated[str, typer.Argument(help="The player's name.")], config: Config = None, data: Data = None
) -> None:
    """Forget a person's name in all games, which have to have ended; with SQLite while the server is stopped.

    Chains and seals hold as they did.  Backups, and files of games that others have, keep the name.
    """
    raise typer.Exit(server(["erase", *_options({"config": config, "data": data}), "--", name]))


def verify(
    file: Annotated[
        list[Path] | None, typer.Argument(help="A game's file, as `export` writes it; may be several.")
    ] = None,
    key: Trusted = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a file.")] = False,
    every: Annotated[
        bool, typer.Option("--all", help="For operators: every game of the store on this machine, in place of files.")
    ] = False,
    config: Config = None,
    data: Data = None,
) -> None:
    """See whether files of games are what was played; needs no server.

    Exit code 0 if all are exact, 1 if one diverged, else 7 if something is missing to verify one wholly. With --all the
    games of a store, whether its server runs or not: logs are judged anew, and lists and indexes compared with them.
    """
    if every == bool(file):
        raise typer.BadParameter("name files, or take --all, and not both", param_hint="FILE")
    if not every and (config is not None or data is not None):
        raise typer.BadParameter("files need no server: this goes with --all", param_hint="--config, --data")
    if every:
        if key:
            raise typer.BadParameter("a store is not signed: this goes with files", param_hint="--key")
        given = {"config": config, "data": data}
        raise typer.Exit(server(["verify", "--all", *_options(given), *["--json"] * json]))
    try:
        from quarterdeck_server.verifying import main  # noqa: PLC0415  (only who verifies needs it)
    except ImportError as error:
        raise _missing(error) from None
    arguments = [*(f"--key={one}" for one in key or ()), *["--json"] * json, "--", *map(str, file or ())]
    raise typer.Exit(main(arguments))


def verify_checkpoints(
    old: Annotated[Path, typer.Argument(help="A checkpoint that you kept, or a game's file with a proof.")],
    new: Annotated[Path, typer.Argument(help="What `checkpoint --since OLD` has written.")],
    key: Trusted = None,
) -> None:
    """See whether nothing in an older checkpoint was changed, taken out or put in between; needs no server.

    Exit code 0 if the newer goes on from the older, 1 if it does not, 7 if something is missing to say so.
    """
    try:
        from quarterdeck_server.verifying_checkpoints import main  # noqa: PLC0415  (only who verifies needs it)
    except ImportError as error:
        raise _missing(error) from None
    raise typer.Exit(main([*(f"--key={one}" for one in key or ()), "--", str(old), str(new)]))


def _missing(error: ImportError) -> typer.Exit:
    sys.stderr.write(f"quarterdeck: this command needs more, pip install 'quarterdeck[verify]' ({error})\n")
    return typer.Exit(Exit.USAGE)


def server(arguments: Sequence[str]) -> int:
    """Run the server's command line; its exit code, or 2 with a line that says what to install if it is not here."""
    try:
        from quarterdeck_server.__main__ import main  # noqa: PLC0415  (only operators have it)
    except ImportError as error:
        sys.stderr.write(f"quarterdeck: this command needs the server, pip install 'quarterdeck[server]' ({error})\n")
        return Exit.USAGE
    return main(list(arguments))


def _options(given: Mapping[str, object]) -> Iterator[str]:
    return (f"--{name}={value}" for name, value in given.items() if value is not None)
