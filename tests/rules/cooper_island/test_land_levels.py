"""Landscape of different levels: shims under double tiles, gold on high mountains."""

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.events import (
    BuildingTaken,
    CardKept,
    CartographerAdvanced,
    CartographerUsed,
    CubePlaced,
    DoubleTileDrawn,
    GoodsGained,
    RuinRemoved,
    StartTilePlaced,
    StructurePlaced,
    TilePlaced,
    TileShimmed,
)
from quarterdeck_rules.cooper_island.land import ChooseCube, ChooseTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.terms import Good, Landscape, Structure
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

FOREST, MEADOW, MOUNTAIN, SETTLEMENT = Landscape
TILES = ("forest-meadow", "forest-mountain", "forest-settlement")


def placing(scenario: Scenario, *facts: Fact, steps: int = 3) -> Scenario:
    """The first seat, so far on its cartographer track, may place a double tile; it has one of each kind."""
    scenario.given(*facts, CartographerAdvanced(0, steps), [DoubleTileDrawn(0, tile) for tile in TILES])
    return scenario.asking(0, ChooseTile(""), ChooseTile(""))


def levels(scenario: Scenario, *spaces: str) -> tuple[int, ...]:
    return tuple(scenario.board(0).piles[scenario.table.box.place[space]].level for space in spaces)


# Shims


@pytest.mark.parametrize(
    ("drawing", "lower", "landscape"),
    [("A1 meadow 1, B1 forest 2", "A1", MEADOW), ("A1 meadow 4, B1 forest 3", "B1", FOREST)],
)
def test_a_shim_of_the_landscape_above_it_evens_out_one_level_for_one_step(  # CI-LAND-6 ruling 17
    scenario: Scenario, drawing: str, lower: str, landscape: Landscape
) -> None:
    placing(scenario, land(drawing)).when(0, "place_tile forest-meadow A1 meadow B1 forest shim=yes")
    scenario.records(CartographerUsed(0, 1), TileShimmed(0, lower, landscape), TilePlaced)
    assert scenario.board(0).cartographer == 2
    one, other = levels(scenario, "A1", "B1")
    assert one == other


def test_half_on_landscape_of_level_one_and_half_on_uncharted_space_both_come_to_level_two(  # CI-LAND-6 ruling 15
    scenario: Scenario,
) -> None:
    placing(scenario, land("A1 meadow 1")).when(0, "place_tile forest-meadow A1 meadow B1 forest shim=yes")
    scenario.records(TileShimmed(0, "B1", FOREST), TilePlaced)
    assert levels(scenario, "A1", "B1") == (2, 2)


def test_a_shim_comes_from_the_supply_and_yields_no_cube(scenario: Scenario) -> None:  # CI-LAND-6 ruling 17
    placing(scenario, land("A1 meadow 1")).when(0, "place_tile forest-meadow A1 meadow B1 forest shim=yes")
    assert [event for event in scenario.events if isinstance(event, CubePlaced)] == [
        CubePlaced(0, "A1", Good.FOOD),
        CubePlaced(0, "B1", Good.WOOD),
    ]
    assert scenario.table.single_tiles == 56 - 1


@pytest.mark.parametrize("drawing", ["A1 meadow 1", "A1 meadow 1, B1 forest 2", "A1 meadow 3, B1 forest 2"])
def test_a_difference_of_one_level_needs_a_shim(scenario: Scenario, drawing: str) -> None:  # CI-LAND-6
    placing(scenario, land(drawing))
    scenario.refuses(0, "place_tile forest-meadow A1 meadow B1 forest", Reason.SHIM_NEEDED, "CI-LAND-6")


