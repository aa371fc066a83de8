"""Replays: the same revisions as live, out of the log, for the same eyes."""

import asyncio
from unittest.mock import patch

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from quarterdeck.v1 import (
    conduct_pb2,
    director_service_pb2,
    director_service_pb2_grpc,
    referee_service_pb2_grpc,
    replay_service_pb2_grpc,
)
from quarterdeck.v1 import game_service_pb2 as games
from quarterdeck.v1 import referee_service_pb2 as referee
from quarterdeck.v1 import replay_service_pb2 as pb
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.desk import Hands
from tests.serving import Stream, info_of, new_id, rejected, serving
from tests.toy import TOY

Code = grpc.StatusCode
MOVES = {"toy": 5, "cooper_island": 12, "puerto_rico": 12}


@pytest.fixture
async def table(tmp_path):
    async with serving(tmp_path, [TOY, *TITLES.values()], heartbeat_seconds=0.2, drain_seconds=5.0) as served:
        yield served


def replay(client, game_id, **fields):
    stub = replay_service_pb2_grpc.ReplayServiceStub(client.channel)
    return Stream(stub.ReplayGame(pb.ReplayGameRequest(game_id=game_id, **fields), metadata=client.metadata))


async def replayed(client, game_id, **fields):
    """The revisions of a replay, and the result where it tells one."""
    messages = await replay(client, game_id, **fields).rest()
    ended = [message.ended for message in messages if message.HasField("ended")]
    assert not ended or messages[-1].HasField("ended")
    return [message.revision for message in messages if message.HasField("revision")], ended


async def undone(client, game_id, to):
    stub = referee_service_pb2_grpc.RefereeServiceStub(client.channel)
    request = referee.RequestUndoRequest(request_id=new_id(), game_id=game_id, to=to)
    return (await stub.RequestUndo(request, metadata=client.metadata)).revision


async def played(table, title, seen=None):
    """A game in which moves were made and one was taken back; its players' clients.

    `seen` gets the positions as each player saw them when they were new, as bytes by revision.
    """
    game_id, ann, bob = await table.started(title=title, practice=True, seed="replay")
    clients, was_undone = (ann, bob), False
    for _ in range(MOVES[title]):
        position = await ann.position(game_id)
        for name, client in (("ann", ann), ("bob", bob)) if seen is not None else ():
            new = await client.position(game_id)
            seen.setdefault(name, {})[new.revision] = new.SerializeToString(deterministic=True)
        seat = position.open_decisions[0].seat
        legal = (await clients[seat].legal(game_id)).moves[0]
        revision = (await clients[seat].submit(game_id, legal.decision_id, legal.move.notation)).revision
        if not was_undone:
            stub = referee_service_pb2_grpc.RefereeServiceStub(clients[seat].channel)
            asked = referee.GetUndoRequest(game_id=game_id)
            may = await stub.GetUndo(asked, metadata=clients[seat].metadata)
            if may.targets and not may.asks_others and revision.open_decisions:
                await undone(clients[seat], game_id, may.targets[0])
                was_undone = True
    assert was_undone, "a move can be taken back"
    return game_id, clients


async def watched(client, game_id, last):
    """The revisions of a watch as bytes, by number."""
    stream = client.watch(game_id)
    seen = [(await stream.read()).revision for _ in range(last)]
    stream.cancel()
    return {one.number: one.SerializeToString(deterministic=True) for one in seen}


