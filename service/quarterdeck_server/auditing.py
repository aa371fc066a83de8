"""The commands `import` and `erase`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from quarterdeck_server.audit import erasing, importing
from quarterdeck_server.audit.seals import Trust
from quarterdeck_server.bootstrap import open_store
from quarterdeck_server.configuration.settings import SettingError, Settings, StoreKind
from quarterdeck_server.identity import seals_of
from quarterdeck_server.store.port import StoreError
from quarterdeck_server.verifying import keys_of


def take_in(settings: Settings, files: Sequence[Path], keys: Sequence[Path]) -> int:
    """Take games in from their files, all that can be; the exit code is 0, or 1 if one was not; ValueError."""
    _refuse_memory(settings)
    trust = Trust([*seals_of(settings).published(), *(key for file in keys for key in keys_of(file))])
    store, refused = open_store(settings), 0
    try:
        for file in files:
            try:
                is_new = importing.take_in(file.read_bytes(), store, trust.check)
                sys.stdout.write(f"{file}: {'taken in' if is_new else 'was there already'}\n")
            except (importing.ImportRefusedError, OSError, StoreError) as error:
                refused += 1
                problem = error.strerror if isinstance(error, OSError) else error
                sys.stderr.write(f"quarterdeck: {file}: {problem}\n")
    finally:
        store.close()
    return 1 if refused else 0


def erase(settings: Settings, name: str) -> int:
    """Forget a person's name in all games; the exit code is 0; ValueError if it cannot be done."""
    _refuse_memory(settings)
    store = open_store(settings)
    try:
        games = erasing.erase(store, name)
    except StoreError as error:
        raise SettingError(f"the store cannot be used: {error}", "store") from None
    finally:
        store.close()
    for game in games:
        sys.stdout.write(f"{game}\n")
    sys.stderr.write(
        f"quarterdeck: erased in {len(games)} games; backups and files of games given away keep the name\n"
    )
    if games and settings.store is StoreKind.POSTGRES:
        sys.stderr.write("quarterdeck: servers that run may show it until they are started anew\n")
    return 0


def _refuse_memory(settings: Settings) -> None:
    if settings.store is StoreKind.MEMORY:
        raise SettingError("games in memory are gone with their server", "store")
