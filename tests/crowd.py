"""Players of real titles who note what they send and what they are told, and take up again what was left open."""

import asyncio
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.message import Message

from quarterdeck.v1 import game_pb2, game_service_pb2_grpc, play_pb2, referee_service_pb2_grpc
from quarterdeck.v1 import game_service_pb2 as games
from quarterdeck.v1 import referee_service_pb2 as referee

GONE = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL}
"""What a call ends with whose server was killed."""
REFUSED = {grpc.StatusCode.ABORTED, grpc.StatusCode.FAILED_PRECONDITION}

FORGOTTEN_SHARE = 0.25
"""How often a player does not send again what was not answered."""
UNDO_SHARE = 0.08
LEAVE_SHARE = 0.01
"""How often a table begins another game before its end, so that there are many creations."""
MOST_LISTED = 30
_REST_SECONDS = 0.002


class GoneError(Exception):
    """The server is."""


class Sent:
    """A request that changes something, and what came of it as far as its sender knows."""

    def __init__(self, player: str, method: str, request: Any, table: "Table") -> None:
        self.player, self.method, self.request, self.table = player, method, request, table
        self.answer: Any = None
        self.is_refused = False
        self.found: referee.FindRequestResponse | None = None
        """What the service said of it, if it was not sent since."""

    @property
    def key(self) -> tuple[str, str]:
        """What the service knows it by."""
        return self.player, self.request.request_id

    @property
    def game_id(self) -> str:
        """The game that it changed, or would have."""
        game_id: str = self.answer.game_id if self.method == "CreateGame" else self.request.game_id
        return game_id


class Table:
    """Two players who play one game of a title after the other, with the house bot as a third where it is wanted."""

    def __init__(self, title: str, players: Sequence[str], *, with_bot: bool) -> None:
        self.title, self.players = title, players
        self.seats = len(players) + with_bot
        self.game_id = ""


class Connection:
    """A player's connection to one life of the server."""

    def __init__(self, port: int, token: str) -> None:
        # With connections of its own: the port may have been another life's, whose end gRPC remembers.
        options = (("grpc.use_local_subchannel_pool", 1),)
        self._channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=options)
        self._stubs = (
            game_service_pb2_grpc.GameServiceStub(self._channel),
            referee_service_pb2_grpc.RefereeServiceStub(self._channel),
        )
        self._metadata = (("authorization", f"Bearer {token}"),)
        self.is_of_use = True
        """Whether the server lives, as far as the test knows."""

    async def call(self, method: str, request: Message) -> Any:
        """The answer; GoneError, or the error that the service gives."""
        stub = next(stub for stub in self._stubs if hasattr(stub, method))
        try:
            return await getattr(stub, method)(request, metadata=self._metadata, timeout=20.0)
        except grpc.aio.AioRpcError as error:
            raise self._known(error) from None

    async def watch(self, game_id: str, start: int) -> AsyncGenerator[play_pb2.Revision]:
        """The revisions of a game from `start` on; GoneError, or the error that the service gives."""
        request = games.WatchGameRequest(game_id=game_id, start_revision=start)
        try:
            async for message in self._stubs[0].WatchGame(request, metadata=self._metadata):
                if message.HasField("revision"):
                    yield message.revision
        except grpc.aio.AioRpcError as error:
            raise self._known(error) from None

    @staticmethod
    def _known(error: grpc.aio.AioRpcError) -> Exception:
        """GoneError if the server was killed, or drains; what the service says otherwise."""
        was_killed = error.code() in GONE and not error.trailing_metadata().get("grpc-status-details-bin")
        return GoneError() if was_killed or error.code() is grpc.StatusCode.UNAVAILABLE else error

    async def close(self) -> None:
        """Let go of it."""
        await self._channel.close()


