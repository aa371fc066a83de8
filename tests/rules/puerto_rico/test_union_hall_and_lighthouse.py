"""Union hall and lighthouse: what the captain phase brings before and beside loading."""

import pytest

from quarterdeck_rules.puerto_rico.captain import ChooseLoading, PlayCaptain
from quarterdeck_rules.puerto_rico.events import DoubloonsGained, PointsGained, RoleTaken, RoundEnded, UnionPaid
from quarterdeck_rules.puerto_rico.rounds import ChooseRole
from tests.rules.puerto_rico.phases import held, loaded, points, stands_for
from tests.rules.puerto_rico.scenario import Scenario, city, goods, manned


def owner(scenario: Scenario, buildings: str, barrels: str = "", seat: int = 0) -> Scenario:
    """A seat with these buildings, each with a colonist, and barrels."""
    scenario.given(city(buildings, seat), manned(buildings, seat))
    return scenario.given(goods(barrels, seat)) if barrels else scenario


# Union hall


@pytest.mark.parametrize(
    ("barrels", "expected"),
    [
        pytest.param("3 corn, 2 indigo, coffee", 2, id="section5_row23"),
        pytest.param("3 corn, 3 sugar", 2, id="section5_row24-each_kind_by_itself"),
        ("4 corn, 4 coffee", 4),
        ("corn, indigo, sugar", 0),
    ],
)
def test_a_union_hall_brings_a_point_for_every_two_equal_barrels(  # PR-UNION-1
    scenario: Scenario, barrels: str, expected: int
) -> None:
    owner(scenario, "union_hall", barrels).playing("captain", 0)
    assert points(scenario.events, "union_hall") == [expected] * bool(expected)
    assert scenario.board(0).points == expected


@stands_for("section5_row24", "section7_line96")
def test_the_goods_stay_and_are_shipped_then(scenario: Scenario) -> None:  # PR-UNION-1
    owner(scenario, "union_hall", "4 corn").playing("captain", 1).records(
        UnionPaid(0), PointsGained(0, 2, "union_hall")
    )
    assert held(scenario, 0, "corn") == 4
    scenario.when(0, "load_ship corn 4").records(PointsGained(0, 4, "loading"))
    assert scenario.board(0).points == 6


def test_a_union_hall_scores_once_in_a_phase(scenario: Scenario) -> None:  # PR-UNION-1
    owner(scenario, "union_hall", "4 corn, 4 indigo").playing("captain", 1).records(UnionPaid(0))
    scenario.when(0, "load_ship corn 4").records_nothing_of(UnionPaid)
    scenario.when(0, "load_ship indigo 5").records_nothing_of(UnionPaid)
    assert scenario.board(0).points == 4 + 4 + 4


@stands_for("section5_row24", "section7_line96")
def test_in_the_next_captain_phase_it_scores_again(scenario: Scenario) -> None:  # PR-UNION-1
    owner(scenario, "union_hall", "2 corn").given(RoleTaken(1, "captain", 0)).asking(1, PlayCaptain(), ChooseRole())
    scenario.records(PointsGained(0, 1, "union_hall")).when(0, "load_ship corn 4").asks(1, ChooseRole)
    scenario.given(RoundEnded(()), goods("2 corn")).when(1, "take_role captain")
    scenario.records(UnionPaid(0), PointsGained(0, 1, "union_hall"))


def test_a_union_hall_without_a_colonist_brings_nothing(scenario: Scenario) -> None:  # PR-UNION-1 PR-BUILDING-1
    scenario.given(city("union_hall"), goods("4 corn")).playing("captain", 0).records_nothing_of(UnionPaid)
    scenario.when(0, "load_ship corn 4").records_nothing_of(UnionPaid)


def test_a_union_hall_scores_in_the_first_turn_of_its_owner(scenario: Scenario) -> None:  # PR-UNION-1
    owner(scenario, "union_hall", "2 corn", 1).given(goods("corn", 0)).playing("captain", 0).records_nothing_of(
        UnionPaid
    )
    scenario.when(0, "load_ship corn 5").records(UnionPaid(1), PointsGained(1, 1, "union_hall"))


def test_it_scores_for_an_owner_who_can_ship_nothing(scenario: Scenario) -> None:  # PR-UNION-1
    scenario.given(loaded("corn", 4, 1, 2), loaded("sugar", 5, 1, 2), loaded("coffee", 6, 1, 2))
    owner(scenario, "union_hall", "2 indigo").playing("captain", 0).records(PointsGained(0, 1, "union_hall"))
    assert scenario.board(0).loadings == 0


def test_a_guest_that_comes_after_the_first_loading_is_too_late(scenario: Scenario) -> None:  # PR-UNION-1
    scenario.given(city("guest_house, union_hall"), manned("guest_house"), goods("corn, 4 indigo"))
    scenario.playing("captain", 0).when(0, "forfeit").when(0, "load_ship corn 5").asks(0, ChooseLoading)
    scenario.when(0, "move_guest union_hall").when(0, "load_ship indigo 4").records_nothing_of(UnionPaid)


# Lighthouse


def test_a_lighthouse_brings_a_doubloon_for_each_loading(scenario: Scenario) -> None:  # PR-LIGHTHOUSE-2
    owner(scenario, "lighthouse", "3 corn, indigo").playing("captain", 1).records_nothing_of(DoubloonsGained)
    scenario.when(0, "load_ship corn 4").records(DoubloonsGained(0, 1, "lighthouse"))
    scenario.when(0, "load_ship indigo 5").records(DoubloonsGained(0, 1, "lighthouse"))
    assert scenario.board(0).doubloons == 2


@pytest.mark.parametrize("move", ["use_wharf corn", "use_small_wharf corn:1"])
def test_a_lighthouse_brings_its_doubloon_for_wharves_too(scenario: Scenario, move: str) -> None:  # PR-LIGHTHOUSE-2
    owner(scenario, "lighthouse, wharf, small_wharf", "corn").playing("captain", 1).when(0, move)
    assert scenario.board(0).doubloons == 1


def test_a_captain_with_a_lighthouse_gets_a_doubloon_at_the_start(scenario: Scenario) -> None:  # PR-LIGHTHOUSE-1
    owner(scenario, "lighthouse", "corn").playing("captain", 0).records(DoubloonsGained(0, 1, "lighthouse"))
    scenario.when(0, "load_ship corn 4").records(DoubloonsGained(0, 1, "lighthouse"))
    assert scenario.board(0).doubloons == 2


def test_he_gets_it_whether_or_not_he_ships(scenario: Scenario) -> None:  # PR-LIGHTHOUSE-1
    owner(scenario, "lighthouse").playing("captain", 0).asks_nobody()
    assert scenario.board(0).doubloons == 1


def test_others_with_a_lighthouse_get_nothing_at_the_start(scenario: Scenario) -> None:  # PR-LIGHTHOUSE-1
    owner(scenario, "lighthouse", seat=1).playing("captain", 0)
    assert scenario.board(1).doubloons == 0


@stands_for("section7_line95")
def test_a_lighthouse_without_a_colonist_brings_nothing(  # PR-LIGHTHOUSE-1 PR-LIGHTHOUSE-2 PR-BUILDING-1
    scenario: Scenario,
) -> None:
    scenario.given(city("lighthouse"), goods("corn")).playing("captain", 0).records_nothing_of(DoubloonsGained)
    scenario.when(0, "load_ship corn 4").records_nothing_of(DoubloonsGained)
