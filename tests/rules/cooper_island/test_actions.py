"""Actions: performing and forfeiting a single one, and when one that can be given up counts as taken."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.cooper_island.actions import Action, OfferAction, PerformOrForfeit, Undertaking, name_of
from quarterdeck_rules.cooper_island.boats import BuildIncomeBoat
from quarterdeck_rules.cooper_island.buildings import BuildBuilding
from quarterdeck_rules.cooper_island.cargo import SupplyCargoShip
from quarterdeck_rules.cooper_island.cartographer import AdvanceCartographer
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    CartographerAdvanced,
    CartographerUsed,
    DoubleTileDrawn,
    GoodsGained,
    RuinRemoved,
    TilePlaced,
)
from quarterdeck_rules.cooper_island.goods import GainGoods
from quarterdeck_rules.cooper_island.land import DrawTiles, PlaceDoubleTile
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, OfferSection
from quarterdeck_rules.cooper_island.statues import BuildOneStatue, RemoveOneRuin
from quarterdeck_rules.cooper_island.terms import Good, Worker
from quarterdeck_rules.engine.refusal import EngineReason
from tests.rules.cooper_island.scenario import Scenario, kept, land, stored

COIN, WOOD = Good.COIN, Good.WOOD
STEP = OfferAction("step", AdvanceCartographer(1))
AT_THE_END = (CartographerAdvanced(0, 6), CartographerUsed(0, 1), CartographerAdvanced(0, 1))
"""The marker is at the end of its track, and the cartographer is used: no anytime move is left."""


def test_an_action_on_offer_is_performed_or_forfeited(scenario: Scenario) -> None:  # CI-ACT-1
    scenario.asking(0, STEP).asks(0, PerformOrForfeit)
    assert scenario.legal(0) == ["perform step", "forfeit"]
    scenario.when(0, "perform step").records(CartographerAdvanced(0, 1)).asks_nobody()


def test_a_forfeited_action_changes_nothing(scenario: Scenario) -> None:  # CI-ACT-1
    before = scenario.table
    scenario.asking(0, STEP).when(0, "forfeit").asks_nobody()
    assert scenario.table == before


def test_no_other_action_can_be_performed(scenario: Scenario) -> None:  # CI-ACT-1
    scenario.asking(0, STEP).refuses(0, "perform draw_tiles", Reason.NOT_ON_OFFER, "CI-ACT-1")


def test_an_action_that_cannot_be_performed_is_not_offered(scenario: Scenario) -> None:  # CI-ACT-1
    scenario.given(AT_THE_END).asking(0, STEP).asks_nobody()


def test_it_is_offered_while_an_anytime_move_could_open_the_way(scenario: Scenario) -> None:  # CI-ACT-1 ruling 53
    scenario.given(land("A1 meadow 1 food, B1 forest 1 wood"), AT_THE_END).asking(0, STEP)
    scenario.refuses(0, "perform step", Reason.TRACK_FULL, "CI-CARTO-4")
    scenario.when(0, "store_cube A1").asks(0, PerformOrForfeit).when(0, "forfeit").asks_nobody()


def test_anytime_moves_may_come_before_the_action(scenario: Scenario) -> None:  # CI-ACT-1 ruling 53
    scenario.given(land("A1 meadow 1"), GoodsGained(0, (WOOD,) * 5))
    scenario.asking(0, OfferAction("income", GainGoods((COIN,))))
    scenario.refuses(0, "perform income", Reason.STORAGE_FULL, "CI-GAIN-2")
    scenario.when(0, "start_trade any_for_any")
    for _ in range(4):
        scenario.when(0, "give_item wood")
    scenario.when(0, "close_trade").when(0, "take_good stone").asks(0, PerformOrForfeit)
    scenario.when(0, "perform income").records(GoodsGained(0, (COIN,)))


def test_nobody_else_can_answer_the_offer(scenario: Scenario) -> None:  # CI-ACT-1 ruling 54
    scenario.given(land("A1 meadow 1 food", seat=1)).asking(0, STEP).asks_nobody(1)


# Actions that are committed by a move within them


def section(scenario: Scenario, section: str) -> Scenario:
    """The first seat, with a tile and some land, may use this section as the first special worker there."""
    scenario.given(land("A1 meadow 1, B2 meadow 1"), DoubleTileDrawn(0, "forest-meadow")).in_turn_of(0)
    return scenario.asking(0, OfferSection(section, Worker.SPECIAL, True))


def test_an_action_without_a_move_of_its_own_is_taken_at_once(scenario: Scenario) -> None:  # ruling 32
    section(scenario, "C").when(0, "perform draw_tiles").records(ActionTaken(0, "draw_tiles"), DoubleTileDrawn)
    scenario.refuses(0, "perform draw_tiles", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_an_undertaking_is_taken_by_the_move_that_commits_it(scenario: Scenario) -> None:  # ruling 32
    section(scenario, "C").when(0, "perform place_double_tile").records_nothing_of(ActionTaken)
    scenario.when(0, "give_up").records_nothing_of(ActionTaken).asks(0, ChooseSectionAction)
    scenario.when(0, "perform place_double_tile").when(0, "place_tile forest-meadow B1 forest C2 meadow")
    scenario.records(ActionTaken(0, "place_double_tile"), TilePlaced)
    scenario.refuses(0, "perform place_double_tile", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_one_of_two_actions_can_still_be_chosen_after_the_other_was_given_up(  # ruling 32
    scenario: Scenario,
) -> None:
    section(scenario, "G").when(0, "perform place_double_tile").when(0, "give_up").when(0, "perform draw_tiles")
    scenario.records(DoubleTileDrawn).refuses(0, "perform place_double_tile", Reason.NOT_ON_OFFER, "CI-TURN-5")


def test_anytime_moves_may_come_between_choosing_and_committing(scenario: Scenario) -> None:  # ruling 32
    scenario.given(land("A1 meadow 1 food"))
    section(scenario, "C").when(0, "perform place_double_tile").when(0, "store_cube A1")
    scenario.refuses(0, "perform draw_tiles", EngineReason.MOVE_NOT_EXPECTED)
    scenario.when(0, "place_tile forest-meadow B1 forest C2 meadow").records(TilePlaced)


@pytest.mark.parametrize(
    ("action", "name"),
    [(DrawTiles(), "draw_tiles"), (PlaceDoubleTile(), "place_double_tile"), (RemoveOneRuin(), "remove_one_ruin")],
)
def test_an_action_is_offered_under_its_own_name(action: Action, name: str) -> None:  # CI-ACT-1
    assert name_of(action) == name
    if isinstance(action, Undertaking):
        assert name_of(replace(action, offered="hand")) == name


# Purchases

TOKEN = RuinRemoved(0, "C1", "spot_1")


@pytest.mark.parametrize(
    ("purchase", "facts", "refusal"),
    [
        (BuildIncomeBoat(), [], (Reason.CANNOT_PAY, "CI-BOAT-2")),
        (BuildBuilding(), [], (Reason.CANNOT_PAY, "CI-BUILD-2")),
        (BuildBuilding(), stored("coin, 2 wood, 2 stone"), (Reason.NO_SITE, "CI-BUILD-5")),
        (BuildOneStatue(), [], (Reason.NO_STATUE_TOKEN, "CI-STATUE-3")),
        (BuildOneStatue(), [TOKEN], (Reason.CANNOT_PAY, "CI-STATUE-4")),
        (BuildOneStatue(), [TOKEN, *stored("2 wood, 2 gold")], (Reason.CANNOT_PAY, "CI-STATUE-4")),
        (BuildOneStatue(), [TOKEN, *kept("S6"), *stored("3 wood, 3 stone")], (Reason.NO_SITE, "CI-BUILD-5")),
        (SupplyCargoShip(), [], (Reason.CANNOT_PAY, "CI-CARGO-1")),
    ],
)
def test_a_purchase_that_cannot_be_made_says_its_first_obstacle(  # CI-BOAT-2, CI-BUILD-2, CI-STATUE-4, CI-CARGO-1
    scenario: Scenario, purchase: Action, facts: list[Struct], refusal: tuple[Reason, str]
) -> None:
    # of the first boat, building, price or ship that could be chosen
    scenario.given(facts).asking(0, PerformOrForfeit("buy", purchase)).refuses(0, "perform buy", *refusal)


def test_one_choice_that_is_possible_makes_a_purchase_possible(scenario: Scenario) -> None:  # CI-STATUE-4
    scenario.given(TOKEN, land("A1 forest 1"), stored("2 wood, 2 gold"))  # too little for the first price
    scenario.asking(0, PerformOrForfeit("buy", BuildOneStatue())).when(0, "perform buy")
    assert scenario.legal(0) == ["build_statue wood_and_gold spot_1", "give_up"]
