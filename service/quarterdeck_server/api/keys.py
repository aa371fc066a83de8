"""The keys of this server that sign tokens, as their folder has them: the newest signs, all verify."""

import asyncio
from pathlib import Path
from typing import Any

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from quarterdeck_server.key_folder import KeyFileError, KeyFolder, is_id

ISSUER = "quarterdeck"
"""Who has made a token that a key of this folder has signed."""

ALGORITHM = "EdDSA"

_LOG = structlog.get_logger("quarterdeck.keys")


class Key(Struct, frozen=True, eq=False):
    """A key that verifies signatures."""

    algorithm: str
    public: Any


class _Read(Struct, frozen=True, eq=False):
    """A file of a key, read once for as long as it stays the same."""

    mark: tuple[int, int, int]
    private: Ed25519PrivateKey
    key: Key


class LocalKeys:
    """The keys of a folder, as they are now."""

    issuer = ISSUER
    audience = None

    def __init__(self, folder: KeyFolder) -> None:
        """OSError or KeyFileError if a key cannot be read."""
        self._folder = folder
        self._read = {kid: _read(folder, kid) for kid in folder.ids()}
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
        if is_id(kid) and self._folder.file(kid).exists():
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
        known = self._read.get(kid)
        try:
            if known is not None and known.mark == _mark(self._folder.file(kid)):
                return known
            return _read(self._folder, kid)
        except FileNotFoundError:
            return None
        except KeyFileError:
            _LOG.warning("key_unreadable", kid=kid)
            return None
        except OSError:
            return known


def _read(folder: KeyFolder, kid: str) -> _Read:
    mark, private = _mark(folder.file(kid)), folder.read(kid)
    return _Read(mark, private, Key(ALGORITHM, private.public_key()))


def _mark(file: Path) -> tuple[int, int, int]:
    """What changes with the content of a file."""
    found = file.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size