@pytest.mark.parametrize("drawing", ["A1 meadow 2", "A1 meadow 1, B1 forest 3", "A1 meadow 5, B1 forest 1"])
@pytest.mark.parametrize("shim", ["", " shim=yes"])
def test_a_larger_difference_is_never_evened_out(  # CI-LAND-6 rulings 15 and 16
    scenario: Scenario, drawing: str, shim: str
) -> None:
    placing(scenario, land(drawing), steps=6)
    scenario.refuses(0, f"place_tile forest-meadow A1 meadow B1 forest{shim}", Reason.UNEVEN_GROUND, "CI-LAND-6")


@pytest.mark.parametrize(("drawing", "spaces"), [("A1 meadow 1", "B1 {} B2"), ("A1 forest 2, B1 meadow 2", "A1 {} B1")])
def test_level_ground_takes_no_shim(scenario: Scenario, drawing: str, spaces: str) -> None:  # CI-LAND-6
    placing(scenario, land(drawing))
    move = f"place_tile forest-meadow {spaces.format('forest')} meadow shim=yes"
    scenario.refuses(0, move, Reason.SHIM_NOT_NEEDED, "CI-LAND-6")


def test_a_shim_does_not_loosen_the_matching_rule(scenario: Scenario) -> None:  # CI-LAND-7 ruling 17
    placing(scenario, land("A1 meadow 1, B1 mountain 2"))
    move = "place_tile forest-mountain A1 forest B1 mountain shim=yes"
    scenario.refuses(0, move, Reason.LANDSCAPE_MISMATCH, "CI-LAND-7")


def test_settlement_goes_on_any_landscape_by_a_settlement_shim(scenario: Scenario) -> None:  # CI-LAND-7 ruling 17
    placing(scenario, land("A1 meadow 1, B1 mountain 2"))
    scenario.when(0, "place_tile forest-meadow A1 settlement B1 mountain shim=yes").when(0, "put_cube stone")
    assert levels(scenario, "A1", "B1") == (3, 3)


def test_a_ruin_keeps_a_shimmed_tile_off_its_space(scenario: Scenario) -> None:  # CI-LAND-4 ruling 15
    placing(scenario, land("A1 meadow 1, B1 forest 1"))
    move = "place_tile forest-meadow B1 forest C1 meadow shim=yes"
    scenario.refuses(0, move, Reason.RUIN_IN_THE_WAY, "CI-LAND-4")
    scenario.given(RuinRemoved(0, "C1", "spot_1")).when(0, move).records(TileShimmed)


def test_an_occupied_space_takes_no_shim(scenario: Scenario) -> None:  # CI-LAND-5 ruling 20
    placing(scenario, land("A1 meadow 1, B1 forest 2"), StructurePlaced(0, Structure.STATUE, "A1"))
    move = "place_tile forest-meadow A1 meadow B1 forest shim=yes"
    scenario.refuses(0, move, Reason.SPACE_OCCUPIED, "CI-LAND-5")


def test_a_shim_needs_a_step_on_the_track(scenario: Scenario) -> None:  # CI-CARTO-3 ruling 57
    placing(scenario, land("A1 meadow 1"), steps=0)
    move = "place_tile forest-meadow A1 meadow B1 forest shim=yes"
    scenario.refuses(0, move, Reason.TOO_FEW_STEPS, "CI-CARTO-3")
    scenario.given(CartographerAdvanced(0, 1)).when(0, move)
    assert scenario.board(0).cartographer == 0


