"""Clocks: every deadline follows from recorded times, whatever the machine's clock does."""

import asyncio
import datetime as dt
import itertools

import pytest

from quarterdeck_rules.conduct.facts import (
    Cause,
    ClockChanged,
    MoveForced,
    Outcome,
    ProposalClosed,
    SeatLeft,
    TimeAdded,
    TimedOut,
)
from quarterdeck_rules.conduct.terms import Bank, Correspondence, PerMove, Terms, TimeoutPolicy
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Ended, Status
from quarterdeck_server.application.moments import ZonedCalendar, milliseconds, text_of
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.application.timekeeper import Timekeeper, beaten
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import Outage
from tests.desk import ANN, BOB, DORA, Desk, Hands, rejected, request

PER_MOVE = PerMove(60)
BANK = Bank(100, 10)
DAYS = Correspondence(1, 480, 1320, "Europe/Berlin")
LONG = (("length", "long"),)


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
async def timed(hands):
    opened = Desk(MemoryStore(), clock=hands)
    yield opened
    await opened.close()


async def bid(desk, clock, policy=TimeoutPolicy.DEFAULT_MOVE):
    """A game in which both have bid at once, so that seat 0 takes coins; banks have gained 10 seconds."""
    game_id = await desk.started(options=LONG, terms=Terms(clock=clock, on_timeout=policy))
    await desk.move(ANN, game_id, "make_bid 1")
    await desk.move(BOB, game_id, "make_bid 2")
    return game_id


async def clocks(desk, game_id):
    """By seat: seconds left, and seconds to the deadline (nothing if the clock stands still)."""
    live, now = await desk.games.get(game_id), milliseconds(desk.clock())
    return [
        (clock.remaining / 1000, None if clock.deadline is None else (clock.deadline - now) / 1000)
        for clock in live.conduct.clocks
    ]


async def test_k8_the_first_clocks_start_with_the_recorded_start_of_the_game(timed, hands):
    game_id = await timed.new_game(terms=Terms(clock=PER_MOVE))
    hands.forward(500)
    for player in (ANN, BOB):
        await timed.commands.join(player, request(), game_id, None)
    assert await clocks(timed, game_id) == [(60, None), (60, None)]
    hands.forward(500)
    await timed.commands.start(ANN, request(), game_id)
    assert await clocks(timed, game_id) == [(60, 60), (60, 60)]
    started = (await timed.games.get(game_id)).revisions[-1]
    assert [event.seat for event in started.events if isinstance(event, ClockChanged)] == [0, 1]


async def test_several_clocks_run_at_once_and_each_stops_with_its_own_seat(timed, hands):
    game_id = await timed.started(options=LONG, terms=Terms(clock=BANK))
    hands.forward(30)
    await timed.move(BOB, game_id, "make_bid 2")
    assert await clocks(timed, game_id) == [(100, 70), (80, None)]
    hands.forward(20)
    await timed.move(ANN, game_id, "make_bid 1")
    # Who goes on deciding at once keeps the clock that runs.
    assert await clocks(timed, game_id) == [(100, 50), (80, None)]


TRANSITIONS = [
    # The clock, and what is left and runs: after 20 seconds a seat answers and is waited for no more; then the other
    # seat's clock; after an anytime move; after an undo of the answer.
    (PER_MOVE, 40, 60, 30, 30),
    (BANK, 90, 80, 70, 80),
]


@pytest.mark.parametrize(("clock", "stopped", "others", "beside", "undone"), TRANSITIONS)
async def test_k1_a_clock_stops_starts_and_goes_on_as_its_kind_says(
    timed, hands, clock, stopped, others, beside, undone
):
    game_id = await timed.started(options=LONG, terms=Terms(clock=clock))
    await timed.move(BOB, game_id, "make_bid 2")
    await timed.move(ANN, game_id, "make_bid 1")
    hands.forward(20)
    await timed.move(ANN, game_id, "take_coins silver,silver")
    ann, bob = await clocks(timed, game_id)
    assert ann == (stopped, None)
    assert bob[1] == {PER_MOVE: 60, BANK: 110}[clock]
    hands.forward(30)
    await timed.move(BOB, game_id, "take_coins gold")
    assert (await clocks(timed, game_id))[0][1] == {PER_MOVE: 60, BANK: 90}[clock]
    hands.forward(10)
    await timed.move(ANN, game_id, "buy_card")
    assert (await clocks(timed, game_id))[0][1] == {PER_MOVE: 50, BANK: 80}[clock]
    hands.forward(10)
    await timed.move(ANN, game_id, "take_coins gold")
    left = {PER_MOVE: 40, BANK: 80}[clock]
    assert (await clocks(timed, game_id))[0] == (left, None)
    hands.forward(5)
    await timed.referee.undo(ANN, request(), game_id, None, 9)
    # No time comes back: what was left goes on, and the increment was earned once.
    assert (await clocks(timed, game_id))[0][1] == left
    await timed.move(ANN, game_id, "take_coins gold")
    assert (await clocks(timed, game_id))[0] == (left, None)


