"""The client without a service: options, pauses, what a watch remembers, what is exported."""

import inspect
import re
import threading
import types
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from quarterdeck import client
from quarterdeck.client import ArgumentInvalid, Options, QuarterdeckError, RateLimited, TryAgain, calls
from quarterdeck.client.desk import Desk
from quarterdeck.client.errors import not_reachable
from quarterdeck.client.options import options_of
from quarterdeck.client.retries import Replaying, Watching, pause_before_retry
from quarterdeck.v1 import game_service_pb2, title_service_pb2
from quarterdeck.v1.game_service_pb2 import Heartbeat, WatchGameResponse
from quarterdeck.v1.play_pb2 import Ended, Revision
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision, ReplayGameResponse


def revision(number):
    return WatchGameResponse(revision=Revision(number=number))


def test_all_names_what_is_exported():
    own = {
        name
        for name, value in vars(client).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert sorted(own) == sorted(client.__all__)


def test_everything_exported_is_documented():
    for name in client.__all__:
        assert getattr(client, name).__doc__, name


def test_sync_and_async_desk_have_the_same_calls():
    def calls(desk):
        return {name for name in vars(desk) if not name.startswith("_")}

    assert calls(client.Desk) == calls(client.AsyncDesk)


def test_where_a_service_listens_by_default_is_written_once():
    package = Path(client.__file__).parents[1]
    assert [
        str(path.relative_to(package))
        for path in sorted(package.rglob("*.py"))
        if f'"{client.DEFAULT_ADDRESS}"' in path.read_text(encoding="utf-8")
    ] == ["client/options.py"]


def test_options_are_checked_and_plain_unless_they_say_otherwise():
    wrong: dict[str, Any] = {
        "attempts": 0,
        "deadline": 0,
        "patience": float("nan"),
        "retry_seconds": -1,
        "first_pause": -0.5,
        "longest_pause": float("nan"),
        "address": "",
        "token": "se\ncret",
        "language": "dé",
        "user_agent": "umpire\t1",
    }
    for name, value in wrong.items():
        with pytest.raises(ArgumentInvalid, match=f"^{name}: ") as caught:
            Options(**({"address": "host:1"} | {name: value}))
        assert isinstance(caught.value, ValueError)
        assert "cret" not in str(caught.value)
    assert Options("host:1").credentials is None
    assert Options("host:1").metadata == ()
    assert Options("host:1", tls=True).credentials is not None
    assert Options("host:1", "secret").metadata == (("authorization", "Bearer secret"),)
    assert Options("host:1", language="de").metadata == (("accept-language", "de"),)
    assert ("grpc.primary_user_agent", "umpire/1") in Options("host:1", user_agent="umpire/1").channel_options


DAMAGED = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((option, value) for option in ("address", "token", "language", "user_agent") for value in (5, None, b"text")),
        *(
            (option, value)
            for option in ("deadline", "retry_seconds", "first_pause", "longest_pause", "patience")
            for value in ("5", None, True)
        ),
        ("deadline", float("inf")),
        ("attempts", "3"),
        ("attempts", 1.5),
        ("tls", "yes"),
        *(("root_certificates", value) for value in ("text", b"", b"no certificate", DAMAGED)),
    ],
)
def test_an_option_of_the_wrong_kind_is_told_with_its_name_before_anything_is_sent(option, value):
    with pytest.raises(ArgumentInvalid, match=f"^{option}: ") as caught:
        Options(**({"address": "host:1"} | {option: value}))
    assert list(caught.value.details) == [option]


@pytest.mark.parametrize("kind", [client.Desk, client.AsyncDesk])
def test_a_desk_of_something_that_is_no_address_says_so(kind):
    for address in (5, None, "", b"host:1"):
        with pytest.raises(ArgumentInvalid, match=r"^address: "):
            kind(address)


CLOSED = {
    "titles": lambda desk: desk.titles(),
    "submit": lambda desk: desk.submit("game", "decision", "finish"),
    "wait_until_ready": lambda desk: desk.wait_until_ready(1),
    "send": lambda desk: desk.send(calls.list_titles()),
    "watch": lambda desk: desk.watch("game"),
    "replay": lambda desk: desk.replay("game"),
    "games": lambda desk: desk.games(),
}


@pytest.mark.parametrize("name", CLOSED)
async def test_a_call_on_a_closed_desk_is_an_error_of_its_own_in_both_desks(name):
    desk = client.Desk("127.0.0.1:1")
    desk.close()
    with pytest.raises(client.DeskClosed, match="the desk is closed") as caught:
        next(CLOSED[name](desk))
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, QuarterdeckError)
    assert not caught.value.may_retry
    other = client.AsyncDesk("127.0.0.1:1")
    await other.close()
    given = CLOSED[name](other)
    with pytest.raises(client.DeskClosed):
        await (given if inspect.isawaitable(given) else anext(given))


