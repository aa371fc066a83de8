"""Whatever is sent, the service answers, or says what is wrong with it; nothing of it changes a game.

Every call that the services have is sent requests of real games with something spoiled in them, and bytes that are no
request at all.  Not covered here: how long an answer takes beyond a bound, and what is no HTTP/2.
"""

from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_server.api.status import CODES
from quarterdeck_server.application.loading import load
from quarterdeck_server.application.rejection import Kind
from tests.profiles import PROFILE
from tests.property.besieged import METHODS, MUTATIONS, ROLES, Known, Server, besieged
from tests.property.hostile import headers, on_the_wire, spoiled
from tests.serving import info_of

EXAMPLES = {"check": 8, "test": 60, "soak": 4_000}[PROFILE]
OURS = {Kind.GAME_UNREADABLE, Kind.INTERNAL_FAULT, Kind.TRY_AGAIN, Kind.READER_TOO_SLOW, Kind.RATE_LIMITED}
"""What no caller can bring about by what is sent."""
MOST_BYTES = 7_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with besieged(tmp_path_factory.mktemp("besieged")) as made:
        yield made


def test_every_call_has_a_request_to_spoil(server):
    assert server.known.keys() == METHODS.keys()


@pytest.mark.timeout(600 if PROFILE != "soak" else 7_200)
@pytest.mark.parametrize("name", METHODS)
def test_whatever_is_sent_is_answered_or_refused_and_changes_nothing(server: Server, name: str):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=PROFILE != "soak",
        print_blob=PROFILE == "soak",
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def attempt(data: Any) -> None:
        known = data.draw(st.sampled_from(server.known[name]))
        request = server.ready(known, data.draw(spoiled(known.request)))
        raw = data.draw(on_the_wire(request.SerializeToString(), len(request.DESCRIPTOR.fields)))
        player = data.draw(st.sampled_from((known.player,) * 6 + (*ROLES, None)))
        look(server, known, raw, data.draw(headers(server.tokens[player] if player else None)))

    attempt()


def look(server: Server, known: Known, raw: bytes, metadata: Any) -> None:
    before = server.held()
    answer = server.send(known.name, raw, metadata)
    after = server.held()
    if isinstance(answer, grpc.aio.AioRpcError):
        check(known.name, answer)
    elif known.name in MUTATIONS:
        changed = {stage for stage in after if after[stage] != before[stage]}
        assert len(changed) <= 1, "one call changes one game"
        for stage in changed - {"games"}:
            server.renew(stage)
        assert not changed or not is_only_judged(known.name, raw)
        return
    assert after == before, answer


def is_only_judged(name: str, raw: bytes) -> bool:
    request: Any = GetMessageClass(METHODS[name].input_type).FromString(raw)
    return bool(getattr(request, "validate_only", False))


def check(name: str, error: grpc.aio.AioRpcError) -> None:
    """A refusal says why, in the way of the error table, and names the field if one is wrong."""
    details = info_of(error)
    assert "ErrorInfo" in details, (error.code(), error.details())
    reason = details["ErrorInfo"].reason
    assert reason not in OURS, (error.code(), error.details())
    expected = CODES[Kind(reason)] if reason in Kind.__members__ else grpc.StatusCode.FAILED_PRECONDITION
    assert error.code() is expected, reason
    assert reason in Kind.__members__ or details["ErrorInfo"].metadata["rule"]
    assert details["LocalizedMessage"].message
    assert size_of(error) < MOST_BYTES
    if error.code() is grpc.StatusCode.INVALID_ARGUMENT:
        for wrong in details["BadRequest"].field_violations:
            field = wrong.field.replace("[", ".").partition(".")[0]
            assert field in METHODS[name].input_type.fields_by_name or is_unreadable(wrong), wrong
            assert wrong.description


def is_unreadable(wrong: error_details_pb2.BadRequest.FieldViolation) -> bool:
    return not wrong.field and "no message" in wrong.description


def size_of(error: grpc.aio.AioRpcError) -> int:
    return sum(len(key) + len(value) for key, value in error.trailing_metadata() or ())


@pytest.mark.parametrize("name", METHODS)
def test_a_request_that_is_too_large_is_refused_and_changes_nothing(server: Server, name: str):
    known = server.known[name][0]
    raw = known.request.SerializeToString() + b"\xfa\xff\xff\xff\x0f" + b"\x80\x80\x20" + b"x" * 2**19
    before = server.held()
    answer = server.send(name, raw, ())
    assert isinstance(answer, grpc.aio.AioRpcError)
    assert answer.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert server.held() == before


@pytest.mark.parametrize("game_id", ["a\0b", "\u202egame", "x" * 65, "x" * 100_000], ids=["zero", "mark", "65", "long"])
def test_a_store_is_not_asked_for_a_game_that_cannot_be(server: Server, monkeypatch, game_id: str):
    asked: list[str] = []
    monkeypatch.setattr(server._store, "read", asked.append)
    for name, method in METHODS.items():
        if "game_id" in method.input_type.fields_by_name:
            known = server.known[name][0]
            request: Any = type(known.request)()
            request.CopyFrom(known.request)
            request.game_id = game_id
            if name in MUTATIONS:
                request.request_id = server.fresh()
            metadata = (("authorization", f"Bearer {server.tokens[known.player]}"),)
            answer = server.send(name, request.SerializeToString(), metadata)
            assert isinstance(answer, grpc.aio.AioRpcError)
            assert info_of(answer)["ErrorInfo"].reason == "GAME_NOT_FOUND"
    assert not asked


def test_what_is_in_memory_is_what_the_logs_say_when_all_is_over(server: Server):
    catalogue = server._games.catalogue
    for game, case in server.cases():
        kept = load(game, server._store, catalogue).case
        assert fingerprint(kept.game) == fingerprint(case.game)
        assert kept.conduct == case.conduct


def test_a_request_as_it_was_recorded_is_taken(server: Server):
    """Else nothing but one kind of refusal would be looked at."""
    taken: dict[str, list[bool]] = {}
    for known in [one for many in server.known.values() for one in many]:
        request = type(known.request)()
        request.CopyFrom(known.request)
        metadata = (("authorization", f"Bearer {server.tokens[known.player]}"),)
        answer = server.send(known.name, server.ready(known, request).SerializeToString(), metadata)
        taken.setdefault(known.name, []).append(isinstance(answer, Message))
        if known.stage is not None and known.name in MUTATIONS:
            server.renew(known.stage)
    assert {name for name, found in taken.items() if not any(found)} == {"RequestRedo"}, "nothing was undone there"
