"""Every call, over a real connection."""

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from quarterdeck.v1 import conduct_pb2, game_pb2, play_pb2, title_service_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from tests.serving import new_id, rejected

Code = grpc.StatusCode


async def test_a_game_is_played_over_the_wire(table):
    game_id, ann, bob = await table.started()
    position = await table.play_out(game_id, ann, bob)
    assert position.status == game_pb2.GAME_STATUS_ENDED
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
    event, agreed = created.revision.events
    assert event.created.creator == "ann"
    assert agreed.conduct.terms_set.terms.undo == conduct_pb2.UNDO_POLICY_UNTIL_REVEALED
    game = await ann.call("GetGame", pb.GetGameRequest, game_id=created.game_id)
    assert game.summary.status == game_pb2.GAME_STATUS_WAITING
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
    ended = await ann.call("ListGames", pb.ListGamesRequest, status=game_pb2.GAME_STATUS_ENDED)
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
