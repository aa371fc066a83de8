"""Streams: gap-free, resumable, ended by their game or by their server."""

import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from quarterdeck.v1 import conduct_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from tests.serving import info_of, serving

Code = grpc.StatusCode


async def test_a_stream_brings_every_revision_once_and_then_the_result(table):
    game_id, ann, bob = await table.started()
    reading = asyncio.create_task(table.client().watch(game_id).rest())
    position = await table.play_out(game_id, ann, bob)
    messages = await reading
    numbers = [message.revision.number for message in messages if message.HasField("revision")]
    assert numbers == list(range(1, position.revision + 1))
    assert messages[-1].ended == position.result
    assert sum(message.HasField("ended") for message in messages) == 1


async def test_a_quiet_stream_sends_heartbeats(table):
    game_id, ann, _ = await table.started()
    stream = ann.watch(game_id, start_revision=5)
    async with asyncio.timeout(5):
        beats = [await stream.read() for _ in range(3)]
    stream.cancel()
    assert [beat.heartbeat.revision for beat in beats] == [4, 4, 4]


async def test_c9_heartbeats_have_the_clocks_as_the_game_and_the_events_of_the_stream_have_them(table):
    bank = conduct_pb2.Clock(bank=conduct_pb2.Bank(seconds=1000, increment=5))
    game_id, ann, bob = await table.started(terms=conduct_pb2.Terms(clock=bank))
    stream, told = table.client().watch(game_id), {}

    async def beat(revision):
        """The first heartbeat at a revision; those before may be on their way still."""
        while (message := await stream.read()).heartbeat.revision != revision:
            for event in message.revision.events:
                if event.conduct.HasField("clock_changed"):
                    told[event.conduct.clock_changed.seat] = event.conduct.clock_changed
        return message.heartbeat

    runs = []
    for move in (lambda: ann.submit(game_id, "4.1", "make_bid 1"), lambda: bob.submit(game_id, "4.2", "make_bid 2")):
        revision = (await move()).revision.number
        heartbeat = await beat(revision)
        game = await ann.call("GetGame", pb.GetGameRequest, game_id=game_id)
        assert list(heartbeat.clocks) == list(game.conduct.clocks)
        for seat, clock in enumerate(heartbeat.clocks):
            changed = told[seat]
            assert (clock.remaining, clock.at, clock.deadline) == (changed.remaining, changed.at, changed.deadline)
            assert clock.HasField("deadline") == changed.HasField("deadline")
        runs.append([clock.HasField("deadline") for clock in heartbeat.clocks])
    assert runs == [[False, True], [True, False]]
    stream.cancel()


async def test_who_watches_and_then_joins_sees_as_a_seat(table):
    ann, bob = table.client("ann"), table.client("bob")
    game_id = (await ann.create()).game_id
    stream = bob.watch(game_id, start_revision=2)
    assert (await stream.read()).HasField("heartbeat")
    await ann.join(game_id)
    await bob.join(game_id)
    await ann.start(game_id)
    message = await stream.read()
    while message.revision.number != 4:
        message = await stream.read()
    stream.cancel()
    assert [one.HasField("decision") for one in message.revision.open_decisions] == [False, True]


async def test_a_server_that_ends_tells_its_streams_where_to_resume(tmp_path):
    async with serving(tmp_path, drain_seconds=5.0) as table:
        game_id, ann, _ = await table.started()
        stream = ann.watch(game_id)
        for _ in range(5):
            await stream.read()
        health = health_pb2_grpc.HealthStub(ann.channel).Watch(health_pb2.HealthCheckRequest())
        assert (await health.read()).status == health_pb2.HealthCheckResponse.SERVING
        draining = asyncio.create_task(table.service.drain())
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stream.rest()
        assert caught.value.code() is Code.UNAVAILABLE
        details = info_of(caught.value)
        assert details["ErrorInfo"].reason == "TRY_AGAIN"
        assert details["ErrorInfo"].metadata["resume_revision"] == "5"
        assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0
        assert (await health.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        health.cancel()
        async with asyncio.timeout(4):
            await draining


async def test_a_slow_reader_is_dropped_and_the_game_goes_on(tmp_path):
    async with serving(tmp_path, watch_queue=1, drain_seconds=1.0) as table:
        game_id, ann, bob = await table.started()
        slow = table.client().watch(game_id, start_revision=5)
        assert (await slow.read()).HasField("heartbeat")
        # Several revisions in one turn of the loop: no reader takes them one by one.
        for watcher in table.service._hub._watchers[game_id]:
            watcher._is_lost = True
        await table.play_out(game_id, ann, bob)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await slow.rest()
        assert caught.value.code() is Code.RESOURCE_EXHAUSTED
        info = info_of(caught.value)["ErrorInfo"]
        assert info.reason == "READER_TOO_SLOW"
        assert info.metadata["retry"] == "true"
        resumed = await table.client().watch(game_id, start_revision=int(info.metadata["resume_revision"])).rest()
        assert resumed[0].revision.number == 5
        assert resumed[-1].HasField("ended")
