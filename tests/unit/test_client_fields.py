"""The desks drop nothing: every field of a request can be given, every field of a response is got."""

import inspect
from typing import Any

import pytest

from quarterdeck.client import (
    ArgumentInvalid,
    AsyncDesk,
    AsyncPages,
    Desk,
    FieldInvalid,
    Pages,
    audit,
    calls,
    director,
    forks,
    referee,
)
from quarterdeck.client.retries import Watching
from quarterdeck.v1 import (
    audit_service_pb2,
    director_service_pb2,
    game_pb2,
    referee_service_pb2,
    replay_service_pb2,
    title_service_pb2,
)
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1.conduct_pb2 import Terms
from quarterdeck.v1.play_pb2 import Move

LEFT_OUT = {
    "CreateGameResponse.revision": "a game that was created a moment ago has nothing to tell but its id",
    "JoinGameResponse.revision": "`watch` tells it, to this player and to all others",
    "WatchGameResponse.heartbeat": "says that the stream lives, which is the watch's own business",
    "WatchGameResponse.ended": "the watch ends with it; `game` has the result",
    "ReplayGameResponse.ended": "the replay ends with it; `game` has the result",
}
"""Fields of responses that no method gives, and why; `send` gives every response whole."""

METHODS = {
    "ListTitles": lambda desk: desk.titles(),
    "GetTitle": lambda desk: desk.title("title"),
    "ListComponents": lambda desk: desk.components("title", "set", table="table", page_size=7),
    "CreateGame": lambda desk: desk.create_game(
        "title", 2, {"option": "value"}, seed="seed", terms=Terms(), deal="first", request_id="id"
    ),
    "JoinGame": lambda desk: desk.join_game("game", 1, entropy="salt", request_id="id"),
    "StartGame": lambda desk: desk.start_game("game", request_id="id"),
    "GetGame": lambda desk: desk.game("game"),
    "ListGames": lambda desk: desk.games("title", status=game_pb2.GAME_STATUS_ENDED, player="player", page_size=7),
    "GetPosition": lambda desk: desk.position("game", 5, seat=1),
    "ListLegalMoves": lambda desk: desk.legal_moves("game", "kind", revision=5, seat=1, page_size=7),
    "SubmitMove": lambda desk: desk.submit("game", "decision", "move", validate_only=True, request_id="id"),
    "ListEvents": lambda desk: desk.events("game", 2, 5, seat=1, page_size=7),
    "GetScoreSheet": lambda desk: desk.score_sheet("game", 5, seat=1),
    "GetConduct": lambda desk: desk.send(referee.conduct("game", 5)),
    "GetUndo": lambda desk: desk.send(referee.may_undo("game", seat=1)),
    "RequestUndo": lambda desk: desk.send(referee.undo("game", 5, seat=1, request_id="id")),
    "RequestRedo": lambda desk: desk.send(referee.redo("game", seat=1, request_id="id")),
    "ProposeAbandoning": lambda desk: desk.send(referee.propose_abandoning("game", seat=1, request_id="id")),
    "AnswerProposal": lambda desk: desk.send(referee.answer("game", 5, True, seat=1, request_id="id")),
    "WithdrawProposal": lambda desk: desk.send(referee.withdraw("game", 5, seat=1, request_id="id")),
    "Resign": lambda desk: desk.send(referee.resign("game", seat=1, request_id="id")),
    "ShareView": lambda desk: desk.send(referee.share_view("game", True, seat=1, request_id="id")),
    "SeatHouseBot": lambda desk: desk.send(referee.seat_house_bot("game", 1, request_id="id")),
    "FindRequest": lambda desk: desk.send(referee.find_request("id")),
    "PauseGame": lambda desk: desk.send(director.pause("game", "reason", request_id="id")),
    "ResumeGame": lambda desk: desk.send(director.resume("game", "reason", request_id="id")),
    "AddTime": lambda desk: desk.send(director.add_time("game", 1, 2.5, "reason", request_id="id")),
    "ReplacePlayer": lambda desk: desk.send(director.replace_player("game", 1, "ann", "reason", request_id="id")),
    "ForceDefaultMove": lambda desk: desk.send(director.force_default_move("game", 1, "reason", request_id="id")),
    "UndoMoves": lambda desk: desk.send(director.undo("game", 5, "reason", request_id="id")),
    "AdjudicateGame": lambda desk: desk.send(director.adjudicate("game", "reason", (1, 2), request_id="id")),
    "ForkGame": lambda desk: desk.send(forks.fork("game", 5, seats=(1,), all_seats=True, request_id="id")),
    "ListSealKeys": lambda desk: desk.send(audit.seal_keys()),
    "GetCheckpoint": lambda desk: desk.send(audit.checkpoint(5)),
    "ProveInclusion": lambda desk: desk.send(audit.prove_inclusion("game", 5, size=9)),
    "ProveConsistency": lambda desk: desk.send(audit.prove_consistency(5, 9)),
    "VoidGame": lambda desk: desk.send(director.void("game", "reason", request_id="id")),
}
"""Each call as a desk makes it, with every argument it takes."""

