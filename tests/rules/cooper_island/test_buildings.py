"""Buildings: what they cost, where they stand, and what they bring."""

import pytest

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.buildings import BuildBuilding, ChooseBuilding, ChooseCard, ChooseSite
from quarterdeck_rules.cooper_island.cleanup import Reactivate
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    BuildingTaken,
    CardsDrawn,
    CardTurned,
    CostPaid,
    HelmGained,
    LidLifted,
    LidStowed,
    LidUsed,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.goods import GainGoods
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import OfferSection
from quarterdeck_rules.cooper_island.statues import RemoveOneRuin
from quarterdeck_rules.cooper_island.terms import Good, Item, Ship, Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, built, kept, land, stored

SMALL, LARGE, FORTRESS, STATUE = (
    Structure.SMALL_BUILDING,
    Structure.LARGE_BUILDING,
    Structure.FORTRESS,
    Structure.STATUE,
)
ALL_BUILT = [
    fact
    for building, space in zip((SMALL, SMALL, LARGE, LARGE, FORTRESS), ("A1", "B1", "B2", "C2", "D2"), strict=True)
    for fact in built(building, space)
]


def erecting(scenario: Scenario, *facts: Fact, less: int = 0) -> Scenario:
    """The first seat may erect a building."""
    return scenario.given(*facts).asking(0, BuildBuilding(less=less))


def placing(scenario: Scenario, structure: Structure, *facts: Fact, helm_points: int = 1) -> Scenario:
    """The first seat has paid for a building or statue and has to place it."""
    taken = () if structure is STATUE else (BuildingTaken(0, structure),)
    return scenario.given(*taken, *facts).asking(0, ChooseSite(structure, helm_points))


# Costs


@pytest.mark.parametrize(
    ("building", "coins", "cubes", "payment", "helm_points"),
    [
        (SMALL, "coin", "B1 forest 2 wood, B2 mountain 2 stone", "coin,wood:B1,stone:B2", 1),
        (LARGE, "2 coin", "B1 forest 4 wood, B2 mountain 4 stone", "coin,coin,wood:B1,stone:B2", 2),
        (
            FORTRESS,
            "coin",
            "B1 forest 6 wood, B2 mountain 3 stone, C2 mountain 3 gold, D2 meadow 3 cloth",
            "wood:B1,stone:B2,gold:C2,cloth:D2",
            4,
        ),
    ],
)
def test_each_building_has_its_cost_and_its_helm_points(  # CI-BUILD-2, CI-BUILD-3 ruling 42
    scenario: Scenario, building: Structure, coins: str, cubes: str, payment: str, helm_points: int
) -> None:
    erecting(scenario, land(cubes), stored(coins)).when(0, f"erect_building {building}").when(0, f"pay {payment}")
    scenario.records(CostPaid, BuildingTaken(0, building)).asks(0, ChooseSite(building, helm_points))
    assert scenario.board(0).buildings.count(building) == (0 if building is FORTRESS else 1)
    scenario.when(0, "place_structure B1").records(StructurePlaced(0, building, "B1"))
    scenario.asks(0, ChooseShip(helm_points))


@pytest.mark.parametrize(
    ("building", "coins", "cubes"),
    [
        (SMALL, "food", "B1 forest 2 wood, B2 mountain 2 stone"),
        (SMALL, "coin", "B1 forest 1 wood, B2 mountain 2 stone"),
        (SMALL, "coin", "B1 forest 2 wood, B2 mountain 1 stone"),
        (LARGE, "coin", "B1 forest 4 wood, B2 mountain 4 stone"),
        (LARGE, "2 coin", "B1 forest 3 wood, B2 mountain 4 stone"),
        (LARGE, "2 coin", "B1 forest 4 wood, B2 mountain 3 stone"),
        (FORTRESS, "coin", "B1 forest 5 wood, B2 mountain 3 stone, C2 mountain 3 gold, D2 meadow 3 cloth"),
        (FORTRESS, "coin", "B1 forest 6 wood, B2 mountain 2 stone, C2 mountain 3 gold, D2 meadow 3 cloth"),
        (FORTRESS, "coin", "B1 forest 6 wood, B2 mountain 3 stone, C2 mountain 2 gold, D2 meadow 3 cloth"),
        (FORTRESS, "coin", "B1 forest 6 wood, B2 mountain 3 stone, C2 mountain 3 gold, D2 meadow 2 cloth"),
    ],
)
def test_a_building_that_lacks_one_coin_or_cube_cannot_be_erected(  # CI-BUILD-2
    scenario: Scenario, building: Structure, coins: str, cubes: str
) -> None:
    erecting(scenario, land(cubes), stored(coins))
    scenario.refuses(0, f"erect_building {building}", Reason.CANNOT_PAY, "CI-BUILD-2")


