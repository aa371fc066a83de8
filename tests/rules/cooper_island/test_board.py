"""The board: the ring of water around the island, and the peninsula of every seat."""

from itertools import pairwise

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.events import LogBookGained, ShipAdvanced
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.terms import Half, Ship
from quarterdeck_rules.cooper_island.view import view
from tests.rules.cooper_island.scenario import Scenario

BOX = Scenario().table.box

NEIGHBOURS = """
    A1: B1 B2
    B1: A1 B2 C1 C2
    B2: A1 B1 C2 C3
    C1: B1 C2 D1 D2
    C2: B1 B2 C1 C3 D2 D3
    C3: B2 C2 D3 D4
    D1: C1 D2 E1 E2
    D2: C1 C2 D1 D3 E2 E3
    D3: C2 C3 D2 D4 E3 E4
    D4: C3 D3 E4 E5
    E1: D1 E2 F1
    E2: D1 D2 E1 E3 F1 F2
    E3: D2 D3 E2 E4 F2 F3
    E4: D3 D4 E3 E5 F3 F4
    E5: D4 E4 F4
    F1: E1 E2 F2 G1
    F2: E2 E3 F1 F3 G1 G2
    F3: E3 E4 F2 F4 G2 G3
    F4: E4 E5 F3 G3
    G1: F1 F2 G2
    G2: F2 F3 G1 G3
    G3: F3 F4 G2
"""
WATER = """
    L1 near: A1 B1
    L1 far: B1 C1
    L2 near: C1 D1
    L2 far: D1 E1
    L3 near: E1
    L3 far: E1 F1
    L4 near: F1 G1
    L4 far: G1
    R1 near: A1 B2
    R1 far: B2 C3
    R2 near: C3 D4
    R2 far: D4 E5
    R3 near: E5
    R3 far: E5 F4
    R4 near: F4 G3
    R4 far: G3
"""
RUINS = ["C1", "C3", "E3", "F1", "F4"]


def read(table: str) -> dict[str, list[str]]:
    lines = (line.split(":") for line in table.strip().splitlines())
    return {name.strip(): spaces.split() for name, spaces in lines}


def names(places: tuple[int, ...]) -> list[str]:
    return [BOX.spaces[place] for place in places]


# The ring


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_water_spaces_a_peninsula_go_around_the_island(seats: int) -> None:  # CI-SAIL-4
    scenario = Scenario(seats)
    assert scenario.table.banks == 10 * seats
    assert [board.one_sail.bank for board in scenario.table.boards] == [10 * seat for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("ship", "way"), [(Ship.ONE_SAIL, 1), (Ship.TWO_SAIL, -1)])
def test_every_fifth_step_brings_a_log_book_for_every_seat_either_way(  # CI-SAIL-5
    seats: int, ship: Ship, way: int
) -> None:
    for seat in range(seats):
        scenario = Scenario(seats).asking(seat, ChooseShip(4), ChooseShip(1))
        scenario.when(seat, f"move_ship {ship}").records_nothing_of(LogBookGained)
        scenario.when(seat, f"move_ship {ship}")
        scenario.records(ShipAdvanced(seat, ship, (10 * seat + 5 * way) % (10 * seats)), LogBookGained)


@pytest.mark.parametrize(("seats", "bays"), [(2, (5, 15)), (3, (5, 15, 25)), (4, (5, 15, 25, 35))])
def test_the_position_names_the_bays_half_way_between_the_harbors(seats: int, bays: tuple[int, ...]) -> None:
    table = Scenario(seats).table  # CI-SAIL-5
    position = view(table, None)
    assert position.bays == bays
    assert not set(bays) & {board.harbor for board in position.boards}


def test_four_water_spaces_of_two_halves_lie_on_either_side_of_a_harbor() -> None:  # CI-ISLET-2
    banks = {space: half.banks_from_harbor for (space, _), half in BOX.water.items()}
    assert banks == {"L1": 1, "L2": 2, "L3": 3, "L4": 4, "R1": -1, "R2": -2, "R3": -3, "R4": -4}
    assert set(BOX.water) == {(space, half) for space in banks for half in Half}


def test_on_the_left_the_far_half_is_clockwise_on_the_right_the_near_half() -> None:  # CI-SAIL-4
    clockwise = {(space[0], half) for (space, half), entry in BOX.water.items() if entry.clockwise}
    assert clockwise == {("L", Half.FAR), ("R", Half.NEAR)}


# The peninsula


def test_the_landscape_spaces_and_their_neighbours() -> None:  # CI-LAND-3
    around = {space: names(BOX.neighbours[place]) for space, place in BOX.place.items()}
    assert around == read(NEIGHBOURS)
    assert len(BOX.pairs) == 49


def test_neighbours_are_neighbours_both_ways() -> None:  # CI-LAND-3
    pairs = {(one, other) for one, around in enumerate(BOX.neighbours) for other in around}
    assert pairs == {(other, one) for one, other in pairs}
    assert {(one, other) for one, other in pairs if one < other} == set(BOX.pairs)


def test_which_landscape_spaces_each_half_of_a_water_space_touches() -> None:  # CI-ISLET-2
    assert {f"{space} {half}": names(touched) for (space, half), touched in BOX.touches.items()} == read(WATER)


def test_start_ruins_and_passage() -> None:  # CI-SETUP-1
    assert BOX.spaces[BOX.start] == "A1"
    assert names(tuple(sorted(BOX.ruins))) == RUINS
    assert names(BOX.passage) == ["G1", "G2", "G3"]


def test_no_ruin_lies_beside_another_or_beside_the_start_space() -> None:  # CI-SETUP-1
    for ruin in BOX.ruins:
        assert not {BOX.start, *BOX.ruins} & set(BOX.neighbours[ruin])


def test_every_water_half_touches_a_space_without_ruin() -> None:  # CI-ISLET-2
    assert all(set(touched) - BOX.ruins for touched in BOX.touches.values())


@pytest.mark.parametrize(("flank", "spaces"), [("L", "L1 L2 L3 L4"), ("R", "R1 R2 R3 R4")])
def test_the_halves_of_a_flank_follow_each_other_from_the_harbor(flank: str, spaces: str) -> None:  # CI-SAIL-4
    halves = [BOX.water[space, half] for space in spaces.split() for half in Half]
    assert halves[0].space == f"{flank}1"
    for one, other in pairwise(halves):
        assert (other.q - one.q, other.r - one.r) in {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}


def test_the_numbers_of_components_are_those_of_the_box() -> None:  # CI-SETUP-1
    contents = TITLE.load_components(()).contents
    assert {name: len(getattr(contents, name)) for name in ("islets", "boats", "cargo_ships", "royal_orders")} == {
        "islets": 6,
        "boats": 6,
        "cargo_ships": 5,
        "royal_orders": 8,
    }
    assert (len(contents.small_cards), len(contents.large_cards)) == (15, 15)
    assert sum(tile.count for tile in contents.double_tiles) == 60
    assert sum(book.count for book in contents.log_books) == 30
    assert (len(contents.crate_spaces), len(contents.milestones), len(contents.hire_spaces)) == (5, 4, 4)
    assert sum(building.count for building in contents.buildings) == 5
