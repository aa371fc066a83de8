"""Every row of the error table: the code, the reason and the details that clients act on."""

import grpc
import pytest
from google.rpc import error_details_pb2
from google.rpc.error_details_pb2 import LocalizedMessage
from google.rpc.status_pb2 import Status

from quarterdeck.v1 import play_pb2
from quarterdeck_rules.engine.refusal import EngineReason, refuse
from quarterdeck_rules.titles import TITLES
from quarterdeck_rules.words import Words
from quarterdeck_server.api.speech import Speech, phrases
from quarterdeck_server.api.status import (
    CODES,
    DOMAIN,
    LONGEST_FACT,
    LONGEST_SENTENCE,
    LONGEST_WORD,
    RETRY_HELPS,
    cut,
    status_of,
)
from quarterdeck_server.application.rejection import FieldViolation, Kind, Rejection, Situation, refused
from tests.toy import TOY

ROWS = {
    Kind.MOVE_NOT_UNDERSTOOD: "INVALID_ARGUMENT",
    Kind.FIELD_INVALID: "INVALID_ARGUMENT",
    Kind.MOVE_REFUSED: "FAILED_PRECONDITION",
    Kind.DECISION_CLOSED: "ABORTED",
    Kind.GAME_NOT_STARTED: "FAILED_PRECONDITION",
    Kind.GAME_ENDED: "FAILED_PRECONDITION",
    Kind.SEAT_TAKEN: "ALREADY_EXISTS",
    Kind.TOKEN_MISSING: "UNAUTHENTICATED",
    Kind.TOKEN_INVALID: "UNAUTHENTICATED",
    Kind.NOT_YOUR_SEAT: "PERMISSION_DENIED",
    Kind.ROLE_MAY_NOT: "PERMISSION_DENIED",
    Kind.TITLE_NOT_FOUND: "NOT_FOUND",
    Kind.GAME_NOT_FOUND: "NOT_FOUND",
    Kind.COMPONENT_SET_NOT_FOUND: "NOT_FOUND",
    Kind.REQUEST_ID_REUSED: "ALREADY_EXISTS",
    Kind.REVISION_NOT_AVAILABLE: "OUT_OF_RANGE",
    Kind.CHECKPOINT_NOT_AVAILABLE: "OUT_OF_RANGE",
    Kind.RATE_LIMITED: "RESOURCE_EXHAUSTED",
    Kind.READER_TOO_SLOW: "RESOURCE_EXHAUSTED",
    Kind.TRY_AGAIN: "UNAVAILABLE",
    Kind.GAME_UNREADABLE: "DATA_LOSS",
    Kind.LOG_ALTERED: "DATA_LOSS",
    Kind.INTERNAL_FAULT: "INTERNAL",
}
ROWS_OF_THE_ENGINE = {
    EngineReason.DECISION_CLOSED: Kind.DECISION_CLOSED,
    EngineReason.GAME_NOT_STARTED: Kind.GAME_NOT_STARTED,
    EngineReason.GAME_ENDED: Kind.GAME_ENDED,
    EngineReason.SEAT_TAKEN: Kind.SEAT_TAKEN,
    EngineReason.MOVE_NOT_EXPECTED: Kind.MOVE_REFUSED,
    EngineReason.GAME_ALREADY_STARTED: Kind.MOVE_REFUSED,
    EngineReason.SEATS_OPEN: Kind.MOVE_REFUSED,
    EngineReason.DEAL_IS_SHARED: Kind.MOVE_REFUSED,
}
RETRIED = {Kind.RATE_LIMITED, Kind.READER_TOO_SLOW, Kind.TRY_AGAIN}


def unpacked(status):
    (packed,) = [value for key, value in status.trailing_metadata if key == "grpc-status-details-bin"]
    found = {}
    for detail in Status.FromString(packed).details:
        for kind in (
            error_details_pb2.ErrorInfo,
            error_details_pb2.BadRequest,
            error_details_pb2.RetryInfo,
            play_pb2.Situation,
        ):
            if detail.Is(kind.DESCRIPTOR):
                found[kind.__name__] = kind.FromString(detail.value)
    return found


def test_the_table_has_every_kind_of_rejection():
    assert set(CODES) == set(Kind) == set(ROWS)
    assert RETRY_HELPS == RETRIED


@pytest.mark.parametrize("kind", Kind)
def test_a_rejection_has_its_code_and_its_reason(kind):
    status = status_of(Rejection(kind))
    info = unpacked(status)["ErrorInfo"]
    assert status.code is grpc.StatusCode[ROWS[kind]]
    assert (info.domain, info.reason) == (DOMAIN, str(kind))
    assert info.metadata["retry"] == ("true" if kind in RETRIED else "false")
    assert str(kind) in status.details


def test_a_refusal_brings_its_own_reason_its_rule_and_the_facts_that_decided_it():
    refusal = refuse("UNEVEN_GROUND", "CI-LAND-7", heights=(1, 2))
    rejection = refused(refusal, Situation(TOY, (), 0, 17, (), None))
    status = status_of(rejection)
    info = unpacked(status)["ErrorInfo"]
    assert info.reason == "UNEVEN_GROUND"
    assert dict(info.metadata) == {"heights": "1,2", "rule": "CI-LAND-7", "revision": "17", "retry": "false"}
    assert status.details == "UNEVEN_GROUND (CI-LAND-7): heights 1,2"


