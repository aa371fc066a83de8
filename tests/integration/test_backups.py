"""Backups are made whole or not at all, and put back likewise; what was there is kept."""

import shutil
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from quarterdeck_server import __main__ as program
from quarterdeck_server.backups import making
from quarterdeck_server.backups.archive import BackupError
from quarterdeck_server.backups.progress import Progress
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.store import copies
from quarterdeck_server.store.sqlite import SqliteStore
from tests.backups import LOG, SEAL, append, logs, make_data, members, tree


@pytest.fixture
async def data(tmp_path):
    await make_data(tmp_path / "games")
    return tmp_path / "games"


@pytest.fixture
def backup(data, tmp_path, capsys):
    file = tmp_path / "backup.tar"
    capsys.readouterr()
    assert program.main(["backup", str(file), "--data", str(data)]) == 0
    assert capsys.readouterr() == (f"{file}: 2 games, 2 keys\n", "")
    return file


@pytest.fixture
def said(capsys):
    """The line of a command that is refused."""

    def run(*arguments):
        capsys.readouterr()
        assert program.main([str(argument) for argument in arguments]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return run


def restore(file, folder, *options):
    return program.main(["restore", str(file), "--data", str(folder), *options])


def test_a_backup_of_a_stopped_server_is_put_back_as_it_was_with_every_key(data, backup, tmp_path, capsys):
    assert backup.stat().st_mode & 0o777 == 0o600
    made = msgspec.json.decode(members(backup)[-1][1])["made"]
    folder = tmp_path / "new"
    assert restore(backup, folder) == 0
    assert capsys.readouterr() == (f"the backup of {made} is in {folder}: 2 games, 2 keys\n", "")
    assert {path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))} == {0}
    assert logs(folder / LOG) == logs(data / LOG)
    for key in (SEAL, *(f"keys/{file.name}" for file in (data / "keys").glob("*.pem"))):
        assert (folder / key).read_bytes() == (data / key).read_bytes()
        # `keys list` tells by it when a key was made.
        assert int((folder / key).stat().st_mtime) == int((data / key).stat().st_mtime)
    assert sorted(path.name for path in folder.iterdir()) == ["keys", LOG, f"{LOG}.lock"]


def test_what_is_appended_between_two_pages_is_not_in_a_copy_and_does_not_hold_it_up(data, tmp_path, monkeypatch):
    monkeypatch.setattr(copies, "_PAGES", 1)
    before = logs(data / LOG)
    told = []
    with closing(SqliteStore(data / LOG)) as store:

        def tell(done, of):
            told.append((done, of))
            append(store, str(len(told)))

        copies.copy(data / LOG, tmp_path / "copy.sqlite", tell)
        pages = told[0][1]
        assert pages > 10
        assert told == [(page, pages) for page in range(1, pages + 1)]
        assert store.answered("eve", str(pages)) is not None
    with closing(SqliteStore(tmp_path / "copy.sqlite")) as copied:
        assert copied.answered("eve", "1") is None
    assert logs(tmp_path / "copy.sqlite") == before


def test_a_file_that_is_there_is_not_replaced(data, backup, said, tmp_path):
    before = tree(tmp_path)
    assert said("backup", backup, "--data", data) == f"quarterdeck: {backup} is there already, and stays as it is\n"
    (tmp_path / "link.tar").symlink_to(tmp_path / "nothing")
    assert "link.tar is there already" in said("backup", tmp_path / "link.tar", "--data", data)
    (tmp_path / "link.tar").unlink()
    assert said("backup", tmp_path / "no" / "x.tar", "--data", data) == f"quarterdeck: {tmp_path / 'no'} is no folder\n"
    assert tree(tmp_path) == before


def test_of_two_backups_that_make_one_file_at_once_the_later_is_refused(data, tmp_path):
    file = tmp_path / "backup.tar"

    class Meanwhile(Progress):
        def of(self, what):
            return lambda done, of: file.write_text("another's")

    with pytest.raises(BackupError, match="is there already"):
        making.to_file(Settings(data=data), file, Meanwhile(sys.stderr))
    assert file.read_text() == "another's"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar", "games"]


@pytest.mark.parametrize("missing", [LOG, "keys"])
def test_a_folder_that_is_no_data_folder_is_no_backup(missing, data, said, tmp_path):
    (data / missing).rename(tmp_path / "elsewhere")
    before = tree(tmp_path)
    line = said("backup", tmp_path / "backup.tar", "--data", data)
    assert line == f"quarterdeck: {data} is no data folder: it has no {missing}\n"
    assert tree(tmp_path) == before


def test_a_key_that_is_revoked_in_the_middle_is_left_out(data, tmp_path, monkeypatch, capsys):
    (key,) = (data / "keys").glob("*.pem")
    whole = Path.rglob

    def found(folder, pattern):
        files = list(whole(folder, pattern))
        if folder == data / "keys":
            key.unlink()
        return files

    monkeypatch.setattr(Path, "rglob", found)
    assert program.main(["backup", str(tmp_path / "backup.tar"), "--data", str(data)]) == 0
    monkeypatch.undo()
    assert [made.name for made, _ in members(tmp_path / "backup.tar")] == [LOG, SEAL, "backup.json"]


