"""Every call, over a real connection."""

import asyncio

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2, title_service_pb2
from quarterdeck_server.application.caller import Role
from tests.serving import new_id, rejected, serving

Code = grpc.StatusCode


async def test_a_game_is_played_over_the_wire(table):
    game_id, ann, bob = await table.started()
    position = await table.play_out(game_id, ann, bob)
    assert position.status == pb.GAME_STATUS_ENDED
    assert position.result.reason == "PLAYED_OUT"
    sheet = await ann.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id)
    assert sheet.final
    assert list(sheet.standings) == list(position.result.standings)
    game = await ann.call("GetGame", pb.GetGameRequest, game_id=game_id)
    assert game.summary.players == ["ann", "bob"]
    assert game.result == position.result


async def test_titles_say_what_can_be_chosen_and_what_is_uncertain(table):
    client = table.client()
    listed = await client.titles.ListTitles(title_service_pb2.ListTitlesRequest())
    assert [title.title for title in listed.titles] == ["toy"]
    title = await client.titles.GetTitle(title_service_pb2.GetTitleRequest(title="toy"))
    assert title.summary == listed.titles[0]
    assert title.summary.seat_counts == [2, 3]
    (option,) = title.options
    assert (option.name, list(option.values), option.default_value) == ("length", ["short", "long"], "short")
    (uncertain,) = title.uncertain_components
    assert (uncertain.table, uncertain.component_id) == ("cards", "high")
    assert uncertain.status == title_service_pb2.COMPONENT_STATUS_RECONSTRUCTED
    assert title.move_kinds == ["make_bid", "take_coins", "buy_card"]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.titles.GetTitle(title_service_pb2.GetTitleRequest(title="chess"))
    assert caught.value.code() is Code.NOT_FOUND


async def test_a_game_is_described_before_it_starts(table):
    ann = table.client("ann")
    created = await ann.create(options=[play_pb2.OptionValue(name="length", value="long")])
    assert created.revision.number == 1
    (event,) = created.revision.events
    assert event.created.creator == "ann"
    game = await ann.call("GetGame", pb.GetGameRequest, game_id=created.game_id)
    assert game.summary.status == pb.GAME_STATUS_WAITING
    assert game.summary.players == ["", ""]
    assert [(one.name, one.value) for one in game.options] == [("length", "long")]
    assert game.summary.create_time.seconds > 0
    position = await ann.position(created.game_id)
    assert not position.HasField("position")
    await rejected(
        ann.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=created.game_id),
        Code.FAILED_PRECONDITION,
        "GAME_NOT_STARTED",
    )


async def test_the_score_is_open_in_the_middle_of_a_game(table):
    game_id, ann, _ = await table.started()
    sheet = await ann.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id)
    assert not sheet.final
    assert len(sheet.standings) == 2


async def test_an_open_decision_is_shown_in_full_to_its_own_seat_alone(table):
    game_id, ann, bob = await table.started()
    spectator = table.client()
    for client, own in ((ann, 0), (bob, 1), (spectator, None)):
        position = await client.position(game_id)
        assert [(one.seat, one.kind) for one in position.open_decisions] == [(0, "choose_bid"), (1, "choose_bid")]
        assert [one.HasField("decision") for one in position.open_decisions] == [own == 0, own == 1]
        assert position.HasField("viewer_seat") == (own is not None)


async def test_games_are_listed_in_pages(table):
    ann = table.client("ann")
    ids = [(await ann.create()).game_id for _ in range(5)]
    seen, token = [], ""
    while True:
        page = await ann.call("ListGames", pb.ListGamesRequest, page_size=2, page_token=token)
        seen += [game.game_id for game in page.games]
        token = page.next_page_token
        if not token:
            break
    assert seen == ids
    ended = await ann.call("ListGames", pb.ListGamesRequest, status=pb.GAME_STATUS_ENDED)
    assert not ended.games
    page = await ann.call("ListGames", pb.ListGamesRequest, page_size=2)
    for odd in ("nonsense", "bm9uc2Vuc2U"):
        await rejected(
            ann.call("ListGames", pb.ListGamesRequest, page_token=odd), Code.INVALID_ARGUMENT, "FIELD_INVALID"
        )
    await rejected(
        ann.call("ListGames", pb.ListGamesRequest, page_token=page.next_page_token, title="toy"),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    )
    await rejected(ann.call("ListGames", pb.ListGamesRequest, page_size=201), Code.INVALID_ARGUMENT, "FIELD_INVALID")
    await rejected(ann.call("ListGames", pb.ListGamesRequest, status=99), Code.INVALID_ARGUMENT, "FIELD_INVALID")


