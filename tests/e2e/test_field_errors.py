"""What callers are told of a field that is wrong: every field of every call, with code, reason and problem."""

import asyncio

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message_factory import GetMessageClass

from quarterdeck.cooper_island.v1 import move_pb2
from quarterdeck.v1 import (
    audit_service_pb2,
    conduct_pb2,
    director_service_pb2,
    game_service_pb2,
    play_pb2,
    referee_service_pb2,
    replay_service_pb2,
    title_service_pb2,
)
from quarterdeck_server.api.pages import write_token
from quarterdeck_server.application.caller import Role
from tests.serving import rejected

Code = grpc.StatusCode
LONG = "x" * 65
TITLES = "TITLE_NOT_FOUND"
NEEDED = "is needed"
LONGEST = "at most 64 printable characters are taken"
NO_PAGE = "is no page token"
OTHER_PAGE = "is of another question"
FOREIGN = write_token("another question", 1)
REQUEST_ID = "1 to 64 printable characters are needed"
SEATS = "the game has 2 seats, counted from 0"
MOVE = play_pb2.Move(notation="make_bid 1")
FOREIGN_MOVE = play_pb2.Move(cooper_island=move_pb2.Move(finish=move_pb2.Finish()))


NO_NAME = "is no name of a player"
NO_SEAT = "who directs a game holds no seat in it"
SENTENCE = "1 to 200 printable characters are needed"
SPAN = "1 second to 100 days are taken, in whole milliseconds"
PAUSE = "nothing to 1 hour is taken, in whole milliseconds"
SPEED = "0.01 to 1,000,000 are taken"
PAUSES = (Duration(seconds=-1), Duration(nanos=-1), Duration(nanos=1), Duration(seconds=3601), Duration(seconds=2**62))
OF_SEATS = (
    "RequestUndo",
    "RequestRedo",
    "ProposeAbandoning",
    "AnswerProposal",
    "WithdrawProposal",
    "Resign",
    "ShareView",
)
OF_DIRECTORS = tuple(
    method.name for method in director_service_pb2.DESCRIPTOR.services_by_name["DirectorService"].methods
)


def terms(**fields):
    return conduct_pb2.Terms(**fields)


def delay(**fields):
    return terms(spectator_delay=Duration(**fields))


def clock(**fields):
    return terms(clock=conduct_pb2.Clock(**fields))


def days(**fields):
    return clock(correspondence=conduct_pb2.Correspondence(**{"days": 1, "closes": 600, "time_zone": "UTC", **fields}))


def option(name, value):
    return [play_pb2.OptionValue(name=name, value=value)]