def test_a_desk_that_is_closed_under_a_call_says_so():
    desk = client.Desk(Options("127.0.0.1:1", retry_seconds=20))
    closing = threading.Timer(0.2, desk.close)
    closing.start()
    with pytest.raises(client.DeskClosed):
        desk.titles()
    closing.join()


def test_a_desk_takes_an_address_or_options_but_not_both():
    assert options_of("host:1", "token", None) == Options("host:1", "token")
    assert options_of("host:1", "", 2.0).deadline == 2.0
    options = Options("host:1", "token")
    assert options_of(options, "", None) is options
    with pytest.raises(TypeError, match="belong into the options"):
        Desk(options, "token")


def test_pauses_double_up_to_the_longest_and_follow_the_service():
    options = Options("host:1", attempts=9, first_pause=1.0, longest_pause=5.0)
    away = not_reachable("away")
    assert [pause_before_retry(options, away, attempt) for attempt in range(1, 6)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    slow_down = RateLimited(grpc.StatusCode.RESOURCE_EXHAUSTED, "", "RATE_LIMITED", {"retry": "true"}, 7.5)
    assert pause_before_retry(options, slow_down, 1) == 7.5


def test_the_last_attempt_and_what_cannot_help_are_raised():
    options = Options("host:1", attempts=3)
    with pytest.raises(TryAgain):
        pause_before_retry(options, not_reachable("away"), 3)
    with pytest.raises(QuarterdeckError):
        pause_before_retry(options, QuarterdeckError(grpc.StatusCode.NOT_FOUND, "", "GAME_NOT_FOUND", {}), 1)


def test_a_watch_gives_each_revision_once_and_goes_on_behind_the_last():
    watching = Watching(Options("host:1"), "game", 1)
    assert [watching.heard(revision(number)) is not None for number in (1, 2, 2, 1, 3)] == [
        True,
        True,
        False,
        False,
        True,
    ]
    assert watching.heard(WatchGameResponse(heartbeat=Heartbeat(revision=3))) is None
    assert watching.call().request == Watching(Options("host:1"), "game", 4).call().request
    assert watching.result is None
    watching.heard(WatchGameResponse(ended=Ended(reason="PLAYED_OUT")))
    assert watching.result is not None


def test_a_watch_is_patient_from_the_last_message_on():
    seconds = count(0, 4)
    watching = Watching(
        Options("host:1", patience=10.0, first_pause=1.0), "game", 1, clock=lambda: float(next(seconds))
    )
    assert watching.pause_before_resuming(None) == 1.0
    assert watching.pause_before_resuming(not_reachable("away")) == 2.0
    watching.heard(revision(1))
    assert watching.pause_before_resuming(None) == 1.0
    assert watching.pause_before_resuming(None) == 2.0
    with pytest.raises(TryAgain, match="ended before the game did"):
        watching.pause_before_resuming(None)


def replaying(start, end, **how):
    def ask(start, end):
        return calls.replay_game("game", start, end)

    return Replaying(Options("host:1", patience=10.0, first_pause=1.0), ask, start, end, **how)


def shown(number, end):
    replayed = ReplayedRevision(revision=Revision(number=number), end_revision=end)
    return ReplayGameResponse(revision=replayed)


def test_a_replay_gives_each_revision_once_and_goes_on_to_where_it_was_to_end():
    streaming = replaying(3, 0)
    assert not streaming.is_over
    assert [streaming.heard(shown(number, 6)) is not None for number in (3, 4, 4, 3)] == [True, True, False, False]
    # Where the game has come to meanwhile does not matter.
    assert streaming.call().request == replaying(5, 6).call().request
    for number in (5, 6):
        assert not streaming.is_over
        streaming.heard(shown(number, 6))
    assert streaming.is_over
    assert streaming.heard(ReplayGameResponse(ended=Ended(reason="PLAYED_OUT"))) is None


def test_a_replay_is_patient_from_its_first_break_on_however_long_it_has_paused():
    seconds = iter((0.0, 1.0, 5_000.0, 5_000.0, 5_009.0, 5_010.0))
    streaming = replaying(1, 9, clock=lambda: next(seconds))
    streaming.heard(shown(1, 9))
    assert streaming.pause_before_resuming(not_reachable("away")) == 1.0
    assert streaming.pause_before_resuming(not_reachable("away")) == 2.0
    with pytest.raises(TryAgain, match="away"):
        streaming.pause_before_resuming(not_reachable("away"))


def test_every_call_of_the_service_is_described():
    services = [*game_service_pb2.DESCRIPTOR.services_by_name.values()]
    services += title_service_pb2.DESCRIPTOR.services_by_name.values()
    for method in (method for service in services for method in service.methods):
        assert callable(getattr(calls, re.sub(r"(?<!^)(?=[A-Z])", "_", method.name).lower())), method.full_name
