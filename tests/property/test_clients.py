"""Several clients and a server on one SQLite file, walked at random: retries, double clicks, races, lost replies, late
moves, undo, and restarts.  What was answered once is answered the same for ever, and the log holds just what was.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from quarterdeck.v1 import referee_service_pb2 as referee_pb
from quarterdeck_server.store.sqlite import SqliteStore
from tests.profiles import PROFILE
from tests.property.besieged import METHODS
from tests.serving import info_of, new_id, serving

EXAMPLES = {"check": 3, "test": 25, "soak": 1_000}[PROFILE]
PLAYERS = ("ann", "bob", "eve")
SECONDS = 10

T = TypeVar("T")


class Clients(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.accepted: list[tuple[str, str, Any, bytes]] = []
        """Who sent what, by which call, and the answer."""
        self.closed: set[tuple[str, str]] = set()
        """Decisions that were answered, with who was asked."""
        self.seen: list[bytes] = []
        """The revisions that a spectator was shown, in order."""
        self.revision = 0
        self.start()

    def start(self) -> None:
        self.context = serving(Path(self.folder.name))

        async def begun() -> None:
            self.table = await self.context.__aenter__()
            self.clients = {player: self.table.client(player) for player in PLAYERS}

        self.wait(begun())

    def wait(self, what: Awaitable[T]) -> T:
        async def bounded() -> T:
            async with asyncio.timeout(SECONDS):
                return await what

        return self.loop.run_until_complete(bounded())

    async def send(self, player: str, name: str, request: Message) -> Any:
        """The answer, or the error."""
        method = METHODS[name]
        path, reader = f"/{method.containing_service.full_name}/{name}", GetMessageClass(method.output_type).FromString
        client = self.clients[player]
        call = client.channel.unary_unary(path, type(request).SerializeToString, reader)
        try:
            return await call(request, metadata=client.metadata)
        except grpc.aio.AioRpcError as error:
            return error

    def send_at_once(self, player: str, requests: Sequence[Any]) -> list[Any]:
        async def sent() -> list[Any]:
            return await asyncio.gather(*(self.send(player, "SubmitMove", one) for one in requests))

        return self.wait(sent())

    def read(self, player: str, name: str, request: Message) -> Any:
        answer = self.wait(self.send(player, name, request))
        assert isinstance(answer, Message), answer
        return answer

    def take(self, player: str, name: str, request: Any) -> Any:
        """Send what has to be accepted."""
        answer = self.read(player, name, request)
        self.keep(player, name, request, answer)
        return answer

    def keep(self, player: str, name: str, request: Any, answer: Any) -> None:
        self.revision += 1
        assert answer.revision.number == self.revision
        self.accepted.append((player, name, request, as_bytes(answer)))
        if name == "SubmitMove":
            self.closed.add((player, request.decision_id))

    def refused(self, error: Any, *reasons: str) -> None:
        assert isinstance(error, grpc.aio.AioRpcError), error
        assert info_of(error)["ErrorInfo"].reason in reasons

    @initialize()
    def begin(self) -> None:
        length = play_pb2.OptionValue(name="length", value="long")
        wanted = pb.CreateGameRequest(request_id=new_id(), title="toy", seats=2, options=[length])
        self.game = self.take("ann", "CreateGame", wanted).game_id
        for player in ("ann", "bob"):
            self.take(player, "JoinGame", pb.JoinGameRequest(request_id=new_id(), game_id=self.game))
        self.take("bob", "StartGame", pb.StartGameRequest(request_id=new_id(), game_id=self.game))

    def open(self) -> list[tuple[str, str]]:
        position = self.read("eve", "GetPosition", pb.GetPositionRequest(game_id=self.game))
        return [(PLAYERS[one.seat], one.decision_id) for one in position.open_decisions]

    def some_move(self, data: Any) -> tuple[str, Any] | None:
        """A legal move of somebody, if anybody has one."""
        opened = self.open()
        if not opened:
            return None
        player, decision_id = data.draw(st.sampled_from(opened))
        legal = self.read(player, "ListLegalMoves", pb.ListLegalMovesRequest(game_id=self.game)).moves
        wanted = data.draw(st.sampled_from([one.move.notation for one in legal if one.decision_id == decision_id]))
        return player, self.move_of(decision_id, wanted)

    def move_of(self, decision_id: str, notation: str) -> pb.SubmitMoveRequest:
        move = play_pb2.Move(notation=notation)
        return pb.SubmitMoveRequest(request_id=new_id(), game_id=self.game, decision_id=decision_id, move=move)

    @rule(data=st.data())
    def move(self, data: Any) -> None:
        if (found := self.some_move(data)) is not None:
            self.take(found[0], "SubmitMove", found[1])

    @rule(data=st.data())
    def click_three_times(self, data: Any) -> None:
        if (found := self.some_move(data)) is not None:
            player, request = found
            answers = self.send_at_once(player, [request] * 3)
            assert len({as_bytes(answer) for answer in answers}) == 1
            self.keep(player, "SubmitMove", request, answers[0])

    @rule(data=st.data())
    def answer_a_decision_from_two_places(self, data: Any) -> None:
        if (found := self.some_move(data)) is not None:
            player, request = found
            another = pb.SubmitMoveRequest()
            another.CopyFrom(request)
            another.request_id = new_id()
            answers = self.send_at_once(player, [request, another])
            taken = [place for place, answer in enumerate(answers) if isinstance(answer, Message)]
            assert len(taken) == 1
            self.keep(player, "SubmitMove", (request, another)[taken[0]], answers[taken[0]])
            self.refused(answers[1 - taken[0]], "DECISION_CLOSED", "GAME_ENDED")

    @rule(data=st.data(), pauses=st.integers(0, 40))
    def lose_the_reply(self, data: Any, pauses: int) -> None:
        if (found := self.some_move(data)) is None:
            return
        player, request = found

        async def lost() -> None:
            sending = asyncio.create_task(self.send(player, "SubmitMove", request))
            for _ in range(pauses):
                await asyncio.sleep(0)
            sending.cancel()
            await asyncio.wait((sending,))

        self.wait(lost())
        asked = referee_pb.FindRequestRequest(request_id=request.request_id)
        # Not applied is not yet: what is under way is waited for by whoever sends it again.
        applied = self.read(player, "FindRequest", asked)
        assert applied.revision in (0, self.revision + 1)
        self.take(player, "SubmitMove", request)
        assert self.read(player, "FindRequest", asked).revision == self.revision

    @rule(data=st.data())
    def send_again(self, data: Any) -> None:
        player, name, request, answered = data.draw(st.sampled_from(self.accepted))
        assert as_bytes(self.read(player, name, request)) == answered

    @rule(data=st.data())
    def use_an_id_for_something_else(self, data: Any) -> None:
        player, _, request, _ = data.draw(st.sampled_from(self.accepted))
        other = self.move_of("4.1", "make_bid 3")
        other.request_id = request.request_id
        if other != request:
            self.refused(self.wait(self.send(player, "SubmitMove", other)), "REQUEST_ID_REUSED")

    @precondition(lambda self: self.closed)
    @rule(data=st.data())
    def be_late(self, data: Any) -> None:
        player, decision_id = data.draw(st.sampled_from(sorted(self.closed)))
        if (player, decision_id) not in self.open():
            late = self.wait(self.send(player, "SubmitMove", self.move_of(decision_id, "make_bid 1")))
            self.refused(late, "DECISION_CLOSED", "GAME_ENDED")

    @rule(data=st.data())
    def move_for_another(self, data: Any) -> None:
        for player, decision_id in self.open():
            other = data.draw(st.sampled_from([one for one in PLAYERS if one != player]))
            tried = self.wait(self.send(other, "SubmitMove", self.move_of(decision_id, "make_bid 1")))
            self.refused(tried, "NOT_YOUR_SEAT")

    @rule(player=st.sampled_from(PLAYERS[:2]))
    def take_back(self, player: str) -> None:
        targets = self.read(player, "GetUndo", referee_pb.GetUndoRequest(game_id=self.game)).targets
        if targets:
            wanted = referee_pb.RequestUndoRequest(request_id=new_id(), game_id=self.game, to=targets[-1])
            self.take(player, "RequestUndo", wanted)
            assert not self.closed & set(self.open()), "what is asked again is asked under another name"

    @rule()
    def restart(self) -> None:
        self.wait(self.context.__aexit__(None, None, None))
        self.start()

    @rule()
    def watch_from_the_start(self) -> None:
        async def watched() -> list[bytes]:
            stream = self.clients["eve"].watch(self.game)
            found = [await stream.read() for _ in range(self.revision)]
            stream.cancel()
            return [as_bytes(one) for one in found]

        # The first revisions name who is at the table, as it is now.
        shown = self.wait(watched())[3:]
        assert shown[: len(self.seen)] == self.seen
        self.seen = shown

    @invariant()
    def there_is_just_what_was_accepted(self) -> None:
        if self.revision:
            assert self.read("eve", "GetGame", pb.GetGameRequest(game_id=self.game)).revision == self.revision

    def teardown(self) -> None:
        self.wait(self.context.__aexit__(None, None, None))
        self.loop.close()
        if self.revision:
            store = SqliteStore(Path(self.folder.name) / "quarterdeck.sqlite")
            commands = [entry.command for entry in store.read(self.game) if entry.command is not None]
            store.close()
            assert [one.request_id for one in commands] == [request.request_id for _, _, request, _ in self.accepted]
        self.folder.cleanup()


def as_bytes(message: Any) -> bytes:
    found: bytes = message.SerializeToString(deterministic=True)
    return found


TestClients = Clients.TestCase
TestClients.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    deadline=None,
    database=None,
    derandomize=PROFILE != "soak",
    print_blob=PROFILE == "soak",
    suppress_health_check=list(HealthCheck),
)
