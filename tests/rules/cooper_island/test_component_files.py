"""Component files: entries replaced by id, and what is said of files that cannot be used."""

from typing import cast

import pytest
from msgspec.structs import replace

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.box import Box
from quarterdeck_rules.cooper_island.cartographer import PlaceSingleTile
from quarterdeck_rules.cooper_island.events import CartographerAdvanced, CartographerUsed
from quarterdeck_rules.cooper_island.terms import Cost
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.components import ComponentError
from tests.rules.cooper_island.scenario import Scenario, land

SURE = 'status = "printed", source = "a test"'


def load(*replacements: str) -> Box:
    """The box with entries replaced; `@` stands for the status and source that every entry has."""
    return cast(Box, TITLE.load_components([text.replace("@", SURE).encode() for text in replacements]))


PLAIN = load()


# Replacing


def test_a_replaced_entry_counts_in_play() -> None:
    dearer = load('cartographer_options = [{ id = "chart", @, steps = 3 }]')
    scenario = Scenario(components=dearer).given(land("A1 meadow 1"), CartographerAdvanced(0, 6))
    scenario.asking(0, EndStep()).when(0, "use_cartographer chart").records(CartographerUsed(0, 3))
    scenario.asks(0, PlaceSingleTile("chart"))


def test_a_replaced_entry_stands_in_the_place_of_the_old_one_and_nothing_else_changes() -> None:
    box = load('landing_spaces = [{ id = "landing_2", @, cost = { coin = 3 }, helm_points = 2 }]')
    assert box.landing_names == PLAIN.landing_names
    assert box.landing_spaces["landing_2"].cost == Cost(coin=3)
    others = [name for name in box.contents.__struct_fields__ if name != "landing_spaces"]
    assert all(getattr(box.contents, name) == getattr(PLAIN.contents, name) for name in others)
    assert box.landing_spaces["landing_1"] == PLAIN.landing_spaces["landing_1"]


def test_a_later_replacement_replaces_an_earlier_one() -> None:
    first, second = (f'numbers = [{{ id = "gold_level", @, value = {value} }}]' for value in (2, 4))
    assert load(first, second).numbers.gold_level == 4


def test_other_values_make_another_component_set_and_the_same_values_the_same() -> None:
    text = 'numbers = [{ id = "gold_level", @, value = 2 }]'
    assert load(text) == load(text)
    assert load(text) != PLAIN
    assert load(text).hash != PLAIN.hash


def test_a_component_set_is_restored_from_its_kept_bytes() -> None:
    text = 'islets = [{ id = "meadow_coin", @, landscape = "meadow", action = { do = "draw_tiles", count = 2 } }]'
    box = load(text)
    restored = cast(Box, TITLE.restore_components(box.canonical))
    assert restored == box
    assert restored.contents == box.contents
    assert restored.islets["meadow_coin"].action == box.islets["meadow_coin"].action


def test_a_moved_space_has_the_neighbours_of_its_new_place() -> None:
    box = load('land = [{ id = "G1", @, q = 1, r = -1 }]')
    assert [box.spaces[place] for place in box.neighbours[box.place["G1"]]] == ["A1"]
    assert box.passage == (box.place["G2"], box.place["G3"])


