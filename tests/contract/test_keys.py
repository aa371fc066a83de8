"""The keys that sign tokens: several at once, and one that is removed is revoked."""

import stat
from threading import Thread

import pytest
from structlog.testing import capture_logs

from quarterdeck_server.api.keys import LocalKeys
from quarterdeck_server.api.tokens import Tokens
from quarterdeck_server.application.caller import Role
from quarterdeck_server.application.rejection import Rejection
from quarterdeck_server.key_folder import KeyFileError, KeyFolder


@pytest.fixture
def folder(tmp_path):
    made = KeyFolder(tmp_path / "data" / "keys")
    made.new()
    return made


def problem_of(caught):
    return dict(caught.value.details)["problem"]


def test_the_first_key_is_made_once_and_is_for_its_owner_alone(tmp_path):
    folder = KeyFolder(tmp_path / "data" / "keys")
    assert folder.ids() == []
    threads = [Thread(target=folder.new_if_none) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (kid,) = folder.ids()
    assert stat.S_IMODE(folder.file(kid).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert list(folder.path.iterdir()) == [folder.file(kid)]


async def test_the_newest_key_signs_and_all_verify(folder):
    old = Tokens(LocalKeys(folder)).issue("ann", Role.PLAYER, 60)
    kids = [*folder.ids(), *(folder.new() for _ in range(11))]
    assert folder.ids() == kids
    keys = LocalKeys(folder)
    assert keys.signing is not None
    assert keys.signing[0] == kids[-1]
    tokens = Tokens(keys)
    assert (await tokens.verify(old)).kid == kids[0]
    assert (await tokens.verify(tokens.issue("ann", Role.PLAYER, 60))).kid == kids[-1]


async def test_a_revoked_key_voids_what_it_has_signed_and_nothing_else_also_what_was_verified_before(folder):
    keys = LocalKeys(folder)
    tokens = Tokens(keys)
    old = tokens.issue("ann", Role.PLAYER, 60)
    folder.new()
    keys.look_now()
    new = tokens.issue("ann", Role.PLAYER, 60)
    verified = [await tokens.verify(token) for token in (old, new)]
    folder.revoke(verified[0].kid)
    tokens.check(verified[0])
    keys.look_now()
    with pytest.raises(Rejection) as caught:
        tokens.check(verified[0])
    assert problem_of(caught) == "its key is revoked"
    with pytest.raises(Rejection) as caught:
        await tokens.verify(old)
    assert problem_of(caught) == "no key of its issuer has its key id"
    tokens.check(verified[1])
    assert (await tokens.verify(new)).caller.player == "ann"


async def test_a_token_of_a_key_that_was_made_a_moment_ago_is_taken_at_once(folder):
    running = Tokens(LocalKeys(folder))
    folder.new()
    elsewhere = Tokens(LocalKeys(folder))
    assert (await running.verify(elsewhere.issue("ann", Role.PLAYER, 60))).caller.player == "ann"


async def test_a_key_that_comes_back_as_with_a_backup_holds_again(folder, tmp_path):
    keys = LocalKeys(folder)
    tokens = Tokens(keys)
    token, file = tokens.issue("ann", Role.PLAYER, 60), folder.file(folder.ids()[0])
    await tokens.verify(token)
    file.rename(tmp_path / "backup")
    keys.look_now()
    assert tokens.known(token) is None
    (tmp_path / "backup").rename(file)
    assert (await tokens.verify(token)).caller.player == "ann"


async def test_another_key_in_the_same_file_voids_what_the_first_has_signed(folder):
    keys = LocalKeys(folder)
    tokens = Tokens(keys)
    token, kid = tokens.issue("ann", Role.PLAYER, 60), folder.ids()[0]
    await tokens.verify(token)
    folder.file(folder.new()).rename(folder.file(kid))
    keys.look_now()
    with pytest.raises(Rejection):
        await tokens.verify(token)


def test_the_id_of_a_revoked_key_does_not_come_back(folder):
    gone = folder.ids()
    for _ in range(20):
        folder.revoke(folder.ids()[0])
        gone.append(folder.new())
    assert len(set(gone)) == 21


def test_without_a_key_nothing_is_signed(tmp_path):
    with pytest.raises(ValueError, match="no key that could sign"):
        Tokens(LocalKeys(KeyFolder(tmp_path / "none"))).issue("ann", Role.PLAYER, 60)


def test_a_key_that_is_none_keeps_a_server_from_starting_and_a_running_one_does_without(folder):
    keys = LocalKeys(folder)
    odd = folder.file("0002-00000000")
    odd.write_text("no key")
    with pytest.raises(KeyFileError, match="holds no Ed25519 key without a password"):
        LocalKeys(folder)
    with capture_logs() as logged:
        keys.look_now()
    assert [(line["event"], line["kid"]) for line in logged] == [("key_unreadable", "0002-00000000")]
    assert keys.key("0002-00000000") is None
    assert keys.key(folder.ids()[0]) is not None


def test_a_folder_that_cannot_be_read_for_a_while_revokes_nothing_and_is_told_once(folder, monkeypatch):
    keys, (kid,) = LocalKeys(folder), folder.ids()

    def fail(_):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as broken, capture_logs() as logged:
        broken.setattr("os.listdir", fail)
        keys.look_now()
        keys.look_now()
    assert [line["event"] for line in logged] == ["keys_unreadable"]
    assert keys.key(kid) is not None
    folder.revoke(kid)
    keys.look_now()
    assert keys.key(kid) is None


@pytest.mark.parametrize("kid", ["0009-00000000", "..", "", "0001-0000000g"])
def test_a_key_that_is_not_there_cannot_be_revoked(folder, kid):
    with pytest.raises(KeyFileError, match="has no key"):
        folder.revoke(kid)
