"""Reads at a server that has not heard yet of what another one has answered: asked for a revision, it has it."""

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import referee_service_pb2 as referee
from quarterdeck.v1 import referee_service_pb2_grpc, replay_service_pb2_grpc
from quarterdeck.v1 import replay_service_pb2 as replay_pb
from tests.serving import Stream, rejected, serving

LAST = 5
"""The revision of which the second server has not heard."""


@pytest.fixture
async def far(database, tmp_path):
    """Ann at a server that has not heard of the last revision, the game, and ann at the one that made it."""
    settings = {"database_url": database, "heartbeat_seconds": 0.2, "drain_seconds": 1.0}
    async with serving(tmp_path, **settings) as here, serving(tmp_path, **settings) as there:
        await there.service._feed.stop()
        ann = there.client("ann")
        game_id, near, bob = await here.started()
        assert (await ann.position(game_id)).revision == LAST - 1
        opened = next(one for one in (await bob.position(game_id)).open_decisions if one.seat == 1)
        await bob.submit(game_id, opened.decision_id, "make_bid 2")
        assert (await ann.position(game_id)).revision == LAST - 1
        yield ann, game_id, near


async def conduct(ann, game_id, revision):
    stub = referee_service_pb2_grpc.RefereeServiceStub(ann.channel)
    request = referee.GetConductRequest(game_id=game_id, revision=revision)
    return (await stub.GetConduct(request, metadata=ann.metadata)).revision


async def position(ann, game_id, revision):
    return (await ann.position(game_id, revision=revision)).revision


async def legal_moves(ann, game_id, revision):
    return (await ann.legal(game_id, revision=revision)).revision


async def score_sheet(ann, game_id, revision):
    return (await ann.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id, revision=revision)).revision


async def events_from(ann, game_id, revision):
    return (await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, start_revision=revision)).end_revision


async def events_to(ann, game_id, revision):
    return (await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, end_revision=revision)).end_revision


async def watch(ann, game_id, revision):
    stream = ann.watch(game_id, start_revision=revision + 1)
    last = (await stream.read()).heartbeat.revision
    stream.cancel()
    return last


async def replay(ann, game_id, revision):
    stub = replay_service_pb2_grpc.ReplayServiceStub(ann.channel)
    request = replay_pb.ReplayGameRequest(game_id=game_id, start_revision=revision)
    return (await Stream(stub.ReplayGame(request, metadata=ann.metadata)).read()).revision.revision.number


@pytest.mark.parametrize("read", [conduct, position, legal_moves, score_sheet, events_from, events_to, watch, replay])
async def test_who_was_told_of_a_revision_by_one_server_gets_it_from_another(far, read):
    ann, game_id, _ = far
    assert await read(ann, game_id, LAST) == LAST
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await read(ann, game_id, LAST + 1)
    assert caught.value.code() is grpc.StatusCode.OUT_OF_RANGE


@pytest.mark.parametrize(
    ("name", "request_type"), [("ListLegalMoves", pb.ListLegalMovesRequest), ("ListEvents", pb.ListEventsRequest)]
)
async def test_a_list_that_was_begun_at_one_server_goes_on_at_another(far, name, request_type):
    ann, game_id, near = far
    begun = await near.call(name, request_type, game_id=game_id, page_size=1)
    assert begun.next_page_token
    going_on = await ann.call(name, request_type, game_id=game_id, page_size=1, page_token=begun.next_page_token)
    assert getattr(going_on, "revision" if name == "ListLegalMoves" else "end_revision") == LAST


async def test_a_revision_that_nobody_has_is_told_as_that(far):
    ann, game_id, _ = far
    await rejected(ann.position(game_id, revision=2**31 - 1), grpc.StatusCode.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")