STREAMS = {"ExportGame": audit.export_game("game", 5, seat=1, with_proof=True)}
"""Calls that are answered by a stream which ends by itself, each with every argument."""

SERVICES = [
    service
    for file in (
        pb,
        title_service_pb2,
        referee_service_pb2,
        director_service_pb2,
        replay_service_pb2,
        audit_service_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
]
RPCS = {method.name: method for service in SERVICES for method in service.methods}


def filled(kind, *, last=False):
    """A response with something in each field; the last page of a list names no other."""
    response = kind()
    for field in kind.DESCRIPTOR.fields:
        if last and field.name == "next_page_token":
            continue
        if field.message_type is not None:
            value = getattr(response, field.name)
            if field.is_repeated:
                value.add()
            else:
                value.SetInParent()
        else:
            some = {field.TYPE_STRING: "text", field.TYPE_BYTES: b"bytes", field.TYPE_BOOL: True}.get(field.type, 1)
            if field.is_repeated:
                getattr(response, field.name).append(some)
            else:
                setattr(response, field.name, some)
    return response


class Sent:
    """Answers in the place of the service, two pages to a list, and remembers what it was asked."""

    def __init__(self):
        self.requests, self.responses = [], []

    def __call__(self, call):
        self.requests.append(call.request)
        self.responses.append(filled(call.response, last=len(self.requests) > 1))
        return self.responses[-1]

    async def soon(self, call):
        return self(call)


async def asked(kind, method):
    """What a method of a desk sends, the first response to it, and what it makes of that."""
    sent = Sent()
    desk = kind("localhost:1")
    desk.send = sent if kind is Desk else sent.soon
    given = await _soon(METHODS[method], desk)
    if isinstance(given, Pages):
        assert len(list(given)) == 2
        given = given.first_page()
    if isinstance(given, AsyncPages):
        assert len([item async for item in given]) == 2
        given = await given.first_page()
    closed = desk.close()
    if closed is not None:
        await closed
    return sent, given


def test_every_call_but_the_streams_has_a_method_here():
    assert set(METHODS) | {name for name, method in RPCS.items() if method.server_streaming} == set(RPCS)


@pytest.mark.parametrize("method", STREAMS)
def test_every_field_of_a_stream_can_be_asked_for(method):
    given = {field.name for field, _ in STREAMS[method].request.ListFields()}
    assert given == {field.name for field in RPCS[method].input_type.fields}


@pytest.mark.parametrize("kind", [Desk, AsyncDesk])
@pytest.mark.parametrize("method", METHODS)
async def test_every_field_of_a_request_can_be_given(kind, method):
    sent, _ = await asked(kind, method)
    given = {field.name for request in sent.requests for field, _ in request.ListFields()}
    assert given == {field.name for field in RPCS[method].input_type.fields}


@pytest.mark.parametrize("kind", [Desk, AsyncDesk])
@pytest.mark.parametrize("method", METHODS)
async def test_every_field_of_a_response_is_got_or_left_out_for_a_reason(kind, method):
    sent, given = await asked(kind, method)
    (response, *_), fields = sent.responses, RPCS[method].output_type.fields
    if given is response:
        got = {field.name for field in fields}
    else:
        got = {field.name for field in fields if given in (getattr(response, field.name), [*_several(response, field)])}
    left_out = {name.partition(".")[2] for name in LEFT_OUT if name.startswith(f"{method}Response.")}
    assert got | left_out == {field.name for field in fields}
    assert not got & left_out


def _several(response, field):
    return getattr(response, field.name) if field.is_repeated else ()


def test_a_watch_gives_every_field_of_its_request_and_leaves_out_no_more_than_is_said():
    request = Watching(Desk("localhost:1").options, "game", 3, 1).call().request
    assert {field.name for field, _ in request.ListFields()} == {field.name for field in request.DESCRIPTOR.fields}
    left_out = {name.partition(".")[2] for name in LEFT_OUT if name.startswith("WatchGameResponse.")}
    assert {"revision"} | left_out == {field.name for field in pb.WatchGameResponse.DESCRIPTOR.fields}


def test_a_replay_gives_every_field_of_its_request_and_leaves_out_no_more_than_is_said():
    asked: Any = (
        calls.replay_game("game", 2, 5, 1, True, interval=0.25).request,
        calls.replay_game("game", 2, 5, 1, True, speed=4.0, longest_pause=1.5).request,
    )
    given = {field.name for request in asked for field, _ in request.ListFields()}
    fields = replay_service_pb2.ReplayGameRequest.DESCRIPTOR.fields
    assert given == {field.name for field in fields}
    assert (asked[0].interval.ToMilliseconds(), asked[1].recorded.longest_pause.ToMilliseconds()) == (250, 1500)
    assert asked[1].recorded.speed == 4.0
    left_out = {name.partition(".")[2] for name in LEFT_OUT if name.startswith("ReplayGameResponse.")}
    assert {"revision"} | left_out == {one.name for one in replay_service_pb2.ReplayGameResponse.DESCRIPTOR.fields}


BAD = {
    "page_size": lambda desk: desk.games(page_size=-1),
    "seat": lambda desk: desk.legal_moves("game", seat=-1),
    "revision": lambda desk: desk.count_legal_moves("game", revision=2**32),
    "seats": lambda desk: desk.create_game("title", -2),
    "options": lambda desk: desk.create_game("title", 2, {"option": 3}),
    "seed": lambda desk: desk.create_game("title", 2, seed=0),
    "title": lambda desk: desk.title(7),
    "game_id": lambda desk: desk.game("\ud800"),
    "start_revision": lambda desk: desk.watch("game", -1),
    "end_revision": lambda desk: desk.events("game", 1, -1),
    "interval": lambda desk: desk.replay("game", interval=1, speed=2),
    "longest_pause": lambda desk: desk.replay("game", longest_pause="long"),
    "recorded": lambda desk: desk.replay("game", speed="fast"),
    "move": lambda desk: desk.submit("game", "decision", 5),
    "kind": lambda desk: desk.legal_moves("game", 5),
}


@pytest.mark.parametrize("field", BAD)
async def test_an_argument_that_no_message_can_hold_is_the_clients_own_error_in_both_desks(field):
    with Desk("localhost:1") as desk, pytest.raises(ArgumentInvalid) as caught:
        BAD[field](desk)
    assert caught.value.reason == "FIELD_INVALID"
    assert list(caught.value.details) == [field]
    assert isinstance(caught.value, FieldInvalid)
    assert not caught.value.may_retry
    async with AsyncDesk("localhost:1") as other:
        with pytest.raises(ArgumentInvalid, match=f"^{field}: "):
            await _soon(BAD[field], other)


async def _soon(method, desk):
    given = method(desk)
    return await given if inspect.isawaitable(given) else given


def test_options_that_are_no_mapping_are_told_as_that():
    with pytest.raises(ArgumentInvalid, match="options: 5 is no mapping of names to values"):
        calls.create_game("title", 2, 5, None, None, None, None)  # type: ignore[arg-type]


def test_a_move_is_sent_as_it_was_made_whatever_its_form():
    for move in ("pay coin", Move(notation="pay coin")):
        request = calls.submit_move("game", "1", move, False, "id").request
        assert request == pb.SubmitMoveRequest(
            request_id="id", game_id="game", decision_id="1", move=Move(notation="pay coin")
        )


def test_the_desks_say_the_same_of_the_same_calls():
    for name, method in vars(AsyncDesk).items():
        if not name.startswith("_"):
            assert method.__doc__, name
            assert method.__doc__ == getattr(Desk, name).__doc__