def test_a_second_shim_in_one_window_is_refused(scenario: Scenario) -> None:  # CI-CARTO-1 rulings 16 and 57
    placing(scenario, land("A1 meadow 1, B2 meadow 1"))
    scenario.when(0, "place_tile forest-meadow A1 meadow B1 forest shim=yes")
    move = "place_tile forest-settlement B2 meadow C2 mountain shim=yes"
    scenario.refuses(0, move, Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


def test_a_shim_needs_a_single_tile_in_the_supply() -> None:  # CI-CARTO-2 ruling 72
    fewer = """
        [[numbers]]
        id = "single_tiles"
        status = "reconstructed"
        source = "a test of an empty supply"
        value = 1
    """
    last = StartTilePlaced(1, "A1", MEADOW)
    scenario = placing(Scenario(components=TITLE.load_components((fewer.encode(),))), land("A1 meadow 1"), last)
    move = "place_tile forest-meadow A1 meadow B1 forest shim=yes"
    scenario.refuses(0, move, Reason.NO_SINGLE_TILES, "CI-CARTO-2")


def test_a_shim_counts_for_the_level_that_gives_gold(scenario: Scenario) -> None:  # CI-LAND-11 ruling 19
    placing(scenario, land("A1 mountain 1, B1 forest 2"))
    scenario.when(0, "place_tile forest-mountain A1 mountain B1 forest shim=yes").asks(0, ChooseCube("A1"))


# Gold


def test_below_level_three_a_mountain_gives_stone_unasked(scenario: Scenario) -> None:  # CI-LAND-11
    placing(scenario, land("A1 forest 1, B1 mountain 1")).when(0, "place_tile forest-mountain A1 forest B1 mountain")
    scenario.records(CubePlaced(0, "B1", Good.STONE)).asks(0, ChooseTile)


@pytest.mark.parametrize(("below", "good"), [(2, "stone"), (2, "gold"), (5, "gold")])
def test_a_mountain_of_level_three_or_more_gives_stone_or_gold(  # CI-LAND-11 ruling 21
    scenario: Scenario, below: int, good: str
) -> None:
    placing(scenario, land(f"A1 forest {below}, B1 mountain {below}"))
    scenario.when(0, "place_tile forest-mountain A1 forest B1 mountain").asks(0, ChooseCube("B1"))
    assert scenario.legal(0) == ["put_cube stone", "put_cube gold"]
    scenario.when(0, f"put_cube {good}").records(CubePlaced(0, "B1", Good(good)))


def test_a_high_mountain_gives_nothing_else_and_nothing_comes_between(scenario: Scenario) -> None:  # CI-LAND-11
    placing(scenario, land("A1 forest 2, B1 mountain 2, B2 meadow 1 food"))
    scenario.when(0, "place_tile forest-mountain A1 forest B1 mountain")
    scenario.refuses(0, "put_cube cloth", Reason.NOTHING_TO_CHOOSE, "CI-LAND-11")
    scenario.refuses(0, "store_cube B2", EngineReason.MOVE_NOT_EXPECTED)


def test_only_mountains_give_gold(scenario: Scenario) -> None:  # CI-LAND-11
    placing(scenario, land("A1 meadow 4, B1 forest 4")).when(0, "place_tile forest-meadow A1 meadow B1 forest")
    scenario.records(CubePlaced(0, "A1", Good.FOOD), CubePlaced(0, "B1", Good.WOOD)).asks(0, ChooseTile)


def test_a_card_lets_gold_be_mined_from_level_two_on(scenario: Scenario) -> None:  # CI-LAND-11
    placing(scenario, CardKept(0, Structure.SMALL_BUILDING, "S13"), land("A1 forest 1, B1 mountain 1"))
    scenario.when(0, "place_tile forest-mountain A1 forest B1 mountain").when(0, "put_cube gold")
    scenario.records(CubePlaced(0, "B1", Good.GOLD))
    scenario.when(0, "place_tile forest-settlement B2 mountain C2 meadow").records(CubePlaced(0, "B2", Good.STONE))


# While a building waits for its space


def test_a_tile_may_not_cover_the_last_room_of_a_building_that_is_paid_for(scenario: Scenario) -> None:  # CI-BUILD-6
    full = GoodsGained(0, (Good.COIN,) * 5)
    placing(scenario, land("A1 meadow 1, B1 forest 1"), full, BuildingTaken(0, Structure.LARGE_BUILDING))
    move = "place_tile forest-meadow A1 meadow B1 forest"
    scenario.refuses(0, move, Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6")
    scenario.given(land("B2 meadow 1")).when(0, move).records(TilePlaced)
