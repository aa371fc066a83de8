"""Views that a seat's holder shares with those who hold none, and the open book of a game that has ended."""

import grpc
import pytest

from quarterdeck.v1 import director_service_pb2 as directors
from quarterdeck.v1 import director_service_pb2_grpc, referee_service_pb2_grpc, replay_service_pb2_grpc
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import referee_service_pb2 as referee
from quarterdeck.v1 import replay_service_pb2 as replays
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import new_id, rejected, serving

Code = grpc.StatusCode


@pytest.fixture
async def table(tmp_path):
    async with serving(tmp_path, TITLES.values(), store="memory", heartbeat_seconds=0.2) as served:
        yield served


async def share(client, game_id, shared, **fields):
    request = referee.ShareViewRequest(request_id=new_id(), game_id=game_id, shared=shared, **fields)
    stub = referee_service_pb2_grpc.RefereeServiceStub(client.channel)
    return (await stub.ShareView(request, metadata=client.metadata)).revision


async def direct(table, name, game_id, **fields):
    dora = table.client("dora", Role.DIRECTOR)
    request = getattr(directors, f"{name}Request")(request_id=new_id(), game_id=game_id, reason="because", **fields)
    return await getattr(director_service_pb2_grpc.DirectorServiceStub(dora.channel), name)(
        request, metadata=dora.metadata
    )


def looks(client, game_id, seat):
    """Every read that has a point of view, from this seat, but for legal moves."""
    return {
        "GetPosition": lambda: client.position(game_id, seat=seat),
        "GetScoreSheet": lambda: client.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id, seat=seat),
        "ListEvents": lambda: client.call("ListEvents", pb.ListEventsRequest, game_id=game_id, seat=seat),
        "WatchGame": lambda: client.watch(game_id, seat=seat).read(),
        "ReplayGame": lambda: replayed(client, game_id, seat),
    }


async def replayed(client, game_id, seat):
    request = replays.ReplayGameRequest(game_id=game_id, seat=seat)
    stream = replay_service_pb2_grpc.ReplayServiceStub(client.channel).ReplayGame(request, metadata=client.metadata)
    message = await anext(aiter(stream))
    stream.cancel()
    return message


async def test_who_holds_no_seat_looks_from_a_shared_one_and_sees_the_same(table):
    game_id, ann, bob = await table.started(title="puerto_rico")
    onlookers = [table.client(), table.client("eve", Role.SPECTATOR), table.client("carol")]
    for one in onlookers:
        for look in looks(one, game_id, 0).values():
            await rejected(look(), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    assert [event.conduct.view_shared.shared for event in (await share(ann, game_id, True)).events] == [True]
    own = {name: await look() for name, look in looks(ann, game_id, 0).items()}
    for one in onlookers:
        assert {name: await look() for name, look in looks(one, game_id, 0).items()} == own
        await rejected(one.legal(game_id, seat=0), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
        await rejected(one.position(game_id, seat=1), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
        assert not (await one.position(game_id)).HasField("viewer_seat"), "it is looked from where one asks for it"
    # Who plays does not look into the cards of others, whoever may.
    await rejected(bob.position(game_id, seat=0), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")


async def test_a_withdrawn_view_ends_the_streams_that_look_from_there_and_no_others(table):
    game_id, ann, _ = await table.started(title="cooper_island")
    revision = (await share(ann, game_id, True)).number
    eve, own, public = table.client("eve"), ann.watch(game_id, seat=0), table.client().watch(game_id)
    stream = eve.watch(game_id, start_revision=revision + 1, seat=0)
    assert (await stream.read()).HasField("heartbeat")
    await share(ann, game_id, False)
    await rejected(stream.rest(), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    await rejected(eve.position(game_id, seat=0), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    for watched in (own, public):
        numbers = []
        while revision + 1 not in numbers:
            message = await watched.read()
            numbers += [message.revision.number] if message.HasField("revision") else []
        assert numbers == list(range(1, revision + 2))
        watched.cancel()


async def test_a_view_is_shared_by_its_holder_and_not_by_who_comes_after(table):
    game_id, ann, bob = await table.started(title="cooper_island")
    eve = table.client("eve")
    await share(bob, game_id, True)
    assert (await eve.position(game_id, seat=1)).viewer_seat == 1
    await direct(table, "ReplacePlayer", game_id, seat=1, player="carol")
    await rejected(eve.position(game_id, seat=1), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    await rejected(share(bob, game_id, True), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    await rejected(share(ann, game_id, True, seat=1), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    await share(table.client("carol"), game_id, True)
    # Who has lost the seat holds none, and may look as everybody may.
    assert (await bob.position(game_id, seat=1)).viewer_seat == 1


@pytest.mark.parametrize(("ending", "has_result"), [("VoidGame", False), ("AdjudicateGame", True)])
@pytest.mark.parametrize("title", TITLES)
async def test_the_book_of_a_game_that_has_ended_is_open(table, title, ending, has_result):
    game_id, ann, bob = await table.started(title=title)
    eve = table.client("eve", Role.SPECTATOR)
    asked = (await ann.position(game_id)).open_decisions[0]
    own = {name: await look() for name, look in looks((ann, bob)[asked.seat], game_id, asked.seat).items()}
    await rejected(eve.position(game_id, seat=asked.seat), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    revision = (await direct(table, ending, game_id)).revision.number
    assert (await eve.position(game_id, revision=revision - 1, seat=asked.seat)).open_decisions == own[
        "GetPosition"
    ].open_decisions
    others = (ann, bob)[1 - asked.seat]
    for one in (eve, others, table.client()):
        for look in looks(one, game_id, asked.seat).values():
            await look()
        assert (await one.legal(game_id, revision=revision - 1, seat=asked.seat)).moves
        sheet = await one.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id)
        assert sheet.final
        assert [standing.seat for standing in sheet.standings] == [0, 1]
    assert bool((await eve.position(game_id)).result.standings) is has_result
    # Undo is a matter of who plays, also then.
    stub = referee_service_pb2_grpc.RefereeServiceStub(eve.channel)
    may = stub.GetUndo(referee.GetUndoRequest(game_id=game_id, seat=0), metadata=eve.metadata)
    await rejected(may, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