def test_the_special_space_of_the_section_takes_two_off_in_any_mix(scenario: Scenario) -> None:  # CI-BUILD-2
    erecting(scenario, land("A1 forest 1"), stored("2 wood, stone"), less=2).when(0, "erect_building small_building")
    scenario.when(0, "pay wood,wood,stone reductions=coin,stone").records(BuildingTaken(0, SMALL))


def test_a_building_can_be_given_up_until_it_is_paid(scenario: Scenario) -> None:  # CI-BUILD-2 ruling 32
    scenario.given(land("A1 forest 1"), stored("coin, 2 wood, 2 stone"))
    scenario.asking(0, OfferSection("D", Worker.NORMAL, first=True)).when(0, "perform build_building")
    scenario.when(0, "give_up").records_nothing_of(ActionTaken).when(0, "perform build_building")
    scenario.when(0, "erect_building small_building").when(0, "give_up").records_nothing_of(CostPaid, ActionTaken)
    scenario.when(0, "perform build_building").when(0, "erect_building small_building")
    scenario.when(0, "pay coin,wood,wood,stone,stone").records(CostPaid, ActionTaken(0, "build_building"))


def test_only_buildings_of_the_player_board_can_be_erected(scenario: Scenario) -> None:  # CI-BUILD-1
    scenario.given(land("A1 forest 1, B1 forest 1, B2 forest 3"), built(SMALL, "A1"), built(SMALL, "B1"))
    erecting(scenario, stored("coin, 2 wood, 2 stone"))
    scenario.refuses(0, "erect_building small_building", Reason.NO_BUILDING_LEFT, "CI-BUILD-1")
    scenario.refuses(0, "erect_building statue", Reason.NO_BUILDING_LEFT, "CI-BUILD-1")


def test_without_a_building_on_the_player_board_there_is_nothing_to_erect(scenario: Scenario) -> None:  # CI-BUILD-1
    scenario.given(land("A1 forest 1, B1 forest 1, B2 forest 1, C2 forest 1, D2 forest 1"), ALL_BUILT)
    scenario.asking(0, PerformOrForfeit("build_building", BuildBuilding()))
    scenario.refuses(0, "perform build_building", Reason.NO_BUILDING_LEFT, "CI-BUILD-1")


def test_with_too_little_for_any_building_the_action_cannot_be_done(scenario: Scenario) -> None:  # CI-BUILD-2
    scenario.given(land("A1 forest 1"), stored("coin, 2 wood, stone"))
    scenario.asking(0, PerformOrForfeit("build_building", BuildBuilding()))
    scenario.refuses(0, "perform build_building", Reason.CANNOT_PAY, "CI-BUILD-2")


# Where they stand


def test_a_building_goes_on_a_free_space_of_the_highest_level_that_has_one(  # CI-BUILD-4 ruling 41
    scenario: Scenario,
) -> None:
    placing(scenario, FORTRESS, land("A1 meadow 4 food, B1 forest 3, B2 mountain 3, C2 settlement 2, D2 meadow 1"))
    assert scenario.legal(0) == ["place_structure B1", "place_structure B2"]
    refusal = scenario.refuses(0, "place_structure C2", Reason.NOT_HIGHEST, "CI-BUILD-4")
    assert dict(refusal.details) == {"space": "C2", "level": "2", "highest": "3"}
    scenario.refuses(0, "place_structure D2", Reason.NOT_HIGHEST, "CI-BUILD-4")


def test_a_space_that_the_payment_freed_counts_as_free(scenario: Scenario) -> None:  # CI-BUILD-4 ruling 39
    erecting(scenario, land("A1 forest 1, B1 forest 2 wood, B2 mountain 3 stone"), stored("coin"))
    scenario.when(0, "erect_building small_building").when(0, "pay coin,wood:B1,stone:B2")
    assert scenario.legal(0) == ["place_structure B2"]


def test_storage_may_clear_a_higher_space_before_the_building_is_placed(scenario: Scenario) -> None:  # CI-BUILD-4
    placing(scenario, FORTRESS, land("A1 meadow 2 food, B1 forest 1")).when(0, "store_cube A1")
    assert scenario.legal(0) == ["place_structure A1"]


def test_a_building_needs_a_free_landscape_space(scenario: Scenario) -> None:  # CI-BUILD-4
    placing(scenario, FORTRESS, land("A1 meadow 2 food, B1 forest 2, B2 forest 1"), built(SMALL, "B1"))
    scenario.refuses(0, "place_structure Z9", Reason.NO_SUCH_SPACE, "CI-BUILD-4")
    scenario.refuses(0, "place_structure C2", Reason.SPACE_UNCHARTED, "CI-BUILD-4")
    scenario.refuses(0, "place_structure A1", Reason.SPACE_OCCUPIED, "CI-BUILD-4")
    scenario.refuses(0, "place_structure B1", Reason.SPACE_OCCUPIED, "CI-BUILD-4")


