"""What is no backup is refused in one line, and has changed nothing."""

import random
import sqlite3
import tarfile
from contextlib import closing

import pytest

from quarterdeck_server import __main__ as program
from tests.backups import LOG, logs, make_data, member, members, pack, tree, with_contents

KEY = "keys/0009-00000000.pem"


@pytest.fixture
async def data(tmp_path):
    await make_data(tmp_path / "games")
    return tmp_path / "games"


@pytest.fixture
def backup(data, tmp_path, capsys):
    file = tmp_path / "backup.tar"
    assert program.main(["backup", str(file), "--data", str(data)]) == 0
    capsys.readouterr()
    return file


@pytest.fixture
def refused(tmp_path, capsys):
    """What is said of a file that cannot be put back, neither into a new folder nor in place of what is there."""

    def refuse(file):
        said = set()
        before = tree(tmp_path)
        for folder in ("new", "games"):
            assert program.main(["restore", str(file), "--replace", "--data", str(tmp_path / folder)]) == 2
            out, err = capsys.readouterr()
            assert (out, err.count("\n"), err[-1]) == ("", 1, "\n")
            assert tree(tmp_path) == before
            said.add(err)
        (line,) = said
        assert line.startswith(f"quarterdeck: {file}: ")
        return line.removeprefix(f"quarterdeck: {file}: ").rstrip("\n")

    return refuse


def too_much(made, content=b""):
    return lambda whole: [*whole, (made, content)]


FOREIGN = {
    "another tar": (lambda _: [member("etc/passwd")], "'etc/passwd' in it does not belong to a backup"),
    "a tar without the log": (lambda whole: whole[1:], "it has no quarterdeck.sqlite"),
    "a path out of the folder": (
        too_much(*member("../keys/0009-00000000.pem")),
        "'../keys/0009-00000000.pem' in it does not belong to a backup",
    ),
    "a path out by the middle": (
        too_much(*member("keys/../../0009-00000000.pem")),
        "'keys/../../0009-00000000.pem' in it does not belong to a backup",
    ),
    "a path from the root": (
        too_much(*member("/keys/0009-00000000.pem")),
        "'/keys/0009-00000000.pem' in it does not belong to a backup",
    ),
    "a symbolic link": (
        too_much(*member(KEY, kind=tarfile.SYMTYPE, target="/etc/passwd")),
        f"{KEY!r} in it is no plain file",
    ),
    "a folder that is a link": (
        too_much(*member("keys", kind=tarfile.SYMTYPE, target="/etc")),
        "'keys' in it does not belong to a backup",
    ),
    "a hard link": (too_much(*member(KEY, kind=tarfile.LNKTYPE, target=LOG)), f"{KEY!r} in it is no plain file"),
    "a pipe": (too_much(*member(KEY, kind=tarfile.FIFOTYPE)), f"{KEY!r} in it is no plain file"),
    "a log that is a link": (
        lambda whole: [member(LOG, kind=tarfile.SYMTYPE, target="/etc/passwd"), *whole[1:]],
        f"{LOG!r} in it is no plain file",
    ),
    "a huge key": (too_much(*member(KEY, b"x" * 70_000)), f"{KEY!r} in it is too large"),
    "a log that is no database": (
        lambda whole: [member(LOG, b"no database" * 1000), *whole[1:]],
        "it cannot be read: file is not a database",
    ),
}  # fmt: skip
"""What is made of the members of a backup, and what is said of it, although its last member fits the others."""


@pytest.mark.parametrize("name", FOREIGN)
def test_what_does_not_belong_to_a_backup_is_refused(name, backup, refused, tmp_path):
    change, said = FOREIGN[name]
    pack(tmp_path / "foreign.tar", with_contents(change(members(backup)[:-1])))
    assert refused(tmp_path / "foreign.tar") == said


def test_a_later_format_is_refused(backup, refused, tmp_path):
    pack(tmp_path / "later.tar", with_contents(members(backup)[:-1], number=2))
    assert refused(tmp_path / "later.tar") == "it is of format 2, and this version knows 1"


def test_a_file_that_is_there_twice_or_behind_the_end_is_refused(backup, refused, tmp_path):
    *whole, end = members(backup)
    pack(tmp_path / "twice.tar", with_contents([*whole, whole[-1]]))
    assert refused(tmp_path / "twice.tar") == f"there is one {whole[-1][0].name!r} too many in it"
    pack(tmp_path / "behind.tar", [*whole, end, end])
    assert refused(tmp_path / "behind.tar") == "there is one 'backup.json' too many in it"