# Files that cannot be used


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("numbers = ", "not TOML: "),
        ('walls = [{ id = "A1" }]', "walls: no table of components has this name"),
        ("numbers = 3", "numbers: no table of components has this name"),
        ("numbers = [3]", "numbers: a component is a table with an id, not 3"),
        ("numbers = [{ value = 3 }]", "numbers: a component is a table with an id, not {'value': 3}"),
        ('numbers = [{ id = ["rounds"] }]', "numbers: a component is a table with an id, not {'id': ['rounds']}"),
        ('numbers = [{ id = "turns" }]', "numbers: there is no component 'turns' to replace"),
        ('numbers = [{ id = "rounds" }]', "missing required field `status` - at `$.numbers[0]`"),
        ('numbers = [{ id = "rounds", @ }]', "missing required field `value` - at `$.numbers[0]`"),
        ('numbers = [{ id = "rounds", @, value = 5, of = 6 }]', "unknown field `of` - at `$.numbers[0]`"),
        ('numbers = [{ id = "rounds", @, value = "5" }]', "got `str` - at `$.numbers[0].value`"),
        (
            'numbers = [{ id = "rounds", status = "rumour", source = "", value = 5 }]',
            "'rumour' - at `$.numbers[0].status`",
        ),
        (
            'numbers = [{ id = "rounds", @, value = 5, reconstructed = ["number"] }]',
            "numbers: 'rounds' has no field number to be reconstructed",
        ),
        (
            'islets = [{ id = "meadow_coin", @, landscape = "river", action = { do = "draw_tiles" } }]',
            "'river' - at `$.islets[2].landscape`",
        ),
        ('land = [{ id = "A1", @, q = 0, r = 0 }]', "land: one space has to be the start, not 0"),
        (
            'land = [{ id = "B1", @, q = -1, r = 1, role = "start" }]',
            "land: one space has to be the start, not 2: A1, B1",
        ),
        ('land = [{ id = "B1", @, q = -1, r = 1, role = "tip" }]', "'tip' - at `$.land[1].role`"),
        ('land = [{ id = "B1", @, q = 0, r = 1 }]', "land, water: B1 and B2 lie on one place, (0, 1)"),
        ('land = [{ id = "B1", @, q = -1, r = 0 }]', "land, water: B1 and L1-near lie on one place, (-1, 0)"),
        (
            'tables = [{ id = "2", @, seats = 2, royal_orders = 4, cartographer = [3], layouts = ["A"] }]',
            "tables: '2' is for 2 seats with 1 cartographers",
        ),
        (
            'tables = [{ id = "2", @, seats = 3, royal_orders = 4, cartographer = [3, 3, 4], layouts = ["A"] }]',
            "tables: '2' is for 3 seats with 3 cartographers",
        ),
        (
            'small_cards = [{ id = "S9", @, changes = [{ change = "better_trade", trade = "any", rate = 3 }] }]',
            "small_cards: 'S9' names no trade: 'any'",
        ),
        (
            'small_cards = [{ id = "S1", @, changes=[{ change = "cheaper_cartographer", option = "x", steps = 1 }] }]',
            "small_cards: 'S1' names no option of the cartographer: 'x'",
        ),
        (
            'small_cards = [{ id = "S1", @, changes = [{ change = "cheaper" }] }]',
            "'cheaper' - at `$.small_cards[0].changes[0].change`",
        ),
        (
            'milestones = [{ id = "two_boats", @, goal = { measure = { count = "ships" } } }]',
            "'ships' - at `$.milestones[0].goal.measure.count`",
        ),
    ],
)
def test_a_broken_file_is_refused_with_the_place_of_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ComponentError) as error:
        load(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("1", "expected an effect, got 1"),
        ('{ do = "draw" }', "no effect is called 'draw'"),
        ('{ do = "sail", ship = "one_sail", points = 1 }', "no effect is called 'sail'"),
        ('{ do = "draw_tiles", number = 2 }', "effect cooper_island.draw_tiles.v1 has no field number"),
        ('{ do = "gain_goods", goods = ["silver"] }', "gain_goods.v1: Invalid enum value 'silver' - at `$.goods[0]`"),
    ],
)
def test_a_broken_action_is_refused_and_so_is_an_effect_that_is_no_action(action: str, message: str) -> None:
    with pytest.raises(ComponentError) as error:
        load(f'islets = [{{ id = "meadow_coin", @, landscape = "meadow", action = {action} }}]')
    assert str(error.value).endswith(f"{message} - at `$.islets[2].action`")