@pytest.mark.parametrize(("reason", "kind"), ROWS_OF_THE_ENGINE.items())
def test_every_reason_of_the_engine_has_its_row(reason, kind):
    assert refused(refuse(reason, "QD-1"), Situation(TOY, (), None, 1, (), None)).kind is kind


def test_no_reason_of_the_engine_is_left_out():
    assert set(ROWS_OF_THE_ENGINE) == set(EngineReason)


def test_wrong_fields_are_named():
    rejection = Rejection(Kind.FIELD_INVALID, fields=(FieldViolation("seats", "toy is for 2, 3 seats"),))
    (violation,) = unpacked(status_of(rejection))["BadRequest"].field_violations
    assert (violation.field, violation.description) == ("seats", "toy is for 2, 3 seats")


@pytest.mark.parametrize("letter", ["x", "é", "🏝", "\n", "x "])
def test_whatever_is_told_is_cut_so_that_an_error_stays_short(letter):
    long = letter * 20_000
    rejection = Rejection(
        Kind.MOVE_REFUSED,
        reason="REASON",
        details=tuple((f"fact_{number}", long) for number in range(3)),
        fields=(FieldViolation(long, long),),
    )
    status = status_of(rejection, LocalizedMessage(locale="en", message=long))
    (packed,) = [value for _, value in status.trailing_metadata]
    assert len(packed) < 2_300
    assert len(status.details.encode()) <= LONGEST_SENTENCE
    found = unpacked(status)
    assert found["ErrorInfo"].reason == "REASON"
    told = [*found["ErrorInfo"].metadata.values(), found["BadRequest"].field_violations[0].description]
    assert all(len(text.encode()) <= LONGEST_SENTENCE for text in told)
    assert all(len(word) <= LONGEST_WORD for text in told for word in text.split())


def test_what_is_of_usual_length_is_told_in_full():
    for text in ("gold,silver", "'" + "x" * LONGEST_WORD + "' is no level", "coin_boat,food_boat,wood_boat," * 6):
        assert cut(text, LONGEST_FACT) == text
    assert cut("x" * 65, LONGEST_FACT) == "x" * 63 + "…"


def test_a_delay_is_given_where_there_is_one():
    details = unpacked(status_of(Rejection(Kind.TRY_AGAIN, retry_after=1.5)))
    assert details["RetryInfo"].retry_delay.ToMilliseconds() == 1500
    assert "RetryInfo" not in unpacked(status_of(Rejection(Kind.GAME_ENDED)))


def test_a_further_detail_goes_along():
    situation = play_pb2.Situation(revision=9)
    assert unpacked(status_of(Rejection(Kind.DECISION_CLOSED), situation))["Situation"] == situation


@pytest.mark.parametrize("kind", Kind)
def test_every_rejection_has_words(kind):
    reasons = set(EngineReason)
    told = Speech().reject(Rejection(kind))
    assert told != str(kind)
    assert (str(kind) in reasons) != (str(kind) in phrases("en")["refusals"])


def test_wrong_fields_and_facts_are_told_in_words():
    fields = (FieldViolation("seats", "toy is for 2, 3 seats"), FieldViolation("", "it is no message"))
    told = Speech().reject(Rejection(Kind.FIELD_INVALID, fields=fields))
    assert told == "the request cannot be read: seats: toy is for 2, 3 seats; it is no message"
    told = Speech().reject(Rejection(Kind.REVISION_NOT_AVAILABLE, details=(("wanted", "9"),)))
    assert told == "the game has no such revision: 9"
    assert Speech().reject(Rejection(Kind.NOT_YOUR_SEAT, details=(("seat", "1"),))) == "this is not your seat (seat 1)"


def test_a_seat_of_a_player_with_several_is_told_with_its_number():
    name_of = Words({}).names(("Ada", None, "Bo", "Ada"))
    assert [name_of(seat) for seat in range(5)] == ["Ada (seat 0)", "seat 1", "Bo", "Ada (seat 3)", "seat 4"]


def test_titles_are_named_as_one_has_to_write_them():
    rejection = Rejection(Kind.TITLE_NOT_FOUND, details=(("titles", "cooper_island,toy"),))
    assert Speech().reject(rejection) == "there is no such title; there are: cooper_island, toy"


def test_a_token_that_is_not_valid_is_told_with_what_is_wrong_with_it():
    rejection = Rejection(Kind.TOKEN_INVALID, details=(("problem", "it has expired"),))
    assert Speech().reject(rejection) == "the token is not valid: it has expired"


def test_a_refusal_is_told_in_the_words_of_its_title_with_the_rule():
    island = TITLES["cooper_island"]
    refusal = refuse("SPACE_CHARTED", "CI-LAND-2", space="A2")
    told = Speech().reject(refused(refusal, Situation(island, (), 0, 17, (), None)))
    assert told == "A2 holds landscape already [rule CI-LAND-2]"
