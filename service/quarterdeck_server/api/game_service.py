"""GameService: convert, call, convert."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import islice
from typing import Any, cast

from quarterdeck.v1 import game_pb2, game_service_pb2_grpc, play_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_server.api.answers import position_bytes, watched_bytes
from quarterdeck_server.api.conduct import TermsReader
from quarterdeck_server.api.events import logged_events
from quarterdeck_server.api.gate import current_caller, needed_caller
from quarterdeck_server.api.messages import (
    Messages,
    ended_message,
    option_messages,
    standing_messages,
    summary_message,
)
from quarterdeck_server.api.moves import MoveReader
from quarterdeck_server.api.pages import page_size, read_token, write_token
from quarterdeck_server.api.requests import check_range, given, identified, short
from quarterdeck_server.api.sentry import current_lease
from quarterdeck_server.application.commands import Commands, NewGame
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.loading import summary_of
from quarterdeck_server.application.reads import MOST_MOVES, Reads
from quarterdeck_server.application.rejection import Kind, Rejection, invalid, not_understood


class GameService(game_service_pb2_grpc.GameServiceServicer):
    """Games, from creation to result."""

    def __init__(self, commands: Commands, reads: Reads, messages: Messages) -> None:
        self._commands = commands
        self._reads = reads
        self._messages = messages
        self._moves = MoveReader(messages.converter)
        self._terms = TermsReader(messages.converter)

    async def CreateGame(self, request: pb.CreateGameRequest, context: Any) -> pb.CreateGameResponse:
        caller, identity = needed_caller(), identified("CreateGame", request, request.request_id)
        title, seed = short("title", given("title", request.title)), short("seed", request.seed)
        terms = self._terms.read(request.terms)
        wanted = NewGame(title, request.seats, _options(request), request.practice, seed, terms)
        accepted = await self._commands.create(caller, identity, wanted)
        revision = self._messages.revision(accepted.live, accepted.revision, None)
        return pb.CreateGameResponse(game_id=accepted.live.id, revision=revision)

    async def JoinGame(self, request: pb.JoinGameRequest, context: Any) -> pb.JoinGameResponse:
        caller, identity = needed_caller(), identified("JoinGame", request, request.request_id)
        wanted = request.seat if request.HasField("seat") else None
        accepted = await self._commands.join(caller, identity, given("game_id", request.game_id), wanted)
        seat = accepted.revision.seat_taken(caller.player)
        assert seat is not None, "a joining takes a seat"
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

    async def GetGame(self, request: pb.GetGameRequest, context: Any) -> pb.GetGameResponse:
        live = await self._reads.game(given("game_id", request.game_id))
        game, created = live.game, live.game.created
        return pb.GetGameResponse(
            summary=summary_message(live.id, summary_of(game, live.revisions[0].command.received)),
            revision=game.revision,
            rules_version=created.rules_version,
            component_set=created.component_set,
            options=option_messages(created.options),
            deciding_seats=[opened.seat for opened in open_decisions(game.agenda)],
            result=ended_message(live.ended) if live.ended is not None else None,
            conduct=self._messages.conduct.conduct(live.conduct),
        )

    async def ListGames(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        size = page_size(request.page_size, usual=50, most=200)
        title, player = short("title", request.title), short("player", request.player)
        question = ("games", title, request.status, player)
        (after,) = read_token(request.page_token, question, 1) or (0,)
        status = _status(request.status)
        listed = await self._reads.games(after, size + 1, title, status, player)
        shown = listed[:size]
        following = write_token(question, shown[-1].place) if len(listed) > size else ""
        games = [summary_message(one.game, one.summary) for one in shown]
        return pb.ListGamesResponse(games=games, next_page_token=following)

    async def GetPosition(self, request: pb.GetPositionRequest, context: Any) -> pb.GetPositionResponse:
        live = await self._reads.game(given("game_id", request.game_id), request.revision)
        viewer = live.viewer(current_caller(), request.seat if request.HasField("seat") else None)
        wanted = request.revision if request.HasField("revision") else live.game.revision
        # The gate sends bytes as they are.
        return cast(pb.GetPositionResponse, position_bytes(self._messages, live, wanted, viewer, live.at))

    async def ListLegalMoves(self, request: pb.ListLegalMovesRequest, context: Any) -> pb.ListLegalMovesResponse:
        live = await self._reads.game(given("game_id", request.game_id), request.revision)
        viewer = live.viewer(current_caller(), request.seat if request.HasField("seat") else None)
        size = page_size(request.page_size, usual=100, most=1000)
        if request.kind and request.kind not in live.offer.notation.words:
            raise invalid("kind", f"is none of {', '.join(live.offer.notation.words)}")
        asked = request.revision if request.HasField("revision") else None
        question = ("moves", live.id, viewer, request.kind, asked)
        first = (live.game.revision if asked is None else asked, 0)
        revision, start = read_token(request.page_token, question, 2) or first
        live = await self._reads.game(live.id, revision)
        game = live.at(revision).game
        if viewer is None:
            return pb.ListLegalMovesResponse(revision=game.revision)
        listed = self._reads.legal_moves(live, viewer, revision)
        offered, truncated = listed[:MOST_MOVES], len(listed) > MOST_MOVES
        counts = Counter(word_of(type(legal.move)) for legal in offered)
        fitting = [one for one in offered if request.kind in ("", word_of(type(one.move)))]
        moves = [
            game_pb2.LegalMove(
                decision_id=legal.decision_id,
                kind=word_of(type(legal.move)),
                anytime=legal.anytime,
                move=self._messages.move(live.offer, legal.move),
                words=self._messages.speech.tell(live.offer.title, "moves", legal.move, live.game.players),
            )
            for legal in fitting[start : start + size]
        ]
        own = (opened for opened in open_decisions(game.agenda) if opened.seat == viewer)
        return pb.ListLegalMovesResponse(
            revision=game.revision,
            open_decisions=self._messages.decisions(live.offer.title, own, viewer, live.game.players),
            moves=moves,
            counts=[game_pb2.KindCount(kind=kind, count=count) for kind, count in counts.items()],
            truncated=truncated,
            next_page_token=write_token(question, revision, start + size) if start + size < len(fitting) else "",
        )

    async def WatchGame(self, request: pb.WatchGameRequest, context: Any) -> AsyncIterator[pb.WatchGameResponse]:
        caller = current_caller()
        live = await self._reads.game(given("game_id", request.game_id), request.start_revision - 1)
        wanted = request.seat if request.HasField("seat") else None
        live.viewer(caller, wanted)
        start = max(1, request.start_revision)
        last, ended = start - 1, live.ended
        async with aclosing(self._reads.watch(live.id, start, current_lease())) as revisions:
            async for revision in revisions:
                if revision is None:
                    yield pb.WatchGameResponse(heartbeat=pb.Heartbeat(revision=last))
                    continue
                last, ended = revision.number, revision.ended or ended
                # A stream may outlast the game in memory that it began with.
                live = await self._reads.game(live.id)
                # It may outlast a seat, too: who watches and then joins sees as the seat, and who has lost it does not.
                viewer = live.viewer(caller, wanted)
                yield cast(pb.WatchGameResponse, watched_bytes(self._messages, live, revision, viewer))
        assert ended is not None, "a stream that ends itself has seen the end of its game"
        yield pb.WatchGameResponse(ended=ended_message(ended))

    async def ListEvents(self, request: pb.ListEventsRequest, context: Any) -> pb.ListEventsResponse:
        latest = max(request.start_revision, request.end_revision)
        live = await self._reads.game(given("game_id", request.game_id), latest)
        viewer = live.viewer(current_caller(), request.seat if request.HasField("seat") else None)
        size = page_size(request.page_size, usual=100, most=1000)
        start = max(1, request.start_revision)
        question = ("events", live.id, viewer, request.start_revision, request.end_revision)
        first = (request.end_revision or live.game.revision, start, 0)
        end, revision, place = read_token(request.page_token, question, 3) or first
        live = await self._reads.game(live.id, end)
        check_range(start, end, live.game.revision)
        logged = logged_events(self._messages, live, viewer, (revision, place), end)
        events, more = list(islice(logged, size)), next(logged, None)
        return pb.ListEventsResponse(
            events=events,
            end_revision=end,
            next_page_token=write_token(question, end, events[-1].revision, events[-1].place) if more else "",
        )

    async def GetScoreSheet(self, request: pb.GetScoreSheetRequest, context: Any) -> pb.GetScoreSheetResponse:
        live = await self._reads.game(given("game_id", request.game_id), request.revision)
        case, title = live.at(request.revision if request.HasField("revision") else None), live.offer.title
        game = case.game
        if not case.history.is_started:
            raise Rejection(Kind.GAME_NOT_STARTED, revision=game.revision)
        viewer = live.viewer(current_caller(), request.seat if request.HasField("seat") else None)
        sheet, final = title.score_sheet(game.state, viewer), game.status is Status.ENDED
        # What is hidden is told with the result; a game that ended without one goes on hiding it.
        told = final or not title.has_hidden_points
        return pb.GetScoreSheetResponse(
            revision=game.revision,
            standings=standing_messages(game.standings if final else title.standings(game.state)) if told else (),
            score_sheet=self._messages.score_sheet(title, sheet),
            final=final,
            lines=self._messages.score_lines(title, sheet),
        )


def _options(request: pb.CreateGameRequest) -> tuple[tuple[str, str], ...]:
    return tuple(
        (short(f"options[{place}].name", option.name), short(f"options[{place}].value", option.value))
        for place, option in enumerate(request.options)
    )


def _status(number: int) -> str:
    if number == 0:
        return ""
    if number not in game_pb2.GameStatus.values():
        raise invalid("status", f"{number} is no GameStatus")
    return game_pb2.GameStatus.Name(cast(Any, number)).removeprefix("GAME_STATUS_").lower()
