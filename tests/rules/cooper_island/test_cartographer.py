"""The cartographer: his track, his options beside the shim, and how often he may be used."""

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.cartographer import AdvanceCartographer, PlaceSingleTile
from quarterdeck_rules.cooper_island.events import (
    BuildingTaken,
    CardKept,
    CartographerAdvanced,
    CartographerUsed,
    CubePlaced,
    DoubleTileDrawn,
    GoodsGained,
    PhaseBegan,
    RuinRemoved,
    SingleTilePlaced,
    StartTilePlaced,
    StructurePlaced,
    TurnBegan,
)
from quarterdeck_rules.cooper_island.land import ChooseCube, ChooseTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.terms import RESOURCE_OF, Good, Landscape, Phase, Structure
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Fact, Scenario, land

COSTS = {"chart": 2, "raise_low": 3, "raise_high": 4}
ROOM_FOR_ALL = "A1 meadow 1, B1 forest 4"


def using(scenario: Scenario, *facts: Fact, steps: int = 6) -> Scenario:
    """The first seat, so far on its track, may make anytime moves."""
    return scenario.given(*facts, CartographerAdvanced(0, steps)).asking(0, EndStep())


def placing(scenario: Scenario, option: str, *facts: Fact) -> Scenario:
    """The first seat places the single tile of an option."""
    return scenario.given(*facts).asking(0, PlaceSingleTile(option))


# The track


@pytest.mark.parametrize(("start", "steps", "gained"), [(0, 1, 1), (0, 3, 3), (3, 3, 3), (4, 3, 2), (5, 3, 1)])
def test_steps_beyond_the_end_of_the_track_are_forfeited(  # CI-CARTO-4
    scenario: Scenario, start: int, steps: int, gained: int
) -> None:
    scenario.given(CartographerAdvanced(0, start)).asking(0, AdvanceCartographer(steps))
    scenario.records(CartographerAdvanced(0, gained))
    assert scenario.board(0).cartographer == start + gained


def test_at_the_end_of_the_track_no_step_is_gained(scenario: Scenario) -> None:  # CI-CARTO-4 ruling 60
    scenario.given(CartographerAdvanced(0, 6)).asking(0, AdvanceCartographer(3))
    scenario.records_nothing_of(CartographerAdvanced)
    scenario.asking(0, PerformOrForfeit("advance_cartographer", AdvanceCartographer(3)))
    scenario.refuses(0, "perform advance_cartographer", Reason.TRACK_FULL, "CI-CARTO-4")


@pytest.mark.parametrize(("improvable", "gained"), [(True, 2), (False, 1)])
def test_a_card_adds_a_step_to_those_of_sections_and_lid_alone(  # CI-CARTO-4
    scenario: Scenario, improvable: bool, gained: int
) -> None:
    scenario.given(CardKept(0, Structure.SMALL_BUILDING, "S8")).asking(0, AdvanceCartographer(1, improvable))
    scenario.records(CartographerAdvanced(0, gained))


def test_a_cards_further_step_ends_with_the_track_too(scenario: Scenario) -> None:  # CI-CARTO-4
    scenario.given(CardKept(0, Structure.SMALL_BUILDING, "S8"), CartographerAdvanced(0, 5))
    scenario.asking(0, AdvanceCartographer(3, improvable=True)).records(CartographerAdvanced(0, 1))


# What an option costs


@pytest.mark.parametrize(("option", "steps"), COSTS.items())
def test_an_option_moves_the_marker_back(scenario: Scenario, option: str, steps: int) -> None:  # CI-CARTO-3
    using(scenario, land(ROOM_FOR_ALL), steps=steps).when(0, f"use_cartographer {option}")
    scenario.records(CartographerUsed(0, steps)).asks(0, PlaceSingleTile(option))
    assert scenario.board(0).cartographer == 0


