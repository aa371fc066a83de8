"""Tokens that end while a server runs: by their time, or with their key.  Calls are refused and streams end."""

import asyncio
import subprocess
import sys

import grpc
import pytest

from quarterdeck_server.application.caller import Role
from tests.serving import Client, info_of, rejected, serving

Code = grpc.StatusCode


@pytest.fixture
async def quiet(tmp_path):
    """A server whose streams say nothing by themselves for longer than any test takes."""
    async with serving(tmp_path, heartbeat_seconds=600.0, drain_seconds=2.0) as table:
        yield table


def keys(data, *arguments):
    command = [sys.executable, "-m", "quarterdeck_server", "keys", *arguments, "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


async def ended(stream, problem):
    """That a stream ends because of its token."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stream.rest()
    assert caught.value.code() is Code.UNAUTHENTICATED
    info = info_of(caught.value)["ErrorInfo"]
    assert (info.reason, info.metadata["problem"]) == ("TOKEN_INVALID", problem)
    return True


async def test_a_stream_ends_when_its_token_expires_and_others_go_on(quiet):
    game_id, ann, _ = await quiet.started()
    short = Client(quiet.address, quiet.service.tokens.issue("ann", Role.PLAYER, 2))
    quiet.clients.append(short)
    lasting, stranger, ending = (one.watch(game_id, start_revision=5) for one in (ann, quiet.client(), short))
    for stream in (lasting, stranger, ending):
        assert (await stream.read()).HasField("heartbeat")
    async with asyncio.timeout(6):
        assert await ended(ending, "it has expired")
    await rejected(short.position(game_id), Code.UNAUTHENTICATED, "TOKEN_INVALID")
    await ann.submit(game_id, "4.1", "make_bid 1")
    for stream in (lasting, stranger):
        assert (await stream.read()).revision.number == 5
        stream.cancel()


async def test_nothing_is_sent_to_a_token_that_has_expired_before_anybody_has_looked(quiet, monkeypatch):
    game_id, ann, _ = await quiet.started()
    stream = ann.watch(game_id, start_revision=5)
    await stream.read()
    # Between two looks the revision itself is what finds it out.
    monkeypatch.setattr(quiet.service._sentry, "sweep", lambda: None)
    monkeypatch.setattr(quiet.service.tokens, "_now", lambda: 4_000_000_000.0)
    await quiet.client("bob").submit(game_id, "4.2", "make_bid 1")
    assert await ended(stream, "it has expired")


async def test_a_key_is_revoked_while_the_server_runs(quiet, tmp_path):
    game_id, ann, _ = await quiet.started()
    stream = ann.watch(game_id, start_revision=5)
    await stream.read()
    old = keys(tmp_path, "list").stdout.split()[0]
    new = keys(tmp_path, "new").stdout.strip()
    listed = keys(tmp_path, "list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == [new, old]
    assert [line.endswith("  signs") for line in listed] == [True, False]
    await ann.position(game_id)
    assert keys(tmp_path, "revoke", old).returncode == 0
    async with asyncio.timeout(5):
        assert await ended(stream, "its key is revoked")
    await rejected(ann.position(game_id), Code.UNAUTHENTICATED, "TOKEN_INVALID")
    # The server signs with the new one, too.
    await quiet.client("ann").position(game_id)
    assert [line.split()[0] for line in keys(tmp_path, "list").stdout.splitlines()] == [new]


def test_what_cannot_be_done_with_keys_is_told_in_a_line(tmp_path):
    assert keys(tmp_path, "list").stdout == ""
    new = keys(tmp_path, "new").stdout.strip()
    for arguments, problem in (
        (["revoke", "0007-00000000"], f"--data: {tmp_path / 'keys'} has no key '0007-00000000'"),
        (["revoke"], "keys revoke wants the id of a key, see keys list"),
        (["new", new], "keys new takes no id"),
        (["list", new], "keys list takes no id"),
    ):
        ran = keys(tmp_path, *arguments)
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"quarterdeck: {problem}\n")
    (tmp_path / "file").touch()
    assert keys(tmp_path / "file", "new").stderr == f"quarterdeck: --data: {tmp_path / 'file'} is no folder\n"
    last = keys(tmp_path, "revoke", new)
    assert last.returncode == 0
    assert last.stderr == "quarterdeck: no key is left, and all tokens are void; `keys new` makes one\n"
