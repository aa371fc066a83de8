"""What the service sends of a game: the bytes of its answers to one viewer, made by the servicers themselves."""

from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any, cast

from google.protobuf.message import Message
from msgspec import Struct

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.book.records import Envelope
from quarterdeck_rules.conduct import conduct
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.history import History
from quarterdeck_rules.engine.game import Game, Started, Status
from quarterdeck_rules.engine.title import Title, Viewer
from quarterdeck_rules.words import languages
from quarterdeck_server.api import gate
from quarterdeck_server.api.answers import watched_bytes
from quarterdeck_server.api.game_service import GameService
from quarterdeck_server.api.languages import ask_for
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.status import status_of
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import Kind, Rejection

PAGE = 60
"""So many legal moves are looked at as bytes; their counts are of all."""


class Told(Messages):
    """Messages without a memory: two worlds have the same game id and revision, and must not share bytes."""

    def cached(self, what: str, game_id: str, revision: int, viewer: Viewer, build: Callable[[], bytes]) -> bytes:
        return build()


class Service:
    """The service as far as it shows a game.  Both worlds are shown by the same one."""

    def __init__(self, title: Title[Any], messages: Messages | None = None) -> None:
        self._offer = Offer(title)
        self._messages = messages or Told()

    def sent(self, game: Game[Any], events: tuple[Struct, ...], viewer: Viewer) -> dict[str, bytes]:
        """Every answer about a game and its last revision, by call; the events are those of that revision.

        The language goes by the revision, so that a playout is told in all of them.
        """
        envelope = Envelope(game.revision, "2026-01-01T00:00:00Z", "", "", request_id="id")
        # Nobody asks for the revisions before this one: it stands in for them.
        past = [Revision(events, envelope)] * game.revision
        begun = () if game.status is Status.WAITING else (Started(),)
        history = History([(*begun, *events), *[events] * (game.revision - 1)])
        title = self._offer.title
        case = Case(title, self._offer.components, game, conduct.begin(game.created.seats), history)
        live = LiveGame("game", self._offer, case, past)
        games = cast(Any, _OneGame(live))
        service = GameService(
            cast(Any, None), Reads(cast(Any, None), games, cast(Any, None), 1.0, utc_now), self._messages
        )
        context = copy_context()
        context.run(ask_for, languages()[game.revision % len(languages())])
        if viewer is not None:
            context.run(gate._CALLER.set, Caller(game.players[viewer] or ""))
        return context.run(_answers, service, live, viewer)


class _OneGame:
    def __init__(self, live: LiveGame) -> None:
        self._live = live

    async def get(self, game_id: str) -> LiveGame:
        return self._live


def _answers(service: GameService, live: LiveGame, viewer: Viewer) -> dict[str, bytes]:
    number = live.game.revision
    calls: dict[str, Coroutine[Any, Any, Any]] = {
        "GetGame": service.GetGame(pb.GetGameRequest(game_id="game"), None),
        "GetPosition": service.GetPosition(pb.GetPositionRequest(game_id="game"), None),
        "ListEvents": service.ListEvents(pb.ListEventsRequest(game_id="game", start_revision=number), None),
        "GetScoreSheet": service.GetScoreSheet(pb.GetScoreSheetRequest(game_id="game"), None),
    }
    if live.game.status is Status.ACTIVE:
        asked = pb.ListLegalMovesRequest(game_id="game", page_size=PAGE)
        calls["ListLegalMoves"] = service.ListLegalMoves(asked, None)
    told = {name: _bytes(_answer(call)) for name, call in calls.items()}
    told["WatchGame"] = watched_bytes(service._messages, live, live.revisions[-1], viewer)
    late = Rejection(Kind.DECISION_CLOSED, situation=live.situation(viewer))
    status = status_of(late, *service._messages.explain(late))
    told["an error"] = repr((status.code, status.details, status.trailing_metadata)).encode()
    return told


def _answer(call: Coroutine[Any, Any, Any]) -> Any:
    """What a call gives that has nothing to wait for."""
    try:
        call.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("a read of a game in memory waits for nothing")


def _bytes(answer: Message | bytes) -> bytes:
    # A servicer may give bytes already: made of the same values in the same order.
    return answer if isinstance(answer, bytes) else answer.SerializeToString(deterministic=True)
