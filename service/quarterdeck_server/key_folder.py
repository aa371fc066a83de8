"""A folder of private keys, with a file for each: those that sign tokens, and those that seal games.

The newest signs, all verify, and one whose file is removed is revoked.  A key's id is the name of its file: a number
that grows, for the order, and a few drawn characters, so that the id of a revoked key never comes back.
"""

import fcntl
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

_ID = re.compile(r"\d{4,}-[0-9a-f]{8}")
_SUFFIX = ".pem"


class KeyFileError(ValueError):
    """A file that is to be a key and holds something else, or a key that is not there."""


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

    def read(self, kid: str) -> Ed25519PrivateKey:
        """A key; OSError or KeyFileError if it cannot be read."""
        file = self.file(kid)
        try:
            private = load_pem_private_key(file.read_bytes(), password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            private = None
        if not isinstance(private, Ed25519PrivateKey):
            raise KeyFileError(f"{file} holds no Ed25519 key without a password")
        return private


def is_id(text: str) -> bool:
    """Whether a key may have this id."""
    return _ID.fullmatch(text) is not None


def _number(kid: str) -> int:
    return int(kid.partition("-")[0])


def _sync(folder: Path) -> None:
    """Have a change of the folder last: a revoked key does not come back with the power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
