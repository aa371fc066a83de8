"""Set-up: what each number of seats plays with, and who begins."""

import pytest

from quarterdeck_rules.puerto_rico.events import RoleTaken, RoundBegan, RoundEnded, RowDealt, StartTileGiven
from quarterdeck_rules.puerto_rico.rounds import ChooseRole
from quarterdeck_rules.puerto_rico.terms import GOODS, Good, Group, Role
from quarterdeck_rules.puerto_rico.view import view
from tests.rules.puerto_rico.scenario import BOX, Scenario, started

SEATS = (2, 3, 4, 5)
FIRST = {"starting_seat": "first"}
C, I = Good.CORN, Good.INDIGO  # noqa: E741  as the tables of the rulebooks abbreviate them


def by_seats(*values: object) -> pytest.MarkDecorator:
    """A test of what two, three, four and five seats get."""
    return pytest.mark.parametrize(("seats", "expected"), list(zip(SEATS, values, strict=True)))


# What lies on the table


@by_seats(65, 75, 100, 126)
def test_the_pool_holds_so_many_points__section7_line8(seats: int, expected: int):  # PR-SETUP-1 ruling 43
    assert started(seats).table.points == expected


@by_seats(40, 55, 75, 95)
def test_the_supply_holds_so_many_colonists(seats: int, expected: int):  # PR-SETUP-1
    assert started(seats).table.colonists == expected


@by_seats(42, 58, 79, 100)
def test_colonists_on_the_ship_are_extra_to_the_supply__section7_line1(seats: int, expected: int):  # PR-SETUP-1
    table = started(seats).table
    assert table.colonists_on_ship == seats
    assert table.colonists + table.colonists_on_ship == expected


@by_seats((4, 6), (4, 5, 6), (5, 6, 7), (6, 7, 8))
def test_there_are_these_cargo_ships_and_they_are_empty(seats: int, expected: tuple[int, ...]):  # PR-SETUP-1
    ships = started(seats).table.cargo_ships
    assert tuple(ship.capacity for ship in ships) == expected
    assert all(ship.good is None and ship.barrels == 0 for ship in ships)


@by_seats(1, 0, 1, 2)
def test_there_are_six_roles_and_so_many_prospectors__section7_line4(seats: int, expected: int):  # PR-SETUP-1
    roles = [BOX.placards[placard.placard].role for placard in started(seats).table.placards]
    assert roles.count(Role.PROSPECTOR) == expected
    others = [Role.SETTLER, Role.MAYOR, Role.BUILDER, Role.CRAFTSMAN, Role.TRADER, Role.CAPTAIN]
    assert [role for role in roles if role is not Role.PROSPECTOR] == others
    assert all(placard.doubloons == 0 for placard in started(seats).table.placards)


@by_seats(5, 8, 8, 8)
def test_there_are_so_many_quarries__section7_line7(seats: int, expected: int):  # PR-SETUP-1
    assert started(seats).table.quarries == expected


@by_seats((8, 9, 9, 7, 7), *[(10, 11, 11, 9, 9)] * 3)
def test_the_supply_holds_so_many_barrels__section7_line11(seats: int, expected: tuple[int, ...]):  # PR-SETUP-1
    assert started(seats).table.goods == expected


@by_seats((7, 9, 8, 6, 5), *[(10, 12, 11, 9, 8)] * 3)
def test_start_tiles_and_face_up_tiles_are_not_in_the_stacks__section7_line9(  # PR-SETUP-1
    seats: int, expected: tuple[int, ...]
):
    table = started(seats).table
    for place, good in enumerate(GOODS):
        on_islands = sum(board.plots[place] for board in table.boards)
        assert table.stack[place] + table.row.count(good) + on_islands == expected[place]
    assert sum(table.stack) == sum(expected) - seats - (seats + 1)
    assert table.discard == (0,) * 5


@by_seats(3, 4, 5, 6)
def test_so_many_plantations_are_turned_up(seats: int, expected: int):  # PR-SETTLER-5
    scenario = started(seats)
    assert len(scenario.table.row) == expected
    scenario.records(RowDealt(scenario.table.row))


def test_which_plantations_are_turned_up_is_drawn():  # PR-SETTLER-5
    # Of 47 tiles 9 are corn (one is a start tile), 10 indigo, 11 sugar and 9 tobacco; the last 8 are coffee.
    table = started(3, plantations=[0, 8, 44, 43]).table
    assert table.row == (Good.CORN, Good.INDIGO, Good.COFFEE, Good.COFFEE)


PRODUCTION = (
    ("small_indigo_plant", 4),
    ("small_sugar_mill", 4),
    ("indigo_plant", 3),
    ("sugar_mill", 3),
    ("tobacco_storage", 3),
    ("coffee_roaster", 3),
)