async def test_a_move_is_judged_by_when_it_was_received(timed, hands):
    game_id = await bid(timed, PER_MOVE)
    hands.forward(59.999)
    await timed.move(ANN, game_id, "take_coins gold")
    hands.forward(60)
    live = await timed.games.get(game_id)
    before = timed.decision_of(live, BOB)
    await rejected(timed.move(BOB, game_id, "take_coins silver,silver", before), Kind.DECISION_CLOSED)
    # What time brought about is on the log, and came before the late move.
    assert [type(event) for event in live.revisions[-1].events[:2]] == [TimedOut, MoveForced]
    assert live.game.state.places[1].coins == 1


async def test_a_time_out_makes_the_default_move_and_is_recorded(timed, hands):
    game_id = await bid(timed, PER_MOVE)
    hands.forward(61)
    assert await timed.see_to(game_id) == 1
    live = await timed.games.get(game_id)
    assert live.revisions[-1].events[:2] == (TimedOut(0), MoveForced(0, Cause.TIME_OUT))
    assert live.revisions[-1].command.player == ""
    assert live.game.state.places[0].coins == 1
    assert (await clocks(timed, game_id))[1][1] == 60


async def test_a_game_that_nobody_plays_comes_to_its_end_by_default_moves(timed, hands):
    game_id = await timed.started(terms=Terms(clock=PER_MOVE))
    live = await timed.games.get(game_id)
    for _ in itertools.takewhile(lambda _: live.game.status is Status.ACTIVE, range(50)):
        hands.forward(60)
        await timed.see_to(game_id)
    assert live.ended is not None


async def test_k2_those_who_time_out_together_are_each_seen_to_once_in_a_fixed_order(timed, hands):
    game_id = await timed.started(terms=Terms(clock=PER_MOVE))
    hands.forward(3600)
    assert await timed.see_to(game_id) == 2
    live = await timed.games.get(game_id)
    outs = [event.seat for revision in live.revisions for event in revision.events if isinstance(event, TimedOut)]
    # Both bids; the seat that was asked next, at that moment, has its whole time.
    assert outs == [0, 1]
    assert await timed.see_to(game_id) == 0


async def test_a_time_out_that_fires_twice_or_late_or_after_a_restart_happens_once(timed, hands):
    game_id = await bid(timed, PER_MOVE)
    hands.forward(60)
    assert timed.store.due(milliseconds(hands()), 10)[0].game == game_id
    timed.restart()
    assert await timed.see_to(game_id) == 1
    timed.restart()
    assert await timed.see_to(game_id) == 0
    assert timed.store.due(milliseconds(hands()), 10) == []


async def test_a_seat_that_forfeits_on_time_leaves_the_game(timed, hands):
    game_id = await bid(timed, PER_MOVE, TimeoutPolicy.FORFEIT)
    hands.forward(60)
    await timed.see_to(game_id)
    live = await timed.games.get(game_id)
    assert [type(event) for event in live.revisions[-1].events[:3]] == [TimedOut, SeatLeft, Ended]
    assert live.ended.reason == "LEFT"
    assert [one.rank for one in live.ended.standings] == [2, 1]


async def test_where_a_director_decides_the_game_waits_and_goes_on_with_more_time(timed, hands):
    game_id = await bid(timed, PER_MOVE, TimeoutPolicy.DIRECTOR)
    hands.forward(61)
    assert await timed.see_to(game_id) == 1
    await rejected(timed.move(ANN, game_id, "take_coins gold"), Kind.MOVE_REFUSED, "TIME_IS_OUT")
    hands.forward(600)
    assert await timed.see_to(game_id) == 0
    await timed.direction.add_time(DORA, request(), game_id, 0, 30_000, "a phone call")
    assert (await clocks(timed, game_id))[0] == (30, 30)
    await timed.move(ANN, game_id, "take_coins gold")