@pytest.mark.parametrize(
    ("structure", "landscape", "printed", "gained"),
    [
        (SMALL, "settlement", 1, 2),
        (LARGE, "settlement", 2, 3),
        (FORTRESS, "settlement", 4, 5),
        (STATUE, "settlement", 1, 2),
        (FORTRESS, "forest", 4, 4),
        (FORTRESS, "meadow", 4, 4),
        (FORTRESS, "mountain", 4, 4),
    ],
)
def test_a_settlement_adds_one_helm_point_to_the_same_gain(  # CI-BUILD-4 ruling 50
    scenario: Scenario, structure: Structure, landscape: str, printed: int, gained: int
) -> None:
    placing(scenario, structure, land(f"A1 {landscape} 1"), helm_points=printed).when(0, "place_structure A1")
    scenario.asks(0, ChooseShip(gained)).when(0, "move_ship two_sail").records(HelmGained(0, gained, Ship.TWO_SAIL))


# What they uncover


def test_a_small_building_uncovers_a_storage_spot_before_it_is_placed(scenario: Scenario) -> None:  # CI-STORE-1
    erecting(scenario, land("A1 forest 2 wood, B1 mountain 2 stone"), stored("coin, 4 food"))
    scenario.when(0, "erect_building small_building").when(0, "pay coin,wood:A1,stone:B1")
    scenario.asking(0, GainGoods((Good.FOOD,) * 3)).when(0, "keep_goods food,food")
    assert len(scenario.board(0).storage) == 6


def test_a_large_building_uncovers_a_crafting_spot_before_it_is_placed(scenario: Scenario) -> None:  # CI-STATUE-1
    charted = "A1 forest 4 wood, B1 mountain 4 stone, B2 forest 1"
    scenario.given(land(charted), stored("2 coin")).asking(0, RemoveOneRuin())
    scenario.refuses(0, "remove_ruin C1 spot_3", Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-1")
    erecting(scenario).when(0, "erect_building large_building").when(0, "pay coin,coin,wood:A1,stone:B1")
    scenario.asking(0, RemoveOneRuin())
    scenario.refuses(0, "remove_ruin C1 spot_4", Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-1")
    scenario.when(0, "remove_ruin C1 spot_3")


def test_the_fortress_uncovers_reactivation_of_a_card_and_a_lid_for_nothing(  # CI-CLEAN-3 ruling 68
    scenario: Scenario,
) -> None:
    scenario.given(kept("L1"), CardTurned(0, "L1", False), LidLifted(0, "cargo_1"), LidStowed(0))
    scenario.given(LidUsed(0, "crate_draw"), BuildingTaken(0, FORTRESS)).asking(0, Reactivate())
    scenario.when(0, "wake_card L1").records_nothing_of(CostPaid)
    scenario.when(0, "return_lid crate_draw").records_nothing_of(CostPaid)


def test_helm_points_come_before_the_cards(scenario: Scenario) -> None:  # CI-BUILD-3 ruling 42
    erecting(scenario, land("A1 forest 2"), stored("coin, 2 wood, 2 stone")).when(0, "erect_building small_building")
    scenario.when(0, "pay coin,wood,wood,stone,stone").records_nothing_of(CardsDrawn)
    scenario.when(0, "place_structure A1").records_nothing_of(CardsDrawn)
    scenario.when(0, "move_ship one_sail").records(HelmGained, CardsDrawn).asks(0, ChooseCard)


def test_the_fortress_brings_no_card(scenario: Scenario) -> None:  # CI-BUILD-7
    cubes = "A1 forest 6 wood, B1 mountain 3 stone, B2 mountain 3 gold, C2 meadow 3 cloth"
    erecting(scenario, land(cubes)).when(0, "erect_building fortress")
    scenario.when(0, "pay wood:A1,stone:B1,gold:B2,cloth:C2").when(0, "place_structure A1")
    scenario.when(0, "move_ship one_sail").records_nothing_of(CardsDrawn).asks_nobody()


def test_the_payment_takes_exactly_what_was_paid(scenario: Scenario) -> None:  # CI-BUILD-3
    erecting(scenario, land("A1 forest 3 wood, B1 mountain 1 stone"), stored("coin, wood, stone"))
    scenario.asks(0, ChooseBuilding).when(0, "erect_building small_building")
    scenario.when(0, "pay coin,wood:A1,stone,stone:B1")
    scenario.records(CostPaid(0, (Item(Good.COIN), Item(Good.WOOD, "A1"), Item(Good.STONE), Item(Good.STONE, "B1"))))
    assert scenario.board(0).storage == (Good.WOOD,)