@pytest.mark.parametrize("title", ["toy", *TITLES])
async def test_d7_a_replay_has_the_bytes_of_the_live_stream_and_of_the_positions_for_every_viewer(table, title):
    game_id, (ann, bob) = await played(table, title)
    last = (await ann.position(game_id)).revision
    seen_by = {}
    for name, viewer in (("ann", ann), ("bob", bob), ("nobody", table.client())):
        live = await watched(viewer, game_id, last)
        revisions, ended = await replayed(viewer, game_id, with_positions=True)
        assert not ended
        found = {one.revision.number: one.revision.SerializeToString(deterministic=True) for one in revisions}
        assert list(found) == list(range(1, last + 1))
        assert found == live
        listed = (await viewer.call("ListEvents", games.ListEventsRequest, game_id=game_id, page_size=1000)).events
        assert [(one.revision, one.place, one.event, one.receive_time) for one in listed] == [
            (one.revision.number, place, event, one.receive_time)
            for one in revisions
            for place, event in enumerate(one.revision.events, start=1)
        ]
        for one in revisions:
            assert one.position == await viewer.position(game_id, revision=one.revision.number)
        seen_by[name] = found
    assert len({tuple(one.items()) for one in seen_by.values()}) == len(seen_by), "each sees something of its own"


@pytest.mark.parametrize("title", ["toy", *TITLES])
async def test_d7_a_server_that_has_nothing_but_the_log_replays_what_was_seen_live(tmp_path, title):
    live: dict[str, dict[int, bytes]] = {}
    async with serving(tmp_path, [TOY, *TITLES.values()], drain_seconds=1.0) as table:
        game_id, (ann, bob) = await played(table, title, live)
        last = (await ann.position(game_id)).revision
        streams = {name: await watched(one, game_id, last) for name, one in (("ann", ann), ("bob", bob))}
    async with serving(tmp_path, [TOY, *TITLES.values()], drain_seconds=1.0) as table:
        for name, seen in live.items():
            revisions, _ = await replayed(table.client(name), game_id, with_positions=True)
            found = {one.revision.number: one.position.SerializeToString(deterministic=True) for one in revisions}
            assert {number: found[number] for number in seen} == seen
            told = {one.revision.number: one.revision.SerializeToString(deterministic=True) for one in revisions}
            assert told == streams[name]
            # From the end to the beginning, where each is folded anew or on from another.
            backwards = [await table.client(name).position(game_id, revision=number) for number in sorted(found)[::-1]]
            assert [one.SerializeToString(deterministic=True) for one in backwards] == list(found.values())[::-1]


async def test_d7_what_was_taken_back_is_replayed_and_marked(table):
    game_id, ann, bob = await table.started()
    await ann.submit(game_id, "4.1", "make_bid 1")
    undo = await undone(ann, game_id, 4)
    revisions, _ = await replayed(bob, game_id)
    assert [one.base for one in revisions] == [0, 1, 2, 3, 4, 4]
    assert [one.counts for one in revisions] == [True, True, True, True, False, True]
    assert undo.number == 6
    # Whether it counts is asked of the whole game, also by who wants a part of it.
    part, _ = await replayed(bob, game_id, start_revision=5, end_revision=5)
    assert [(one.base, one.counts) for one in part] == [(4, False)]
    assert not part[0].HasField("position")


async def test_h10_a_delayed_spectator_does_not_learn_from_a_replay_that_moves_were_taken_back(tmp_path):
    hands, terms = Hands(), conduct_pb2.Terms(spectator_delay=Duration(seconds=60))
    with patch("quarterdeck_server.bootstrap.utc_now", hands):
        async with serving(tmp_path, drain_seconds=1.0) as table:
            game_id, ann, _ = await table.started(terms=terms)
            await ann.submit(game_id, "4.1", "make_bid 1")
            hands.forward(30)
            await undone(ann, game_id, 4)
            eve, seen = table.client("eve"), []
            for seconds in (0, 30, 30):
                hands.forward(seconds)
                revisions, _ = await replayed(eve, game_id)
                seen.append([one.counts for one in revisions])
                assert {one.end_revision for one in revisions} == {len(revisions)}
            assert seen == [[True] * 4, [True] * 5, [True] * 4 + [False, True]]
            assert [one.counts for one in (await replayed(ann, game_id))[0]] == seen[-1]


