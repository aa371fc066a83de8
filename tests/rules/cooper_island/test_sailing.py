"""Sailing: helm points, anchors, steps around the ring, islets on the way, gains in the middle of a voyage."""

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    AnchorRaised,
    BuildingTaken,
    CardKept,
    CartographerAdvanced,
    CartographerUsed,
    FeeRefused,
    GoodsGained,
    HelmGained,
    IsletPlaced,
    LogBookGained,
    RuinRemoved,
    ShipAdvanced,
    StructurePlaced,
)
from quarterdeck_rules.cooper_island.fees import ChooseGift
from quarterdeck_rules.cooper_island.islets import ChooseIslet
from quarterdeck_rules.cooper_island.moves import MoveShip
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip, GainHelm, PayHarborFee
from quarterdeck_rules.cooper_island.terms import Good, Half, Ship, Structure
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Scenario, land

ONE, TWO = Ship
NEAR, FAR = Half
DRAW_TILE = 22
"""Number of a log book token among the thirty that lets its seat draw a double tile."""


def sailed(ship: Ship, steps: int, seat: int = 0, seats: int = 2) -> list[Struct]:
    """The ship has come so many steps from its harbor."""
    way = 1 if ship is ONE else -1
    return [ShipAdvanced(seat, ship, (10 * seat + way * step) % (10 * seats)) for step in range(1, steps + 1)]


def banks(scenario: Scenario) -> list[int]:
    """Where the last move took ships, step by step."""
    return [event.bank for event in scenario.events if isinstance(event, ShipAdvanced)]


# Helm points


def test_all_points_of_a_gain_go_to_one_ship(scenario: Scenario) -> None:  # CI-SAIL-1 ruling 49
    scenario.asking(0, ChooseShip(2)).when(0, "move_ship one_sail")
    scenario.records(HelmGained(0, 2, ONE), ShipAdvanced(0, ONE, 1), ShipAdvanced(0, ONE, 2)).asks_nobody()
    assert scenario.board(0).two_sail.steps == 0


def test_helm_points_are_not_declined(scenario: Scenario) -> None:  # CI-SAIL-1 ruling 49
    scenario.asking(0, GainHelm(2)).asks(0, ChooseShip(2))
    assert scenario.legal(0) == ["move_ship one_sail", "move_ship two_sail"]
    scenario.refuses(0, "forfeit", EngineReason.MOVE_NOT_EXPECTED)


def test_a_gain_of_no_points_asks_nothing(scenario: Scenario) -> None:  # CI-SAIL-1
    scenario.asking(0, GainHelm(0)).asks_nobody()


def test_another_gain_may_go_to_the_other_ship(scenario: Scenario) -> None:  # CI-SAIL-1
    scenario.asking(0, GainHelm(1), GainHelm(1)).when(0, "move_ship one_sail").asks(0, ChooseShip(1))
    scenario.when(0, "move_ship two_sail").records(HelmGained(0, 1, TWO), ShipAdvanced(0, TWO, 19))


# Steps


@pytest.mark.parametrize(("seats", "seat"), [(seats, seat) for seats in (2, 3, 4) for seat in range(seats)])
@pytest.mark.parametrize("ship", Ship)
def test_one_sail_goes_clockwise_and_two_sails_counter_clockwise(  # CI-SAIL-2
    seats: int, seat: int, ship: Ship
) -> None:
    scenario = Scenario(seats).asking(seat, ChooseShip(3)).when(seat, MoveShip(ship))
    way = 1 if ship is ONE else -1
    assert banks(scenario) == [(10 * seat + way * step) % (10 * seats) for step in (1, 2, 3)]


