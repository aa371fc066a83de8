"""Large building cards: anytime actions, used by turning the card face down.  Those that pay are in another file."""

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    BoatBuilt,
    BoatTurned,
    CardTurned,
    CartographerAdvanced,
    CartographerUsed,
    CubeStored,
    DoubleTileDrawn,
    GoodsGained,
    HelmGained,
    IsletPlaced,
    MarketGained,
    RuinRemoved,
    StatueTaken,
    StructureMoved,
    StructurePlaced,
    TilePlaced,
)
from quarterdeck_rules.cooper_island.goods import GainGoods
from quarterdeck_rules.cooper_island.income import BeginIncome
from quarterdeck_rules.cooper_island.largecards import ChooseStructure
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.scoring import score_sheet
from quarterdeck_rules.cooper_island.terms import Good, Half, Ship, Structure
from quarterdeck_rules.cooper_island.together import EndStep
from tests.rules.cooper_island.scenario import Fact, Scenario, built, kept, land, spare_lid, stored

COIN, WOOD, STONE, FOOD = Good.COIN, Good.WOOD, Good.STONE, Good.FOOD
SMALL, STATUE = Structure.SMALL_BUILDING, Structure.STATUE
ISLETS = (
    IsletPlaced(0, "meadow_coin", "R1", Half.NEAR, "B2"),
    IsletPlaced(1, "mountain_goods", "L1", Half.NEAR, "B1"),
    IsletPlaced(1, "forest_draw", "R1", Half.NEAR, "B2"),
)
BOATS = (
    BoatBuilt(0, "coin_boat", "landing_1"),
    BoatBuilt(0, "cartographer_boat", "landing_2"),
    BoatBuilt(1, "storage_boat", "landing_1"),
    BoatBuilt(1, "draw_boat", "landing_2"),
    BoatBuilt(1, "copy_boat", "landing_3"),
)


def holding(scenario: Scenario, card: str, *facts: Fact) -> Scenario:
    """The first seat has this card face up and one more anytime move, and such moves are open."""
    return scenario.given(kept(card), spare_lid(), *facts).asking(0, EndStep())


def flag(scenario: Scenario, card: str) -> int:
    """What the flag of a card scores for the first seat."""
    lines = score_sheet(scenario.table, None).scores[0].lines
    return sum(
        line.points
        for line in lines
        if line.code == "flag" and ("card", card) in [(f.name, f.value) for f in line.facts]
    )


def statue(space: str) -> list[Struct]:
    """A statue on the peninsula, from the first ruin."""
    return [RuinRemoved(0, "C1", "spot_1"), StatueTaken(0, "spot_1"), StructurePlaced(0, STATUE, space)]


def test_three_coins_come_to_the_marketplace(scenario: Scenario) -> None:  # CI-CARD-L1
    holding(scenario, "L1").when(0, "use_card L1").records(CardTurned(0, "L1", False), MarketGained(0, (COIN,) * 3))
    assert scenario.board(0).market == (COIN,) * 3
    assert scenario.board(0).storage == ()


def test_three_cubes_of_any_kinds_come_to_the_marketplace(scenario: Scenario) -> None:  # CI-CARD-L2
    holding(scenario, "L2").when(0, "use_card L2").records(CardTurned(0, "L2", False))
    scenario.refuses(0, "take_good coin", Reason.NOTHING_TO_CHOOSE, "CI-MARKET-2")
    scenario.when(0, "take_good gold").when(0, "take_good wood").when(0, "take_good gold").asks(0, EndStep)
    assert scenario.board(0).market == (WOOD, Good.GOLD, Good.GOLD)


def test_up_to_three_double_tiles_are_drawn(scenario: Scenario) -> None:  # CI-CARD-L3
    holding(scenario, "L3").when(0, "use_card L3").records(CardTurned(0, "L3", False), *[DoubleTileDrawn] * 3)
    assert len(scenario.board(0).tiles) == 3


def test_nothing_is_drawn_from_an_empty_bag(scenario: Scenario) -> None:  # CI-CARD-L3 ruling 60
    tiles = [DoubleTileDrawn(1, tile) for tile in scenario.table.box.double_tiles for _ in range(20)]
    holding(scenario, "L3", tiles).refuses(0, "use_card L3", Reason.BAG_EMPTY, "CI-LAND-1")


