"""Component files: what is printed, entries replaced by id, and what is said of files that cannot be used."""

from collections import Counter
from typing import cast

import pytest
from msgspec.structs import replace

from quarterdeck_rules.engine.components import ComponentError
from quarterdeck_rules.puerto_rico import TITLE
from quarterdeck_rules.puerto_rico.box import Box
from quarterdeck_rules.puerto_rico.events import BuildingBought
from quarterdeck_rules.puerto_rico.terms import GOODS, Group
from tests.rules.puerto_rico.scenario import Scenario, doubloons

SURE = 'status = "printed", source = "a test"'


def load(*replacements: str) -> Box:
    """The box with entries replaced; `@` stands for the status and source that every entry has."""
    return cast(Box, TITLE.load_components([text.replace("@", SURE).encode() for text in replacements]))


PLAIN = load()


# What is printed


@pytest.mark.parametrize(
    ("building", "cost", "points", "column", "circles", "copies", "copies_two_seats"),
    [
        ("small_indigo_plant", 1, 1, 1, 1, 4, 2),
        ("small_sugar_mill", 2, 1, 1, 1, 4, 2),
        ("indigo_plant", 3, 2, 2, 3, 3, 2),
        ("sugar_mill", 4, 2, 2, 3, 3, 2),
        ("tobacco_storage", 5, 3, 3, 3, 3, 2),
        ("coffee_roaster", 6, 3, 3, 2, 3, 2),
        pytest.param("small_market", 1, 1, 1, 1, 2, 1, id="small_market-section7_line5"),
        ("hacienda", 2, 1, 1, 1, 2, 1),
        ("construction_hut", 2, 1, 1, 1, 2, 1),
        pytest.param("small_warehouse", 3, 1, 1, 1, 2, 1, id="small_warehouse-section7_line5"),
        ("hospice", 4, 2, 2, 1, 2, 1),
        ("office", 5, 2, 2, 1, 2, 1),
        pytest.param("large_market", 5, 2, 2, 1, 2, 1, id="large_market-section7_line5"),
        pytest.param("large_warehouse", 6, 2, 2, 1, 2, 1, id="large_warehouse-section7_line5"),
        pytest.param("factory", 7, 3, 3, 1, 2, 1, id="factory-section7_line5"),
        pytest.param("university", 8, 3, 3, 1, 2, 1, id="university-section7_line5"),
        ("harbor", 8, 3, 3, 1, 2, 1),
        ("wharf", 9, 3, 3, 1, 2, 1),
        ("aqueduct", 1, 1, 1, 1, 2, 1),
        ("black_market", 2, 1, 1, 1, 2, 1),
        ("forest_house", 2, 1, 1, 1, 2, 1),
        ("storehouse", 3, 1, 1, 1, 2, 1),
        ("guest_house", 4, 2, 2, 2, 2, 1),
        ("church", 5, 2, 2, 1, 2, 1),
        ("trading_post", 5, 2, 2, 1, 2, 1),
        ("small_wharf", 6, 2, 2, 1, 2, 1),
        ("lighthouse", 7, 3, 3, 1, 2, 1),
        ("library", 8, 3, 3, 1, 2, 1),
        ("specialty_factory", 8, 3, 3, 1, 2, 1),
        ("union_hall", 9, 3, 3, 1, 2, 1),
        ("guild_hall", 10, 4, 4, 1, 1, 1),
        ("residence", 10, 4, 4, 1, 1, 1),
        ("fortress", 10, 4, 4, 1, 1, 1),
        ("customs_house", 10, 4, 4, 1, 1, 1),
        ("city_hall", 10, 4, 4, 1, 1, 1),
        ("statue", 10, 8, 4, 0, 1, 1),
        ("cloister", 10, 4, 4, 1, 1, 1),
    ],
)
def test_a_building_is_printed_so(
    building: str, cost: int, points: int, column: int, circles: int, copies: int, copies_two_seats: int
):
    printed = PLAIN.buildings[building]
    assert (printed.cost, printed.points, printed.column, printed.circles) == (cost, points, column, circles)
    assert (printed.copies, printed.copies_two_seats) == (copies, copies_two_seats)


