#!/usr/bin/env python3
"""Write a backup of a data folder to standard output, as a tar file, also while its server runs.

    backup.py [DATA] >backup.tar

DATA is the folder that the server has as `--data` (default: QUARTERDECK_DATA, else quarterdeck-data).  The backup holds
the log of all games as it was at one moment, and the keys that sign tokens: keep it where nobody else reads it.  It is
put back by unpacking it into the data folder of a server that is stopped, see README.md.

It needs Python alone.  The exit code is 0, or 1 with a line that says what is wrong.
"""

import os
import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

LOG, KEYS = "quarterdeck.sqlite", "keys"


class BackupError(Exception):
    """There is nothing to back up, or nowhere to write; the message says which."""


def back_up(data: Path, out: BinaryIO) -> None:
    """Write what a server on this folder needs to go on; BackupError, OSError, sqlite3.Error."""
    for name, is_there in ((LOG, (data / LOG).is_file()), (KEYS, (data / KEYS).is_dir())):
        if not is_there:
            raise BackupError(f"{data} is no data folder: it has no {name}")
    # Below the data folder is room for a log; what is there for temporary files may be memory.
    with tempfile.TemporaryDirectory(prefix="backup.", dir=data) as drafts:
        whole = Path(drafts) / LOG
        # A copy of the file would miss what stands in its write-ahead log; this one is of one moment, and whole.
        with closing(sqlite3.connect(data / LOG, timeout=60)) as log:
            log.execute("VACUUM INTO ?", (str(whole),))
        whole.chmod(0o600)
        with tarfile.open(fileobj=out, mode="w|") as tar:
            tar.add(whole, LOG)
            tar.add(data / KEYS, KEYS)


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        sys.stderr.write("usage: backup.py [DATA] >backup.tar\n")
        return 1
    if sys.stdout.isatty():
        sys.stderr.write("backup: send the backup to a file: backup.py [DATA] >backup.tar\n")
        return 1
    data = Path(arguments[0] if arguments else os.environ.get("QUARTERDECK_DATA") or "quarterdeck-data")
    try:
        back_up(data, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except (BackupError, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"backup: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