def test_ships_do_not_block_each_other(scenario: Scenario) -> None:  # CI-SAIL-2
    scenario.given(sailed(TWO, 8, seat=1)).asking(0, ChooseShip(3)).when(0, "move_ship one_sail")
    assert banks(scenario) == [1, 2, 3]


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 1), (4, 3)])
@pytest.mark.parametrize("ship", Ship)
def test_a_ship_brings_one_log_book_for_every_five_steps_on_every_lap(  # CI-SAIL-5
    seats: int, seat: int, ship: Ship
) -> None:
    scenario = Scenario(seats).given(CardKept(seat, Structure.SMALL_BUILDING, "S10"))  # no harbor fee
    lap = 10 * seats
    scenario.asking(seat, *[ChooseShip(1)] * (lap + 6))
    for steps in range(1, lap + 6):
        scenario.when(seat, MoveShip(ship))
        if "forfeit" in scenario.legal(seat):
            scenario.when(seat, "forfeit")
        if steps % 10 == 0 and steps % lap:
            scenario.when(((10 * seat + (steps if ship is ONE else -steps)) % lap) // 10, "take_good coin")
        assert scenario.board(seat).ship(ship).steps == steps
        assert len(scenario.board(seat).log_books) == steps // 5


# Anchors


def test_points_raise_anchors_before_they_move_the_ship(scenario: Scenario) -> None:  # CI-SAIL-3 ruling 49
    scenario.given(AnchorAdded(0, ONE), AnchorAdded(0, ONE))
    scenario.asking(0, ChooseShip(3)).when(0, "move_ship one_sail")
    scenario.records(AnchorRaised(0, ONE), AnchorRaised(0, ONE), ShipAdvanced(0, ONE, 1))
    assert scenario.board(0).one_sail.anchors == 0


def test_a_ship_that_keeps_an_anchor_does_not_move(scenario: Scenario) -> None:  # CI-SAIL-3
    scenario.given(AnchorAdded(0, ONE), AnchorAdded(0, ONE))
    scenario.asking(0, ChooseShip(1)).when(0, "move_ship one_sail").records_nothing_of(ShipAdvanced)
    assert scenario.board(0).one_sail.anchors == 1


def test_anchors_of_one_ship_do_not_hold_the_other(scenario: Scenario) -> None:  # CI-SAIL-3
    scenario.given(AnchorAdded(0, ONE))
    scenario.asking(0, ChooseShip(1)).when(0, "move_ship two_sail").records(ShipAdvanced(0, TWO, 19))
    assert scenario.board(0).one_sail.anchors == 1


# Islets on the way


@pytest.mark.parametrize(
    ("seat", "ship", "water", "half", "crossed_at"),
    [
        (0, ONE, "L1", NEAR, 1),
        (0, ONE, "L1", FAR, 2),
        (0, ONE, "L2", NEAR, 2),
        (0, ONE, "L4", FAR, 5),
        (0, TWO, "R1", NEAR, 1),
        (0, TWO, "R1", FAR, 2),
        (0, TWO, "R2", NEAR, 2),
        (0, TWO, "R4", FAR, 5),
        (1, ONE, "R4", FAR, 6),  # of another seat, from the bay to its harbor and beyond
        (1, ONE, "R1", NEAR, 10),
        (1, ONE, "L1", NEAR, 11),
        (1, TWO, "L4", FAR, 6),
        (1, TWO, "L4", NEAR, 7),
        (1, TWO, "R1", NEAR, 11),
    ],
)
def test_an_islet_is_crossed_by_the_step_over_its_half_alone(  # CI-SAIL-4
    seat: int, ship: Ship, water: str, half: Half, crossed_at: int
) -> None:
    for step in range(1, 13):
        scenario = Scenario().given(IsletPlaced(0, "meadow_coin", water, half, "B1"), sailed(ship, step - 1, seat))
        scenario.asking(seat, ChooseShip(1)).when(seat, MoveShip(ship))
        assert ("use_islet 0 meadow_coin" in scenario.legal(seat)) is (step == crossed_at), step


def test_an_islet_acts_for_whoever_crosses_it(scenario: Scenario) -> None:  # CI-SAIL-4
    scenario.given(IsletPlaced(1, "meadow_coin", "R4", FAR, "B1"), sailed(ONE, 5))
    scenario.asking(0, ChooseShip(1)).when(0, "move_ship one_sail")
    scenario.when(0, "use_islet 1 meadow_coin").records(GoodsGained(0, (Good.COIN,)))


def test_an_islet_is_crossed_again_on_the_next_lap(scenario: Scenario) -> None:  # CI-SAIL-4
    scenario.given(IsletPlaced(0, "meadow_coin", "L1", NEAR, "B1"))
    scenario.asking(0, ChooseShip(1), ChooseShip(1)).when(0, "move_ship one_sail").when(0, "use_islet 0 meadow_coin")
    scenario.given(sailed(ONE, 20)[1:]).when(0, "move_ship one_sail").records(ShipAdvanced(0, ONE, 1))
    scenario.when(0, "use_islet 0 meadow_coin").records(GoodsGained(0, (Good.COIN,)))


def two_islets(scenario: Scenario) -> Scenario:
    """A ship crosses two islets with one step, and has one step more to go."""
    scenario.given(sailed(ONE, 1), IsletPlaced(0, "meadow_coin", "L1", FAR, "B1"))
    scenario.given(IsletPlaced(0, "forest_draw", "L2", NEAR, "C1"))
    return scenario.asking(0, ChooseShip(2)).when(0, "move_ship one_sail")


@pytest.mark.parametrize("order", [("meadow_coin", "forest_draw"), ("forest_draw", "meadow_coin")])
def test_two_islets_crossed_at_once_act_in_either_order(  # CI-SAIL-4 ruling 52
    scenario: Scenario, order: tuple[str, str]
) -> None:
    two_islets(scenario)
    assert banks(scenario) == [2]
    scenario.when(0, f"use_islet 0 {order[0]}").asks(0, ChooseIslet).records_nothing_of(ShipAdvanced)
    scenario.refuses(0, f"use_islet 0 {order[0]}", Reason.NOT_ON_OFFER, "CI-ISLET-7")
    scenario.when(0, f"use_islet 0 {order[1]}").records(ShipAdvanced(0, ONE, 3)).asks_nobody()


def test_the_actions_of_islets_can_be_forfeited(scenario: Scenario) -> None:  # CI-SAIL-4
    two_islets(scenario).when(0, "use_islet 0 forest_draw")
    scenario.when(0, "forfeit").records(ShipAdvanced(0, ONE, 3)).records_nothing_of(GoodsGained)


def test_an_islet_whose_action_cannot_be_performed_is_passed_by_itself(scenario: Scenario) -> None:  # CI-SAIL-4
    scenario.given(IsletPlaced(0, "forest_cartographer", "L1", NEAR, "B1"))
    scenario.given(CartographerAdvanced(0, 6), CartographerUsed(0, 1), CartographerAdvanced(0, 1))
    scenario.asking(0, ChooseShip(2)).when(0, "move_ship one_sail").asks_nobody()
    assert banks(scenario) == [1, 2]


def test_islets_crossed_act_before_the_ship_arrives(scenario: Scenario) -> None:  # CI-SAIL-5 ruling 52
    scenario.given(IsletPlaced(0, "meadow_coin", "L4", FAR, "E1"), sailed(ONE, 4))
    scenario.asking(0, ChooseShip(1)).when(0, "move_ship one_sail").asks(0, ChooseIslet)
    scenario.records(ShipAdvanced(0, ONE, 5)).records_nothing_of(LogBookGained)
    scenario.when(0, "use_islet 0 meadow_coin").records(GoodsGained(0, (Good.COIN,)), LogBookGained)


# Helm points gained in the middle of a voyage


def ruin_on_the_way(scenario: Scenario, water: str, steps: int, points: int, owner: int = 0) -> Scenario:
    """The one-sail ship crosses an islet with which a ruin goes to a crafting spot that pays a helm point."""
    scenario.given(land("A1 meadow 1, B2 forest 1"), BuildingTaken(0, Structure.LARGE_BUILDING))
    scenario.given(StructurePlaced(0, Structure.LARGE_BUILDING, "A1"), sailed(ONE, steps))
    half = FAR if water.startswith("L") else NEAR
    scenario.given(IsletPlaced(owner, "mountain_ruin", water, half, "D1")).draws(log_books=[DRAW_TILE] * 2)
    scenario.asking(0, ChooseShip(points)).when(0, "move_ship one_sail")
    scenario.when(0, f"use_islet {owner} mountain_ruin").when(0, "remove_ruin C3 spot_3")
    return scenario.records(RuinRemoved(0, "C3", "spot_3")).asks(0, ChooseShip(1))


def test_helm_points_gained_at_sea_may_move_the_other_ship(scenario: Scenario) -> None:  # CI-SAIL-2 ruling 51
    ruin_on_the_way(scenario, "L1", 1, 3).when(0, "move_ship two_sail")
    scenario.records(HelmGained(0, 1, TWO), ShipAdvanced(0, TWO, 19), ShipAdvanced(0, ONE, 3), ShipAdvanced(0, ONE, 4))


def test_helm_points_gained_at_sea_may_move_the_same_ship_on(scenario: Scenario) -> None:  # CI-SAIL-2 ruling 51
    ruin_on_the_way(scenario, "L1", 1, 2).when(0, "move_ship one_sail")
    scenario.records(HelmGained(0, 1, ONE), ShipAdvanced(0, ONE, 3), ShipAdvanced(0, ONE, 4)).asks_nobody()
    assert scenario.board(0).one_sail.steps == 4


def test_a_ship_that_sailed_on_still_gets_the_log_book_of_the_bay_it_reached(  # CI-SAIL-5 ruling 51
    scenario: Scenario,
) -> None:
    ruin_on_the_way(scenario, "L4", 4, 2).when(0, "move_ship one_sail")
    scenario.records(ShipAdvanced(0, ONE, 6), LogBookGained(0, "log_book_draw")).records_nothing_of(
        ShipAdvanced(0, ONE, 7)
    )
    scenario.when(0, "forfeit").records(ShipAdvanced(0, ONE, 7)).asks_nobody()
    assert len(scenario.board(0).log_books) == 1


def test_an_anchor_taken_in_a_harbor_by_a_gain_at_sea_eats_the_points_left(  # CI-SAIL-3 rulings 49 and 51
    scenario: Scenario,
) -> None:
    scenario.given(GoodsGained(0, (Good.COIN,)))
    ruin_on_the_way(scenario, "R2", 8, 3, owner=1)  # two of the three points are left
    scenario.when(0, "move_ship one_sail").records(ShipAdvanced(0, ONE, 10), LogBookGained)
    scenario.when(0, "forfeit").asks(0, PayHarborFee(ONE, 1))
    scenario.when(0, "refuse_fee").records(FeeRefused(0, 1), AnchorAdded(0, ONE)).asks(1, ChooseGift)
    scenario.when(1, "take_good wood").records(AnchorRaised(0, ONE), ShipAdvanced(0, ONE, 11)).asks_nobody()
