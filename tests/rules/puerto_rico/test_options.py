"""Options: what is played with, and how open points of the rules are read."""

import pytest
from msgspec.structs import asdict

from quarterdeck_rules.engine.options import OptionError, read_options
from quarterdeck_rules.puerto_rico import TITLE
from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.events import BuildingBought, DrawnLaid, PlantationTaken
from quarterdeck_rules.puerto_rico.options import Options
from quarterdeck_rules.puerto_rico.terms import Good
from tests.rules.puerto_rico.scenario import Scenario, city, doubloons, island, manned, row, started

SWAPPED = {"factory_and_university": "swapped"}
SPARE = {"forest_tile": "discarded"}
HOUSE = "forest_house, hacienda"


def test_open_points_are_read_so_unless_a_table_says_otherwise():
    assert asdict(Options()) == {
        "market": "base",
        "points_pool": "later",
        "hacienda_and_forest_house": "both",
        "library_two_seats": "once",
        "library_craftsman": "different",
        "library_settler": "plantation",
        "small_wharf_harbor": "per_use",
        "black_market_returns": "back",
        "black_market_timing": "after",
        "pool_emptied": "any_phase",
        "specialty_factory": "production",
        "forest_tile": "turned",
        "mayor_decline": "not_allowed",
        "storage": "may_keep_less",
        "wharf_declined": "later",
        "union_hall": "first_turn",
        "storing": "in_order",
        "factory_and_university": "printed",
        "corn_seats": "printed",
        "starting_seat": "drawn",
    }


@pytest.mark.parametrize("chosen", [("market", "large"), ("governor", "first")])
def test_there_are_no_other_options_and_values(chosen: tuple[str, str]):
    with pytest.raises(OptionError):
        read_options(TITLE.options, [chosen])


# The pool


@pytest.mark.parametrize(("seats", "points"), [(2, 65), (3, 75), (4, 100), (5, 122)])
def test_the_first_printing_has_fewer_chips_for_five_seats(seats: int, points: int):  # PR-SETUP-1 ruling 43
    assert started(seats, {"points_pool": "first"}).table.points == points


# Who begins, with how much


def test_the_first_seat_may_be_governor_without_a_draw():  # PR-SETUP-1 ruling 61
    assert started(4, {"starting_seat": "first"}, governor=[3]).table.governor == 0


@pytest.mark.parametrize(("seats", "expected"), [(2, [3, 2]), (3, [2, 2, 1]), (4, [3, 3, 2, 2]), (5, [4, 4, 4, 3, 3])])
def test_seats_that_start_with_corn_may_get_a_doubloon_less(seats: int, expected: list[int]):  # PR-SETUP-2 ruling 59
    table = started(seats, {"corn_seats": "one_less", "starting_seat": "first"}).table
    assert [board.doubloons for board in table.boards] == expected
    assert [board.plots[0] for board in table.boards] == [int(coins == min(expected)) for coins in expected]


# Factory and university


@pytest.mark.parametrize(
    ("options", "factory", "university"), [({}, 7, 8), (SWAPPED, 8, 7)], ids=["printed", "swapped"]
)
def test_the_costs_of_factory_and_university_may_be_swapped(  # PR-BUILDER-2 ruling 59
    options: dict[str, str], factory: int, university: int
):
    for name, cost in (("factory", factory), ("university", university), ("harbor", 8)):
        scenario = Scenario(options=options).given(doubloons(9)).asking(0, ChooseBuilding())
        scenario.when(0, f"build {name}").records(BuildingBought(0, name, cost))


def test_quarries_help_with_a_swapped_building_as_ever():  # PR-BUILDER-2
    scenario = Scenario(options=SWAPPED).given(island("4 quarry"), manned("4 quarry"), doubloons(9))
    scenario.asking(0, ChooseBuilding()).when(0, "build university").records(BuildingBought(0, "university", 4))


# Forests


def settling(options: dict[str, str]) -> Scenario:
    """Seat 0, with forest house and hacienda, has taken the settler; it will draw corn."""
    scenario = Scenario(options=options).given(city(HOUSE), manned(HOUSE), row("sugar")).draws(plantations=[0])
    return scenario.playing("settler", 0)


@pytest.mark.parametrize(("options", "discarded"), [({}, False), (SPARE, True)], ids=["turned", "discarded"])
def test_a_forest_is_the_tile_turned_over_or_a_spare_one(  # PR-FOREST-3 ruling 52
    options: dict[str, str], discarded: bool
):
    scenario = settling(options).when(0, "draw_tile").when(0, "lay_drawn yes")
    scenario.records(DrawnLaid(0, Good.CORN, True, discarded)).when(0, "take_plantation sugar forest=yes")
    scenario.records(PlantationTaken(0, Good.SUGAR, True, discarded))
    gone, none = (1, 0, 1, 0, 0), (0,) * 5
    assert (scenario.table.discard, scenario.table.turned) == ((gone, none) if discarded else (none, gone))
    assert scenario.board(0).forests == 2


def test_every_option_says_what_it_is_for():
    for field in Options.__struct_fields__:
        described = Options.__annotations__[field].__metadata__[0]
        assert described.description.endswith("."), field
