"""Cooper Island over the wire, by programs that know its messages and by people who write lines."""

import asyncio
import random
from typing import Any

import grpc
import pytest

from quarterdeck.cooper_island.v1 import move_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2
from quarterdeck_rules.titles import TITLES
from tests.serving import rejected, serving

Code = grpc.StatusCode


@pytest.fixture
async def island(tmp_path):
    async with serving(tmp_path, titles=TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield table


async def started(table, seats, seed="known"):
    clients = [table.client(name) for name in ("ann", "bob", "cyd", "dan")[:seats]]
    game_id = (await clients[0].create(title="cooper_island", seats=seats, practice=True, seed=seed)).game_id
    for client in clients:
        await client.join(game_id)
    return game_id, clients, (await clients[0].start(game_id)).revision


@pytest.mark.parametrize("seats", [1, 2, 4])
async def test_a_whole_game_is_played_with_typed_moves_and_with_lines(island, seats):
    game_id, clients, revision = await started(island, seats)
    spectating = asyncio.create_task(island.client().watch(game_id).rest())
    choices, opened = random.Random(seats), list(revision.open_decisions)
    while opened:
        client = clients[choices.choice(opened).seat]
        legal = choices.choice([one for one in (await client.legal(game_id, page_size=60)).moves if not one.anytime])
        move = play_pb2.Move()
        move.CopyFrom(legal.move)
        # Both forms, the typed one, or the line.
        form = choices.randrange(3)
        if form == 1:
            move.notation = ""
        elif form == 2:
            move.ClearField("cooper_island")
        revision = (await client.submit(game_id, legal.decision_id, "", move=move)).revision
        assert all(event.WhichOneof("event") for event in revision.events)
        assert all(event.words for event in revision.events)
        opened = list(revision.open_decisions)
    messages = await spectating
    numbers = [message.revision.number for message in messages if message.HasField("revision")]
    assert numbers == list(range(1, revision.number + 1))
    assert len(messages[-1].ended.standings) == seats
    sheet = await clients[0].call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id)
    assert [one.total for one in sheet.score_sheet.cooper_island.scores] == [one.points for one in sheet.standings]
    position = await clients[0].position(game_id)
    assert position.position.HasField("cooper_island")
    assert position.position.cooper_island.HasField("cooper") is (seats == 1)
    assert sheet.score_sheet.cooper_island.HasField("cooper") is (seats == 1)


async def test_a_line_that_says_something_else_than_the_typed_move_is_refused(island):
    game_id, (ann, *_), _ = await started(island, 2)
    first, second, *_ = (await ann.legal(game_id)).moves
    first.move.notation = second.move.notation
    details = await rejected(
        ann.submit(game_id, first.decision_id, "", move=first.move), Code.INVALID_ARGUMENT, "MOVE_NOT_UNDERSTOOD"
    )
    assert details["BadRequest"].field_violations[0].field == "move.notation"


@pytest.mark.parametrize("number", [0, 99])
async def test_a_value_that_the_server_does_not_know_is_no_move(island, number: Any):
    game_id, (ann, *_), _ = await started(island, 2)
    legal = (await ann.legal(game_id)).moves[0]
    # Reading comes first: whether this kind of move was asked for does not matter.
    start_on = move_pb2.StartOn()
    start_on.landscape = number
    move = play_pb2.Move(cooper_island=move_pb2.Move(start_on=start_on))
    details = await rejected(
        ann.submit(game_id, legal.decision_id, "", move=move), Code.INVALID_ARGUMENT, "MOVE_NOT_UNDERSTOOD"
    )
    (violation,) = details["BadRequest"].field_violations
    assert violation.field == "move.cooper_island.start_on.landscape"
    assert str(number) in violation.description


async def test_a_move_of_no_kind_is_no_move(island):
    game_id, (ann, *_), _ = await started(island, 2)
    legal = (await ann.legal(game_id)).moves[0]
    move = play_pb2.Move(cooper_island=move_pb2.Move())
    details = await rejected(
        ann.submit(game_id, legal.decision_id, "", move=move), Code.INVALID_ARGUMENT, "MOVE_NOT_UNDERSTOOD"
    )
    assert details["BadRequest"].field_violations[0].field == "move.cooper_island"


async def test_a_game_goes_on_after_its_server_was_started_anew(tmp_path):
    async with serving(tmp_path, titles=TITLES.values()) as table:
        game_id, clients, _ = await started(table, 3)
        before = [await client.position(game_id) for client in clients]
    async with serving(tmp_path, titles=TITLES.values()) as table:
        clients = [table.client(name) for name in ("ann", "bob", "cyd")]
        assert [await client.position(game_id) for client in clients] == before
        legal = [(await client.legal(game_id)).moves for client in clients]
        mover = next(number for number, moves in enumerate(legal) if moves)
        first = legal[mover][0]
        answer = await clients[mover].submit(game_id, first.decision_id, first.move.notation)
        assert answer.revision.number == before[0].revision + 1
