"""The server as a process: started, told to end, killed, started again."""

import asyncio
import json
import math
import os
import signal
import socket
import stat
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import grpc
import jwt
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from tests.serving import Client, new_id

ROOT = Path(__file__).resolve().parents[2]
SERVER = [sys.executable, str(ROOT / "tests" / "e2e" / "toy_server.py")]
# What the tests are run with is what the server is run with.
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep),
}


@contextmanager
def process(data, *arguments):
    """A server while the block runs, and the address where it listens."""
    command = [*SERVER, "serve", "--address", "127.0.0.1:0", "--data", str(data), *arguments]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True)
    try:
        yield server, f"127.0.0.1:{read_log(server, 'serving')['port']}"
    finally:
        if server.poll() is None:
            server.kill()
        server.wait(10)
        assert server.stderr is not None
        server.stderr.close()


def read_log(server, event):
    """The next line of the server's log that tells of this event."""
    for line in server.stderr:
        told = json.loads(line)
        if told["event"] == event:
            return told
    raise AssertionError(f"the server ended without {event}")


def token(data, player):
    command = [*SERVER, "token", player, "--data", str(data), "--new-key"]
    return subprocess.run(command, check=True, capture_output=True, env=ENVIRONMENT, text=True).stdout.strip()


async def test_a_server_that_is_told_to_end_drains_and_ends_well(tmp_path):
    for number in (signal.SIGTERM, signal.SIGINT):
        with process(tmp_path) as (server, address):
            ann = Client(address, token(tmp_path, "ann"))
            game_id = (await ann.create()).game_id
            stream = ann.watch(game_id)
            await stream.read()
            server.send_signal(number)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await stream.rest()
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
            await ann.channel.close()
            assert await asyncio.to_thread(server.wait, 8) == 0


def test_a_server_that_is_told_to_end_again_and_again_ends_well(tmp_path):
    # As with Ctrl-C at `make run`: the terminal tells the whole group, and the parent its child.
    with process(tmp_path) as (server, _):
        for _ in range(1000):
            server.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                server.wait(0.01)
                break
        assert server.returncode == 0


async def test_a_server_that_is_killed_loses_nothing_it_has_acknowledged(tmp_path):
    tokens = [token(tmp_path, player) for player in ("ann", "bob")]
    acknowledged: dict[tuple[int, bytes], bytes] = {}
    with process(tmp_path) as (server, address):
        clients = [Client(address, one) for one in tokens]
        killing = asyncio.create_task(kill_after(server, acknowledged, 40))
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await play_for_ever(clients, acknowledged)
        assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
        await killing
        for client in clients:
            await client.channel.close()
    assert len(acknowledged) >= 40
    with process(tmp_path) as (_, address):
        clients = [Client(address, one) for one in tokens]
        for (seat, request_bytes), answer in acknowledged.items():
            request = pb.SubmitMoveRequest.FromString(request_bytes)
            again = await clients[seat].games.SubmitMove(request, metadata=clients[seat].metadata)
            assert again.SerializeToString(deterministic=True) == answer
        for client in clients:
            await client.channel.close()


async def kill_after(server, acknowledged, count):
    async with asyncio.timeout(30):
        while len(acknowledged) < count:  # noqa: ASYNC110  (the players do not know that they are watched)
            await asyncio.sleep(0.002)
    server.kill()


async def play_for_ever(clients, acknowledged):
    while True:
        await play_some(clients, acknowledged)


async def play_some(clients, acknowledged):
    """One more game of two players; what was acknowledged is noted as request and answer."""
    game_id = (await clients[0].create()).game_id
    for client in clients:
        await client.join(game_id)
    opened = list((await clients[0].start(game_id)).revision.open_decisions)
    while opened:
        seat = opened[0].seat
        kind = {"choose_bid": "make_bid 2", "choose_coins": "take_coins gold,silver"}[opened[0].kind]
        request = pb.SubmitMoveRequest(
            request_id=new_id(),
            game_id=game_id,
            decision_id=opened[0].decision_id,
            move=play_pb2.Move(notation=kind),
        )
        answer = await clients[seat].games.SubmitMove(request, metadata=clients[seat].metadata)
        acknowledged[seat, request.SerializeToString()] = answer.SerializeToString(deterministic=True)
        opened = list(answer.revision.open_decisions)


