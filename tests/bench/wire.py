"""Over the wire: `SubmitMove` with durable commits, beside a bare echo by the same client in the same run.

Server and echo run as processes of their own on loopback.  The games are played out in this process first: a practice
game's seed decides it, so that all moves are known and nothing but submitting is measured.
"""

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import grpc

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import game_service_pb2_grpc, play_pb2
from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_server.api.tokens import Tokens, local_key
from quarterdeck_server.application.caller import Role
from tests.playouts import new_game, play_out

GAMES = 16
"""Games played at once: one move of each is in flight."""
SEATS = 2
ECHOES = 4_000
IDLE_MOVES = 200

Move = tuple[str, str]
"""Decision id and notation."""


def measure() -> list[str]:
    """Lines of figures."""
    scripts = [_script(f"bench {number}") for number in range(GAMES + 1)]
    echo_port, port = _free_port(), _free_port()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        token = Tokens(local_key(data / "tokens.key")).issue("bench", Role.PLAYER, 3600)
        serve = ["-m", "quarterdeck_server", "serve", "--data", folder, "--address", f"127.0.0.1:{port}"]
        processes = (
            subprocess.Popen([sys.executable, "-m", "tests.bench.echo", str(echo_port)]),
            subprocess.Popen([sys.executable, *serve], stderr=subprocess.DEVNULL),
        )
        try:
            return asyncio.run(_measure(echo_port, port, token, scripts))
        finally:
            for process in processes:
                process.terminate()
                process.wait(30)


async def _measure(echo_port: int, port: int, token: str, scripts: Sequence[list[Move]]) -> list[str]:
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{echo_port}") as bare,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        await asyncio.wait_for(bare.channel_ready(), 30)
        await asyncio.wait_for(channel.channel_ready(), 30)
        return await _figures(bare, channel, token, scripts)


async def _figures(
    bare: grpc.aio.Channel, channel: grpc.aio.Channel, token: str, scripts: Sequence[list[Move]]
) -> list[str]:
    echo: Any = bare.unary_unary("/bench.Echo/Echo")
    stub = game_service_pb2_grpc.GameServiceStub(channel)
    metadata = (("authorization", f"Bearer {token}"),)
    ids = [await _started(stub, metadata, f"bench {number}") for number in range(len(scripts))]

    def submit(game: str, move: Move) -> Awaitable[pb.SubmitMoveResponse]:
        request = pb.SubmitMoveRequest(
            request_id=str(uuid.uuid4()), game_id=game, decision_id=move[0], move=play_pb2.Move(notation=move[1])
        )
        return stub.SubmitMove(request, metadata=metadata)

    payload = b"x" * 120
    idle_echo = await _latencies([lambda: echo(payload)] * IDLE_MOVES)
    idle = await _latencies([lambda move=move: submit(ids[0], move) for move in scripts[0][:IDLE_MOVES]])  # type: ignore[misc]

    async def echoes() -> None:
        for _ in range(ECHOES // GAMES):
            await echo(payload)

    began = time.perf_counter()
    await asyncio.gather(*(echoes() for _ in range(GAMES)))
    echo_rate = ECHOES // GAMES * GAMES / (time.perf_counter() - began)

    async def game(number: int) -> None:
        for move in scripts[number]:
            await submit(ids[number], move)

    moves = sum(len(script) for script in scripts[1:])
    began = time.perf_counter()
    await asyncio.gather(*(game(number) for number in range(1, GAMES + 1)))
    rate = moves / (time.perf_counter() - began)
    share = f"{rate / echo_rate:.0%} of the echo"
    return [
        f"one echo at idle          {_spread(idle_echo)}",
        f"one SubmitMove at idle    {_spread(idle)}   (aim: under 5 ms)",
        f"echo, {GAMES} in flight       {echo_rate:8.0f} /s",
        f"SubmitMove, {GAMES} in flight {rate:8.0f} /s   {moves} moves, durable in SQLite; {share}",
    ]


async def _latencies(calls: Sequence[Callable[[], Awaitable[object]]]) -> list[float]:
    taken = []
    for call in calls:
        began = time.perf_counter()
        await call()
        taken.append((time.perf_counter() - began) * 1_000)
    return taken


def _spread(taken: list[float]) -> str:
    return f"median {median(taken):5.2f} ms, p99 {quantiles(taken, n=100)[98]:5.2f} ms"


async def _started(stub: game_service_pb2_grpc.GameServiceStub, metadata: object, seed: str) -> str:
    request = pb.CreateGameRequest(
        request_id=str(uuid.uuid4()), title=TITLE.name, seats=SEATS, practice=True, seed=seed
    )
    game_id: str = (await stub.CreateGame(request, metadata=metadata)).game_id  # type: ignore[misc, arg-type]
    for seat in range(SEATS):
        join = pb.JoinGameRequest(request_id=str(uuid.uuid4()), game_id=game_id, seat=seat)
        await stub.JoinGame(join, metadata=metadata)  # type: ignore[misc, arg-type]
    start = pb.StartGameRequest(request_id=str(uuid.uuid4()), game_id=game_id)
    await stub.StartGame(start, metadata=metadata)  # type: ignore[misc, arg-type]
    return game_id


def _script(seed: str) -> list[Move]:
    """The moves of a whole game with this seed."""
    notation = Notation(TITLE.moves)
    game, _ = new_game(TITLE, TITLE.load_components(()), SEATS, seed)
    return [(step.decision.id, notation.write(step.move)) for step in play_out(TITLE, game, seed, 1)]


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


if __name__ == "__main__":
    print("\n".join(measure()))
