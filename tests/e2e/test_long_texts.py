"""However long a text is that somebody sends: the answer is readable, says what is wrong, and stays short."""

import asyncio

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor

from quarterdeck.client import Desk, FieldInvalid, MoveNotUnderstood, MoveRefused, QuarterdeckError
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2, title_service_pb2
from quarterdeck_rules.titles import TITLES
from tests.serving import info_of, serving

Code = grpc.StatusCode
LENGTHS = (5_000, 20_000)
TITLE = "cooper_island"


def texts():
    """Each text of each request by method, as a path of fields.  Typed moves have tests of their own."""
    for file in (pb.DESCRIPTOR, title_service_pb2.DESCRIPTOR):
        for service in file.services_by_name.values():
            for method in service.methods:
                for path in paths(method.input_type):
                    yield service.name, method.name, method.input_type.name, path


def paths(descriptor):
    for field in descriptor.fields:
        if field.type == FieldDescriptor.TYPE_STRING:
            yield (field.name,)
        elif field.type == FieldDescriptor.TYPE_MESSAGE and field.name not in TITLES:
            yield from ((field.name, *rest) for rest in paths(field.message_type))


def put(message, path, text):
    """Set the text at the end of a path, in a first element where there may be several."""
    *above, last = path
    for name in above:
        inner = getattr(message, name)
        message = inner if hasattr(inner, "DESCRIPTOR") else (inner[0] if inner else inner.add())
    setattr(message, last, text)


async def answer(call, what="call"):
    """The details of the error that a call ends with, if it does; they are readable and short."""
    try:
        async with asyncio.timeout(20):
            await call
        return None
    except grpc.aio.AioRpcError as caught:
        error = caught
    assert error.code() not in (Code.INTERNAL, Code.UNKNOWN), (what, error.details())
    sent = sum(len(key) + len(value) for key, value in error.trailing_metadata())
    assert sent + len(error.details() or "") < 3_000, what
    return info_of(error)


def fill(message, path, text, game_id):
    """What a good request has, with this text in one place."""
    fields = message.DESCRIPTOR.fields_by_name
    usual = {"request_id": "long", "game_id": game_id, "title": TITLE, "seats": 2, "decision_id": "4.1"}
    for name, value in usual.items():
        if name in fields:
            setattr(message, name, value)
    if "options" in fields:
        message.options.add(name="layout", value="A")
    if "practice" in fields:
        message.practice = True
    if "move" in fields:
        message.move.notation = "perform coin_boat"
    put(message, path, text)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("letter", ["x", "🏝", "\n"])
async def test_a_long_text_gets_a_short_answer(tmp_path, letter, length):
    async with serving(tmp_path, TITLES.values(), store="memory") as table:
        game_id, ann, *_ = await started(table)
        for service, name, message, path in texts():
            request_type = getattr(pb, message, None) or getattr(title_service_pb2, message)
            request = request_type()
            fill(request, path, letter * length, game_id)
            stub = ann.games if service == "GameService" else ann.titles
            call = getattr(stub, name)(request, metadata=ann.metadata)
            details = await answer(anext(aiter(call)) if name == "WatchGame" else call, (name, path))
            assert details is not None, (name, path)
            reason = details["ErrorInfo"].reason
            assert reason in ("FIELD_INVALID", "MOVE_NOT_UNDERSTOOD", "GAME_NOT_FOUND"), (name, path, reason)


async def started(table):
    ann, bob = table.client("ann"), table.client("bob")
    game_id = (await ann.create(title=TITLE)).game_id
    for one in (ann, bob):
        await one.join(game_id)
    revision = (await ann.start(game_id)).revision
    return game_id, ann, revision.open_decisions[0].decision_id


@pytest.mark.parametrize("length", LENGTHS)
async def test_a_long_text_in_a_typed_move_is_cut_where_the_refusal_tells_it(tmp_path, length):
    async with serving(tmp_path, TITLES.values(), store="memory") as table:
        game_id, ann, decision_id = await started(table)
        move = play_pb2.Move()
        move.cooper_island.perform.action = "é" * length
        details = await answer(ann.submit(game_id, decision_id, "", move=move))
        assert details["ErrorInfo"].reason == "NOT_ON_OFFER"
        assert details["ErrorInfo"].metadata["action"] == "é" * 63 + "…"
        assert details["ErrorInfo"].metadata["on_offer"]
        assert "é" * 65 not in details["LocalizedMessage"].message
        move.notation = "perform coin_boat"
        details = await answer(ann.submit(game_id, decision_id, "", move=move))
        assert details["ErrorInfo"].reason == "MOVE_NOT_UNDERSTOOD"


async def test_long_headers_get_a_short_answer(table):
    ann = table.client("ann")
    for header in (("authorization", f"Bearer {'x' * 5_000}"), ("accept-language", "de;q=0.1," * 550)):
        ann.metadata = (header,)
        details = await answer(ann.position("nothing"), header[0])
        assert details["ErrorInfo"].reason in ("TOKEN_INVALID", "GAME_NOT_FOUND")


async def test_a_notation_of_4_kb_is_read(table):
    game_id, ann, bob = await table.started()
    assert await answer(ann.submit(game_id, "4.1", "make_bid" + " " * 4087 + "1")) is None
    details = await answer(bob.submit(game_id, "4.2", "make_bid" + " " * 4088 + "1"))
    assert details["ErrorInfo"].reason == "MOVE_NOT_UNDERSTOOD"


@pytest.mark.parametrize("length", LENGTHS)
async def test_the_client_understands_the_answer_to_a_long_text(tmp_path, length):
    async with serving(tmp_path, TITLES.values(), store="memory") as table:
        game_id, ann, decision_id = await started(table)
        long = "x" * length

        def run() -> None:
            with Desk(table.address, ann.metadata[0][1].removeprefix("Bearer ")) as desk:
                for kind, call in (
                    (FieldInvalid, lambda: desk.create_game(long, 2)),
                    (FieldInvalid, lambda: desk.create_game(TITLE, 2, {long: "A"})),
                    (FieldInvalid, lambda: desk.create_game(TITLE, 2, {"layout": long})),
                    (FieldInvalid, lambda: desk.submit(game_id, long, "perform coin_boat")),
                    (MoveNotUnderstood, lambda: desk.submit(game_id, decision_id, long)),
                    (MoveNotUnderstood, lambda: desk.submit(game_id, decision_id, f"perform a {long}")),
                    (MoveRefused, lambda: desk.submit(game_id, decision_id, "perform " + "x" * 4000)),
                ):
                    with pytest.raises(QuarterdeckError) as caught:
                        call()
                    assert type(caught.value) is kind, caught.value
                    assert len(str(caught.value)) < 400
                    assert len(caught.value.words) < 400

        await asyncio.to_thread(run)
