"""The client's errors mirror the service's error table."""

from types import SimpleNamespace

import grpc
import pytest
from google.rpc.error_details_pb2 import LocalizedMessage

from quarterdeck.client import errors
from quarterdeck.client.errors import QuarterdeckError, error_of
from quarterdeck.v1.play_pb2 import OpenDecision, Situation
from quarterdeck_server.api.status import status_of
from quarterdeck_server.application.rejection import Kind, Rejection

EXPECTED = {
    Kind.MOVE_NOT_UNDERSTOOD: errors.MoveNotUnderstood,
    Kind.FIELD_INVALID: errors.FieldInvalid,
    Kind.MOVE_REFUSED: errors.MoveRefused,
    Kind.DECISION_CLOSED: errors.DecisionClosed,
    Kind.GAME_NOT_STARTED: errors.GameNotStarted,
    Kind.GAME_ENDED: errors.GameOver,
    Kind.SEAT_TAKEN: errors.SeatTaken,
    Kind.TOKEN_MISSING: errors.TokenRefused,
    Kind.TOKEN_INVALID: errors.TokenRefused,
    Kind.NOT_YOUR_SEAT: errors.NotAllowed,
    Kind.ROLE_MAY_NOT: errors.NotAllowed,
    Kind.REQUEST_ID_REUSED: errors.RequestIdReused,
    Kind.REVISION_NOT_AVAILABLE: errors.RevisionNotAvailable,
    Kind.CHECKPOINT_NOT_AVAILABLE: errors.RevisionNotAvailable,
    Kind.RATE_LIMITED: errors.RateLimited,
    Kind.READER_TOO_SLOW: errors.ReaderTooSlow,
    Kind.TRY_AGAIN: errors.TryAgain,
    Kind.GAME_UNREADABLE: errors.ServiceFault,
    Kind.LOG_ALTERED: errors.ServiceFault,
    Kind.INTERNAL_FAULT: errors.ServiceFault,
}


class Failed(grpc.RpcError, grpc.Call):
    """A call that ended with a status."""

    def __init__(self, status):
        self.status = status

    def code(self):
        return self.status.code

    def details(self):
        return self.status.details

    def trailing_metadata(self):
        return self.status.trailing_metadata


def raised(rejection, *more):
    return error_of(Failed(status_of(rejection, *more)))  # type: ignore[abstract]


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name)
def test_each_row_of_the_error_table_is_an_error_of_its_own(kind):
    error = raised(Rejection(kind))
    # What is not found may be a title, a game, and later more: all of one kind.
    assert type(error) is EXPECTED.get(kind, errors.NotFound)
    assert error.code is not None
    assert error.may_retry is (kind in (Kind.RATE_LIMITED, Kind.READER_TOO_SLOW, Kind.TRY_AGAIN))


def test_an_error_has_the_situation_where_to_resume_and_when_to_come_back():
    closed = raised(
        Rejection(Kind.DECISION_CLOSED), Situation(revision=7, open_decisions=[OpenDecision(decision_id="7.0")])
    )
    assert closed.situation is not None
    assert closed.situation.open_decisions[0].decision_id == "7.0"
    slow = raised(Rejection(Kind.READER_TOO_SLOW, details=(("resume_revision", "12"),)))
    assert isinstance(slow, errors.ReaderTooSlow)
    assert slow.resume_revision == 12
    assert raised(Rejection(Kind.RATE_LIMITED, retry_after=1.5)).retry_after == 1.5


def test_an_error_has_words_for_people():
    spoken = LocalizedMessage(locale="en", message="The seat is taken.")
    assert raised(Rejection(Kind.SEAT_TAKEN), spoken).words == "The seat is taken."
    assert raised(Rejection(Kind.SEAT_TAKEN)).words.startswith("SEAT_TAKEN")


def test_a_call_that_did_not_reach_the_service_has_no_reason():
    status = SimpleNamespace(code=grpc.StatusCode.UNAVAILABLE, details="", trailing_metadata=())
    error = error_of(Failed(status))  # type: ignore[abstract]
    assert isinstance(error, errors.TryAgain)
    assert (error.reason, error.situation, error.retry_after) == ("", None, None)
    assert isinstance(error, QuarterdeckError)
