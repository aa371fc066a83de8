"""Large building cards that pay for something, or make it cheaper: L9, L10, L13 and L15."""

import pytest

from quarterdeck_rules.cooper_island.boats import BuildIncomeBoat, ChooseBoat
from quarterdeck_rules.cooper_island.buildings import BuildBuilding
from quarterdeck_rules.cooper_island.cargo import SupplyCargoShip
from quarterdeck_rules.cooper_island.cleanup import CleanUpStep, Reactivate
from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    BoatBuilt,
    CardTurned,
    CartographerAdvanced,
    CleanUpStepBegan,
    CostPaid,
    DiscountEnded,
    DiscountGranted,
    DoubleTileDrawn,
    HarbormasterLaid,
    HelmGained,
    IsletPlaced,
    LidLifted,
    LidStowed,
    PhaseBegan,
    RuinRemoved,
    WorkerHired,
    WorkersFed,
)
from quarterdeck_rules.cooper_island.feeding import ChooseFood, FeedWorkers
from quarterdeck_rules.cooper_island.fees import PayWorkerFee
from quarterdeck_rules.cooper_island.islets import ChooseIslet
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.scoring import score_sheet
from quarterdeck_rules.cooper_island.sections import EndTurn
from quarterdeck_rules.cooper_island.statues import BuildOneStatue
from quarterdeck_rules.cooper_island.terms import Good, Half, Item, Phase, Ship, Worker
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.refusal import EngineReason
from quarterdeck_rules.engine.steps import Step
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, spare_lid, stored

FOOD = Good.FOOD
FEEDING = (PhaseBegan(Phase.CLEAN_UP), CleanUpStepBegan(1))
HIRED = WorkerHired(0, Worker.SPECIAL)
"""Uncovers a feeding value of 2 that brings a helm point: the cost is 4."""


def holding(scenario: Scenario, card: str, *facts: Fact) -> Scenario:
    """The first seat has this card face up and one more anytime move, and such moves are open."""
    return scenario.given(kept(card), spare_lid(), *facts).asking(0, EndStep())


def is_face_up(scenario: Scenario, card: str) -> bool:
    return next(owned.face_up for owned in scenario.board(0).large_cards if owned.card == card)


# L9: build 1 income boat


def test_a_boat_is_built_with_its_cost_helm_points_and_action(scenario: Scenario) -> None:  # CI-CARD-L9
    holding(scenario, "L9", land("A1 forest 1"), stored("coin, 2 wood")).when(0, "use_card L9")
    scenario.when(0, "build_boat draw_boat landing_1")
    assert is_face_up(scenario, "L9")
    scenario.when(0, "pay coin,wood,wood")
    scenario.records(CostPaid, CardTurned(0, "L9", False), BoatBuilt(0, "draw_boat", "landing_1"))
    scenario.asks(0, ChooseShip(1)).when(0, "move_ship one_sail").when(0, "perform draw_boat").records(DoubleTileDrawn)
    scenario.refuses(0, "use_card L9", Reason.CARD_FACE_DOWN, "CI-ANY-4")


def test_small_cards_lower_the_boat_of_the_card(scenario: Scenario) -> None:  # CI-CARD-L9, CI-CARD-S1
    holding(scenario, "L9", kept("S1"), stored("coin, wood")).when(0, "use_card L9")
    scenario.when(0, "build_boat draw_boat landing_1").when(0, "pay coin,wood reductions=wood").records(BoatBuilt)


def test_a_boat_that_is_given_up_leaves_the_card_face_up(scenario: Scenario) -> None:  # CI-ANY-4, CI-CARD-L9 ruling 32
    holding(scenario, "L9", stored("coin, 2 wood")).when(0, "use_card L9").when(0, "give_up").when(0, "use_card L9")
    scenario.when(0, "build_boat draw_boat landing_1").when(0, "give_up").records_nothing_of(CardTurned)
    assert is_face_up(scenario, "L9")


def test_without_a_boat_or_its_cost_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L9 ruling 60
    holding(scenario, "L9", stored("coin, wood")).refuses(0, "use_card L9", Reason.CANNOT_PAY, "CI-BOAT-2")
    boats = ("coin_boat", "gold_cloth_boat", "draw_boat", "cartographer_boat", "copy_boat")
    scenario.given([BoatBuilt(0, boat, f"landing_{place}") for place, boat in enumerate(boats, start=1)])
    scenario.refuses(0, "use_card L9", Reason.NO_BOAT_LEFT, "CI-BOAT-1")