async def test_legal_moves_are_paged_at_the_revision_of_the_first_page(table):
    game_id, ann, bob = await table.started()
    first = await ann.legal(game_id, page_size=3)
    assert [legal.move.notation for legal in first.moves] == ["make_bid 0", "make_bid 1", "make_bid 2"]
    assert [(one.kind, one.count) for one in first.counts] == [("make_bid", 4)]
    await bob.submit(game_id, "4.2", "make_bid 1")
    await ann.submit(game_id, "4.1", "make_bid 1")
    second = await ann.legal(game_id, page_size=3, page_token=first.next_page_token)
    assert second.revision == first.revision == 4
    assert [legal.move.notation for legal in second.moves] == ["make_bid 3"]
    assert not second.next_page_token
    now = await ann.legal(game_id, kind="take_coins")
    assert {legal.kind for legal in now.moves} == {"take_coins"}
    assert now.open_decisions[0].HasField("decision")
    await rejected(ann.legal(game_id, kind="castle"), Code.INVALID_ARGUMENT, "FIELD_INVALID")
    await rejected(
        ann.legal(game_id, kind="make_bid", page_token=first.next_page_token), Code.INVALID_ARGUMENT, "FIELD_INVALID"
    )


async def test_legal_moves_are_nobody_elses_business(table):
    game_id, _, bob = await table.started()
    spectator = await table.client().legal(game_id)
    assert not spectator.moves
    assert not spectator.counts
    assert {legal.decision_id for legal in (await bob.legal(game_id)).moves} == {"4.2"}
    await rejected(bob.legal(game_id, seat=0), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")


async def test_a_past_position_can_be_asked_for_and_a_future_one_cannot(table):
    game_id, ann, _ = await table.started()
    before = await ann.position(game_id)
    await ann.submit(game_id, "4.1", "make_bid 1")
    assert await ann.position(game_id, revision=4) == before
    for revision in (0, 6):
        details = await rejected(ann.position(game_id, revision=revision), Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")
        assert details["ErrorInfo"].metadata["revision"] == "5"


async def test_the_same_request_gets_the_same_answer_byte_for_byte(table):
    game_id, ann, bob = await table.started()
    fields = {"request_id": new_id(), "move": play_pb2.Move(notation="make_bid 1")}
    first = await ann.submit(game_id, "4.1", "", **fields)
    await table.play_out(game_id, ann, bob)
    assert await ann.submit(game_id, "4.1", "", **fields) == first
    await rejected(
        ann.submit(game_id, "4.1", "make_bid 2", request_id=fields["request_id"]),
        Code.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
    )


async def test_judging_only_records_nothing_and_takes_no_request_id(table):
    game_id, ann, _ = await table.started()
    judged = await ann.submit(game_id, "4.1", "make_bid 1", validate_only=True, request_id="")
    assert judged.revision.number == 4
    assert not judged.revision.events
    await rejected(
        ann.submit(game_id, "4.1", "make_bid 7", validate_only=True), Code.FAILED_PRECONDITION, "BID_TOO_HIGH"
    )
    assert (await ann.position(game_id)).revision == 4


async def test_a_refusal_says_rule_facts_and_revision(table):
    game_id, ann, _ = await table.started()
    details = await rejected(ann.submit(game_id, "4.1", "make_bid 7"), Code.FAILED_PRECONDITION, "BID_TOO_HIGH")
    metadata = dict(details["ErrorInfo"].metadata)
    assert metadata == {"bid": "7", "highest": "3", "rule": "TOY-BID-1", "revision": "4", "retry": "false"}


async def test_a_closed_decision_says_what_is_open_without_telling_secrets(table):
    game_id, ann, _ = await table.started()
    await ann.submit(game_id, "4.1", "make_bid 1")
    details = await rejected(ann.submit(game_id, "4.1", "make_bid 1"), Code.ABORTED, "DECISION_CLOSED")
    (opened,) = details["Situation"].open_decisions
    assert (opened.decision_id, opened.seat, opened.HasField("decision")) == ("4.2", 1, False)


async def test_a_move_after_the_end_is_told_the_result(table):
    game_id, ann, bob = await table.started()
    position = await table.play_out(game_id, ann, bob)
    details = await rejected(ann.submit(game_id, "4.1", "make_bid 1"), Code.FAILED_PRECONDITION, "GAME_ENDED")
    assert details["Situation"].result == position.result


@pytest.mark.parametrize(
    ("notation", "problem"),
    [
        ("castle", "no kind of move is called 'castle'"),
        ("make_bid", "make_bid: bid is missing"),
        ("make_bid x", "make_bid: 'x' is no bid"),
        ("make_bid 1 2", "make_bid: '2' is one too many"),
        ("take_coins copper", "take_coins: 'copper' is no metals"),
    ],
)
async def test_a_line_that_is_no_move_is_told_what_is_wrong(table, notation, problem):
    game_id, ann, _ = await table.started()
    details = await rejected(ann.submit(game_id, "4.1", notation), Code.INVALID_ARGUMENT, "MOVE_NOT_UNDERSTOOD")
    (violation,) = details["BadRequest"].field_violations
    assert (violation.field, violation.description) == ("move.notation", problem)
    assert (await ann.position(game_id)).revision == 4


@pytest.mark.parametrize("fields", [{"move": play_pb2.Move()}, {"move": None}])
async def test_a_move_has_to_be_given(table, fields):
    game_id, ann, _ = await table.started()
    details = await rejected(ann.submit(game_id, "4.1", "", **fields), Code.INVALID_ARGUMENT, "MOVE_NOT_UNDERSTOOD")
    assert details["BadRequest"].field_violations[0].field == "move"


@pytest.mark.parametrize(
    ("name", "request_type", "fields", "field"),
    [
        ("CreateGame", pb.CreateGameRequest, {"request_id": "", "title": "toy", "seats": 2}, "request_id"),
        ("CreateGame", pb.CreateGameRequest, {"request_id": "x" * 65, "title": "toy", "seats": 2}, "request_id"),
        ("CreateGame", pb.CreateGameRequest, {"request_id": "a\nb", "title": "toy", "seats": 2}, "request_id"),
        ("CreateGame", pb.CreateGameRequest, {"request_id": "1", "title": "", "seats": 2}, "title"),
        ("CreateGame", pb.CreateGameRequest, {"request_id": "1", "title": "toy", "seats": 0}, "seats"),
        ("CreateGame", pb.CreateGameRequest, {"request_id": "1", "title": "toy", "seats": 2, "seed": "s"}, "seed"),
        ("JoinGame", pb.JoinGameRequest, {"request_id": "1"}, "game_id"),
        ("StartGame", pb.StartGameRequest, {"request_id": "1"}, "game_id"),
        ("GetGame", pb.GetGameRequest, {}, "game_id"),
        ("GetPosition", pb.GetPositionRequest, {}, "game_id"),
        ("SubmitMove", pb.SubmitMoveRequest, {"request_id": "1", "game_id": "g"}, "decision_id"),
        ("ListLegalMoves", pb.ListLegalMovesRequest, {}, "game_id"),
        ("GetScoreSheet", pb.GetScoreSheetRequest, {}, "game_id"),
    ],
)
async def test_a_field_that_is_wrong_is_named(table, name, request_type, fields, field):
    ann = table.client("ann")
    details = await rejected(ann.call(name, request_type, **fields), Code.INVALID_ARGUMENT, "FIELD_INVALID")
    assert [violation.field for violation in details["BadRequest"].field_violations] == [field]


async def test_bytes_that_are_no_request_are_told_so(table):
    client = table.client("ann")
    method = client.channel.unary_unary("/quarterdeck.v1.GameService/GetGame")
    await rejected(method(b"\xff\xff\xff"), Code.INVALID_ARGUMENT, "FIELD_INVALID")


async def test_a_request_that_is_too_large_is_refused(table):
    ann = table.client("ann")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await ann.create(title="x" * 300_000)
    assert caught.value.code() is Code.RESOURCE_EXHAUSTED


async def test_an_unknown_game_is_not_found(table):
    ann = table.client("ann")
    for call in (ann.position("g"), ann.legal("g"), ann.join("g"), ann.start("g"), ann.submit("g", "1.0", "x")):
        await rejected(call, Code.NOT_FOUND, "GAME_NOT_FOUND")
    await rejected(ann.watch("g").read(), Code.NOT_FOUND, "GAME_NOT_FOUND")


MUTATING = {"CreateGame", "JoinGame", "StartGame", "SubmitMove"}


def methods():
    """Every method of every service of ours, as the protos have them."""
    files = (pb.DESCRIPTOR, title_service_pb2.DESCRIPTOR)
    return [
        (service.full_name, method.name, method.input_type.name, method.server_streaming)
        for file in files
        for service in file.services_by_name.values()
        for method in service.methods
    ]


@pytest.mark.parametrize(("service", "name", "message", "streams"), methods())
async def test_a_call_that_changes_something_needs_a_players_token(table, service, name, message, streams):
    if name not in MUTATING:
        # A new call has to be put on one of the two sides.
        assert name.startswith(("Get", "List", "Watch"))
        return
    fields: dict[str, object] = {"request_id": "1"}
    request_type = getattr(pb, message)
    if "game_id" in request_type.DESCRIPTOR.fields_by_name:
        fields["game_id"], *_ = await table.started()
    if name == "CreateGame":
        fields |= {"title": "toy", "seats": 2}
    if name == "SubmitMove":
        fields |= {"decision_id": "4.1", "move": play_pb2.Move(notation="make_bid 1")}
    await rejected(table.client().call(name, request_type, **fields), Code.UNAUTHENTICATED, "TOKEN_MISSING")
    spectator = table.client("ann", Role.SPECTATOR)
    await rejected(spectator.call(name, request_type, **fields), Code.PERMISSION_DENIED, "ROLE_MAY_NOT")


async def test_a_token_that_is_not_valid_is_refused_even_where_none_is_needed(table):
    client = table.client()
    for value in ("Bearer nonsense", "nonsense", "Basic YTpi"):
        client.metadata = (("authorization", value),)
        await rejected(client.call("ListGames", pb.ListGamesRequest), Code.UNAUTHENTICATED, "TOKEN_INVALID")


async def test_a_move_for_somebody_elses_seat_is_refused(table):
    game_id, _, bob = await table.started()
    await rejected(bob.submit(game_id, "4.1", "make_bid 1"), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    eve = table.client("eve")
    await rejected(eve.submit(game_id, "4.1", "make_bid 1"), Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    await rejected(eve.join(game_id), Code.FAILED_PRECONDITION, "GAME_ALREADY_STARTED")


async def test_a_full_game_takes_nobody(table):
    ann, bob, eve = (table.client(name) for name in ("ann", "bob", "eve"))
    game_id = (await ann.create()).game_id
    await ann.join(game_id, seat=1)
    await rejected(bob.join(game_id, seat=1), Code.ALREADY_EXISTS, "SEAT_TAKEN")
    await bob.join(game_id)
    await rejected(eve.join(game_id), Code.ALREADY_EXISTS, "SEAT_TAKEN")
    await rejected(eve.start(game_id), Code.PERMISSION_DENIED, "ROLE_MAY_NOT")


async def test_a_fault_of_ours_is_told_by_an_id_that_the_log_has_and_by_nothing_else(table, capsys):
    game_id, ann, bob = await table.started()
    await ann.submit(game_id, "4.1", "make_bid 1")
    await bob.submit(game_id, "4.2", "make_bid 1")
    details = await rejected(ann.submit(game_id, "6.0", "take_coins gold note=break"), Code.INTERNAL, "INTERNAL_FAULT")
    logged = capsys.readouterr().out
    assert details["ErrorInfo"].metadata["fault"] in logged
    assert "toy.py" in logged
    assert "a secret" not in logged
    assert (await ann.position(game_id)).revision == 6


async def test_more_calls_than_there_may_be_are_told_to_come_back(tmp_path):
    async with serving(tmp_path, calls=1, store="memory") as table:
        client = table.client("ann")
        outcomes = await asyncio.gather(*(client.create() for _ in range(20)), return_exceptions=True)
        refused = [outcome for outcome in outcomes if isinstance(outcome, grpc.aio.AioRpcError)]
        assert 0 < len(refused) < 20
        assert {error.code() for error in refused} == {Code.RESOURCE_EXHAUSTED}


async def test_health_and_reflection_answer(table):
    channel = table.client().channel
    health = health_pb2_grpc.HealthStub(channel)
    for service in ("", "quarterdeck.v1.GameService", "quarterdeck.v1.TitleService"):
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    call = stub.ServerReflectionInfo()
    await call.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol="quarterdeck.v1.GameService"))
    answer = await call.read()
    await call.done_writing()
    (described, *_) = answer.file_descriptor_response.file_descriptor_proto
    assert FileDescriptorProto.FromString(described).package == "quarterdeck.v1"
