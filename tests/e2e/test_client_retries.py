"""The Python client when the service is away, too busy or killed: what it sends again, and when it gives up."""

import asyncio
import socket
import threading
import time
from typing import Any

import grpc
import pytest
from google.rpc.status_pb2 import Status

from quarterdeck.bots import RandomBot
from quarterdeck.client import (
    Desk,
    MessageTooLarge,
    Options,
    RateLimited,
    TryAgain,
)
from quarterdeck.client.errors import error_of, not_reachable
from quarterdeck.client.retries import pause_before_retry
from quarterdeck.practice.service import ServiceProcess
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.e2e.test_client import started, with_desk
from tests.serving import serving

TITLE = "cooper_island"


class Away(grpc.RpcError, grpc.Call):
    """A call that did not reach the service."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE

    def details(self) -> str:
        return "away"

    def trailing_metadata(self) -> tuple[Any, ...]:
        return ()


async def test_a_call_that_was_lost_is_sent_again_under_the_same_request_id(tmp_path, monkeypatch):
    def test(client: Desk) -> None:
        real, seen = client._sender, []

        def lossy(call: Any) -> Any:
            def send(request: Any, **how: Any) -> Any:
                answer = real(call)(request, **how)
                seen.append(request.request_id)
                if len(seen) < 3:  # the answer is lost on its way
                    raise Away  # type: ignore[abstract]
                return answer

            return send

        monkeypatch.setattr(client, "_sender", lossy)
        game = client.create_game(TITLE, 2)
        monkeypatch.undo()
        assert len(seen) == 3
        assert len(set(seen)) == 1
        assert [one.game_id for one in client.games()] == [game]

    await with_desk(tmp_path, test)


async def test_a_request_or_a_token_that_is_too_large_is_no_matter_of_patience(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)

        def run() -> None:
            with Desk(table.address, token) as client, pytest.raises(MessageTooLarge) as large:
                client.create_game("x" * 300_000, 2)
            assert (large.value.reason, large.value.may_retry) == ("", False)
            assert not isinstance(large.value, TryAgain)
            assert "larger than max" in large.value.words
            with Desk(table.address, "x" * 20_000) as client, pytest.raises(MessageTooLarge):
                client.titles()

        await asyncio.to_thread(run)


class TooBusy(grpc.RpcError, grpc.Call):
    """A call that gRPC itself refused, because too many run, with details that somebody on the way has spoilt."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.RESOURCE_EXHAUSTED

    def details(self) -> str:
        return "Concurrent RPC limit exceeded!"

    def trailing_metadata(self) -> tuple[Any, ...]:
        other = Status(code=3, message="another message", details=[])
        return (("grpc-status-details-bin", other.SerializeToString()),)


def test_details_that_are_not_of_the_status_are_as_good_as_none():
    error = error_of(TooBusy())  # type: ignore[abstract]
    assert type(error) is RateLimited
    assert (error.reason, error.words) == ("", "Concurrent RPC limit exceeded!")


def test_the_pauses_of_a_call_grow_and_add_up_to_the_time_that_the_options_give():
    def given_up_after(options: Options) -> tuple[int, float]:
        attempt, waited = 1, 0.0
        while True:
            try:
                waited += pause_before_retry(options, not_reachable("away"), attempt, waited)
            except TryAgain:
                return attempt, waited
            attempt += 1

    attempts, waited = given_up_after(Options("host:1"))
    assert (attempts, 13.0 < waited <= 15.0) == (12, True)
    assert given_up_after(Options("host:1", retry_seconds=0.0)) == (1, 0.0)
    assert given_up_after(Options("host:1", attempts=3, retry_seconds=0.0))[0] == 3
    with pytest.raises(ValueError, match="retry_seconds"):
        Options("host:1", retry_seconds=-1.0)


@pytest.mark.timeout(120)
def test_a_client_that_plays_goes_on_when_the_service_is_killed_and_started_again(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    services = [ServiceProcess(address, tmp_path)]
    services[0].wait_until_ready()

    def start_again() -> None:
        time.sleep(2.0)  # whoever watches over services takes a moment to notice
        services.append(ServiceProcess(address, tmp_path))

    restarts: list[threading.Thread] = []
    try:
        with Desk(address, services[0].token("Ada")) as client:
            game, bot = started(client), RandomBot("1")
            for number in range(60):
                if number in (20, 40):
                    services[-1]._process.kill()
                    services[-1].wait()
                    restarts.append(threading.Thread(target=start_again))
                    restarts[-1].start()
                waiting = client.position(game).open_decisions[0]
                move = bot.choose(client.legal_moves(game, seat=waiting.seat))
                client.submit(game, move.decision_id, move.move.notation)
            assert client.game(game).revision == 4 + 60
    finally:
        for restart in restarts:
            restart.join()
        services[-1].end()
    assert len(services) == 3


def test_a_service_that_is_away_is_given_up_when_the_time_for_it_is_over():
    with Desk(Options("127.0.0.1:1", "token", deadline=0.2, retry_seconds=0.1, patience=0.1)) as client:
        with pytest.raises(TryAgain):
            client.game("one")
        with pytest.raises(TryAgain):
            client.wait_until_ready(0.1)
        with pytest.raises(TryAgain):
            next(client.watch("one"))