def test_the_single_numbers_are_exactly_those_the_rules_ask_for() -> None:
    numbers = PLAIN.contents.numbers
    with pytest.raises(ComponentError, match=r"numbers: missing \['rounds'\], unknown \[\]"):
        Box(replace(PLAIN.contents, numbers=numbers[1:]), b"")
    with pytest.raises(ComponentError, match=r"numbers: missing \[\], unknown \['turns'\]"):
        Box(replace(PLAIN.contents, numbers=(*numbers, replace(numbers[0], id="turns"))), b"")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('numbers = [{ id = "storage_spots", @, value = -1 }]', "Expected `int` >= 0"),
        ('numbers = [{ id = "rounds", @, value = 0 }]', "'rounds' has to be at least 1"),
        ('numbers = [{ id = "banks_to_bay", @, value = 0 }]', "'banks_to_bay' has to be at least 1"),
        ('landing_spaces = [{ id = "landing_2", @, cost = { coin = -3 }, helm_points = 2 }]', "Expected `int` >= 0"),
        ('landing_spaces = [{ id = "landing_2", @, cost = { coin = 3 }, helm_points = -2 }]', "Expected `int` >= 0"),
        ('trades = [{ id = "cloth_for_coins", @, gives = ["cloth"], takes = ["coin"], rate = 0 }]', "`int` >= 1"),
        ('large_cards = [{ id = "L3", @, action = { do = "draw_tiles", count = 0 } }]', "`int` >= 1"),
        ('small_cards = [{ id = "S6", @, changes = [{ change = "more_storage", spots = -1 }] }]', "`int` >= 0"),
    ],
)
def test_a_number_that_no_game_could_be_played_with_is_refused(text: str, message: str) -> None:
    with pytest.raises(ComponentError, match=message):
        load(text)


STRATEGY = (
    'strategies = [{{ id = "strategy_1", @, start_cards = {start}, cooper_orders = {his}, '
    'orders = ["order_3", "order_4"], helm_on = "boat", anchor_on = "building" }}]'
)
LEVEL = (
    'levels = [{{ id = "level_1", @, orders_added = {added}, orders_from = {orders}, depot = {depot}, points = 2 }}]'
)
ACTION = 'action_cards = [{{ id = "B1", @, steps = [{{ do = {step} }}] }}]'


def strategy(start: str = '[["B1", "B2"], ["D1", "D2"]]', his: str = '["order_1", "order_2"]') -> str:
    return STRATEGY.format(start=start, his=his)


def level(added: int = 1, orders: str = '["order_5"]', depot: str = '["wood"]') -> str:
    return LEVEL.format(added=added, orders=orders, depot=depot)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (strategy(start='[["B1", "D9"], ["D1", "D2"]]'), "strategies: 'strategy_1' names no action card: D9"),
        (strategy(start='[["B1", "B1"], ["D1"]]'), "strategies: 'strategy_1' has a start card twice"),
        (strategy(start='[["B1"], []]'), "or a group without any"),
        (strategy(his='["order_99"]'), "strategies: 'strategy_1' names no royal order: order_99"),
        (level(2), "levels: 'level_1' adds 2 orders from 1"),
        (level(orders='["order_77"]'), "levels: 'level_1' names no royal order: order_77"),
        (level(orders='["order_3"]'), "levels: 'level_1' adds orders that strategies show: order_3"),
        (level(depot='["coin"]'), "levels: 'level_1' has no cube in its depot: coin"),
        (
            ACTION.format(step='"post_cooper", section = "Z", prefers = "normal"'),
            "action_cards: 'B1' names no section: 'Z'",
        ),
        (
            ACTION.format(step='"give_cooper_helm", points = 1, order = "order_99"'),
            "action_cards: 'B1' names no royal order: 'order_99'",
        ),
    ],
)
def test_what_would_break_a_solo_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(ComponentError) as error:
        load(text)
    assert message in str(error.value)


def test_the_entries_that_those_tests_spoil_are_good_without_it() -> None:
    load(strategy(), level(), ACTION.format(step='"post_cooper", section = "B", prefers = "normal"'))
