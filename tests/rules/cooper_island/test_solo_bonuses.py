"""What a strategy card adds to the four actions that it may name, each played through."""

from typing import NamedTuple

import pytest

from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    CardsReturned,
    CooperAnchorAdded,
    GoodsGained,
    HelmGained,
    LidStowed,
    RuinRemoved,
    StructurePlaced,
    WorkerHired,
)
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseWorkerSpace
from quarterdeck_rules.cooper_island.terms import Good, Ship, Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, stored
from tests.rules.cooper_island.solo import cooper, solo

OWN = HelmGained(0, 2, Ship.TWO_SAIL)
"""The helm points that each action below has itself: more than the bonus, so that neither is taken for the other."""
BONUS = HelmGained(0, 1, Ship.ONE_SAIL)
BONUSES = (BONUS, CooperAnchorAdded())
"""What may come of a strategy card."""
TOKEN = RuinRemoved(0, "E3", "spot_1")
"""A statue token lies on the first crafting spot."""


class Played(NamedTuple):
    """An action of a section: what the seat has, its moves, what it is worth, and what comes of it, the last last."""

    section: str
    holdings: tuple[Fact, ...]
    moves: tuple[str, ...]
    comes: tuple[Fact, ...]


BOAT = Played(
    "B",
    (land("A1 forest 4 wood"), stored("2 coin")),
    (
        "perform build_income_boat",
        "build_boat coin_boat landing_4",
        "pay coin,coin,wood:A1",
        "move_ship two_sail",
        "perform coin_boat",
    ),
    (BoatBuilt(0, "coin_boat", "landing_4"), OWN, GoodsGained(0, (Good.COIN,))),
)
BUILDING = Played(
    "D",
    (land("A1 settlement 1"), stored("coin, 2 wood, 2 stone")),
    (
        "perform build_building",
        "erect_building small_building",
        "pay coin,wood,wood,stone,stone",
        "place_structure A1",
        "move_ship two_sail",
        "keep_card S1",
        "return_cards S10,S11,S12",
    ),
    (
        StructurePlaced(0, Structure.SMALL_BUILDING, "A1"),
        OWN,
        CardsReturned(0, Structure.SMALL_BUILDING, 3, ("S10", "S11", "S12")),
    ),
)
STATUE = Played(
    "F",
    (land("A1 settlement 1"), stored("2 wood, 2 gold"), TOKEN),
    (
        "perform build_one_statue",
        "build_statue wood_and_gold spot_1",
        "pay wood,wood,gold,gold",
        "place_structure A1",
        "move_ship two_sail",
    ),
    (StructurePlaced(0, Structure.STATUE, "A1"), OWN),
)
CARGO = Played(
    "H",
    (stored("2 gold, 2 cloth"),),
    ("perform supply_cargo_ship", "supply_ship cargo_3", "pay gold,gold,cloth,cloth", "move_ship two_sail"),
    (OWN, LidStowed(0)),
)
FORTRESS = Played(
    "D",
    (land("A1 forest 6 wood, B1 mountain 3 stone, B2 mountain 3 gold, C2 meadow 3 cloth"),),
    (
        "perform build_building",
        "erect_building fortress",
        "pay wood:A1,stone:B1,gold:B2,cloth:C2",
        "place_structure A1",
        "move_ship two_sail",
    ),
    (StructurePlaced(0, Structure.FORTRESS, "A1"), HelmGained(0, 4, Ship.TWO_SAIL)),
)
ACTIONS = {"boat": BOAT, "building": BUILDING, "statue": STATUE, "cargo": CARGO, "fortress": FORTRESS}
HELM = {"boat": 1, "statue": 2, "building": 3, "fortress": 3, "cargo": 4}
"""The strategy card that rewards each action."""
ANCHOR = {"building": 1, "fortress": 1, "boat": 2, "cargo": 3, "statue": 4}
"""The strategy card by which it hampers Cooper."""
NEITHER = [(action, card) for action in ACTIONS for card in (1, 2, 3, 4) if card not in (HELM[action], ANCHOR[action])]
CARDS = {"boat": "L9", "cargo": "L15"}
"""The building card that performs an action."""
SOURCES = [*((action, "section") for action in ACTIONS), *CARDS.items()]


