"""The file that a backup is: a tar of the log, of the keys, and at its end of what each of them has to be.

The last member says that nothing is missing and nothing was changed: a tar that is cut between two members looks whole.
"""

import hashlib
import io
import os
import re
import tarfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol, cast

import msgspec
from msgspec import Struct

from quarterdeck_server.configuration import problems
from quarterdeck_server.store.copies import Told

LOG = "quarterdeck.sqlite"
KEYS = "keys"
CONTENTS = "backup.json"
_FORMAT = 1
# Folders of other keys may stand below that of the keys that sign tokens.
_KEY = re.compile(rf"{KEYS}/(?:[a-z_]+/)?[0-9A-Za-z][\w-]*\.pem", re.ASCII)
_MOST = {LOG: 2**63, CONTENTS: 2**20}
_MOST_OF_A_KEY = 2**16
_BLOCK = 2**20


class BackupError(ValueError):
    """A backup that cannot be made, or is none, or cannot be put back; the message says which, and why."""


class Contents(Struct, frozen=True):
    """The last member: when the backup was made, UTC in ISO 8601, and the SHA-256 of each file in it, in hex."""

    format: int
    made: str
    files: dict[str, str]


class Readable(Protocol):
    """What can be read in blocks."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


class _Hashed:
    """A file that is read once, and hashed on the way."""

    def __init__(self, file: Readable, size: int, told: Told) -> None:
        self.digest = hashlib.sha256()
        self._file, self._size, self._done, self._told = file, size, 0, told

    def read(self, size: int = _BLOCK, /) -> bytes:
        block = self._file.read(size)
        self.digest.update(block)
        self._done += len(block)
        self._told(self._done, self._size)
        return block


class _Sink:
    """Where a backup goes, until something goes wrong.

    A tar that ends early would write what it has left, and hang on a pipe that nobody reads.
    """

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._is_broken = False

    def write(self, data: bytes, /) -> int:
        return len(data) if self._is_broken else self._out.write(data)

    @contextmanager
    def taking(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._is_broken = True
            raise


def is_key(name: str) -> bool:
    """Whether a file of this name, below the data folder, is a key."""
    return _KEY.fullmatch(name) is not None


@contextmanager
def naming(file: Path | str) -> Iterator[None]:
    """Faults of the system name this file, if they name none: those of reading and writing do not."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(file)
        raise


def write(out: IO[bytes], files: Mapping[str, IO[bytes]], made: str, told: Told) -> None:
    """Write a backup of these files, each under its name below the data folder; OSError."""
    digests = {}
    sink = _Sink(out)
    with tarfile.open(fileobj=cast(IO[bytes], sink), mode="w|") as tar, sink.taking():
        for name, file in files.items():
            found = os.fstat(file.fileno())
            hashed = _Hashed(file, found.st_size, told)
            tar.addfile(_member(name, found.st_size, int(found.st_mtime)), hashed)
            digests[name] = hashed.digest.hexdigest()
        contents = msgspec.json.encode(Contents(_FORMAT, made, digests))
        tar.addfile(_member(CONTENTS, len(contents), int(time.time())), io.BytesIO(contents))


def unpack(source: IO[bytes], folder: Path, told: Told) -> Contents:
    """Put the files of a backup into a folder, and see that they are what was backed up; BackupError, OSError.

    Nothing that has another name, or is no plain file, is put anywhere.
    """
    found: dict[str, str] = {}
    contents, at = None, ""
    try:
        with tarfile.open(fileobj=source, mode="r|") as tar:
            for member in tar:
                at = problems.shortened(member.name)
                if contents is not None or member.name in found:
                    raise BackupError(f"there is one {at!r} too many in it")
                content = _content(tar, member)
                if member.name == CONTENTS:
                    contents = _contents(content.read(_MOST[CONTENTS]))
                else:
                    hashed = _Hashed(content, member.size, told)
                    _put(hashed, folder / member.name, int(member.mtime))
                    found[member.name] = hashed.digest.hexdigest()
    except BackupError:
        raise
    except (tarfile.TarError, ValueError, OverflowError) as error:
        raise BackupError(f"it is cut off or damaged at {at} ({error})" if at else "it is no tar file") from None
    if contents is None:
        raise BackupError(f"it is cut off, or no backup: it has no {CONTENTS} at its end")
    for name in sorted(contents.files.keys() | found.keys() | {LOG}):
        if name not in found:
            raise BackupError(f"it has no {problems.shortened(name)}")
        if contents.files.get(name) != found[name]:
            raise BackupError(f"{name} in it is not what was backed up: the file is damaged")
    return contents


def _member(name: str, size: int, changed: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, changed
    return member


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Readable:
    """What stands in a member; BackupError if it is none of a backup."""
    name = problems.shortened(member.name)
    if member.name not in _MOST and not is_key(member.name):
        raise BackupError(f"{name!r} in it does not belong to a backup")
    file = tar.extractfile(member) if member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) else None
    if file is None or member.sparse is not None:
        raise BackupError(f"{name!r} in it is no plain file")
    if member.size > _MOST.get(member.name, _MOST_OF_A_KEY):
        raise BackupError(f"{name!r} in it is too large")
    return file


def _contents(text: bytes) -> Contents:
    try:
        contents = msgspec.json.decode(text, type=Contents)
    except msgspec.DecodeError:
        raise BackupError(f"{CONTENTS} in it cannot be read") from None
    if contents.format != _FORMAT:
        raise BackupError(f"it is of format {contents.format}, and this version knows {_FORMAT}")
    return contents


def _put(content: Readable, file: Path, changed: int) -> None:
    """Write a file that is on the disk when this returns, for its owner alone; OSError names it.

    When a key was made is told by when its file was changed.
    """
    with naming(file):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        while block := content.read(_BLOCK):
            with naming(file):
                written = 0
                while written < len(block):
                    written += os.write(descriptor, block[written:])
        with naming(file):
            os.utime(descriptor, (changed, changed))
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
