"""Data folders, backups of them, and tars that are almost backups."""

import io
import tarfile
from contextlib import closing
from hashlib import sha256

import msgspec

from quarterdeck_server import __main__ as program
from quarterdeck_server.store.sqlite import SqliteStore
from tests.desk import Desk

LOG = "quarterdeck.sqlite"
SEAL = "keys/seals/0001-0a0b0c0d.pem"


async def make_data(folder):
    """A data folder with two games, a key that signs tokens, and another below it."""
    assert program.main(["token", "ann", "--new-key", "--data", str(folder)]) == 0
    (folder / SEAL).parent.mkdir(exist_ok=True)
    (folder / SEAL).write_text("another key")
    with closing(SqliteStore(folder / LOG)) as store:
        desk = Desk(store)
        for _ in range(2):
            await desk.started()
        await desk.close()


def tree(folder):
    """All files and folders below a folder, with what is in them."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else path.is_symlink()
        for path in folder.rglob("*")
    }


def logs(log):
    """All that a log holds of each game."""
    with closing(SqliteStore(log)) as store:
        return {listed.game: store.read(listed.game) for listed in store.games(0, 1000)}


def append(store, identity):
    """Keep something in a log: a request of eve's."""
    with store.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute("INSERT INTO requests VALUES ('eve', ?, 'a game', 1)", (identity,))


def members(file):
    """The members of a tar, each with its content."""
    found = []
    with tarfile.open(file) as tar:
        for made in tar:
            content = tar.extractfile(made)
            assert content is not None
            found.append((made, content.read()))
    return found


def member(name, content=b"", kind=tarfile.REGTYPE, target=""):
    """A member, with its content."""
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.size = kind, target, len(content)
    return made, content


def pack(file, some):
    """Make a tar of these members."""
    with tarfile.open(file, "w") as tar:
        for made, content in some:
            tar.addfile(made, io.BytesIO(content))


def with_contents(some, number=1):
    """These members, and at the end what they are."""
    files = {made.name: sha256(content).hexdigest() for made, content in some}
    made = {"format": number, "made": "2026-06-01T12:00:00.000Z", "files": files}
    return [*some, member("backup.json", msgspec.json.encode(made))]