def test_a_double_tile_is_placed(scenario: Scenario) -> None:  # CI-CARD-L4
    holding(scenario, "L4", land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow")).when(0, "use_card L4")
    scenario.records(CardTurned(0, "L4", False)).when(0, "place_tile forest-meadow B1 forest B2 meadow")
    scenario.records(TilePlaced).asks(0, EndStep)


def test_a_shim_for_the_card_is_the_cartographer_use_of_the_window(scenario: Scenario) -> None:  # CI-CARD-L4
    holding(scenario, "L4", land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"), CartographerAdvanced(0, 6))
    scenario.when(0, "use_card L4").when(0, "place_tile forest-meadow A1 meadow B1 forest shim=yes")
    scenario.records(CartographerUsed(0, 1))
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


def test_without_a_tile_to_place_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L4 ruling 60
    holding(scenario, "L4", land("A1 meadow 1")).refuses(0, "use_card L4", Reason.NO_TILE_IN_RESERVE, "CI-LAND-2")


def test_giving_the_tile_up_does_not_turn_the_card_back(scenario: Scenario) -> None:  # CI-CARD-L4
    holding(scenario, "L4", land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow")).when(0, "use_card L4")
    scenario.when(0, "give_up").refuses(0, "use_card L4", Reason.CARD_FACE_DOWN, "CI-ANY-4")


@pytest.mark.parametrize(("start", "gained"), [(0, 4), (2, 4), (3, 3), (5, 1)])
def test_up_to_four_steps_on_the_cartographer_track(  # CI-CARD-L5
    scenario: Scenario, start: int, gained: int
) -> None:
    holding(scenario, "L5", kept("S8"), CartographerAdvanced(0, start))  # S8 adds nothing to it
    scenario.when(0, "use_card L5").records(CardTurned(0, "L5", False), CartographerAdvanced(0, gained))


def test_at_the_end_of_the_track_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L5 ruling 60
    holding(scenario, "L5", CartographerAdvanced(0, 6)).refuses(0, "use_card L5", Reason.TRACK_FULL, "CI-CARTO-4")


def test_two_different_islets_of_anybody_in_an_order_of_choice(scenario: Scenario) -> None:  # CI-CARD-L6
    holding(scenario, "L6", ISLETS).when(0, "use_card L6").records(CardTurned(0, "L6", False))
    scenario.when(0, "use_islet 1 forest_draw").records(DoubleTileDrawn)
    scenario.refuses(0, "use_islet 1 forest_draw", Reason.NOT_ON_OFFER, "CI-ISLET-7")
    scenario.when(0, "use_islet 0 meadow_coin").records(GoodsGained(0, (COIN,))).asks(0, EndStep)


def test_the_second_islet_may_be_forfeited(scenario: Scenario) -> None:  # CI-CARD-L6
    holding(scenario, "L6", ISLETS).when(0, "use_card L6").when(0, "use_islet 1 mountain_goods")
    scenario.when(0, "take_good stone").when(0, "forfeit").asks(0, EndStep)
    assert scenario.board(0).storage == (STONE, FOOD)


def test_without_an_islet_that_does_anything_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L6 ruling 60
    holding(scenario, "L6").refuses(0, "use_card L6", Reason.NO_TARGET, "CI-ISLET-8")
    scenario.given(ISLETS[0], stored("5 wood")).refuses(0, "use_card L6", Reason.NO_TARGET, "CI-ISLET-8")


def test_three_different_boats_of_anybody_in_an_order_of_choice(scenario: Scenario) -> None:  # CI-CARD-L7 ruling 46
    holding(scenario, "L7", BOATS).when(0, "use_card L7").records(CardTurned(0, "L7", False))
    scenario.refuses(0, "use_boat 1 copy_boat", Reason.NOT_ON_OFFER, "CI-BOAT-5")
    scenario.when(0, "use_boat 1 draw_boat").records(DoubleTileDrawn)
    scenario.refuses(0, "use_boat 1 draw_boat", Reason.NOT_ON_OFFER, "CI-BOAT-5")
    scenario.when(0, "use_boat 0 coin_boat").records(GoodsGained(0, (COIN,)))
    scenario.when(0, "use_boat 0 cartographer_boat").records(CartographerAdvanced(0, 1)).asks(0, EndStep)


def test_a_storage_boat_of_another_seat_gives_its_cube_and_no_spot(scenario: Scenario) -> None:  # CI-CARD-L7 ruling 46
    holding(scenario, "L7", BOATS, stored("4 coin")).when(0, "use_card L7").when(0, "use_boat 1 storage_boat")
    scenario.when(0, "take_good wood").refuses(0, "use_boat 0 coin_boat", Reason.STORAGE_FULL, "CI-GAIN-2")
    scenario.when(0, "forfeit").asks(0, EndStep)


def test_boats_face_down_and_copying_boats_are_no_target(scenario: Scenario) -> None:  # CI-CARD-L7 ruling 46
    boats = (BOATS[0], BOATS[4], BoatTurned(0, "coin_boat"))
    holding(scenario, "L7", boats).refuses(0, "use_card L7", Reason.NO_TARGET, "CI-BOAT-5")


def test_a_ruin_is_removed(scenario: Scenario) -> None:  # CI-CARD-L8
    holding(scenario, "L8", land("B1 forest 1")).when(0, "use_card L8").records(CardTurned(0, "L8", False))
    scenario.when(0, "remove_ruin C1 spot_2").records(RuinRemoved(0, "C1", "spot_2")).asks(0, EndStep)


def test_without_a_ruin_or_a_spot_for_it_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L8 rulings 48, 60
    holding(scenario, "L8", land("A1 forest 1"))
    scenario.refuses(0, "use_card L8", Reason.NO_ACCESSIBLE_RUIN, "CI-STATUE-2")
    scenario.given(land("B1 forest 1"), RuinRemoved(0, "E3", "spot_1"), RuinRemoved(0, "F1", "spot_2"))
    scenario.refuses(0, "use_card L8", Reason.NO_FREE_CRAFTING_SPOT, "CI-STATUE-2")


@pytest.mark.parametrize("to", ["B1", "B2"])
def test_a_building_moves_to_any_free_space_without_helm_points(scenario: Scenario, to: str) -> None:  # CI-CARD-L11
    charted = land("A1 forest 2, B1 settlement 1, B2 meadow 4, C2 meadow 5 food")
    holding(scenario, "L11", charted, built(SMALL, "A1")).when(0, "use_card L11").records(CardTurned(0, "L11", False))
    scenario.when(0, f"move_structure A1 {to}").records(StructureMoved(0, SMALL, "A1", to))
    scenario.records_nothing_of(HelmGained).asks(0, EndStep)
    assert scenario.board(0).piles[scenario.table.box.place["A1"]].is_free


def test_a_statue_moves_as_a_building_does(scenario: Scenario) -> None:  # CI-CARD-L11
    holding(scenario, "L11", land("A1 forest 2, B1 forest 1"), statue("A1")).when(0, "use_card L11")
    scenario.when(0, "move_structure A1 B1").records(StructureMoved(0, STATUE, "A1", "B1"))


def test_a_structure_moves_from_where_it_stands_to_a_free_landscape_space(scenario: Scenario) -> None:  # CI-CARD-L11
    holding(scenario, "L11", land("A1 forest 2, B1 forest 1, B2 meadow 1 food"), built(SMALL, "A1"))
    scenario.when(0, "use_card L11").asks(0, ChooseStructure)
    scenario.refuses(0, "move_structure B1 A1", Reason.NO_STRUCTURE, "CI-CARD-L11")
    scenario.refuses(0, "move_structure A1 Z9", Reason.NO_SUCH_SPACE, "CI-CARD-L11")
    scenario.refuses(0, "move_structure A1 C2", Reason.SPACE_UNCHARTED, "CI-CARD-L11")
    scenario.refuses(0, "move_structure A1 B2", Reason.SPACE_OCCUPIED, "CI-CARD-L11")
    assert scenario.legal(0) == ["move_structure A1 B1"]


def test_with_nothing_or_nowhere_to_move_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L11 ruling 60
    holding(scenario, "L11", land("A1 forest 1")).refuses(0, "use_card L11", Reason.NO_STRUCTURE, "CI-CARD-L11")
    scenario.given(built(SMALL, "A1")).refuses(0, "use_card L11", Reason.NO_SITE, "CI-CARD-L11")


@pytest.mark.parametrize(("levels", "points"), [((4, 5), 2), ((4, 3), 0), ((4, 0), 0)])
def test_two_structures_at_level_four_score_two_points(  # CI-CARD-L11, CI-SCORE-6
    scenario: Scenario, levels: tuple[int, int], points: int
) -> None:
    first, second = levels
    scenario.given(kept("L11"), land(f"A1 forest {first}"), built(SMALL, "A1"))
    if second:
        scenario.given(land(f"B1 meadow {second}"), statue("B1"))
    assert flag(scenario, "L11") == points
    assert flag(scenario.given(CardTurned(0, "L11", False)), "L11") == 0


@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_cube_of_level_three_becomes_up_to_three_cubes(scenario: Scenario, more: int) -> None:  # CI-CARD-L12
    holding(scenario, "L12", land("A1 meadow 3 food")).when(0, "use_card L12").records(CardTurned(0, "L12", False))
    scenario.when(0, f"multiply_cube A1 {more}").records(CubeStored(0, "A1", FOOD))
    assert scenario.board(0).storage == (FOOD,) * (1 + more)


@pytest.mark.parametrize(("held", "most"), [("food", 2), ("2 coin", 2), ("3 coin", 1), ("4 coin", 0)])
def test_multiplying_is_bound_by_the_level_and_by_free_spots(  # CI-CARD-L12
    scenario: Scenario, held: str, most: int
) -> None:
    holding(scenario, "L12", land("A1 meadow 3 food, B1 forest 1"), stored(held)).when(0, "use_card L12")
    scenario.refuses(0, f"multiply_cube A1 {most + 1}", Reason.TOO_MANY_MORE, "CI-CARD-L12")
    scenario.refuses(0, "multiply_cube A1 -1", Reason.TOO_MANY_MORE, "CI-CARD-L12")
    scenario.refuses(0, "multiply_cube B1 0", Reason.NOT_OWNED, "CI-CARD-L12")
    scenario.refuses(0, "multiply_cube Z9 0", Reason.NOT_OWNED, "CI-CARD-L12")
    assert scenario.legal(0)[-1] == f"multiply_cube A1 {most}"


def test_without_a_cube_or_a_spot_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L12 ruling 60
    holding(scenario, "L12", land("A1 meadow 3")).refuses(0, "use_card L12", Reason.NO_TARGET, "CI-CARD-L12")
    scenario.given(land("B1 forest 1 wood"), stored("5 coin"))
    scenario.refuses(0, "use_card L12", Reason.STORAGE_FULL, "CI-CARD-L12")


def test_two_boats_turned_face_down_bring_two_helm_points_in_one_gain(scenario: Scenario) -> None:  # CI-CARD-L14
    holding(scenario, "L14", BoatBuilt(0, "storage_boat", "landing_3"), *BOATS[:2]).when(0, "use_card L14")
    scenario.when(0, "turn_boats storage_boat,coin_boat")
    scenario.records(BoatTurned(0, "coin_boat"), BoatTurned(0, "storage_boat")).asks(0, ChooseShip(2))
    scenario.when(0, "move_ship one_sail").records(HelmGained(0, 2, Ship.ONE_SAIL)).asks(0, EndStep)
    assert sum(moored is not None for moored in scenario.board(0).moored) == 3
    scenario.given(stored("5 coin")).asking(0, GainGoods((COIN,))).records(GoodsGained(0, (COIN,)))  # keeps its spot


def test_a_boat_face_down_gives_no_income(scenario: Scenario) -> None:  # CI-CARD-L14, CI-INCOME-3
    holding(scenario, "L14", BOATS[:2], BoatTurned(0, "coin_boat")).asking(0, BeginIncome())
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")
    scenario.when(0, "perform cartographer_boat").records(CartographerAdvanced(0, 1))


@pytest.mark.parametrize(
    "boats", ["coin_boat", "coin_boat,coin_boat", "coin_boat,draw_boat", "-", "coin_boat,cartographer_boat,draw_boat"]
)
def test_exactly_two_own_boats_are_turned(scenario: Scenario, boats: str) -> None:  # CI-CARD-L14
    holding(scenario, "L14", BOATS).when(0, "use_card L14")
    scenario.refuses(0, f"turn_boats {boats}", Reason.TOO_FEW_BOATS, "CI-CARD-L14")


def test_with_fewer_than_two_boats_face_up_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L14 ruling 60
    holding(scenario, "L14", BOATS[0], BOATS[2:])
    scenario.refuses(0, "use_card L14", Reason.TOO_FEW_BOATS, "CI-CARD-L14")
    scenario.given(BOATS[1], BoatTurned(0, "coin_boat"))
    scenario.refuses(0, "use_card L14", Reason.TOO_FEW_BOATS, "CI-CARD-L14")


def test_the_helm_points_of_the_boats_raise_anchors_first(scenario: Scenario) -> None:  # CI-CARD-L14, CI-SAIL-3
    holding(scenario, "L14", BOATS[:2], AnchorAdded(0, Ship.ONE_SAIL)).when(0, "use_card L14")
    scenario.when(0, "turn_boats coin_boat,cartographer_boat").when(0, "move_ship one_sail")
    assert scenario.board(0).one_sail.steps == 1
