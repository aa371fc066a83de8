"""What callers are told when a call is not carried out, over a real connection."""

import asyncio

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2, title_service_pb2
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.pages import write_token
from quarterdeck_server.application.caller import Role
from tests.serving import rejected, serving

Code = grpc.StatusCode


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


@pytest.mark.parametrize(("seats", "taken"), [(3, "A, B"), (4, "A")])
async def test_an_option_that_the_number_of_seats_does_not_allow_is_named(tmp_path, seats, taken):
    async with serving(tmp_path, TITLES.values(), store="memory") as table:
        ann = table.client("ann")
        options = [play_pb2.OptionValue(name="layout", value="C")]
        await ann.create(title="cooper_island", seats=2, options=options)
        refused = ann.create(title="cooper_island", seats=seats, options=options)
        details = await rejected(refused, Code.INVALID_ARGUMENT, "FIELD_INVALID")
        (violation,) = details["BadRequest"].field_violations
        assert (violation.field, violation.description) == ("options.layout", f"{seats} seats take {taken}")


@pytest.mark.parametrize("number", [2**63, 2**64, 10**30, -1])
async def test_a_page_token_with_a_number_that_no_list_has_is_refused(table, number):
    ann = table.client("ann")
    listed = {
        "ListGames": (pb.ListGamesRequest, {}, ("games", "", 0, ""), 1),
        "ListLegalMoves": (pb.ListLegalMovesRequest, {"game_id": (await ann.create()).game_id}, None, 2),
        "ListEvents": (pb.ListEventsRequest, {"game_id": (await ann.create()).game_id}, None, 3),
    }
    for name, (request_type, fields, question, count) in listed.items():
        game_id = fields.get("game_id")
        asked = question or (("moves", game_id, None, "", None) if count == 2 else ("events", game_id, None, 0, 0))
        forged = {**fields, "page_token": write_token(asked, *(number,) * count)}
        details = await rejected(ann.call(name, request_type, **forged), Code.INVALID_ARGUMENT, "FIELD_INVALID")
        assert details["BadRequest"].field_violations[0].field == "page_token"


async def test_the_largest_number_in_a_page_token_is_behind_every_list(table):
    ann = table.client("ann")
    await ann.create()
    token = write_token(("games", "", 0, ""), 2**63 - 1)
    assert not (await ann.call("ListGames", pb.ListGamesRequest, page_token=token)).games


async def test_bytes_that_are_no_request_are_told_so(table):
    client = table.client("ann")
    method = client.channel.unary_unary("/quarterdeck.v1.GameService/GetGame")
    await rejected(method(b"\xff\xff\xff"), Code.INVALID_ARGUMENT, "FIELD_INVALID")


async def test_a_request_that_is_too_large_is_refused(table):
    ann = table.client("ann")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await ann.create(title="x" * 300_000)
    assert caught.value.code() is Code.RESOURCE_EXHAUSTED


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