@pytest.mark.parametrize("days", ["inf", "-inf", "nan", "1e300", "-1", "0", "-0.0", "3650.1"])
def test_a_token_that_would_be_of_no_use_or_never_end_is_not_made(tmp_path, days):
    command = [*SERVER, "token", "ann", "--data", str(tmp_path), f"--days={days}"]
    run = subprocess.run(command, capture_output=True, env=ENVIRONMENT, text=True, timeout=20, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"quarterdeck: --days is {float(days):g}, and has to be more than 0 and at most 3650\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("days", ["1e-9", "0.5", "3650"])
def test_a_token_lasts_as_long_as_it_says(tmp_path, days):
    command = [*SERVER, "token", "ann", "--new-key", "--data", str(tmp_path), "--days", days]
    run = subprocess.run(command, capture_output=True, env=ENVIRONMENT, text=True, timeout=20, check=True)
    claims = jwt.decode(run.stdout.strip(), options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == math.ceil(float(days) * 24 * 60 * 60)


def test_a_second_server_on_the_same_data_refuses_to_start(tmp_path):
    with process(tmp_path):
        command = [*SERVER, "serve", "--address", "127.0.0.1:0", "--data", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, env=ENVIRONMENT, text=True, timeout=20, check=False)
    assert second.returncode == 2
    assert "held by another process" in second.stderr


def test_a_server_that_cannot_start_says_why_in_one_line_of_its_own(tmp_path):
    broken = tmp_path / "broken.toml"
    broken.write_text("[[cards]]\nid = 'none'\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for arguments, problem in (
            (["--components", f"toy={broken}"], f"--components toy: {broken}: cards: there is no component 'none' to"),
            (["--address", address], f"--address: cannot listen on {address}: Address already in use"),
            (["--metrics-address", address], f"--metrics-address: cannot listen on {address}: Address already in use"),
            (["--data", str(broken)], f"--data: {broken} is no folder"),
        ):
            command = [*SERVER, "serve", "--address", "127.0.0.1:0", "--data", str(tmp_path / "data"), *arguments]
            run = subprocess.run(command, capture_output=True, env=ENVIRONMENT, text=True, timeout=20, check=False)
            assert (run.returncode, run.stdout) == (2, "")
            # The one line, and nothing that gRPC has to say.
            assert run.stderr.startswith(f"quarterdeck: {problem}")
            assert run.stderr.count("\n") == 1, run.stderr


def test_the_health_of_a_server_is_asked_where_the_configuration_says(tmp_path):
    file = tmp_path / "quarterdeck.toml"
    with process(tmp_path / "data") as (server, address):
        port = address.rpartition(":")[2]
        file.write_text(f'address = "0.0.0.0:{port}"\n')
        for arguments in (["--address", address], ["--config", str(file)]):
            assert health(arguments) == (0, "serving\n", "")
        assert health([], QUARTERDECK_ADDRESS=address) == (0, "serving\n", "")
        server.send_signal(signal.SIGTERM)
        server.wait(10)
    assert health(["--address", address]) == (1, "", f"quarterdeck: {address} does not answer: UNAVAILABLE\n")


def health(arguments, **variables):
    """Exit code and output of asking for the health of a server."""
    command, environment = [*SERVER, "health", *arguments], {**ENVIRONMENT, **variables}
    run = subprocess.run(command, capture_output=True, env=environment, text=True, timeout=20, check=False)
    return run.returncode, run.stdout, run.stderr


def test_neither_the_log_nor_the_output_of_a_server_has_its_secrets(tmp_path):
    with process(tmp_path) as (server, address):
        asyncio.run(one_practice_game(address, token(tmp_path, "ann")))
        server.send_signal(signal.SIGTERM)
        logged = server.stderr.read()
        server.wait(10)
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in tmp_path.rglob("*") if file.is_file())
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    keys = [file.read_text().splitlines()[1] for file in (tmp_path / "keys").rglob("*.pem")]
    assert len(keys) == 2
    assert "stopped" in logged
    assert "the-secret-seed" not in logged
    assert not [key for key in keys if key in logged]
    assert "eyJ" not in logged


async def one_practice_game(address, player_token):
    ann = Client(address, player_token)
    game_id = (await ann.create(practice=True, seed="the-secret-seed")).game_id
    for seat in (0, 1):
        await ann.join(game_id, seat=seat)
    await ann.start(game_id)
    for odd in ("nonsense", "make_bid 9"):
        try:
            await ann.submit(game_id, "4.1", odd)
        except grpc.aio.AioRpcError:
            continue
    await ann.channel.close()
