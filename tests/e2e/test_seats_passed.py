"""Seats that a director passes on, as players and watchers meet them over a connection."""

import grpc
import pytest

from quarterdeck.v1 import director_service_pb2 as pb
from quarterdeck.v1 import director_service_pb2_grpc
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import new_id, rejected, serving


@pytest.fixture
async def table(tmp_path):
    # Of the toy's decisions the protos know nothing.
    async with serving(tmp_path, TITLES.values(), store="memory", heartbeat_seconds=0.2) as served:
        yield served


async def passed(table, game_id, seat, player):
    dora = table.client("dora", Role.DIRECTOR)
    request = pb.ReplacePlayerRequest(request_id=new_id(), game_id=game_id, seat=seat, player=player, reason="ill")
    return await director_service_pb2_grpc.DirectorServiceStub(dora.channel).ReplacePlayer(
        request, metadata=dora.metadata
    )


async def after_now(stream):
    """The next revision of a stream that first says where it stands."""
    assert (await stream.read()).HasField("heartbeat")
    return await revision_of(stream)


async def revision_of(stream):
    while not (message := await stream.read()).HasField("revision"):
        pass
    return message.revision


def asked(revision, seat):
    return next(one for one in revision.open_decisions if one.seat == seat)


async def started(table):
    game_id, *_ = await table.started(title="cooper_island")
    position = await table.client("ann").position(game_id)
    seat = position.open_decisions[0].seat
    return game_id, seat, ("ann", "bob")[seat], position.revision + 1


async def test_h1_who_has_lost_a_seat_no_longer_sees_what_it_sees(table):
    game_id, seat, player, following = await started(table)
    stream = table.client(player).watch(game_id, start_revision=following)
    other = table.client("carol").watch(game_id, start_revision=following)
    await other.read()
    await passed(table, game_id, seat, "carol")
    assert not asked(await after_now(stream), seat).HasField("decision")
    assert asked(await revision_of(other), seat).HasField("decision"), "who is given a seat sees as that seat"


async def test_h1_a_stream_of_a_seat_ends_when_the_seat_is_lost(table):
    game_id, seat, player, following = await started(table)
    stream = table.client(player).watch(game_id, start_revision=following, seat=seat)
    await stream.read()
    await passed(table, game_id, seat, "carol")
    await rejected(stream.rest(), grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")


@pytest.mark.parametrize("named", [{}, {"seat": 1}])
async def test_who_was_given_a_seat_is_told_so_when_joining(table, named):
    ann, bob = table.client("ann"), table.client("bob")
    game_id = (await ann.create(title="cooper_island")).game_id
    await ann.join(game_id)
    given = (await passed(table, game_id, 1, "bob")).revision
    joined = await bob.join(game_id, **named)
    assert (joined.seat, joined.revision.number) == (1, given.number)


async def test_who_comes_back_to_a_seat_is_told_of_the_last_time(table):
    game_id, seat, player, following = await started(table)
    await passed(table, game_id, seat, "carol")
    await passed(table, game_id, seat, player)
    joined = await table.client(player).join(game_id)
    assert (joined.seat, joined.revision.number) == (seat, following + 1)
