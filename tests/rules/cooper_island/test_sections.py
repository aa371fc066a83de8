"""The eight action sections: what each offers, and what the symbols of its free spaces add."""

import pytest

from quarterdeck_rules.cooper_island.boats import ChooseBoat, ChooseBuiltBoat
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    BuildingTaken,
    CartographerAdvanced,
    CooperTokenTaken,
    CostPaid,
    DoubleTileDrawn,
    GoodsGained,
    IsletPlaced,
    PhaseBegan,
    RuinRemoved,
    StructurePlaced,
    TilePlaced,
    TurnEnded,
    WorkerHired,
    WorkerPlaced,
)
from quarterdeck_rules.cooper_island.goods import ChooseGood
from quarterdeck_rules.cooper_island.islets import ChooseIslet
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sections import NextTurn
from quarterdeck_rules.cooper_island.terms import Good, Half, Item, Phase, Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, land

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL

# Seat 0 can do everything: pay for a boat, a building, a statue and a cargo ship, build on A1, place and draw tiles,
# remove the ruin at C1, use an islet and a boat of seat 1, store more, and move its cartographer.
ABLE: tuple[Fact, ...] = (
    land("A1 meadow 1, B1 forest 6 wood, B2 mountain 6 stone, C2 mountain 6 gold, D2 settlement 6 cloth, D3 meadow 1"),
    GoodsGained(0, (Good.COIN, Good.COIN)),
    DoubleTileDrawn(0, "forest-meadow"),
    DoubleTileDrawn(0, "forest-mountain"),
    RuinRemoved(0, "F4", "spot_1"),
    IsletPlaced(1, "meadow_coin", "L1", Half.FAR, "B1"),
    BoatBuilt(1, "coin_boat", "landing_1"),
    CooperTokenTaken(1),
)
DRAW, PLACE, ADVANCE, TOKEN = "draw_tiles", "place_double_tile", "advance_cartographer", "take_cooper_token"
PLACING = f"perform {PLACE}", "place_tile forest-meadow C1 forest D1 meadow"


def at(scenario: Scenario, worker: Worker, section: str, *facts: Fact, free: bool = True) -> Scenario:
    """Seat 0 has placed a worker on this space in its turn, on a free space or (for a coin) on a worker of seat 1."""
    if worker is SPECIAL:
        scenario.given(WorkerHired(0, SPECIAL), WorkerHired(1, SPECIAL))
    if not free:
        scenario.given(GoodsGained(0, (Good.COIN,)), WorkerPlaced(1, worker, section))
    scenario.given(PhaseBegan(Phase.WORKERS), *facts).asking(0, NextTurn(0))
    scenario.when(0, f"place_worker {worker} {section}")
    return scenario if free else scenario.when(0, "pay_fee coin")


def actions(scenario: Scenario) -> set[str]:
    """The actions that seat 0 may perform now."""
    return {move.removeprefix("perform ") for move in scenario.legal(0) if move.startswith("perform ")}


BASIC = {
    "A": {DRAW, PLACE, ADVANCE},
    "B": {"build_income_boat"},
    "C": {DRAW, PLACE},
    "D": {"build_building"},
    "E": {ADVANCE, "gain_goods"},
    "F": {"remove_one_ruin", "build_one_statue"},
    "G": {DRAW, PLACE},
    "H": {"supply_cargo_ship"},
}
ROUND_SYMBOLS = {"A": {TOKEN}}
SQUARE_SYMBOLS = {"C": {"use_islets"}, "E": {"use_boats"}, "G": {ADVANCE}, "H": {DRAW, PLACE}}


@pytest.mark.parametrize("section", BASIC)
def test_a_normal_worker_on_a_free_space_finds_the_sections_actions_and_the_round_symbol(  # CI-TURN-5 ruling 28
    scenario: Scenario, section: str
) -> None:
    assert actions(at(scenario, NORMAL, section, *ABLE)) == BASIC[section] | ROUND_SYMBOLS.get(section, set())


@pytest.mark.parametrize("section", BASIC)
def test_a_special_worker_on_a_free_space_finds_the_sections_actions_and_the_square_symbol(  # CI-TURN-5 ruling 28
    scenario: Scenario, section: str
) -> None:
    assert actions(at(scenario, SPECIAL, section, *ABLE)) == BASIC[section] | SQUARE_SYMBOLS.get(section, set())


@pytest.mark.parametrize("worker", [NORMAL, SPECIAL])
@pytest.mark.parametrize("section", BASIC)
def test_a_covered_symbol_counts_for_nobody_else(scenario: Scenario, section: str, worker: Worker) -> None:
    # CI-TURN-5
    assert actions(at(scenario, worker, section, *ABLE, free=False)) == BASIC[section]


# A