FIELDS = {
    "GetTitle.title": [("", NEEDED), (LONG, LONGEST)],
    "ListComponents.title": [("", NEEDED), ("a\nb", LONGEST)],
    "ListComponents.component_set": [(LONG, LONGEST)],
    "ListComponents.table": [("dice", "is none of cards"), (LONG, LONGEST)],
    "ListComponents.page_size": [(1001, "1000 is the most"), (2**32 - 1, "1000 is the most")],
    "ListComponents.page_token": [("?", NO_PAGE), ("é", NO_PAGE), (FOREIGN, OTHER_PAGE)],
    "CreateGame.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID), ("a\nb", REQUEST_ID)],
    "CreateGame.title": [("", NEEDED), (LONG, LONGEST)],
    "CreateGame.seats": [(0, "toy is for 2, 3 seats"), (4, "toy is for 2, 3 seats")],
    "CreateGame.seed": [("s", "a seed can be given for practice alone"), (LONG, LONGEST), ("a\0", LONGEST)],
    "JoinGame.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID)],
    "JoinGame.game_id": [("", NEEDED)],
    "JoinGame.entropy": [(LONG, LONGEST), ("a\0", LONGEST)],
    "JoinGame.seat": [(2, SEATS), (2**32 - 1, SEATS)],
    "StartGame.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID)],
    "StartGame.game_id": [("", NEEDED)],
    "SubmitMove.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID)],
    "SubmitMove.game_id": [("", NEEDED)],
    "SubmitMove.decision_id": [("", NEEDED), (LONG, LONGEST)],
    "GetGame.game_id": [("", NEEDED)],
    "ListGames.page_size": [(201, "200 is the most"), (2**32 - 1, "200 is the most")],
    "ListGames.page_token": [("?", NO_PAGE), ("x", NO_PAGE), (FOREIGN, OTHER_PAGE)],
    "ListGames.title": [(LONG, LONGEST), ("a\nb", LONGEST)],
    "ListGames.status": [(9, "9 is no GameStatus"), (-1, "-1 is no GameStatus")],
    "ListGames.player": [(LONG, LONGEST), ("a\nb", LONGEST)],
    "GetPosition.game_id": [("", NEEDED)],
    "GetPosition.seat": [(2, SEATS)],
    "ListLegalMoves.game_id": [("", NEEDED)],
    "ListLegalMoves.seat": [(2, SEATS)],
    "ListLegalMoves.kind": [("castle", "is none of make_bid, take_coins, buy_card")],
    "ListLegalMoves.page_size": [(1001, "1000 is the most")],
    "ListLegalMoves.page_token": [("?", NO_PAGE), (FOREIGN, OTHER_PAGE)],
    "WatchGame.game_id": [("", NEEDED)],
    "WatchGame.seat": [(2, SEATS)],
    "ReplayGame.game_id": [("", NEEDED)],
    "ForkGame.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID)],
    "ForkGame.game_id": [("", NEEDED)],
    "ForkGame.seats": [([2], SEATS), ([0, 2**32 - 1], SEATS), ([1, 0, 1], "a seat is named twice")],
    "ReplayGame.seat": [(2, SEATS)],
    "ReplayGame.start_revision": [(3, "is after the last revision wanted, 2")],
    "ReplayGame.interval": [(pause, PAUSE) for pause in PAUSES],
    "ListEvents.game_id": [("", NEEDED)],
    "ExportGame.game_id": [("", NEEDED)],
    "ExportGame.seat": [(2, SEATS), (2**32 - 1, SEATS)],
    "ListEvents.seat": [(2, SEATS)],
    "ListEvents.page_size": [(1001, "1000 is the most")],
    "ListEvents.page_token": [("?", NO_PAGE), (FOREIGN, OTHER_PAGE)],
    "GetScoreSheet.game_id": [("", NEEDED)],
    "GetConduct.game_id": [("", NEEDED)],
    "GetUndo.game_id": [("", NEEDED)],
    "GetUndo.seat": [(2, SEATS)],
    "FindRequest.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID)],
    "SeatHouseBot.seat": [(2, SEATS)],
    "ReplacePlayer.player": [(LONG, NO_NAME), (" ann", NO_NAME), ("(house bot)", NO_NAME), ("dora", NO_SEAT)],
    "AddTime.span": [(Duration(seconds=seconds), SPAN) for seconds in (0, -5, 8_640_001)]
    + [(Duration(seconds=1, nanos=1), SPAN)],
    **{
        f"{call}.request_id": [("", REQUEST_ID), (LONG, REQUEST_ID)]
        for call in (*OF_SEATS, *OF_DIRECTORS, "SeatHouseBot")
    },
    **{f"{call}.seat": [(2, SEATS)] for call in (*OF_SEATS, "AddTime", "ReplacePlayer", "ForceDefaultMove")},
    **{
        f"{call}.reason": [("", SENTENCE), ("x" * 201, SENTENCE), ("a\nb", SENTENCE), ("  ", SENTENCE)]
        for call in OF_DIRECTORS
    },
}
"""Fields that are refused as FIELD_INVALID under their own name: the value, and what is said of it."""

