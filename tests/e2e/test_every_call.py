"""Every call of the services, against a server process of its own, with every title."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as games
from quarterdeck.v1 import game_service_pb2_grpc, play_pb2, title_service_pb2_grpc
from quarterdeck.v1 import title_service_pb2 as titles
from quarterdeck_rules.titles import TITLES

SERVER = [sys.executable, "-m", "quarterdeck_server"]
METHODS = {
    method.name
    for service in (
        games.DESCRIPTOR.services_by_name["GameService"],
        titles.DESCRIPTOR.services_by_name["TitleService"],
    )
    for method in service.methods
}


@contextmanager
def served(data):
    """A channel to a server process while the block runs."""
    command = [*SERVER, "serve", "--address", "127.0.0.1:0", "--data", str(data)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, env=os.environ, text=True)
    assert server.stderr is not None
    try:
        port = next(told["port"] for told in map(json.loads, server.stderr) if told["event"] == "serving")
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield channel
    finally:
        server.kill()
        server.wait(10)
        server.stderr.close()


class Caller:
    """One player's calls, and the names of all that were made."""

    def __init__(self, channel, token):
        self._stubs = (
            game_service_pb2_grpc.GameServiceStub(channel),
            title_service_pb2_grpc.TitleServiceStub(channel),
        )
        self._metadata = (("authorization", f"Bearer {token}"), ("accept-language", "de, en;q=0.5"))
        self.called = set()

    def __call__(self, name, request):
        self.called.add(name)
        stub = next(stub for stub in self._stubs if hasattr(stub, name))
        return getattr(stub, name)(request, metadata=self._metadata, timeout=20)


@pytest.fixture
def call(tmp_path):
    issued = subprocess.run(
        [*SERVER, "token", "ann", "--new-key", "--data", str(tmp_path)],
        check=True,
        capture_output=True,
        text=True,
        timeout=30,
    )
    with served(tmp_path) as channel:
        yield Caller(channel, issued.stdout.strip())


@pytest.mark.parametrize("name", TITLES)
def test_every_call_is_answered_by_a_server_process(call, name):
    title = next(one for one in call("ListTitles", titles.ListTitlesRequest()).titles if one.title == name)
    assert call("GetTitle", titles.GetTitleRequest(title=title.title)).uncertain_components
    created = call(
        "CreateGame",
        games.CreateGameRequest(request_id="create", title=title.title, seats=2, practice=True, seed="known"),
    )
    game_id = created.game_id
    for seat in range(2):
        call("JoinGame", games.JoinGameRequest(request_id=f"join-{seat}", game_id=game_id, seat=seat))
    opened = call("StartGame", games.StartGameRequest(request_id="start", game_id=game_id)).revision.open_decisions
    legal = call("ListLegalMoves", games.ListLegalMovesRequest(game_id=game_id, seat=opened[0].seat))
    assert sum(one.count for one in legal.counts) == len(legal.moves)
    move = games.SubmitMoveRequest(
        request_id="move",
        game_id=game_id,
        decision_id=legal.moves[0].decision_id,
        move=play_pb2.Move(notation=legal.moves[0].move.notation),
        validate_only=True,
    )
    judged = call("SubmitMove", move).revision
    move.validate_only = False
    accepted = call("SubmitMove", move).revision
    assert (judged.number, accepted.number) == (legal.revision, legal.revision + 1)

    game = call("GetGame", games.GetGameRequest(game_id=game_id))
    assert game.revision == accepted.number
    assert [one.game_id for one in call("ListGames", games.ListGamesRequest(player="ann")).games] == [game_id]
    components = call("ListComponents", titles.ListComponentsRequest(title=name))
    assert components.component_set == game.component_set == title.component_set
    for revision in range(1, accepted.number + 1):
        position = call("GetPosition", games.GetPositionRequest(game_id=game_id, revision=revision))
        assert position.revision == revision
    listed = call("ListEvents", games.ListEventsRequest(game_id=game_id, page_size=1000)).events
    stream = call("WatchGame", games.WatchGameRequest(game_id=game_id))
    streamed = [next(stream).revision for _ in range(accepted.number)]
    stream.cancel()
    assert [one.event for one in listed] == [event for revision in streamed for event in revision.events]
    sheet = call("GetScoreSheet", games.GetScoreSheetRequest(game_id=game_id))
    assert not sheet.final
    assert all(line.words for line in sheet.lines)
    assert call.called == METHODS