def test_a_key_of_a_strange_name_is_told_of_and_not_left_out(data, said, tmp_path):
    strange = data / "keys" / "my key.pem"
    strange.write_text("")
    line = said("backup", tmp_path / "backup.tar", "--data", data)
    assert line == f"quarterdeck: {strange} is no key of this server's\n"
    assert not (tmp_path / "backup.tar").exists()


@pytest.mark.parametrize("name", [LOG, f"{LOG}-wal", f"{LOG}-journal", "keys"])
def test_nothing_is_put_where_something_is_unless_it_is_to_be_replaced(name, backup, said, tmp_path):
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / name).write_text("what was there")
    before = tree(tmp_path)
    line = said("restore", backup, "--data", folder)
    assert line == f"quarterdeck: {folder / name} is there already; with --replace it is put aside, and kept\n"
    assert tree(tmp_path) == before
    assert restore(backup, folder, "--replace") == 0
    (aside,) = folder.glob("replaced.*")
    assert tree(aside) == {name: b"what was there"}
    assert len(logs(folder / LOG)) == 2


async def test_the_folder_of_a_server_that_runs_is_left_alone(data, backup, said):
    with closing(SqliteStore(data / LOG)):
        before = set(tree(data))
        line = said("restore", backup, "--replace", "--data", data)
        assert line == f"quarterdeck: {data} is that of a server that runs: stop it first\n"
        assert set(tree(data)) == before


def test_a_server_that_starts_while_a_backup_is_read_keeps_its_folder(data, backup, said, tmp_path, monkeypatch):
    folder = tmp_path / "new"
    started = []
    check = copies.check

    def start(log):
        started.append(SqliteStore(folder / LOG))
        return check(log)

    monkeypatch.setattr(copies, "check", start)
    for options in ((), ("--replace",)):
        line = said("restore", backup, "--data", folder, *options)
        assert line == f"quarterdeck: {folder} is that of a server that runs: stop it first\n"
        started.pop().close()
        assert logs(folder / LOG) == {}
        assert sorted(path.name for path in folder.iterdir()) == [LOG, f"{LOG}.lock"]
        shutil.rmtree(folder)


def test_a_log_that_comes_while_a_backup_is_read_is_not_replaced_unasked(data, backup, said, tmp_path, monkeypatch):
    folder = tmp_path / "new"
    check = copies.check

    def start_and_stop(log):
        SqliteStore(folder / LOG).close()
        return check(log)

    monkeypatch.setattr(copies, "check", start_and_stop)
    assert said("restore", backup, "--data", folder).startswith(f"quarterdeck: {folder / LOG} is there already; ")
    assert logs(folder / LOG) == {}


async def test_what_a_killed_server_had_acknowledged_is_in_what_is_put_aside(data, backup, tmp_path):
    with closing(SqliteStore(data / LOG)) as store:
        append(store, "the last")
        assert (data / f"{LOG}-wal").stat().st_size > 0
        shutil.copytree(data, tmp_path / "killed")
    assert restore(backup, tmp_path / "killed", "--replace") == 0
    (aside,) = (tmp_path / "killed").glob("replaced.*")
    # It needs nothing beside it.
    assert sorted(path.name for path in aside.iterdir()) == ["keys", LOG]
    with closing(SqliteStore(aside / LOG)) as store:
        assert store.answered("eve", "the last") is not None
    with closing(SqliteStore(tmp_path / "killed" / LOG)) as store:
        assert store.answered("eve", "the last") is None


@pytest.mark.parametrize("fault", range(1, 5))
def test_a_backup_that_cannot_be_put_in_place_leaves_all_in_its_place(fault, data, backup, said, monkeypatch):
    rename, count = Path.rename, 0
    before = tree(data)

    def fail(path, target):
        nonlocal count
        count += 1
        if count == fault:
            raise PermissionError(13, "Permission denied", str(target))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    assert said("restore", backup, "--replace", "--data", data).endswith(": Permission denied\n")
    assert tree(data) == before


def test_other_stores_are_backed_up_otherwise(data, backup, said, monkeypatch):
    before = tree(data)
    for command in (("backup", "-"), ("restore", backup, "--replace")):
        monkeypatch.setenv("QUARTERDECK_DATABASE_URL", "postgresql://somewhere/games")
        assert "pg_dump" in said(*command, "--data", data)
        monkeypatch.delenv("QUARTERDECK_DATABASE_URL")
        monkeypatch.setenv("QUARTERDECK_STORE", "memory")
        assert "nothing to back up" in said(*command, "--data", data)
        monkeypatch.delenv("QUARTERDECK_STORE")
    assert tree(data) == before


def test_how_far_it_is_is_told_every_two_seconds(capsys):
    # It begins at 100; the last step is the end, of which nothing is said.
    seconds = iter((100.0, 100.5, 101.9, 102.0, 103.0, 104.1, 200.0))
    told = Progress(sys.stderr, lambda: next(seconds)).of("copied")
    for done in (1, 2, 3, 4, 9, 10):
        told(done, 10)
    assert capsys.readouterr().err == "quarterdeck: 30% copied\nquarterdeck: 90% copied\n"
