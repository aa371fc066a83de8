"""Two server processes on one PostgreSQL database and one game."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import grpc
import psycopg
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from tests.e2e.test_process import ENVIRONMENT, process, token
from tests.integration.test_other_processes import held_up
from tests.integration.test_postgres import kill_all
from tests.serving import Client, new_id


@pytest.fixture
async def replicas(database, tmp_path, monkeypatch):
    """The addresses of two servers, and the tokens of ann and bob."""
    monkeypatch.setitem(ENVIRONMENT, "QUARTERDECK_DATABASE_URL", database)
    tokens = [token(tmp_path, player) for player in ("ann", "bob")]
    with ExitStack() as servers:
        yield [servers.enter_context(process(tmp_path))[1] for _ in range(2)], tokens


async def persistent(call):
    """The answer to a call that is sent again, with the same id, while the service says that it may be."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.05)


async def at_once(call):
    return await call()


async def watched(client, game_id):
    """The numbers of the revisions that a watcher gets until the game has ended; it comes back where it was."""
    numbers: list[int] = []
    async with asyncio.timeout(40):
        while True:
            try:
                stream = client.watch(game_id, start_revision=len(numbers) + 1)
                async for message in stream.call:
                    if message.HasField("revision"):
                        numbers.append(message.revision.number)
                    elif message.HasField("ended"):
                        return numbers
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.05)


async def play(clients, send):
    """A game whose every command goes to the server that did not get the one before; what was acknowledged."""
    (ann, _), _ = clients
    create = pb.CreateGameRequest(request_id=new_id(), title="toy", seats=2)
    game_id = (await send(lambda: ann.games.CreateGame(create, metadata=ann.metadata))).game_id
    watching = [asyncio.create_task(watched(one[0], game_id)) for one in clients]
    acknowledged: list[tuple[str, bytes]] = []
    for seat in (0, 1):
        join = pb.JoinGameRequest(request_id=new_id(), game_id=game_id)
        one = clients[1 - seat][seat]
        await send(lambda one=one, join=join: one.games.JoinGame(join, metadata=one.metadata))
    begin = pb.StartGameRequest(request_id=new_id(), game_id=game_id)
    one = clients[1][0]
    revision = (await send(lambda: one.games.StartGame(begin, metadata=one.metadata))).revision
    place = 0
    while revision.open_decisions:
        opened = revision.open_decisions[0]
        move = {"choose_bid": "make_bid 2", "choose_coins": "take_coins gold,silver"}[opened.kind]
        request = pb.SubmitMoveRequest(
            request_id=new_id(),
            game_id=game_id,
            decision_id=opened.decision_id,
            move=play_pb2.Move(notation=move),
        )
        one = clients[place % 2][opened.seat]
        answer = await send(lambda one=one, request=request: one.games.SubmitMove(request, metadata=one.metadata))
        acknowledged.append((request.request_id, answer.SerializeToString(deterministic=True)))
        # Asked at the other server, the same request has the same answer.
        other = clients[1 - place % 2][opened.seat]
        again = await send(lambda one=other, request=request: one.games.SubmitMove(request, metadata=one.metadata))
        assert again.SerializeToString(deterministic=True) == acknowledged[-1][1]
        revision = answer.revision
        place += 1
    return game_id, revision.number, await asyncio.gather(*watching), [one for one, _ in acknowledged]


@pytest.fixture
async def clients(replicas):
    """Ann and bob, at both servers."""
    addresses, tokens = replicas
    made = [[Client(address, one) for one in tokens] for address in addresses]
    yield made
    for one in (*made[0], *made[1]):
        await one.channel.close()


def stored(database, game_id):
    """The request ids that the log of a game has, in order, and its event numbers."""
    with psycopg.connect(database) as connection:
        rows = connection.execute(
            "SELECT originator_version, convert_from(state, 'UTF8')::json #>> '{command,request_id}' "
            "FROM stored_events WHERE originator_id = %s ORDER BY 1",
            (game_id,),
        ).fetchall()
    return [number for number, _ in rows], [one for _, one in rows if one is not None]


