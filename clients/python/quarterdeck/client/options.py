"""How a desk connects."""

import re
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import grpc

from quarterdeck.client.errors import argument_invalid

Metadata = tuple[tuple[str, str], ...]
DEFAULT_ADDRESS = "127.0.0.1:50051"
"""Where a service listens that was started without saying where."""


_MOST = 2**31 - 1
"""The largest number that gRPC takes."""


@dataclass(frozen=True)
class Options:
    """Options of one connection.  Both `Desk` and `AsyncDesk` are made from them.

    Without `tls` and without `root_certificates` the connection is not encrypted: use it on one machine, or through a
    proxy that encrypts.
    """

    address: str
    """Host and port of the service, for example `127.0.0.1:50051`."""
    token: str = ""
    """Says who calls; without one everything can be read that a spectator may see."""
    deadline: float = 10.0
    """Seconds that one attempt of a call may take; streams have none."""
    retry_seconds: float = 15.0
    """For how long a call is sent again before the service counts as away: long enough for a service that was killed
    to be started anew.  With 0 it is sent once."""
    attempts: int | None = None
    """How often a call is sent at most, whatever time that takes; without a number `retry_seconds` decides."""
    first_pause: float = 0.05
    """Seconds before the second attempt; the pause doubles from one attempt to the next."""
    longest_pause: float = 2.0
    """The pause does not grow beyond so many seconds, unless the service itself asks for more."""
    patience: float = 60.0
    """Seconds that a watch goes on connecting again while it hears nothing."""
    tls: bool = False
    """Encrypt, and trust the certificates that gRPC trusts by default."""
    root_certificates: bytes | None = None
    """Encrypt, and trust these certificates (PEM) only."""
    certificate_chain: bytes | None = None
    """Show this certificate (PEM), with those that vouch for it, to a service that wants one of its clients."""
    private_key: bytes | None = field(default=None, repr=False)
    """The key of that certificate (PEM, without a password)."""
    user_agent: str = ""
    """Put before gRPC's own name in what the service is told about the client."""
    language: str = ""
    """The language that words are wanted in, as in HTTP's `accept-language`; English where there is no other."""

    def __post_init__(self) -> None:
        """ArgumentInvalid for what no call could be sent with."""
        self._check_types()
        if not self.address:
            raise argument_invalid("address", "there is none")
        for name in ("token", "language", "user_agent"):
            text = getattr(self, name)
            # Headers carry no other; gRPC would say so with each call, and of its own parts only.
            if not (text.isascii() and text.isprintable()):
                raise argument_invalid(name, "has characters that are no printable ASCII")
        if self.attempts is not None and self.attempts < 1:
            raise argument_invalid("attempts", f"{self.attempts} is less than 1")
        for name in ("retry_seconds", "first_pause", "longest_pause"):
            if not getattr(self, name) >= 0:
                raise argument_invalid(name, f"{getattr(self, name)} is less than 0")
        for name in ("deadline", "patience"):
            if not getattr(self, name) > 0:
                raise argument_invalid(name, f"{getattr(self, name)} is not more than 0")
        if self.deadline > _MOST:
            raise argument_invalid("deadline", f"{self.deadline} is more than {_MOST}")
        if self.root_certificates is not None and (problem := _problem_of(self.root_certificates)):
            raise argument_invalid("root_certificates", problem)
        self._check_certificate()

    def _check_certificate(self) -> None:
        """ArgumentInvalid for a certificate or a key that cannot be shown."""
        chain, key = self.certificate_chain, self.private_key
        if chain is None and key is None:
            return
        if chain is None or key is None:
            raise argument_invalid("private_key" if key is None else "certificate_chain", "there is none to the other")
        if not self.is_encrypted:
            raise argument_invalid("certificate_chain", "is shown over encrypted connections alone, see tls")
        if problem := _problem_of(chain):
            raise argument_invalid("certificate_chain", problem)
        if problem := _problem_of_key(key):
            raise argument_invalid("private_key", problem)

    def _check_types(self) -> None:
        """ArgumentInvalid for a value of a type that its option does not have; what it is may be a secret."""
        for name, (kind, said) in _TYPES.items():
            value = getattr(self, name)
            if value is None and name in _OPTIONAL:
                continue
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
                raise argument_invalid(name, f"has to be {said}, and is of type {type(value).__name__}")

    @property
    def metadata(self) -> Metadata:
        """What goes with every call."""
        told = (("authorization", f"Bearer {self.token}" if self.token else ""), ("accept-language", self.language))
        return tuple((name, value) for name, value in told if value)

    @property
    def is_encrypted(self) -> bool:
        """Whether the connection is encrypted."""
        return self.tls or self.root_certificates is not None

    @property
    def credentials(self) -> grpc.ChannelCredentials | None:
        """For an encrypted connection; None for a plain one."""
        if self.is_encrypted:
            return grpc.ssl_channel_credentials(self.root_certificates, self.private_key, self.certificate_chain)
        return None

    @property
    def channel_options(self) -> Sequence[tuple[str, str | int]]:
        """For gRPC: a connection that died without a word is noticed within a minute."""
        options: list[tuple[str, str | int]] = [
            ("grpc.keepalive_time_ms", 30_000),
            ("grpc.keepalive_timeout_ms", 20_000),
            # Our own pauses are shorter than gRPC's, which would let calls fail without trying to connect.
            ("grpc.max_reconnect_backoff_ms", int(min(self.longest_pause * 1000, _MOST))),
        ]
        if self.user_agent:
            options.append(("grpc.primary_user_agent", self.user_agent))
        return options


_TYPES: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    **dict.fromkeys(("address", "token", "user_agent", "language"), (str, "text")),
    **dict.fromkeys(
        ("deadline", "retry_seconds", "first_pause", "longest_pause", "patience"), ((int, float), "a number")
    ),
    "attempts": (int, "a whole number"),
    "tls": (bool, "True or False"),
    **dict.fromkeys(("root_certificates", "certificate_chain", "private_key"), (bytes, "bytes")),
}
"""What each option has to be, and what that is called."""

_OPTIONAL = frozenset({"attempts", "root_certificates", "certificate_chain", "private_key"})


def _problem_of(certificates: bytes) -> str:
    """What is wrong with certificates; empty if gRPC can use them, which would say so in its log only."""
    try:
        # What is written around the certificates may be in any language.
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=certificates.decode("ascii", "ignore"))
    except (ssl.SSLError, ValueError):
        return "no certificates in PEM (`-----BEGIN CERTIFICATE-----` …), or one of them is damaged"
    return ""


def _problem_of_key(key: bytes) -> str:
    """What is wrong with a key by the look of it; whether it is the certificate's, the first connection shows."""
    if b"ENCRYPTED" in key:
        return "is locked with a password"
    return "" if _KEY.search(key) else "no key in PEM (`-----BEGIN PRIVATE KEY-----` …)"


_KEY = re.compile(rb"-----BEGIN ([A-Z]+ )?PRIVATE KEY-----\s.*-----END ([A-Z]+ )?PRIVATE KEY-----", re.DOTALL)


def options_of(address: str | Options, token: str, deadline: float | None) -> Options:
    """The options given, or those of the short form with an address.

    TypeError if options come together with what belongs into them.
    """
    if isinstance(address, Options):
        if token or deadline is not None:
            raise TypeError("token and deadline belong into the options")
        return address
    return Options(address, token) if deadline is None else Options(address, token, deadline)