async def test_a_replay_of_an_ended_game_ends_with_its_result_and_a_part_of_it_does_not(table):
    game_id, ann, bob = await table.started()
    position = await table.play_out(game_id, ann, bob)
    last = position.revision
    revisions, (ended,) = await replayed(table.client(), game_id)
    assert len(revisions) == last
    assert ended == position.result
    revisions, (ended,) = await replayed(ann, game_id, start_revision=last)
    assert [one.revision.number for one in revisions] == [last]
    assert ended == position.result
    revisions, ended = await replayed(ann, game_id, start_revision=2, end_revision=last - 1)
    assert [one.revision.number for one in revisions] == list(range(2, last))
    assert not ended


async def test_a_replay_goes_to_the_last_revision_that_there_was_when_it_began(table):
    game_id, ann, bob = await table.started()
    stream = replay(ann, game_id, interval=Duration(nanos=50_000_000))
    assert (await stream.read()).revision.revision.number == 1
    await ann.submit(game_id, "4.1", "make_bid 1")
    await bob.submit(game_id, "4.2", "make_bid 1")
    assert [one.revision.revision.number for one in await stream.rest()] == [2, 3, 4]


@pytest.mark.parametrize(
    "pace",
    [
        {"interval": Duration()},
        {"recorded": pb.RecordedPace(longest_pause=Duration())},
        {"recorded": pb.RecordedPace(speed=1_000_000)},
    ],
    ids=str,
)
async def test_a_pace_changes_nothing_but_time(table, pace):
    game_id, ann, _ = await table.started()
    assert await replayed(ann, game_id, **pace) == await replayed(ann, game_id)


async def test_a_replay_in_a_pause_ends_when_its_reader_goes_or_the_server_does(table):
    game_id, ann, _ = await table.started()
    streams = [replay(client, game_id, interval=Duration(seconds=3600)) for client in (ann, table.client())]
    for stream in streams:
        await stream.read()
    hub = table.service._hub
    assert hub.count == 2
    streams[0].cancel()
    async with asyncio.timeout(5):
        while hub.count == 2:  # noqa: ASYNC110  (nothing else tells when a stream has gone)
            await asyncio.sleep(0.01)
    draining = asyncio.create_task(table.service.drain())
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await streams[1].rest()
    assert caught.value.code() is Code.UNAVAILABLE
    assert info_of(caught.value)["ErrorInfo"].metadata["resume_revision"] == "2"
    async with asyncio.timeout(4):
        await draining
    assert hub.count == 0


async def test_a_replay_counts_among_the_streams_of_its_caller_and_of_the_server(tmp_path):
    pause = Duration(seconds=3600)
    async with serving(tmp_path, streams_per_player=1, streams=2, drain_seconds=1.0) as table:
        game_id, ann, bob = await table.started()
        await replay(ann, game_id, interval=pause).read()
        details = await rejected(replay(ann, game_id).read(), Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        assert details["ErrorInfo"].metadata["streams_per_player"] == "1"
        await replay(bob, game_id, interval=pause).read()
        details = await rejected(table.client().watch(game_id).read(), Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        assert details["ErrorInfo"].metadata["streams"] == "2"


async def test_a_replay_in_a_pause_ends_with_its_token(tmp_path, monkeypatch):
    async with serving(tmp_path, drain_seconds=1.0) as table:
        game_id, ann, _ = await table.started()
        stream = replay(ann, game_id, interval=Duration(seconds=3600))
        await stream.read()
        monkeypatch.setattr(table.service.tokens, "_now", lambda: 4_000_000_000.0)
        await rejected(stream.rest(), Code.UNAUTHENTICATED, "TOKEN_INVALID")


async def test_who_loses_the_seat_sees_no_more_of_a_replay_from_it(table):
    game_id, ann, _ = await table.started()
    stream = replay(ann, game_id, seat=0, interval=Duration(nanos=200_000_000))
    await stream.read()
    dora = table.client("dora", Role.DIRECTOR)
    stub = director_service_pb2_grpc.DirectorServiceStub(dora.channel)
    request = director_service_pb2.ReplacePlayerRequest(
        request_id=new_id(), game_id=game_id, seat=0, player="carol", reason="ill"
    )
    await stub.ReplacePlayer(request, metadata=dora.metadata)
    await rejected(stream.rest(), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
