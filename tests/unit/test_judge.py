"""The judge: what every title refuses, and what a command puts on the log."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Closed, Ended, Game, Joined, Started, Status, extend, fold
from quarterdeck_rules.engine.judge import decide, join, legal_answers, legal_anytime, start
from quarterdeck_rules.engine.refusal import EngineReason, Refusal, refuse
from tests.unit.script import (
    SCRIPT,
    Choose,
    Fork,
    Guarded,
    Marked,
    Marks,
    Pick,
    Quiet,
    Roll,
    Script,
    Shout,
    Spread,
    created,
    waiting,
)

CHANCE = KeyedChance("seed")


def joined(seats: int = 2, players: int = 2) -> Game[Marks]:
    game = waiting(seats)
    for seat in range(players):
        game = accepted(game, join(game, None, f"player {seat}"))
    return game


def accepted(game: Game[Marks], events: tuple[Struct, ...] | Refusal) -> Game[Marks]:
    assert not isinstance(events, Refusal), events
    return extend(SCRIPT, game, events)


def reason(answer: tuple[Struct, ...] | Refusal) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.reason


def test_players_take_the_seat_they_name_or_the_next_free_one():
    game = accepted(waiting(3), join(waiting(3), 1, "ada"))
    game = accepted(game, join(game, None, "bo"))
    game = accepted(game, join(game, None, "cy"))
    assert game.players == ("bo", "ada", "cy")
    assert game.revision == 4


def test_a_seat_is_taken_once():
    game = accepted(waiting(), join(waiting(), 0, "ada"))
    assert join(game, 0, "bo") == refuse(EngineReason.SEAT_TAKEN, "QD-JOIN-1", seat=0)
    assert reason(join(joined(), None, "cy")) == EngineReason.SEAT_TAKEN


def test_nobody_adds_to_a_seed_that_games_share():
    shared = replace(waiting(), created=replace(waiting().created, deal="the first game"))
    assert join(shared, 0, "ada", "salt") == refuse(EngineReason.DEAL_IS_SHARED, "QD-CHANCE-1")
    assert accepted(shared, join(shared, 0, "ada")).players[0] == "ada"
    assert accepted(waiting(), join(waiting(), 0, "ada", "salt")).entropy[0] == "salt"


def test_a_game_starts_when_all_seats_are_taken():
    assert start(SCRIPT, joined(3, 2), CHANCE) == refuse(EngineReason.SEATS_OPEN, "QD-START-1", open=1)
    events = start(SCRIPT, joined(), CHANCE)
    assert not isinstance(events, Refusal)
    assert [type(event) for event in events] == [Started, Closed]
    assert accepted(joined(), events).status is Status.ACTIVE


def test_seats_are_taken_and_the_start_is_made_once_and_before_the_first_move_only():
    game = accepted(joined(), start(SCRIPT, joined(), CHANCE))
    assert reason(start(SCRIPT, game, CHANCE)) == EngineReason.GAME_ALREADY_STARTED
    assert reason(join(game, None, "late")) == EngineReason.GAME_ALREADY_STARTED


def test_nothing_is_added_to_a_game_that_has_ended():
    play = Script(Choose("last"))
    opened = play.decision(0).id
    play.pick(0)
    assert reason(play.judge(0, opened, Pick())) == EngineReason.GAME_ENDED
    assert reason(join(play.game, None, "late")) == EngineReason.GAME_ENDED
    assert reason(start(SCRIPT, play.game, CHANCE)) == EngineReason.GAME_ENDED


def test_no_move_is_made_before_the_start():
    assert reason(decide(SCRIPT, joined(), 0, "1.0", Pick(), CHANCE)) == EngineReason.GAME_NOT_STARTED


@pytest.mark.parametrize(
    ("seat", "decision"), [(1, "1.0"), (0, "9.0"), (0, "1.1"), (0, ""), (0, "nonsense"), (7, "1.0")]
)
def test_nobody_answers_a_decision_that_does_not_wait_for_them(seat: int, decision: str):
    play = Script(Choose("ask"))
    assert play.decision(0).id == "1.0"
    assert play.judge(seat, decision, Pick()) == refuse(EngineReason.DECISION_CLOSED, "QD-MOVE-2", decision=decision)


def test_a_move_of_another_kind_is_not_expected():
    class Stranger(Struct, frozen=True, tag="script.stranger.v1"):
        pass

    play = Script(Choose("ask"))
    refusal = play.judge(0, "1.0", Stranger())
    assert refusal == refuse(EngineReason.MOVE_NOT_EXPECTED, "QD-MOVE-3", asked="choose", move="stranger")
    assert reason(Script(Guarded("payment")).judge(0, "1.0", Shout())) == EngineReason.MOVE_NOT_EXPECTED


def test_the_refusals_of_the_title_are_passed_on():
    assert Script(Choose("never")).judge(0, "1.0", Pick()) == refuse("NEVER", "SCRIPT-1", name="never")
    play = Script(Choose("ask"))
    play.make(0, Shout())
    assert play.judge(0, play.decision(0).id, Shout()) == refuse("HOARSE", "SCRIPT-2", seat=0)


def test_every_reason_of_the_engine_is_provoked_here():
    """Each name stands in a test above; a new reason has to get one."""
    assert {reason.value for reason in EngineReason} == {
        "DECISION_CLOSED",
        "MOVE_NOT_EXPECTED",
        "GAME_NOT_STARTED",
        "GAME_ALREADY_STARTED",
        "GAME_ENDED",
        "SEAT_TAKEN",
        "SEATS_OPEN",
        "DEAL_IS_SHARED",
    }


def test_a_refused_command_changes_nothing():
    play = Script(Choose("never"))
    before = fingerprint(play.game)
    assert isinstance(play.judge(0, "1.0", Pick()), Refusal)
    assert isinstance(play.judge(0, "1.0", Fork()), tuple)
    assert fingerprint(play.game) == before
    assert play.marks == ()


def test_legal_moves_are_the_candidates_not_refused():
    play = Script(Choose("ask"))
    assert list(legal_answers(play.game, play.decision(0))) == [Pick()]
    assert tuple(legal_anytime(SCRIPT, play.game, play.decision(0))) == (Shout(), Fork())
    play.make(0, Shout())
    assert list(legal_anytime(SCRIPT, play.game, play.decision(0))) == [Fork()]
    never, guarded = Script(Choose("never")), Script(Guarded("payment"))
    assert list(legal_answers(never.game, never.decision(0))) == []
    assert list(legal_anytime(SCRIPT, guarded.game, guarded.decision(0))) == []


@pytest.mark.parametrize("steps", [(Quiet("bar"),), (Choose("above"), Quiet("bar"))], ids=["open", "waiting below"])
def test_a_decision_may_bar_an_anytime_move_while_it_is_open_or_waits_below(steps: tuple[Choose, ...]):
    play = Script(*steps)
    opened = play.decision(0)
    assert play.judge(0, opened.id, Shout()) == refuse("BARRED", "SCRIPT-3")
    assert list(legal_anytime(SCRIPT, play.game, opened)) == [Fork()]
    assert not isinstance(play.judge(0, opened.id, Fork()), Refusal)


def test_a_decision_that_needs_no_answer_any_more_lapses_when_an_anytime_move_is_settled():
    play = Script(Quiet("lapse"), Choose("next"))
    play.make(0, Shout())
    assert play.open == ["0 next"]
    assert list(play.marks) == ["0 shouts"]


def test_a_decision_that_waited_below_lapses_when_it_comes_up_again():
    play = Script(Choose("above"), Quiet("lapse"), Choose("next"))
    play.make(0, Shout())
    assert play.open == ["0 above"], "that one still needs its answer"
    play.pick(0)
    assert play.open == ["0 next"]


def test_only_the_lane_that_moved_is_asked_whether_its_decision_lapses():
    play = Script(Spread((Quiet("lapse"),)))
    play.make(1, Shout())
    assert play.open == ["0 lapse"], "a seat's open decision is not taken from it by others"


def test_the_last_decision_may_lapse_and_end_the_game():
    play = Script(Quiet("lapse"))
    play.make(0, Shout())
    assert play.game.status is Status.ENDED


def test_a_command_ends_with_one_closing_event_that_says_what_is_left():
    play = Script(Choose("ask", (Roll("die", 6), Choose("more"))))
    events = play.judge(0, "1.0", Pick())
    assert not isinstance(events, Refusal)
    *facts, closing = events
    assert [type(fact) for fact in facts] == [Marked, Marked]
    assert isinstance(closing, Closed)
    assert closing.revision == play.game.revision + 1
    assert closing.draws == (("die", 1),)
    assert [due.step for due in closing.agenda.main.steps] == [Choose("more")]


def test_the_last_move_records_the_result_before_its_closing_event():
    events = Script(Choose("last")).judge(0, "1.0", Pick())
    assert not isinstance(events, Refusal)
    assert [type(event) for event in events] == [Marked, Ended, Closed]
    assert events[-1].agenda.is_empty  # type: ignore[attr-defined]


def test_a_log_begins_with_the_creation_of_its_game():
    box = SCRIPT.load_components(())
    assert fold(SCRIPT, box, created()) == waiting()
    for log in ((), (Joined(0, "ada"), *created())):
        with pytest.raises(ValueError, match="begins with the creation"):
            fold(SCRIPT, box, log)


def test_a_fold_by_parts_is_the_fold_at_once():
    play = Script(Choose("one"), Choose("two"))
    first = play.judge(0, "1.0", Pick())
    assert not isinstance(first, Refusal)
    at_once = extend(SCRIPT, play.game, first)
    by_one = play.game
    for event in first:
        by_one = extend(SCRIPT, by_one, (event,))
    assert by_one == at_once
    assert extend(SCRIPT, at_once, ()) is at_once
    assert replace(at_once, revision=0) != at_once
