"""Answers that are lost, late, asked for again: each request is carried out once, and has one answer for ever."""

import asyncio
import random
import time

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as games
from quarterdeck.v1 import play_pb2
from quarterdeck_server.application.caller import Role
from tests.e2e.test_every_mutation import CREATIONS, MUTATIONS, ready, request_of, send
from tests.serving import Client, new_id, rejected, serving

Code = grpc.StatusCode


class Lossy(grpc.aio.UnaryUnaryClientInterceptor):
    """Loses answers on their way, after what was asked for is done."""

    async def intercept_unary_unary(self, continuation, client_call_details, request):
        call = await continuation(client_call_details, request)
        await call
        raise ConnectionError


def same_caller(table, client, *interceptors):
    """A connection of its own, with the token of another one."""
    other = Client(table.address)
    other.channel = grpc.aio.insecure_channel(table.address, interceptors=interceptors)
    other.metadata = client.metadata
    table.clients.append(other)
    return other


def as_bytes(message):
    return message.SerializeToString(deterministic=True)


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a2_an_answer_that_was_lost_is_found_and_given_when_it_is_asked_for_again(table, name):
    client, request = await ready(table, name)
    request.request_id = new_id()
    with pytest.raises(ConnectionError):
        await send(same_caller(table, client, Lossy()), name, request)
    found = await send(client, "FindRequest", request_of("FindRequest", request_id=request.request_id))
    assert found.is_applied
    answer = await send(same_caller(table, client), name, request)
    assert answer.revision.number == found.revision
    game = await client.call("GetGame", games.GetGameRequest, game_id=found.game_id)
    events = [event.kind for event in answer.revision.events]
    listed = await client.call("ListEvents", games.ListEventsRequest, game_id=found.game_id, page_size=1000)
    assert [one.event.kind for one in listed.events if one.revision == found.revision] == events
    assert game.revision == found.revision


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a2_a_call_has_its_answer_in_another_process_after_all_that_came_later(tmp_path, name):
    async with serving(tmp_path) as table:
        client, request = await ready(table, name)
        request.request_id = new_id()
        first = await send(client, name, request)
        await go_on(table, first.game_id if name in CREATIONS else request.game_id)
        again = await send(client, name, request)
        assert as_bytes(again) == as_bytes(first)
    async with serving(tmp_path) as table:
        again = await send(same_caller(table, client), name, request)
        assert as_bytes(again) == as_bytes(first)


async def go_on(table, game_id):
    """Whatever a director can do to a game: others take the seats, and it is ended without a result."""
    dora = table.client("dora", Role.DIRECTOR)
    acts = [("ReplacePlayer", {"seat": seat, "player": f"player-{seat}"}) for seat in (0, 1)]
    for name, fields in [*acts, ("VoidGame", {})]:
        try:
            await send(dora, name, request_of(name, request_id=new_id(), game_id=game_id, **fields))
        except grpc.aio.AioRpcError as error:
            if error.code() is not Code.FAILED_PRECONDITION:
                raise


async def played(table):
    """A game to its end; each request, with its caller and its answer."""
    game_id, ann, bob = await table.started()
    sent = []
    while opened := (await ann.position(game_id)).open_decisions:
        player = (ann, bob)[opened[0].seat]
        legal = (await player.legal(game_id)).moves[0]
        request = games.SubmitMoveRequest(
            request_id=new_id(),
            game_id=game_id,
            decision_id=legal.decision_id,
            move=play_pb2.Move(notation=legal.move.notation),
        )
        sent.append((player, request, await send(player, "SubmitMove", request)))
    return game_id, sent


async def test_a3_duplicates_over_new_connections_in_any_order_leave_the_log_as_it_is(table):
    game_id, sent = await played(table)
    ann = sent[0][0]
    before = await ann.call("ListEvents", games.ListEventsRequest, game_id=game_id, page_size=1000)
    twice = sent * 2
    random.Random("a3").shuffle(twice)
    answers = await asyncio.gather(
        *(send(same_caller(table, player), "SubmitMove", request) for player, request, _ in twice)
    )
    assert list(map(as_bytes, answers)) == [as_bytes(answer) for _, _, answer in twice]
    after = await ann.call("ListEvents", games.ListEventsRequest, game_id=game_id, page_size=1000)
    assert as_bytes(after) == as_bytes(before)


async def test_a5_of_fifty_connections_that_answer_one_decision_exactly_one_wins(table):
    game_id, ann, _ = await table.started()
    clients = [same_caller(table, ann) for _ in range(50)]
    outcomes = await asyncio.gather(
        *(client.submit(game_id, "4.1", f"make_bid {number % 4}") for number, client in enumerate(clients)),
        return_exceptions=True,
    )
    lost = [outcome for outcome in outcomes if isinstance(outcome, grpc.aio.AioRpcError)]
    assert (len(lost), {error.code() for error in lost}) == (49, {Code.ABORTED})
    assert (await ann.position(game_id)).revision == 5


async def test_a14_after_the_end_a_new_move_hears_the_result_and_the_winning_one_its_answer(table):
    game_id, sent = await played(table)
    player, request, answer = sent[-1]
    assert "ended" in [event.kind for event in answer.revision.events]
    assert as_bytes(await send(player, "SubmitMove", request)) == as_bytes(answer)
    request.request_id = new_id()
    details = await rejected(send(player, "SubmitMove", request), Code.FAILED_PRECONDITION, "GAME_ENDED")
    assert details["Situation"].result.standings
    assert (await player.position(game_id)).revision == answer.revision.number


async def test_a_call_whose_time_is_over_at_any_moment_is_done_once_or_not_at_all(table):
    game_id, ann, bob = await table.started(options=[play_pb2.OptionValue(name="length", value="long")])
    for player, decision in ((ann, "4.1"), (bob, "4.2")):
        await player.submit(game_id, decision, "make_bid 1")
    append, expired = table.service._store.append, 0

    def slow(batches):
        time.sleep(0.004)
        append(batches)
        time.sleep(0.002)

    table.service._store.append = slow
    for number in range(12):
        opened = (await ann.position(game_id)).open_decisions[0]
        player = (ann, bob)[opened.seat]
        before = (await ann.position(game_id)).revision
        request = games.SubmitMoveRequest(
            request_id=new_id(),
            game_id=game_id,
            decision_id=opened.decision_id,
            move=play_pb2.Move(notation="take_coins gold"),
        )
        try:
            await player.games.SubmitMove(request, metadata=player.metadata, timeout=0.0005 + number * 0.0007)
        except grpc.aio.AioRpcError as error:
            expired += error.code() is Code.DEADLINE_EXCEEDED
        answer = await send(player, "SubmitMove", request)
        assert answer.revision.number == before + 1 == (await ann.position(game_id)).revision
    assert expired
