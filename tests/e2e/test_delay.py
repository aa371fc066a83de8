"""Delayed spectators: what they are told is what was so at their horizon, byte for byte, by whatever they ask."""

import asyncio
from unittest.mock import patch

import grpc
import pytest
from google.protobuf.descriptor_pool import Default
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message_factory import GetMessageClass

from quarterdeck.v1 import audit_service_pb2 as audit
from quarterdeck.v1 import conduct_pb2
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.server import SERVICES
from quarterdeck_server.application.caller import Role
from tests.desk import Hands
from tests.e2e.test_every_mutation import request_of
from tests.serving import info_of, new_id, rejected, serving

DELAY, PAUSE = 60, 10
"""In seconds: how late spectators are, and how long each move takes."""
START = 4
METHODS = {method.name: method for name in SERVICES for method in Default().FindServiceByName(name).methods}
READS = {
    name: method
    for name, method in METHODS.items()
    if "game_id" in method.input_type.fields_by_name and "request_id" not in method.input_type.fields_by_name
}
"""Whatever tells of one game.  Lists of games tell what is told at once; the others tell of titles and own requests."""
OF_THE_GAME = {"ProveInclusion": lambda answer: audit.ProveInclusionResponse.FromString(answer).statement}
"""What an answer tells of the game, where it tells more: the tree of all games grows with any of them."""
MUTATIONS = [
    name
    for name, method in METHODS.items()
    if "request_id" in method.input_type.fields_by_name and name not in ("CreateGame", "FindRequest")
]
TERMS = conduct_pb2.Terms(
    clock=conduct_pb2.Clock(bank=conduct_pb2.Bank(seconds=10_000)), spectator_delay=Duration(seconds=DELAY)
)


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
async def table(tmp_path, hands, monkeypatch):
    # Without a memory: an answer that is as it was is made anew, and not the bytes that somebody else was given.
    monkeypatch.setattr(Messages, "cached", lambda self, what, game_id, revision, viewer, build: build())
    with patch("quarterdeck_server.bootstrap.utc_now", hands):
        async with serving(tmp_path, TITLES.values(), store="memory", heartbeat_seconds=0.1) as served:
            yield served


async def told(client, name, message):
    """All that a caller gets: messages as bytes up to a heartbeat, or code, text and details of an error."""
    method = METHODS[name]
    path, sent = f"/{method.containing_service.full_name}/{name}", message.SerializeToString(deterministic=True)
    try:
        async with asyncio.timeout(10):
            if not method.server_streaming:
                answer = await client.channel.unary_unary(path)(sent, metadata=client.metadata)
                return (OF_THE_GAME[name](answer) if name in OF_THE_GAME else answer,)
            reader, found = GetMessageClass(method.output_type), []
            stream = client.channel.unary_stream(path)(sent, metadata=client.metadata)
            async for answer in stream:
                found.append(answer)
                if name == "WatchGame" and reader.FromString(answer).HasField("heartbeat"):
                    break
            stream.cancel()
            return tuple(found)
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details(), tuple(error.trailing_metadata() or ())


def questions(name, game_id):
    """Every way to ask that a read has: from where, at which revision, from one to another, in pages."""
    fields = set(READS[name].input_type.fields_by_name)
    asked: list[dict[str, int]] = [{}]
    if "seat" in fields:
        asked += [{"seat": seat} for seat in range(3)]
    for field in sorted({"revision", "start_revision", "end_revision"} & fields):
        asked += [{field: revision} for revision in range(1, 14)]
    if "page_size" in fields:
        asked += [{"page_size": 2}]
    if "with_positions" in fields:
        asked += [{"with_positions": True}]
    return [GetMessageClass(READS[name].input_type)(game_id=game_id, **one) for one in asked]


async def begun(table, hands, **more):
    """A game of ann and bob that carol has created, who holds no seat; all in one moment."""
    carol, ann, bob = (table.client(name) for name in ("carol", "ann", "bob"))
    game_id = (await carol.create(title="puerto_rico", terms=TERMS, **more)).game_id
    for one in (ann, bob):
        await one.join(game_id)
    hands.forward(PAUSE)
    await carol.start(game_id)
    return game_id, carol, ann, bob


async def played(hands, game_id, players, moves, after=None):
    """So many first legal moves, each a while after the one before."""
    for _ in range(moves):
        position = await players[0].position(game_id)
        player = players[position.open_decisions[0].seat]
        legal = (await player.legal(game_id)).moves[0]
        hands.forward(PAUSE)
        await player.submit(game_id, legal.decision_id, legal.move.notation)
        if after is not None:
            await after()


async def send(client, name, **fields):
    method, message = METHODS[name], request_of(name, request_id=new_id(), **fields)
    path = f"/{method.containing_service.full_name}/{name}"
    reader = GetMessageClass(method.output_type).FromString
    call = client.channel.unary_unary(path, type(message).SerializeToString, reader)
    return await call(message, metadata=client.metadata)


