"""Metrics: what Prometheus reads from a port of its own."""

import asyncio
import urllib.error
import urllib.request

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_server.configuration.settings import SettingError
from tests.serving import rejected, serving

Code = grpc.StatusCode


@pytest.fixture
async def measured(tmp_path):
    async with serving(tmp_path, metrics_address="127.0.0.1:0", heartbeat_seconds=0.2, drain_seconds=2.0) as table:
        yield table


def read(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return answer.read().decode()


class Scraped:
    """What one scrape has read."""

    def __init__(self, text):
        self.text = text
        self.samples = {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def value(self, name, **labels):
        return self.samples.get((f"quarterdeck_{name}", tuple(sorted(labels.items()))), 0.0)

    def calls(self, method, code):
        return self.value("calls_total", method=f"GameService/{method}", code=code)


async def scrape(table):
    return Scraped(await asyncio.to_thread(read, table.service.metrics_port))


async def scrape_until(table, reached):
    """The first scrape of which this holds; a stream's end is counted when the server has seen it."""
    async with asyncio.timeout(10):
        while not reached(scraped := await scrape(table)):  # noqa: ASYNC110  (what is counted cannot be waited for)
            await asyncio.sleep(0.02)
        return scraped


async def test_calls_are_counted_by_method_and_code(measured):
    game_id, ann, _ = await measured.started()
    for _ in range(3):
        await ann.position(game_id)
    await rejected(ann.position("nobody's"), Code.NOT_FOUND, "GAME_NOT_FOUND")
    scraped = await scrape(measured)
    assert scraped.calls("GetPosition", "OK") == 3
    assert scraped.calls("GetPosition", "NOT_FOUND") == 1
    assert scraped.calls("JoinGame", "OK") == 2
    assert scraped.calls("SubmitMove", "OK") == 0


async def test_refusals_are_counted_by_reason(measured):
    game_id, ann, _ = await measured.started()
    for _ in range(2):
        await rejected(ann.submit(game_id, "4.1", "make_bid 7"), Code.FAILED_PRECONDITION, "BID_TOO_HIGH")
    await rejected(measured.client().create(), Code.UNAUTHENTICATED, "TOKEN_MISSING")
    scraped = await scrape(measured)
    assert scraped.value("refusals_total", reason="BID_TOO_HIGH") == 2
    assert scraped.value("refusals_total", reason="TOKEN_MISSING") == 1


async def test_transactions_are_timed(measured):
    before = await scrape(measured)
    await measured.started()
    after = await scrape(measured)
    assert before.value("commit_seconds_count") == 0
    # A creation, two joinings and a start, each answered before the next is asked.
    assert after.value("commit_seconds_count") == after.value("commit_seconds_bucket", le="+Inf") == 4
    assert after.value("commit_seconds_sum") > 0


async def test_open_streams_and_games_in_memory_are_told(measured):
    game_id, ann, _ = await measured.started()
    await measured.client("eve").create()
    streams = [ann.watch(game_id) for _ in range(2)]
    for stream in streams:
        await stream.read()
    scraped = await scrape(measured)
    assert scraped.value("open_streams") == 2
    assert scraped.value("games_in_memory") == 2
    streams[0].cancel()
    scraped = await scrape_until(measured, lambda one: one.value("open_streams") == 1)
    assert (await scrape_until(measured, lambda one: one.calls("WatchGame", "CANCELLED"))).calls("WatchGame", "OK") == 0


async def test_a_stream_that_ends_with_its_game_is_counted_as_well_ended(measured):
    game_id, ann, bob = await measured.started()
    await measured.play_out(game_id, ann, bob)
    await ann.watch(game_id).rest()
    assert (await scrape_until(measured, lambda one: one.calls("WatchGame", "OK"))).calls("WatchGame", "OK") == 1


async def test_metrics_name_no_player_no_game_and_no_secret(measured):
    ann = measured.client("ann-the-player")
    game_id = (await ann.create(practice=True, seed="the-seed")).game_id
    await ann.call("GetGame", pb.GetGameRequest, game_id=game_id)
    text = (await scrape(measured)).text
    assert not [word for word in ("ann-the-player", game_id, "the-seed") if word in text]


async def test_metrics_are_served_only_where_they_are_asked_for(tmp_path, table):
    assert table.service.metrics_port is None
    async with serving(tmp_path / "one", metrics_address="127.0.0.1:0") as one:
        port = one.service.metrics_port
        with pytest.raises(SettingError, match=f"cannot listen on 127.0.0.1:{port}: Address already in use"):
            async with serving(tmp_path / "two", metrics_address=f"127.0.0.1:{port}"):
                pytest.fail("two servers cannot have one port")
    with pytest.raises(urllib.error.URLError):
        await asyncio.to_thread(read, port)
