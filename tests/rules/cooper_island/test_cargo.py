"""Cargo ships: supplying them, the harbormaster's reduction, and the way of the crate lid."""

import pytest

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.cargo import ChooseCargo, PayForCargo, SupplyCargoShip
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    CardKept,
    CardTurned,
    CostPaid,
    DiscountGranted,
    GoodsGained,
    HarbormasterLaid,
    HarbormasterMoved,
    HelmGained,
    LidLifted,
    LidStowed,
    LidUsed,
    MilestoneReached,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, OfferSection
from quarterdeck_rules.cooper_island.terms import Good, Ship, Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, land

GOLD, CLOTH = Good.GOLD, Good.CLOTH
CARGO = {"cargo_1": (1, 2, 1), "cargo_2": (1, 3, 1), "cargo_3": (2, 2, 2), "cargo_4": (2, 3, 2), "cargo_5": (3, 3, 3)}
"""Gold, cloth and helm points of every cargo ship (proposed values)."""
STORED = GoodsGained(0, (GOLD, CLOTH, CLOTH))
"""The cost of the first cargo ship."""
LANDED = land("A1 mountain 4 gold, B1 settlement 4 cloth, B2 mountain 1 gold, C2 settlement 1 cloth")
MORE_SPOTS = [CardKept(0, Structure.SMALL_BUILDING, card) for card in ("S6", "S7")]


def supplying(scenario: Scenario, *facts: Fact, less: int = 0) -> Scenario:
    """The first seat may choose a cargo ship to supply."""
    return scenario.given(*facts).asking(0, SupplyCargoShip(less=less))


# Choosing a ship


@pytest.mark.parametrize("cargo", CARGO)
def test_a_cargo_ship_has_its_cost_and_helm_points(scenario: Scenario, cargo: str) -> None:  # CI-CARGO-1
    gold, cloth, points = CARGO[cargo]
    goods = (GOLD,) * gold + (CLOTH,) * cloth
    supplying(scenario, MORE_SPOTS, GoodsGained(0, goods), HarbormasterLaid()).when(0, f"supply_ship {cargo}")
    assert scenario.legal(0) == [f"pay {','.join(goods)}", "give_up"]
    scenario.when(0, f"pay {','.join(goods)}").asks(0, ChooseShip(points))


def test_every_cargo_ship_with_an_own_lid_can_be_chosen(scenario: Scenario) -> None:  # CI-CARGO-1
    supplying(scenario, LANDED, LidLifted(0, "cargo_2"), LidLifted(1, "cargo_3"))
    assert scenario.legal(0) == [*(f"supply_ship cargo_{number}" for number in (1, 3, 4, 5)), "give_up"]


@pytest.mark.parametrize("cargo", ["cargo_2", "cargo_6"])
def test_a_cargo_ship_without_an_own_lid_cannot_be_supplied(scenario: Scenario, cargo: str) -> None:  # CI-CARGO-1
    supplying(scenario, LANDED, LidLifted(0, "cargo_2"))
    scenario.refuses(0, f"supply_ship {cargo}", Reason.NO_LID_ON_CARGO, "CI-CARGO-1")


def test_a_cargo_ship_is_chosen_only_if_it_can_be_paid(scenario: Scenario) -> None:  # CI-CARGO-1
    supplying(scenario, STORED, HarbormasterLaid())
    scenario.refuses(0, "supply_ship cargo_2", Reason.CANNOT_PAY, "CI-CARGO-1")
    scenario.when(0, "supply_ship cargo_1").asks(0, PayForCargo)


@pytest.mark.parametrize(("lids", "reason"), [(5, Reason.NO_LID_ON_CARGO), (4, Reason.CANNOT_PAY)])
def test_a_supply_that_is_impossible_is_not_begun(scenario: Scenario, lids: int, reason: Reason) -> None:  # CI-CARGO-1
    scenario.given(STORED, HarbormasterLaid(), [LidLifted(0, cargo) for cargo in list(CARGO)[:lids]])
    scenario.asking(0, PerformOrForfeit("supply", SupplyCargoShip()))
    scenario.refuses(0, "perform supply", reason, "CI-CARGO-1")


