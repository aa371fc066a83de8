"""Games known before they are played: the seed of a practice game decides it, so that calls alone are measured."""

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
from msgspec import Struct

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import game_service_pb2_grpc, play_pb2
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.title import Title
from quarterdeck_server.api.keys import LocalKeys
from quarterdeck_server.api.tokens import Tokens
from quarterdeck_server.application.caller import Role
from quarterdeck_server.key_folder import KeyFolder
from tests.bench.drive import Lane, Metadata
from tests.playouts import new_game, play_out

SEATS = 2


class Script(Struct, frozen=True):
    """A whole game: its seed, and each move's decision and notation."""

    title: str
    seed: str
    moves: Sequence[tuple[str, str]]


def scripts(title: Title[Any], games: int, moves: int) -> list[Script]:
    """Random games that have at least so many moves; only these are kept."""
    notation, box, found, number = Notation(title.moves), title.load_components(()), list[Script](), 0
    while len(found) < games:
        seed, number = f"bench {number}", number + 1
        game, _ = new_game(title, box, SEATS, seed)
        steps = play_out(title, game, seed, 1)
        told = [(step.decision.id, notation.write(step.move)) for _, step in zip(range(moves), steps, strict=False)]
        if len(told) == moves:
            found.append(Script(title.name, seed, told))
    return found


def whole(title: Title[Any], seed: str) -> tuple[Script, list[Struct]]:
    """A random game to its end, and its log."""
    notation = Notation(title.moves)
    game, log = new_game(title, title.load_components(()), SEATS, seed)
    told = []
    for step in play_out(title, game, seed, 1):
        told.append((step.decision.id, notation.write(step.move)))
        log.extend(step.events)
    return Script(title.name, seed, told), log


def begun(address: str, data: Path, script: Sequence[Script]) -> list[Lane]:
    """Start the game of each script, with a player of its own who holds all seats; its moves, ready to be sent."""
    folder = KeyFolder(data / "keys")
    folder.new_if_none()
    tokens = Tokens(LocalKeys(folder))
    with grpc.insecure_channel(address) as channel:
        grpc.channel_ready_future(channel).result(30)
        stub = game_service_pb2_grpc.GameServiceStub(channel)
        return [
            _lane(stub, tokens.issue(f"{one.title} {place}", Role.PLAYER, 3600), one)
            for place, one in enumerate(script)
        ]


def _lane(stub: game_service_pb2_grpc.GameServiceStub, token: str, script: Script) -> Lane:
    metadata: Metadata = (("authorization", f"Bearer {token}"),)
    create = pb.CreateGameRequest(request_id=_fresh(), title=script.title, seats=SEATS, practice=True, seed=script.seed)
    game_id = stub.CreateGame(create, metadata=metadata).game_id
    for seat in range(SEATS):
        stub.JoinGame(pb.JoinGameRequest(request_id=_fresh(), game_id=game_id, seat=seat), metadata=metadata)
    stub.StartGame(pb.StartGameRequest(request_id=_fresh(), game_id=game_id), metadata=metadata)
    return Lane(
        metadata,
        [
            pb.SubmitMoveRequest(
                request_id=_fresh(), game_id=game_id, decision_id=decision, move=play_pb2.Move(notation=notation)
            ).SerializeToString()
            for decision, notation in script.moves
        ],
    )


def _fresh() -> str:
    return str(uuid.uuid4())
