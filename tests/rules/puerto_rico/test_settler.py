"""The settler: plantations and quarries, and the row of plantations."""

import pytest

from quarterdeck_rules.puerto_rico.events import PlantationTaken, QuarryTaken, RowDealt
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import ChooseRole
from quarterdeck_rules.puerto_rico.settler import ChooseTile, DealRow
from quarterdeck_rules.puerto_rico.terms import Good
from tests.rules.puerto_rico.scenario import Scenario, city, island, manned, row, started

FULL = "6 corn, 6 indigo"

# Taking


def test_each_seat_in_turn_takes_a_tile_from_who_took_the_settler_on(scenario: Scenario):  # PR-SETTLER-1
    scenario.given(row("corn, indigo, sugar, coffee")).playing("settler", 1)
    scenario.asks(1, ChooseTile(has_privilege=True)).asks_nobody(0, 2).when(1, "take_quarry")
    scenario.asks(2, ChooseTile()).asks_nobody(0, 1).when(2, "take_plantation coffee")
    scenario.asks(0, ChooseTile()).asks_nobody(1, 2).when(0, "take_plantation corn")
    scenario.records(PlantationTaken(0, Good.CORN), RowDealt).asks_nobody()
    assert [board.plots for board in scenario.table.boards] == [
        (1, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 1),
        (0, 0, 0, 0, 1, 0),
    ]


def test_a_tile_that_was_taken_lies_there_no_more_and_works_for_nobody_yet(scenario: Scenario):  # PR-SETTLER-2
    scenario.given(row("corn, 2 indigo")).playing("settler", 0).when(0, "take_plantation indigo")
    assert scenario.table.row == (Good.CORN, Good.INDIGO)
    assert scenario.board(0).manned == (0, 0, 0, 0, 0, 0)


def test_only_what_lies_face_up_is_taken(scenario: Scenario):  # PR-SETTLER-2
    scenario.given(row("corn")).playing("settler", 0)
    scenario.refuses(0, "take_plantation sugar", Reason.NOT_FACE_UP, "PR-SETTLER-2")
    assert scenario.legal(0) == ["take_plantation corn", "take_quarry", "forfeit"]


def test_nobody_has_to_take_a_tile__section7_line20(scenario: Scenario):  # PR-SETTLER-2
    scenario.given(row("corn")).playing("settler", 0)
    for seat in range(3):
        scenario.when(seat, "forfeit").records_nothing_of(PlantationTaken, QuarryTaken)
    scenario.asks_nobody()
    assert all(board.tiles == 0 for board in scenario.table.boards)


def test_a_seat_that_can_take_nothing_is_not_asked(scenario: Scenario):  # PR-SETTLER-1 ruling 62
    scenario.given(row("corn")).playing("settler", 0).when(0, "take_plantation corn").records(RowDealt).asks_nobody()


def test_a_full_island_takes_no_tile(scenario: Scenario):  # PR-SETTLER-3
    scenario.given(island(FULL, 1), city("hacienda", 1), manned("hacienda", 1), row("corn"))
    scenario.asking(1, ChooseTile(has_privilege=True))
    for move in ("take_plantation corn", "take_quarry", "draw_tile"):
        scenario.refuses(1, move, Reason.ISLAND_FULL, "PR-SETTLER-3")
    scenario.playing("settler", 0).when(0, "forfeit").asks(2, ChooseTile).asks_nobody(1)


def test_the_twelfth_tile_still_finds_its_space(scenario: Scenario):  # PR-SETTLER-3
    scenario.given(island("6 corn, 5 indigo"), row("corn")).playing("settler", 0).when(0, "take_plantation corn")
    assert scenario.board(0).tiles == 12


# Quarries


def test_who_took_the_settler_may_take_a_quarry(scenario: Scenario):  # PR-SETTLER-4
    scenario.playing("settler", 0).when(0, "take_quarry").records(QuarryTaken(0))
    assert (scenario.board(0).plots[-1], scenario.table.quarries) == (1, 7)


def test_nobody_else_may_take_a_quarry__section7_line12(scenario: Scenario):  # PR-SETTLER-4
    scenario.given(row("corn"), city("construction_hut", 1)).playing("settler", 0).when(0, "forfeit")
    # A hut without a colonist does not help.
    scenario.refuses(1, "take_quarry", Reason.NO_RIGHT_TO_QUARRY, "PR-SETTLER-4")
    assert scenario.legal(1) == ["take_plantation corn", "forfeit"]


def test_a_construction_hut_lets_its_owner_take_a_quarry_instead(scenario: Scenario):  # PR-SETTLER-4
    scenario.given(row("corn"), city("construction_hut", 1), manned("construction_hut", 1))
    scenario.playing("settler", 0).when(0, "forfeit").when(1, "take_quarry").records(QuarryTaken(1)).asks(2, ChooseTile)


def test_a_settler_with_a_hut_takes_one_quarry_all_the_same__section7_line12(scenario: Scenario):  # PR-SETTLER-4
    scenario.given(row("corn"), city("construction_hut"), manned("construction_hut"))
    scenario.playing("settler", 0).when(0, "take_quarry").asks(1, ChooseTile).asks_nobody(0)
    scenario.when(1, "forfeit").when(2, "forfeit").asks_nobody()
    assert scenario.board(0).plots[-1] == 1


