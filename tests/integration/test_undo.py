"""Undo and redo: decided from facts, traced in the log, never rewinding chance."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from quarterdeck_rules.conduct.facts import ProposalClosed, Proposed, Redone, Undone
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_server.application.referee import undo_state
from quarterdeck_server.application.rejection import Kind
from tests.desk import ANN, BOB, DORA, EVE, rejected, request

CONSENT = Terms(undo=UndoPolicy.CONSENT)


async def bid(desk, **wanted):
    """A game in which both have bid, so that seat 0 takes coins; the revision is 6."""
    game_id = await desk.started(options=(("length", "long"),), **wanted)
    await desk.move(ANN, game_id, "make_bid 1")
    await desk.move(BOB, game_id, "make_bid 2")
    return game_id


async def undo(desk, caller, game_id, to, identity=None, seat=None):
    return await desk.referee.undo(caller, identity or request(), game_id, seat, to)


async def redo(desk, caller, game_id, identity=None):
    return await desk.referee.redo(caller, identity or request(), game_id, None)


def why(refusal):
    return None if refusal is None else refusal.reason


async def marks(desk, game_id):
    """All that may not change when something is refused."""
    live = await desk.games.get(game_id)
    return fingerprint(live.game), live.game.revision, live.game.draws, live.conduct, live.game.agenda, live.event_count


async def test_a_seat_takes_its_last_moves_back_and_the_game_stands_as_before(desk):
    game_id = await bid(desk)
    live = await desk.games.get(game_id)
    before, decisions = fingerprint(live.game), [one.decision for one in open_decisions(live.game.agenda)]
    await desk.move(ANN, game_id, "take_coins gold")
    answer = await undo(desk, ANN, game_id, 6)
    assert [type(event) for event in answer.revision.events[:-1]] == [Undone]
    assert answer.revision.number == 8
    assert fingerprint(live.game) == before
    assert [one.decision for one in open_decisions(live.game.agenda)] == decisions
    await desk.move(ANN, game_id, "take_coins silver")
    assert live.game.state.places[0].coins == 1


async def test_what_was_taken_back_stays_in_the_log_and_the_log_alone_makes_the_same_game(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    await undo(desk, ANN, game_id, 6)
    await desk.move(ANN, game_id, "take_coins silver,silver")
    before = await marks(desk, game_id)
    assert (await desk.games.get(game_id)).at(7).game.state.places[0].coins == 1
    desk.restart()
    assert await marks(desk, game_id) == before
    told = [event for revision in (await desk.games.get(game_id)).revisions for event in revision.events]
    assert [type(event).__name__ for event in told].count("CoinsTaken") == 2


async def test_a1_the_same_undo_twice_is_done_once_and_two_undos_of_one_move_are_one_and_a_refusal(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    mine = request("mine")
    first = await undo(desk, ANN, game_id, 6, mine)
    again = await undo(desk, ANN, game_id, 6, mine)
    assert again.revision == first.revision
    await desk.move(ANN, game_id, "take_coins gold")
    both = [undo(desk, ANN, game_id, 8, request("one")), undo(desk, ANN, game_id, 8, request("two"))]
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert [str(one) for one in refused] == ["NOTHING_TO_UNDO"]


@pytest.mark.parametrize("to", [0, 1, 2, 3, 8, 9, 99, 2**32 - 1])
async def test_b1_an_undo_to_where_nobody_can_go_is_refused_and_changes_nothing(desk, to):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    before = await marks(desk, game_id)
    await rejected(undo(desk, ANN, game_id, to), Kind.MOVE_REFUSED, "NO_WAY_BACK")
    assert await marks(desk, game_id) == before


async def test_b1_there_is_nothing_to_take_back_where_no_move_came_after(desk):
    game_id = await bid(desk)
    await rejected(undo(desk, ANN, game_id, 6), Kind.MOVE_REFUSED, "NOTHING_TO_UNDO")


async def test_b1_what_is_taken_back_already_is_no_target(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    await undo(desk, ANN, game_id, 6)
    await rejected(undo(desk, ANN, game_id, 7), Kind.MOVE_REFUSED, "NO_WAY_BACK")


async def test_b1_a_redo_of_nothing_is_refused(desk):
    game_id = await bid(desk)
    await rejected(redo(desk, ANN, game_id), Kind.MOVE_REFUSED, "NOTHING_TO_REDO")
    await rejected(redo(desk, EVE, game_id), Kind.NOT_YOUR_SEAT)


@pytest.mark.parametrize("caller", [BOB, EVE])
async def test_b1_nobody_takes_back_a_move_of_another_seat(desk, caller):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    kind, reason = (Kind.MOVE_REFUSED, "ANOTHER_SEAT_MOVED") if caller is BOB else (Kind.NOT_YOUR_SEAT, None)
    await rejected(undo(desk, caller, game_id, 6), kind, reason)


async def test_b4_there_is_no_way_back_over_chance(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins silver,silver")
    await desk.move(BOB, game_id, "take_coins gold")
    await desk.move(ANN, game_id, "buy_card")
    refusal = await rejected(undo(desk, ANN, game_id, 8), Kind.MOVE_REFUSED, "CHANCE_DECIDED")
    assert dict(refusal.details) == {"revision": "9"}


async def test_b4_there_is_no_way_back_over_a_secret_that_was_told(desk):
    game_id = await bid(desk)
    await rejected(undo(desk, BOB, game_id, 5), Kind.MOVE_REFUSED, "SECRET_TOLD")


async def test_h5_a_bid_that_nobody_has_seen_can_be_taken_back(desk):
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 1")
    await undo(desk, ANN, game_id, 4)
    live = await desk.games.get(game_id)
    assert not live.game.state.places[0].has_bid
    assert {one.seat for one in open_decisions(live.game.agenda)} == {0, 1}


async def test_an_undo_never_gives_a_draw_back(desk):
    game_id = await bid(desk, terms=CONSENT)
    await desk.move(ANN, game_id, "take_coins silver,silver")
    await desk.move(BOB, game_id, "take_coins gold")
    live = await desk.games.get(game_id)
    await desk.move(ANN, game_id, "buy_card")
    draws = live.game.draws
    await undo(desk, ANN, game_id, 8)
    await desk.referee.answer(BOB, request(), game_id, None, 10, True)
    assert live.game.draws == draws
    await desk.move(ANN, game_id, "buy_card")
    assert dict(live.game.draws)["card"] == dict(draws)["card"] + 1


async def test_b7_a_redo_brings_back_what_was_undone_until_the_next_move(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    live = await desk.games.get(game_id)
    before = fingerprint(live.game)
    await undo(desk, ANN, game_id, 6)
    await desk.direction.pause(DORA, request(), game_id, "a question")
    await desk.direction.resume(DORA, request(), game_id, "answered")
    answer = await redo(desk, ANN, game_id)
    assert [type(event) for event in answer.revision.events[:-1]] == [Redone]
    assert fingerprint(live.game) == before
    await undo(desk, ANN, game_id, 6)
    await desk.move(ANN, game_id, "take_coins silver")
    await rejected(redo(desk, ANN, game_id), Kind.MOVE_REFUSED, "NOTHING_TO_REDO")


async def test_b8_after_undo_and_redo_the_same_seats_decide_the_same(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    live = await desk.games.get(game_id)

    def stands():
        opened = list(open_decisions(live.game.agenda))
        moves = [desk.reads.legal_moves(live, one.seat, live.game.revision) for one in opened]
        return [(one.seat, one.decision) for one in opened], [[legal.move for legal in found] for found in moves]

    before = stands()
    await undo(desk, ANN, game_id, 6)
    await redo(desk, ANN, game_id)
    assert stands() == before


async def test_b5_any_number_of_undos_and_as_many_redos_lead_to_the_same_game(desk):
    game_id = await bid(desk, terms=CONSENT)
    for caller, line in ((ANN, "gold"), (BOB, "silver"), (ANN, "silver,silver"), (BOB, "gold,silver")):
        await desk.move(caller, game_id, f"take_coins {line}")
    live = await desk.games.get(game_id)
    stood = [fingerprint(live.game)]

    async def agreed(call):
        proposal = (await call).revision.number
        await desk.referee.answer(BOB, request(), game_id, None, proposal, True)

    for _ in range(4):
        await agreed(undo(desk, ANN, game_id, undo_state(live.case, 0).targets[0]))
        stood.append(fingerprint(live.game))
    for earlier in reversed(stood[:-1]):
        await agreed(redo(desk, ANN, game_id))
        assert fingerprint(live.game) == earlier
    desk.restart()
    assert fingerprint((await desk.games.get(game_id)).game) == stood[0]


async def test_an_answer_to_what_was_asked_before_the_undo_is_late(desk):
    game_id = await bid(desk)
    live = await desk.games.get(game_id)
    before = desk.decision_of(live, ANN)
    await desk.move(ANN, game_id, "take_coins gold")
    await undo(desk, ANN, game_id, 6)
    await rejected(desk.move(ANN, game_id, "take_coins gold", before), Kind.DECISION_CLOSED)


async def test_b9_a_proposal_ends_when_a_move_is_made_and_cannot_be_agreed_to_then(desk):
    game_id = await bid(desk, terms=CONSENT)
    await desk.move(ANN, game_id, "take_coins gold")
    proposed = await undo(desk, ANN, game_id, 6)
    assert isinstance(proposed.revision.events[0], Proposed)
    moved = await desk.move(BOB, game_id, "take_coins gold")
    assert any(isinstance(event, ProposalClosed) for event in moved.revision.events)
    answer = desk.referee.answer(BOB, request(), game_id, None, proposed.revision.number, True)
    await rejected(answer, Kind.MOVE_REFUSED, "PROPOSAL_GONE")


async def test_a_proposal_may_be_declined_or_withdrawn_by_those_whom_it_concerns(desk):
    game_id = await bid(desk, terms=CONSENT)
    await desk.move(ANN, game_id, "take_coins gold")
    first = (await undo(desk, ANN, game_id, 6)).revision.number
    await rejected(undo(desk, BOB, game_id, 6), Kind.MOVE_REFUSED, "PROPOSAL_OPEN")
    await rejected(desk.referee.answer(ANN, request(), game_id, None, first, True), Kind.MOVE_REFUSED, "OWN_PROPOSAL")
    await rejected(desk.referee.withdraw(BOB, request(), game_id, None, first), Kind.MOVE_REFUSED, "NOT_OWN_PROPOSAL")
    await desk.referee.answer(BOB, request(), game_id, None, first, False)
    live = await desk.games.get(game_id)
    assert live.conduct.proposal is None
    second = (await undo(desk, ANN, game_id, 6)).revision.number
    await desk.referee.withdraw(ANN, request(), game_id, None, second)
    assert live.conduct.proposal is None
    assert live.game.state.places[0].coins == 1


@pytest.mark.parametrize(
    ("policy", "reason"), [(UndoPolicy.NONE, "UNDO_NOT_AGREED"), (UndoPolicy.DIRECTOR, "DIRECTOR_DECIDES")]
)
async def test_b13_the_terms_say_whether_seats_take_moves_back_at_all(desk, policy, reason):
    game_id = await bid(desk, terms=Terms(undo=policy))
    await desk.move(ANN, game_id, "take_coins gold")
    await rejected(undo(desk, ANN, game_id, 6), Kind.MOVE_REFUSED, reason)
    await rejected(redo(desk, ANN, game_id), Kind.MOVE_REFUSED, reason)
    await desk.direction.undo(DORA, request(), game_id, 6, "a slip")
    live = await desk.games.get(game_id)
    assert live.game.state.places[0].coins == 0


async def test_b13_how_often_a_seat_takes_moves_back_is_counted(desk):
    game_id = await bid(desk)
    for revision in (6, 8):
        await desk.move(ANN, game_id, "take_coins gold")
        await undo(desk, ANN, game_id, revision)
    assert (await desk.games.get(game_id)).conduct.undos == (2, 0)


async def test_a_seat_asks_whether_it_may_to_where_and_why_not(desk):
    game_id = await bid(desk)
    live = await desk.games.get(game_id)
    state = undo_state(live.case, 1)
    assert (state.targets, why(state.refusal), state.redo) == ((), "SECRET_TOLD", None)
    await desk.move(ANN, game_id, "take_coins gold")
    state = undo_state(live.case, 0)
    assert (state.targets, why(state.refusal), state.asks_others) == ((6,), "ANOTHER_SEAT_MOVED", False)
    await undo(desk, ANN, game_id, 6)
    state = undo_state(live.case, 0)
    assert (state.targets, state.redo, state.redo_refusal) == ((), 7, None)
    assert why(undo_state(live.case, 1).redo_refusal) == "ANOTHER_SEAT_MOVED"


async def test_b2_an_undo_runs_no_rule_so_that_rules_that_have_changed_cannot_spoil_it(desk):
    game_id = await bid(desk)
    live = await desk.games.get(game_id)
    before = fingerprint(live.game)
    await desk.move(ANN, game_id, "take_coins gold")
    changed = replace(live.offer.title, set_up=broken, obligations=broken, standings=broken)
    live.case = msgspec.structs.replace(live.case, title=changed)
    await undo(desk, ANN, game_id, 6)
    assert fingerprint(live.game) == before


def broken(*given):
    raise AssertionError("a rule was run")


async def test_b12_those_who_watch_get_one_revision_for_an_undo_and_what_is_open_after_it(desk):
    game_id = await bid(desk)
    await desk.move(ANN, game_id, "take_coins gold")
    await undo(desk, ANN, game_id, 6)
    seen = await desk.watched(game_id, 7, 2)
    assert [revision.number for revision in seen] == [7, 8]
    assert seen[1].events[0] == Undone(0, 6)
    assert [one.seat for one in open_decisions(seen[1].closed.agenda)] == [0]


async def test_a_game_that_has_ended_goes_back_no_more(desk):
    game_id = await bid(desk)
    live = await desk.play_out(game_id)
    await rejected(undo(desk, BOB, game_id, live.game.revision - 1), Kind.GAME_ENDED)
    await rejected(desk.direction.undo(DORA, request(), game_id, 6, "no"), Kind.GAME_ENDED)


async def test_b9_an_undo_of_a_directors_overtakes_what_was_proposed_before_it(desk):
    game_id = await bid(desk, terms=CONSENT)
    await desk.move(ANN, game_id, "take_coins gold")
    await desk.move(BOB, game_id, "take_coins gold")
    proposal = (await undo(desk, ANN, game_id, 7)).revision.number
    await desk.direction.undo(DORA, request(), game_id, 6, "a slip")
    await rejected(
        desk.referee.answer(BOB, request(), game_id, None, proposal, True), Kind.MOVE_REFUSED, "PROPOSAL_GONE"
    )
    await rejected(redo(desk, ANN, game_id), Kind.MOVE_REFUSED, "DIRECTOR_TOOK_BACK")


async def test_nothing_is_taken_back_while_a_game_is_paused_also_by_the_last_agreement(desk):
    game_id = await bid(desk, terms=CONSENT)
    await desk.move(ANN, game_id, "take_coins gold")
    proposal = (await undo(desk, ANN, game_id, 6)).revision.number
    await desk.direction.pause(DORA, request(), game_id, "a question")
    await rejected(desk.referee.answer(BOB, request(), game_id, None, proposal, True), Kind.MOVE_REFUSED, "GAME_PAUSED")
    live = await desk.games.get(game_id)
    state = undo_state(live.case, 0)
    assert (state.targets, why(state.refusal), why(state.redo_refusal)) == ((), "GAME_PAUSED", "GAME_PAUSED")
    await desk.direction.resume(DORA, request(), game_id, "answered")
    assert why(undo_state(live.case, 0).refusal) == "PROPOSAL_OPEN"
    await desk.referee.answer(BOB, request(), game_id, None, proposal, True)
    assert live.game.state.places[0].coins == 0


async def test_a_seat_that_has_left_takes_nothing_back_and_proposes_nothing(desk):
    accepted = await desk.commands.create(ANN, request(), desk.wanted(seats=3, terms=CONSENT))
    game_id = accepted.live.id
    for player in (ANN, BOB, EVE):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(ANN, request(), game_id)
    await desk.move(ANN, game_id, "make_bid 1")
    proposal = (await desk.referee.propose_end(EVE, request(), game_id, None)).revision.number
    await desk.referee.answer(BOB, request(), game_id, None, proposal, True)
    await desk.referee.resign(ANN, request(), game_id, None)
    # Those who were asked are not those who would be asked now.
    await rejected(
        desk.referee.answer(BOB, request(), game_id, None, proposal, True), Kind.MOVE_REFUSED, "PROPOSAL_GONE"
    )
    for command in (
        undo(desk, ANN, game_id, 5),
        redo(desk, ANN, game_id),
        desk.referee.propose_end(ANN, request(), game_id, None),
    ):
        await rejected(command, Kind.MOVE_REFUSED, "SEAT_HAS_LEFT")


async def test_an_undo_while_all_act_leaves_the_decisions_of_others_as_they_are(desk):
    accepted = await desk.commands.create(ANN, request(), desk.wanted(seats=3))
    game_id = accepted.live.id
    for player in (ANN, BOB, EVE):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(ANN, request(), game_id)
    live = await desk.games.get(game_id)
    own, others = desk.decision_of(live, ANN), desk.decision_of(live, BOB)
    await desk.move(ANN, game_id, "make_bid 1")
    await undo(desk, ANN, game_id, 5)
    await rejected(desk.move(ANN, game_id, "make_bid 1", own), Kind.DECISION_CLOSED)
    await desk.move(BOB, game_id, "make_bid 1", others)


async def test_where_all_moves_may_be_taken_back_there_is_no_way_beyond_the_start(desk):
    game_id = await bid(desk, terms=CONSENT)
    live = await desk.games.get(game_id)
    state = undo_state(live.case, 0)
    assert (state.targets, why(state.refusal), state.asks_others) == ((5, 4), "NO_WAY_BACK", True)
