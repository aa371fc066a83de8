"""The desk for asyncio: the calls of `quarterdeck.client.desk`, awaited."""
# ruff: noqa: D102 (a call does what its twin does, and gets that one's docstring)

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import grpc
from google.protobuf.message import Message

from quarterdeck.client import calls
from quarterdeck.client.calls import Call, Pace
from quarterdeck.client.desk import Desk
from quarterdeck.client.errors import QuarterdeckError, desk_closed, error_of, not_reachable
from quarterdeck.client.options import Options, options_of
from quarterdeck.client.pages import AsyncPages
from quarterdeck.client.retries import Item, Replaying, Streaming, Watching, pause_before_retry
from quarterdeck.v1 import game_pb2, play_pb2, title_service_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1.conduct_pb2 import Terms
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision

Described = TypeVar("Described")
Response = TypeVar("Response", bound=Message)


def _described_by(twin: type) -> Callable[[type[Described]], type[Described]]:
    def describe(described: type[Described]) -> type[Described]:
        for name, method in vars(described).items():
            if not name.startswith("_"):
                method.__doc__ = getattr(twin, name).__doc__
        return described

    return describe


@_described_by(Desk)
class AsyncDesk:
    """Calls of one player, for asyncio.  Close it, or use it in an `async with` statement; one loop owns it.

    Every mutating call carries a request id and is sent again under the same id if the service could not be reached:
    it is applied once, and gives the same answer.  All calls raise `QuarterdeckError`, see `quarterdeck.client.errors`.
    """

    def __init__(self, address: str | Options, token: str = "", *, deadline: float | None = None) -> None:
        """Connect to an address, or as the options say; the connection is made with the first call."""
        self.options = options_of(address, token, deadline)
        target, how = self.options.address, self.options.channel_options
        credentials = self.options.credentials
        self._channel = (
            grpc.aio.secure_channel(target, credentials, how) if credentials else grpc.aio.insecure_channel(target, how)
        )
        self._senders: dict[str, Any] = {}
        self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        self._is_closed = True
        await self._channel.close()

    async def wait_until_ready(self, seconds: float) -> None:
        self._check_open()
        try:
            async with asyncio.timeout(seconds):
                await self._channel.channel_ready()
        except TimeoutError:
            raise not_reachable(f"no service was reachable within {seconds:g} seconds") from None

    # Titles and games

    async def titles(self) -> list[title_service_pb2.TitleSummary]:
        return list((await self.send(calls.list_titles())).titles)

    async def title(self, title: str) -> title_service_pb2.GetTitleResponse:
        return await self.send(calls.get_title(title))

    def components(
        self, title: str, component_set: str = "", *, table: str = "", page_size: int = 0
    ) -> AsyncPages[title_service_pb2.ListComponentsResponse, title_service_pb2.Component]:
        return AsyncPages(
            self.send,
            lambda token: calls.list_components(title, component_set, table, page_size, token),
            lambda page: page.components,
        )

    async def create_game(
        self,
        title: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seed: str | None = None,
        terms: Terms | None = None,
        deal: str | None = None,
        request_id: str | None = None,
    ) -> str:
        return (await self.send(calls.create_game(title, seats, options, seed, terms, deal, request_id))).game_id

    async def join_game(
        self, game_id: str, seat: int | None = None, *, entropy: str = "", request_id: str | None = None
    ) -> int:
        return (await self.send(calls.join_game(game_id, seat, entropy, request_id))).seat

    async def start_game(self, game_id: str, *, request_id: str | None = None) -> play_pb2.Revision:
        return (await self.send(calls.start_game(game_id, request_id))).revision

    async def game(self, game_id: str) -> pb.GetGameResponse:
        return await self.send(calls.get_game(game_id))

    def games(
        self,
        title: str = "",
        *,
        status: game_pb2.GameStatus.ValueType = game_pb2.GAME_STATUS_UNSPECIFIED,
        player: str = "",
        page_size: int = 0,
    ) -> AsyncPages[pb.ListGamesResponse, game_pb2.GameSummary]:
        return AsyncPages(
            self.send, lambda token: calls.list_games(title, status, player, page_size, token), lambda page: page.games
        )

    # Playing

    async def position(
        self, game_id: str, revision: int | None = None, *, seat: int | None = None
    ) -> pb.GetPositionResponse:
        return await self.send(calls.get_position(game_id, revision, seat))

    def legal_moves(
        self,
        game_id: str,
        kind: str = "",
        *,
        revision: int | None = None,
        seat: int | None = None,
        page_size: int = 0,
    ) -> AsyncPages[pb.ListLegalMovesResponse, game_pb2.LegalMove]:
        return AsyncPages(
            self.send,
            lambda token: calls.list_legal_moves(game_id, kind, revision, seat, page_size, token),
            lambda page: page.moves,
        )

    async def count_legal_moves(
        self, game_id: str, *, revision: int | None = None, seat: int | None = None
    ) -> dict[str, int]:
        page = await self.send(calls.list_legal_moves(game_id, "", revision, seat, 1))
        return {one.kind: one.count for one in page.counts}

    async def submit(
        self,
        game_id: str,
        decision_id: str,
        move: play_pb2.Move | str,
        *,
        validate_only: bool = False,
        request_id: str | None = None,
    ) -> play_pb2.Revision:
        return (await self.send(calls.submit_move(game_id, decision_id, move, validate_only, request_id))).revision

    def watch(
        self, game_id: str, start_revision: int = 1, *, seat: int | None = None
    ) -> AsyncIterator[play_pb2.Revision]:
        return self._streamed(Watching(self.options, game_id, start_revision, seat))

    def replay(
        self,
        game_id: str,
        start_revision: int = 1,
        end_revision: int = 0,
        *,
        seat: int | None = None,
        with_positions: bool = False,
        **pace: Unpack[Pace],
    ) -> AsyncIterator[ReplayedRevision]:
        ask = partial(calls.replay_game, game_id, seat=seat, with_positions=with_positions, **pace)
        return self._streamed(Replaying(self.options, ask, start_revision, end_revision))

    def events(
        self,
        game_id: str,
        start_revision: int = 1,
        end_revision: int = 0,
        *,
        seat: int | None = None,
        page_size: int = 0,
    ) -> AsyncPages[pb.ListEventsResponse, game_pb2.LoggedEvent]:
        return AsyncPages(
            self.send,
            lambda token: calls.list_events(game_id, start_revision, end_revision, seat, page_size, token),
            lambda page: page.events,
        )

    async def score_sheet(
        self, game_id: str, revision: int | None = None, *, seat: int | None = None
    ) -> pb.GetScoreSheetResponse:
        return await self.send(calls.get_score_sheet(game_id, revision, seat))

    # Sending

    async def send(self, call: Call[Response]) -> Response:
        attempt, began = 1, time.monotonic()
        while True:
            self._check_open()
            try:
                response: Response = await self._sender(call)(
                    call.request, timeout=self.options.deadline, metadata=self.options.metadata
                )
            except (grpc.RpcError, grpc.aio.UsageError) as fault:
                error = self._error_of(fault)
            else:
                return response
            await asyncio.sleep(pause_before_retry(self.options, error, attempt, time.monotonic() - began))
            attempt += 1

    async def stream(self, call: Call[Response]) -> AsyncIterator[Response]:
        stream = self._opened(call)
        try:
            async for response in stream:
                yield response
        except (grpc.RpcError, grpc.aio.UsageError) as fault:
            raise self._error_of(fault) from None
        finally:
            stream.cancel()

    def _opened(self, call: Call[Response]) -> Any:
        self._check_open()
        return self._channel.unary_stream(call.method, type(call.request).SerializeToString, call.response.FromString)(
            call.request, metadata=self.options.metadata
        )

    async def _streamed(self, streaming: Streaming[Response, Item]) -> AsyncIterator[Item]:
        while True:
            stream = self._opened(streaming.call())
            error: QuarterdeckError | None = None
            try:
                async for message in stream:
                    if (item := streaming.heard(message)) is not None:
                        yield item
            except (grpc.RpcError, grpc.aio.UsageError) as fault:
                error = self._error_of(fault)
            finally:
                stream.cancel()
            if streaming.is_over:
                return
            await asyncio.sleep(streaming.pause_before_resuming(error))

    def _check_open(self) -> None:
        """DeskClosed if it is closed: what gRPC would say of it is not of this client's errors."""
        if self._is_closed:
            raise desk_closed()

    def _error_of(self, fault: grpc.RpcError | grpc.aio.UsageError) -> QuarterdeckError:
        """The error of a call that failed; DeskClosed if somebody has closed the desk under it."""
        self._check_open()
        if isinstance(fault, grpc.RpcError):
            return error_of(fault)
        raise fault

    def _sender(self, call: Call[Response]) -> Any:
        # gRPC makes a callable for each method; made once, it costs nothing afterwards.
        if call.method not in self._senders:
            self._senders[call.method] = self._channel.unary_unary(
                call.method, type(call.request).SerializeToString, call.response.FromString
            )
        return self._senders[call.method]