@pytest.mark.parametrize(
    "seats",
    [
        3,
        pytest.param(4, id="section7_line6-section7_line10"),  # neither the numbers of two seats, nor 3 of all
        5,
    ],
)
def test_there_are_four_of_each_small_plant_and_three_of_each_other(seats: int):  # PR-MARKET-1
    offered = {offer.building: offer.copies for offer in started(seats).table.market}
    assert [(name, offered[name]) for name, _ in PRODUCTION] == list(PRODUCTION)
    assert sum(copies for name, copies in offered.items() if BOX.buildings[name].group is Group.PRODUCTION) == 20


def test_with_two_seats_there_are_two_of_each_production_building():  # PR-MARKET-1
    offered = {offer.building: offer.copies for offer in started(2).table.market}
    assert [offered[name] for name, _ in PRODUCTION] == [2] * 6


@by_seats(1, 2, 2, 2)
def test_there_are_so_many_of_each_small_beige_building_and_one_of_each_large(  # PR-MARKET-1
    seats: int, expected: int
):
    market = started(seats).table.market
    copies = {
        group: [offer.copies for offer in market if BOX.buildings[offer.building].group is group] for group in Group
    }
    assert copies[Group.SMALL] == [expected] * 12
    assert copies[Group.LARGE] == [1] * 5


# What each seat has


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, 3),
        (3, 2),
        pytest.param(4, 3, id="4-section7_line2"),
        pytest.param(5, 4, id="5-section7_line2"),
    ],
)
def test_every_seat_begins_with_so_many_doubloons(seats: int, expected: int):  # PR-SETUP-1
    assert [board.doubloons for board in started(seats).table.boards] == [expected] * seats


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, (I, C)),
        (3, (I, I, C)),
        (4, (I, I, C, C)),
        pytest.param(5, (I, I, I, C, C), id="5-section7_line3"),
    ],
)
def test_first_plantations_are_given_from_the_governor_clockwise(  # PR-SETUP-1
    seats: int, expected: tuple[Good, ...]
):
    scenario = started(seats, governor=[1])
    given = [fact for fact in scenario.events if isinstance(fact, StartTileGiven)]
    assert [fact.seat for fact in given] == [(1 + place) % seats for place in range(seats)]
    assert tuple(fact.good for fact in given) == expected
    for fact in given:
        board = scenario.board(fact.seat)
        assert board.plots[GOODS.index(fact.good)] == board.tiles == 1


def test_a_seat_begins_with_nothing_else():  # PR-SETUP-1
    for board in started(4).table.boards:
        assert (board.points, sum(board.goods), board.colonists, board.forests, board.city) == (0, 0, 0, 0, ())


def test_island_and_city_have_twelve_spaces_and_the_house_four_places():  # PR-SETUP-1
    position = view(started(3, FIRST).table, 0)
    assert (position.boards[0].island_spaces, position.boards[0].city_spaces) == (11, 12)
    assert (position.house_places, position.house) == (4, ())


# Who begins


@pytest.mark.parametrize("governor", range(5))
def test_a_governor_is_drawn_who_takes_the_first_role(governor: int):  # PR-SETUP-1 PR-ROUND-1 ruling 61
    scenario = started(5, governor=[governor])
    scenario.records(RoundBegan(1, governor)).asks(governor, ChooseRole)
    assert scenario.table.governor == governor


@by_seats((6, 1), (3, 3), (4, 3), (5, 3))
def test_so_many_roles_are_taken_in_a_round_and_so_many_are_left(  # PR-ROUND-1 PR-ROUND-3
    seats: int, expected: tuple[int, int]
):
    scenario, takers = started(seats, FIRST), list[int]()
    left: tuple[str, ...] = ()
    for _ in range(200):
        play_on(scenario)
        takers += [fact.seat for fact in scenario.events if isinstance(fact, RoleTaken)]
        if ended := [fact for fact in scenario.events if isinstance(fact, RoundEnded)]:
            left = ended[0].placards
            break
    assert takers == [place % seats for place in range(expected[0])]
    assert len(left) == expected[1]
    assert [placard.placard for placard in scenario.table.placards if placard.doubloons == 1] == list(left)


def play_on(scenario: Scenario) -> None:
    """The seat that is asked makes its last legal move: roles as they lie from the end, and little else."""
    for seat in range(scenario.table.seats):
        if moves := scenario.legal(seat):
            scenario.when(seat, moves[-1])
            return


# What is hidden


def test_chips_of_others_are_hidden_and_all_else_is_open():  # PR-SCORE-1
    table = started(3).table
    shown = view(table, 0)
    assert [board.points for board in shown.boards] == [0, None, None]
    assert [board.doubloons for board in shown.boards] == [2, 2, 2]
    assert sum(amount.count for amount in shown.supply.stack) == sum(table.stack)