@pytest.mark.parametrize(("option", "steps"), COSTS.items())
def test_with_too_few_steps_an_option_is_refused(scenario: Scenario, option: str, steps: int) -> None:  # CI-CARTO-3
    using(scenario, land(ROOM_FOR_ALL), steps=steps - 1)
    scenario.refuses(0, f"use_cartographer {option}", Reason.TOO_FEW_STEPS, "CI-CARTO-3")


def test_a_card_charts_for_one_step_still_once(scenario: Scenario) -> None:  # CI-CARTO-3
    using(scenario, land(ROOM_FOR_ALL), CardKept(0, Structure.SMALL_BUILDING, "S15"), steps=2)
    scenario.when(0, "use_cartographer chart").records(CartographerUsed(0, 1)).when(0, "place_single B2 meadow")
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


def test_with_no_single_tile_in_the_supply_no_option_is_left() -> None:  # CI-CARTO-2 ruling 72
    number = """numbers = [{ id = "single_tiles", status = "reconstructed", source = "a test", value = 1 }]"""
    last = StartTilePlaced(1, "A1", Landscape.MEADOW)
    scenario = using(Scenario(components=TITLE.load_components((number.encode(),))), land(ROOM_FOR_ALL), last)
    for option in COSTS:
        scenario.refuses(0, f"use_cartographer {option}", Reason.NO_SINGLE_TILES, "CI-CARTO-2")


def test_of_two_seats_that_act_at_once_one_takes_the_last_single_tile() -> None:  # CI-CARTO-2 ruling 72
    number = """numbers = [{ id = "single_tiles", status = "reconstructed", source = "a test", value = 1 }]"""
    scenario = Scenario(components=TITLE.load_components((number.encode(),)))
    for seat in (0, 1):
        scenario.given(land("A1 meadow 1", seat), CartographerAdvanced(seat, 2))
    scenario.asking_all({0: (EndStep(),), 1: (EndStep(),)}).when(0, "use_cartographer chart")
    scenario.refuses(1, "use_cartographer chart", Reason.NO_SINGLE_TILES, "CI-CARTO-2")
    scenario.when(0, "place_single B1 forest").records(SingleTilePlaced(0, "B1", Landscape.FOREST))
    assert scenario.table.single_tiles == 0


@pytest.mark.parametrize("option", COSTS)
def test_an_option_takes_one_single_tile_from_the_supply(scenario: Scenario, option: str) -> None:  # CI-CARTO-2
    using(scenario, land(ROOM_FOR_ALL)).when(0, f"use_cartographer {option}")
    assert scenario.table.single_tiles == 55
    scenario.when(0, scenario.legal(0)[0]).records(SingleTilePlaced)
    assert scenario.table.single_tiles == 55


@pytest.mark.parametrize(
    ("option", "landscape"),
    [("chart", ()), ("raise_low", land("A1 meadow 1 food, B1 forest 4")), ("raise_high", land("A1 meadow 3"))],
)
def test_an_option_without_a_space_for_its_tile_is_refused(  # CI-CARTO-5 ruling 60
    scenario: Scenario, option: str, landscape: Fact
) -> None:
    using(scenario, landscape).refuses(0, f"use_cartographer {option}", Reason.NO_ROOM_FOR_TILE, "CI-CARTO-5")


@pytest.mark.parametrize("option", ["shim", "raise"])
def test_the_shim_is_no_option_by_itself(scenario: Scenario, option: str) -> None:  # CI-CARTO-5 ruling 57
    using(scenario, land(ROOM_FOR_ALL))
    scenario.refuses(0, f"use_cartographer {option}", Reason.NOTHING_TO_CHOOSE, "CI-CARTO-5")


# Charting a new space


@pytest.mark.parametrize("landscape", list(Landscape))
def test_any_landscape_charts_a_space_beside_own_landscape(  # CI-CARTO-6 ruling 23
    scenario: Scenario, landscape: Landscape
) -> None:
    placing(scenario, "chart", land("A1 meadow 1")).when(0, f"place_single B1 {landscape}")
    scenario.records(SingleTilePlaced(0, "B1", landscape), CubePlaced(0, "B1", RESOURCE_OF[landscape]))


