"""Tokens: who calls.  EdDSA JSON web tokens, signed by a key that this server keeps in its data folder."""

import os
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind, Rejection

ISSUER = "quarterdeck"
_ALGORITHM = "EdDSA"
_CACHED = 10_000
_LONGEST_NAME = 64


class Tokens:
    """Issues and verifies tokens.  A token that was verified is remembered until it expires."""

    def __init__(self, key: Ed25519PrivateKey, now: Callable[[], float] = time.time) -> None:
        self._key = key
        self._public = key.public_key()
        self._now = now
        self._verified: OrderedDict[str, tuple[Caller, float]] = OrderedDict()

    def issue(self, player: str, role: Role, seconds: float) -> str:
        """A token for this player; ValueError if the name cannot be one."""
        if not is_name(player):
            raise ValueError(f"a name has 1 to {_LONGEST_NAME} printable characters and no space at its ends")
        now = int(self._now())
        claims = {"iss": ISSUER, "sub": player, "role": str(role), "iat": now, "exp": now + int(seconds)}
        return jwt.encode(claims, self._key, algorithm=_ALGORITHM)

    def verify(self, token: str) -> Caller:
        """The holder of a token; Rejection TOKEN_INVALID."""
        known = self._verified.get(token)
        if known is None:
            known = self._verified[token] = self._read(token)
            if len(self._verified) > _CACHED:
                self._verified.popitem(last=False)
        caller, expires = known
        if expires <= self._now():
            raise _invalid("it has expired")
        return caller

    def _read(self, token: str) -> tuple[Caller, float]:
        try:
            claims = jwt.decode(
                token,
                self._public,
                algorithms=[_ALGORITHM],
                issuer=ISSUER,
                # The lifetime is checked by our own clock, on every call.
                options={"require": ["exp", "sub", "role"], "verify_exp": False, "verify_iat": False},
            )
            caller, expires = Caller(claims["sub"], Role(claims["role"])), float(claims["exp"])
        except (jwt.InvalidTokenError, ValueError, TypeError):
            raise _invalid("it is not one of this server") from None
        if not is_name(caller.player):
            raise _invalid("it names nobody")
        return caller, expires


def is_name(player: str) -> bool:
    """Whether this can be a player's name."""
    fits = 0 < len(player) <= _LONGEST_NAME and player.isprintable() and player == player.strip()
    # The house bot's name is nobody's.
    return fits and player != HOUSE


class KeyFileError(ValueError):
    """The file of the key holds something else."""


def local_key(path: Path) -> Ed25519PrivateKey:
    """The key in this file, which is made, readable by its owner alone, if there is none; OSError, KeyFileError."""
    if not path.exists():
        _make_key(path)
    text = path.read_bytes()
    try:
        key = load_pem_private_key(text, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path} holds no Ed25519 key without a password")
    return key


def _make_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    # Linked into place when whole: another process that starts now sees no key, or this one.
    descriptor, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):
        os.link(draft, path)
    Path(draft).unlink()


def _invalid(problem: str) -> Rejection:
    return Rejection(Kind.TOKEN_INVALID, details=(("problem", problem),))