async def test_where_a_director_decides_a_default_move_may_be_forced(timed, hands):
    game_id = await bid(timed, BANK, TimeoutPolicy.DIRECTOR)
    hands.forward(110)
    await timed.see_to(game_id)
    await timed.direction.force(DORA, request(), game_id, 0, "gone home")
    assert (await clocks(timed, game_id))[0] == (10, None)
    assert (await clocks(timed, game_id))[1][1] == 110


async def test_k5_a_pause_stops_all_clocks_and_keeps_what_was_left(timed, hands):
    game_id = await bid(timed, BANK)
    hands.forward(40)
    await timed.direction.pause(DORA, request(), game_id, "fire alarm")
    hands.forward(10_000)
    assert await timed.see_to(game_id) == 0
    assert await clocks(timed, game_id) == [(70, None), (110, None)]
    await rejected(timed.move(ANN, game_id, "take_coins gold"), Kind.MOVE_REFUSED, "GAME_PAUSED")
    live = await timed.games.get(game_id)
    assert timed.reads.legal_moves(live, 0, live.game.revision) == ()
    await rejected(timed.direction.pause(DORA, request(), game_id, "again"), Kind.MOVE_REFUSED, "GAME_PAUSED")
    await rejected(timed.direction.resume(ANN, request(), game_id, "let me"), Kind.ROLE_MAY_NOT)
    await timed.direction.resume(DORA, request(), game_id, "false alarm")
    assert await clocks(timed, game_id) == [(70, 70), (110, None)]
    await rejected(timed.direction.resume(DORA, request(), game_id, "again"), Kind.MOVE_REFUSED, "GAME_NOT_PAUSED")
    hands.forward(10)
    await timed.move(ANN, game_id, "take_coins gold")
    # The increment, too, is earned as if nothing had been.
    assert (await clocks(timed, game_id))[0] == (70, None)


@pytest.mark.parametrize("late", [0, 0.5, 3600])
async def test_k5_a_pause_with_no_time_left_comes_after_the_time_out(timed, hands, late):
    game_id = await bid(timed, BANK)
    hands.forward(110 + late)
    await timed.direction.pause(DORA, request(), game_id, "too late")
    live = await timed.games.get(game_id)
    assert isinstance(live.revisions[-2].events[0], TimedOut)
    assert all(clock.remaining >= 0 and clock.deadline is None for clock in live.conduct.clocks)


async def test_k7_time_at_which_no_server_was_running_is_given_back_and_recorded(timed, hands):
    game_id = await bid(timed, BANK)
    beaten(timed.store, milliseconds(hands()))
    hands.forward(3600)
    timed.restart()
    timed.runner.outages = beaten(timed.store, milliseconds(hands()))
    assert await timed.see_to(game_id) == 1
    live = await timed.games.get(game_id)
    given_back = TimeAdded(0, 3_600_000, milliseconds(hands()), Cause.SERVICE_AWAY)
    assert live.revisions[-1].events[:-1] == (given_back,)
    assert timed.store.due(milliseconds(hands()), 5) == []
    hands.forward(30)
    await timed.move(ANN, game_id, "take_coins gold")
    assert (await clocks(timed, game_id))[0] == (90, None)
    hands.forward(111)
    await timed.see_to(game_id)
    assert any(isinstance(event, TimedOut) and event.seat == 1 for event in live.revisions[-1].events)


async def test_k7_an_outage_is_a_silence_of_some_length(timed, hands):
    assert beaten(timed.store, 1_000_000) == ()
    assert beaten(timed.store, 1_005_000) == ()
    assert [(one.start, one.end) for one in beaten(timed.store, 1_020_000)] == [(1_005_000, 1_020_000)]
    assert timed.store.outages() == [Outage(1_005_000, 1_020_000)]


