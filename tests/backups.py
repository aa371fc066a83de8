"""Data folders, who plays while they are backed up, and tars that are almost backups."""

import asyncio
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
        return logs_in(store)


def logs_in(store):
    """All that a store holds of each game."""
    return {listed.game: store.read(listed.game) for listed in store.games(0, 1000)}


class Player:
    """Starts games and plays them, and keeps what was acknowledged, until it is told to end."""

    def __init__(self, table):
        self.table = table
        self.acknowledged = {}
        """By game, the last revision that was answered."""
        self.answers = 0
        self._more = asyncio.Event()

    async def play(self):
        while True:
            game, *clients = await self.table.started()
            self.acknowledged[game] = 4
            while decisions := (position := await clients[0].position(game)).open_decisions:
                player = clients[decisions[0].seat]
                move = (await player.legal(game)).moves[0]
                answer = await player.submit(game, move.decision_id, move.move.notation)
                self.acknowledged[game] = answer.revision.number
                self.answers += 1
                self._more.set()
            assert position.revision == self.acknowledged[game]

    async def answered(self, count):
        """Wait for so many more answers."""
        wanted = self.answers + count
        async with asyncio.timeout(20):
            while self.answers < wanted:
                self._more.clear()
                await self._more.wait()


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
