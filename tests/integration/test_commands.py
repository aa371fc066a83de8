"""Commands: once, whole, and only by those who may."""

import asyncio

import pytest
from msgspec.structs import replace

from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Status
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.commands import NewGame
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.store.port import ConflictError, StoreError
from tests.desk import ANN, BOB, EVE, request


async def rejected(awaitable, kind, reason=None):
    with pytest.raises(Rejection) as caught:
        await awaitable
    assert caught.value.kind is kind
    assert reason in (None, caught.value.reason)
    return caught.value


async def test_a_game_is_played_to_its_result(desk):
    game_id = await desk.started()
    live = await desk.play_out(game_id)
    assert live.game.status is Status.ENDED
    assert live.ended.reason == "PLAYED_OUT"


async def test_the_log_alone_makes_the_same_game_again(desk):
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 2")
    before = await desk.games.get(game_id)
    desk.restart()
    after = await desk.games.get(game_id)
    assert after is not before
    assert after.game == before.game
    assert after.revisions == before.revisions
    assert fingerprint(after.game) == fingerprint(before.game)


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


async def test_two_players_may_use_the_same_request_id(desk):
    one = await desk.commands.create(ANN, request("same"), NewGame("toy", 2))
    other = await desk.commands.create(BOB, request("same"), NewGame("toy", 2))
    assert one.live.id != other.live.id


async def test_a_request_id_with_another_body_is_refused(desk):
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 2", identity=request("same"))
    await rejected(
        desk.move(ANN, game_id, "make_bid 1", "x", identity=request("same", "other")), Kind.REQUEST_ID_REUSED
    )


async def test_a_request_id_of_another_game_is_refused_and_changes_nothing(desk):
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


async def test_of_fifty_submitters_of_one_decision_exactly_one_wins(desk):
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
    assert live.game.table.are_bids_open


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


async def test_a_store_that_fails_shows_nobody_anything_and_the_retry_works(desk):
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
        assert await watcher.next(0.02, 1) is None
    assert (await desk.games.get(game_id)).game.revision == before
    desk.store.append = append
    accepted = await desk.move(ANN, game_id, "make_bid 2", asked, identity)
    assert accepted.revision.number == before + 1


async def test_an_append_that_happened_although_it_failed_is_not_done_twice(desk):
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


async def test_a_conflict_that_does_not_end_is_answered_with_try_again(desk):
    game_id = await desk.started()

    async def lose(batch):
        raise ConflictError("taken")

    desk.writer.append = lose
    await rejected(desk.move(ANN, game_id, "make_bid 2"), Kind.TRY_AGAIN)


async def test_a_fault_in_the_rules_of_one_game_leaves_it_and_all_others_as_they_were(desk):
    game_id, other = await desk.started(), await desk.started()
    for game in (game_id, other):
        await desk.move(ANN, game, "make_bid 1")
        await desk.move(BOB, game, "make_bid 1")
    before = (await desk.games.get(game_id)).game
    with pytest.raises(RuntimeError):
        await desk.move(ANN, game_id, "take_coins gold note=break")
    assert (await desk.games.get(game_id)).game == before
    await desk.move(ANN, game_id, "take_coins gold")
    await desk.move(ANN, other, "take_coins gold")