@pytest.mark.parametrize(
    ("space", "reason"),
    [
        ("A1", Reason.SPACE_CHARTED),
        ("C1", Reason.RUIN_IN_THE_WAY),
        ("D3", Reason.NOT_CONNECTED),
        ("L1", Reason.NO_SUCH_SPACE),
    ],
)
def test_a_charted_space_is_uncharted_ruin_free_and_beside_own_landscape(  # CI-CARTO-6 ruling 23
    scenario: Scenario, space: str, reason: Reason
) -> None:
    placing(scenario, "chart", land("A1 meadow 1, B1 forest 1"))
    scenario.refuses(0, f"place_single {space} meadow", reason, "CI-CARTO-6")


def test_a_removed_ruin_leaves_a_space_to_chart(scenario: Scenario) -> None:  # CI-CARTO-6 ruling 23
    placing(scenario, "chart", land("B1 forest 1"), RuinRemoved(0, "C1", "spot_1")).when(0, "place_single C1 meadow")
    scenario.records(SingleTilePlaced)


# Raising a space


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_cheaper_raise_is_for_levels_up_to_three_the_other_from_four_on(  # CI-CARTO-6 ruling 23
    scenario: Scenario, level: int
) -> None:
    fitting, other = ("raise_low", "raise_high") if level <= 3 else ("raise_high", "raise_low")
    placing(scenario, other, land(f"A1 meadow {level}"))
    scenario.refuses(0, "place_single A1 meadow", Reason.WRONG_LEVEL, "CI-CARTO-6")
    placing(scenario, fitting).when(0, "place_single A1 meadow").records(CubePlaced(0, "A1", Good.FOOD))
    assert scenario.board(0).piles[0].level == level + 1


@pytest.mark.parametrize(("option", "level"), [("raise_low", 1), ("raise_high", 4)])
class TestRaising:
    def test_an_uncharted_space_is_not_raised(self, scenario: Scenario, option: str, level: int) -> None:  # CI-CARTO-6
        placing(scenario, option, land(f"A1 meadow {level}"))
        scenario.refuses(0, "place_single B1 meadow", Reason.SPACE_UNCHARTED, "CI-CARTO-6")

    def test_an_occupied_space_is_not_raised(  # CI-CARTO-6 rulings 20 and 23
        self, scenario: Scenario, option: str, level: int
    ) -> None:
        building = StructurePlaced(0, Structure.SMALL_BUILDING, "B1")
        placing(scenario, option, land(f"A1 meadow {level} food, B1 forest {level}"), building)
        scenario.refuses(0, "place_single A1 meadow", Reason.SPACE_OCCUPIED, "CI-CARTO-6")
        scenario.refuses(0, "place_single B1 forest", Reason.SPACE_OCCUPIED, "CI-CARTO-6")

    @pytest.mark.parametrize(
        ("below", "above"), [("meadow", "forest"), ("forest", "mountain"), ("settlement", "meadow")]
    )
    def test_like_goes_on_like(  # CI-CARTO-6 ruling 23
        self, scenario: Scenario, option: str, level: int, below: str, above: str
    ) -> None:
        placing(scenario, option, land(f"A1 {below} {level}"))
        scenario.refuses(0, f"place_single A1 {above}", Reason.LANDSCAPE_MISMATCH, "CI-CARTO-6")

    @pytest.mark.parametrize("below", list(Landscape))
    def test_settlement_goes_on_everything(  # CI-CARTO-6 rulings 18 and 23
        self, scenario: Scenario, option: str, level: int, below: Landscape
    ) -> None:
        placing(scenario, option, land(f"A1 {below} {level}")).when(0, "place_single A1 settlement")
        scenario.records(CubePlaced(0, "A1", Good.CLOTH))


@pytest.mark.parametrize(("option", "level"), [("raise_low", 2), ("raise_low", 3), ("raise_high", 4)])
def test_a_mountain_raised_to_level_three_or_more_may_give_gold(  # CI-LAND-11 ruling 21
    scenario: Scenario, option: str, level: int
) -> None:
    placing(scenario, option, land(f"A1 mountain {level}")).when(0, "place_single A1 mountain").asks(
        0, ChooseCube("A1")
    )
    scenario.when(0, "put_cube gold").records(CubePlaced(0, "A1", Good.GOLD))