def test_a_supply_can_be_given_up_before_it_is_paid(scenario: Scenario) -> None:  # CI-CARGO-1 ruling 32
    scenario.given(STORED).in_turn_of(0).asking(0, OfferSection("H", Worker.NORMAL, True))
    scenario.when(0, "perform supply_cargo_ship").asks(0, ChooseCargo).when(0, "give_up").asks(0, ChooseSectionAction)
    scenario.when(0, "perform supply_cargo_ship").when(0, "supply_ship cargo_1").when(0, "give_up")
    scenario.asks(0, ChooseSectionAction).records_nothing_of(LidLifted, HarbormasterLaid, ActionTaken)


# The harbormaster


@pytest.mark.parametrize("spared", ["gold", "cloth"])
def test_the_harbormaster_spares_one_gold_or_one_cloth(scenario: Scenario, spared: str) -> None:  # CI-CARGO-2
    supplying(scenario, STORED).when(0, "supply_ship cargo_1")
    assert scenario.legal(0) == ["pay gold,cloth reductions=cloth", "pay cloth,cloth reductions=gold", "give_up"]
    paid = "cloth,cloth" if spared == "gold" else "gold,cloth"
    scenario.when(0, f"pay {paid} reductions={spared}").records(CostPaid, HarbormasterLaid())
    assert len(scenario.board(0).storage) == 1


def test_the_harbormaster_is_not_optional(scenario: Scenario) -> None:  # CI-CARGO-2 ruling 44
    supplying(scenario, STORED).when(0, "supply_ship cargo_1")
    scenario.refuses(0, "pay gold,cloth,cloth", Reason.REDUCTION_MISMATCH, "CI-COST-4")


def test_the_harbormaster_helps_only_with_the_ship_he_stands_on(scenario: Scenario) -> None:  # CI-CARGO-2
    supplying(scenario, GoodsGained(0, (GOLD, CLOTH, CLOTH, CLOTH))).when(0, "supply_ship cargo_2")
    scenario.when(0, "pay gold,cloth,cloth,cloth").records_nothing_of(HarbormasterLaid)
    assert scenario.table.harbormaster_stands


def test_only_the_first_supply_of_his_ship_in_a_round_is_reduced(scenario: Scenario) -> None:  # CI-CARGO-2 ruling 44
    scenario.given(STORED, GoodsGained(1, (GOLD, CLOTH, CLOTH)))
    scenario.asking_all({seat: (SupplyCargoShip(),) for seat in (0, 1)}).when(0, "supply_ship cargo_1")
    scenario.when(0, "pay gold,cloth reductions=cloth").records(HarbormasterLaid()).when(1, "supply_ship cargo_1")
    assert scenario.legal(1) == ["pay gold,cloth,cloth", "give_up"]
    scenario.when(1, "pay gold,cloth,cloth").records_nothing_of(HarbormasterLaid)


def test_of_two_seats_that_supply_at_once_the_first_payment_uses_the_reduction(  # CI-CARGO-2 rulings 4 and 44
    scenario: Scenario,
) -> None:
    scenario.given(STORED, GoodsGained(1, (GOLD, CLOTH)))
    scenario.asking_all({seat: (SupplyCargoShip(),) for seat in (0, 1)})
    scenario.when(0, "supply_ship cargo_1").when(1, "supply_ship cargo_1")
    scenario.when(0, "pay gold,cloth reductions=cloth")
    scenario.refuses(1, "pay gold,cloth reductions=cloth", Reason.REDUCTION_MISMATCH, "CI-COST-4")
    assert scenario.legal(1) == ["give_up"]


