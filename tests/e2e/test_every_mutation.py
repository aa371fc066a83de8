"""Every call that changes something, found by reflection: who may not, and that it is answered once."""

import asyncio

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message_factory import GetMessageClass

from quarterdeck.v1 import (
    conduct_pb2,
    director_service_pb2,
    game_service_pb2,
    play_pb2,
    referee_service_pb2,
    replay_service_pb2,
)
from quarterdeck.v1 import title_service_pb2 as titles_pb
from quarterdeck_server.application.caller import Role
from tests.serving import new_id, rejected, serving

FILES = (game_service_pb2, titles_pb, referee_service_pb2, director_service_pb2, replay_service_pb2)
METHODS = {
    method.name: method
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
READS = {"FindRequest"}
"""Calls that name a request and change nothing."""
MUTATIONS = [
    name for name, method in METHODS.items() if "request_id" in method.input_type.fields_by_name and name not in READS
]
CREATIONS = {"CreateGame", "ForkGame"}
"""Calls that make a new game."""
OF_DIRECTORS = {method.name for method in METHODS.values() if method.containing_service.name == "DirectorService"}
USUAL = {
    "title": "toy",
    "seats": 2,
    "seat": 0,
    "decision_id": "6.0",
    "move": play_pb2.Move(notation="take_coins gold"),
    "to": 6,
    "proposal": 8,
    "agrees": True,
    "reason": "because",
    "span": Duration(seconds=5),
    "player": "carol",
    "shared": True,
}
CONSENT = conduct_pb2.Terms(
    undo=conduct_pb2.UNDO_POLICY_CONSENT, clock=conduct_pb2.Clock(bank=conduct_pb2.Bank(seconds=1000))
)


def request_of(name, **fields):
    kind = METHODS[name].input_type
    given = (field.name for field in kind.fields if not field.is_repeated)
    known = {name: value for name in given for value in (USUAL.get(name),) if value is not None}
    return GetMessageClass(kind)(**{**known, **fields})


async def send(client, name, request):
    method = METHODS[name]
    path = f"/{method.containing_service.full_name}/{name}"
    reader = GetMessageClass(method.output_type).FromString
    async with asyncio.timeout(10):
        return await client.channel.unary_unary(path, type(request).SerializeToString, reader)(
            request, metadata=client.metadata
        )


@pytest.fixture
async def table(tmp_path):
    async with serving(tmp_path) as opened:
        yield opened


async def playing(table, **wanted):
    """A game of ann and bob in which both have bid, with their clients; ann is to take coins."""
    game_id, ann, bob = await table.started(**wanted)
    await ann.submit(game_id, "4.1", "make_bid 1")
    await bob.submit(game_id, "4.2", "make_bid 2")
    return game_id, ann, bob


def test_a_call_that_changes_something_names_its_request():
    silent = [name for name in METHODS if name.startswith(("Get", "List", "Watch", "Find", "Replay"))]
    assert sorted([*MUTATIONS, *silent]) == sorted(METHODS)


@pytest.mark.parametrize("name", MUTATIONS)
async def test_h9_a_spectator_changes_nothing(table, name):
    game_id, ann, _ = await playing(table)
    eve = table.client("eve", Role.SPECTATOR)
    request = request_of(name, request_id=new_id(), **({"game_id": game_id} if name != "CreateGame" else {}))
    await rejected(send(eve, name, request), grpc.StatusCode.PERMISSION_DENIED, "ROLE_MAY_NOT")
    await rejected(send(table.client(), name, request), grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")
    assert (await ann.position(game_id)).revision == 6


async def ready(table, name):
    """The caller of a call, and a request that it accepts."""
    dora = table.client("dora", Role.DIRECTOR)
    if name == "CreateGame":
        return table.client("ann"), request_of(name)
    if name == "ForkGame":
        ann = table.client("ann")
        game_id = (await ann.create()).game_id
        for seat in (0, 1):
            await ann.join(game_id, seat=seat)
        await ann.start(game_id)
        return ann, request_of(name, game_id=game_id, seats=[1])
    if name in ("JoinGame", "StartGame", "SeatHouseBot"):
        ann, bob = table.client("ann"), table.client("bob")
        game_id = (await ann.create()).game_id
        if name == "SeatHouseBot":
            return ann, request_of(name, game_id=game_id)
        await ann.join(game_id)
        if name == "JoinGame":
            return bob, request_of(name, game_id=game_id, seat=1)
        await bob.join(game_id)
        return ann, request_of(name, game_id=game_id)
    consent = name in ("AnswerProposal", "WithdrawProposal")
    game_id, ann, bob = await playing(table, terms=CONSENT if consent or name == "AddTime" else conduct_pb2.Terms())
    if name in ("RequestUndo", "RequestRedo", "UndoMoves") or consent:
        await ann.submit(game_id, "6.0", "take_coins gold")
    if name == "RequestRedo" or consent:
        await send(ann, "RequestUndo", request_of("RequestUndo", request_id=new_id(), game_id=game_id))
    if name == "ResumeGame":
        await send(dora, "PauseGame", request_of("PauseGame", request_id=new_id(), game_id=game_id))
    request = request_of(name, game_id=game_id)
    if name == "AnswerProposal":
        request.seat = 1
    return dora if name in OF_DIRECTORS else bob if name == "AnswerProposal" else ann, request


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a_call_that_is_sent_again_gives_the_same_answer_and_is_done_once(table, name):
    client, request = await ready(table, name)
    request.request_id = new_id()
    first = await send(client, name, request)
    again = await send(client, name, request)
    assert again.SerializeToString(deterministic=True) == first.SerializeToString(deterministic=True)
    found = await send(client, "FindRequest", request_of("FindRequest", request_id=request.request_id))
    game_id = first.game_id if name in CREATIONS else request.game_id
    assert (found.is_applied, found.game_id, found.revision) == (True, game_id, first.revision.number)
    others = await send(table.client("eve"), "FindRequest", request_of("FindRequest", request_id=request.request_id))
    assert not others.is_applied


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a4_a_request_id_is_good_for_one_request_of_one_method_in_one_game(table, name):
    client, request = await ready(table, name)
    request.request_id = new_id()
    await send(client, name, request)
    for other in MUTATIONS:
        if other in OF_DIRECTORS and name not in OF_DIRECTORS:
            continue
        if name in OF_DIRECTORS and other not in OF_DIRECTORS:
            continue
        changed = request_of(other, request_id=request.request_id)
        if other != "CreateGame":
            changed.game_id = request.game_id if name not in CREATIONS else "another"
        if changed == request or (other != "CreateGame" and changed.game_id == "another"):
            continue
        await rejected(send(client, other, changed), grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
