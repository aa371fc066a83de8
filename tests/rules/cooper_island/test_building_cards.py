"""The cards that buildings bring: four drawn in secret, one kept, three back under their stack."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.buildings import ChooseCard, DrawCards, OrderCards
from quarterdeck_rules.cooper_island.events import CardKept, CardsDrawn, CardsReturned, MarketGained
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import OwnedCard
from quarterdeck_rules.cooper_island.terms import Good, Structure
from quarterdeck_rules.cooper_island.together import EndStep
from tests.rules.cooper_island.scenario import Scenario, land

SMALL, LARGE = Structure.SMALL_BUILDING, Structure.LARGE_BUILDING
FIRST_FOUR = {SMALL: ("S1", "S10", "S11", "S12"), LARGE: ("L1", "L10", "L11", "L12")}
"""What draws of 0 give: the stacks are kept in alphabetical order, and what is left of them stays so."""


def drawing(scenario: Scenario, structure: Structure) -> Scenario:
    """The first seat draws the first four cards of a stack."""
    scenario.draws(small_building_cards=[0] * 4, large_building_cards=[0] * 4)
    return scenario.asking(0, DrawCards(structure), EndStep())


@pytest.mark.parametrize("structure", [SMALL, LARGE])
def test_four_cards_are_drawn_of_the_stack_of_the_building(  # CI-BUILD-7
    scenario: Scenario, structure: Structure
) -> None:
    drawing(scenario, structure).records(CardsDrawn(0, structure, 4, FIRST_FOUR[structure]))
    scenario.asks(0, ChooseCard(structure, FIRST_FOUR[structure]))
    sizes = (scenario.table.small_deck.size, scenario.table.large_deck.size)
    assert sizes == ((11, 15) if structure is SMALL else (15, 11))


def test_all_cards_that_nobody_has_seen_are_equally_likely() -> None:  # CI-BUILD-7
    first = [Scenario().draws(small_building_cards=[draw]).asking(0, DrawCards(SMALL)).events[0] for draw in range(15)]
    drawn = [event.cards[0] for event in first if isinstance(event, CardsDrawn)]
    assert sorted(drawn) == sorted(f"S{number}" for number in range(1, 16))


def test_only_their_drawer_sees_the_cards_drawn(scenario: Scenario) -> None:  # CI-BUILD-7 ruling 3
    drawn = drawing(scenario, SMALL).events[0]
    assert isinstance(drawn, CardsDrawn)
    assert TITLE.redact(drawn, 0) == drawn
    assert TITLE.redact(drawn, 1) == TITLE.redact(drawn, None) == replace(drawn, cards=())
    assert TITLE.view(scenario.table, 1) == TITLE.view(scenario.table, None)
    assert "S10" not in str(TITLE.view(scenario.table, 1))


@pytest.mark.parametrize("card", FIRST_FOUR[SMALL])
def test_exactly_one_of_the_four_is_kept_face_up(scenario: Scenario, card: str) -> None:  # CI-BUILD-8 ruling 47
    drawing(scenario, SMALL).when(0, f"keep_card {card}").records(CardKept(0, SMALL, card))
    assert scenario.board(0).small_cards == (card,)
    rest = tuple(other for other in FIRST_FOUR[SMALL] if other != card)
    scenario.asks(0, OrderCards(SMALL, rest))


def test_a_large_card_is_kept_face_up(scenario: Scenario) -> None:  # CI-BUILD-8
    drawing(scenario, LARGE).when(0, "keep_card L11")
    assert scenario.board(0).large_cards == (OwnedCard("L11", face_up=True),)


def test_a_card_that_was_not_drawn_cannot_be_kept(scenario: Scenario) -> None:  # CI-BUILD-8
    drawing(scenario, SMALL).refuses(0, "keep_card S2", Reason.NOTHING_TO_CHOOSE, "CI-BUILD-8")
    scenario.refuses(0, "keep_card L1", Reason.NOTHING_TO_CHOOSE, "CI-BUILD-8")


def test_the_kept_card_is_open_and_the_order_of_the_others_secret(scenario: Scenario) -> None:  # CI-BUILD-9 ruling 3
    drawing(scenario, SMALL).when(0, "keep_card S1")
    assert TITLE.redact(CardKept(0, SMALL, "S1"), 1) == CardKept(0, SMALL, "S1")
    returned = scenario.when(0, "return_cards S12,S10,S11").events[0]
    assert returned == CardsReturned(0, SMALL, 3, ("S12", "S10", "S11"))
    assert isinstance(returned, CardsReturned)
    assert TITLE.redact(returned, 0) == returned
    assert TITLE.redact(returned, 1) == replace(returned, cards=())


def test_the_other_three_go_back_in_any_order(scenario: Scenario) -> None:  # CI-BUILD-9
    drawing(scenario, SMALL).when(0, "keep_card S10")
    orders = permutations(("S1", "S11", "S12"))
    assert sorted(scenario.legal(0)) == sorted(f"return_cards {','.join(order)}" for order in orders)


@pytest.mark.parametrize("cards", ["S1,S11", "S1,S11,S11", "S1,S10,S11", "S1,S11,S12,S2", "-"])
def test_all_three_and_nothing_else_go_back(scenario: Scenario, cards: str) -> None:  # CI-BUILD-9
    drawing(scenario, SMALL).when(0, "keep_card S10")
    scenario.refuses(0, f"return_cards {cards}", Reason.WRONG_ORDER, "CI-BUILD-9")


def test_returned_cards_lie_under_those_that_nobody_has_seen(scenario: Scenario) -> None:  # CI-BUILD-9
    drawing(scenario, SMALL).when(0, "keep_card S1").when(0, "return_cards S12,S10,S11")
    assert not {"S1", "S10", "S11", "S12"} & set(scenario.table.small_deck.unseen)
    assert scenario.table.small_deck.returned == ("S12", "S10", "S11")
    scenario.asking(0, DrawCards(SMALL))
    drawn = scenario.events[0]
    assert isinstance(drawn, CardsDrawn)
    assert not {"S10", "S11", "S12"} & set(drawn.cards)


@pytest.mark.parametrize(
    ("unseen", "drawn"),
    [
        (("S4",), ("S4", "S9", "S8", "S7")),
        (("S3", "S4", "S5"), ("S3", "S4", "S5", "S9")),
        ((), ("S9", "S8", "S7", "S6")),
    ],
)
def test_when_unseen_cards_run_out_the_returned_ones_follow_in_their_order(  # CI-BUILD-7
    scenario: Scenario, unseen: tuple[str, ...], drawn: tuple[str, ...]
) -> None:
    returned = ("S9", "S8", "S7", "S6")
    seen = tuple(card for card in scenario.table.small_deck.unseen if card not in unseen)
    scenario.given(CardsDrawn(1, SMALL, len(seen), seen))
    scenario.given(CardsReturned(1, SMALL, 2, returned[:2]), CardsReturned(1, SMALL, 2, returned[2:]))
    scenario.draws(small_building_cards=[0] * len(unseen)).asking(0, DrawCards(SMALL))
    scenario.records(CardsDrawn(0, SMALL, 4, drawn)).asks(0, ChooseCard)
    assert scenario.table.small_deck.returned == returned[4 - len(unseen) :]


def test_anytime_moves_stand_beside_the_choice_of_a_card(scenario: Scenario) -> None:  # CI-BUILD-8 ruling 54
    scenario.given(land("A1 meadow 1 food"), MarketGained(0, (Good.COIN,)))
    drawing(scenario, SMALL).when(0, "store_cube A1").when(0, "keep_card S1").when(0, "store_from_market coin")
