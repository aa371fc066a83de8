"""The desk: one connection of one player to the service."""

import time
from collections.abc import Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import grpc
from google.protobuf.message import Message

from quarterdeck.client import calls
from quarterdeck.client.calls import Call, Pace
from quarterdeck.client.errors import QuarterdeckError, desk_closed, error_of, not_reachable
from quarterdeck.client.options import Options, options_of
from quarterdeck.client.pages import Pages
from quarterdeck.client.retries import Item, Replaying, Streaming, Watching, pause_before_retry
from quarterdeck.v1 import game_pb2, play_pb2, title_service_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1.conduct_pb2 import Terms
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision

Response = TypeVar("Response", bound=Message)


class Desk:
    """Calls of one player.  Close it, or use it in a `with` statement; threads may share it.

    Every mutating call carries a request id and is sent again under the same id if the service could not be reached:
    it is applied once, and gives the same answer.  All calls raise `QuarterdeckError`, see `quarterdeck.client.errors`.
    """

    def __init__(self, address: str | Options, token: str = "", *, deadline: float | None = None) -> None:
        """Connect to an address, or as the options say; the connection is made with the first call."""
        self.options = options_of(address, token, deadline)
        target, how = self.options.address, self.options.channel_options
        credentials = self.options.credentials
        self._channel = (
            grpc.secure_channel(target, credentials, how) if credentials else grpc.insecure_channel(target, how)
        )
        self._senders: dict[str, Any] = {}
        self._is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; calls after that, and those under way, are DeskClosed."""
        self._is_closed = True
        self._channel.close()

    def wait_until_ready(self, seconds: float) -> None:
        """Wait for the service to be reachable; TryAgain if it is not within so many seconds."""
        self._check_open()
        try:
            grpc.channel_ready_future(self._channel).result(timeout=seconds)
        except grpc.FutureTimeoutError:
            raise not_reachable(f"no service was reachable within {seconds:g} seconds") from None

    # Titles and games

    def titles(self) -> list[title_service_pb2.TitleSummary]:
        """The titles that can be played."""
        return list(self.send(calls.list_titles()).titles)

    def title(self, title: str) -> title_service_pb2.GetTitleResponse:
        """A title with its options and what is reconstructed."""
        return self.send(calls.get_title(title))

    def components(
        self, title: str, component_set: str = "", *, table: str = "", page_size: int = 0
    ) -> Pages[title_service_pb2.ListComponentsResponse, title_service_pb2.Component]:
        """Components with all their values (of one table), page by page: the set of new games, or one by its hash."""
        return Pages(
            self.send,
            lambda token: calls.list_components(title, component_set, table, page_size, token),
            lambda page: page.components,
        )

    def create_game(
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
        """Create a game and return its id.  With a seed, and be it empty, it is a practice game for ever.

        `terms` say what it is played under beside its options: undo, clocks, what happens on time-out.
        `deal` names a game whose chance it shares, or with an empty text begins such a deal; for directors.
        """
        return self.send(calls.create_game(title, seats, options, seed, terms, deal, request_id)).game_id

    def join_game(
        self, game_id: str, seat: int | None = None, *, entropy: str = "", request_id: str | None = None
    ) -> int:
        """Take a seat, the one named or the next free one, and return it; SeatTaken.

        `entropy` is added to the seed, for everybody to see, so that the server alone does not decide on chance.
        """
        return self.send(calls.join_game(game_id, seat, entropy, request_id)).seat

    def start_game(self, game_id: str, *, request_id: str | None = None) -> play_pb2.Revision:
        """Start a game whose seats are all taken."""
        return self.send(calls.start_game(game_id, request_id)).revision

    def game(self, game_id: str) -> pb.GetGameResponse:
        """A game in short: status, players, options, result."""
        return self.send(calls.get_game(game_id))

    def games(
        self,
        title: str = "",
        *,
        status: game_pb2.GameStatus.ValueType = game_pb2.GAME_STATUS_UNSPECIFIED,
        player: str = "",
        page_size: int = 0,
    ) -> Pages[pb.ListGamesResponse, game_pb2.GameSummary]:
        """All games (of a title, of a status, with this player), page by page."""
        return Pages(
            self.send, lambda token: calls.list_games(title, status, player, page_size, token), lambda page: page.games
        )

    # Playing

    def position(self, game_id: str, revision: int | None = None, *, seat: int | None = None) -> pb.GetPositionResponse:
        """The table as this player may see it, now or at a revision; `seat` says which, if the player holds several.

        Revisions are counted from 1.  One call draws the table: title, players and component set are in the answer.
        """
        return self.send(calls.get_position(game_id, revision, seat))

    def legal_moves(
        self,
        game_id: str,
        kind: str = "",
        *,
        revision: int | None = None,
        seat: int | None = None,
        page_size: int = 0,
    ) -> Pages[pb.ListLegalMovesResponse, game_pb2.LegalMove]:
        """Legal moves of this player (of one kind), now or at a revision, page by page; pages list one revision.

        `seat` says which, if the player holds several.  `first_page()` has the revision, the open decisions of the
        seat, the counts by kind, and whether the list is `truncated`: there are then legal moves that are not in it.
        """
        return Pages(
            self.send,
            lambda token: calls.list_legal_moves(game_id, kind, revision, seat, page_size, token),
            lambda page: page.moves,
        )

    def count_legal_moves(
        self, game_id: str, *, revision: int | None = None, seat: int | None = None
    ) -> dict[str, int]:
        """How many legal moves there are of each kind, now or at a revision."""
        page = self.send(calls.list_legal_moves(game_id, "", revision, seat, 1))
        return {one.kind: one.count for one in page.counts}

    def submit(
        self,
        game_id: str,
        decision_id: str,
        move: play_pb2.Move | str,
        *,
        validate_only: bool = False,
        request_id: str | None = None,
    ) -> play_pb2.Revision:
        """Make a move, as a message or in notation; the revision tells what it led to.  With `validate_only`, ask.

        MoveRefused if the rules refuse it, DecisionClosed if nobody waits for it, GameOver.
        """
        return self.send(calls.submit_move(game_id, decision_id, move, validate_only, request_id)).revision

    def watch(self, game_id: str, start_revision: int = 1, *, seat: int | None = None) -> Iterator[play_pb2.Revision]:
        """Revisions from one on (0, as 1, is the first), each exactly once and in order, until the game ends.

        When the stream breaks (the service is restarted, the connection is lost, the reader was too slow) it is asked
        for again from the next revision.  TryAgain if that brings nothing for as long as the options are patient;
        other errors at once.
        """
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
    ) -> Iterator[ReplayedRevision]:
        """Past revisions from one to another (0: the last one that there is), each once and in order, as they were.

        Each has its receive time, its base, whether it counts, and a position if wanted; at once, or at a `Pace`.
        """
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
    ) -> Pages[pb.ListEventsResponse, game_pb2.LoggedEvent]:
        """What has happened, event by event, from one revision to another (0: the current one), page by page."""
        return Pages(
            self.send,
            lambda token: calls.list_events(game_id, start_revision, end_revision, seat, page_size, token),
            lambda page: page.events,
        )

    def score_sheet(
        self, game_id: str, revision: int | None = None, *, seat: int | None = None
    ) -> pb.GetScoreSheetResponse:
        """The score with every line that the caller may see, also in mid-game, now or at a revision."""
        return self.send(calls.get_score_sheet(game_id, revision, seat))

    # Sending

    def send(self, call: Call[Response]) -> Response:
        """Send a call of `quarterdeck.client.calls`, `referee` or `director`, and give its whole response."""
        attempt, began = 1, time.monotonic()
        while True:
            self._check_open()
            try:
                response: Response = self._sender(call)(
                    call.request, timeout=self.options.deadline, metadata=self.options.metadata
                )
            except (grpc.RpcError, ValueError) as fault:
                error = self._error_of(fault)
            else:
                return response
            time.sleep(pause_before_retry(self.options, error, attempt, time.monotonic() - began))
            attempt += 1

    def stream(self, call: Call[Response]) -> Iterator[Response]:
        """Send a call that is answered by a stream which ends by itself, and give its responses as they come."""
        stream = self._opened(call)
        try:
            yield from stream
        except grpc.RpcError as fault:
            raise self._error_of(fault) from None
        finally:
            stream.cancel()

    def _opened(self, call: Call[Response]) -> Any:
        self._check_open()
        return self._channel.unary_stream(call.method, type(call.request).SerializeToString, call.response.FromString)(
            call.request, metadata=self.options.metadata
        )

    def _streamed(self, streaming: Streaming[Response, Item]) -> Iterator[Item]:
        while True:
            stream = self._opened(streaming.call())
            error: QuarterdeckError | None = None
            try:
                for message in stream:
                    if (item := streaming.heard(message)) is not None:
                        yield item
            except grpc.RpcError as fault:
                error = self._error_of(fault)
            finally:
                stream.cancel()
            if streaming.is_over:
                return
            time.sleep(streaming.pause_before_resuming(error))

    def _check_open(self) -> None:
        """DeskClosed if it is closed: what gRPC would say of it is not of this client's errors."""
        if self._is_closed:
            raise desk_closed()

    def _error_of(self, fault: grpc.RpcError | ValueError) -> QuarterdeckError:
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