OTHERS = {
    "CreateGame.options": [
        (option("speed", "slow"), "options.speed", "no such option; there are length"),
        (option("length", "slow"), "options.length", "'slow' is not one of short, long"),
        (option("length", "long") * 2, "options.length", "given twice"),
        (option(LONG, "slow"), "options[0].name", LONGEST),
        (option("length", LONG), "options[0].value", LONGEST),
    ],
    "CreateGame.terms": [
        (terms(undo=9), "terms.undo", "9 is no UndoPolicy"),
        (terms(on_timeout=9), "terms.on_timeout", "9 is no TimeoutPolicy"),
        (delay(seconds=86_400, nanos=1_000_000), "terms.spectator_delay", "nothing to 24 hours is taken"),
        (delay(seconds=-1), "terms.spectator_delay", "nothing to 24 hours is taken"),
        (delay(seconds=2**62), "terms.spectator_delay", "nothing to 24 hours is taken"),
        (delay(nanos=1), "terms.spectator_delay", "whole milliseconds are taken"),
        (delay(nanos=-1), "terms.spectator_delay", "whole milliseconds are taken"),
        (clock(), "terms.clock", "one of per_move, bank, correspondence is needed"),
        (clock(per_move={}), "terms.clock.per_move.seconds", "0 is not between 1 and 8640000"),
        (clock(bank={"seconds": 2**32 - 1}), "terms.clock.bank.seconds", "4294967295 is not between 1 and 8640000"),
        (
            clock(bank={"seconds": 1, "increment": 8_640_001}),
            "terms.clock.bank.increment",
            "8640001 is not between 0 and 8640000",
        ),
        (days(days=101), "terms.clock.correspondence.days", "101 is not between 1 and 100"),
        (days(opens=1441), "terms.clock.correspondence.opens", "1441 is not between 0 and 1440"),
        (days(closes=1441), "terms.clock.correspondence.closes", "1441 is not between 0 and 1440"),
        (days(opens=600), "terms.clock.correspondence.closes", "a window that opens when it closes is never open"),
        (days(time_zone="Ruritania"), "terms.clock.correspondence.time_zone", "no time zone is called 'Ruritania'"),
        (days(time_zone="../UTC"), "terms.clock.correspondence.time_zone", "no time zone is called '../UTC'"),
        (days(time_zone="/etc/passwd"), "terms.clock.correspondence.time_zone", "no time zone is called '/etc/passwd'"),
        (days(time_zone=""), "terms.clock.correspondence.time_zone", "no time zone is called ''"),
        (days(time_zone=LONG), "terms.clock.correspondence.time_zone", LONGEST),
    ],
    "SubmitMove.move": [
        (None, "move", NEEDED),
        (play_pb2.Move(), "move", "neither a notation nor a move of toy is given"),
        (play_pb2.Move(notation="castle"), "move.notation", "no kind of move is called 'castle'"),
        (play_pb2.Move(notation="x" * 5000), "move.notation", "at most 4096 characters are taken"),
        (FOREIGN_MOVE, "move.cooper_island", "the game is of toy"),
    ],
    "ListEvents.start_revision": [(3, "start_revision", "is after the last revision wanted, 2")],
    "ReplayGame.recorded": [
        *(
            (replay_service_pb2.RecordedPace(speed=speed), "recorded.speed", SPEED)
            for speed in (-1.0, 0.009, 1_000_001.0, float("inf"), float("nan"))
        ),
        *((replay_service_pb2.RecordedPace(longest_pause=pause), "recorded.longest_pause", PAUSE) for pause in PAUSES),
    ],
}
"""The same, where what is wrong is a part of the field: its path comes with it."""