def test_he_stands_up_again_on_the_next_ship(scenario: Scenario) -> None:  # CI-CARGO-2 ruling 44
    supplying(scenario, LANDED, HarbormasterLaid(), HarbormasterMoved()).when(0, "supply_ship cargo_2")
    scenario.when(0, "pay gold:B2,cloth:B1 reductions=cloth").records(HarbormasterLaid())
    behind = supplying(Scenario(), STORED, HarbormasterLaid(), HarbormasterMoved()).when(0, "supply_ship cargo_1")
    assert behind.legal(0) == ["pay gold,cloth,cloth", "give_up"]


def test_all_reductions_of_a_supply_add_up(scenario: Scenario) -> None:  # CI-CARGO-2, CI-COST-4 ruling 33
    supplying(scenario, CardKept(0, Structure.SMALL_BUILDING, "S4"), DiscountGranted(0, 3))
    scenario.when(0, "supply_ship cargo_1")
    assert scenario.legal(0) == ["pay - reductions=gold,cloth,cloth", "give_up"]


# The lid


def supplied(scenario: Scenario, *facts: Fact, pay: str = "pay gold,cloth reductions=cloth") -> Scenario:
    """The first seat has paid for the first cargo ship and has to sail its helm point."""
    scenario.given(STORED, *facts).in_turn_of(0).asking(0, OfferSection("H", Worker.NORMAL, True))
    return scenario.when(0, "perform supply_cargo_ship").when(0, "supply_ship cargo_1").when(0, pay)


def test_payment_helm_points_lid_in_this_order(scenario: Scenario) -> None:  # CI-CARGO-3 ruling 42
    supplied(scenario).asks(0, ChooseShip(1))
    scenario.records(CostPaid, ActionTaken(0, "supply_cargo_ship"), HarbormasterLaid(), LidLifted(0, "cargo_1"))
    scenario.records_nothing_of(HelmGained, LidStowed).when(0, "move_ship two_sail")
    scenario.records(HelmGained(0, 1, Ship.TWO_SAIL), LidStowed(0))
    assert scenario.board(0).lids == 1
    assert scenario.board(0).lids_on_cargo == ("cargo_2", "cargo_3", "cargo_4", "cargo_5")
    assert scenario.board(1).lids_on_cargo == tuple(CARGO)


def test_the_lid_can_be_used_after_the_voyage_only(scenario: Scenario) -> None:  # CI-CARGO-3 ruling 43
    supplied(scenario).refuses(0, "use_lid crate_coins", Reason.NO_UNUSED_LID, "CI-ANY-3")
    scenario.when(0, "move_ship one_sail").when(0, "use_lid crate_coins").records(LidUsed(0, "crate_coins"))


def test_the_same_ship_cannot_be_supplied_again_on_the_voyage(scenario: Scenario) -> None:  # CI-CARGO-3 ruling 43
    supplied(scenario, LANDED, CardKept(0, Structure.LARGE_BUILDING, "L15")).when(0, "use_card L15")
    scenario.refuses(0, "supply_ship cargo_1", Reason.NO_LID_ON_CARGO, "CI-CARGO-1")
    scenario.when(0, "supply_ship cargo_3").when(0, "pay gold:A1,cloth:B1").records(CardTurned(0, "L15", False))
    assert not scenario.table.harbormaster_stands
    scenario.asks(0, ChooseShip(2)).when(0, "move_ship one_sail").records(LidStowed(0)).asks(0, ChooseShip(1))
    scenario.when(0, "move_ship one_sail").records(LidStowed(0))
    assert scenario.board(0).lids == 2


def test_the_second_lid_reaches_its_milestone_when_it_is_taken(scenario: Scenario) -> None:  # CI-CARGO-3, CI-HIRE-1
    supplied(scenario, LidLifted(0, "cargo_2"), LidStowed(0)).records_nothing_of(MilestoneReached)
    scenario.when(0, "move_ship one_sail").records(LidStowed(0), MilestoneReached(0, "two_lids"))
