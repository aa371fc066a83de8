"""Limits for each caller, over real connections: who takes too much is told when to come back, and nobody else is."""

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_server.application.caller import Role
from tests.serving import Client, info_of, rejected, serving

Code = grpc.StatusCode


async def listed(client):
    return await client.call("ListGames", pb.ListGamesRequest)


@pytest.fixture
async def narrow(tmp_path):
    """A server whose limits are met at once, and whose clock for them stands still."""
    limits = {"calls_per_second": 0.5, "calls_burst": 6, "streams_per_player": 1}
    async with serving(tmp_path, heartbeat_seconds=0.2, drain_seconds=2.0, **limits) as table:
        shares = table.service._server._gate._shares
        shares._now = lambda: 0.0
        table.shares = shares
        yield table


async def test_a_player_is_limited_over_all_connections_and_others_are_not(narrow):
    ann, again, bob = narrow.client("ann"), narrow.client("ann"), narrow.client("bob")
    for _ in range(3):
        await listed(ann)
        await listed(again)
    details = await rejected(listed(again), Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")
    assert details["RetryInfo"].retry_delay.ToMilliseconds() == 2000
    assert dict(details["ErrorInfo"].metadata) == {"calls_per_second": "0.5", "retry": "true"}
    await listed(bob)
    narrow.shares._now = lambda: 2.0
    await listed(ann)
    await rejected(listed(ann), Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")


async def test_who_has_no_token_or_a_wrong_one_is_limited_by_address_and_known_players_there_are_not(narrow):
    ann = narrow.client("ann")
    await listed(ann)
    guest, forger = narrow.client(), Client(narrow.address, "eyJ.eyJ.x")
    narrow.clients.append(forger)
    # The first call of a token counts for the address as well: it had to be verified.
    for _ in range(3):
        await listed(guest)
    for _ in range(2):
        await rejected(listed(forger), Code.UNAUTHENTICATED, "TOKEN_INVALID")
    for client in (guest, forger, narrow.client("bob")):
        await rejected(listed(client), Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")
    await listed(ann)


async def test_a_player_has_so_many_streams(narrow):
    game_id = (await narrow.client("ann").create()).game_id
    ann, bob = narrow.client("ann"), narrow.client("bob", Role.SPECTATOR)
    stream = ann.watch(game_id)
    await stream.read()
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await ann.watch(game_id).read()
    assert caught.value.code() is Code.RESOURCE_EXHAUSTED
    details = info_of(caught.value)
    assert details["ErrorInfo"].reason == "RATE_LIMITED"
    assert details["ErrorInfo"].metadata["streams_per_player"] == "1"
    assert details["RetryInfo"].retry_delay.seconds == 5
    other = bob.watch(game_id)
    await other.read()
    for one in (stream, other):
        one.cancel()
