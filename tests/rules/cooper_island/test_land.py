"""Landscape: drawing double tiles, placing them, and the cubes that newly placed land gets."""

from collections import Counter

import pytest

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    CubePlaced,
    DoubleTileDrawn,
    RuinRemoved,
    StructurePlaced,
    TilePlaced,
)
from quarterdeck_rules.cooper_island.land import ChooseTile, DrawTiles, PlaceDoubleTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.terms import Good, Landscape, Structure
from tests.rules.cooper_island.scenario import Fact, Scenario, land

FOREST, MEADOW, MOUNTAIN, SETTLEMENT = Landscape
TILES = ("forest-meadow", "forest-mountain", "forest-settlement")


def placing(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat, with one double tile of each kind, may place one."""
    scenario.given(*facts, [DoubleTileDrawn(0, tile) for tile in TILES])
    return scenario.asking(0, ChooseTile(""))


def levels(scenario: Scenario, *spaces: str) -> tuple[int, ...]:
    return tuple(scenario.board(0).piles[scenario.table.box.place[space]].level for space in spaces)


# Drawing


def test_the_bag_holds_twenty_double_tiles_of_each_pairing_all_equally_likely() -> None:  # CI-LAND-1
    drawn = Counter(Scenario().draws(bag=[draw]).asking(0, DrawTiles()).board(0).tiles[0] for draw in range(60))
    assert drawn == dict.fromkeys(TILES, 20)


def test_a_drawn_tile_leaves_the_bag_for_the_reserve(scenario: Scenario) -> None:  # CI-LAND-1
    scenario.asking(0, DrawTiles(3)).records(DoubleTileDrawn, DoubleTileDrawn, DoubleTileDrawn)
    assert len(scenario.board(0).tiles) == 3
    assert sum(scenario.table.bag) == 57


def test_a_reserve_of_double_tiles_has_no_limit(scenario: Scenario) -> None:  # CI-LAND-1
    scenario.given([DoubleTileDrawn(0, tile) for tile in TILES for _ in range(10)])
    scenario.asking(0, DrawTiles()).records(DoubleTileDrawn)
    assert len(scenario.board(0).tiles) == 31


def test_an_empty_bag_gives_no_tile(scenario: Scenario) -> None:  # CI-LAND-1
    scenario.given([DoubleTileDrawn(1, tile) for tile in TILES for _ in range(20)])
    scenario.asking(0, DrawTiles()).records_nothing_of(DoubleTileDrawn)
    scenario.asking(0, PerformOrForfeit("draw_tiles", DrawTiles()))
    scenario.refuses(0, "perform draw_tiles", Reason.BAG_EMPTY, "CI-LAND-1")


def test_a_bag_that_runs_short_gives_what_is_left(scenario: Scenario) -> None:  # CI-LAND-1
    scenario.given([DoubleTileDrawn(1, tile) for tile in TILES for _ in range(20)][1:])
    scenario.asking(0, DrawTiles(3))
    assert scenario.board(0).tiles == ("forest-meadow",)


# Whether there is anything to place


def test_without_a_double_tile_in_reserve_none_can_be_placed(scenario: Scenario) -> None:  # CI-LAND-2
    scenario.given(land("A1 meadow 1")).asking(0, PerformOrForfeit("place_double_tile", PlaceDoubleTile()))
    scenario.refuses(0, "perform place_double_tile", Reason.NO_TILE_IN_RESERVE, "CI-LAND-2")


def test_where_every_space_holds_a_cube_or_a_ruin_no_tile_finds_room(scenario: Scenario) -> None:  # CI-LAND-2
    box = scenario.table.box
    charted = ", ".join(f"{space} forest 1 wood" for place, space in enumerate(box.spaces) if place not in box.ruins)
    scenario.given(land(charted), DoubleTileDrawn(0, "forest-meadow"))
    scenario.asking(0, PerformOrForfeit("place_double_tile", PlaceDoubleTile()))
    scenario.refuses(0, "perform place_double_tile", Reason.NO_ROOM_FOR_TILE, "CI-LAND-2")


def test_only_a_double_tile_of_the_own_reserve_can_be_placed(scenario: Scenario) -> None:  # CI-LAND-2
    scenario.given(land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"), DoubleTileDrawn(1, "forest-mountain"))
    scenario.asking(0, ChooseTile(""))
    scenario.refuses(0, "place_tile forest-mountain B1 forest B2 mountain", Reason.NOT_IN_RESERVE, "CI-LAND-2")


def test_an_islet_is_no_double_tile(scenario: Scenario) -> None:  # CI-LAND-2 ruling 13
    placing(scenario, land("A1 meadow 1"))
    scenario.refuses(0, "place_tile meadow_coin B1 meadow B2 meadow", Reason.NOT_IN_RESERVE, "CI-LAND-2")


def test_a_tile_can_be_given_up_until_it_is_placed(scenario: Scenario) -> None:  # CI-LAND-2 ruling 32
    scenario.given(land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"))
    scenario.asking(0, ChooseTile("place_double_tile")).when(0, "give_up").records_nothing_of(ActionTaken)
    assert scenario.board(0).tiles == ("forest-meadow",)


def test_placing_the_tile_takes_the_action(scenario: Scenario) -> None:  # CI-LAND-2 ruling 32
    scenario.given(land("A1 meadow 1"), DoubleTileDrawn(0, "forest-meadow"))
    scenario.asking(0, ChooseTile("place_double_tile")).when(0, "place_tile forest-meadow B1 forest B2 meadow")
    scenario.records(ActionTaken(0, "place_double_tile"), TilePlaced)
    assert scenario.board(0).tiles == ()


# How it may lie


@pytest.mark.parametrize(
    ("tile", "sides"),
    [
        ("forest-meadow", ((FOREST, MEADOW), (MOUNTAIN, SETTLEMENT))),
        ("forest-mountain", ((FOREST, MOUNTAIN), (MEADOW, SETTLEMENT))),
        ("forest-settlement", ((FOREST, SETTLEMENT), (MEADOW, MOUNTAIN))),
    ],
)
def test_a_tile_lies_on_either_side_and_either_way_round_beside_the_start_space(  # CI-LAND-3 ruling 14
    scenario: Scenario, tile: str, sides: tuple[tuple[Landscape, Landscape], ...]
) -> None:
    scenario.given(land("A1 meadow 1 food"), DoubleTileDrawn(0, tile)).asking(0, ChooseTile(""))
    lies = [lie for side in sides for lie in (side, side[::-1])]
    pairs = [("B1", "B2"), ("B1", "C2"), ("B2", "C2")]
    expected = {f"place_tile {tile} {one} {on_one} {two} {on_two}" for one, two in pairs for on_one, on_two in lies}
    assert sorted(scenario.legal(0)) == sorted({*expected, "give_up"})


def test_two_landscapes_of_different_sides_are_no_side(scenario: Scenario) -> None:  # CI-LAND-3
    placing(scenario, land("A1 meadow 1 food"))
    scenario.refuses(0, "place_tile forest-meadow B1 forest B2 mountain", Reason.NOT_A_SIDE, "CI-LAND-3")
    scenario.refuses(0, "place_tile forest-meadow B1 forest B2 forest", Reason.NOT_A_SIDE, "CI-LAND-3")


@pytest.mark.parametrize("spaces", [("A1", "H9"), ("L1", "A1")])
def test_a_tile_lies_on_landscape_spaces(scenario: Scenario, spaces: tuple[str, str]) -> None:  # CI-LAND-3
    placing(scenario, land("A1 meadow 1"))
    move = f"place_tile forest-meadow {spaces[0]} forest {spaces[1]} meadow"
    scenario.refuses(0, move, Reason.NO_SUCH_SPACE, "CI-LAND-3")


@pytest.mark.parametrize("spaces", [("A1", "C2"), ("B1", "B1"), ("B2", "B1")])
def test_a_tile_lies_on_two_neighbours_named_in_the_peninsulas_order(  # CI-LAND-3
    scenario: Scenario, spaces: tuple[str, str]
) -> None:
    placing(scenario, land("A1 meadow 1"))
    move = f"place_tile forest-meadow {spaces[0]} forest {spaces[1]} meadow"
    scenario.refuses(0, move, Reason.NOT_NEIGHBOURS, "CI-LAND-3")


# On two uncharted spaces


def test_on_uncharted_spaces_both_halves_get_their_cube(scenario: Scenario) -> None:  # CI-LAND-10
    placing(scenario, land("A1 meadow 1")).when(0, "place_tile forest-meadow B1 mountain B2 settlement")
    scenario.records(
        TilePlaced(0, "forest-meadow", "B1", MOUNTAIN, "B2", SETTLEMENT),
        CubePlaced(0, "B1", Good.STONE),
        CubePlaced(0, "B2", Good.CLOTH),
    ).asks_nobody()
    assert levels(scenario, "B1", "B2") == (1, 1)


def test_forest_gives_wood_and_meadow_gives_food(scenario: Scenario) -> None:  # CI-LAND-10 ruling 22
    placing(scenario, land("A1 meadow 1")).when(0, "place_tile forest-meadow B1 meadow B2 forest")
    scenario.records(CubePlaced(0, "B1", Good.FOOD), CubePlaced(0, "B2", Good.WOOD)).asks_nobody()


def test_one_half_that_touches_own_landscape_is_enough(scenario: Scenario) -> None:  # CI-LAND-8
    placing(scenario, land("A1 settlement 3 cloth")).when(0, "place_tile forest-meadow B1 forest C2 meadow")
    scenario.records(TilePlaced)


def test_a_tile_away_from_all_own_landscape_is_not_connected(scenario: Scenario) -> None:  # CI-LAND-8
    placing(scenario, land("A1 meadow 1"), land("D2 meadow 1", seat=1))
    scenario.refuses(0, "place_tile forest-meadow D2 forest D3 meadow", Reason.NOT_CONNECTED, "CI-LAND-8")


def test_a_ruin_keeps_a_tile_off_its_space_until_it_is_removed(scenario: Scenario) -> None:  # CI-LAND-4
    placing(scenario, land("A1 meadow 1"))
    move = "place_tile forest-meadow B1 forest C1 meadow"
    scenario.refuses(0, move, Reason.RUIN_IN_THE_WAY, "CI-LAND-4")
    scenario.given(RuinRemoved(0, "C1", "spot_1")).when(0, move).records(TilePlaced)


# On two landscape spaces


def test_on_matching_free_landscape_of_one_level_a_tile_raises_it(scenario: Scenario) -> None:  # CI-LAND-5
    placing(scenario, land("A1 meadow 1, B1 forest 1")).when(0, "place_tile forest-meadow A1 meadow B1 forest")
    scenario.records(CubePlaced(0, "A1", Good.FOOD), CubePlaced(0, "B1", Good.WOOD))
    assert levels(scenario, "A1", "B1") == (2, 2)


def test_height_has_no_limit_and_piles_may_be_of_different_tiles(scenario: Scenario) -> None:  # CI-LAND-6 ruling 14
    placing(scenario, land("A1 meadow 7, B1 forest 7")).when(0, "place_tile forest-meadow A1 meadow B1 forest")
    assert levels(scenario, "A1", "B1") == (8, 8)


@pytest.mark.parametrize("drawing", ["A1 meadow 1 food, B1 forest 1", "A1 meadow 1, B1 forest 1 gold"])
def test_a_cube_keeps_a_tile_off_its_space_until_it_is_stored(scenario: Scenario, drawing: str) -> None:  # CI-LAND-5
    placing(scenario, land(drawing))
    move = "place_tile forest-meadow A1 meadow B1 forest"
    scenario.refuses(0, move, Reason.SPACE_OCCUPIED, "CI-LAND-5")
    scenario.when(0, f"store_cube {'A1' if 'food' in drawing else 'B1'}").asks(0, ChooseTile).when(0, move)
    scenario.records(TilePlaced)


@pytest.mark.parametrize("structure", list(Structure))
def test_a_building_or_statue_closes_its_space_to_tiles(  # CI-LAND-5 ruling 20
    scenario: Scenario, structure: Structure
) -> None:
    placing(scenario, land("A1 meadow 1, B1 forest 1"), StructurePlaced(0, structure, "B1"))
    scenario.refuses(0, "place_tile forest-meadow A1 meadow B1 forest", Reason.SPACE_OCCUPIED, "CI-LAND-5")


@pytest.mark.parametrize(
    ("below", "move"),
    [
        ("meadow", "place_tile forest-mountain A1 forest B1 mountain"),
        ("forest", "place_tile forest-settlement A1 meadow B1 mountain"),
        ("forest", "place_tile forest-mountain A1 mountain B1 forest"),
        ("settlement", "place_tile forest-mountain A1 forest B1 mountain"),
        ("settlement", "place_tile forest-meadow A1 meadow B1 forest"),
        ("settlement", "place_tile forest-meadow A1 mountain B1 settlement"),
    ],
)
def test_no_landscape_but_settlement_goes_on_another(  # CI-LAND-7 ruling 18
    scenario: Scenario, below: str, move: str
) -> None:
    _, other = move.rsplit(maxsplit=1)
    placing(scenario, land(f"A1 {below} 1, B1 {other} 1"))
    refusal = scenario.refuses(0, move, Reason.LANDSCAPE_MISMATCH, "CI-LAND-7")
    assert ("space", "A1") in refusal.details


@pytest.mark.parametrize("below", list(Landscape))
def test_settlement_goes_on_every_landscape(scenario: Scenario, below: Landscape) -> None:  # CI-LAND-7 ruling 18
    placing(scenario, land(f"A1 {below} 1, B1 forest 1"))
    scenario.when(0, "place_tile forest-settlement A1 settlement B1 forest").records(CubePlaced(0, "A1", Good.CLOTH))


def test_a_pile_is_what_its_top_shows(scenario: Scenario) -> None:  # CI-LAND-7 ruling 18
    placing(scenario, land("A1 forest 1, A1 settlement 1, B1 forest 2"))
    scenario.refuses(0, "place_tile forest-meadow A1 forest B1 meadow", Reason.LANDSCAPE_MISMATCH, "CI-LAND-7")
