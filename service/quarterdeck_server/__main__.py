"""`python -m quarterdeck_server`: serve, print a token, see to keys, backups and games, or ask if a server is well."""

import argparse
import asyncio
import datetime as dt
import gc
import logging
import math
import os
import signal
import sys
from pathlib import Path

import structlog

from quarterdeck_rules.titles import RULES, find_title
from quarterdeck_server import auditing
from quarterdeck_server.api.health import UnhealthyError, ask
from quarterdeck_server.api.tokens import NAME_PROBLEM, Tokens, is_name
from quarterdeck_server.application.caller import Role
from quarterdeck_server.backups import commands as backups
from quarterdeck_server.bootstrap import Service, check
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import DEFAULT_ADDRESS, SettingError, Settings, StoreKind
from quarterdeck_server.configuration.sources import CONFIG, Configuration, configure
from quarterdeck_server.databases import migrate_database
from quarterdeck_server.identity import key_folder_of, local_keys_of, trust_of
from quarterdeck_server.inspecting import verify_all
from quarterdeck_server.key_folder import KeyFileError

_DAY = 24 * 60 * 60
_MOST_DAYS = 3650
_HEALTH_SECONDS = 3.0
_COLLECT_AFTER = 10_000
"""New objects between two looks at the youngest."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit code is 0, or 2 with a line that says what is wrong."""
    options = _parser().parse_args(arguments)
    try:
        given = {name: value for name, value in vars(options).items() if name in Settings.model_fields}
        if given.get("components") is not None:
            given["components"] = dict(given["components"])
        configuration = configure({name: value for name, value in given.items() if value is not None}, options.config)
        try:
            return carry_out(options, configuration)
        except SettingError as error:
            raise ValueError(configuration.told(error)) from None
    except ValueError as error:
        sys.stderr.write(f"quarterdeck: {error}\n")
        return 2


def carry_out(options: argparse.Namespace, configuration: Configuration) -> int:
    """Do what the command line says with these settings; SettingError, ValueError."""
    settings = configuration.settings
    if options.command == "token":
        return print_token(settings, options.player, Role(options.role), options.days, options.new_key)
    if options.command == "keys":
        return see_to_keys(settings, options.action, options.kid)
    if options.command == "health":
        return print_health(settings)
    if options.command == "backup":
        return backups.back_up(settings, options.file)
    if options.command == "restore":
        return backups.restore(settings, options.file, options.replace)
    if options.command == "import":
        return auditing.take_in(settings, options.file, options.key)
    if options.command == "erase":
        return auditing.erase(settings, options.name)
    if options.command == "verify":
        return verify_all(settings, find_title, as_json=options.json)
    if options.command == "migrate":
        is_new = migrate_database(settings)
        sys.stdout.write("the tables are made\n" if is_new else "the tables were there\n")
        return 0
    if options.show_config:
        sys.stdout.write(configuration.shown())
        # Settings that can be read may still be of no use: whoever looks at them wants to know now.
        check(settings, RULES.values())
        return 0
    # The log holds seeds and hidden cards: its files are for their owner alone, whatever folder they are in.
    os.umask(0o077)
    log_to(sys.stderr.fileno())
    return asyncio.run(serve(settings))


async def serve(settings: Settings) -> int:
    """Serve until SIGTERM or SIGINT, then drain."""
    service = Service(settings, RULES.values())
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await service.start()
    collect_rarely()
    await stopped.wait()
    await service.drain()
    for number in (signal.SIGTERM, signal.SIGINT):
        # The loop takes its handlers along: a second signal would kill a process that has all but ended.
        loop.remove_signal_handler(number)
        signal.signal(number, signal.SIG_IGN)
    return 0


def collect_rarely() -> None:
    """Look for garbage in cycles less often, and not among what lasts as long as the process.

    Games are many small values and no cycles: to look through them at the usual pace took a sixth of the time of a busy
    server, and now and then kept everybody waiting for a tenth of a second.
    """
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)


def print_token(settings: Settings, player: str, role: Role, days: float, new_key: bool) -> int:
    """Print a token for a player of the server with this data folder; ValueError if it could not be used."""
    if not 0 < days <= _MOST_DAYS:  # which NaN is not either
        raise ValueError(f"--days is {days:g}, and has to be more than 0 and at most {_MOST_DAYS}")
    if not is_name(player):
        raise ValueError(NAME_PROBLEM)
    folder = key_folder_of(settings, make=new_key)
    if not folder.ids():
        # A token of another server's key is worth nothing there: whoever names the wrong folder wants to know.
        raise SettingError(
            f"{settings.data} has no key: a server makes one when it starts, and so does `token --new-key`", "data"
        )
    token = Tokens(local_keys_of(settings)).issue(player, role, math.ceil(days * _DAY))
    sys.stdout.write(f"{token}\n")
    return 0