def test_a_log_that_says_to_be_larger_than_what_there_is_of_it_is_refused(backup, refused, tmp_path):
    (log, content), *keys = members(backup)[:-1]
    # A few bytes in the tar would fill a disk.
    log.pax_headers = {"GNU.sparse.map": f"0,{len(content)}", "GNU.sparse.size": str(2**40)}
    pack(tmp_path / "sparse.tar", with_contents([(log, content), *keys]))
    assert refused(tmp_path / "sparse.tar") == f"{LOG!r} in it is no plain file"


@pytest.mark.parametrize("content", [b"", b"no tar at all", b"no tar at all" * 1000])
def test_what_is_no_tar_is_refused(content, data, refused, tmp_path):
    (tmp_path / "text.tar").write_bytes(content)
    assert refused(tmp_path / "text.tar") == "it is no tar file"


def test_a_tar_with_nothing_in_it_is_refused(data, refused, tmp_path):
    pack(tmp_path / "empty.tar", [])
    assert refused(tmp_path / "empty.tar") == "it is cut off, or no backup: it has no backup.json at its end"


def test_a_tar_that_is_cut_anywhere_is_refused(backup, refused, tmp_path):
    whole = backup.read_bytes()
    with tarfile.open(backup) as tar:
        ends = [made.offset_data + made.size for made in tar]
        blocks = [made.offset for made in tar]
    for length in (1, 511, 512, 513, ends[0] // 2, *(end - 1 for end in ends), *blocks[1:], blocks[-1] + 512):
        (tmp_path / "cut.tar").write_bytes(whole[:length])
        said = refused(tmp_path / "cut.tar")
        assert said.startswith(("it is cut off", "it is no tar file")), (length, said)
    # Behind the last member is nothing but zeros.
    assert not whole[-(-ends[-1] // 512) * 512 :].strip(b"\0")


def sqlite(folder, *statements, like=None):
    """The content of an SQLite file after these statements."""
    file = folder / "some.sqlite"
    if like is not None:
        file.write_bytes(like)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    content = file.read_bytes()
    file.unlink()
    return content


def test_another_database_is_refused(backup, refused, tmp_path):
    other = sqlite(tmp_path, "CREATE TABLE addresses (name)")
    pack(tmp_path / "other.tar", with_contents([member(LOG, other), *members(backup)[1:-1]]))
    assert refused(tmp_path / "other.tar") == "it is no log of games: it has no table component_sets"


def test_a_log_whose_games_cannot_be_listed_is_refused_and_not_quoted(backup, refused, tmp_path):
    (_, log), *keys = members(backup)[:-1]
    for summary in ("CAST('secret' AS BLOB)", "'secret'", "7", "NULL"):
        changed = sqlite(
            tmp_path, f"UPDATE games SET summary = {summary} WHERE place = (SELECT max(place) FROM games)", like=log
        )
        pack(tmp_path / "changed.tar", with_contents([member(LOG, changed), *keys]))
        assert refused(tmp_path / "changed.tar") == "its list of games cannot be read"


def holed(log):
    """A log with nothing in one page, as a bad disk has it."""
    size = int.from_bytes(log[16:18], "big")
    middle = len(log) // size // 2 * size
    return log[:middle] + bytes(size) + log[middle + size :]


def test_a_damaged_log_is_refused_and_is_not_backed_up_either(data, backup, refused, tmp_path, capsys):
    (_, log), *keys = members(backup)[:-1]
    pack(tmp_path / "damaged.tar", with_contents([member(LOG, holed(log)), *keys]))
    assert refused(tmp_path / "damaged.tar").startswith("it is damaged: ")
    (data / LOG).write_bytes(holed((data / LOG).read_bytes()))
    before = tree(tmp_path)
    assert program.main(["backup", str(tmp_path / "new.tar"), "--data", str(data)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"quarterdeck: {data / LOG} cannot be backed up: it is damaged: ")
    assert tree(tmp_path) == before


def test_a_backup_with_any_byte_changed_is_refused_or_means_the_same(data, backup, refused, tmp_path, capsys):
    drawn = random.Random(20260601)
    whole, expected = backup.read_bytes(), logs(data / LOG)
    ends = [made.offset_data + made.size for made, _ in members(backup)]
    # Half of them in the small members: the log is most of the file.
    places = [drawn.randrange(ends[0]) for _ in range(30)] + [drawn.randrange(ends[0], ends[-1]) for _ in range(30)]
    refusals = 0
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << drawn.randrange(8)
        (tmp_path / "changed.tar").write_bytes(changed)
        folder = tmp_path / "put"
        if program.main(["restore", str(tmp_path / "changed.tar"), "--data", str(folder)]):
            _, err = capsys.readouterr()
            assert err.startswith(f"quarterdeck: {tmp_path / 'changed.tar'}: "), place
            assert err.count("\n") == 1
            assert not folder.exists()
            refusals += 1
            continue
        assert logs(folder / LOG) == expected
        folder.rename(tmp_path / f"put-{place}")
    assert refusals > 40
