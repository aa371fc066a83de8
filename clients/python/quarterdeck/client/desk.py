"""The desk: one connection of one player to the service."""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Self, TypeVar

import grpc
from google.protobuf.message import Message

from quarterdeck.client.errors import QuarterdeckError, TryAgain, error_of
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import game_service_pb2_grpc, play_pb2, title_service_pb2, title_service_pb2_grpc

Response = TypeVar("Response", bound=Message)

DEADLINE_SECONDS = 10.0
"""How long a call may take, unless the desk says otherwise."""
ATTEMPTS = 5
"""How often a call is sent before the service counts as away."""
FIRST_PAUSE_SECONDS = 0.05
"""The pause before the second attempt; it doubles from one to the next."""


class Desk:
    """Calls of one player.  Close it, or use it in a `with` statement.

    Every mutating call carries a request id and is sent again under the same id if the service could not be reached:
    it is applied once, and gives the same answer.  All calls raise `QuarterdeckError`, see `quarterdeck.client.errors`.
    """

    def __init__(self, address: str, token: str = "", *, deadline: float = DEADLINE_SECONDS) -> None:
        """`token` says who calls; without one everything can be read that a spectator may see.

        The connection is not encrypted: use it on one machine, or through a proxy that encrypts.
        """
        self._channel = grpc.insecure_channel(address)
        self._games = game_service_pb2_grpc.GameServiceStub(self._channel)
        self._titles = title_service_pb2_grpc.TitleServiceStub(self._channel)
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()
        self._deadline = deadline

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._channel.close()

    def wait_until_ready(self, seconds: float) -> None:
        """Wait for the service to be reachable; TryAgain if it is not within so many seconds."""
        try:
            grpc.channel_ready_future(self._channel).result(timeout=seconds)
        except grpc.FutureTimeoutError:
            message = f"no service was reachable within {seconds:g} seconds"
            raise TryAgain(grpc.StatusCode.UNAVAILABLE, message, "", {}) from None

    # Titles and games

    def titles(self) -> list[title_service_pb2.TitleSummary]:
        """The titles that can be played."""
        request = title_service_pb2.ListTitlesRequest()
        return list(self._call(self._titles.ListTitles, request).titles)

    def title(self, title: str) -> title_service_pb2.GetTitleResponse:
        """A title with its options and what is reconstructed."""
        return self._call(self._titles.GetTitle, title_service_pb2.GetTitleRequest(title=title))

    def create_game(
        self,
        title: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seed: str | None = None,
        request_id: str | None = None,
    ) -> str:
        """Create a game and return its id.  With a seed it is a practice game for ever."""
        request = pb.CreateGameRequest(
            request_id=request_id or _new_id(),
            title=title,
            seats=seats,
            options=[play_pb2.OptionValue(name=name, value=value) for name, value in (options or {}).items()],
            practice=seed is not None,
            seed=seed or "",
        )
        return self._call(self._games.CreateGame, request).game_id

    def join_game(self, game_id: str, seat: int | None = None, *, request_id: str | None = None) -> int:
        """Take a seat, the one named or the next free one, and return it."""
        request = pb.JoinGameRequest(request_id=request_id or _new_id(), game_id=game_id, seat=seat)
        return self._call(self._games.JoinGame, request).seat

    def start_game(self, game_id: str, *, request_id: str | None = None) -> play_pb2.Revision:
        """Start a game whose seats are all taken."""
        request = pb.StartGameRequest(request_id=request_id or _new_id(), game_id=game_id)
        return self._call(self._games.StartGame, request).revision

    def game(self, game_id: str) -> pb.GetGameResponse:
        """A game in short: status, players, options, result."""
        return self._call(self._games.GetGame, pb.GetGameRequest(game_id=game_id))

    def games(self, title: str = "") -> Iterator[pb.GameSummary]:
        """All games (of a title), page by page."""
        token = ""
        while True:
            page = self._call(self._games.ListGames, pb.ListGamesRequest(title=title, page_token=token))
            yield from page.games
            if not (token := page.next_page_token):
                return

    # Playing

    def position(self, game_id: str, revision: int | None = None, *, seat: int | None = None) -> pb.GetPositionResponse:
        """The table as this player may see it, now or at a revision; `seat` says which, if the player holds several."""
        request = pb.GetPositionRequest(game_id=game_id, revision=revision, seat=seat)
        return self._call(self._games.GetPosition, request)

    def legal_moves(
        self, game_id: str, kind: str = "", *, seat: int | None = None, page_size: int = 0
    ) -> Iterator[pb.LegalMove]:
        """Legal moves of this player (of one kind), page by page; pages go on listing one revision.

        `seat` says which, if the player holds several.
        """
        token = ""
        while True:
            request = pb.ListLegalMovesRequest(
                game_id=game_id, kind=kind, seat=seat, page_size=page_size, page_token=token
            )
            page = self._call(self._games.ListLegalMoves, request)
            yield from page.moves
            if not (token := page.next_page_token):
                return

    def submit(
        self,
        game_id: str,
        decision_id: str,
        move: play_pb2.Move | str,
        *,
        validate_only: bool = False,
        request_id: str | None = None,
    ) -> play_pb2.Revision:
        """Make a move, as a message or in notation; the revision tells what it led to.  With `validate_only`, ask."""
        request = pb.SubmitMoveRequest(
            request_id=request_id or _new_id(),
            game_id=game_id,
            decision_id=decision_id,
            move=play_pb2.Move(notation=move) if isinstance(move, str) else move,
            validate_only=validate_only,
        )
        return self._call(self._games.SubmitMove, request).revision

    def watch(self, game_id: str, start_revision: int = 1, *, seat: int | None = None) -> Iterator[play_pb2.Revision]:
        """Revisions from one on, each once, until the game ends; QuarterdeckError if the stream breaks."""
        request = pb.WatchGameRequest(game_id=game_id, start_revision=start_revision, seat=seat)
        try:
            for message in self._games.WatchGame(request, metadata=self._metadata):
                if message.HasField("revision"):
                    yield message.revision
        except grpc.RpcError as error:
            raise error_of(error) from None

    def score_sheet(self, game_id: str) -> pb.GetScoreSheetResponse:
        """The score with every line, also in mid-game."""
        return self._call(self._games.GetScoreSheet, pb.GetScoreSheetRequest(game_id=game_id))

    def _call(self, method: Callable[..., Response], request: Message) -> Response:
        pause = FIRST_PAUSE_SECONDS
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return method(request, timeout=self._deadline, metadata=self._metadata)
            except grpc.RpcError as fault:
                error = error_of(fault)
                if attempt == ATTEMPTS or not _may_send_again(error):
                    raise error from None
            time.sleep(pause)
            pause *= 2
        raise AssertionError("the last attempt returns or raises")


def _may_send_again(error: QuarterdeckError) -> bool:
    # Reads change nothing, and other calls carry a request id: both may be sent again.
    return error.code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED) or error.may_retry


def _new_id() -> str:
    return str(uuid.uuid4())
