"""Turns of a solo game: Cooper, the seat, Cooper again."""

from quarterdeck_rules.cooper_island.events import CooperTurnBegan, CooperTurnEnded, TurnBegan
from quarterdeck_rules.cooper_island.sections import ChooseWorkerSpace
from quarterdeck_rules.cooper_island.solo.turns import CooperTurn
from tests.rules.cooper_island.solo import cooper, solo


def cards(scenario) -> list[str]:
    return [event.card for event in scenario.events if isinstance(event, CooperTurnBegan)]


def test_cooper_begins_and_his_card_goes_to_the_discard_pile():  # CI-SOLO-TURN-1
    scenario = solo().asking(0, CooperTurn())
    (card,) = cards(scenario)
    scenario.records(CooperTurnBegan(card), CooperTurnEnded(card), TurnBegan(0)).asks(0, ChooseWorkerSpace)
    assert cooper(scenario).discard == (card,)
    assert cooper(scenario).card == ""


def test_start_cards_come_first_one_of_each_pair_and_the_others_join_the_deck():  # CI-SOLO-TURN-2
    scenario = solo().draws(start_cards=(1,), start_card=(0,)).asking(0, CooperTurn())
    assert cards(scenario) == ["D1"]
    assert cooper(scenario).start == (("B1", "B2"),)
    assert set(cooper(scenario).deck[0]) == {"F1", "F2", "H1", "H2", "D2"}
    scenario.draws(start_card=(1,)).asking(0, CooperTurn())
    assert cards(scenario) == ["B2"]
    assert cooper(scenario).start == ()
    assert set(cooper(scenario).deck[0]) == {"F1", "F2", "H1", "H2", "D2", "B1"}
    scenario.draws(action_card=(0,)).asking(0, CooperTurn())
    assert cards(scenario) == ["F1"]
    assert "F1" not in cooper(scenario).deck[0]


def test_any_pair_may_lie_first_and_any_card_of_it():  # CI-SOLO-TURN-2
    drawn = {
        cards(solo().draws(start_cards=(pair,), start_card=(card,)).asking(0, CooperTurn()))[0]
        for pair in (0, 1)
        for card in (0, 1)
    }
    assert drawn == {"B1", "B2", "D1", "D2"}


def test_cooper_takes_one_turn_more_than_the_seat():  # CI-SOLO-TURN-3
    scenario = solo().in_turn_of(0).asking(0, CooperTurn())
    turns = ["cooper", "seat"]
    for section in ("C", "G"):
        scenario.when(0, f"place_worker normal {section}")
        while not any(isinstance(event, CooperTurnBegan) for event in scenario.events):
            scenario.when(0, "finish")
        turns.append("cooper")
        if any(isinstance(event, TurnBegan) for event in scenario.events):
            turns.append("seat")
    assert turns == ["cooper", "seat", "cooper", "seat", "cooper"]
    scenario.asks_nobody()
