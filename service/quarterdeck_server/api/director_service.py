"""DirectorService: convert, call, convert."""

from typing import Any

from google.protobuf.duration_pb2 import Duration

from quarterdeck.v1 import director_service_pb2 as pb
from quarterdeck.v1 import director_service_pb2_grpc, play_pb2
from quarterdeck_rules.conduct.terms import LONGEST_SECONDS
from quarterdeck_server.api.gate import needed_caller
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.requests import given, identified, name, sentence
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.direction import Direction
from quarterdeck_server.application.rejection import invalid
from quarterdeck_server.application.runner import Accepted


class DirectorService(director_service_pb2_grpc.DirectorServiceServicer):
    """What directors do to a game."""

    def __init__(self, direction: Direction, messages: Messages) -> None:
        self._direction = direction
        self._messages = messages

    async def PauseGame(self, request: pb.PauseGameRequest, context: Any) -> pb.PauseGameResponse:
        accepted = await self._direction.pause(*_asked("PauseGame", request))
        return pb.PauseGameResponse(revision=self._revision(accepted))

    async def ResumeGame(self, request: pb.ResumeGameRequest, context: Any) -> pb.ResumeGameResponse:
        accepted = await self._direction.resume(*_asked("ResumeGame", request))
        return pb.ResumeGameResponse(revision=self._revision(accepted))

    async def AddTime(self, request: pb.AddTimeRequest, context: Any) -> pb.AddTimeResponse:
        caller, identity, game_id, reason = _asked("AddTime", request)
        span = _milliseconds(request.span)
        accepted = await self._direction.add_time(caller, identity, game_id, request.seat, span, reason)
        return pb.AddTimeResponse(revision=self._revision(accepted))

    async def ReplacePlayer(self, request: pb.ReplacePlayerRequest, context: Any) -> pb.ReplacePlayerResponse:
        caller, identity, game_id, reason = _asked("ReplacePlayer", request)
        player = name("player", request.player) if request.player else None
        if player == caller.player:
            raise invalid("player", "who directs a game holds no seat in it")
        accepted = await self._direction.pass_seat(caller, identity, game_id, request.seat, player, reason)
        return pb.ReplacePlayerResponse(revision=self._revision(accepted))

    async def ForceDefaultMove(self, request: pb.ForceDefaultMoveRequest, context: Any) -> pb.ForceDefaultMoveResponse:
        caller, identity, game_id, reason = _asked("ForceDefaultMove", request)
        accepted = await self._direction.force(caller, identity, game_id, request.seat, reason)
        return pb.ForceDefaultMoveResponse(revision=self._revision(accepted))

    async def UndoMoves(self, request: pb.UndoMovesRequest, context: Any) -> pb.UndoMovesResponse:
        caller, identity, game_id, reason = _asked("UndoMoves", request)
        accepted = await self._direction.undo(caller, identity, game_id, request.to, reason)
        return pb.UndoMovesResponse(revision=self._revision(accepted))

    async def AdjudicateGame(self, request: pb.AdjudicateGameRequest, context: Any) -> pb.AdjudicateGameResponse:
        caller, identity, game_id, reason = _asked("AdjudicateGame", request)
        accepted = await self._direction.adjudicate(caller, identity, game_id, tuple(request.ranks), reason)
        return pb.AdjudicateGameResponse(revision=self._revision(accepted))

    async def VoidGame(self, request: pb.VoidGameRequest, context: Any) -> pb.VoidGameResponse:
        accepted = await self._direction.void(*_asked("VoidGame", request))
        return pb.VoidGameResponse(revision=self._revision(accepted))

    def _revision(self, accepted: Accepted) -> play_pb2.Revision:
        return self._messages.revision(accepted.live, accepted.revision, None)


def _asked(method: str, request: Any) -> tuple[Caller, Request, str, str]:
    """Who asks, the identity of the call, the game, and the reason."""
    caller, identity = needed_caller(), identified(method, request, request.request_id)
    return caller, identity, given("game_id", request.game_id), sentence("reason", request.reason)


def _milliseconds(span: Duration) -> int:
    milliseconds = int(span.ToMilliseconds())
    if span.nanos % 1_000_000 or not 1000 <= milliseconds <= LONGEST_SECONDS * 1000:
        raise invalid("span", f"1 second to {LONGEST_SECONDS // 86400} days are taken, in whole milliseconds")
    return milliseconds
