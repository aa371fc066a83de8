"""The agenda: steps in order, lanes while all act at once, and the names of decisions."""

import pytest

from quarterdeck_rules.engine.agenda import MAIN, Agenda, Due, Lane
from quarterdeck_rules.engine.refusal import EngineReason, Refusal
from tests.unit.script import Choose, Fork, Give, Guarded, Owe, Pick, Say, Script, Shout, Spread


def test_effects_run_by_themselves_until_a_decision_waits():
    play = Script(Say("one"), Say("two"), Choose("ask"), Say("three"))
    assert play.open == ["0 ask"]
    assert list(play.marks) == ["0 one", "0 two"]
    play.pick(0)
    assert list(play.marks[2:]) == ["0 ask", "0 three"]


def test_what_is_scheduled_comes_before_what_is_left():
    play = Script(Choose("ask", (Say("one"), Choose("nested"), Say("two"))), Say("after"))
    play.pick(0)
    assert play.open == ["0 nested"]
    play.pick(0)
    assert play.marks == ("0 ask", "0 one", "0 nested", "0 two", "0 after")


def test_an_empty_agenda_ends_the_game():
    play = Script(Choose("last"))
    play.pick(0)
    assert play.game.agenda.is_empty
    assert play.game.status == "ended"


def test_in_turn_a_gift_to_another_seat_covers_the_main_lane_until_it_is_chosen():
    play = Script(Choose("ask", (Give(1), Choose("go on"))))
    play.pick(0)
    assert play.open == ["1 gift"]
    play.pick(1)
    assert play.open == ["0 go on"]


def test_while_all_act_at_once_each_seat_is_asked_and_the_main_lane_waits():
    play = Script(Spread((Choose("own"),)), Say("after all"), Choose("main"))
    assert play.open == ["0 own", "1 own"]
    play.pick(1)
    assert play.open == ["0 own"]
    assert "0 after all" not in play.marks
    play.pick(0)
    assert play.open == ["0 main"]
    assert play.marks[-1] == "0 after all"


def test_while_all_act_at_once_a_gift_opens_a_lane_beside_so_that_no_open_decision_is_covered():
    play = Script(Spread((Choose("own", (Give(1), Choose("go on"))),)))
    before = play.decision(1, "own")
    play.pick(0)
    assert sorted(play.open) == ["0 go on", "1 gift", "1 own"]
    assert play.decision(1, "own") == before
    play.pick(1, "gift")
    assert sorted(play.open) == ["0 go on", "1 own"]


def test_the_phase_ends_when_all_lanes_are_empty_gifts_included():
    play = Script(Spread((Choose("own", (Give(1),)),)), Choose("main"))
    play.pick(0)
    play.pick(1, "own")  # which gives seat 1 a gift of its own
    assert play.open == ["1 gift", "1 gift"]
    play.pick(1)
    play.pick(1)
    assert play.open == ["0 main"]


def test_a_decision_keeps_its_id_while_others_act():
    play = Script(Spread((Choose("own", (Choose("more"),)),)))
    mine = play.decision(0)
    play.pick(1)
    play.pick(1)
    assert play.decision(0) == mine
    assert not isinstance(play.judge(0, mine.id, Pick()), Refusal)


def test_an_id_dies_with_the_answer():
    play = Script(Choose("same"), Choose("same"))
    first = play.decision(0).id
    play.pick(0)
    assert play.open == ["0 same"]
    assert play.decision(0).id != first
    refusal = play.judge(0, first, Pick())
    assert isinstance(refusal, Refusal)
    assert refusal.reason == EngineReason.DECISION_CLOSED


def test_an_id_dies_with_an_anytime_move_of_its_own_seat():
    play = Script(Choose("ask"))
    first = play.decision(0).id
    play.make(0, Shout())
    assert play.open == ["0 ask"]
    assert play.decision(0).id != first
    assert isinstance(play.judge(0, first, Pick()), Refusal)


def test_an_id_stays_good_while_others_make_anytime_moves():
    play = Script(Spread((Choose("own"),)))
    mine = play.decision(0).id
    play.make(1, Shout())
    assert play.decision(0).id == mine


def test_a_decision_that_waited_below_lanes_is_asked_anew_under_another_id():
    play = Script(Choose("main"))
    first = play.decision(0).id
    play.make(0, Fork())
    assert play.open == ["0 forked", "1 forked"]
    play.pick(0)
    play.pick(1)
    assert play.open == ["0 main"]
    assert play.decision(0).id != first, "an anytime move was made since"
    assert isinstance(play.judge(0, first, Pick()), Refusal)


def test_ids_are_never_used_twice():
    play = Script(Spread((Choose("own", (Give(1), Choose("more", (Give(0),)))),)), Choose("main"), seats=3)
    used: set[str] = set()
    while play.open:
        opened = list(play.open)
        seat = int(opened[0][0])
        used_now = play.decision(seat).id
        assert used_now not in used
        used.add(used_now)
        play.pick(seat, opened[0][2:])


def test_obligations_are_met_in_their_order_once_no_effect_is_left():
    play = Script(Choose("ask", (Owe((1, 0)), Say("still running"))))
    play.pick(0)
    assert play.marks == ("0 ask", "0 still running", "1 settles", "0 settles")


def test_obligations_are_met_while_all_act_at_once_too():
    play = Script(Spread((Choose("own", (Owe((1,)), Choose("more"))),)))
    play.pick(0)
    assert "1 settles" in play.marks
    assert sorted(play.open) == ["0 more", "1 own"]


def test_an_uninterruptible_decision_lets_no_anytime_move_stand_beside_it():
    play = Script(Guarded("payment"))
    refusal = play.judge(0, play.decision(0).id, Shout())
    assert isinstance(refusal, Refusal)
    assert refusal.reason == EngineReason.MOVE_NOT_EXPECTED


def test_a_lane_that_is_gone_is_an_error():
    agenda = Agenda(Lane(MAIN, 0, (Due(0, Say("x")),)))
    assert agenda.lane(MAIN) is agenda.main
    with pytest.raises(KeyError):
        agenda.lane(1)
