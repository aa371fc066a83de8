"""Put a backup into the data folder of a server that is stopped: wholly, or not at all."""

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from msgspec import Struct

from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.backups.archive import KEYS, LOG, BackupError, naming, unpack
from quarterdeck_server.backups.making import sync
from quarterdeck_server.backups.progress import Progress
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.store import copies
from quarterdeck_server.store.port import LockedError, StoreError
from quarterdeck_server.store.sqlite import lock, lock_file_of

_OWN = (LOG, *(f"{LOG}{end}" for end in copies.BESIDE), KEYS)
"""What a data folder has of its own; what stands beside a log that is gone would spoil the next."""


class Restored(Struct, frozen=True):
    """What was put back, and where that is which it replaced."""

    made: str
    games: int
    keys: int
    aside: Path | None


def restore(settings: Settings, source: IO[bytes], name: str, replace: bool, progress: Progress) -> Restored:
    """Put a backup back, read from a stream of this name; BackupError, OSError, and then everything is as it was.

    The folder must have no log and no keys, unless `replace` has them put aside, into a folder below it.
    """
    data = settings.data
    _refuse_what_is_there(data, replace)
    if lock_file_of(settings.log_file).exists():
        # Known before much is read; whether it still holds is seen to again.
        _held(settings).close()
    is_new = not data.exists()
    if is_new:
        data.mkdir(mode=0o700)
    try:
        # Below the data folder: from there it comes into its place by a change of names.
        with tempfile.TemporaryDirectory(prefix="restore.", dir=data) as folder:
            drafts = Path(folder)
            try:
                with naming(name):
                    contents = unpack(source, drafts, progress.of("read"))
                games = copies.check(drafts / LOG)
            except (BackupError, StoreError) as error:
                raise BackupError(f"{name}: {error}") from None
            aside = _put_in_place(settings, drafts, replace)
    except BaseException:
        if is_new:
            # Unless somebody else has put something in.
            with suppress(OSError):
                data.rmdir()
        raise
    return Restored(contents.made, games, len(contents.files) - 1, aside)


def _put_in_place(settings: Settings, drafts: Path, replace: bool) -> Path | None:
    """Put what was there aside and the drafts in its place; the folder of what was there, if anything was."""
    data = settings.data
    for folder in {file.parent for file in drafts.rglob("*")}:
        sync(folder)
    with closing(_held(settings)):
        _refuse_what_is_there(data, replace)
        moves, aside = [], None
        if own := _own(data):
            # What a server that was killed has left beside its log: the log is whole without it, whatever comes now.
            copies.fold_in(settings.log_file)
            aside = data / f"replaced.{utc_now().replace(':', '-')}"
            aside.mkdir(mode=0o700)
            moves = [(file, aside / file.name) for file in own if os.path.lexists(file)]
        # The log last: where the power fails before, there is none, and nobody plays on with half of a backup.
        moves += [(drafts / name, data / name) for name in (KEYS, LOG) if (drafts / name).exists()]
        done = []
        try:
            for here, there in moves:
                done.append((there, here))
                here.rename(there)
            if aside is not None:
                sync(aside)
            sync(data)
        except BaseException:
            for there, here in reversed(done):
                # The last may have failed, or was done when somebody ended this.
                if os.path.lexists(there) and not os.path.lexists(here):
                    there.rename(here)
            if aside is not None:
                aside.rmdir()
            raise
    return aside


def _held(settings: Settings) -> sqlite3.Connection:
    """The lock that a server has while it runs."""
    try:
        return lock(lock_file_of(settings.log_file))
    except LockedError:
        raise BackupError(f"{settings.data} is that of a server that runs: stop it first") from None
    except StoreError as error:
        raise BackupError(str(error)) from None


def _own(data: Path) -> list[Path]:
    return [data / name for name in _OWN if os.path.lexists(data / name)]


def _refuse_what_is_there(data: Path, replace: bool) -> None:
    if data.exists() and not data.is_dir():
        raise BackupError(f"{data} is no folder")
    if not replace and (own := _own(data)):
        raise BackupError(f"{own[0]} is there already; with --replace it is put aside, and kept")
