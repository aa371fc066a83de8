"""Ruins and statues: section F, crafting spots, the two prices, and where a statue stands."""

import pytest

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.buildings import ChooseSite
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    BuildingTaken,
    CostPaid,
    HelmGained,
    IsletPlaced,
    MilestoneReached,
    RuinRemoved,
    StatueTaken,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.islets import ChooseIslet
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import OfferSection
from quarterdeck_rules.cooper_island.statues import BuildOneStatue, ChooseRuin, RemoveOneRuin
from quarterdeck_rules.cooper_island.terms import Half, Ship, Structure, Worker
from quarterdeck_rules.cooper_island.together import EndStep
from tests.rules.cooper_island.scenario import Fact, Scenario, land, spare_lid, stored

LARGE, STATUE = Structure.LARGE_BUILDING, Structure.STATUE
TOKEN = RuinRemoved(0, "E3", "spot_1")
"""A statue token lies on the first crafting spot."""


def removing(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat may remove a ruin."""
    return scenario.given(spare_lid(), *facts).asking(0, RemoveOneRuin(), EndStep())


def building(scenario: Scenario, *facts: Fact, less: int = 0) -> Scenario:
    """The first seat may build a statue."""
    return scenario.given(*facts).asking(0, BuildOneStatue(less=less), EndStep())


# Removing a ruin


def test_a_removed_ruin_becomes_a_statue_on_a_free_crafting_spot(scenario: Scenario) -> None:  # CI-STATUE-2
    removing(scenario, land("B1 forest 1")).when(0, "remove_ruin C1 spot_2")
    scenario.records(RuinRemoved(0, "C1", "spot_2")).records_nothing_of(HelmGained).asks(0, EndStep)
    assert scenario.board(0).crafting == (False, True, False, False)
    assert not scenario.board(0).piles[scenario.table.box.place["C1"]].ruin


def test_ruin_and_spot_are_chosen_among_those_accessible_and_free(scenario: Scenario) -> None:  # CI-STATUE-2 ruling 48
    removing(scenario, land("B1 forest 1, B2 meadow 3 food"))  # B1 touches C1, B2 touches C3
    spots = [f"remove_ruin {ruin} {spot}" for ruin in ("C1", "C3") for spot in ("spot_1", "spot_2")]
    assert scenario.legal(0) == [*spots, "give_up"]


def test_only_an_accessible_ruin_can_be_removed(scenario: Scenario) -> None:  # CI-STATUE-2
    removing(scenario, land("B1 forest 1"))
    scenario.refuses(0, "remove_ruin C3 spot_1", Reason.NO_ACCESSIBLE_RUIN, "CI-STATUE-2")
    scenario.refuses(0, "remove_ruin B2 spot_1", Reason.NO_ACCESSIBLE_RUIN, "CI-STATUE-2")
    scenario.refuses(0, "remove_ruin Z9 spot_1", Reason.NO_SUCH_SPACE, "CI-STATUE-2")


def test_only_a_free_open_spot_takes_the_statue(scenario: Scenario) -> None:  # CI-STATUE-1
    removing(scenario, land("B1 forest 1"), TOKEN)
    for spot in ("spot_1", "spot_3", "spot_4", "spot_9"):
        scenario.refuses(0, f"remove_ruin C1 {spot}", Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-1")
    scenario.when(0, "remove_ruin C1 spot_2")


def test_without_an_accessible_ruin_none_can_be_removed(scenario: Scenario) -> None:  # CI-STATUE-2
    scenario.given(land("A1 forest 1")).asking(0, PerformOrForfeit("remove_one_ruin", RemoveOneRuin()))
    scenario.given(stored("coin")).refuses(0, "perform remove_one_ruin", Reason.NO_ACCESSIBLE_RUIN, "CI-STATUE-2")


def test_without_a_free_crafting_spot_no_ruin_can_be_removed(scenario: Scenario) -> None:  # CI-STATUE-2 ruling 48
    scenario.given(land("B1 forest 1"), TOKEN, RuinRemoved(0, "F1", "spot_2"))
    scenario.asking(0, PerformOrForfeit("remove_one_ruin", RemoveOneRuin()))
    scenario.refuses(0, "perform remove_one_ruin", Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-2")
    scenario.given(BuildingTaken(0, LARGE)).when(0, "perform remove_one_ruin").when(0, "remove_ruin C1 spot_3")


def test_each_large_building_opens_the_next_spot(scenario: Scenario) -> None:  # CI-STATUE-1
    removing(scenario, land("B1 forest 1"), BuildingTaken(0, LARGE))
    scenario.refuses(0, "remove_ruin C1 spot_4", Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-1")
    scenario.given(BuildingTaken(0, LARGE)).when(0, "remove_ruin C1 spot_4")


def test_a_spot_that_shows_a_helm_point_pays_each_time_it_is_filled(
    scenario: Scenario,
) -> None:  # CI-STATUE-2 ruling 48
    removing(scenario, land("B1 forest 1, B2 forest 1"), BuildingTaken(0, LARGE)).when(0, "remove_ruin C1 spot_3")
    scenario.asks(0, ChooseShip(1)).when(0, "move_ship one_sail")
    scenario.given(StatueTaken(0, "spot_3"), StructurePlaced(0, STATUE, "B1"))
    scenario.asking(0, RemoveOneRuin(), EndStep()).when(0, "remove_ruin C3 spot_3").asks(0, ChooseShip(1))


def test_a_removal_can_be_given_up_until_the_ruin_is_chosen(scenario: Scenario) -> None:  # CI-STATUE-2 ruling 32
    scenario.given(land("B1 forest 1")).asking(0, OfferSection("F", Worker.NORMAL, first=True))
    scenario.when(0, "perform remove_one_ruin").when(0, "give_up").records_nothing_of(ActionTaken)
    scenario.when(0, "perform remove_one_ruin").when(0, "remove_ruin C1 spot_1")
    scenario.records(ActionTaken(0, "remove_one_ruin"), RuinRemoved)


def test_a_ruin_may_be_removed_in_the_middle_of_a_voyage(scenario: Scenario) -> None:  # CI-STATUE-2 rulings 48, 51
    scenario.given(land("B1 forest 1, B2 forest 1"), BuildingTaken(0, LARGE), spare_lid())
    scenario.given(IsletPlaced(0, "mountain_ruin", "L1", Half.NEAR, "A1")).asking(0, ChooseShip(2), EndStep())
    scenario.when(0, "move_ship one_sail").asks(0, ChooseIslet).when(0, "use_islet 0 mountain_ruin")
    scenario.when(0, "remove_ruin C1 spot_3").asks(0, ChooseShip(1)).when(0, "move_ship one_sail").asks(0, EndStep)
    assert (scenario.board(0).one_sail.steps, scenario.board(0).two_sail.steps) == (3, 0)


# Building a statue


@pytest.mark.parametrize(
    ("price", "goods", "payment"),
    [
        ("wood_and_stone", "B1 forest 3 wood, B2 mountain 3 stone", "wood:B1,stone:B2"),
        ("wood_and_gold", "B1 forest 2 wood, B2 mountain 2 gold", "wood:B1,gold:B2"),
    ],
)
def test_a_statue_has_two_prices(  # CI-STATUE-4, CI-STATUE-5 ruling 42
    scenario: Scenario, price: str, goods: str, payment: str
) -> None:
    building(scenario, land(goods), TOKEN).when(0, f"build_statue {price} spot_1").when(0, f"pay {payment}")
    scenario.records(CostPaid, StatueTaken(0, "spot_1")).asks(0, ChooseSite(STATUE, 1))
    assert scenario.board(0).crafting[0] is False
    scenario.when(0, "place_structure B1").records(StructurePlaced(0, STATUE, "B1")).asks(0, ChooseShip(1))


@pytest.mark.parametrize(
    ("price", "goods"),
    [
        ("wood_and_stone", "B1 forest 2 wood, B2 mountain 3 stone"),
        ("wood_and_stone", "B1 forest 3 wood, B2 mountain 2 stone"),
        ("wood_and_stone", "B1 forest 3 wood, B2 mountain 3 gold"),
        ("wood_and_gold", "B1 forest 1 wood, B2 mountain 2 gold"),
        ("wood_and_gold", "B1 forest 2 wood, B2 mountain 1 gold"),
        ("wood_and_gold", "B1 forest 2 wood, B2 mountain 2 stone"),
    ],
)
def test_a_statue_that_lacks_one_cube_cannot_be_built(  # CI-STATUE-4
    scenario: Scenario, price: str, goods: str
) -> None:
    building(scenario, land(goods), TOKEN)
    scenario.refuses(0, f"build_statue {price} spot_1", Reason.CANNOT_PAY, "CI-STATUE-4")


def test_the_price_is_chosen_before_its_reductions(scenario: Scenario) -> None:  # CI-STATUE-4 ruling 33
    building(scenario, land("A1 forest 1"), stored("3 wood, 2 stone"), TOKEN, less=1)
    scenario.refuses(0, "build_statue wood_and_gold spot_1", Reason.CANNOT_PAY, "CI-STATUE-4")
    scenario.when(0, "build_statue wood_and_stone spot_1")
    scenario.refuses(0, "pay wood,wood,wood,stone,stone reductions=gold", Reason.REDUCTION_MISMATCH, "CI-COST-4")
    scenario.when(0, "pay wood,wood,wood,stone,stone reductions=stone")


def test_there_is_no_third_price(scenario: Scenario) -> None:  # CI-STATUE-4
    building(scenario, land("B1 forest 9 wood"), TOKEN)
    scenario.refuses(0, "build_statue wood spot_1", Reason.NOTHING_TO_CHOOSE, "CI-STATUE-4")


def test_a_statue_is_built_from_a_token_on_a_spot(scenario: Scenario) -> None:  # CI-STATUE-3
    building(scenario, land("B1 forest 3 wood, B2 mountain 3 stone"), TOKEN)
    for spot in ("spot_2", "spot_3", "spot_9"):
        scenario.refuses(0, f"build_statue wood_and_stone {spot}", Reason.NO_STATUE_TOKEN, "CI-STATUE-3")


def test_the_token_is_chosen_among_several(scenario: Scenario) -> None:  # CI-STATUE-3
    building(scenario, land("B1 forest 3 wood, B2 mountain 3 stone"), TOKEN, RuinRemoved(0, "F1", "spot_2"))
    scenario.when(0, "build_statue wood_and_stone spot_2").when(0, "pay wood:B1,stone:B2")
    assert scenario.board(0).crafting == (True, False, False, False)


def test_without_a_statue_token_no_statue_can_be_built(scenario: Scenario) -> None:  # CI-STATUE-3
    scenario.given(land("B1 forest 3 wood, B2 mountain 3 stone"))
    scenario.asking(0, PerformOrForfeit("build_one_statue", BuildOneStatue()))
    scenario.refuses(0, "perform build_one_statue", Reason.NO_STATUE_TOKEN, "CI-STATUE-3")
    scenario.given(TOKEN).when(0, "perform build_one_statue")


def test_a_statue_follows_the_placement_rules_of_buildings(scenario: Scenario) -> None:  # CI-BUILD-4 ruling 41
    charted = "A1 settlement 1, B1 forest 3 wood, B2 mountain 3 stone, C2 meadow 4 food"
    building(scenario, land(charted), TOKEN).when(0, "build_statue wood_and_stone spot_1")
    scenario.when(0, "pay wood:B1,stone:B2").refuses(0, "place_structure A1", Reason.NOT_HIGHEST, "CI-BUILD-4")
    assert scenario.legal(0) == ["place_structure B1", "place_structure B2"]


def test_a_statue_on_a_settlement_brings_two_helm_points_in_one_gain(
    scenario: Scenario,
) -> None:  # CI-BUILD-4 ruling 50
    building(scenario, land("A1 settlement 1"), stored("2 wood, 2 gold"), TOKEN)
    scenario.when(0, "build_statue wood_and_gold spot_1").when(0, "pay wood,wood,gold,gold")
    scenario.when(0, "place_structure A1").when(0, "move_ship one_sail").records(HelmGained(0, 2, Ship.ONE_SAIL))


def test_a_statue_can_be_given_up_until_it_is_paid(scenario: Scenario) -> None:  # CI-STATUE-4 ruling 32
    building(scenario, land("A1 forest 1"), stored("2 wood, 2 gold"), TOKEN).when(
        0, "build_statue wood_and_gold spot_1"
    )
    scenario.when(0, "give_up").records_nothing_of(CostPaid, StatueTaken).asks(0, EndStep)
    building(scenario).when(0, "give_up").asks(0, EndStep)


def test_statues_on_the_peninsula_reach_the_milestone_and_those_on_spots_do_not(
    scenario: Scenario,
) -> None:  # CI-HIRE-1
    scenario.given(land("A1 forest 1, B1 forest 1"), RuinRemoved(0, "C1", "spot_1"), RuinRemoved(0, "C3", "spot_2"))
    scenario.asking(0, EndStep()).records_nothing_of(MilestoneReached)
    scenario.given(StatueTaken(0, "spot_1"), StructurePlaced(0, STATUE, "A1"), StatueTaken(0, "spot_2"))
    scenario.asking(0, ChooseSite(STATUE, 1)).when(0, "place_structure B1").records(MilestoneReached(0, "two_statues"))


# Section F


def test_the_section_lets_one_of_the_two_be_done(scenario: Scenario) -> None:  # CI-TURN-5
    scenario.given(land("A1 forest 1, B1 forest 1"), stored("2 wood, 2 gold"), TOKEN)
    scenario.asking(0, OfferSection("F", Worker.NORMAL, first=True)).when(0, "perform remove_one_ruin")
    scenario.when(0, "remove_ruin C1 spot_2")
    scenario.refuses(0, "perform build_one_statue", Reason.NOT_ON_OFFER, "CI-TURN-5")


@pytest.mark.parametrize("statue_first", [True, False])
def test_its_special_space_lets_both_be_done_in_either_order(  # CI-TURN-5
    scenario: Scenario, statue_first: bool
) -> None:
    scenario.given(land("A1 forest 1, B1 forest 1"), stored("2 wood, 2 gold"), TOKEN)
    scenario.asking(0, OfferSection("F", Worker.SPECIAL, first=True))
    statue = ("perform build_one_statue", "build_statue wood_and_gold spot_1", "pay wood,wood,gold,gold")
    ruin = ("perform remove_one_ruin", "remove_ruin C1 spot_2")
    after = ("place_structure A1", "move_ship one_sail")
    for move in (*statue, *after, *ruin) if statue_first else (*ruin, *statue, *after):
        scenario.when(0, move)
    assert sorted(scenario.asks_nobody().board(0).taken) == ["build_one_statue", "remove_one_ruin"]


def test_a_special_worker_on_a_stack_does_one_of_the_two(scenario: Scenario) -> None:  # CI-TURN-5
    scenario.given(land("A1 forest 1, B1 forest 1"), stored("2 wood, 2 gold"), TOKEN)
    scenario.asking(0, OfferSection("F", Worker.SPECIAL, first=False)).when(0, "perform remove_one_ruin")
    scenario.asks(0, ChooseRuin).when(0, "remove_ruin C1 spot_2")
    scenario.refuses(0, "perform build_one_statue", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_a_statue_just_removed_as_a_ruin_may_be_built_at_once(scenario: Scenario) -> None:  # CI-STATUE-3, CI-TURN-6
    scenario.given(land("A1 forest 1, B1 forest 1"), stored("2 wood, 2 gold"))
    scenario.asking(0, OfferSection("F", Worker.SPECIAL, first=True)).when(0, "perform remove_one_ruin")
    scenario.when(0, "remove_ruin C1 spot_1").when(0, "perform build_one_statue")
    scenario.when(0, "build_statue wood_and_gold spot_1").when(0, "pay wood,wood,gold,gold")
    scenario.records(ActionTaken(0, "build_one_statue"), StatueTaken(0, "spot_1"))
