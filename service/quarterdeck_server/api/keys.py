"""The keys of this server that sign tokens: a folder below its data, with a file for each.

The newest signs, all verify, and one whose file is removed is revoked.  A key's id is the name of its file: a number
that grows, for the order, and a few drawn characters, so that the id of a revoked key never comes back.
"""

import asyncio
import fcntl
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from msgspec import Struct

ISSUER = "quarterdeck"
"""Who has made a token that a key of this folder has signed."""

ALGORITHM = "EdDSA"

_ID = re.compile(r"\d{4,}-[0-9a-f]{8}")
_SUFFIX = ".pem"
_LOG = structlog.get_logger("quarterdeck.keys")


class KeyFileError(ValueError):
    """A file that is to be a key and holds something else, or a key that is not there."""


class Key(Struct, frozen=True, eq=False):
    """A key that verifies signatures."""

    algorithm: str
    public: Any


class _Read(Struct, frozen=True, eq=False):
    """A file of a key, read once for as long as it stays the same."""

    mark: tuple[int, int, int]
    private: Ed25519PrivateKey
    key: Key


class KeyFolder:
    """A folder of keys; OSError from every method if it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def ids(self) -> list[str]:
        """The ids of all keys, the oldest first; nothing if there is no folder."""
        try:
            names = os.listdir(self.path)  # noqa: PTH208  (names are all that is wanted, once a second)
        except FileNotFoundError:
            return []
        found = [name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)]
        return sorted((one for one in found if _ID.fullmatch(one)), key=lambda one: (_number(one), one))

    def file(self, kid: str) -> Path:
        """The file of a key."""
        return self.path / f"{kid}{_SUFFIX}"

    def new(self) -> str:
        """Make a key, readable by its owner alone, which signs from now on; its id."""
        with self._alone():
            return self._new()

    def new_if_none(self) -> None:
        """Make the first key, unless there is one."""
        with self._alone():
            if not self.ids():
                self._new()

    def revoke(self, kid: str) -> None:
        """Remove a key, and so void all tokens that it has signed; KeyFileError if there is none with this id."""
        if kid not in self.ids():
            raise KeyFileError(f"{self.path} has no key {kid!r}")
        self.file(kid).unlink(missing_ok=True)
        _sync(self.path)

    def _new(self) -> str:
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        last = max((_number(one) for one in self.ids()), default=0)
        kid = f"{last + 1:04}-{secrets.token_hex(4)}"
        # Renamed into place when whole: who looks in between sees no key, or this one.
        descriptor, draft = tempfile.mkstemp(prefix="draft.", dir=self.path)
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).rename(self.file(kid))
        _sync(self.path)
        return kid

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """With a lock on the folder, so that two processes that start at once make one key."""
        for folder in (self.path.parent, self.path):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


class LocalKeys:
    """The keys of a folder, as they are now."""

    issuer = ISSUER
    audience = None

    def __init__(self, folder: KeyFolder) -> None:
        """OSError or KeyFileError if a key cannot be read."""
        self._folder = folder
        self._read = {kid: _read(folder.file(kid)) for kid in folder.ids()}
        self._is_unreadable = False

    @property
    def signing(self) -> tuple[str, Ed25519PrivateKey] | None:
        """Id and key that sign: the newest.  Nothing if there is none."""
        kid = next(reversed(self._read), None)
        return (kid, self._read[kid].private) if kid is not None else None

    def key(self, kid: str) -> Key | None:
        """The key with this id."""
        read = self._read.get(kid)
        return read.key if read is not None else None

    async def seek(self, kid: str) -> None:
        """Look for a key that is not known: it may have been made just now."""
        # A look at a folder is quicker than a way to another thread and back.
        if _ID.fullmatch(kid) and self._folder.file(kid).exists():
            self.look_now()

    async def look(self) -> None:
        """Take in which keys have come and gone."""
        await asyncio.to_thread(self.look_now)

    def look_now(self) -> None:
        """Take in which keys have come and gone.

        While the folder cannot be read (too many open files, say) what is known stays: that is no revocation.
        """
        try:
            ids = self._folder.ids()
        except OSError as error:
            if not self._is_unreadable:
                _LOG.warning("keys_unreadable", folder=str(self._folder.path), error=type(error).__name__)
            self._is_unreadable = True
            return
        self._is_unreadable = False
        now = {kid: read for kid in ids if (read := self._again(kid)) is not None}
        for change, some in (("key_gone", self._read.keys() - now), ("key_new", now.keys() - self._read.keys())):
            for kid in sorted(some):
                _LOG.info(change, kid=kid)
        self._read = now

    def _again(self, kid: str) -> _Read | None:
        """A key as its file is now; nothing if it is gone or no key any more."""
        known, file = self._read.get(kid), self._folder.file(kid)
        try:
            if known is not None and known.mark == _mark(file):
                return known
            return _read(file)
        except FileNotFoundError:
            return None
        except KeyFileError:
            _LOG.warning("key_unreadable", kid=kid)
            return None
        except OSError:
            return known


def _read(file: Path) -> _Read:
    mark, text = _mark(file), file.read_bytes()
    try:
        private = load_pem_private_key(text, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyFileError(f"{file} holds no Ed25519 key without a password")
    return _Read(mark, private, Key(ALGORITHM, private.public_key()))


def _mark(file: Path) -> tuple[int, int, int]:
    """What changes with the content of a file."""
    found = file.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _number(kid: str) -> int:
    return int(kid.partition("-")[0])


def _sync(folder: Path) -> None:
    """Have a change of the folder last: a revoked key does not come back with the power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
