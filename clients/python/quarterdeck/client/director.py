"""What directors do to a game, as calls that any desk sends: `desk.send(director.pause(game_id, "fire alarm"))`.

Each act has a reason, for everybody to read.  The token has to be a director's or an administrator's.
"""

from collections.abc import Iterable

from google.protobuf.duration_pb2 import Duration

from quarterdeck.client.calls import Call, command_of
from quarterdeck.v1 import director_service_pb2 as pb

_DIRECTOR = "/quarterdeck.v1.DirectorService/"


def pause(game_id: str, reason: str, *, request_id: str | None = None) -> Call[pb.PauseGameResponse]:
    """Have the game stand still, and its clocks."""
    request = command_of(pb.PauseGameRequest, request_id, game_id=game_id, reason=reason)
    return Call(_DIRECTOR + "PauseGame", request, pb.PauseGameResponse)


def resume(game_id: str, reason: str, *, request_id: str | None = None) -> Call[pb.ResumeGameResponse]:
    """Have the game go on, with the time that was left."""
    request = command_of(pb.ResumeGameRequest, request_id, game_id=game_id, reason=reason)
    return Call(_DIRECTOR + "ResumeGame", request, pb.ResumeGameResponse)


def add_time(
    game_id: str, seat: int, seconds: float, reason: str, *, request_id: str | None = None
) -> Call[pb.AddTimeResponse]:
    """Give a seat more time; it is counted in whole milliseconds."""
    span = Duration()
    span.FromMilliseconds(round(seconds * 1000))
    request = command_of(
        pb.AddTimeRequest,
        request_id,
        game_id=game_id,
        reason=reason,
        seat=seat,
        span=span,
    )
    return Call(_DIRECTOR + "AddTime", request, pb.AddTimeResponse)


def replace_player(
    game_id: str, seat: int, player: str, reason: str, *, request_id: str | None = None
) -> Call[pb.ReplacePlayerResponse]:
    """Give a seat to another player, or with an empty name to the house bot."""
    request = command_of(
        pb.ReplacePlayerRequest,
        request_id,
        game_id=game_id,
        reason=reason,
        seat=seat,
        player=player,
    )
    return Call(_DIRECTOR + "ReplacePlayer", request, pb.ReplacePlayerResponse)


def force_default_move(
    game_id: str, seat: int, reason: str, *, request_id: str | None = None
) -> Call[pb.ForceDefaultMoveResponse]:
    """Have the default move made for a seat that is waited for."""
    request = command_of(
        pb.ForceDefaultMoveRequest,
        request_id,
        game_id=game_id,
        reason=reason,
        seat=seat,
    )
    return Call(_DIRECTOR + "ForceDefaultMove", request, pb.ForceDefaultMoveResponse)


def undo(game_id: str, to: int, reason: str, *, request_id: str | None = None) -> Call[pb.UndoMovesResponse]:
    """Take back the moves after revision `to`, whatever the terms say."""
    request = command_of(pb.UndoMovesRequest, request_id, game_id=game_id, reason=reason, to=to)
    return Call(_DIRECTOR + "UndoMoves", request, pb.UndoMovesResponse)


def adjudicate(
    game_id: str, reason: str, ranks: Iterable[int] = (), *, request_id: str | None = None
) -> Call[pb.AdjudicateGameResponse]:
    """End the game with these ranks in seat order (1 is best), or without any with those that it has."""
    request = command_of(
        pb.AdjudicateGameRequest,
        request_id,
        game_id=game_id,
        reason=reason,
        ranks=list(ranks),
    )
    return Call(_DIRECTOR + "AdjudicateGame", request, pb.AdjudicateGameResponse)


def void(game_id: str, reason: str, *, request_id: str | None = None) -> Call[pb.VoidGameResponse]:
    """End the game without a result."""
    request = command_of(pb.VoidGameRequest, request_id, game_id=game_id, reason=reason)
    return Call(_DIRECTOR + "VoidGame", request, pb.VoidGameResponse)