def test_a_card_begun_for_a_boat_is_not_begun_again_before_it_is_paid(  # CI-ANY-4, CI-CARD-L9
    scenario: Scenario,
) -> None:
    holding(scenario, "L9", land("A1 forest 2 wood, B1 forest 3 wood"), stored("2 coin")).when(0, "use_card L9")
    scenario.refuses(0, "use_card L9", Reason.CARD_IN_USE, "CI-ANY-4")
    assert "use_card L9" not in scenario.anytime(0)
    scenario.when(0, "build_boat draw_boat landing_1").when(0, "pay coin,wood:A1").when(0, "move_ship one_sail")
    scenario.refuses(0, "use_card L9", Reason.CARD_FACE_DOWN, "CI-ANY-4")
    scenario.when(0, "forfeit").asks(0, EndStep)


def test_a_card_in_use_bars_no_other_card_and_a_section_bars_none(scenario: Scenario) -> None:  # CI-ANY-4
    holding(scenario, "L9", kept("L1"), stored("coin, 2 wood")).when(0, "use_card L9")
    scenario.when(0, "use_card L1").records(CardTurned(0, "L1", False))
    scenario.refuses(0, "use_card L1", Reason.CARD_FACE_DOWN, "CI-ANY-4")
    scenario.when(0, "give_up").asking(0, BuildIncomeBoat()).when(0, "use_card L9")  # a boat that no card builds


def test_a_card_in_use_stays_barred_below_what_comes_between(scenario: Scenario) -> None:  # CI-ANY-4
    islet = IsletPlaced(1, "forest_draw", "R1", Half.NEAR, "B2")
    holding(scenario, "L9", kept("L6"), islet, stored("coin, 2 wood")).when(0, "use_card L9").when(0, "use_card L6")
    scenario.asks(0, ChooseIslet).refuses(0, "use_card L9", Reason.CARD_IN_USE, "CI-ANY-4")
    scenario.when(0, "use_islet 1 forest_draw").asks(0, ChooseBoat).when(0, "build_boat draw_boat landing_1")


def test_a_barred_card_keeps_no_offer_open(scenario: Scenario) -> None:  # CI-ANY-4, CI-ACT-2
    draw, track = IsletPlaced(1, "forest_draw", "R1", Half.NEAR, "B2"), CartographerAdvanced(0, 6)
    other = IsletPlaced(1, "forest_cartographer", "R2", Half.NEAR, "C3")
    scenario.given(kept("L9"), kept("L6"), draw, other, track, stored("coin, 2 wood")).asking(0, EndStep())
    scenario.when(0, "use_card L9").when(0, "use_card L6")
    # The other islet has nothing to give, and the card in use is no anytime move: nothing is left to ask for.
    scenario.when(0, "use_islet 1 forest_draw").asks(0, ChooseBoat)


# L10: pay the feeding cost


def test_in_step_one_the_payment_is_the_feeding_and_its_points_join(scenario: Scenario) -> None:  # CI-CARD-L10
    scenario.given(kept("L10"), land("A1 meadow 4 food"), HIRED, spare_lid(), *FEEDING)
    scenario.asking(0, FeedWorkers(), EndStep()).when(0, "use_card L10").when(0, "pay_food food:A1")
    scenario.records(CardTurned(0, "L10", False), CostPaid(0, (Item(FOOD, "A1"),)), WorkersFed(0, 0))
    scenario.asks(0, ChooseShip(2)).when(0, "move_ship one_sail").records(HelmGained(0, 2, Ship.ONE_SAIL))
    scenario.refuses(0, "pay_food -", Reason.ALREADY_FED, "CI-FEED-2")
    scenario.when(0, "finish").asks(0, EndStep)


def test_at_any_other_time_the_payment_is_an_extra_one(scenario: Scenario) -> None:  # CI-CARD-L10
    scenario.in_turn_of(0).given(kept("L10"), land("A1 meadow 4 food"), HIRED).asking(0, EndStep())
    scenario.when(0, "use_card L10")
    scenario.when(0, "pay_food food:A1").records(CardTurned(0, "L10", False), CostPaid(0, (Item(FOOD, "A1"),)))
    scenario.records_nothing_of(WorkersFed).asks(0, ChooseShip(1)).when(0, "move_ship one_sail")
    scenario.given(*FEEDING).asking(0, FeedWorkers(), EndStep()).records(WorkersFed(0, 4))


def test_after_the_feeding_of_step_one_the_payment_is_an_extra_one(scenario: Scenario) -> None:  # CI-CARD-L10
    scenario.given(kept("L10"), stored("4 food"), *FEEDING).asking(0, FeedWorkers(), EndStep())
    scenario.when(0, "pay_food food,food").records(WorkersFed(0, 0)).when(0, "use_card L10")
    scenario.when(0, "pay_food food,food").records_nothing_of(WorkersFed).asks(0, ChooseShip(1))