async def test_moves_alternate_between_two_servers_without_a_conflict_and_watchers_at_both_miss_nothing(
    clients, database
):
    for _ in range(5):
        game_id, last, seen, requests = await play(clients, at_once)
        assert seen == [list(range(1, last + 1))] * 2
        numbers, kept = stored(database, game_id)
        assert numbers == list(range(1, len(numbers) + 1))
        assert kept[4:] == requests


async def test_nothing_is_lost_or_doubled_while_all_connections_are_killed(clients, database):
    playing = [asyncio.create_task(play(clients, persistent)) for _ in range(6)]
    for _ in range(3):
        await asyncio.to_thread(kill_all, database)
        await asyncio.sleep(0.3)
    for game_id, last, seen, requests in await asyncio.gather(*playing):
        assert seen == [list(range(1, last + 1))] * 2
        numbers, kept = stored(database, game_id)
        assert numbers == list(range(1, len(numbers) + 1))
        assert kept[4:] == requests


async def test_of_fifty_moves_for_one_decision_at_two_servers_exactly_one_is_taken(clients, database):
    (ann, bob), (far_ann, _) = clients
    game_id = (await ann.create()).game_id
    for one in (ann, bob):
        await one.join(game_id)
    opened = (await ann.start(game_id)).revision.open_decisions[0]
    seated = [(one[opened.seat]) for one in clients] * 25
    outcomes = await asyncio.gather(
        *(one.submit(game_id, opened.decision_id, "make_bid 2") for one in seated), return_exceptions=True
    )
    refused = [one for one in outcomes if isinstance(one, grpc.aio.AioRpcError)]
    assert len(outcomes) - len(refused) == 1
    assert {one.code() for one in refused} <= {grpc.StatusCode.ABORTED, grpc.StatusCode.UNAVAILABLE}
    numbers, kept = stored(database, game_id)
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(kept) == 5
    assert (await far_ann.position(game_id)).revision == 5


@pytest.mark.parametrize("gives_up", ["by its deadline", "by cancelling"])
async def test_a_call_that_is_given_up_during_its_append_is_carried_out_once(clients, database, gives_up):
    (ann, bob), far = clients
    game_id = (await ann.create()).game_id
    for one in (ann, bob):
        await one.join(game_id)
    opened = (await ann.start(game_id)).revision.open_decisions[0]
    request = pb.SubmitMoveRequest(
        request_id=new_id(),
        game_id=game_id,
        decision_id=opened.decision_id,
        move=play_pb2.Move(notation="make_bid 2"),
    )
    seated = clients[0][opened.seat]
    with held_up(database) as waiting:
        deadline = 2.0 if gives_up == "by its deadline" else None
        call = seated.games.SubmitMove(request, metadata=seated.metadata, timeout=deadline)
        async with asyncio.timeout(3):
            while not waiting():  # noqa: ASYNC110  (a database tells nobody who waits for its locks)
                await asyncio.sleep(0.01)
        if deadline is None:
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
        else:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call
            assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    answers = [
        await persistent(lambda one=one: one.games.SubmitMove(request, metadata=one.metadata))
        for one in (far[opened.seat], seated)
    ]
    assert [one.revision.number for one in answers] == [5, 5]
    assert stored(database, game_id)[1][4:] == [request.request_id]


def test_six_servers_start_at_once_on_one_database(database, tmp_path, monkeypatch):
    monkeypatch.setitem(ENVIRONMENT, "QUARTERDECK_DATABASE_URL", database)
    with ExitStack() as servers, ThreadPoolExecutor(6) as threads:
        starting = [threads.submit(servers.enter_context, process(tmp_path)) for _ in range(6)]
        addresses = {one.result(30)[1] for one in starting}
        assert len(addresses) == 6
