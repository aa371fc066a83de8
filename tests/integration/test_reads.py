"""Reads: positions, streams, lists, and what nobody may see."""

import asyncio
import sqlite3
from contextlib import aclosing

import pytest
from msgspec.structs import replace

from quarterdeck_rules.engine.game import redact
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.sqlite import SqliteStore
from tests.desk import ANN, BOB, EVE, Desk
from tests.toy import TOY, as_json

CORRECTED = b"""
[[cards]]
id = "low"
status = "printed"
source = "a better reading"
values = [7]

[[cards]]
id = "high"
status = "printed"
source = "a better reading"
values = [8]
"""


async def test_a_stream_from_any_revision_is_without_a_gap(desk):
    game_id = await desk.started()
    live = await desk.play_out(game_id)
    for start in range(1, live.game.revision + 1):
        seen = [revision.number for revision in await desk.watched(game_id, start, 1000)]
        assert seen == list(range(start, live.game.revision + 1))


async def test_a_stream_goes_on_with_what_happens_while_it_is_read(desk):
    game_id = await desk.started()
    watching = asyncio.create_task(desk.watched(game_id, 1, 1000))
    await asyncio.sleep(0)
    live = await desk.play_out(game_id)
    async with asyncio.timeout(5):
        seen = await watching
    assert seen == live.revisions


async def test_a_stream_of_a_game_that_has_ended_ends_itself(desk):
    game_id = await desk.started()
    live = await desk.play_out(game_id)
    async with asyncio.timeout(5):
        assert await desk.watched(game_id, live.game.revision + 1, 1) == []


async def test_a_quiet_stream_says_that_it_is_alive(desk):
    game_id = await desk.started()
    async with asyncio.timeout(5), aclosing(desk.reads.watch(game_id, 5)) as messages:
        assert [(await anext(messages)).told for _ in range(3)] == [None, None, None]