REASONS = {
    "GetTitle.title": [("chess", Code.NOT_FOUND, TITLES)],
    "ListComponents.title": [("chess", Code.NOT_FOUND, TITLES)],
    "ListComponents.component_set": [("0" * 64, Code.NOT_FOUND, "COMPONENT_SET_NOT_FOUND")],
    "CreateGame.title": [("chess", Code.NOT_FOUND, TITLES)],
    "ListGames.title": [("chess", Code.NOT_FOUND, TITLES)],
    "JoinGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "StartGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "SubmitMove.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "GetGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "GetPosition.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "ListLegalMoves.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "WatchGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "ReplayGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "ForkGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "ForkGame.revision": [
        *((revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)),
        (3, Code.FAILED_PRECONDITION, "NOTHING_WAITS"),
        (4, Code.FAILED_PRECONDITION, "OTHERS_PLAY"),
    ],
    "ListEvents.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "GetScoreSheet.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    **{
        f"{call}.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")]
        for call in ("GetConduct", "GetUndo", "SeatHouseBot", *OF_SEATS, *OF_DIRECTORS)
    },
    "GetConduct.revision": [(revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)],
    "GetUndo.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    **{f"{call}.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")] for call in OF_SEATS},
    "RequestUndo.to": [(to, Code.FAILED_PRECONDITION, "NO_WAY_BACK") for to in (0, 1, 3, 5, 2**32 - 1)],
    "UndoMoves.to": [(to, Code.FAILED_PRECONDITION, "NO_WAY_BACK") for to in (0, 1, 3, 5, 2**32 - 1)],
    "AnswerProposal.proposal": [(place, Code.FAILED_PRECONDITION, "PROPOSAL_GONE") for place in (0, 4, 9)],
    "WithdrawProposal.proposal": [(place, Code.FAILED_PRECONDITION, "PROPOSAL_GONE") for place in (0, 4, 9)],
    "AdjudicateGame.ranks": [
        (ranks, Code.FAILED_PRECONDITION, "RANKS_DO_NOT_FIT") for ranks in ([1], [1, 3], [2, 2], [0, 1], [1, 2, 3])
    ],
    "SubmitMove.decision_id": [("4.9", Code.ABORTED, "DECISION_CLOSED"), ("x", Code.ABORTED, "DECISION_CLOSED")],
    "GetPosition.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "ListLegalMoves.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "WatchGame.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "ReplayGame.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "ReplayGame.start_revision": [(5, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")],
    "ReplayGame.end_revision": [(5, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")],
    "ExportGame.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "GetCheckpoint.size": [(size, Code.OUT_OF_RANGE, "CHECKPOINT_NOT_AVAILABLE") for size in (0, 9, 2**64 - 1)],
    "ProveInclusion.game_id": [("g", Code.NOT_FOUND, "GAME_NOT_FOUND")],
    "ProveInclusion.revision": [(revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)],
    "ProveInclusion.size": [(size, Code.OUT_OF_RANGE, "CHECKPOINT_NOT_AVAILABLE") for size in (0, 9, 2**64 - 1)],
    "ProveConsistency.first_size": [(size, Code.OUT_OF_RANGE, "CHECKPOINT_NOT_AVAILABLE") for size in (0, 9)],
    "ProveConsistency.second_size": [(9, Code.OUT_OF_RANGE, "CHECKPOINT_NOT_AVAILABLE")],
    "ExportGame.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "ExportGame.revision": [(revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)],
    "CreateGame.shared_deal": [(game_service_pb2.SharedDeal(), Code.PERMISSION_DENIED, "ROLE_MAY_NOT")],
    "ListEvents.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "GetScoreSheet.seat": [(1, Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")],
    "GetPosition.revision": [(revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)],
    "ListLegalMoves.revision": [(revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)],
    "GetScoreSheet.revision": [(revision, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE") for revision in (0, 5)],
    "WatchGame.start_revision": [(6, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")],
    "ListEvents.start_revision": [(5, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")],
    "ListEvents.end_revision": [(5, Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")],
}
"""Fields that are refused for a reason of its own."""

NEVER_WRONG = {
    "CreateGame.practice",
    "ExportGame.with_proof",
    "ReplayGame.with_positions",
    "ForkGame.all_seats",
    "SubmitMove.validate_only",
    "AnswerProposal.agrees",
    "ShareView.shared",
}

METHODS = {
    method.name: method
    for file in (
        game_service_pb2.DESCRIPTOR,
        title_service_pb2.DESCRIPTOR,
        referee_service_pb2.DESCRIPTOR,
        director_service_pb2.DESCRIPTOR,
        replay_service_pb2.DESCRIPTOR,
        audit_service_pb2.DESCRIPTOR,
    )
    for service in file.services_by_name.values()
    for method in service.methods
}


def cases(table):
    rows = ((f"{name}-{place}", name, row) for name, found in table.items() for place, row in enumerate(found))
    return [pytest.param(name, *row, id=identity) for identity, name, row in rows]


def test_every_field_of_every_call_is_in_a_table():
    fields = {f"{name}.{field.name}" for name, method in METHODS.items() for field in method.input_type.fields}
    assert fields == FIELDS.keys() | OTHERS.keys() | REASONS.keys() | NEVER_WRONG


async def refused(table, name, value, code, reason):
    """The details of the error of a call that is right but for one field."""
    call, _, wrong = name.partition(".")
    method = METHODS[call]
    game_id, ann, _ = await table.started()
    if call in OF_DIRECTORS:
        ann = table.client("dora", Role.DIRECTOR)
    usual = {
        "request_id": "one-more",
        "game_id": game_id,
        "title": "toy",
        "seats": 2,
        "decision_id": "4.1",
        "move": MOVE,
        "reason": "because",
        "span": Duration(seconds=5),
        "end_revision": 2 if reason == "FIELD_INVALID" else 0,
    }
    fields = {
        one.name: usual[one.name] for one in method.input_type.fields if one.name in usual and not one.is_repeated
    }
    request = GetMessageClass(method.input_type)(**{**fields, wrong: value})
    path = f"/{method.containing_service.full_name}/{call}"
    serializer, reader = type(request).SerializeToString, GetMessageClass(method.output_type).FromString
    if method.server_streaming:
        stream = ann.channel.unary_stream(path, serializer, reader)(request, metadata=ann.metadata)
        return await rejected(within(anext(aiter(stream))), code, reason)
    sent = ann.channel.unary_unary(path, serializer, reader)(request, metadata=ann.metadata)
    return await rejected(within(sent), code, reason)


async def within(awaitable, seconds=10):
    async with asyncio.timeout(seconds):
        return await awaitable


def violation(details):
    """The one field that is told to be wrong, how, and the same in words."""
    (found,) = details["BadRequest"].field_violations
    assert found.description in details["LocalizedMessage"].message or len(found.description) > 100
    return found.field, found.description


@pytest.mark.parametrize(("name", "value", "problem"), cases(FIELDS))
async def test_a_field_that_is_wrong_is_named_with_what_is_wrong(table, name, value, problem):
    details = await refused(table, name, value, Code.INVALID_ARGUMENT, "FIELD_INVALID")
    assert violation(details) == (name.partition(".")[2], problem)


@pytest.mark.parametrize(("name", "value", "field", "problem"), cases(OTHERS))
async def test_a_part_of_a_field_that_is_wrong_is_named_by_its_path(table, name, value, field, problem):
    reason = "MOVE_NOT_UNDERSTOOD" if name == "SubmitMove.move" else "FIELD_INVALID"
    assert violation(await refused(table, name, value, Code.INVALID_ARGUMENT, reason)) == (field, problem)


@pytest.mark.parametrize(("name", "value", "code", "reason"), cases(REASONS))
async def test_what_is_not_there_or_not_ones_own_has_a_reason_of_its_own(table, name, value, code, reason):
    details = await refused(table, name, value, code, reason)
    assert details["LocalizedMessage"].message
    metadata = details["ErrorInfo"].metadata
    if reason == TITLES:
        assert metadata["titles"] == "toy"
    if reason == "REVISION_NOT_AVAILABLE":
        assert (metadata["wanted"], metadata["revision"]) == (str(value), "4")
    if reason == "NOT_YOUR_SEAT":
        assert metadata["seat"] == "1"