@pytest.mark.parametrize(("worker", "free"), [(NORMAL, True), (NORMAL, False), (SPECIAL, False)])
def test_a_gives_either_a_drawn_or_a_placed_tile_and_a_step(  # CI-TURN-5
    scenario: Scenario, worker: Worker, free: bool
) -> None:
    at(scenario, worker, "A", *ABLE, free=free).when(0, f"perform {DRAW}").records(DoubleTileDrawn)
    scenario.refuses(0, PLACING[0], Reason.NOT_ON_OFFER, "CI-TURN-5")
    scenario.refuses(0, f"perform {DRAW}", Reason.NOT_ON_OFFER, "CI-TURN-5")
    scenario.when(0, f"perform {ADVANCE}").records(CartographerAdvanced(0, 1))


def test_a_tile_placed_at_a_leaves_none_to_draw(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, NORMAL, "A", *ABLE, RuinRemoved(0, "C1", "spot_2")).when(0, PLACING[0]).when(0, PLACING[1])
    scenario.records(TilePlaced).refuses(0, f"perform {DRAW}", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_the_first_special_worker_at_a_does_all_three(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, SPECIAL, "A", *ABLE, RuinRemoved(0, "C1", "spot_2")).when(0, f"perform {DRAW}")
    scenario.when(0, f"perform {ADVANCE}").when(0, PLACING[0]).when(0, PLACING[1]).records(TilePlaced)


# B and D


def test_a_boat_at_b_costs_its_landing_space(scenario: Scenario) -> None:  # CI-BOAT-2
    at(scenario, NORMAL, "B", *ABLE).when(0, "perform build_income_boat").asks(0, ChooseBoat)
    scenario.when(0, "build_boat draw_boat landing_1").when(0, "pay coin,wood:B1")
    scenario.records(CostPaid(0, (Item(Good.COIN), Item(Good.WOOD, "B1"))), BoatBuilt(0, "draw_boat", "landing_1"))


@pytest.mark.parametrize(
    ("paid", "spread"), [("wood:B1", "coin,wood"), ("coin", "wood,wood")], ids=["coin_and_wood", "two_wood"]
)
def test_the_first_special_worker_at_b_pays_two_less_in_any_mix(  # CI-COST-4
    scenario: Scenario, paid: str, spread: str
) -> None:
    at(scenario, SPECIAL, "B", *ABLE).when(0, "perform build_income_boat").when(0, "build_boat draw_boat landing_1")
    scenario.when(0, f"pay {paid} reductions={spread}").records(BoatBuilt)


def test_a_second_special_worker_at_b_pays_in_full(scenario: Scenario) -> None:  # CI-COST-4
    at(scenario, SPECIAL, "B", *ABLE, free=False).when(0, "perform build_income_boat")
    scenario.when(0, "build_boat draw_boat landing_1")
    scenario.refuses(0, "pay coin reductions=wood,wood", Reason.REDUCTION_MISMATCH, "CI-COST-4")


@pytest.mark.parametrize(
    ("paid", "spread"), [("wood:B1,stone:B2", "coin,stone"), ("coin,stone:B2", "wood,wood")], ids=["mixed", "two_wood"]
)
def test_the_first_special_worker_at_d_pays_two_less_in_any_mix(  # CI-COST-4
    scenario: Scenario, paid: str, spread: str
) -> None:
    at(scenario, SPECIAL, "D", *ABLE).when(0, "perform build_building").when(0, "erect_building small_building")
    scenario.when(0, f"pay {paid} reductions={spread}").records(BuildingTaken(0, Structure.SMALL_BUILDING))


def test_a_building_given_up_before_the_payment_is_on_offer_again(scenario: Scenario) -> None:  # CI-TURN-5 ruling 32
    at(scenario, NORMAL, "D", *ABLE).when(0, "perform build_building").when(0, "erect_building fortress")
    scenario.when(0, "give_up").records_nothing_of(CostPaid, BuildingTaken, TurnEnded)
    assert actions(scenario) == {"build_building"}


# C and E


def test_c_gives_a_drawn_and_a_placed_tile(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, NORMAL, "C", *ABLE, RuinRemoved(0, "C1", "spot_2")).when(0, f"perform {DRAW}").records(DoubleTileDrawn)
    scenario.when(0, PLACING[0]).when(0, PLACING[1]).records(TilePlaced)


def test_the_square_symbol_of_c_uses_any_islet_on_the_board(scenario: Scenario) -> None:  # CI-ISLET-8 ruling 29
    at(scenario, SPECIAL, "C", *ABLE).when(0, "perform use_islets").asks(0, ChooseIslet)
    scenario.when(0, "use_islet 1 meadow_coin").records(GoodsGained(0, (Good.COIN,)))
    scenario.refuses(0, "perform use_islets", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_without_an_islet_the_symbol_of_c_is_of_no_use(scenario: Scenario) -> None:  # CI-ISLET-8
    at(scenario, SPECIAL, "C").refuses(0, "perform use_islets", Reason.NO_TARGET, "CI-ISLET-8")


@pytest.mark.parametrize(("before", "steps"), [(0, 3), (3, 3), (4, 2)])
def test_e_gives_up_to_three_steps(scenario: Scenario, before: int, steps: int) -> None:  # CI-CARTO-4
    at(scenario, NORMAL, "E", CartographerAdvanced(0, before)).when(0, f"perform {ADVANCE}")
    scenario.records(CartographerAdvanced(0, steps))


def test_e_gives_no_step_beyond_the_end_of_the_track(scenario: Scenario) -> None:  # CI-CARTO-4
    at(scenario, NORMAL, "E", CartographerAdvanced(0, 6))
    scenario.refuses(0, f"perform {ADVANCE}", Reason.TRACK_FULL, "CI-CARTO-4")


@pytest.mark.parametrize("good", list(Good))
def test_e_gives_a_coin_or_any_cube_onto_a_free_spot(scenario: Scenario, good: Good) -> None:  # CI-GAIN-1 ruling 38
    at(scenario, NORMAL, "E").when(0, "perform gain_goods").asks(0, ChooseGood)
    scenario.when(0, f"take_good {good}").records(GoodsGained(0, (good,)))


def test_e_gives_nothing_to_a_full_storage(scenario: Scenario) -> None:  # CI-GAIN-2
    at(scenario, NORMAL, "E", GoodsGained(0, (Good.WOOD,) * 5))
    scenario.refuses(0, "perform gain_goods", Reason.STORAGE_FULL, "CI-GAIN-2")


def test_the_square_symbol_of_e_uses_any_built_boat(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 29
    at(scenario, SPECIAL, "E", *ABLE).when(0, "perform use_boats").asks(0, ChooseBuiltBoat)
    scenario.when(0, "use_boat 1 coin_boat").records(GoodsGained(0, (Good.COIN,)))


# F


def test_f_gives_either_a_ruin_or_a_statue(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, NORMAL, "F", *ABLE).when(0, "perform remove_one_ruin").when(0, "remove_ruin C1 spot_2")
    scenario.refuses(0, "perform build_one_statue", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_the_statue_at_f_leaves_no_ruin_to_remove(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, NORMAL, "F", *ABLE).when(0, "perform build_one_statue").when(0, "build_statue wood_and_stone spot_1")
    scenario.when(0, "pay wood:B1,stone:B2").when(0, "place_structure B1").when(0, "move_ship one_sail")
    scenario.refuses(0, "perform remove_one_ruin", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_the_first_special_worker_at_f_removes_a_ruin_and_builds_its_statue(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, SPECIAL, "F", *ABLE).when(0, "perform remove_one_ruin").when(0, "remove_ruin C1 spot_2")
    scenario.when(0, "perform build_one_statue").when(0, "build_statue wood_and_stone spot_2")
    scenario.when(0, "pay wood:B1,stone:B2").when(0, "place_structure B2")
    scenario.records(StructurePlaced(0, Structure.STATUE, "B2"))


# G and H


def test_g_draws_up_to_twice(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, NORMAL, "G", *ABLE).when(0, f"perform {DRAW}")
    scenario.refuses(0, f"perform {PLACE}", Reason.NOT_ON_OFFER, "CI-TURN-5")
    scenario.when(0, f"perform {DRAW}").records(DoubleTileDrawn)
    scenario.refuses(0, f"perform {DRAW}", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_g_places_up_to_twice(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, NORMAL, "G", *ABLE, RuinRemoved(0, "C1", "spot_2")).when(0, PLACING[0]).when(0, PLACING[1])
    scenario.refuses(0, f"perform {DRAW}", Reason.NOT_ON_OFFER, "CI-TURN-5")
    scenario.when(0, f"perform {PLACE}").when(0, "place_tile forest-mountain E1 forest E2 mountain").records(TilePlaced)
    scenario.refuses(0, f"perform {PLACE}", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_a_tile_given_up_at_g_does_not_choose_the_action(scenario: Scenario) -> None:  # CI-TURN-5 ruling 32
    at(scenario, NORMAL, "G", *ABLE).when(0, f"perform {PLACE}").when(0, "give_up")
    scenario.when(0, f"perform {DRAW}").when(0, f"perform {DRAW}").records(DoubleTileDrawn)


def test_the_square_symbol_of_g_gives_a_step_once(scenario: Scenario) -> None:  # CI-TURN-5
    at(scenario, SPECIAL, "G", *ABLE).when(0, f"perform {ADVANCE}").records(CartographerAdvanced(0, 1))
    scenario.refuses(0, f"perform {ADVANCE}", Reason.NOT_ON_OFFER, "CI-TURN-5")
    assert actions(scenario) == {DRAW, PLACE}


def test_the_square_symbol_of_h_gives_a_drawn_or_a_placed_tile_before_or_after_the_supply(  # CI-TURN-5 ruling 28
    scenario: Scenario,
) -> None:
    at(scenario, SPECIAL, "H", *ABLE).when(0, f"perform {DRAW}").records(DoubleTileDrawn)
    scenario.refuses(0, f"perform {PLACE}", Reason.NOT_ON_OFFER, "CI-TURN-5")
    assert actions(scenario) == {"supply_cargo_ship"}
