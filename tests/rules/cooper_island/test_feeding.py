"""Feeding the workers in the first clean-up step."""

import pytest

from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    CardKept,
    CostPaid,
    GoodsGained,
    HelmGained,
    MarketGained,
    OrdersDisplayed,
    WorkerAssigned,
    WorkerHired,
    WorkersFed,
)
from quarterdeck_rules.cooper_island.feeding import ChooseFood, FeedWorkers
from quarterdeck_rules.cooper_island.fees import ChooseAnchoredShip
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.terms import Good, Item, Ship, Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, land

NORMAL, SPECIAL = Worker.NORMAL, Worker.SPECIAL
FOOD = Good.FOOD


def hired(*workers: Worker) -> list[WorkerHired]:
    """Seat 0 has hired these workers."""
    return [WorkerHired(0, worker) for worker in workers]


def feeding(scenario: Scenario, *facts: Fact) -> Scenario:
    """Seat 0 feeds its workers, after these facts."""
    return scenario.given(*facts).asking(0, FeedWorkers())


def stored(count: int) -> GoodsGained:
    """So many food cubes in storage."""
    return GoodsGained(0, (FOOD,) * count)


# What it costs


@pytest.mark.parametrize(
    ("workers", "cost"),
    [
        ((), 2),
        ((NORMAL,), 3),
        ((NORMAL, NORMAL), 4),
        ((SPECIAL,), 4),
        ((SPECIAL, SPECIAL), 6),
        ((NORMAL, SPECIAL), 5),
        ((NORMAL, NORMAL, SPECIAL), 6),
        ((NORMAL, SPECIAL, SPECIAL), 7),
    ],
)
def test_the_feeding_cost_is_two_and_every_uncovered_value(  # CI-FEED-1
    scenario: Scenario, workers: tuple[Worker, ...], cost: int
) -> None:
    # Without food and without an anytime move the shortfall is the whole cost, and nobody is asked for food.
    feeding(scenario, *hired(*workers)).records(WorkersFed(0, cost)).asks(0, ChooseAnchoredShip)


def test_an_assigned_worker_still_eats(scenario: Scenario) -> None:  # CI-FEED-1 ruling 65
    assigned = OrdersDisplayed(("order_1",)), WorkerAssigned(0, NORMAL, "order_1")
    feeding(scenario, *hired(SPECIAL), *assigned).records(WorkersFed(0, 4))


def test_a_card_takes_one_off_the_feeding_cost(scenario: Scenario) -> None:  # CI-FEED-1
    feeding(scenario, CardKept(0, Structure.SMALL_BUILDING, "S5"), stored(1)).when(0, "pay_food food")
    scenario.records(WorkersFed(0, 0)).asks_nobody()


# What pays


def test_food_pays_from_storage_and_from_the_land(scenario: Scenario) -> None:  # CI-FEED-2
    feeding(scenario, stored(1), land("A1 meadow 1 food")).when(0, "pay_food food,food:A1")
    scenario.records(CostPaid(0, (Item(FOOD), Item(FOOD, "A1"))), WorkersFed(0, 0)).records_nothing_of(AnchorAdded)
    assert (scenario.board(0).storage, scenario.board(0).piles[0].cube) == ((), None)


def test_a_cube_on_land_is_worth_its_level_and_spare_value_is_lost(scenario: Scenario) -> None:  # CI-FEED-2
    feeding(scenario, land("A1 meadow 3 food")).when(0, "pay_food food:A1").records(WorkersFed(0, 0)).asks_nobody()
    assert scenario.board(0).storage == ()


def test_only_food_feeds(scenario: Scenario) -> None:  # CI-FEED-2
    feeding(scenario, stored(1), GoodsGained(0, (Good.WOOD,)))
    scenario.refuses(0, "pay_food food,wood", Reason.NOTHING_TO_CHOOSE, "CI-FEED-2")


@pytest.mark.parametrize("items", ["food,food", "food:A1", "food:B1", "food:X9"])
def test_only_own_food_feeds(scenario: Scenario, items: str) -> None:  # CI-FEED-2
    feeding(scenario, stored(1), land("A1 meadow 2, B1 forest 2 wood"), land("A1 meadow 1 food", seat=1))
    scenario.refuses(0, f"pay_food {items}", Reason.NOT_OWNED, "CI-FEED-2")


@pytest.mark.parametrize("items", ["food,food,food", "food,food:A1"])
def test_no_needless_cube_is_paid(scenario: Scenario, items: str) -> None:  # CI-COST-5 ruling 34
    feeding(scenario, stored(3), land("A1 meadow 2 food"))
    scenario.refuses(0, f"pay_food {items}", Reason.NEEDLESS_ITEM, "CI-COST-5")


