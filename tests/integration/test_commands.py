"""Commands: once, whole, and only by those who may."""

import pytest
from msgspec.structs import replace

from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Status
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.commands import NewGame
from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, EVE, rejected, request

STORES = ("memory", "sqlite", "postgres")


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
    assert command.component_set == (await desk.games.get(game_id)).case.components.hash
    assert all(entry.command is None for entry in others)


async def test_draining_ends_commands_and_takes_no_more(desk):
    game_id = await desk.started()
    await desk.runner.close()
    await rejected(desk.move(ANN, game_id, "make_bid 1"), Kind.TRY_AGAIN)
