"""The greedy bot knows the box from the components of its game alone."""

import re
from pathlib import Path

import pytest

from quarterdeck import bots
from quarterdeck.bots import GreedyBot, TitleNotPlayed
from quarterdeck.bots.greedy.cooper_island.box import Box
from quarterdeck.bots.greedy.cooper_island.land import use_cartographer
from quarterdeck.bots.greedy.cooper_island.measures import order_value
from quarterdeck.bots.greedy.cooper_island.purchases import purchase_value
from quarterdeck.bots.greedy.cooper_island.sailing import ship_value
from quarterdeck.bots.greedy.cooper_island.sections import section_value
from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.weights import FED
from quarterdeck.bots.greedy.valuations import VALUATIONS
from quarterdeck.client.moves.cooper_island import Good, Structure, Worker
from quarterdeck.cooper_island.v1.move_pb2 import MoveShip, UseCartographer
from quarterdeck.cooper_island.v1.position_pb2 import Assigned, BoardView, BoatView, Crew, LandView, Position, ShipView
from quarterdeck.cooper_island.v1.terms_pb2 import SHIP_ONE_SAIL
from quarterdeck.v1 import play_pb2
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck_rules.titles import TITLES
from tests.unit.component_set import component_set

HUNGRY = 'worker = "normal"\nfood = 5'
FOLDER = Path(bots.__file__).parent


def replaced(table, name, values):
    """The components, with one entry replaced as an operator's file would."""
    entry = f'[[{table}]]\nid = "{name}"\nstatus = "reconstructed"\nsource = "a test"\n{values}\n'
    return component_set(entry.encode())


def seen(components, *, round_number=1, orders=(), **board):
    seat = BoardView(storage_spots=5, available=Crew(normal=1), **board)
    return Table(Box(components), Position(round=round_number, boards=[seat], banks=20, orders=orders), 0)


def test_costs_helm_points_and_numbers_are_those_of_the_components():
    box, contents = Box(component_set()), TITLES["cooper_island"].load_components(()).contents
    for landing in contents.landing_spaces:
        cost = {Good[cost.upper()]: units for cost, units in box_cost(landing.cost).items()}
        assert box.landings[landing.id].cost == cost
        assert box.landings[landing.id].helm_points == landing.helm_points
    assert {ship.id: ship.helm_points for ship in contents.cargo_ships} == {
        name: price.helm_points for name, price in box.cargo.items()
    }
    assert set(box.buildings) == {Structure.SMALL_BUILDING, Structure.LARGE_BUILDING, Structure.FORTRESS}
    for number in contents.numbers:
        assert box.number(number.id) == number.value
    assert box.most_less("build_building") == 2
    assert box.most_less("supply_cargo_ship") == 0


def box_cost(cost):
    """A cost of the rules, by names of goods."""
    return {name: units for name in cost.__struct_fields__ if (units := getattr(cost, name))}


def test_a_bot_without_components_says_what_it_wants():
    with pytest.raises(ValueError, match="wants the components of its game"):
        Box(())
    with pytest.raises(ValueError, match="no number 'paces'"):
        Box(component_set()).number("paces")


def test_a_cheaper_landing_space_is_bought_where_the_printed_one_is_not():
    dear = component_set()
    cheap = replaced("landing_spaces", "landing_1", "cost = { wood = 1 }\nhelm_points = 1")
    board = {"storage": [Good.WOOD], "boats": ["coin_boat"], "landing_spaces": [BoatView(landing="landing_1")]}
    assert purchase_value(seen(dear, **board), "boat") == 0
    assert purchase_value(seen(cheap, **board), "boat") > 0


def test_a_card_is_what_the_components_say_it_is():
    other = replaced("small_cards", "S9", 'changes = [{ change = "cheaper_purchase", purchase = "cargo", less = 4 }]')
    assert seen(component_set(), small_cards=["S9"]).less("cargo") == 0
    assert seen(other, small_cards=["S9"]).less("cargo") == 4


def test_gold_comes_from_the_level_that_components_and_own_cards_say():
    assert seen(component_set()).gold_level == 3
    assert seen(component_set(), small_cards=["S13"]).gold_level == 2
    assert seen(replaced("numbers", "gold_level", "value = 5")).gold_level == 5