async def test_k9_a_clock_that_is_set_back_gives_no_time_and_takes_none(timed, hands):
    game_id = await bid(timed, BANK)
    hands.forward(50)
    await timed.direction.pause(DORA, request(), game_id, "a look")
    await timed.direction.resume(DORA, request(), game_id, "go on")
    hands.forward(-3600)
    await timed.move(ANN, game_id, "take_coins gold")
    live = await timed.games.get(game_id)
    received = [revision.command.received for revision in live.revisions]
    assert received == sorted(received)
    assert live.conduct.clocks[0].remaining == 70_000


async def test_k10_the_same_log_gives_the_same_clocks_whenever_it_is_read(timed, hands):
    game_id = await bid(timed, BANK)
    hands.forward(20)
    await timed.move(ANN, game_id, "take_coins gold")
    live = await timed.games.get(game_id)
    before = live.conduct, fingerprint(live.game)
    hands.forward(100_000)
    timed.restart()
    again = await timed.games.get(game_id)
    assert (again.conduct, fingerprint(again.game)) == before
    assert [one.conduct for one in map(again.at, range(1, 8))] == [one.conduct for one in map(live.at, range(1, 8))]


async def test_a_proposal_lapses_in_time_and_cannot_be_agreed_to_then(timed, hands):
    game_id = await timed.started()
    proposal = (await timed.referee.propose_end(ANN, request(), game_id, None)).revision.number
    hands.forward(59)
    assert await timed.see_to(game_id) == 0
    hands.forward(1)
    late = timed.referee.answer(BOB, request(), game_id, None, proposal, True)
    await rejected(late, Kind.MOVE_REFUSED, "PROPOSAL_GONE")
    live = await timed.games.get(game_id)
    assert live.revisions[-1].events[0] == ProposalClosed(Outcome.EXPIRED)
    assert await timed.see_to(game_id) == 0


async def test_time_is_added_to_a_clock_that_can_use_it(timed, hands):
    game_id = await bid(timed, PER_MOVE)
    await timed.direction.add_time(DORA, request(), game_id, 0, 30_000, "a question")
    assert (await clocks(timed, game_id))[0] == (90, 90)
    add = timed.direction.add_time(DORA, request(), game_id, 1, 30_000, "a question")
    await rejected(add, Kind.MOVE_REFUSED, "NOT_WAITED_FOR")
    plain = await timed.started()
    await rejected(timed.direction.add_time(DORA, request(), plain, 0, 1000, "no"), Kind.MOVE_REFUSED, "NO_CLOCK")


WINDOWS = [
    # In the window; outside, so to the end of the next one; over the night in which clocks go forward; and back; a
    # time of day that the clocks pass over; a window over midnight; the whole day.
    (DAYS, "2026-06-01T12:00:00.000Z", "2026-06-02T12:00:00.000Z"),
    (DAYS, "2026-06-01T21:30:00.000Z", "2026-06-03T20:00:00.000Z"),
    (DAYS, "2026-03-28T20:00:00.000Z", "2026-03-29T19:00:00.000Z"),
    (DAYS, "2026-10-24T18:00:00.000Z", "2026-10-25T19:00:00.000Z"),
    (DAYS, "2026-10-24T03:00:00.000Z", "2026-10-25T21:00:00.000Z"),
    (Correspondence(1, 0, 1440, "Europe/Berlin"), "2026-03-28T01:30:00.000Z", "2026-03-29T01:30:00.000Z"),
    (Correspondence(2, 1320, 120, "UTC"), "2026-10-24T12:00:00.000Z", "2026-10-27T02:00:00.000Z"),
    (Correspondence(3, 1320, 120, "UTC"), "2026-10-24T23:00:00.000Z", "2026-10-27T23:00:00.000Z"),
    (Correspondence(1), "2026-10-24T23:00:00.000Z", "2026-10-25T23:00:00.000Z"),
]


@pytest.mark.parametrize(("clock", "at", "deadline"), WINDOWS)
def test_k9_days_are_those_of_the_calendar_and_end_in_the_daily_window(clock, at, deadline):
    day = dt.timedelta(days=clock.days) // dt.timedelta(milliseconds=1)
    assert text_of(ZonedCalendar().deadline(clock, milliseconds(at), day)) == deadline


async def test_a_correspondence_clock_has_its_days_with_each_answer(timed, hands):
    game_id = await bid(timed, DAYS)
    live = await timed.games.get(game_id)
    assert text_of(live.conduct.clocks[0].deadline) == "2026-06-02T12:00:00.000Z"
    hands.forward(3600)
    await timed.move(ANN, game_id, "take_coins gold")
    assert text_of(live.conduct.clocks[1].deadline) == "2026-06-02T13:00:00.000Z"
    assert [one.seat for one in open_decisions(live.game.agenda)] == [1]


