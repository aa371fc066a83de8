"""Environment variables: which there are, and that the command line wins over them."""

import difflib
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import typer

PREFIX = "QUARTERDECK_"
"""What the names of variables begin with."""

CLIENT_VARIABLES = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "ADDRESS", "CA_FILE", "CERTIFICATE_FILE", "COLOUR", "DEADLINE", "GAME", "KEY_FILE", "LANGUAGE", "PATIENCE",
        "TLS", "TOKEN", "TOKEN_FILE", "WAIT",
    )
)  # fmt: skip
"""Those that commands read."""

SERVER_VARIABLES = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "ADDRESS", "CALLS", "CALLS_BURST", "CALLS_PER_SECOND", "CHECKPOINT_SECONDS", "COMPONENTS", "CONFIG",
        "DATA", "DATABASE_URL", "DATABASE_URL_FILE", "DRAIN_SECONDS", "GAMES_IN_MEMORY", "HEARTBEAT_SECONDS",
        "JWKS", "JWKS_KEEP_SECONDS", "JWKS_SECONDS", "KEEPALIVE_SECONDS", "MESSAGE_BYTES", "METRICS_ADDRESS",
        "PROPOSAL_SECONDS", "REFLECTION", "STORE", "STREAMS", "STREAMS_PER_CONNECTION", "STREAMS_PER_PLAYER",
        "TLS_CERTIFICATE", "TLS_CLIENT_CA", "TLS_HEALTH_CERTIFICATE", "TLS_HEALTH_KEY", "TLS_KEY",
        "TOKEN_AUDIENCE", "TOKEN_ISSUER", "TOKEN_PLAYER_CLAIM", "TOKEN_ROLE_CLAIM", "WATCH_QUEUE",
    )
)  # fmt: skip
"""Those that a server reads, which may well be set in the same shell."""

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Those in which a system says what language people read, the first that is set deciding."""

Value = TypeVar("Value")


class UnknownVariable(Exception):  # noqa: N818  (named by what happened, as the client's errors are)
    """A variable that nothing reads; the message says which, and which may be meant."""


def check_variables(environment: Mapping[str, str] = os.environ) -> None:
    """Nothing, or UnknownVariable that names every variable with our prefix that nothing reads."""
    if wrong := list(_unknown(environment)):
        raise UnknownVariable("; ".join(wrong))


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the system, as `accept-language` has it: `pt-BR` for `pt_BR.UTF-8`; empty if it has none."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    language = locale.partition(".")[0].partition("@")[0]
    return "" if language in ("C", "POSIX") or not language.isascii() else language.replace("_", "-")


def _unknown(environment: Mapping[str, str]) -> Iterator[str]:
    known = CLIENT_VARIABLES | SERVER_VARIABLES
    for name, text in sorted(environment.items()):
        # As everywhere, an empty variable is one that is not set.  A server reads its own in any case of letters.
        if not name.upper().startswith(PREFIX) or not text or name in known or name.upper() in SERVER_VARIABLES:
            continue
        # What all of them begin with makes none of them alike.
        ends = sorted(one.removeprefix(PREFIX) for one in known)
        near = difflib.get_close_matches(name.upper().removeprefix(PREFIX), ends, n=1)
        yield f"{name}: there is no such setting, {f'did you mean {PREFIX}{near[0]}?' if near else 'see --help'}"


def gives_way_to(other: str) -> Callable[[typer.Context, typer.CallbackParam, Value], Value | None]:
    """For an option: its value out of the environment is none if the `other` option is on the command line.

    Of two options that say the same in two ways the command line's is meant, whichever of them wins elsewhere.
    """

    def chosen(context: typer.Context, parameter: typer.CallbackParam, value: Value) -> Value | None:
        sources = [context.get_parameter_source(name) for name in (parameter.name or "", other)]
        # Whatever is on the command line has been read before what is not.
        names = [source.name if source is not None else "" for source in sources]
        return None if names == ["ENVIRONMENT", "COMMANDLINE"] else value

    return chosen
