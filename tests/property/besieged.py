"""A server that is sent anything: a game of each title at every stage, requests that it takes, and what it holds."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.descriptor_pool import Default
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck.v1 import conduct_pb2, play_pb2
from quarterdeck_rules.book.records import Entry
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.server import SERVICES
from quarterdeck_server.application.caller import Role
from quarterdeck_server.store.port import Batch
from tests.serving import serving

METHODS = {method.name: method for name in SERVICES for method in Default().FindServiceByName(name).methods}
"""Every call of every service, as the server says it."""
MUTATIONS = frozenset(
    name
    for name, method in METHODS.items()
    if "request_id" in method.input_type.fields_by_name and name != "FindRequest"
)
FRESH = "r" * 12
"""Stands for a request id that was never used."""
MOVES = 24
SECONDS = 10
ROLES = {"ann": Role.PLAYER, "bob": Role.PLAYER, "dora": Role.DIRECTOR, "eve": Role.SPECTATOR}
TERMS = conduct_pb2.Terms(
    undo=conduct_pb2.UNDO_POLICY_CONSENT, clock=conduct_pb2.Clock(bank=conduct_pb2.Bank(seconds=8_000_000))
)


class Known(Struct, frozen=True):
    """A request as somebody may send it."""

    name: str
    player: str
    request: Message
    stage: tuple[str, str] | None = None
    """The game that it is about, by title and stage."""


class Server:
    """One server in this process, on a loop of its own."""

    def __init__(self, loop: asyncio.AbstractEventLoop, table: Any) -> None:
        self._loop = loop
        self._table = table
        self._store = table.service._store
        self._games = table.service._runner._games
        self._numbers = itertools.count(1)
        # A channel belongs to the loop that runs when it is made.
        self._channel = loop.run_until_complete(_client(table)).channel
        self.tokens = {player: table.service.tokens.issue(player, role, 36_000) for player, role in ROLES.items()}
        self.known: dict[str, list[Known]] = defaultdict(list)
        self.games: dict[tuple[str, str], str] = {}
        """The game at each stage; another one, just like it, once a request has changed it."""
        self._first: dict[str, str] = {}
        for title in TITLES:
            self._set_up(title)

    def send(self, name: str, raw: bytes, metadata: Any) -> Message | grpc.aio.AioRpcError:
        """The answer to these bytes, the first message of a stream, or the error."""
        return self._loop.run_until_complete(self._send(name, raw, metadata))

    async def _send(self, name: str, raw: bytes, metadata: Any) -> Message | grpc.aio.AioRpcError:
        method = METHODS[name]
        path, reader = f"/{method.containing_service.full_name}/{name}", GetMessageClass(method.output_type).FromString
        try:
            async with asyncio.timeout(SECONDS):
                if not method.server_streaming:
                    return await self._channel.unary_unary(path, None, reader)(raw, metadata=metadata)  # type: ignore[no-any-return]
                stream = self._channel.unary_stream(path, None, reader)(raw, metadata=metadata)
                first = await anext(aiter(stream))
                stream.cancel()
                return first  # type: ignore[no-any-return]
        except grpc.aio.AioRpcError as error:
            return error

    def fresh(self) -> str:
        """A request id that was never used; all are equally long."""
        # Nothing that a request is spoiled with comes upon a hash.
        return sha256(str(next(self._numbers)).encode()).hexdigest()[: len(FRESH)]

    def ready(self, known: Known, request: Message) -> Message:
        """The request with an id of its own and about the game as it is now, where these were not spoiled."""
        for field, was, now in (
            ("request_id", FRESH, self.fresh),
            ("game_id", getattr(known.request, "game_id", ""), lambda: self.games[known.stage or ("", "")]),
        ):
            if was and getattr(request, field, "") == was:
                setattr(request, field, now())
        return request

    def held(self) -> dict[Any, Any]:
        """What must not change: the games there are, and of each its events and how it stands."""
        found: dict[Any, Any] = {"games": len(self._store.games(0, 1_000_000))}
        for stage, game in self.games.items():
            live = self._loop.run_until_complete(self._games.get(game))
            found[stage] = (game, len(self._store.read(game)), live.game, live.conduct)
        return found

    def renew(self, stage: tuple[str, str]) -> None:
        """Another game at this stage."""
        self.games[stage] = self._copy(self._first["/".join(stage)])

    def cases(self) -> Iterator[tuple[str, Any]]:
        """Each game that is watched, as it is in memory."""
        for game in self.games.values():
            yield game, self._loop.run_until_complete(self._games.get(game)).case

    def _copy(self, game: str) -> str:
        copy = f"{next(self._numbers):032x}"
        summary = next(one.summary for one in self._store.games(0, 1_000_000) if one.game == game)
        entries: list[Entry] = []
        for entry in self._store.read(game):
            command = replace(entry.command, request_id=self.fresh()) if entry.command is not None else None
            entries.append(replace(entry, game=copy, command=command))
            if command is not None:
                self._store.append([Batch(tuple(entries), summary)])
                entries = []
        return copy

    def _call(self, name: str, player: str, /, **fields: Any) -> Any:
        request: Any = GetMessageClass(METHODS[name].input_type)(**fields)
        if name in MUTATIONS:
            request.request_id = self.fresh()
        answer = self.send(name, request.SerializeToString(), (("authorization", f"Bearer {self.tokens[player]}"),))
        assert isinstance(answer, Message), answer
        return answer

    def _set_up(self, title: str) -> None:
        wanted = {"title": title, "seats": 2, "practice": True, "seed": "besieged"}
        first = self._call("CreateGame", "ann", **wanted, terms=TERMS).game_id
        self._call("JoinGame", "ann", game_id=first)

        def kept(stage: str, change: Callable[[str], Any] = lambda game: None) -> None:
            copy = self._copy(first)
            change(copy)
            self._first[f"{title}/{stage}"] = copy
            self.renew((title, stage))

        kept("waiting")
        passed = {"reason": "found", "seat": 1, "player": "bob"}
        kept("passed", lambda game: self._call("ReplacePlayer", "dora", game_id=game, **passed))
        self._call("JoinGame", "bob", game_id=first)
        kept("full")
        self._call("StartGame", "ann", game_id=first)
        for _ in range(MOVES):
            self._move(first)
        kept("active")
        legal = self._call("ListLegalMoves", self._waited_for(first), game_id=first)
        kept("asked", lambda game: self._call("RequestUndo", "ann", game_id=game, to=MOVES + 2))
        kept("paused", lambda game: self._call("PauseGame", "dora", game_id=game, reason="lunch"))
        kept("ended", lambda game: self._call("AdjudicateGame", "dora", game_id=game, reason="late"))
        self._know(title, first, wanted, legal)

    def _waited_for(self, game: str) -> str:
        return ("ann", "bob")[self._call("GetGame", "ann", game_id=game).deciding_seats[0]]

    def _move(self, game: str) -> None:
        player = self._waited_for(game)
        legal = self._call("ListLegalMoves", player, game_id=game).moves
        one = legal[len(legal) // 2]
        self._call("SubmitMove", player, game_id=game, decision_id=one.decision_id, move=one.move)

    def _know(self, title: str, first: str, wanted: dict[str, Any], legal: Any) -> None:
        """Remember requests that are taken, of every call."""

        def know(name: str, player: str, stages: str = "", /, **fields: Any) -> None:
            request = GetMessageClass(METHODS[name].input_type)
            own = {"request_id": FRESH} if "request_id" in METHODS[name].input_type.fields_by_name else {}
            for stage in stages.split() or ("",):
                place = (title, stage) if stage else None
                about = {"game_id": first} if stage else {}
                self.known[name].append(Known(name, player, request(**own, **about, **fields), place))

        player = self._waited_for(first)
        page = {
            name: self._call(name, player, page_size=1, **fields).next_page_token
            for name, fields in {
                "ListComponents": {"title": title},
                "ListGames": {},
                "ListEvents": {"game_id": first},
                "ListLegalMoves": {"game_id": first},
            }.items()
        }
        know("ListTitles", "ann")
        know("GetTitle", "eve", title=title)
        know("ListComponents", "ann", title=title, page_size=2, page_token=page["ListComponents"])
        know("ListGames", "ann", page_size=2, page_token=page["ListGames"])
        know("ListGames", "bob", player="ann", title=title, status=2)
        option = next(iter(self._call("GetTitle", "ann", title=title).options))
        options = [play_pb2.OptionValue(name=option.name, value=option.default_value)]
        know("CreateGame", "ann", **wanted, options=options, terms=TERMS)
        days = conduct_pb2.Correspondence(days=2, opens=60, closes=600, time_zone="UTC")
        know("CreateGame", "dora", title=title, seats=2, terms={"clock": {"correspondence": days}})
        know("JoinGame", "bob", "waiting passed active", seat=1)
        know("SeatHouseBot", "ann", "waiting", seat=1)
        know("StartGame", "ann", "full passed active")
        know("GetGame", "bob", "waiting active ended")
        for name in ("GetPosition", "GetScoreSheet"):
            know(name, "bob", "active ended", seat=1, revision=9)
        know("ListLegalMoves", player, "active", page_size=1, page_token=page["ListLegalMoves"])
        know("ListLegalMoves", "bob", "active", seat=1, revision=5, kind=legal.moves[0].kind)
        know("WatchGame", "ann", "waiting active ended", start_revision=2, seat=0)
        pace = {"speed": 2.5, "longest_pause": Duration(seconds=1)}
        know("ReplayGame", "ann", "waiting active ended", start_revision=1, seat=0, interval=Duration(seconds=1))
        know("ReplayGame", "bob", "active ended", start_revision=3, end_revision=9, with_positions=True, recorded=pace)
        know("ForkGame", "ann", "active ended", revision=9, seats=[0])
        know("ForkGame", "bob", "active ended", all_seats=True)
        know("ListEvents", "ann", "active", page_size=1, page_token=page["ListEvents"])
        know("ListEvents", "bob", "active ended", start_revision=2, end_revision=9, seat=1)
        for one in {move.kind: move for move in legal.moves}.values():
            typed, written = play_pb2.Move(), play_pb2.Move(notation=one.move.notation)
            typed.CopyFrom(one.move)
            typed.ClearField("notation")
            for move in (one.move, typed, written):
                know("SubmitMove", player, "active", decision_id=one.decision_id, move=move)
            know("SubmitMove", player, "active ended", decision_id=one.decision_id, move=typed, validate_only=True)
        know("ExportGame", "ann", "waiting active ended", revision=2, seat=0)
        know("ListSealKeys", "eve")
        know("ProveInclusion", "ann", "active ended", revision=2)
        size = self._call("ProveInclusion", "eve", game_id=first, revision=1).checkpoint.size
        know("GetCheckpoint", "eve", size=size)
        know("ProveConsistency", "eve", first_size=size, second_size=size)
        know("ShareView", "ann", "active", seat=0, shared=True)
        know("GetConduct", "eve", "active ended", revision=7)
        know("GetUndo", "ann", "active asked", seat=0)
        know("FindRequest", "ann")
        know("RequestUndo", "ann", "active", to=MOVES + 2, seat=0)
        know("RequestRedo", "ann", "active", seat=0)
        know("ProposeAbandoning", "bob", "active", seat=1)
        know("AnswerProposal", "bob", "asked", proposal=MOVES + 5, agrees=True, seat=1)
        know("WithdrawProposal", "ann", "asked", proposal=MOVES + 5, seat=0)
        know("Resign", "ann", "active", seat=0)
        know("PauseGame", "dora", "active", reason="lunch")
        know("ResumeGame", "dora", "paused", reason="on")
        know("AddTime", "dora", "active", reason="a fire", seat=0, span=Duration(seconds=60))
        know("ReplacePlayer", "dora", "active", reason="ill", seat=0, player="carol")
        know("ForceDefaultMove", "dora", "active", reason="gone", seat=0)
        know("UndoMoves", "dora", "active", reason="a slip", to=MOVES + 2)
        know("AdjudicateGame", "dora", "active", reason="late", ranks=(1, 2))
        know("VoidGame", "dora", "active", reason="nobody came")


async def _client(table: Any) -> Any:
    return table.client()


@contextmanager
def besieged(data: Path) -> Iterator[Server]:
    """The server while the block runs."""
    loop = asyncio.new_event_loop()
    context = serving(data, TITLES.values(), store="memory", heartbeat_seconds=60)
    try:
        yield Server(loop, loop.run_until_complete(context.__aenter__()))
    finally:
        loop.run_until_complete(context.__aexit__(None, None, None))
        loop.close()