def test_in_a_later_step_the_payment_is_an_extra_one(scenario: Scenario) -> None:  # CI-CARD-L10
    scenario.given(kept("L10"), stored("2 food"), PhaseBegan(Phase.CLEAN_UP), CleanUpStepBegan(2))
    scenario.asking(0, EndStep()).when(0, "use_card L10").when(0, "pay_food food,food").records_nothing_of(WorkersFed)


def test_the_card_pays_the_cost_in_full_with_food_that_is_there(scenario: Scenario) -> None:  # CI-CARD-L10
    holding(scenario, "L10", land("A1 meadow 2 food"), stored("2 food, wood")).when(0, "use_card L10")
    scenario.refuses(0, "pay_food food", Reason.PAYMENT_TOO_LOW, "CI-CARD-L10")
    scenario.refuses(0, "pay_food food,food:A1", Reason.NEEDLESS_ITEM, "CI-COST-5")
    scenario.refuses(0, "pay_food food,wood", Reason.NOTHING_TO_CHOOSE, "CI-FEED-2")
    scenario.refuses(0, "pay_food food:B1", Reason.NOT_OWNED, "CI-FEED-2")
    scenario.refuses(0, "store_cube A1", EngineReason.MOVE_NOT_EXPECTED)
    assert scenario.legal(0) == ["pay_food food,food", "pay_food food:A1", "give_up"]
    scenario.when(0, "give_up").asks(0, EndStep)
    assert is_face_up(scenario, "L10")


def test_with_too_little_food_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L10 ruling 60
    holding(scenario, "L10", stored("3 food"), HIRED).refuses(0, "use_card L10", Reason.CANNOT_PAY, "CI-CARD-L10")


def test_the_card_pays_the_lowered_cost(scenario: Scenario) -> None:  # CI-CARD-L10, CI-CARD-S5
    holding(scenario, "L10", kept("S5"), stored("food")).when(0, "use_card L10").when(0, "pay_food food")
    scenario.asks(0, ChooseShip(1))


# L13: the next purchase costs 3 less


@pytest.mark.parametrize(
    ("action", "goods", "choice", "payment"),
    [
        (BuildIncomeBoat(), "coin", "build_boat draw_boat landing_2", "pay coin reductions=wood,wood,wood"),
        (BuildIncomeBoat(), "wood", "build_boat draw_boat landing_2", "pay wood reductions=coin,wood,wood"),
        (BuildBuilding(), "2 stone", "erect_building small_building", "pay stone,stone reductions=coin,wood,wood"),
        (
            BuildOneStatue(),
            "3 wood",
            "build_statue wood_and_stone spot_1",
            "pay wood,wood,wood reductions=stone,stone,stone",
        ),
        (SupplyCargoShip(), "cloth", "supply_ship cargo_2", "pay cloth reductions=gold,cloth,cloth"),
    ],
)
def test_the_next_purchase_costs_three_less_spread_freely(  # CI-CARD-L13
    scenario: Scenario, action: Step, goods: str, choice: str, payment: str
) -> None:
    holding(scenario, "L13", land("A1 forest 1"), stored(goods), RuinRemoved(0, "C1", "spot_1")).when(0, "use_card L13")
    scenario.records(CardTurned(0, "L13", False), DiscountGranted(0, 3)).asking(0, action, EndStep())
    scenario.when(0, choice).when(0, payment).records(CostPaid, DiscountEnded(0))


def test_the_discount_is_for_one_purchase(scenario: Scenario) -> None:  # CI-CARD-L13
    holding(scenario, "L13", stored("wood, coin, 2 wood")).when(0, "use_card L13")
    scenario.asking(0, BuildIncomeBoat(), BuildIncomeBoat())
    scenario.when(0, "build_boat draw_boat landing_2").when(0, "pay wood reductions=coin,wood,wood")
    scenario.when(0, "move_ship one_sail").when(0, "forfeit").when(0, "build_boat coin_boat landing_1")
    scenario.refuses(0, "pay - reductions=coin,wood,wood", Reason.REDUCTION_MISMATCH, "CI-COST-4")
    scenario.when(0, "pay coin,wood,wood").records(BoatBuilt)


def test_a_purchase_that_is_given_up_leaves_the_discount(scenario: Scenario) -> None:  # CI-CARD-L13
    holding(scenario, "L13", stored("wood")).when(0, "use_card L13").asking(0, BuildIncomeBoat(), EndStep())
    scenario.when(0, "build_boat draw_boat landing_2").when(0, "give_up").records_nothing_of(DiscountEnded)
    assert scenario.board(0).discount == 3


def test_the_discount_lapses_at_the_end_of_the_turn(scenario: Scenario) -> None:  # CI-CARD-L13
    scenario.in_turn_of(0).given(DiscountGranted(0, 3)).asking(0, EndTurn()).records(DiscountEnded(0))