def test_with_no_quarry_left_neither_privilege_nor_hut_gives_one(scenario: Scenario):  # PR-SETTLER-4
    scenario.given(island("8 quarry", 2), row("corn"), city("construction_hut", 1), manned("construction_hut", 1))
    scenario.playing("settler", 0).refuses(0, "take_quarry", Reason.NO_QUARRY_LEFT, "PR-SETTLER-4")
    scenario.when(0, "forfeit").refuses(1, "take_quarry", Reason.NO_QUARRY_LEFT, "PR-SETTLER-4")


# The row


def test_what_nobody_took_is_discarded_before_new_tiles_are_turned_up__section7_line17(  # PR-SETTLER-5
    scenario: Scenario,
):
    scenario.given(row("corn, sugar, 2 coffee")).draws(plantations=[0, 0, 0, 0]).playing("settler", 0)
    scenario.when(0, "take_plantation coffee").when(1, "forfeit").when(2, "forfeit")
    scenario.records(RowDealt((Good.CORN,) * 4))
    assert scenario.table.row == (Good.CORN,) * 4
    assert scenario.table.discard == (1, 0, 1, 0, 1)


def test_nothing_is_turned_up_before_all_had_their_turn__section7_line18(scenario: Scenario):  # PR-SETTLER-5
    scenario.given(row("corn, sugar, coffee")).playing("settler", 0)
    scenario.when(0, "take_plantation coffee").records_nothing_of(RowDealt)
    assert list(scenario.table.row) == [Good.CORN, Good.SUGAR]
    scenario.when(1, "take_plantation corn").records_nothing_of(RowDealt)
    assert list(scenario.table.row) == [Good.SUGAR]
    scenario.when(2, "take_plantation sugar").records(RowDealt)


@pytest.mark.parametrize(("seats", "tiles"), [(2, 3), (3, 4), (4, 5), (5, 6)])
def test_a_tile_more_than_there_are_seats_is_turned_up(seats: int, tiles: int):  # PR-SETTLER-5
    scenario = Scenario(seats).asking(0, DealRow())
    assert len(scenario.table.row) == tiles


def test_short_stacks_are_turned_up_first_and_the_discard_after_them__section7_line19():  # PR-SETTLER-6
    scenario = Scenario(5).stacked("2 coffee", "3 corn, 3 sugar").draws(plantations=[0, 0, 3, 3, 0, 0])
    scenario.asking(0, DealRow())
    scenario.records(RowDealt(tuple(map(Good, ("coffee", "coffee", "sugar", "sugar", "corn", "corn"))), True))
    assert (scenario.table.stack, scenario.table.discard) == ((1, 0, 1, 0, 0), (0,) * 5)


@pytest.mark.parametrize(
    ("draw", "first"),
    [
        pytest.param(0, Good.CORN, id="corn-section7_line16"),
        pytest.param(3, Good.SUGAR, id="sugar-section7_line16"),
    ],
)
def test_the_discard_is_shuffled_before_it_is_drawn_from(draw: int, first: Good):  # PR-SETTLER-6 ruling 63
    scenario = Scenario(5).stacked("", "3 corn, 3 sugar").draws(plantations=[draw])
    scenario.asking(0, DealRow())
    assert scenario.table.row[0] is first


def test_what_was_left_of_the_row_goes_into_the_new_stacks_too():  # PR-SETTLER-6
    scenario = Scenario(5).stacked("coffee", "3 corn").given(row("coffee"))
    scenario.asking(0, DealRow())
    assert sorted(scenario.table.row) == ["coffee", "corn", "corn", "corn"]
    assert (sum(scenario.table.stack), scenario.table.discard) == (0, (0,) * 5)


def test_with_stacks_and_discard_gone_fewer_tiles_lie_face_up__section7_line19():  # PR-SETTLER-6
    scenario = Scenario(5).stacked("2 coffee", "corn").asking(0, DealRow())
    assert scenario.table.row == (Good.COFFEE, Good.COFFEE, Good.CORN)
    # They are all there is: not taken, they are shuffled and turned up again.
    scenario.asking(0, DealRow())
    assert sorted(scenario.table.row) == ["coffee", "coffee", "corn"]


def test_short_stacks_without_a_discard_are_turned_up_as_far_as_they_go__section7_line19():  # PR-SETTLER-6
    Scenario(5).stacked("2 coffee").asking(0, DealRow()).records(RowDealt((Good.COFFEE, Good.COFFEE)))
    Scenario(5).stacked("").asking(0, DealRow()).records(RowDealt(()))


def test_stacks_that_just_suffice_leave_the_discard_alone():  # PR-SETTLER-6
    scenario = Scenario(5).stacked("6 corn", "2 sugar").asking(0, DealRow())
    scenario.records(RowDealt((Good.CORN,) * 6))
    assert (scenario.table.stack, scenario.table.discard) == ((0,) * 5, (0, 0, 2, 0, 0))


def test_tiles_are_neither_made_nor_lost_in_a_settler_phase():  # PR-SETTLER-5
    scenario = started(3, {"starting_seat": "first"}).when(0, "take_role settler")
    for seat in range(3):
        scenario.when(seat, next(move for move in scenario.legal(seat) if move.startswith("take_plantation")))
    table = scenario.table
    tiles = [sum(board.plots[kind] for board in table.boards) for kind in range(5)]
    for kind, good in enumerate(Good):
        tiles[kind] += table.stack[kind] + table.discard[kind] + table.row.count(good)
    assert tiles == [10, 12, 11, 9, 8]
    scenario.asks(1, ChooseRole)