def see_to_keys(settings: Settings, action: str, kid: str | None) -> int:
    """List the keys of the data folder, make one more, or revoke one; ValueError if that cannot be done."""
    if (action == "revoke") != (kid is not None):
        raise ValueError(f"keys {action} {'wants the id of a key, see keys list' if kid is None else 'takes no id'}")
    folder = key_folder_of(settings)
    try:
        if action == "new":
            sys.stdout.write(f"{folder.new()}\n")
        elif kid is not None:
            folder.revoke(kid)
            if not folder.ids():
                sys.stderr.write("quarterdeck: no key is left, and all tokens are void; `keys new` makes one\n")
        else:
            # The newest first: it signs.
            for place, one in enumerate(reversed(folder.ids())):
                made = dt.datetime.fromtimestamp(folder.file(one).stat().st_mtime, dt.UTC)
                sys.stdout.write(f"{one}  {made:%Y-%m-%dT%H:%M:%SZ}{'  signs' if place == 0 else ''}\n")
    except OSError as error:
        raise SettingError(f"{error.filename or folder.path}: {problems.of_file(error)}", "data") from None
    except KeyFileError as error:
        raise SettingError(str(error), "data") from None
    return 0


def print_health(settings: Settings) -> int:
    """Print whether the server with these settings serves; the exit code is 0, or 1 if it does not."""
    try:
        ask(settings.address, _HEALTH_SECONDS, trust_of(settings))
    except UnhealthyError as error:
        sys.stderr.write(f"quarterdeck: {error}\n")
        return 1
    sys.stdout.write("serving\n")
    return 0


def log_to(descriptor: int) -> None:
    """Log one JSON object a line."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=open(descriptor, "w", buffering=1, closefd=False)),  # noqa: SIM115
        cache_logger_on_first_use=True,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck_server", description="The referee's desk for board games."
    )
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"a TOML file of settings (or the environment variable {CONFIG}); see --show-config",
    )
    shared.add_argument("--data", type=Path, help="folder of the log and of the keys that sign tokens")
    commands = parser.add_subparsers(dest="command", required=True)
    serving = commands.add_parser("serve", parents=[shared], help="serve until SIGTERM or Ctrl-C")
    health = commands.add_parser("health", parents=[shared], help="ask the server with these settings if it is well")
    for command, verb in ((serving, "listen"), (health, "ask")):
        command.add_argument("--address", help=f"where to {verb} (default: {DEFAULT_ADDRESS})")
    serving.add_argument(
        "--metrics-address", help="where to serve metrics to Prometheus, for example 127.0.0.1:9464 (default: nowhere)"
    )
    serving.add_argument(
        "--show-config",
        action="store_true",
        help="print every setting as a config file and what is wrong with them, and do not serve",
    )
    serving.add_argument("--store", choices=[kind.value for kind in StoreKind], help="where games are kept")
    serving.add_argument(
        "--components",
        type=_title_and_file,
        action="append",
        metavar="TITLE=FILE",
        help="a TOML file of components that replace those with the same id; may be repeated",
    )
    commands.add_parser("migrate", parents=[shared], help="make the tables of a PostgreSQL database, before serving")
    token = commands.add_parser("token", parents=[shared], help="print a token for a player")
    token.add_argument("player", help="the player's name")
    token.add_argument("--role", choices=[role.value for role in Role], default=Role.PLAYER.value)
    token.add_argument(
        "--days", type=float, default=30.0, help=f"how long it is valid, at most {_MOST_DAYS} (default: 30)"
    )
    token.add_argument("--new-key", action="store_true", help="make the first key, for a server that never ran")
    keys = commands.add_parser("keys", parents=[shared], help="list the keys that sign tokens, make one, revoke one")
    keys.add_argument("action", choices=["list", "new", "revoke"], help="what to do")
    keys.add_argument("kid", nargs="?", help="the id of the key to revoke, as keys list shows it")
    backup = commands.add_parser(
        "backup", parents=[shared], help="back up games and keys, while the server runs or not"
    )
    backup.add_argument("file", help="a new file, or - for standard output")
    taking = commands.add_parser("import", parents=[shared], help="take games in from their files, if they are exact")
    taking.add_argument("file", type=Path, nargs="+", help="a game's file")
    taking.add_argument("--key", type=Path, action="append", default=[], help="keys that are trusted beside our own")
    erasing = commands.add_parser("erase", parents=[shared], help="forget a person's name in games that have ended")
    erasing.add_argument("name", help="the player's name")
    restore = commands.add_parser("restore", parents=[shared], help="put a backup back, with the server stopped")
    restore.add_argument("file", help="a backup, or - for standard input")
    restore.add_argument("--replace", action="store_true", help="put games and keys aside that are there")
    verify = commands.add_parser(
        "verify",
        parents=[shared],
        help="see whether all games of the store are what was played, while the server runs or not",
        epilog="Exit codes: 0 all exact, 1 something diverged, 2 not understood, 7 something is missing.",
    )
    verify.add_argument(
        "--all", action="store_true", required=True, help="every game; files of games are for `quarterdeck verify`"
    )
    verify.add_argument("--json", action="store_true", help="print one JSON object a line")
    return parser


def _title_and_file(text: str) -> tuple[str, Path]:
    title, equals, path = text.partition("=")
    if not (title and equals and path):
        raise argparse.ArgumentTypeError(f"{text!r} is not TITLE=FILE")
    return title, Path(path)


if __name__ == "__main__":
    sys.exit(main())