def placing(card: int, *facts: Fact) -> Scenario:
    """The seat has to place a worker, with this strategy card on the table."""
    scenario = solo(f"strategy_{card}").in_turn_of(0).given(WorkerHired(0, Worker.SPECIAL), *facts)
    return scenario.draws(small_building_cards=[0] * 4).asking(0, ChooseWorkerSpace())


def come_of(scenario: Scenario, *moves: str) -> list[object]:
    """All facts that these moves of the seat lead to."""
    return [fact for move in moves for fact in scenario.when(0, move).events]


def played(card: int, action: str, source: str = "section") -> tuple[Scenario, list[object]]:
    """An action played through, on its section or with a building card, and what came of it and the strategy card."""
    section, holdings, moves, comes = ACTIONS[action]
    if source == "section":
        scenario = placing(card, *holdings)
        facts = come_of(scenario, f"place_worker normal {section}", *moves)
    else:
        scenario = placing(card, kept(source), *holdings)
        facts = come_of(scenario, f"use_card {source}", *moves[1:])
    return scenario, [fact for fact in facts if fact in (*comes, *BONUSES)]


@pytest.mark.parametrize(("action", "source"), SOURCES)
def test_the_helm_point_is_a_gain_of_its_own_once_the_action_is_complete(  # CI-SOLO-MEET-4  ruling 80
    action: str, source: str
):
    scenario, facts = played(HELM[action], action, source)
    assert facts == list(ACTIONS[action].comes)
    scenario.asks(0, ChooseShip(1)).when(0, "move_ship one_sail").records(BONUS)
    assert "move_ship one_sail" not in scenario.legal(0), "once"


@pytest.mark.parametrize(("action", "source"), SOURCES)
def test_cooper_gets_his_anchor_once_the_action_is_complete(action: str, source: str):  # CI-SOLO-MEET-4  ruling 80
    scenario, facts = played(ANCHOR[action], action, source)
    assert facts == [*ACTIONS[action].comes, CooperAnchorAdded()]
    assert "move_ship one_sail" not in scenario.legal(0)


@pytest.mark.parametrize(("action", "card"), NEITHER)
def test_an_action_that_the_card_does_not_name_brings_neither(action: str, card: int):  # CI-SOLO-MEET-4
    scenario, facts = played(card, action)
    assert facts == list(ACTIONS[action].comes)
    assert "move_ship one_sail" not in scenario.legal(0)


def test_each_time_that_it_is_performed_counts_whatever_the_source():  # CI-SOLO-MEET-4  ruling 80
    scenario = placing(2, kept("L9"), land("A1 forest 4 wood, B1 forest 2 wood"), stored("3 coin"))
    come_of(scenario, "use_card L9", *BOAT.moves[1:], "place_worker normal B", BOAT.moves[0])
    assert cooper(scenario).anchors == 1
    come_of(scenario, "build_boat draw_boat landing_1", "pay coin,wood:B1", "move_ship one_sail")
    assert cooper(scenario).anchors == 1, "the second boat has not acted yet"
    come_of(scenario, "perform draw_boat")
    assert cooper(scenario).anchors == 2


@pytest.mark.parametrize("begin", [("place_worker normal F", "perform remove_one_ruin"), ("use_card L8",)])
@pytest.mark.parametrize("card", [HELM["statue"], ANCHOR["statue"]])
def test_a_ruin_that_is_removed_is_no_statue_built(card: int, begin: tuple[str, ...]):  # CI-SOLO-MEET-4  ruling 80
    scenario = placing(card, kept("L8"), land("B1 forest 1"))
    facts = come_of(scenario, *begin, "remove_ruin C1 spot_1")
    assert RuinRemoved(0, "C1", "spot_1") in facts
    assert CooperAnchorAdded() not in facts
    assert "move_ship one_sail" not in scenario.legal(0)


@pytest.mark.parametrize("ruin_first", [True, False])
def test_where_ruin_and_statue_go_together_the_statue_counts(ruin_first: bool):  # CI-SOLO-MEET-4  ruling 80
    ruin = ("perform remove_one_ruin", "remove_ruin C1 spot_2")
    scenario = placing(ANCHOR["statue"], *STATUE.holdings, land("B1 forest 1")).when(0, "place_worker special F")
    come_of(scenario, *(ruin if ruin_first else STATUE.moves))
    assert cooper(scenario).anchors == (0 if ruin_first else 1)
    come_of(scenario, *(STATUE.moves if ruin_first else ruin))
    assert cooper(scenario).anchors == 1
