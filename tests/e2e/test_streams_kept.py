"""Streams that are left, resumed, refused and read by many: nobody misses anything, and nothing is left behind."""

import asyncio
import threading
import time

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import referee_service_pb2 as referee
from quarterdeck.v1 import referee_service_pb2_grpc
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.server import SERVICES
from quarterdeck_server.application.caller import Role
from tests.e2e.test_delay import METHODS
from tests.serving import Client, info_of, new_id, rejected, serving

Code = grpc.StatusCode
ROUNDS = 1000
WATCHERS = 50


def numbers_of(messages):
    return [message.revision.number for message in messages if message.HasField("revision")]


async def following(stream):
    """The next revision of a stream, heartbeats passed over."""
    while not (message := await stream.read()).HasField("revision"):
        pass
    return message.revision


async def test_c1_a_stream_is_resumed_from_anywhere_without_a_gap_or_told_why_not(table):
    game_id, ann, bob = await table.started()
    stream = ann.watch(game_id)
    seen = [(await stream.read()).revision.number for _ in range(2)]
    stream.cancel()
    last = (await table.play_out(game_id, ann, bob)).revision
    # The log keeps all, so that nothing is too old.
    for start in (0, *range(1, last + 2)):
        rest = await ann.watch(game_id, start_revision=start).rest()
        assert numbers_of(rest) == list(range(max(1, start), last + 1))
    rest = await ann.watch(game_id, start_revision=seen[-1] + 1).rest()
    assert [*seen, *numbers_of(rest)] == list(range(1, last + 1))
    for start in (last + 2, 2**31):
        refused = ann.watch(game_id, start_revision=start).rest()
        info = (await rejected(refused, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE"))["ErrorInfo"]
        assert (info.metadata["wanted"], info.metadata["revision"]) == (str(start), str(last))


@pytest.mark.parametrize("ending", ["played out", "abandoned"])
async def test_c3_the_last_message_of_every_stream_has_result_and_reason(table, ending):
    game_id, ann, bob = await table.started()
    watchers = (ann, bob, table.client("eve", Role.SPECTATOR), table.client(), table.client("dora", Role.DIRECTOR))
    streams = [one.watch(game_id, start_revision=start) for one in watchers for start in (1, 4, 5)]
    reading = [asyncio.create_task(stream.rest()) for stream in streams]
    await asyncio.sleep(0.1)
    if ending == "played out":
        await table.play_out(game_id, ann, bob)
    else:
        stub = referee_service_pb2_grpc.RefereeServiceStub(ann.channel)
        proposing = referee.ProposeAbandoningRequest(request_id=new_id(), game_id=game_id)
        proposal = (await stub.ProposeAbandoning(proposing, metadata=ann.metadata)).revision.number
        answer = referee.AnswerProposalRequest(request_id=new_id(), game_id=game_id, proposal=proposal, agrees=True)
        await stub.AnswerProposal(answer, metadata=bob.metadata)
    position = await ann.position(game_id)
    assert position.result.reason == ("PLAYED_OUT" if ending == "played out" else "ABANDONED")
    late = [one.watch(game_id, start_revision=start) for one in watchers for start in (1, position.revision + 1)]
    for stream, messages in zip(
        (*streams, *late), [*await asyncio.gather(*reading), *[await one.rest() for one in late]], strict=True
    ):
        assert messages[-1].ended == position.result
        assert sum(message.HasField("ended") for message in messages) == 1
        assert await stream.call.code() is Code.OK
    (only,) = await table.client().watch(game_id, start_revision=position.revision + 1).rest()
    assert only.ended == position.result


async def test_c4_coming_back_however_often_leaves_the_log_unchanged(table):
    game_id, ann, bob = await table.started()
    log = table.service._store.read(game_id)
    for _ in range(10):
        for one, seat in ((ann, 0), (bob, 1)):
            again = Client(table.address)
            again.metadata = one.metadata
            table.clients.append(again)
            assert (await again.join(game_id)).seat == seat
            assert (await again.join(game_id, seat=seat)).seat == seat
            stream = again.watch(game_id)
            assert [(await stream.read()).revision.number for _ in range(4)] == [1, 2, 3, 4]
            stream.cancel()
        await rejected(ann.start(game_id), Code.FAILED_PRECONDITION, "GAME_ALREADY_STARTED")
    assert table.service._store.read(game_id) == log


async def test_c5_whose_token_has_expired_is_told_so_and_ends_up_with_what_everybody_has(table):
    game_id, ann, bob = await table.started()
    old = Client(table.address, table.service.tokens.issue("bob", Role.PLAYER, 2))
    table.clients.append(old)
    stream = old.watch(game_id, start_revision=5)
    assert (await stream.read()).HasField("heartbeat")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stream.rest()
    assert info_of(caught.value)["ErrorInfo"].reason == "TOKEN_INVALID"
    # What was refused is shown to nobody, not even to who has sent it.
    refused = old.submit(game_id, "4.2", "make_bid 3")
    await rejected(refused, Code.UNAUTHENTICATED, "TOKEN_INVALID")
    await ann.submit(game_id, "4.1", "make_bid 1")
    streams = [one.watch(game_id, start_revision=5) for one in (ann, bob, table.client())]
    assert [(await following(one)).number for one in streams] == [5] * 3
    for one in streams:
        one.cancel()
    mine, others = await bob.position(game_id), await ann.position(game_id)
    assert (mine.revision, [one.seat for one in mine.open_decisions]) == (5, [1])
    assert [one.decision_id for one in mine.open_decisions] == [one.decision_id for one in others.open_decisions]


async def test_c6_a_thousand_streams_that_come_and_go_leave_nothing_and_the_server_stops_in_time(tmp_path):
    deadline = 5.0
    async with serving(tmp_path, heartbeat_seconds=0.2, drain_seconds=deadline) as table:
        game_id, ann, _ = await table.started()
        service, watchers = table.service, (ann, table.client("eve", Role.SPECTATOR), table.client())

        async def round_of(number):
            stream = watchers[number % 3].watch(game_id, start_revision=number % 5 + 1)
            await stream.read()
            stream.cancel()

        async def settled():
            async with asyncio.timeout(5):
                while service._hub.count:  # noqa: ASYNC110  (nothing else tells when a stream has gone)
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            return len(asyncio.all_tasks()), threading.active_count()

        # The first ones make connections and threads that stay.
        for number in range(30):
            await round_of(number)
        before = await settled()
        for number in range(0, ROUNDS, 10):
            await asyncio.gather(*[round_of(number + one) for one in range(10)])
        assert await settled() == before
        assert service._hub._watchers == {}
        assert service._sentry._streams == set()
        assert not +service._server._gate._shares._streams
        left = [table.client().watch(game_id) for _ in range(20)]
        for stream in left:
            await stream.read()
        begun = time.monotonic()
        await service.drain()
        assert time.monotonic() - begun < deadline
        for stream in left:
            with pytest.raises(grpc.aio.AioRpcError):
                await stream.rest()


async def test_c8_who_is_there_is_no_part_of_a_game(table):
    """Presence is not offered: no field tells of it, and nothing of it is in the log."""
    words = {"presence", "present", "online", "offline", "connected", "connections", "watchers", "viewers", "last_seen"}
    named = [field.message_type for method in METHODS.values() for field in method.output_type.fields]
    files = {method.input_type.file for method in METHODS.values()} | {kind.file for kind in named if kind is not None}
    fields = {field.name for file in files for kind in file.message_types_by_name.values() for field in kind.fields}
    assert {"revision", "open_decisions", "clocks"} <= fields
    assert not fields & words
    assert len(SERVICES) > 3
    game_id, ann, bob = await table.started()
    log, told = table.service._store.read(game_id), await bob.call("GetGame", pb.GetGameRequest, game_id=game_id)
    streams = [ann.watch(game_id) for _ in range(3)]
    for stream in streams:
        await stream.read()
    assert await bob.call("GetGame", pb.GetGameRequest, game_id=game_id) == told
    for stream in streams:
        stream.cancel()
    await ann.channel.close()
    assert await bob.call("GetGame", pb.GetGameRequest, game_id=game_id) == told
    assert table.service._store.read(game_id) == log


async def test_b12_every_stream_has_one_undo_of_an_undo_and_the_table_that_it_says(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=0.2, drain_seconds=2.0) as table:
        game_id, *players = await table.started(title="puerto_rico")
        position = await players[0].position(game_id)
        player = players[position.open_decisions[0].seat]
        streams = [one.watch(game_id, start_revision=position.revision + 1) for one in (*players, table.client())]
        legal = (await player.legal(game_id)).moves[0]
        await player.submit(game_id, legal.decision_id, legal.move.notation)
        stub = referee_service_pb2_grpc.RefereeServiceStub(player.channel)
        back = referee.RequestUndoRequest(request_id=new_id(), game_id=game_id, to=position.revision)
        for _ in range(2):
            # Sent twice, and done once.
            await stub.RequestUndo(back, metadata=player.metadata)
        for stream, viewer in zip(streams, (*players, table.client()), strict=True):
            moved, undone = [await following(stream) for _ in range(2)]
            assert (moved.number, undone.number) == (position.revision + 1, position.revision + 2)
            (event,) = [one.conduct.undone for one in undone.events if one.conduct.HasField("undone")]
            assert event.to == position.revision
            now, then = await viewer.position(game_id), await viewer.position(game_id, revision=event.to)
            assert (now.position, now.revision) == (then.position, undone.number)
            assert now.open_decisions == undone.open_decisions
            assert (await stream.read()).heartbeat.revision == undone.number
            stream.cancel()


async def test_a_message_is_made_once_for_all_who_look_from_the_same_place(table, monkeypatch):
    made, make = [], Messages.revision

    def counted(self, live, revision, viewer):
        made.append((revision.number, viewer))
        return make(self, live, revision, viewer)

    game_id, ann, bob = await table.started()
    # At most so many streams of one address without a token, and of one player.
    watchers = [table.client(f"onlooker {number}", Role.SPECTATOR) for number in range(WATCHERS)]
    streams = [one.watch(game_id, start_revision=5) for one in (*watchers, ann, bob)]
    for stream in streams:
        assert (await stream.read()).HasField("heartbeat")
    monkeypatch.setattr(Messages, "revision", counted)
    last = (await table.play_out(game_id, ann, bob)).revision
    for messages in await asyncio.gather(*[stream.rest() for stream in streams]):
        assert numbers_of(messages) == list(range(5, last + 1))
    # Whoever moves is answered as well, with a message of its own.
    answered = last - 4
    assert sorted(set(made), key=str) == sorted(((n, v) for n in range(5, last + 1) for v in (None, 0, 1)), key=str)
    assert len(made) == 3 * (last - 4) + answered