async def test_a_move_for_somebody_elses_seat_is_refused(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    await rejected(desk.move(BOB, game_id, "make_bid 1", desk.decision_of(live, ANN)), Kind.NOT_YOUR_SEAT)
    await rejected(desk.move(EVE, game_id, "make_bid 1", desk.decision_of(live, ANN)), Kind.NOT_YOUR_SEAT)


async def test_a_closed_decision_says_what_is_open_now(desk):
    game_id = await desk.started()
    asked = desk.decision_of(await desk.games.get(game_id), ANN)
    await desk.move(ANN, game_id, "make_bid 1", asked)
    rejection = await rejected(desk.move(ANN, game_id, "make_bid 1", asked), Kind.DECISION_CLOSED)
    assert [opened.seat for opened in rejection.situation.open_decisions] == [1]


async def test_an_anytime_move_has_the_open_decision_asked_anew(desk):
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 1")
    await desk.move(BOB, game_id, "make_bid 1")
    await desk.move(ANN, game_id, "take_coins silver,silver")
    await desk.move(BOB, game_id, "take_coins gold")
    asked = desk.decision_of(await desk.games.get(game_id), ANN)
    await desk.move(ANN, game_id, "buy_card", asked)
    await rejected(desk.move(ANN, game_id, "buy_card", asked), Kind.DECISION_CLOSED)


async def test_a_move_before_the_start_or_after_the_end_is_told_so(desk):
    waiting = await desk.new_game()
    await rejected(desk.move(ANN, waiting, "make_bid 1", "1.0"), Kind.GAME_NOT_STARTED)
    ended = await desk.started()
    await desk.play_out(ended)
    rejection = await rejected(desk.move(ANN, ended, "make_bid 1", "4.1"), Kind.GAME_ENDED)
    assert rejection.situation.ended.standings


async def test_a_seat_is_taken_once_and_a_full_game_takes_nobody(desk):
    game_id = await desk.new_game()
    await desk.commands.join(ANN, request(), game_id, 1)
    await rejected(desk.commands.join(BOB, request(), game_id, 1), Kind.SEAT_TAKEN)
    await rejected(desk.commands.join(BOB, request(), game_id, 2), Kind.FIELD_INVALID)
    await desk.commands.join(BOB, request(), game_id, None)
    await rejected(desk.commands.join(EVE, request(), game_id, None), Kind.SEAT_TAKEN)


async def test_a_player_who_comes_back_finds_the_own_seat_and_changes_nothing(desk):
    game_id = await desk.new_game()
    first = await desk.commands.join(ANN, request(), game_id, None)
    for seat in (None, 0, None):
        again = await desk.commands.join(ANN, request(), game_id, seat)
        assert again.revision == first.revision
    assert first.live.game.revision == 2


async def test_one_player_may_hold_several_seats_by_naming_them(desk):
    game_id = await desk.new_game()
    for seat in (0, 1):
        await desk.commands.join(ANN, request(), game_id, seat)
    assert (await desk.games.get(game_id)).game.players == ("ann", "ann")


async def test_a_game_starts_when_all_seats_are_taken_and_once(desk):
    game_id = await desk.new_game()
    await desk.commands.join(ANN, request(), game_id, None)
    await rejected(desk.commands.start(ANN, request(), game_id), Kind.MOVE_REFUSED, "SEATS_OPEN")
    await desk.commands.join(BOB, request(), game_id, None)
    await desk.commands.start(BOB, request(), game_id)
    await rejected(desk.commands.start(ANN, request(), game_id), Kind.MOVE_REFUSED, "GAME_ALREADY_STARTED")


async def test_a_stranger_cannot_start_a_game(desk):
    await rejected(desk.commands.start(EVE, request(), await desk.new_game()), Kind.ROLE_MAY_NOT)


async def test_a_spectators_token_changes_nothing(desk):
    watcher = Caller("ann", Role.SPECTATOR)
    game_id = await desk.started()
    await rejected(desk.commands.create(watcher, request(), NewGame("toy", 2)), Kind.ROLE_MAY_NOT)
    await rejected(desk.commands.join(watcher, request(), game_id, None), Kind.ROLE_MAY_NOT)
    await rejected(desk.commands.start(watcher, request(), game_id), Kind.ROLE_MAY_NOT)
    await rejected(desk.move(watcher, game_id, "make_bid 1"), Kind.ROLE_MAY_NOT)


@pytest.mark.parametrize(
    ("wanted", "kind", "field"),
    [
        (NewGame("chess", 2), Kind.TITLE_NOT_FOUND, None),
        (NewGame("toy", 7), Kind.FIELD_INVALID, "seats"),
        (NewGame("toy", 2, (("length", "endless"),)), Kind.FIELD_INVALID, "options.length"),
        (NewGame("toy", 2, (("speed", "high"),)), Kind.FIELD_INVALID, "options.speed"),
        (NewGame("toy", 2, seed="known"), Kind.FIELD_INVALID, "seed"),
    ],
)
async def test_a_game_that_cannot_be_is_not_created(desk, wanted, kind, field):
    rejection = await rejected(desk.commands.create(ANN, request(), wanted), kind)
    assert [one.field for one in rejection.fields] == ([field] if field else [])
    assert await desk.reads.games(0, 10, "", "") == []


async def test_practice_with_a_known_seed_deals_alike_and_says_so(desk):
    games = [await desk.games.get(await desk.started(practice=True, seed="known")) for _ in range(2)]
    assert len({fingerprint(replace(live.game)) for live in games}) == 1
    assert all(live.game.created.practice for live in games)


async def test_a_seed_that_is_not_given_is_drawn_anew_for_each_game(desk):
    seeds = {(await desk.games.get(await desk.new_game())).game.seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(len(seed) == 64 for seed in seeds)


async def test_validating_a_move_does_nothing(desk):
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    asked, before = desk.decision_of(live, ANN), live.game

    async def validate(line):
        return await desk.commands.validate(ANN, game_id, asked, lambda found: found.offer.notation.read(line))

    await validate("make_bid 1")
    await rejected(validate("make_bid 9"), Kind.MOVE_REFUSED, "BID_TOO_HIGH")
    assert live.game == before


async def test_each_command_is_stored_with_who_what_when_and_under_which_rules(desk):
    game_id = await desk.started()
    identity = request("mine", "its-hash")
    await desk.move(ANN, game_id, "make_bid 1", identity=identity)
    *others, last = desk.store.read(game_id)[-2:]
    command = last.command
    assert (command.request_id, command.request_hash, command.player) == ("mine", "its-hash", "ann")
    assert command.received.endswith("Z")
    assert (command.revision, command.rules_version) == (5, "1")
    assert command.component_set == (await desk.games.get(game_id)).components.hash
    assert all(entry.command is None for entry in others)


async def test_draining_ends_commands_and_takes_no_more(desk):
    game_id = await desk.started()
    await desk.runner.close()
    await rejected(desk.move(ANN, game_id, "make_bid 1"), Kind.TRY_AGAIN)