def test_food_on_the_marketplace_feeds_only_after_it_is_stored(scenario: Scenario) -> None:  # CI-FEED-2
    feeding(scenario, MarketGained(0, (FOOD, FOOD))).asks(0, ChooseFood)
    scenario.refuses(0, "pay_food food", Reason.NOT_OWNED, "CI-FEED-2")
    scenario.when(0, "store_from_market food").when(0, "store_from_market food").asks(0, ChooseFood)
    scenario.when(0, "pay_food food,food").records(WorkersFed(0, 0))


def test_any_amount_may_be_paid(scenario: Scenario) -> None:  # CI-FEED-2 ruling 66
    feeding(scenario, stored(2), land("A1 meadow 1 food"))
    full, less = ["pay_food food,food", "pay_food food,food:A1"], ["pay_food food", "pay_food food:A1", "pay_food -"]
    assert sorted(scenario.legal(0)) == sorted([*full, *less])


def test_the_step_cannot_be_ended_before_the_cost_is_settled(scenario: Scenario) -> None:  # CI-FEED-2
    feeding(scenario, stored(2)).refuses(0, "finish", Reason.STILL_UNPAID, "CI-FEED-2")


def test_workers_are_fed_once_and_to_finish_is_final(scenario: Scenario) -> None:  # CI-FEED-2 ruling 5
    feeding(scenario, stored(2), MarketGained(0, (Good.WOOD,))).given(WorkersFed(0, 0))
    scenario.refuses(0, "pay_food food,food", Reason.ALREADY_FED, "CI-FEED-2")
    scenario.when(0, "finish").records_nothing_of(CostPaid, WorkersFed).asks_nobody()


# Falling short


def test_each_food_short_costs_an_anchor(scenario: Scenario) -> None:  # CI-FEED-3 ruling 66
    feeding(scenario, stored(1)).when(0, "pay_food food").records(WorkersFed(0, 1)).asks(0, ChooseAnchoredShip)
    scenario.when(0, "put_anchor two_sail").records(AnchorAdded(0, Ship.TWO_SAIL)).asks_nobody()


def test_anchors_are_spread_evenly_and_the_seat_chooses_on_a_tie(scenario: Scenario) -> None:  # CI-FEE-3 ruling 66
    feeding(scenario, *hired(NORMAL)).records(WorkersFed(0, 3)).when(0, "put_anchor one_sail")
    scenario.records(AnchorAdded(0, Ship.ONE_SAIL), AnchorAdded(0, Ship.TWO_SAIL)).asks(0, ChooseAnchoredShip)
    scenario.when(0, "put_anchor two_sail").asks_nobody()
    assert (scenario.board(0).one_sail.anchors, scenario.board(0).two_sail.anchors) == (1, 2)


def test_the_ship_with_fewer_anchors_takes_the_next_unasked(scenario: Scenario) -> None:  # CI-FEE-3 ruling 66
    before = [AnchorAdded(0, Ship.TWO_SAIL)] * 2
    feeding(scenario, *before).records(AnchorAdded(0, Ship.ONE_SAIL), AnchorAdded(0, Ship.ONE_SAIL)).asks_nobody()


# Helm points


@pytest.mark.parametrize(
    ("workers", "cost", "points"),
    [((SPECIAL,), 4, 1), ((NORMAL, SPECIAL), 5, 1), ((SPECIAL, SPECIAL), 6, 2)],
)
def test_feeding_in_full_gives_a_point_for_each_of_the_rightmost_values_in_one_gain(  # CI-FEED-3 ruling 67
    scenario: Scenario, workers: tuple[Worker, ...], cost: int, points: int
) -> None:
    feeding(scenario, *hired(*workers), land(f"A1 meadow {cost} food")).when(0, "pay_food food:A1")
    scenario.asks(0, ChooseShip(points)).when(0, "move_ship one_sail").records(HelmGained(0, points, Ship.ONE_SAIL))
    scenario.asks_nobody()


def test_the_two_leftmost_values_give_no_point(scenario: Scenario) -> None:  # CI-FEED-3
    feeding(scenario, *hired(NORMAL, NORMAL), stored(4)).when(0, "pay_food food,food,food,food").asks_nobody()


@pytest.mark.parametrize("items", ["food,food,food,food,food", "-"])
def test_falling_short_gives_no_point_at_all(scenario: Scenario, items: str) -> None:  # CI-FEED-3 ruling 66
    feeding(scenario, *hired(SPECIAL, SPECIAL), stored(5)).when(0, f"pay_food {items}").asks(0, ChooseAnchoredShip)
    while "put_anchor one_sail" in scenario.legal(0):
        scenario.when(0, "put_anchor one_sail").records_nothing_of(HelmGained)
    assert "move_ship one_sail" not in scenario.legal(0)
