"""Small building cards about fees, log books and land: S10 to S15."""

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.buildings import ChooseSite
from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    BuildingTaken,
    CartographerAdvanced,
    CartographerUsed,
    CubePlaced,
    DoubleTileDrawn,
    FeeRefused,
    GoodsGained,
    LogBookGained,
    MarketGained,
    RuinRemoved,
    StatueTaken,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift, WorkerFee
from quarterdeck_rules.cooper_island.land import ChooseCube, PlaceDoubleTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import Arrive, PayHarborFee
from quarterdeck_rules.cooper_island.scoring import score_sheet
from quarterdeck_rules.cooper_island.terms import Good, Ship, Structure
from quarterdeck_rules.cooper_island.together import EndStep
from tests.rules.cooper_island.scenario import Scenario, built, kept, land, spare_lid, stored

COIN, STONE, GOLD = Good.COIN, Good.STONE, Good.GOLD
SMALL, FORTRESS, STATUE = Structure.SMALL_BUILDING, Structure.FORTRESS, Structure.STATUE
OWN_HARBOR, BAY, FOREIGN_HARBOR = 0, 5, 10
FACES = {"log_book_coin": 0, "log_book_draw": 22}
"""The draw that gives the first token of a face; the faces lie in the order of the component file."""


def flag(scenario: Scenario, card: str) -> int:
    """What the flag of a card scores for the first seat."""
    lines = [line for line in score_sheet(scenario.table, None).scores[0].lines if line.code == "flag"]
    return sum(line.points for line in lines if line.facts[0].value == card)


def statue(ruin: str, space: str) -> list[Struct]:
    """A statue on the peninsula, from this ruin."""
    return [RuinRemoved(0, ruin, "spot_1"), StatueTaken(0, "spot_1"), StructurePlaced(0, STATUE, space)]


def arriving(scenario: Scenario, bank: int, book: str = "log_book_coin") -> Scenario:
    """A ship of the first seat reaches a bay or harbor and draws this log book."""
    return scenario.draws(log_books=[FACES[book]]).asking(0, Arrive(Ship.ONE_SAIL, bank), EndStep())


# S10, S11: fees


def test_no_harbor_fee_is_asked_and_a_foreign_owner_takes_a_gift(scenario: Scenario) -> None:  # CI-CARD-S10
    arriving(scenario.given(kept("S10"), stored("coin"), spare_lid()), FOREIGN_HARBOR).when(0, "forfeit")
    scenario.records_nothing_of(FeeRefused, AnchorAdded).asks(1, ChooseGift)
    scenario.when(1, "take_good gold").records(MarketGained(1, (GOLD,))).asks(0, EndStep)
    assert scenario.board(0).storage == (COIN,)


def test_in_the_own_harbor_nothing_happens(scenario: Scenario) -> None:  # CI-CARD-S10
    arriving(scenario.given(kept("S10"), stored("coin"), spare_lid()), OWN_HARBOR).when(0, "forfeit").asks(0, EndStep)
    scenario.records_nothing_of(FeeRefused, AnchorAdded, MarketGained)


def test_a_card_against_one_fee_leaves_the_other(scenario: Scenario) -> None:  # CI-CARD-S10, CI-CARD-S11
    arriving(scenario.given(kept("S11"), stored("coin")), FOREIGN_HARBOR).when(0, "forfeit").asks(0, PayHarborFee)
    case = Scenario().given(kept("S10"), stored("coin")).asking(0, WorkerFee(1))
    case.when(0, "refuse_fee").records(FeeRefused(0, 1))


def test_no_worker_fee_is_asked_and_the_owner_takes_a_gift(scenario: Scenario) -> None:  # CI-CARD-S11
    scenario.given(kept("S11"), stored("coin"), spare_lid()).asking(0, WorkerFee(1), EndStep())
    scenario.asks_nobody(0).asks(1, ChooseGift)
    scenario.when(1, "take_good cloth").records(MarketGained(1, (Good.CLOTH,))).asks(0, EndStep)
    scenario.records_nothing_of(FeeRefused, AnchorAdded)
    assert scenario.board(0).storage == (COIN,)


# S12: log books


def test_a_coin_comes_with_a_log_book_after_its_action_and_before_the_fee(scenario: Scenario) -> None:  # CI-CARD-S12
    arriving(scenario.given(kept("S12")), FOREIGN_HARBOR, "log_book_draw").records(LogBookGained)
    scenario.records_nothing_of(GoodsGained).when(0, "perform log_book_draw")
    scenario.records(DoubleTileDrawn, GoodsGained(0, (COIN,))).asks(0, PayHarborFee).when(0, "pay_fee coin")


def test_the_coin_comes_though_the_action_is_forfeited(scenario: Scenario) -> None:  # CI-CARD-S12
    arriving(scenario.given(kept("S12"), spare_lid()), BAY).when(0, "forfeit").records(GoodsGained(0, (COIN,))).asks(
        0, EndStep
    )


def test_without_a_log_book_there_is_no_coin(scenario: Scenario) -> None:  # CI-CARD-S12 ruling 72
    books = [LogBookGained(1, book) for book, face in scenario.table.box.log_books.items() for _ in range(face.count)]
    arriving(scenario.given(kept("S12"), books), BAY).records_nothing_of(LogBookGained, GoodsGained)