def test_there_are_no_other_buildings():
    assert Counter((one.group, one.expansion) for one in PLAIN.contents.buildings) == {
        (Group.PRODUCTION, False): 6,
        (Group.SMALL, False): 12,
        (Group.SMALL, True): 12,
        (Group.LARGE, False): 5,
        (Group.LARGE, True): 2,
    }


def test_beige_tiles_are_twenty_nine_of_the_base_game_and_twenty_six_of_the_expansion():
    beige = [one for one in PLAIN.contents.buildings if one.group is not Group.PRODUCTION]
    assert [sum(one.copies for one in beige if one.expansion is new) for new in (False, True)] == [29, 26]


def test_large_buildings_take_two_city_spaces_and_all_others_one():
    sizes = {one.id: PLAIN.size(one.id) for one in PLAIN.contents.buildings}
    assert {name for name, size in sizes.items() if size == 2} == {
        *("guild_hall", "residence", "fortress", "customs_house", "city_hall", "statue", "cloister")
    }
    assert set(sizes.values()) == {1, 2}


@pytest.mark.parametrize(
    ("good", "makers"),
    [
        ("corn", ()),
        ("indigo", ("small_indigo_plant", "indigo_plant")),
        ("sugar", ("small_sugar_mill", "sugar_mill")),
        ("tobacco", ("tobacco_storage",)),
        ("coffee", ("coffee_roaster",)),
    ],
)
def test_a_good_is_made_by_these_buildings_small_before_large(good: str, makers: tuple[str, ...]):
    assert PLAIN.makers[[kind.value for kind in GOODS].index(good)] == makers


def test_goods_have_these_prices():
    assert PLAIN.prices == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("small_indigo_plant", 1),
        ("small_sugar_mill", 1),
        ("indigo_plant", 2),
        ("sugar_mill", 2),
        ("tobacco_storage", 2),
        ("coffee_roaster", 2),
        *[(one.id, 0) for one in PLAIN.contents.buildings if one.group is not Group.PRODUCTION],
    ],
)
def test_a_guild_hall_scores_a_building_so(building: str, points: int):
    assert PLAIN.buildings[building].guild_points == points


def test_what_the_base_game_prints_for_a_column_is_its_points_too():
    base = [one for one in PLAIN.contents.buildings if not one.expansion]
    assert all(one.column == one.points for one in base)


# Replacing


def test_a_replaced_entry_counts_in_play():
    hut = 'id = "construction_hut", @, group = "small", cost = 4, points = 1, column = 1, circles = 1, copies = 2'
    dearer = load(f"buildings = [{{ {hut}, copies_two_seats = 1 }}]")
    scenario = Scenario(components=dearer).given(doubloons(4)).playing("builder", 0)
    scenario.when(0, "build construction_hut").records(BuildingBought(0, "construction_hut", 3))


def test_a_replaced_entry_stands_in_the_place_of_the_old_one_and_nothing_else_changes():
    box = load('market_spaces = [{ id = "cost_2", @, cost = 2, spaces = 3 }]')
    assert box.spaces == {**PLAIN.spaces, 2: 3}
    assert list(box.spaces) == list(PLAIN.spaces)
    others = [name for name in box.contents.__struct_fields__ if name != "market_spaces"]
    assert all(getattr(box.contents, name) == getattr(PLAIN.contents, name) for name in others)


def test_a_later_replacement_replaces_an_earlier_one():
    first, second = (f'numbers = [{{ id = "house_places", @, value = {value} }}]' for value in (3, 5))
    assert load(first, second).numbers.house_places == 5


def test_other_values_make_another_component_set_and_the_same_values_the_same():
    text = 'numbers = [{ id = "house_places", @, value = 5 }]'
    assert load(text) == load(text)
    assert load(text) != PLAIN
    assert load(text).hash != PLAIN.hash


def test_a_component_set_is_restored_from_its_kept_bytes():
    box = load('scales = [{ id = "cloister_points", @, values = [0, 2, 4] }]')
    restored = cast(Box, TITLE.restore_components(box.canonical))
    assert restored == box
    assert restored.contents == box.contents
    assert restored.scales.cloister_points.at(7) == 4