@pytest.mark.parametrize("name", READS)
async def test_h10_a_delayed_spectator_is_told_what_was_so_at_the_horizon(table, hands, name):
    game_id, carol, ann, bob = await begun(table, hands)
    dora, eve = table.client("dora", Role.DIRECTOR), table.client("eve", Role.SPECTATOR)
    asked = questions(name, game_id)
    was = {}

    async def note():
        """What a director is told, who sees what a spectator does and at once."""
        revision = (await dora.position(game_id)).revision
        was[revision] = [await told(dora, name, one) for one in asked]

    await note()
    await played(hands, game_id, (ann, bob), 1, note)
    hands.forward(PAUSE)
    await send(ann, "ShareView", game_id=game_id, seat=0, shared=True)
    await note()
    await played(hands, game_id, (ann, bob), 3, note)
    hands.forward(PAUSE)
    # What was taken back counts no more, which is not known at an earlier horizon.
    await send(dora, "UndoMoves", game_id=game_id, to=START + 3)
    await note()
    await played(hands, game_id, (ann, bob), 2, note)
    last = max(was)
    assert sorted(was) == list(range(START, last + 1))
    assert len({str(one) for one in was.values()}) > 1 or name == "GetUndo"
    # Nobody moves any more; the horizon does.
    horizon = last - DELAY // PAUSE
    # What a seat may take back is asked with a token, and told to whoever plays it alone.
    onlookers = (eve, carol) if name == "GetUndo" else (eve, carol, table.client())
    while horizon < last:
        for one in onlookers:
            assert [await told(one, name, question) for question in asked] == was[horizon], (name, horizon)
        assert (await ann.position(game_id)).revision == last, "who plays sees all"
        hands.forward(PAUSE)
        horizon += 1
    assert [await told(eve, name, question) for question in asked] == was[last]
    await played(hands, game_id, (ann, bob), 3, note)
    assert [await told(eve, name, question) for question in asked] != was[max(was)] or name == "GetUndo"
    await send(dora, "VoidGame", game_id=game_id)
    for one in onlookers:
        assert [await told(one, name, question) for question in asked] == [
            await told(dora, name, question) for question in asked
        ], "with the end all is told"


@pytest.mark.parametrize("name", MUTATIONS)
async def test_h10_what_is_refused_to_a_delayed_caller_tells_nothing_that_is_held_back(table, hands, name):
    game_id, carol, ann, bob = await begun(table, hands)
    await played(hands, game_id, (ann, bob), 4)
    for client in (carol, table.client("eve")):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await send(client, name, game_id=game_id)
        details = info_of(caught.value)
        assert details["ErrorInfo"].metadata.get("revision", str(START)) == str(START)
        assert "Situation" not in details
        assert details["LocalizedMessage"].message


async def test_h10_a_request_id_that_was_used_tells_nothing_that_is_held_back(table, hands):
    used = new_id()
    game_id, carol, ann, bob = await begun(table, hands, request_id=used)
    await played(hands, game_id, (ann, bob), 4)
    again = [
        carol.create(title="puerto_rico", request_id=used),
        carol.submit(game_id, "4.0", "take_role mayor", request_id=used),
        carol.submit(game_id, "4.0", "take_role mayor", validate_only=True),
    ]
    for refused in again:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await refused
        assert info_of(caught.value)["ErrorInfo"].metadata.get("revision", str(START)) == str(START)


async def test_who_sits_there_and_where_a_game_stands_is_told_at_once(table, hands):
    game_id, _, ann, bob = await begun(table, hands)
    await played(hands, game_id, (ann, bob), 2)
    dora, eve = table.client("dora", Role.DIRECTOR), table.client("eve")
    await send(dora, "ReplacePlayer", game_id=game_id, seat=1, player="zoe")
    listed = (await eve.call("ListGames", GetMessageClass(METHODS["ListGames"].input_type))).games
    game = await eve.call("GetGame", GetMessageClass(METHODS["GetGame"].input_type), game_id=game_id)
    assert (list(listed[0].players), list(game.summary.players)) == (["ann", "zoe"], ["ann", "zoe"])
    assert (game.revision, list((await eve.position(game_id)).players)) == (START, ["ann", "bob"])
    # Who has a seat sees all, and who has lost one no more than anybody.
    assert (await table.client("zoe").position(game_id)).revision == START + 3
    assert (await bob.position(game_id)).revision == START


async def test_an_end_of_a_shared_view_holds_at_once_and_its_beginning_is_told_later(table, hands):
    game_id, _, ann, bob = await begun(table, hands)
    eve = table.client("eve")
    await send(ann, "ShareView", game_id=game_id, seat=0, shared=True)
    await played(hands, game_id, (ann, bob), 1)
    await rejected(eve.position(game_id, seat=0), grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    hands.forward(DELAY - PAUSE)
    position = await eve.position(game_id, seat=0)
    assert (position.viewer_seat, position.revision) == (0, START + 1)
    await send(ann, "ShareView", game_id=game_id, seat=0, shared=False)
    details = await rejected(eve.position(game_id, seat=0), grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    assert details["ErrorInfo"].metadata["revision"] == str(START + 1)