class Player:
    """One who plays at several tables, one call after the other."""

    def __init__(self, name: str, tables: Sequence[Table], seed: str) -> None:
        self.name = name
        self.sent: list[Sent] = []
        self.open: Sent | None = None
        """What was not answered yet."""
        self.taken_up: list[bool] = []
        """Of each request that was left open by a server's end, whether it had been applied."""
        self._tables = [table for table in tables if name in table.players]
        self._dice = random.Random(seed)
        self._connection: Connection | None = None

    async def play(self, connection: Connection) -> None:
        """Play until the server is gone."""
        self._connection = connection
        try:
            if self.open is not None:
                await self._take_up(self.open)
            while True:
                await self._act(self._dice.choice(self._tables))
        except GoneError:
            return

    async def _take_up(self, sent: Sent) -> None:
        found = await self._call("FindRequest", referee.FindRequestRequest(request_id=sent.request.request_id))
        self.taken_up.append(found.is_applied)
        if self._dice.random() < FORGOTTEN_SHARE:
            sent.found = found
            self.open = None
            return
        await self._deliver(sent)
        if found.is_applied:
            assert sent.answer is not None, "what was applied is not refused when it is sent again"
            assert sent.answer.revision.number == found.revision
            assert sent.game_id == found.game_id

    async def _act(self, table: Table) -> None:
        is_host = table.players[0] == self.name
        if not table.game_id:
            if is_host:
                await self._send(table, "CreateGame", games.CreateGameRequest(title=table.title, seats=table.seats))
            else:
                await asyncio.sleep(_REST_SECONDS)
            return
        game_id = table.game_id
        game = await self._call("GetGame", games.GetGameRequest(game_id=game_id))
        players, status = game.summary.players, game.summary.status
        if status == game_pb2.GAME_STATUS_WAITING:
            if self.name not in players:
                seat = table.players.index(self.name)
                await self._send(table, "JoinGame", games.JoinGameRequest(game_id=game_id, seat=seat))
            elif is_host and not all(players[len(table.players) :]):
                bot = referee.SeatHouseBotRequest(game_id=game_id, seat=len(table.players))
                await self._send(table, "SeatHouseBot", bot)
            elif is_host and all(players):
                await self._send(table, "StartGame", games.StartGameRequest(game_id=game_id))
        elif is_host and (status == game_pb2.GAME_STATUS_ENDED or self._dice.random() < LEAVE_SHARE):
            table.game_id = ""
        elif table.players.index(self.name) in game.deciding_seats:
            await self._move(table, game_id)
        else:
            await asyncio.sleep(_REST_SECONDS)

    async def _move(self, table: Table, game_id: str) -> None:
        legal = await self._call("ListLegalMoves", games.ListLegalMovesRequest(game_id=game_id, page_size=MOST_LISTED))
        if not legal.moves:
            return
        chosen = self._dice.choice(legal.moves)
        move = play_pb2.Move(notation=chosen.move.notation)
        request = games.SubmitMoveRequest(game_id=game_id, decision_id=chosen.decision_id, move=move)
        answer = await self._send(table, "SubmitMove", request)
        if answer is not None and self._dice.random() < UNDO_SHARE:
            to = answer.revision.number - 1
            await self._send(table, "RequestUndo", referee.RequestUndoRequest(game_id=game_id, to=to))

    async def _send(self, table: Table, method: str, request: Any) -> Any:
        request.request_id = f"{self.name}-{len(self.sent)}"
        self.open = Sent(self.name, method, request, table)
        self.sent.append(self.open)
        await self._deliver(self.open)
        return self.sent[-1].answer

    async def _deliver(self, sent: Sent) -> None:
        try:
            sent.answer = await self._call(sent.method, sent.request)
        except grpc.aio.AioRpcError as error:
            if error.code() not in REFUSED:
                raise
            sent.is_refused = True
        self.open = None
        if sent.method == "CreateGame" and sent.answer is not None:
            sent.table.game_id = sent.answer.game_id

    async def _call(self, method: str, request: Message) -> Any:
        assert self._connection is not None
        return await self._connection.call(method, request)


class Onlooker:
    """A spectator of a table, who goes on in each life of the server where the one before has ended."""

    def __init__(self, table: Table) -> None:
        self.seen: dict[str, list[bytes]] = {}
        """By game, its revisions from the first on."""
        self._table = table

    async def watch(self, connection: Connection) -> None:
        """Watch the game that is played until the server is gone."""
        with suppress(GoneError):
            while connection.is_of_use:
                if game_id := self._table.game_id:
                    await self._watch(connection, game_id)
                await asyncio.sleep(_REST_SECONDS)

    async def _watch(self, connection: Connection, game_id: str) -> None:
        seen = self.seen.setdefault(game_id, [])
        async for revision in connection.watch(game_id, len(seen) + 1):
            assert revision.number == len(seen) + 1, "a revision is missing, or came twice"
            seen.append(revision.SerializeToString(deterministic=True))
