"""What GameService tells of games, without changing anything: convert, call, convert."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import islice
from typing import Any, cast

from quarterdeck.v1 import game_pb2, game_service_pb2_grpc
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Ended, Status
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_server.api.answers import heartbeat_bytes, position_bytes, watched_bytes
from quarterdeck_server.api.events import logged_events
from quarterdeck_server.api.gate import current_caller
from quarterdeck_server.api.messages import (
    Messages,
    ended_message,
    forked_message,
    option_messages,
    standing_messages,
    summary_message,
)
from quarterdeck_server.api.pages import page_size, read_token, write_token
from quarterdeck_server.api.requests import check_range, given, given_revision, named_seat, short
from quarterdeck_server.api.sentry import current_lease
from quarterdeck_server.application.live import Revision
from quarterdeck_server.application.loading import summary_of
from quarterdeck_server.application.looking import Seen
from quarterdeck_server.application.reads import MOST_MOVES, Reads
from quarterdeck_server.application.rejection import Kind, Rejection, invalid


class GameReads(game_service_pb2_grpc.GameServiceServicer):
    """The reads of `GameService`."""

    def __init__(self, reads: Reads, messages: Messages) -> None:
        self._reads = reads
        self._messages = messages

    async def GetGame(self, request: pb.GetGameRequest, context: Any) -> pb.GetGameResponse:
        look = await self._reads.look(given("game_id", request.game_id), current_caller())
        live, case = look.live, look.case
        created = live.game.created
        return pb.GetGameResponse(
            summary=summary_message(live.id, summary_of(live.game, live.revisions[0].command.received)),
            revision=look.revision,
            rules_version=created.rules_version,
            component_set=created.component_set,
            options=option_messages(created.options),
            deciding_seats=[opened.seat for opened in open_decisions(case.game.agenda)],
            result=ended_message(live.ended) if live.ended is not None else None,
            conduct=self._messages.conduct.conduct(case.conduct),
            commitment=created.commitment,
            seed=live.game.seed if look.is_told else "",
            deal=created.deal,
            forked=forked_message(live.game.forked) if live.game.forked is not None else None,
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
        game_id, asked = given("game_id", request.game_id), given_revision(request)
        look = await self._reads.look(game_id, current_caller(), named_seat(request), asked)
        # The gate sends bytes as they are.
        made = position_bytes(self._messages, look.live, look.revision, look.viewer, look.live.at)
        return cast(pb.GetPositionResponse, made)

    async def ListLegalMoves(self, request: pb.ListLegalMovesRequest, context: Any) -> pb.ListLegalMovesResponse:
        game_id, asked, seat = given("game_id", request.game_id), given_revision(request), named_seat(request)
        look = await self._reads.look(game_id, current_caller(), seat, asked, to_play=True)
        live, viewer = look.live, look.viewer
        size = page_size(request.page_size, usual=100, most=1000)
        if request.kind and request.kind not in live.offer.notation.words:
            raise invalid("kind", f"is none of {', '.join(live.offer.notation.words)}")
        question = ("moves", live.id, viewer, request.kind, asked)
        revision, start = read_token(request.page_token, question, 2) or (look.revision, 0)
        if revision != look.revision:
            look = await self._reads.look(game_id, current_caller(), seat, revision, to_play=True)
        game = look.case.game
        if viewer is None:
            return pb.ListLegalMovesResponse(revision=game.revision)
        listed = self._reads.legal_moves(look.live, viewer, revision)
        offered, truncated = listed[:MOST_MOVES], len(listed) > MOST_MOVES
        counts = Counter(word_of(type(legal.move)) for legal in offered)
        fitting = [one for one in offered if request.kind in ("", word_of(type(one.move)))]
        moves = [
            game_pb2.LegalMove(
                decision_id=legal.decision_id,
                kind=word_of(type(legal.move)),
                anytime=legal.anytime,
                move=self._messages.move(live.offer, legal.move),
                words=self._messages.speech.tell(live.offer.title, "moves", legal.move, game.players),
            )
            for legal in fitting[start : start + size]
        ]
        own = (opened for opened in open_decisions(game.agenda) if opened.seat == viewer)
        return pb.ListLegalMovesResponse(
            revision=game.revision,
            open_decisions=self._messages.decisions(live.offer.title, own, viewer, game.players),
            moves=moves,
            counts=[game_pb2.KindCount(kind=kind, count=count) for kind, count in counts.items()],
            truncated=truncated,
            next_page_token=write_token(question, revision, start + size) if start + size < len(fitting) else "",
        )

    async def WatchGame(self, request: pb.WatchGameRequest, context: Any) -> AsyncIterator[pb.WatchGameResponse]:
        game_id, start = given("game_id", request.game_id), max(1, request.start_revision)
        watched = self._reads.watch(game_id, start, current_caller(), named_seat(request), current_lease())
        async with aclosing(watched) as messages:
            async for seen in messages:
                yield self._seen(seen)

    def _seen(self, seen: Seen) -> pb.WatchGameResponse:
        look = seen.look
        match seen.told:
            case Revision():
                made = watched_bytes(self._messages, look.live, seen.told, look.viewer)
                return cast(pb.WatchGameResponse, made)
            case Ended():
                return pb.WatchGameResponse(ended=ended_message(seen.told))
        return cast(pb.WatchGameResponse, heartbeat_bytes(self._messages, look))

    async def ListEvents(self, request: pb.ListEventsRequest, context: Any) -> pb.ListEventsResponse:
        game_id, seat = given("game_id", request.game_id), named_seat(request)
        heard_of = max(request.start_revision, request.end_revision)
        look = await self._reads.look(game_id, current_caller(), seat, heard_of=heard_of)
        size = page_size(request.page_size, usual=100, most=1000)
        start = max(1, request.start_revision)
        question = ("events", look.live.id, look.viewer, request.start_revision, request.end_revision)
        first = (request.end_revision or look.latest, start, 0)
        end, revision, place = read_token(request.page_token, question, 3) or first
        if end > look.latest:
            # Another process may have begun the list.
            look = await self._reads.look(game_id, current_caller(), seat, heard_of=end)
        check_range(start, end, look.latest)
        logged = logged_events(self._messages, look.live, look.viewer, (revision, place), end)
        events, more = list(islice(logged, size)), next(logged, None)
        return pb.ListEventsResponse(
            events=events,
            end_revision=end,
            next_page_token=write_token(question, end, events[-1].revision, events[-1].place) if more else "",
        )

    async def GetScoreSheet(self, request: pb.GetScoreSheetRequest, context: Any) -> pb.GetScoreSheetResponse:
        game_id, asked = given("game_id", request.game_id), given_revision(request)
        look = await self._reads.look(game_id, current_caller(), named_seat(request), asked)
        case, title = look.case, look.live.offer.title
        game = case.game
        if not case.history.is_started:
            raise Rejection(Kind.GAME_NOT_STARTED, revision=game.revision)
        sheet, final = title.score_sheet(game.state, look.viewer), game.status is Status.ENDED
        # With the end the book is open: what was hidden is told, also where there is no result.
        told = final or not title.has_hidden_points
        standings = game.standings or title.standings(game.state)
        return pb.GetScoreSheetResponse(
            revision=game.revision,
            standings=standing_messages(standings) if told else (),
            score_sheet=self._messages.score_sheet(title, sheet),
            final=final,
            lines=self._messages.score_lines(title, sheet),
        )


def _status(number: int) -> str:
    if number == 0:
        return ""
    if number not in game_pb2.GameStatus.values():
        raise invalid("status", f"{number} is no GameStatus")
    return game_pb2.GameStatus.Name(cast(Any, number)).removeprefix("GAME_STATUS_").lower()