@pytest.mark.parametrize(("books", "points"), [(3, 0), (4, 2), (5, 2)])
def test_four_log_books_score_two_points(  # CI-CARD-S12, CI-SCORE-6
    scenario: Scenario, books: int, points: int
) -> None:
    gained = ("log_book_coin", "log_book_draw", "log_book_coin", "log_book_draw", "log_book_draw")[:books]
    assert flag(scenario.given(kept("S12"), [LogBookGained(0, book) for book in gained]), "S12") == points


# S13: gold


def test_gold_may_be_mined_from_level_two_by_a_double_tile(scenario: Scenario) -> None:  # CI-CARD-S13, CI-LAND-11
    scenario.given(kept("S13"), land("A1 mountain 1, B1 forest 1"), DoubleTileDrawn(0, "forest-mountain"))
    scenario.asking(0, PlaceDoubleTile(), EndStep()).when(0, "place_tile forest-mountain A1 mountain B1 forest")
    scenario.when(0, "put_cube gold").records(CubePlaced(0, "A1", GOLD))


def test_gold_may_be_mined_from_level_two_by_the_cartographer(scenario: Scenario) -> None:  # CI-CARD-S13, CI-LAND-11
    scenario.given(kept("S13"), land("A1 mountain 1"), CartographerAdvanced(0, 3)).asking(0, EndStep())
    scenario.when(0, "use_cartographer raise_low").when(0, "place_single A1 mountain").asks(0, ChooseCube)
    scenario.when(0, "put_cube stone").records(CubePlaced(0, "A1", STONE))


def test_on_level_one_there_is_only_stone(scenario: Scenario) -> None:  # CI-CARD-S13
    scenario.given(kept("S13"), land("A1 mountain 1"), CartographerAdvanced(0, 2)).asking(0, EndStep())
    scenario.when(0, "use_cartographer chart").when(0, "place_single B1 mountain")
    scenario.records(CubePlaced(0, "B1", STONE)).asks(0, EndStep)


def test_without_the_card_level_two_gives_only_stone(scenario: Scenario) -> None:  # CI-LAND-11
    scenario.given(land("A1 mountain 1"), CartographerAdvanced(0, 3)).asking(0, EndStep())
    scenario.when(0, "use_cartographer raise_low").when(0, "place_single A1 mountain").records(
        CubePlaced(0, "A1", STONE)
    )


# S14: statues anywhere


def test_a_statue_may_go_on_any_free_landscape_space(scenario: Scenario) -> None:  # CI-CARD-S14, CI-BUILD-4
    charted = land("A1 settlement 1, B1 forest 3, B2 meadow 4 food")
    scenario.given(kept("S14"), charted, RuinRemoved(0, "C1", "spot_1"), StatueTaken(0, "spot_1"))
    scenario.asking(0, ChooseSite(STATUE, 1), EndStep())
    scenario.refuses(0, "place_structure B2", Reason.SPACE_OCCUPIED, "CI-BUILD-4")
    scenario.refuses(0, "place_structure C2", Reason.SPACE_UNCHARTED, "CI-BUILD-4")
    assert scenario.legal(0) == ["place_structure A1", "place_structure B1"]


def test_buildings_stay_bound_to_the_highest_level(scenario: Scenario) -> None:  # CI-CARD-S14, CI-BUILD-4
    scenario.given(kept("S14"), land("A1 settlement 1, B1 forest 3"), BuildingTaken(0, FORTRESS))
    scenario.asking(0, ChooseSite(FORTRESS, 4)).refuses(0, "place_structure A1", Reason.NOT_HIGHEST, "CI-BUILD-4")


@pytest.mark.parametrize(("landscape", "points"), [("settlement", 2), ("forest", 0)])
def test_three_structures_on_settlements_score_two_points(  # CI-CARD-S14, CI-SCORE-6
    scenario: Scenario, landscape: str, points: int
) -> None:
    scenario.given(kept("S14"), land(f"A1 settlement 1, B1 settlement 1, B2 {landscape} 1"), built(SMALL, "A1"))
    assert flag(scenario.given(statue("C1", "B1")), "S14") == 0
    assert flag(scenario.given(statue("C3", "B2")), "S14") == points


# S15: charting


def test_charting_costs_one_step_and_is_still_the_use_of_the_window(scenario: Scenario) -> None:  # CI-CARD-S15
    scenario.given(kept("S15"), land("A1 forest 1"), CartographerAdvanced(0, 2)).asking(0, EndStep())
    scenario.when(0, "use_cartographer chart").records(CartographerUsed(0, 1)).when(0, "place_single B1 forest")
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED, "CI-CARTO-1")


def test_other_options_cost_what_they_cost(scenario: Scenario) -> None:  # CI-CARD-S15, CI-CARTO-3
    scenario.given(kept("S15"), land("A1 forest 1"), CartographerAdvanced(0, 2)).asking(0, EndStep())
    scenario.refuses(0, "use_cartographer raise_low", Reason.TOO_FEW_STEPS, "CI-CARTO-3")


@pytest.mark.parametrize(("left", "points"), [(0, 3), (2, 3), (3, 0)])
def test_two_uncharted_spaces_or_fewer_score_three_points(  # CI-CARD-S15, CI-SCORE-6
    scenario: Scenario, left: int, points: int
) -> None:
    charted = scenario.table.box.spaces[left:]
    scenario.given(kept("S15"), land(", ".join(f"{space} forest 1" for space in charted)))
    assert flag(scenario, "S15") == points
