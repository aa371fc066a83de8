"""A real server on loopback, with the toy, and clients that know its protos alone."""

import asyncio
import itertools
from contextlib import asynccontextmanager

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import game_service_pb2_grpc, play_pb2, title_service_pb2_grpc
from quarterdeck_server.application.caller import Role
from quarterdeck_server.bootstrap import Service
from quarterdeck_server.configuration.settings import Settings
from tests.toy import TOY

_IDS = itertools.count()


class Client:
    """A connection with a token, or without one."""

    def __init__(self, address, token=None):
        self.channel = grpc.aio.insecure_channel(address)
        self.games = game_service_pb2_grpc.GameServiceStub(self.channel)
        self.titles = title_service_pb2_grpc.TitleServiceStub(self.channel)
        self.metadata = (("authorization", f"Bearer {token}"),) if token else ()

    async def call(self, name, request_type, **fields):
        """One call of GameService."""
        async with asyncio.timeout(10):
            return await getattr(self.games, name)(request_type(**fields), metadata=self.metadata)

    async def create(self, **fields):
        wanted = {"request_id": new_id(), "title": "toy", "seats": 2, **fields}
        return await self.call("CreateGame", pb.CreateGameRequest, **wanted)

    async def join(self, game_id, **fields):
        return await self.call("JoinGame", pb.JoinGameRequest, **{"request_id": new_id(), "game_id": game_id, **fields})

    async def start(self, game_id):
        return await self.call("StartGame", pb.StartGameRequest, request_id=new_id(), game_id=game_id)

    async def position(self, game_id, **fields):
        return await self.call("GetPosition", pb.GetPositionRequest, game_id=game_id, **fields)

    async def legal(self, game_id, **fields):
        return await self.call("ListLegalMoves", pb.ListLegalMovesRequest, game_id=game_id, **fields)

    async def submit(self, game_id, decision_id, notation, **fields):
        wanted = {"request_id": new_id(), "move": play_pb2.Move(notation=notation), **fields}
        return await self.call("SubmitMove", pb.SubmitMoveRequest, game_id=game_id, decision_id=decision_id, **wanted)

    def watch(self, game_id, **fields):
        return Stream(self.games.WatchGame(pb.WatchGameRequest(game_id=game_id, **fields), metadata=self.metadata))


class Stream:
    """A stream, message by message or all that is left of it, within bounded time."""

    def __init__(self, call):
        self.call = call
        self._messages = aiter(call)

    async def read(self):
        async with asyncio.timeout(10):
            return await anext(self._messages)

    async def rest(self):
        async with asyncio.timeout(10):
            return [message async for message in self._messages]

    def cancel(self):
        self.call.cancel()


def new_id():
    return f"request-{next(_IDS)}"


def info_of(error):
    """The details of an error, by name of message."""
    status = rpc_status.from_call(error)
    kinds = (
        error_details_pb2.ErrorInfo,
        error_details_pb2.BadRequest,
        error_details_pb2.RetryInfo,
        error_details_pb2.LocalizedMessage,
        play_pb2.Situation,
    )
    return {
        kind.__name__: kind.FromString(detail.value)
        for detail in status.details
        for kind in kinds
        if detail.Is(kind.DESCRIPTOR)
    }


async def rejected(awaitable, code, reason):
    """The details of a call that is refused like this."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await awaitable
    assert caught.value.code() is code, caught.value.details()
    details = info_of(caught.value)
    assert details["ErrorInfo"].reason == reason
    assert details["ErrorInfo"].domain == "quarterdeck"
    return details


class Table:
    """A server, and the clients of a few players."""

    def __init__(self, service, port):
        self.service = service
        self.address = f"127.0.0.1:{port}"
        self.clients = []

    def client(self, player=None, role=Role.PLAYER):
        token = self.service.tokens.issue(player, role, 3600) if player else None
        self.clients.append(Client(self.address, token))
        return self.clients[-1]

    async def started(self, **wanted):
        """A game of ann and bob that has begun, with their clients."""
        ann, bob = self.client("ann"), self.client("bob")
        game_id = (await ann.create(**wanted)).game_id
        for one in (ann, bob):
            await one.join(game_id)
        await ann.start(game_id)
        return game_id, ann, bob

    async def play_out(self, game_id, *players):
        """Play first legal moves until the game has ended; the last answer."""
        while True:
            position = await players[0].position(game_id)
            if not position.open_decisions:
                return position
            player = players[position.open_decisions[0].seat]
            legal = (await player.legal(game_id)).moves[0]
            await player.submit(game_id, legal.decision_id, legal.move.notation)


@asynccontextmanager
async def serving(data, titles=(TOY,), **settings):
    """A server while the block runs."""
    service = Service(Settings(address="127.0.0.1:0", data=data, **settings), titles)
    table = Table(service, await service.start())
    try:
        yield table
    finally:
        for client in table.clients:
            await client.channel.close()
        await service.drain()
