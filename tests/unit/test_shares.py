"""How much of the service one caller may take: calls by a token bucket, streams by their number."""

import pytest

from quarterdeck_server.api import shares
from quarterdeck_server.api.shares import Shares
from quarterdeck_server.application.rejection import Kind, Rejection


@pytest.fixture
def clock():
    return [1000.0]


def made(clock, rate=4.0, burst=3, streams=2):
    return Shares(rate, burst, streams, lambda: clock[0])


def limited(call, *arguments):
    """For how long a call is told to wait."""
    with pytest.raises(Rejection) as caught:
        call(*arguments)
    assert caught.value.kind is Kind.RATE_LIMITED
    return caught.value.retry_after


def test_after_a_burst_calls_are_let_in_at_the_rate_and_the_delay_told_is_right(clock):
    limit = made(clock)
    for _ in range(3):
        limit.take_call("ann")
    for _ in range(5):
        wait = limited(limit.take_call, "ann")
        assert wait == pytest.approx(0.25)
        clock[0] += wait * 0.9
        rest = limited(limit.take_call, "ann")
        assert rest == pytest.approx(0.025)
        clock[0] += rest + 1e-9
        limit.take_call("ann")


def test_a_caller_who_was_refused_does_not_wait_longer_for_it(clock):
    limit = made(clock, burst=1)
    limit.take_call("ann")
    assert {limited(limit.take_call, "ann") for _ in range(100)} == {0.25}
    clock[0] += 0.25
    limit.take_call("ann")


def test_a_rest_gives_no_more_than_a_burst(clock):
    limit = made(clock)
    limit.take_call("ann")
    clock[0] += 1_000_000
    for _ in range(3):
        limit.take_call("ann")
    assert limited(limit.take_call, "ann") == 0.25


def test_callers_do_not_count_for_each_other(clock):
    limit = made(clock, burst=1)
    limit.take_call("ann")
    limit.take_call("bob")
    assert limited(limit.take_call, "ann") == 0.25


def test_with_nothing_set_there_is_no_limit_and_nothing_is_remembered(clock):
    limit = made(clock, rate=0.0, streams=0)
    for _ in range(1000):
        limit.take_call("ann")
    assert not limit._buckets
    with limit.stream("ann"), limit.stream("ann"), limit.stream("ann"):
        pass


def test_no_more_callers_are_remembered_than_there_is_room_for(clock, monkeypatch):
    monkeypatch.setattr(shares, "_CALLERS", 3)
    limit = made(clock, burst=1)
    for caller in ("ann", "bob", "eve", "ada"):
        limit.take_call(caller)
    assert len(limit._buckets) == 3
    assert limited(limit.take_call, "bob") == 0.25
    limit.take_call("ann")


def test_so_many_streams_of_a_caller_run_at_once_and_one_that_ends_makes_room(clock):
    limit = made(clock)

    def open_one(caller):
        with limit.stream(caller):
            pass

    with limit.stream("ann"):
        with limit.stream("ann"):
            assert limited(open_one, "ann") > 0
            open_one("bob")
        open_one("ann")
    assert not limit._streams


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("ipv4:192.0.2.1:50123", "peer ipv4:192.0.2.1"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:50123", "peer ipv6:2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2::1]:50123", "peer ipv6:2001:db8:1:2::/64"),
        ("ipv6:[fe80::1%25eth0]:50123", "peer ipv6:fe80::/64"),
        ("unix:", "peer unix:"),
        ("ipv6:odd", "ipv6:odd"),
        ("", "peer :"),
    ],
)
def test_the_port_of_a_connection_counts_for_nothing(address, caller):
    assert shares.peer(address) == caller


def test_a_player_is_no_address():
    assert shares.player("ipv4:192.0.2.1") != shares.peer("ipv4:192.0.2.1:1")
