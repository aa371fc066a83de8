"""The commands `backup` and `restore`."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from quarterdeck_server.backups import making, restoring
from quarterdeck_server.backups.archive import BackupError, naming
from quarterdeck_server.backups.progress import Progress
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings, StoreKind

_STREAM = "-"
"""In place of a file: standard output, or standard input."""


def back_up(settings: Settings, file: str) -> int:
    """Make a backup, and tell what is in it; ValueError says why there is none."""
    _refuse_other_stores(settings)
    with _whole_or_not_at_all():
        progress = Progress(sys.stderr)
        if file != _STREAM:
            made = making.to_file(settings, Path(file), progress)
            sys.stdout.write(f"{file}: {_counted(made.games, 'game')}, {_counted(made.keys, 'key')}\n")
        else:
            out = _binary(sys.stdout, "wb", "send the backup to a file: backup - >FILE")
            # What could not be written is tried once more at the end.
            with naming("standard output"), out:
                making.to_stream(settings, out, "standard output", progress)
    return 0


def restore(settings: Settings, file: str, replace: bool) -> int:
    """Put a backup back, and tell what was in it; ValueError says why everything is as it was."""
    _refuse_other_stores(settings)
    with _whole_or_not_at_all():
        progress = Progress(sys.stderr)
        if file != _STREAM:
            with Path(file).open("rb") as source:
                done = restoring.restore(settings, source, file, replace, progress)
        else:
            with _binary(sys.stdin, "rb", "send the backup there: restore - <FILE") as source:
                done = restoring.restore(settings, source, "standard input", replace, progress)
        sys.stdout.write(
            f"the backup of {done.made} is in {settings.data}: "
            f"{_counted(done.games, 'game')}, {_counted(done.keys, 'key')}\n"
        )
        if done.aside is not None:
            sys.stdout.write(f"what was there is in {done.aside}\n")
    return 0


def _refuse_other_stores(settings: Settings) -> None:
    if settings.store is StoreKind.POSTGRES:
        raise SettingError("games in postgres are backed up with its own programs, pg_dump and pg_restore", "store")
    if settings.store is StoreKind.MEMORY:
        raise SettingError("games in memory are gone with their server: there is nothing to back up", "store")


@contextmanager
def _whole_or_not_at_all() -> Iterator[None]:
    """With files for their owner alone; whoever ends it has the drafts removed, and every fault is told in a line."""
    umask = os.umask(0o077)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except OSError as error:
        raise BackupError(f"{error.filename}: {problems.of_file(error)}") from None
    except KeyboardInterrupt:
        raise BackupError("ended before it was done") from None
    finally:
        signal.signal(signal.SIGTERM, before)
        os.umask(umask)


def _binary(stream: IO[str], mode: str, hint: str) -> IO[bytes]:
    """The bytes of a stream; BackupError if there is a person at its other end."""
    if stream.isatty():
        raise BackupError(hint)
    # A file of its own: what cannot be written is told here, and not once more when the process ends.
    binary: IO[bytes] = open(stream.fileno(), mode, closefd=False)  # noqa: SIM115
    return binary


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
