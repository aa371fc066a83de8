"""Answers that more than one call gives, made once as bytes for all who look from the same place."""

from collections.abc import Callable
from typing import Any

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.api.messages import Messages, ended_message, status_number
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.looking import Look


def position_bytes(
    messages: Messages, live: LiveGame, revision: int, viewer: Viewer, at: Callable[[int], Case[Any]]
) -> bytes:
    """The answer of `GetPosition`, with the case that `at` gives for the revision, and its Rejections."""

    def build() -> bytes:
        return _position(messages, live, at(revision), viewer).SerializeToString()

    return messages.cached("position", live.id, revision, viewer, build)


def watched_bytes(messages: Messages, live: LiveGame, revision: Revision, viewer: Viewer) -> bytes:
    """The message of `WatchGame` that has this revision."""

    def build() -> bytes:
        return pb.WatchGameResponse(revision=messages.revision(live, revision, viewer)).SerializeToString()

    return messages.cached("watch", live.id, revision.number, viewer, build)


def heartbeat_bytes(messages: Messages, look: Look) -> bytes:
    """The message of `WatchGame` that says where a stream stands, with the clocks as they stood there."""

    def build() -> bytes:
        clocks = messages.conduct.conduct(look.case.conduct).clocks
        heartbeat = pb.Heartbeat(revision=look.revision, clocks=clocks)
        return pb.WatchGameResponse(heartbeat=heartbeat).SerializeToString()

    # Conduct has no secrets: it is the same for everybody.
    return messages.cached("heartbeat", look.live.id, look.revision, None, build)


def _position(messages: Messages, live: LiveGame, case: Case[Any], viewer: Viewer) -> pb.GetPositionResponse:
    game, title = case.game, live.offer.title
    ended = live.ended if game.status is Status.ENDED else None
    return pb.GetPositionResponse(
        revision=game.revision,
        viewer_seat=viewer,
        status=status_number(game.status),
        position=messages.position(title, game, viewer) if case.history.is_started else None,
        open_decisions=messages.decisions(title, open_decisions(game.agenda), viewer, game.players),
        result=ended_message(ended) if ended is not None else None,
        title=title.name,
        players=[player or "" for player in game.players],
        component_set=game.created.component_set,
    )
