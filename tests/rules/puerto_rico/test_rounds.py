"""Rounds: who takes a role when, placards and their doubloons, the governor, prospectors."""

import pytest

from quarterdeck_rules.engine.refusal import EngineReason
from quarterdeck_rules.puerto_rico.events import DoubloonsGained, RoleTaken, RoundBegan, RoundEnded
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import NextRole
from quarterdeck_rules.puerto_rico.state import Placard
from tests.rules.puerto_rico.phases import SIX, begun, stands_for, taken, waiting
from tests.rules.puerto_rico.scenario import Scenario, city, doubloons, manned


def lying(scenario: Scenario) -> dict[str, int]:
    """Doubloons on placards, where there are any."""
    return {one.placard: one.doubloons for one in scenario.table.placards if one.doubloons}


@pytest.mark.parametrize(
    ("seats", "governor", "order"),
    [
        (2, 0, [0, 1, 0, 1, 0, 1]),
        (2, 1, [1, 0, 1, 0, 1, 0]),
        (3, 1, [1, 2, 0]),
        (4, 3, [3, 0, 1, 2]),
        (5, 2, [2, 3, 4, 0, 1]),
    ],
)
def test_from_the_governor_clockwise_each_seat_takes_a_role_and_with_two_seats_three(  # PR-ROUND-1
    seats: int, governor: int, order: list[int]
) -> None:
    scenario = begun(seats, governor)
    assert [taken(scenario, placard) for placard in SIX[: len(order)]] == order
    scenario.records(RoundEnded, RoundBegan(2, (governor + 1) % seats))
    assert waiting(scenario) == (governor + 1) % seats


@pytest.mark.parametrize(
    ("seats", "untaken"),
    [
        pytest.param(2, ["prospector"], id="section7_line74-two_seats"),
        pytest.param(3, SIX[3:], id="section7_line74-three_seats"),
        (4, ["trader", "captain", "prospector"]),
        (5, ["captain", "prospector", "second_prospector"]),
    ],
)
def test_at_the_end_of_a_round_a_doubloon_goes_on_each_placard_nobody_took(  # PR-ROUND-3
    seats: int, untaken: list[str]
) -> None:
    scenario = begun(seats)
    for placard in SIX[: 6 if seats == 2 else seats]:
        taken(scenario, placard)
    scenario.records(RoundEnded(tuple(untaken)))
    assert lying(scenario) == dict.fromkeys(untaken, 1)
    assert all(placard.seat is None for placard in scenario.table.placards)


@stands_for("section7_line74")
def test_doubloons_heap_up_on_a_placard_until_somebody_takes_it(scenario: Scenario) -> None:  # PR-ROUND-2 PR-ROUND-3
    scenario.given(RoundBegan(1, 0)).asking(0, NextRole())
    for _ in range(2):
        for placard in ("mayor", "craftsman", "captain"):
            taken(scenario, placard)
    assert lying(scenario) == {"settler": 2, "builder": 2, "trader": 2}
    assert taken(scenario, "trader") == 2
    scenario.records(RoleTaken(2, "trader", 2))
    assert scenario.board(2).doubloons == 2
    assert scenario.table.placards[4] == Placard("trader", 0, 2)
    for placard in ("mayor", "craftsman"):
        taken(scenario, placard)
    assert lying(scenario) == {"settler": 3, "builder": 3, "captain": 1}


def test_a_placard_is_taken_once_in_a_round(scenario: Scenario) -> None:  # PR-ROUND-2
    scenario.given(RoundBegan(1, 0)).asking(0, NextRole())
    taken(scenario, "craftsman")
    assert scenario.legal(1) == [f"take_role {placard}" for placard in SIX if placard != "craftsman"]
    refusal = scenario.refuses(1, "take_role craftsman", Reason.PLACARD_TAKEN, "PR-ROUND-2")
    assert dict(refusal.details)["seat"] == "0"


def test_a_role_has_to_be_taken(scenario: Scenario) -> None:  # PR-ROUND-2
    scenario.given(RoundBegan(1, 0)).asking(0, NextRole())
    scenario.refuses(0, "forfeit", EngineReason.MOVE_NOT_EXPECTED)


@pytest.mark.parametrize("placard", ["prospector", "second_prospector", "admiral"])
def test_with_three_seats_nobody_prospects(scenario: Scenario, placard: str) -> None:  # PR-ROUND-2
    scenario.given(RoundBegan(1, 0)).asking(0, NextRole())
    scenario.refuses(0, f"take_role {placard}", Reason.NO_SUCH_PLACARD, "PR-ROUND-2")


@pytest.mark.parametrize("seats", [pytest.param(seats, id=f"section7_line75-{seats}_seats") for seats in (2, 4, 5)])
def test_a_prospector_brings_a_doubloon_to_who_took_it_and_nothing_to_others(seats: int) -> None:  # PR-PROSPECTOR-1
    scenario = begun(seats)
    taken(scenario, "prospector")
    scenario.records(RoleTaken(0, "prospector", 0), DoubloonsGained(0, 1, "prospector"))
    assert [board.doubloons for board in scenario.table.boards] == [1, *[0] * (seats - 1)]
    assert waiting(scenario) == 1


def test_with_five_seats_two_of_them_may_prospect_in_one_round() -> None:  # PR-PROSPECTOR-1 PR-ROUND-2
    scenario = begun(5)
    assert [taken(scenario, placard) for placard in ("second_prospector", "prospector")] == [0, 1]
    assert [board.doubloons for board in scenario.table.boards] == [1, 1, 0, 0, 0]


def test_a_prospector_with_a_library_brings_two_but_the_placards_doubloons_once() -> None:  # PR-LIBRARY-1
    scenario = Scenario(4).given(RoundEnded(("prospector",)), RoundBegan(2, 0))
    scenario.given(city("library"), manned("library")).asking(0, NextRole())
    taken(scenario, "prospector")
    scenario.records(RoleTaken(0, "prospector", 1), DoubloonsGained(0, 2, "prospector"))
    assert scenario.board(0).doubloons == 3


def test_doubloons_of_the_bank_do_not_run_out() -> None:  # PR-BUILDING-2
    scenario = Scenario(4).given(doubloons(200, 1)).playing("prospector", 0)
    assert scenario.board(0).doubloons == 1