async def test_a_game_without_clocks_has_none(timed):
    game_id = await timed.started()
    live = await timed.games.get(game_id)
    assert live.conduct.clocks == ()
    assert not any(isinstance(event, ClockChanged) for revision in live.revisions for event in revision.events)


async def decided_twice(desk, clock):
    """A game with a seat that has answered, and is asked again and again by its own undo."""
    game_id = await desk.started(options=LONG, terms=Terms(clock=clock))
    await desk.move(BOB, game_id, "make_bid 2")
    await desk.move(ANN, game_id, "make_bid 1")
    return game_id


@pytest.mark.parametrize("clock", [PER_MOVE, DAYS, BANK])
async def test_moves_that_are_taken_back_again_and_again_bring_no_time(timed, hands, clock):
    game_id = await decided_twice(timed, clock)
    live = await timed.games.get(game_id)
    due = live.conduct.clocks[0].deadline
    for _ in range(5):
        hands.forward(5)
        await timed.move(ANN, game_id, "take_coins gold")
        hands.forward(5)
        await timed.referee.undo(ANN, request(), game_id, None, live.case.history.command(live.game.revision).base)
    # Only time in which the other seat was waited for is not its own, and an increment was earned once.
    assert live.conduct.clocks[0].deadline <= due + 25_000 + (10_000 if clock == BANK else 0)


async def test_a_pause_in_days_moves_the_deadline_by_as_long_as_it_took(timed, hands):
    game_id = await bid(timed, DAYS)
    live = await timed.games.get(game_id)
    due = live.conduct.clocks[0].deadline
    for _ in range(5):
        await timed.direction.pause(DORA, request(), game_id, "a minute")
        hands.forward(60)
        await timed.direction.resume(DORA, request(), game_id, "over")
    assert live.conduct.clocks[0].deadline == due + 300_000


async def test_an_undo_of_a_time_out_and_a_new_player_bring_a_minute(timed, hands):
    game_id = await bid(timed, PER_MOVE)
    hands.forward(60)
    await timed.see_to(game_id)
    await timed.direction.undo(DORA, request(), game_id, 6, "the line was down")
    assert (await clocks(timed, game_id))[0] == (60, 60)
    assert await timed.see_to(game_id) == 0
    other = await bid(timed, PER_MOVE, TimeoutPolicy.DIRECTOR)
    hands.forward(60)
    await timed.see_to(other)
    await timed.direction.pass_seat(DORA, request(), other, 0, "carol", "ann went home")
    assert (await clocks(timed, other))[0] == (60, 60)


async def test_a_fault_in_the_default_move_locks_nobody_out(timed, hands, monkeypatch):
    game_id = await bid(timed, PER_MOVE)
    hands.forward(61)
    monkeypatch.setattr("quarterdeck_rules.conduct.absence.default_answer", broken)
    await timed.direction.pause(DORA, request(), game_id, "a look")
    live = await timed.games.get(game_id)
    assert live.revisions[-2].events[0] == TimedOut(0)
    assert live.conduct.clocks[0].is_out
    await timed.direction.void(DORA, request(), game_id, "the rules are at fault")


def broken(*given):
    raise RuntimeError("a fault of the rules")


async def test_games_that_rest_or_were_given_time_keep_no_other_from_being_found(timed, hands, monkeypatch):
    monkeypatch.setattr("quarterdeck_server.application.timekeeper._AT_ONCE", 2)
    waiting = [await bid(timed, PER_MOVE) for _ in range(4)]
    keeper = Timekeeper(timed.store, timed.runner, hands)
    await keeper.start()
    try:
        hands.forward(3600)
        # A silence of a server that runs is an outage as well: nobody is out of time, and all are given it back.
        async with asyncio.timeout(10):
            while timed.store.due(milliseconds(hands()), 10):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        for game_id in waiting:
            live = await timed.games.get(game_id)
            assert live.revisions[-1].events[0] == TimeAdded(0, 3_600_000, milliseconds(hands()), Cause.SERVICE_AWAY)
    finally:
        await keeper.stop()