async def test_a_revision_in_the_future_is_not_available(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    with pytest.raises(Rejection) as caught:
        await desk.watched(game_id, 6, 1)
    assert caught.value.kind is Kind.REVISION_NOT_AVAILABLE
    for revision in (0, 5, 99):
        with pytest.raises(Rejection) as caught:
            live.at(revision)
        assert caught.value.kind is Kind.REVISION_NOT_AVAILABLE


async def test_a_slow_reader_is_dropped_and_told_where_to_resume(desk):
    desk.queue = 2
    desk.restart()
    game_id = await desk.started()
    async with aclosing(desk.reads.watch(game_id, 1)) as messages:
        assert [(await anext(messages)).told.number for _ in range(4)] == [1, 2, 3, 4]
        await desk.play_out(game_id)
        with pytest.raises(Rejection) as caught:
            await anext(messages)
    assert caught.value.kind is Kind.READER_TOO_SLOW
    assert dict(caught.value.details) == {"resume_revision": "5"}
    assert [revision.number for revision in await desk.watched(game_id, 5, 1000)] == [5, 6, 7, 8, 9, 10]


async def test_a_gap_on_the_way_to_a_reader_is_never_passed_on(desk):
    game_id = await desk.started()
    async with aclosing(desk.reads.watch(game_id, 3)) as messages:
        assert [(await anext(messages)).told.number for _ in range(2)] == [3, 4]
        assert (await anext(messages)).told is None
        revision = (await desk.move(ANN, game_id, "make_bid 1")).revision
        assert (await anext(messages)).told == revision
        lost = replace(revision, command=replace(revision.command, revision=7))
        desk.hub.offer(game_id, lost)
        with pytest.raises(Rejection) as caught:
            await anext(messages)
    assert ("resume_revision", "6") in caught.value.details


async def test_a_service_that_ends_tells_its_readers_where_to_resume(desk):
    game_id = await desk.started()
    async with aclosing(desk.reads.watch(game_id, 4)) as messages:
        assert (await anext(messages)).told.number == 4
        assert (await anext(messages)).told is None
        desk.hub.close()
        with pytest.raises(Rejection) as caught:
            await anext(messages)
    assert caught.value.kind is Kind.TRY_AGAIN
    assert ("resume_revision", "5") in caught.value.details


async def test_a_thousand_readers_that_come_and_go_leave_nothing(desk):
    game_id = await desk.started()
    before = len(asyncio.all_tasks())
    for _ in range(1000):
        await desk.watched(game_id, 4, 1)
    assert desk.hub.count == 0
    assert desk.hub._watchers == {}
    assert len(asyncio.all_tasks()) == before


async def test_more_streams_than_there_may_be_are_told_to_come_back(desk):
    desk.watchers = 1
    desk.restart()
    game_id = await desk.started()
    async with aclosing(desk.reads.watch(game_id, 1)) as messages:
        await anext(messages)
        with pytest.raises(Rejection) as caught:
            await desk.watched(game_id, 1, 1)
    assert caught.value.kind is Kind.RATE_LIMITED
    assert caught.value.retry_after


async def test_a_past_position_is_the_one_that_was(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    seen = [live.game]
    while live.ended is None:
        player = next(one for one in (ANN, BOB) if _decides(desk, live, one))
        await desk.move(player, game_id, _first_move(desk, live, player))
        seen.append(live.game)
    assert [live.at(game.revision).game for game in seen] == seen


def _decides(desk, live, player):
    try:
        return desk.decision_of(live, player)
    except StopIteration:
        return None


def _first_move(desk, live, player):
    legal = desk.reads.legal_moves(live, live.seats_of(player.player)[0], live.game.revision)
    return live.offer.notation.write(legal[0].move)


async def test_legal_moves_are_the_answers_then_the_anytime_moves(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    write = live.offer.notation.write
    listed = desk.reads.legal_moves(live, 0, live.game.revision)
    assert [write(legal.move) for legal in listed] == ["make_bid 0", "make_bid 1", "make_bid 2", "make_bid 3"]
    await desk.move(ANN, game_id, "make_bid 1")
    await desk.move(BOB, game_id, "make_bid 1")
    await desk.move(ANN, game_id, "take_coins silver")
    await desk.move(BOB, game_id, "take_coins silver")
    listed = desk.reads.legal_moves(live, 0, live.game.revision)
    assert [(write(legal.move), legal.anytime) for legal in listed][-2:] == [
        ("take_coins silver,silver", False),
        ("buy_card", True),
    ]
    assert list(desk.reads.legal_moves(live, 1, live.game.revision)) == []


async def test_games_are_let_go_and_come_back_from_their_logs(desk):
    desk.size = 2
    desk.restart()
    ids = [await desk.started() for _ in range(6)]
    assert len(desk.games._live) == 2
    for game_id in ids:
        assert (await desk.games.get(game_id)).game.revision == 4
        await desk.move(ANN, game_id, "make_bid 1")
    assert [(await desk.games.get(game_id)).game.revision for game_id in ids] == [5] * 6


async def test_a_game_nobody_created_is_not_found(desk):
    with pytest.raises(Rejection) as caught:
        await desk.games.get("nobody's")
    assert caught.value.kind is Kind.GAME_NOT_FOUND


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE stored_events SET state = 'x' WHERE originator_id = ? AND originator_version = 4",
        "UPDATE stored_events SET topic = 'toy.unheard_of.v9' WHERE originator_id = ? AND originator_version = 8",
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 5",
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 11",
        "UPDATE stored_events SET topic = 'toy.card_dealt.v1' WHERE originator_id = ? AND originator_version = 1",
        "UPDATE stored_events SET state = '{\"event\":{}}' WHERE originator_id = ? AND originator_version = 9",
    ],
)
async def test_a_log_that_cannot_be_read_is_the_trouble_of_its_game_alone(tmp_path, damage):
    store = SqliteStore(tmp_path / "log.sqlite")
    desk = Desk(store)
    broken, whole = await desk.started(), await desk.started()
    with sqlite3.connect(tmp_path / "log.sqlite") as connection:
        assert connection.execute(damage, (broken,)).rowcount == 1
    connection.close()
    desk.restart()
    for _ in range(2):
        with pytest.raises(Rejection) as caught:
            await desk.games.get(broken)
        assert caught.value.kind is Kind.GAME_UNREADABLE
    await desk.move(ANN, whole, "make_bid 1")
    assert len(await desk.reads.games(0, 10, "", "")) == 2
    await desk.close()
    store.close()


async def test_a_game_keeps_the_component_set_it_was_created_with():
    store = MemoryStore()
    desk = Desk(store)
    old = await desk.new_game()
    first = (await desk.games.get(old)).case.components
    desk.replacements = {"toy": (CORRECTED,)}
    desk.restart()
    new = await desk.new_game()
    assert (await desk.games.get(old)).case.components.contents == first.contents
    assert (await desk.games.get(old)).case.components.hash == first.hash
    assert (await desk.games.get(new)).case.components.hash != first.hash
    await desk.close()


async def test_no_viewer_is_shown_the_seed_the_draws_or_what_others_decide(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    for viewer in (0, 1, None):
        for revision in live.revisions:
            shown = b"".join(as_json(redact(TOY, event, viewer)) for event in revision.events)
            assert live.game.seed.encode() not in shown
            assert b"steps" not in shown.replace(b'"steps":[]', b"")
            assert b"draws" not in shown


async def test_a_seat_sees_the_same_whatever_others_hold_in_secret(desk):
    alike: dict[int, set[tuple[bytes, ...]]] = {}
    for number in range(30):
        game_id = await desk.started(practice=True, seed=str(number))
        live = await desk.games.get(game_id)
        own = live.game.state.places[0].card
        shown = [as_json(redact(TOY, event, 0)) for revision in live.revisions[3:] for event in revision.events]
        shown.append(as_json(TOY.view(live.game.state, 0)))
        alike.setdefault(own, set()).add(tuple(shown))
    assert all(len(seen) == 1 for seen in alike.values())
    assert len(alike) > 1


async def test_a_caller_looks_from_the_own_seat_alone(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    assert [live.viewer(one) for one in (ANN, BOB, EVE, None)] == [0, 1, None, None]
    for caller in (BOB, EVE, None):
        with pytest.raises(Rejection) as caught:
            live.viewer(caller, 0)
        assert caught.value.kind is Kind.NOT_YOUR_SEAT
