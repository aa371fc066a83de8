"""GameService: convert, call, convert."""

from typing import Any

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_server.api.conduct import TermsReader
from quarterdeck_server.api.game_reads import GameReads
from quarterdeck_server.api.gate import needed_caller
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.moves import MoveReader
from quarterdeck_server.api.requests import given, identified, short
from quarterdeck_server.application.commands import Commands, NewGame
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.rejection import not_understood


class GameService(GameReads):
    """Games, from creation to result."""

    def __init__(self, commands: Commands, reads: Reads, messages: Messages) -> None:
        super().__init__(reads, messages)
        self._commands = commands
        self._moves = MoveReader(messages.converter)
        self._terms = TermsReader(messages.converter)

    async def CreateGame(self, request: pb.CreateGameRequest, context: Any) -> pb.CreateGameResponse:
        caller, identity = needed_caller(), identified("CreateGame", request, request.request_id)
        title, seed = short("title", given("title", request.title)), short("seed", request.seed)
        terms = self._terms.read(request.terms)
        deal = short("shared_deal", request.shared_deal.game_id) if request.HasField("shared_deal") else None
        wanted = NewGame(title, request.seats, _options(request), request.practice, seed, terms, deal)
        accepted = await self._commands.create(caller, identity, wanted)
        revision = self._messages.revision(accepted.live, accepted.revision, None)
        return pb.CreateGameResponse(game_id=accepted.live.id, revision=revision)

    async def JoinGame(self, request: pb.JoinGameRequest, context: Any) -> pb.JoinGameResponse:
        caller, identity = needed_caller(), identified("JoinGame", request, request.request_id)
        wanted = request.seat if request.HasField("seat") else None
        entropy = short("entropy", request.entropy)
        accepted = await self._commands.join(caller, identity, given("game_id", request.game_id), wanted, entropy)
        taken = accepted.revision.seats_taken(caller.player)
        seat = wanted if wanted in taken else taken[0]
        revision = self._messages.revision(accepted.live, accepted.revision, seat)
        return pb.JoinGameResponse(seat=seat, revision=revision)

    async def StartGame(self, request: pb.StartGameRequest, context: Any) -> pb.StartGameResponse:
        caller, identity = needed_caller(), identified("StartGame", request, request.request_id)
        accepted = await self._commands.start(caller, identity, given("game_id", request.game_id))
        viewer = accepted.live.asker(caller, accepted.revision)
        return pb.StartGameResponse(revision=self._messages.revision(accepted.live, accepted.revision, viewer))

    async def SubmitMove(self, request: pb.SubmitMoveRequest, context: Any) -> pb.SubmitMoveResponse:
        caller = needed_caller()
        game_id = given("game_id", request.game_id)
        decision_id = short("decision_id", given("decision_id", request.decision_id))
        if not request.HasField("move"):
            raise not_understood("move", "is needed")

        def read(live: LiveGame) -> Any:
            return self._moves.read(live.offer, request.move)

        if request.validate_only:
            live = await self._commands.validate(caller, game_id, decision_id, read)
            opened = list(open_decisions(live.game.agenda))
            seat = next(one.seat for one in opened if one.id == decision_id)
            decisions = self._messages.decisions(live.offer.title, opened, seat, live.game.players)
            judged = play_pb2.Revision(number=live.game.revision, open_decisions=decisions)
            return pb.SubmitMoveResponse(revision=judged)
        identity = identified("SubmitMove", request, request.request_id)
        accepted = await self._commands.move(caller, identity, game_id, decision_id, read)
        seat = accepted.live.seat_asked(accepted.revision, decision_id)
        return pb.SubmitMoveResponse(revision=self._messages.revision(accepted.live, accepted.revision, seat))


def _options(request: pb.CreateGameRequest) -> tuple[tuple[str, str], ...]:
    return tuple(
        (short(f"options[{place}].name", option.name), short(f"options[{place}].value", option.value))
        for place, option in enumerate(request.options)
    )
