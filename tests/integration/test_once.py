"""Every command is carried out once: under retries, races, cancelled calls and a store that fails."""

import asyncio

import pytest

from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_server.application.commands import NewGame
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.store.port import ConflictError, StoreError
from tests.desk import ANN, BOB, heard, rejected, request

STORES = ("memory", "sqlite", "postgres")


async def test_the_same_request_gets_the_same_answer_and_is_applied_once(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    asked = desk.decision_of(live, ANN)
    identity = request()
    first = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    again = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    assert again.revision == first.revision
    assert live.game.revision == first.revision.number


async def test_a_retry_gets_the_first_answer_after_a_restart_and_after_the_end(desk):
    game_id = await desk.started()
    asked = desk.decision_of(await desk.games.get(game_id), ANN)
    identity = request()
    first = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    await desk.play_out(game_id)
    desk.restart()
    again = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    assert again.revision == first.revision


async def test_a_created_game_is_the_same_for_the_same_request(desk):
    identity = request()
    first = await desk.commands.create(ANN, identity, NewGame("toy", 2))
    desk.restart()
    again = await desk.commands.create(ANN, identity, NewGame("toy", 2))
    assert again.live.id == first.live.id
    assert again.revision == first.revision
    assert len(await desk.reads.games(0, 10, "", "")) == 1


async def test_a4_two_players_may_use_the_same_request_id(desk):
    one = await desk.commands.create(ANN, request("same"), NewGame("toy", 2))
    other = await desk.commands.create(BOB, request("same"), NewGame("toy", 2))
    assert one.live.id != other.live.id


async def test_a4_a_request_id_with_another_body_is_refused(desk):
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 2", identity=request("same"))
    await rejected(
        desk.move(ANN, game_id, "make_bid 1", "x", identity=request("same", "other")), Kind.REQUEST_ID_REUSED
    )


async def test_a4_a_request_id_of_another_game_is_refused_and_changes_nothing(desk):
    first, second = await desk.started(), await desk.started()
    await desk.move(ANN, first, "make_bid 2", identity=request("same"))
    live = await desk.games.get(second)
    before = fingerprint(live.game), live.game.revision
    await rejected(desk.move(ANN, second, "make_bid 2", identity=request("same", "other")), Kind.REQUEST_ID_REUSED)
    live = await desk.games.get(second)
    assert (fingerprint(live.game), live.game.revision) == before


async def test_a_refused_command_that_carries_a_used_id_hears_of_the_id_first(desk):
    first, second = await desk.started(), await desk.started()
    await desk.move(ANN, first, "make_bid 2", identity=request("same"))
    await rejected(desk.move(ANN, second, "make_bid 9", identity=request("same", "other")), Kind.REQUEST_ID_REUSED)


@pytest.mark.parametrize(
    "wrong",
    [NewGame("chess", 2), NewGame("toy", 7), NewGame("toy", 2, (("speed", "high"),)), NewGame("toy", 2, seed="known")],
)
async def test_a_game_that_cannot_be_and_carries_a_used_id_hears_of_the_id_first(desk, wrong):
    await desk.commands.create(ANN, request("same"), NewGame("toy", 2))
    await rejected(desk.commands.create(ANN, request("same", "other"), wrong), Kind.REQUEST_ID_REUSED)
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 2", identity=request("moved"))
    await rejected(desk.commands.create(ANN, request("moved", "other"), wrong), Kind.REQUEST_ID_REUSED)


async def test_creating_with_the_id_of_a_move_is_refused(desk):
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 2", identity=request("same"))
    await rejected(desk.commands.create(ANN, request("same", "other"), NewGame("toy", 2)), Kind.REQUEST_ID_REUSED)


async def test_a_refused_command_leaves_no_trace_and_its_id_is_judged_anew(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    before = fingerprint(live.game), live.game, len(desk.store.read(game_id))
    refusal = await rejected(desk.move(ANN, game_id, "make_bid 9", identity=request("same")), Kind.MOVE_REFUSED)
    assert (refusal.reason, refusal.rule) == ("BID_TOO_HIGH", "TOY-BID-1")
    assert refusal.details == (("bid", "9"), ("highest", "3"))
    assert refusal.revision == live.game.revision
    assert (fingerprint(live.game), live.game, len(desk.store.read(game_id))) == before
    await desk.move(ANN, game_id, "make_bid 3", identity=request("same"))


async def test_a5_of_fifty_submitters_of_one_decision_exactly_one_wins(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    asked, before = desk.decision_of(live, ANN), live.game.revision
    moves = [desk.move(ANN, game_id, f"make_bid {number % 4}", asked) for number in range(50)]
    outcomes = await asyncio.gather(*moves, return_exceptions=True)
    lost = [outcome for outcome in outcomes if isinstance(outcome, Rejection)]
    assert len(lost) == 49
    assert {outcome.kind for outcome in lost} == {Kind.DECISION_CLOSED}
    assert live.game.revision == before + 1
    assert [entry.number for entry in desk.store.read(game_id)] == list(range(1, live.event_count + 1))


async def test_fifty_copies_of_one_request_all_get_the_one_answer(desk):
    identity = request()
    created = await asyncio.gather(*(desk.commands.create(ANN, identity, NewGame("toy", 2)) for _ in range(50)))
    assert len({accepted.live.id for accepted in created}) == 1
    assert len({accepted.revision.closed.revision for accepted in created}) == 1
    game_id = created[0].live.id
    identity = request()
    joined = await asyncio.gather(*(desk.commands.join(ANN, identity, game_id, None) for _ in range(50)))
    assert {accepted.revision.number for accepted in joined} == {2}


async def test_seats_that_act_at_once_never_collide(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    for_ann, for_bob = desk.decision_of(live, ANN), desk.decision_of(live, BOB)
    await asyncio.gather(desk.move(ANN, game_id, "make_bid 1", for_ann), desk.move(BOB, game_id, "make_bid 2", for_bob))
    assert live.game.state.are_bids_open


async def test_a_caller_who_goes_away_during_the_append_does_not_take_the_command_along(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    asked, before = desk.decision_of(live, ANN), live.game.revision
    gate = asyncio.Event()
    append = desk.writer.append

    async def slow(batch):
        await gate.wait()
        await append(batch)

    desk.writer.append = slow
    identity = request()
    waiting = asyncio.create_task(desk.move(ANN, game_id, "make_bid 2", asked, identity))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.set()
    again = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    assert again.revision.number == before + 1 == live.game.revision


async def test_a9_a_store_that_fails_shows_nobody_anything_and_the_retry_works(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    asked, before = desk.decision_of(live, ANN), live.game.revision
    append = desk.store.append

    def fail(batches):
        raise StoreError("disk full")

    desk.store.append = fail
    identity = request()
    with desk.hub.watching(game_id) as watcher:
        rejection = await rejected(desk.move(ANN, game_id, "make_bid 2", asked, identity), Kind.TRY_AGAIN)
        assert rejection.retry_after > 0
        assert await heard(watcher, 0.02) is None
    assert (await desk.games.get(game_id)).game.revision == before
    desk.store.append = append
    accepted = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    assert accepted.revision.number == before + 1


async def test_a9_an_append_that_happened_although_it_failed_is_not_done_twice(desk):
    game_id = await desk.started()
    asked = desk.decision_of(await desk.games.get(game_id), ANN)
    append = desk.store.append

    def cut_off(batches):
        append(batches)
        raise StoreError("the connection died after the commit")

    desk.store.append = cut_off
    identity = request()
    await rejected(desk.move(ANN, game_id, "make_bid 2", asked, identity), Kind.TRY_AGAIN)
    desk.store.append = append
    live = await desk.games.get(game_id)
    accepted = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    assert accepted.revision.number == live.game.revision


async def test_a9_a_creation_that_happened_although_it_failed_is_not_done_twice(desk):
    append, identity = desk.store.append, request()

    def cut_off(batches):
        append(batches)
        raise StoreError("the connection died after the commit")

    desk.store.append = cut_off
    await rejected(desk.commands.create(ANN, identity, NewGame("toy", 2)), Kind.TRY_AGAIN)
    desk.store.append = append
    accepted = await desk.commands.create(ANN, identity, NewGame("toy", 2))
    assert accepted.revision.number == 1
    assert [one.game for one in await desk.reads.games(0, 10, "", "")] == [accepted.live.id]


async def test_a_place_in_the_log_that_was_lost_is_judged_again_on_what_is_there_now(desk):
    game_id = await desk.started()
    append = desk.writer.append
    lost: list[object] = []

    async def lose_once(batch):
        if not lost:
            lost.append(batch)
            raise ConflictError("taken")
        await append(batch)

    desk.writer.append = lose_once
    accepted = await desk.move(ANN, game_id, "make_bid 2")
    assert lost
    assert accepted.live is await desk.games.get(game_id)
