"""ReplayService: convert, call, convert."""

import math
from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Any

from google.protobuf.duration_pb2 import Duration

from quarterdeck.v1 import game_service_pb2, play_pb2, replay_service_pb2_grpc
from quarterdeck.v1 import replay_service_pb2 as pb
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.api.answers import position_bytes, watched_bytes
from quarterdeck_server.api.gate import current_caller, needed_caller
from quarterdeck_server.api.messages import Messages, ended_message, timestamp
from quarterdeck_server.api.requests import check_range, given, given_revision, identified, named_seat
from quarterdeck_server.api.sentry import current_lease
from quarterdeck_server.application.forks import Forks
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.past import Past
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import invalid
from quarterdeck_server.application.replays import Interval, Pace, Recorded, replay

_LONGEST_SECONDS = 3600
_USUAL_LONGEST = 10_000
_SLOWEST, _FASTEST = 0.01, 1_000_000.0


class ReplayService(replay_service_pb2_grpc.ReplayServiceServicer):
    """Games played again from their logs, and games that go on elsewhere."""

    def __init__(self, reads: Reads, forks: Forks, hub: Hub, messages: Messages) -> None:
        self._reads = reads
        self._forks = forks
        self._hub = hub
        self._messages = messages

    async def ReplayGame(self, request: pb.ReplayGameRequest, context: Any) -> AsyncIterator[pb.ReplayGameResponse]:
        caller, pace = current_caller(), _pace(request)
        game_id, seat = given("game_id", request.game_id), named_seat(request)
        heard_of = max(request.start_revision, request.end_revision)
        look = await self._reads.look(game_id, caller, seat, heard_of=heard_of)
        live, last = look.live, look.latest
        start, end = max(1, request.start_revision), request.end_revision or last
        check_range(start, end, last)
        ended = live.ended if end == last else None
        # Asked once: what is taken back while the stream runs was played when it began.
        counted = frozenset(look.case.history.counted())
        # Of its own, so that many replays of one game do not push out each other's cases.
        revisions, past = live.revisions[start - 1 : end], Past()
        async with aclosing(replay(self._hub, revisions, pace, current_lease())) as replayed:
            async for revision in replayed:
                # As with a watch, the game in memory may be another one by now, and a seat somebody else's.
                look = await self._reads.look(game_id, caller, seat, revision.number)
                live, viewer = look.live, look.viewer
                yield pb.ReplayGameResponse(
                    revision=pb.ReplayedRevision(
                        revision=self._revision(live, revision, viewer),
                        receive_time=timestamp(revision.command.received),
                        base=live.case.history.command(revision.number).base,
                        counts=revision.number in counted,
                        position=self._position(live, revision, viewer, past) if request.with_positions else None,
                        end_revision=end,
                    )
                )
        if ended is not None:
            yield pb.ReplayGameResponse(ended=ended_message(ended))

    async def ForkGame(self, request: pb.ForkGameRequest, context: Any) -> pb.ForkGameResponse:
        caller, identity = needed_caller(), identified("ForkGame", request, request.request_id)
        game_id, revision = given("game_id", request.game_id), given_revision(request)
        if request.all_seats and request.seats:
            raise invalid("seats", "all seats are taken already")
        seats = None if request.all_seats else tuple(request.seats)
        accepted = await self._forks.fork(caller, identity, game_id, revision, seats)
        live, forked = accepted.live, accepted.live.game.forked
        assert forked is not None, "a fork says where it goes on from"
        viewer = next(iter(accepted.revision.seats_taken(caller.player)), None)
        return pb.ForkGameResponse(
            game_id=live.id,
            parent_revision=forked.revision,
            revision=self._messages.revision(live, accepted.revision, viewer),
        )

    def _revision(self, live: LiveGame, revision: Revision, viewer: Viewer) -> play_pb2.Revision:
        """The very bytes of a watch."""
        made = watched_bytes(self._messages, live, revision, viewer)
        return game_service_pb2.WatchGameResponse.FromString(made).revision

    def _position(
        self, live: LiveGame, revision: Revision, viewer: Viewer, past: Past
    ) -> game_service_pb2.GetPositionResponse:
        """The very bytes of `GetPosition`.  Asked for in order, each position is folded on from the one before."""
        made = position_bytes(self._messages, live, revision.number, viewer, partial(past.at, live.case))
        return game_service_pb2.GetPositionResponse.FromString(made)


def _pace(request: pb.ReplayGameRequest) -> Pace:
    match request.WhichOneof("pace"):
        case "interval":
            return Interval(_milliseconds("interval", request.interval))
        case "recorded":
            recorded = request.recorded
            speed = recorded.speed or 1.0
            if not (math.isfinite(speed) and _SLOWEST <= speed <= _FASTEST):
                raise invalid("recorded.speed", f"{_SLOWEST:g} to {_FASTEST:,.0f} are taken")
            has_longest = recorded.HasField("longest_pause")
            longest = _milliseconds("recorded.longest_pause", recorded.longest_pause) if has_longest else _USUAL_LONGEST
            return Recorded(speed, longest)
    return Interval(0)


def _milliseconds(field: str, span: Duration) -> int:
    milliseconds = span.seconds * 1000 + span.nanos // 1_000_000
    if span.nanos % 1_000_000 or not 0 <= milliseconds <= _LONGEST_SECONDS * 1000:
        raise invalid(field, "nothing to 1 hour is taken, in whole milliseconds")
    return milliseconds