def test_a_mountain_raised_to_level_two_gives_stone(scenario: Scenario) -> None:  # CI-LAND-11 ruling 21
    placing(scenario, "raise_low", land("A1 mountain 1")).when(0, "place_single A1 mountain")
    scenario.records(CubePlaced(0, "A1", Good.STONE))


# How often, and when


def test_he_interrupts_an_action_and_nothing_interrupts_him(scenario: Scenario) -> None:  # CI-CARTO-5 ruling 54
    scenario.given(land("A1 meadow 1 food"), CartographerAdvanced(0, 6), DoubleTileDrawn(0, "forest-meadow"))
    scenario.asking(0, ChooseTile("")).when(0, "use_cartographer chart").asks(0, PlaceSingleTile)
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "place_single B1 forest").asks(0, ChooseTile)


def test_one_use_leaves_none_for_the_same_window(scenario: Scenario) -> None:  # CI-CARTO-1 ruling 56
    used = (CartographerUsed(0, 2), CartographerAdvanced(0, 2))
    using(scenario, land(ROOM_FOR_ALL), *used)
    for option in COSTS:
        scenario.refuses(0, f"use_cartographer {option}", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")
    assert not [move for move in scenario.anytime(0) if move.startswith("use_cartographer")]


def test_a_use_leaves_no_shim_for_the_same_window(scenario: Scenario) -> None:  # CI-CARTO-1 ruling 57
    scenario.given(land("A1 meadow 1"), CartographerAdvanced(0, 6), DoubleTileDrawn(0, "forest-meadow"))
    scenario.asking(0, ChooseTile("")).when(0, "use_cartographer chart").when(0, "place_single B2 forest")
    move = "place_tile forest-meadow A1 meadow B1 forest shim=yes"
    scenario.refuses(0, move, Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


@pytest.mark.parametrize(
    "window", [PhaseBegan(Phase.INCOME), TurnBegan(0), PhaseBegan(Phase.CLEAN_UP)], ids=["income", "turn", "clean-up"]
)
def test_each_income_phase_own_turn_and_clean_up_brings_one_use(  # CI-CARTO-1 ruling 56
    scenario: Scenario, window: PhaseBegan | TurnBegan
) -> None:
    using(scenario, land(ROOM_FOR_ALL), CartographerUsed(0, 0), window).when(0, "use_cartographer chart")
    scenario.records(CartographerUsed(0, 2))


@pytest.mark.parametrize("window", [TurnBegan(1), PhaseBegan(Phase.GAME_END)], ids=["another turn", "before scoring"])
def test_a_foreign_turn_and_the_last_window_bring_no_use(  # CI-CARTO-1 ruling 56
    scenario: Scenario, window: PhaseBegan | TurnBegan
) -> None:
    using(scenario, land(ROOM_FOR_ALL), CartographerUsed(0, 0), window)
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


def test_a_use_left_over_in_the_clean_up_is_open_before_scoring(scenario: Scenario) -> None:  # CI-CARTO-1 ruling 56
    using(scenario, land(ROOM_FOR_ALL), PhaseBegan(Phase.CLEAN_UP), PhaseBegan(Phase.GAME_END))
    scenario.when(0, "use_cartographer chart").records(CartographerUsed(0, 2))


# While a building waits for its space


def test_he_may_not_raise_the_last_room_of_a_building_that_is_paid_for(scenario: Scenario) -> None:  # CI-BUILD-6
    full = GoodsGained(0, (Good.COIN,) * 5)
    placing(scenario, "raise_low", land("A1 meadow 1"), full, BuildingTaken(0, Structure.LARGE_BUILDING))
    scenario.refuses(0, "place_single A1 meadow", Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6")
    scenario.given(land("B2 forest 1")).when(0, "place_single A1 meadow").records(SingleTilePlaced)