def test_the_cartographer_raises_high_land_from_the_level_of_the_components():
    high, low = UseCartographer(option="raise_high"), UseCartographer(option="raise_low")
    table = seen(component_set())
    assert use_cartographer(table, high) == pytest.approx(0.3 * table.time * (4 + 1) - 0.1)
    assert use_cartographer(seen(replaced("numbers", "raise_high_level", "value = 6")), high) > use_cartographer(
        table, high
    )
    assert use_cartographer(table, low) < use_cartographer(table, high)


def test_a_section_is_worth_what_the_components_offer_there():
    nothing = replaced("sections", "E", "offers = []\nsquare_offers = []")
    assert section_value(seen(component_set()), Worker.NORMAL, "E") > 0
    assert section_value(seen(nothing), Worker.NORMAL, "E") == 0
    assert section_value(seen(component_set()), Worker.NORMAL, "Z") == 0


def test_the_number_of_rounds_is_that_of_the_components():
    assert seen(component_set(), round_number=2).rounds_left == 3
    assert seen(replaced("numbers", "rounds", "value = 7"), round_number=2).rounds_left == 5


def test_a_worker_costs_what_its_place_in_the_feeding_row_says():
    for components, food in ((component_set(), 1), (replaced("feeding_row", "feeding_2", HUNGRY), 5)):
        assert seen(components, locked=Crew(normal=1)).upkeep(Worker.NORMAL) == pytest.approx(FED * food)
    assert seen(component_set(), locked=Crew(special=2)).upkeep(Worker.SPECIAL) == pytest.approx(FED * 2 - 1)


def test_a_royal_order_is_worth_what_its_stages_say_rising_or_falling():
    land = [LandView(space=str(place), level=int(place != 0)) for place in range(22)]
    table = seen(component_set(), round_number=5, land=land)
    assert order_value(table, "order_6") > 5, "one space is uncharted: the best but one stage is reached"
    bare = seen(component_set(), round_number=5, land=[LandView(space=str(place)) for place in range(22)])
    assert order_value(bare, "order_6") < 1
    poor = replaced(
        "royal_orders",
        "order_6",
        'measure = { count = "uncharted_spaces" }\nstages = [{ points = 2, at_most = 3 }]',
    )
    assert order_value(seen(poor, round_number=5, land=land, orders=[Assigned(order="order_6")]), "order_6") == 2


def test_a_ship_is_drawn_to_the_next_bay_or_harbor_of_the_position():
    table = seen(component_set(), ships=[ShipView(ship=SHIP_ONE_SAIL, bank=3)], harbor=0)
    table.position.bays.append(5)
    far = ship_value(table, MoveShip(ship=SHIP_ONE_SAIL))
    table.board.ships[0].bank = 4
    assert ship_value(table, MoveShip(ship=SHIP_ONE_SAIL)) > far


def test_the_greedy_bot_says_which_titles_it_plays():
    position = GetPositionResponse(viewer_seat=0, position=play_pb2.Position())
    with pytest.raises(TitleNotPlayed, match=", ".join(sorted(VALUATIONS))):
        GreedyBot("1", component_set()).choose([LegalMove()], position)


VOCABULARY = ("numbers", "cartographer_options", "tables")
"""Tables whose ids are words of the rules, and name no thing in the box."""


def test_no_component_is_known_by_its_id():
    ids = {component.component_id for component in component_set() if component.table not in VOCABULARY}
    for path in sorted((FOLDER / "greedy" / "cooper_island").glob("*.py")):
        named = set(re.findall(r'"([^"\s]+)"', path.read_text(encoding="utf-8"))) & ids
        assert not named, path.name


def test_nothing_of_a_title_stands_outside_of_its_folder():
    registry = FOLDER / "greedy" / "valuations.py"
    for path in sorted(FOLDER.rglob("*.py")):
        if not {*path.relative_to(FOLDER).parts} & set(VALUATIONS) and path != registry:
            text = path.read_text(encoding="utf-8").lower()
            for title in TITLES:
                assert not re.search(title.replace("_", "[_ ]?"), text), (path, title)
