"""The calls of the service as values: what is sent where, and what comes back.

Every call is described here once; `Desk` and `AsyncDesk` send it.  A value that no message can hold (a negative page
size, a number as a title) is ArgumentInvalid, in the form in which the service would say so, and nothing is sent.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from quarterdeck.client.errors import argument_invalid
from quarterdeck.client.filling import problem_of
from quarterdeck.v1 import game_pb2, play_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import replay_service_pb2 as replays_pb
from quarterdeck.v1 import title_service_pb2 as titles_pb
from quarterdeck.v1.conduct_pb2 import Terms

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)

_GAMES = "/quarterdeck.v1.GameService/"
_TITLES = "/quarterdeck.v1.TitleService/"
_REPLAYS = "/quarterdeck.v1.ReplayService/"


class Pace(TypedDict, total=False):
    """How long a replay pauses between two revisions; not at all if nothing is said."""

    interval: float | None
    """Seconds, the same everywhere."""
    speed: float | None
    """How many times as fast as it was played."""
    longest_pause: float | None
    """Seconds that no pause of the recorded times is longer than; 10 if only a speed is given."""


@dataclass(frozen=True)
class Call(Generic[Response]):
    """One call: the method by its full name, the request, and the type of the response."""

    method: str
    request: Message
    response: type[Response]


def list_titles() -> Call[titles_pb.ListTitlesResponse]:
    """All titles."""
    return Call(_TITLES + "ListTitles", titles_pb.ListTitlesRequest(), titles_pb.ListTitlesResponse)


def get_title(title: str) -> Call[titles_pb.GetTitleResponse]:
    """One title."""
    return Call(_TITLES + "GetTitle", request_of(titles_pb.GetTitleRequest, title=title), titles_pb.GetTitleResponse)


def list_components(
    title: str, component_set: str, table: str, page_size: int, page_token: str
) -> Call[titles_pb.ListComponentsResponse]:
    """A page of components."""
    request = request_of(
        titles_pb.ListComponentsRequest,
        title=title,
        component_set=component_set,
        table=table,
        page_size=page_size,
        page_token=page_token,
    )
    return Call(_TITLES + "ListComponents", request, titles_pb.ListComponentsResponse)


def create_game(
    title: str,
    seats: int,
    options: Mapping[str, str] | None,
    seed: str | None,
    terms: Terms | None,
    deal: str | None,
    request_id: str | None,
) -> Call[pb.CreateGameResponse]:
    """A new game; one with a seed is for practice, one with a deal shares it, and begins it if it names no game."""
    request = command_of(
        pb.CreateGameRequest,
        request_id,
        title=title,
        seats=seats,
        options=_options(options),
        practice=seed is not None,
        seed="" if seed is None else seed,
        terms=terms,
        shared_deal=None if deal is None else {"game_id": deal},
    )
    return Call(_GAMES + "CreateGame", request, pb.CreateGameResponse)


def join_game(game_id: str, seat: int | None, entropy: str, request_id: str | None) -> Call[pb.JoinGameResponse]:
    """A seat."""
    request = command_of(pb.JoinGameRequest, request_id, game_id=game_id, seat=seat, entropy=entropy)
    return Call(_GAMES + "JoinGame", request, pb.JoinGameResponse)


def start_game(game_id: str, request_id: str | None) -> Call[pb.StartGameResponse]:
    """The set-up."""
    request = command_of(pb.StartGameRequest, request_id, game_id=game_id)
    return Call(_GAMES + "StartGame", request, pb.StartGameResponse)


def get_game(game_id: str) -> Call[pb.GetGameResponse]:
    """A game in short."""
    return Call(_GAMES + "GetGame", request_of(pb.GetGameRequest, game_id=game_id), pb.GetGameResponse)


def list_games(
    title: str, status: game_pb2.GameStatus.ValueType, player: str, page_size: int, page_token: str
) -> Call[pb.ListGamesResponse]:
    """A page of games."""
    request = request_of(
        pb.ListGamesRequest, title=title, status=status, player=player, page_size=page_size, page_token=page_token
    )
    return Call(_GAMES + "ListGames", request, pb.ListGamesResponse)


def get_position(game_id: str, revision: int | None, seat: int | None) -> Call[pb.GetPositionResponse]:
    """A position."""
    request = request_of(pb.GetPositionRequest, game_id=game_id, revision=revision, seat=seat)
    return Call(_GAMES + "GetPosition", request, pb.GetPositionResponse)


def list_legal_moves(
    game_id: str, kind: str, revision: int | None, seat: int | None, page_size: int, page_token: str = ""
) -> Call[pb.ListLegalMovesResponse]:
    """A page of legal moves."""
    request = request_of(
        pb.ListLegalMovesRequest,
        game_id=game_id,
        kind=kind,
        revision=revision,
        seat=seat,
        page_size=page_size,
        page_token=page_token,
    )
    return Call(_GAMES + "ListLegalMoves", request, pb.ListLegalMovesResponse)


def submit_move(
    game_id: str, decision_id: str, move: play_pb2.Move | str, validate_only: bool, request_id: str | None
) -> Call[pb.SubmitMoveResponse]:
    """A move, as a message or in notation."""
    request = command_of(
        pb.SubmitMoveRequest,
        request_id,
        game_id=game_id,
        decision_id=decision_id,
        move={"notation": move} if isinstance(move, str) else move,
        validate_only=validate_only,
    )
    return Call(_GAMES + "SubmitMove", request, pb.SubmitMoveResponse)


def watch_game(game_id: str, start_revision: int, seat: int | None) -> Call[pb.WatchGameResponse]:
    """A stream of revisions."""
    request = request_of(pb.WatchGameRequest, game_id=game_id, start_revision=start_revision, seat=seat)
    return Call(_GAMES + "WatchGame", request, pb.WatchGameResponse)


def list_events(
    game_id: str, start_revision: int, end_revision: int, seat: int | None, page_size: int, page_token: str
) -> Call[pb.ListEventsResponse]:
    """A page of events."""
    request = request_of(
        pb.ListEventsRequest,
        game_id=game_id,
        start_revision=start_revision,
        end_revision=end_revision,
        seat=seat,
        page_size=page_size,
        page_token=page_token,
    )
    return Call(_GAMES + "ListEvents", request, pb.ListEventsResponse)


def get_score_sheet(game_id: str, revision: int | None, seat: int | None) -> Call[pb.GetScoreSheetResponse]:
    """A score sheet."""
    request = request_of(pb.GetScoreSheetRequest, game_id=game_id, revision=revision, seat=seat)
    return Call(_GAMES + "GetScoreSheet", request, pb.GetScoreSheetResponse)


def replay_game(
    game_id: str,
    start_revision: int,
    end_revision: int,
    seat: int | None = None,
    with_positions: bool = False,
    **pace: Unpack[Pace],
) -> Call[replays_pb.ReplayGameResponse]:
    """A stream of past revisions; at recorded times if a speed or a longest pause is given."""
    interval, speed, longest_pause = pace.get("interval"), pace.get("speed"), pace.get("longest_pause")
    recorded: dict[str, Any] | None = None
    if speed is not None or longest_pause is not None:
        if interval is not None:
            raise argument_invalid("interval", "either an interval or the recorded times can be kept to")
        recorded = {"speed": speed, "longest_pause": _span("longest_pause", longest_pause)}
    request = request_of(
        replays_pb.ReplayGameRequest,
        game_id=game_id,
        start_revision=start_revision,
        end_revision=end_revision,
        seat=seat,
        with_positions=with_positions,
        interval=_span("interval", interval),
        recorded=recorded,
    )
    return Call(_REPLAYS + "ReplayGame", request, replays_pb.ReplayGameResponse)


def _span(name: str, seconds: float | None) -> Duration | None:
    """Seconds as a message, in whole milliseconds; ArgumentInvalid."""
    if seconds is None:
        return None
    span = Duration()
    try:
        span.FromMilliseconds(round(seconds * 1000))
    except (TypeError, ValueError, OverflowError):
        raise argument_invalid(name, f"{seconds!r} is no number of seconds") from None
    return span


def new_request_id() -> str:
    """A request id that nobody has used."""
    return str(uuid.uuid4())


def _options(options: Mapping[str, str] | None) -> list[dict[str, str]]:
    try:
        chosen = dict(options or {})
    except (TypeError, ValueError):
        raise argument_invalid("options", f"{options!r} is no mapping of names to values") from None
    return [{"name": name, "value": value} for name, value in chosen.items()]


def command_of(kind: type[Request], request_id: str | None, /, **fields: Any) -> Request:
    """A request that changes something, under this id or a new one; ArgumentInvalid as from `request_of`."""
    return request_of(kind, request_id=request_id or new_request_id(), **fields)


def request_of(kind: type[Request], /, **fields: Any) -> Request:
    """A request with these fields; ArgumentInvalid names the one that cannot hold its value."""
    try:
        return kind(**fields)
    except (TypeError, ValueError):
        for name, value in fields.items():
            _fill(kind, name, value)
        raise


def _fill(kind: type[Message], name: str, value: object) -> None:
    """ArgumentInvalid if this is the field that cannot hold its value."""
    try:
        kind(**{name: value})
    except (TypeError, ValueError) as fault:
        raise argument_invalid(name, problem_of(value, fault)) from None
