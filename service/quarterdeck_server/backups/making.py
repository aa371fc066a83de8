"""Make a backup, also while the server runs."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from msgspec import Struct

from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.backups.archive import LOG, BackupError, is_key, naming, write
from quarterdeck_server.backups.progress import Progress
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.store import copies
from quarterdeck_server.store.port import StoreError


class Made(Struct, frozen=True):
    """What a backup holds."""

    games: int
    keys: int


def to_file(settings: Settings, file: Path, progress: Progress) -> Made:
    """Make a backup that is a new file, for its owner alone; BackupError, OSError, and then there is no such file."""
    _refuse_to_replace(file)
    if not file.parent.is_dir():
        raise BackupError(f"{file.parent} is no folder")
    _refuse_what_is_no_data_folder(settings)
    # Beside the file that comes of it is room for a backup; where the server writes may be none.
    with _drafts(file.parent) as drafts:
        draft = drafts / "draft.tar"
        # What could not be written is tried once more at the end, so that it is named here as well.
        with naming(file), draft.open("xb") as out:
            made = _back_up(settings, out, str(file), drafts, progress)
            out.flush()
            os.fsync(out.fileno())
        # Taken by name and only then replaced: of two that make one file, one is refused.
        try:
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            _refuse_to_replace(file)
            raise
        draft.replace(file)
    sync(file.parent)
    return made


def to_stream(settings: Settings, out: IO[bytes], name: str, progress: Progress) -> Made:
    """Write a backup to a stream of this name; BackupError, OSError, and then what was written is none."""
    _refuse_what_is_no_data_folder(settings)
    # Below the data folder is room for a log; what is there for temporary files may be memory.
    with _drafts(settings.data) as drafts:
        made = _back_up(settings, out, name, drafts, progress)
        with naming(name):
            out.flush()
        return made


def sync(folder: Path) -> None:
    """Have it last which files are in a folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with naming(folder):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _back_up(settings: Settings, out: IO[bytes], name: str, drafts: Path, progress: Progress) -> Made:
    made = utc_now()
    log = drafts / settings.log_file.name
    try:
        copies.copy(settings.log_file, log, progress.of("copied of the log"))
    except StoreError as error:
        raise BackupError(f"{settings.log_file} cannot be copied to {drafts.parent}: {error}") from None
    try:
        # A backup that could not be put back is found out now, and not on the day when it is needed.
        games = copies.check(log)
    except StoreError as error:
        raise BackupError(f"{settings.log_file} cannot be backed up: {error}") from None
    with ExitStack() as opened:
        # The keys after the log: whatever is signed in there, its key is there by now.
        files = {LOG: opened.enter_context(log.open("rb")), **_keys(settings, opened)}
        with naming(name):
            write(out, files, made, progress.of("written"))
    return Made(games, len(files) - 1)


def _keys(settings: Settings, opened: ExitStack) -> dict[str, IO[bytes]]:
    keys: dict[str, IO[bytes]] = {}
    for file in sorted(settings.key_folder.rglob("*.pem")):
        name = file.relative_to(settings.data).as_posix()
        if not is_key(name):
            raise BackupError(f"{file} is no key of this server's")
        # One that was revoked just now is gone.
        with suppress(FileNotFoundError):
            keys[name] = opened.enter_context(file.open("rb"))
    return keys


def _refuse_to_replace(file: Path) -> None:
    if os.path.lexists(file):
        raise BackupError(f"{file} is there already, and stays as it is")


def _refuse_what_is_no_data_folder(settings: Settings) -> None:
    for path, is_there in (
        (settings.log_file, settings.log_file.is_file()),
        (settings.key_folder, settings.key_folder.is_dir()),
    ):
        if not is_there:
            raise BackupError(f"{settings.data} is no data folder: it has no {path.name}")


@contextmanager
def _drafts(folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="backup.", dir=folder) as drafts:
        yield Path(drafts)