def test_acting_at_once_the_discount_lapses_at_the_end_of_the_step(scenario: Scenario) -> None:  # CI-CARD-L13
    scenario.given(kept("L13"), spare_lid(), PhaseBegan(Phase.CLEAN_UP)).asking(0, CleanUpStep(3)).when(
        0, "use_card L13"
    )
    scenario.records_nothing_of(DiscountEnded).when(0, "finish").records(DiscountEnded(0))


def test_the_discount_is_not_for_feeding_fees_or_reactivation(scenario: Scenario) -> None:  # CI-CARD-L13
    scenario.given(DiscountGranted(0, 3), kept("L1"), CardTurned(0, "L1", False), stored("coin, food"), *FEEDING)
    scenario.given(land("A1 forest 1 wood")).asking(0, Reactivate(), EndStep())
    scenario.refuses(0, "wake_card L1", Reason.CANNOT_PAY, "CI-CLEAN-3")
    scenario.asking(0, PayWorkerFee(1), ChooseFood(), EndStep()).when(0, "pay_fee coin")
    scenario.when(0, "pay_food food").records(WorkersFed(0, 1)).when(0, "put_anchor one_sail").records(AnchorAdded)
    assert scenario.board(0).discount == 3


# L15: supply 1 cargo ship


def test_a_cargo_ship_is_supplied_with_all_that_belongs_to_it(scenario: Scenario) -> None:  # CI-CARD-L15
    holding(scenario, "L15", kept("S4"), stored("gold")).when(0, "use_card L15").when(0, "supply_ship cargo_1")
    assert is_face_up(scenario, "L15")
    scenario.when(0, "pay gold reductions=cloth,cloth")
    scenario.records(CostPaid, CardTurned(0, "L15", False), HarbormasterLaid(), LidLifted(0, "cargo_1"))
    scenario.asks(0, ChooseShip(1)).when(0, "move_ship one_sail").records(HelmGained, LidStowed(0))


def test_without_a_lid_or_the_cost_the_card_is_not_used(scenario: Scenario) -> None:  # CI-CARD-L15 ruling 60
    holding(scenario, "L15", stored("cloth")).refuses(0, "use_card L15", Reason.CANNOT_PAY, "CI-CARGO-1")
    for cargo in scenario.board(0).lids_on_cargo:
        scenario.given(LidLifted(0, cargo), LidStowed(0))
    scenario.refuses(0, "use_card L15", Reason.NO_LID_ON_CARGO, "CI-CARGO-1")


def test_during_the_helm_points_of_a_cargo_ship_the_card_finds_neither_lid_nor_discount(  # CI-CARGO-3 ruling 43
    scenario: Scenario,
) -> None:
    scenario.given(kept("L15"), land("B1 settlement 3 cloth"), stored("2 gold, 2 cloth")).asking(0, SupplyCargoShip())
    scenario.when(0, "supply_ship cargo_1").when(0, "pay gold,cloth reductions=cloth").asks(0, ChooseShip(1))
    scenario.when(0, "use_card L15").refuses(0, "supply_ship cargo_1", Reason.NO_LID_ON_CARGO, "CI-CARGO-1")
    scenario.when(0, "supply_ship cargo_2").when(0, "pay gold,cloth:B1").records(LidLifted(0, "cargo_2"))


def test_a_card_begun_for_a_ship_is_not_begun_again_before_it_is_paid(  # CI-ANY-4, CI-CARD-L15
    scenario: Scenario,
) -> None:
    holding(scenario, "L15", land("A1 settlement 4 cloth, B1 settlement 4 cloth"), stored("3 gold"))
    scenario.when(0, "use_card L15").refuses(0, "use_card L15", Reason.CARD_IN_USE, "CI-ANY-4")
    assert "use_card L15" not in scenario.anytime(0)
    scenario.when(0, "give_up").when(0, "use_card L15").when(0, "supply_ship cargo_2").when(0, "pay gold,cloth:A1")
    scenario.refuses(0, "use_card L15", Reason.CARD_FACE_DOWN, "CI-ANY-4")
    scenario.when(0, "move_ship one_sail").asks(0, EndStep)


@pytest.mark.parametrize(("lids", "points"), [(3, 0), (4, 2), (5, 2)])
def test_four_lids_off_the_cargo_ships_score_two_points(  # CI-CARD-L15, CI-SCORE-6
    scenario: Scenario, lids: int, points: int
) -> None:
    scenario.given(kept("L15"))
    for cargo in scenario.table.box.cargo_names[:lids]:
        scenario.given(LidLifted(0, cargo), LidStowed(0))
    flags = [line.points for line in score_sheet(scenario.table, None).scores[0].lines if line.code == "flag"]
    assert flags == [points]
