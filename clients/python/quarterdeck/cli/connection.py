"""Where the service is and who calls it: options that nearly every command has."""

import base64
import binascii
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.environment import check_variables, gives_way_to, language_of
from quarterdeck.client import DEFAULT_ADDRESS, Desk, Options, QuarterdeckError, TryAgain

_PANEL = "Connection"
_PROBE_SECONDS = 0.3


class ServiceAway(Exception):  # noqa: N818  (named by what happened, as the client's errors are)
    """No service answers; the message says what can be done."""


@dataclass(frozen=True)
class Connection:
    """How the service is reached, and who calls it."""

    address: Annotated[
        str, typer.Option(help="Host and port of the service.", envvar="QUARTERDECK_ADDRESS", rich_help_panel=_PANEL)
    ] = DEFAULT_ADDRESS
    token: Annotated[
        str | None,
        typer.Option(
            help="Says who calls; `quarterdeck token` makes one. Without a token one looks on.",
            envvar="QUARTERDECK_TOKEN",
            callback=gives_way_to("token_file"),
            rich_help_panel=_PANEL,
        ),
    ] = None
    token_file: Annotated[
        Path | None,
        typer.Option(
            help="A file that holds the token; a token that is given beside it wins.",
            envvar="QUARTERDECK_TOKEN_FILE",
            callback=gives_way_to("token"),
            dir_okay=False,
            rich_help_panel=_PANEL,
        ),
    ] = None
    tls: Annotated[
        bool,
        typer.Option(
            "--tls", help="Encrypt, trusting the usual certificates.", envvar="QUARTERDECK_TLS", rich_help_panel=_PANEL
        ),
    ] = False
    ca_file: Annotated[
        Path | None,
        typer.Option(
            help="Encrypt, trusting only the certificates in this file (PEM).",
            envvar="QUARTERDECK_CA_FILE",
            callback=gives_way_to("tls"),
            dir_okay=False,
            rich_help_panel=_PANEL,
        ),
    ] = None
    certificate_file: Annotated[
        Path | None,
        typer.Option(
            help="A certificate (PEM) to show to a service that wants one of its clients.",
            envvar="QUARTERDECK_CERTIFICATE_FILE",
            dir_okay=False,
            rich_help_panel=_PANEL,
        ),
    ] = None
    key_file: Annotated[
        Path | None,
        typer.Option(
            help="The key of that certificate (PEM, without a password).",
            envvar="QUARTERDECK_KEY_FILE",
            dir_okay=False,
            rich_help_panel=_PANEL,
        ),
    ] = None
    language: Annotated[
        str,
        typer.Option(
            help="The language that words are wanted in, for example en; without one that of the system (LANG).",
            envvar="QUARTERDECK_LANGUAGE",
            rich_help_panel=_PANEL,
        ),
    ] = ""
    wait: Annotated[
        float,
        typer.Option(
            min=0.05,
            help="Seconds to wait for a service that is away.",
            envvar="QUARTERDECK_WAIT",
            rich_help_panel=_PANEL,
        ),
    ] = 1.0
    deadline: Annotated[
        float,
        typer.Option(
            min=0.05,
            help="Seconds that one call may take.",
            envvar="QUARTERDECK_DEADLINE",
            rich_help_panel=_PANEL,
        ),
    ] = 10.0
    patience: Annotated[
        float,
        typer.Option(
            min=0.05,
            help="Seconds that watching goes on while the service is away.",
            envvar="QUARTERDECK_PATIENCE",
            rich_help_panel=_PANEL,
        ),
    ] = 60.0

    def options(self) -> Options:
        """For the client; a usage error if a file cannot be read.

        A service that was there and goes away, as in a restart, is waited for as long as the client does by itself.
        """
        return Options(
            self.address,
            self.bearer(),
            tls=self.tls,
            root_certificates=_content(self.ca_file, "--ca-file"),
            certificate_chain=_content(self.certificate_file, "--certificate-file"),
            private_key=_content(self.key_file, "--key-file"),
            language=self.language or language_of(),
            deadline=self.deadline,
            patience=self.patience,
            user_agent="quarterdeck-cli",
        )

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """A desk of the caller; UnknownVariable, or ServiceAway if nobody is there: soon, since somebody waits."""
        check_variables()
        options = self.options()
        with Desk(options) as desk:
            try:
                desk.wait_until_ready(self.wait)
            except TryAgain:
                raise ServiceAway(f"no service answers at {self.address}{_why(options)}{_ADVICE}") from None
            yield desk

    def bearer(self) -> str:
        """The token that is given, or that of the file; a usage error if the file cannot be read."""
        if self.token or self.token_file is None:
            return self.token or ""
        try:
            return (_content(self.token_file, "--token-file") or b"").decode().strip()
        except UnicodeDecodeError:
            raise typer.BadParameter(f"{self.token_file} holds no text", param_hint="--token-file") from None

    @property
    def player(self) -> str:
        """For whom the token says it was made, empty if it does not say; the service alone knows if that is true."""
        try:
            claims = self.bearer().split(".")[1]
            said = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
            return str(said["sub"])
        except (IndexError, KeyError, TypeError, ValueError, binascii.Error):
            return ""


_ADVICE = "; `quarterdeck serve` starts one on this machine, --address or QUARTERDECK_ADDRESS names another"


def _why(options: Options) -> str:
    """What gRPC says to a single call: who is not reached because of a certificate has to be told."""
    try:
        with Desk(replace(options, attempts=1, deadline=_PROBE_SECONDS)) as probe:
            probe.titles()
    except QuarterdeckError as error:
        said = str(error).rpartition("last error: ")[2].strip()
        return f" ({said})"
    return ""


def _content(file: Path | None, option: str) -> bytes | None:
    try:
        return None if file is None else file.read_bytes()
    except OSError as error:
        raise typer.BadParameter(f"cannot read {file}: {error.strerror}", param_hint=option) from None