# Files that cannot be used

TABLE = (
    'id = "2", @, points = 65, points_first_printing = 65, colonists = 40, colonists_on_ship = 2, doubloons = 3, '
    "face_up_plantations = 3, quarries = 5"
)
PRINTED = "cost = 4, points = 2, circles = 1, copies = 2, copies_two_seats = 1"
HOSPICE, PLANT = f'id = "hospice", @, group = "small", {PRINTED}', f'id = "indigo_plant", @, {PRINTED}'
BOTH = 'placards = ["mayor", "trader"]'
SHIPS, TILES, PLACARDS = "cargo_ships = [4, 6]", 'start_plantations = ["indigo", "corn"]', 'placards = ["mayor"]'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("numbers = ", "not TOML: "),
        ('ships = [{ id = "4" }]', "ships: no table of components has this name"),
        ('numbers = [{ id = "seats" }]', "numbers: there is no component 'seats' to replace"),
        ('numbers = [{ id = "city_spaces", @ }]', "missing required field `value` - at `$.numbers[1]`"),
        ('numbers = [{ id = "city_spaces", @, value = 5, of = 6 }]', "unknown field `of` - at `$.numbers[1]`"),
        ('numbers = [{ id = "city_spaces", @, value = -1 }]', "Expected `int` >= 0"),
        ('numbers = [{ id = "island_spaces", @, value = 0 }]', "numbers: 'island_spaces' has to be at least 1"),
        ('numbers = [{ id = "forests_per_doubloon", @, value = 0 }]', "'forests_per_doubloon' has to be at least 1"),
        (
            'numbers = [{ id = "city_spaces", @, value = 5, reconstructed = ["number"] }]',
            "numbers: 'city_spaces' has no field number to be reconstructed",
        ),
        ('scales = [{ id = "factory_doubloons", @, values = [] }]', "scales: 'factory_doubloons' has no values"),
        (
            f"buildings = [{{ {HOSPICE}, column = 0 }}]",
            "`int` >= 1",
        ),
        (
            f'buildings = [{{ {HOSPICE}, column = 2, good = "corn" }}]',
            "buildings: 'hospice' of the group small makes corn",
        ),
        (
            f'buildings = [{{ {PLANT}, group = "production", column = 2 }}]',
            "buildings: 'indigo_plant' of the group production makes nothing",
        ),
        (
            f"tables = [{{ {TABLE}, seats = 3, turns = 1, {SHIPS}, {TILES}, {PLACARDS} }}]",
            "tables: '2' is for 3 seats with 2 plantations",
        ),
        (
            f'tables = [{{ {TABLE}, seats = 2, turns = 1, {SHIPS}, {TILES}, placards = ["mayor", "smith"] }}]',
            "tables: '2' names no placard: smith",
        ),
        (
            f"tables = [{{ {TABLE}, seats = 2, turns = 1, {SHIPS}, {TILES}, {PLACARDS} }}]",
            "tables: '2' has 1 placards for 2 turns",
        ),
        (
            f"tables = [{{ {TABLE}, seats = 2, turns = 1, cargo_ships = [4, 4], {TILES}, {BOTH} }}]",
            "tables: '2' has cargo ships of one size, which their names cannot tell apart",
        ),
        (
            'market_spaces = [{ id = "cost_1", @, cost = 1, spaces = 3 }]',
            "market_spaces: 'cost_1' has 3 spaces for 2 kinds of buildings",
        ),
    ],
)
def test_a_broken_file_is_refused_with_what_is_wrong(text: str, message: str):
    with pytest.raises(ComponentError) as error:
        load(text)
    assert message in str(error.value)


def test_the_single_numbers_are_exactly_those_the_rules_ask_for():
    numbers = PLAIN.contents.numbers
    with pytest.raises(ComponentError, match=r"numbers: missing \['island_spaces'\], unknown \[\]"):
        Box(replace(PLAIN.contents, numbers=numbers[1:]), b"")
    with pytest.raises(ComponentError, match=r"numbers: missing \[\], unknown \['turns'\]"):
        Box(replace(PLAIN.contents, numbers=(*numbers, replace(numbers[0], id="turns"))), b"")
