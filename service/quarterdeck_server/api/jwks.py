"""Keys of an issuer that the operator names: a JSON web key set, in a file or at an address.

A set is fetched anew while it is used, and a key that is not in it any more is revoked.  If that fails the last set
counts on for a bounded time.  Nothing of this waits on the event loop.
"""

import asyncio
import http.client
import ipaddress
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jwt
import structlog
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from quarterdeck_server.api.keys import Key
from quarterdeck_server.application.rejection import Rejection, try_again

ALGORITHMS = frozenset({"EdDSA", "ES256", "RS256"})
"""What an issuer may sign with; nothing that needs a secret in common."""

SEEK_SECONDS = 10.0
"""A key id that is not known has the set fetched no more often than this: anybody can make up ids."""

RETRY_SECONDS = 5.0
"""After how long a fetch that failed is tried again."""

FETCH_SECONDS = 5.0
"""For how long a fetch may be silent, and a call waits for one."""

_LEAST_RSA_BITS = 2048
_LOG = structlog.get_logger("quarterdeck.jwks")

Load = Callable[[], object]
"""Gives the JSON of a key set, in its own time; whatever `_FAILED` lists if it cannot be had."""

_FAILED = (jwt.PyJWTError, http.client.HTTPException, OSError, ValueError, RecursionError)


class KeySet:
    """The keys of one issuer, as they were when last fetched."""

    def __init__(
        self,
        issuer: str,
        audience: str,
        load: Load,
        seconds: float,
        keep_seconds: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Fetched after so many `seconds`, and kept for `keep_seconds` while that fails."""
        self.issuer = issuer
        self.audience = audience
        self._load = load
        self._seconds = seconds
        self._keep_seconds = keep_seconds
        self._now = now
        self._keys: Mapping[str, tuple[object, Key]] = {}
        self._fetched: float | None = None
        self._tried: float | None = None
        self._fetching: asyncio.Task[None] | None = None

    def key(self, kid: str) -> Key | None:
        """The key with this id; Rejection TRY_AGAIN if what is known of the set is too old."""
        if self._fetched is not None and self._now() - self._fetched > self._keep_seconds:
            raise _away()
        known = self._keys.get(kid)
        return known[1] if known is not None else None

    async def seek(self, kid: str) -> None:
        """Fetch the set for a key that is not in it, unless that was done just now; Rejection TRY_AGAIN."""
        if self._tried is None or self._now() - self._tried >= SEEK_SECONDS:
            self._begin()
        if self._fetching is not None:
            await asyncio.wait({self._fetching}, timeout=FETCH_SECONDS)
        if self._fetched is None:
            raise _away()

    async def look(self) -> None:
        """Begin to fetch the set if it is time to."""
        now = self._now()
        is_old = self._fetched is None or now - self._fetched >= self._seconds
        if is_old and (self._tried is None or now - self._tried >= min(RETRY_SECONDS, self._seconds)):
            self._begin()

    def load_now(self) -> None:
        """Take the set in at once; OSError, or ValueError if it is none."""
        self._take(self._load())

    def _begin(self) -> None:
        # One at a time, however long it takes.
        if self._fetching is None or self._fetching.done():
            self._tried = self._now()
            self._fetching = asyncio.create_task(self._fetch())

    async def _fetch(self) -> None:
        try:
            self._take(await asyncio.to_thread(self._load))
        except _FAILED as error:
            _LOG.warning("jwks_not_fetched", issuer=self.issuer, error=type(error).__name__)

    def _take(self, found: object) -> None:
        """Take in a set: keys that are the same stay the same."""
        listed = found.get("keys") if isinstance(found, dict) else None
        if not isinstance(listed, list):
            raise ValueError("no JSON web key set")
        keys: dict[str, tuple[object, Key]] = {}
        for one in listed:
            kid = one.get("kid") if isinstance(one, dict) else None
            if not isinstance(kid, str) or kid in keys:
                continue
            known = self._keys.get(kid)
            key = known[1] if known is not None and known[0] == one else _key(one)
            if key is not None:
                keys[kid] = (one, key)
        gone, new = sorted(self._keys.keys() - keys), sorted(keys.keys() - self._keys.keys())
        if gone or new or self._fetched is None:
            _LOG.info("jwks", issuer=self.issuer, keys=len(keys), unusable=len(listed) - len(keys), gone=gone, new=new)
        self._keys = keys
        self._fetched = self._now()


def from_file(path: Path) -> Load:
    """Reads a set from a file."""
    return lambda: json.loads(path.read_bytes())


def from_url(url: str) -> Load:
    """Fetches a set; the client follows no redirection, which could lead to where nothing is encrypted."""
    client = jwt.PyJWKClient(url, cache_jwk_set=False, timeout=FETCH_SECONDS)
    return client.fetch_data


def is_url(place: str) -> bool:
    """Whether this is an address, and no path."""
    return "://" in place


def problem_of(url: str) -> str:
    """What is wrong with the address of a key set; empty if it can be used."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return f"{url!r} is no address"
    if parts.username is not None or parts.password is not None:
        return "an address has no name or password in it"
    if not host or parts.scheme not in ("https", "http"):
        return f"{url!r} is no https address"
    if parts.scheme == "http" and not _is_loopback(host):
        return f"{url!r} is not encrypted: http is for this machine alone"
    return ""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _key(found: Mapping[str, Any]) -> Key | None:
    """A key for signatures; nothing if this is none that may be used."""
    # Whoever publishes a private key has published it to everybody.
    if found.get("use", "sig") != "sig" or "verify" not in found.get("key_ops", ["verify"]) or "d" in found:
        return None
    try:
        read = jwt.PyJWK.from_dict(dict(found))
    except (*_FAILED, TypeError, KeyError):
        return None
    if read.algorithm_name not in ALGORITHMS:
        return None
    if isinstance(read.key, RSAPublicKey) and read.key.key_size < _LEAST_RSA_BITS:
        return None
    return Key(read.algorithm_name, read.key)


def _away() -> Rejection:
    return try_again(RETRY_SECONDS, problem="the keys of the token's issuer cannot be had")
