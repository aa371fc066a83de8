"""The variant of random islets."""

from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    IsletDrawn,
    IsletPlaced,
    IsletReturned,
    RoundBegan,
)
from quarterdeck_rules.cooper_island.islets import ChooseDrawnIslet, PlaceIsletTile
from quarterdeck_rules.cooper_island.reasons import Reason
from tests.rules.cooper_island.scenario import Fact, Scenario, land
from tests.rules.cooper_island.solo import BOX, solo

FIRST, SECOND, *_ = BOX.islets
PLACES = "place_islet {islet} "


def drawing(*facts: Fact, draws: tuple[int, ...] = (0,)) -> Scenario:
    """The seat uses its hand for islets, beside land that islets may touch."""
    scenario = solo(options={"islets": "random"}).given(RoundBegan(2), land("A1 meadow 1, B1 forest 1"))
    scenario.given(*facts)
    return scenario.draws(islets=draws).asking(0, PlaceIsletTile("place_islet_tile"))


def test_the_islet_is_drawn_which_takes_the_action():  # CI-SOLO-ISLET-1  ruling 85
    scenario = drawing()
    scenario.records(ActionTaken(0, "place_islet_tile"), IsletDrawn(0, FIRST)).asks(0, ChooseDrawnIslet)
    placing = [move for move in scenario.legal(0) if move.startswith("place_islet")]
    assert placing
    assert all(f" {FIRST} " in move for move in placing)
    other = placing[0].replace(FIRST, SECOND)
    scenario.refuses(0, other, Reason.NOTHING_TO_CHOOSE, "CI-SOLO-ISLET-1")
    scenario.when(0, placing[0]).records(IsletPlaced)
    assert FIRST not in scenario.board(0).islets


def test_once_a_game_the_drawn_islet_is_exchanged():  # CI-SOLO-ISLET-2
    scenario = drawing(draws=(0, 0)).when(0, "exchange_islet")
    scenario.records(IsletReturned(0, FIRST, exchanged=True), IsletDrawn(0, SECOND)).asks(0, ChooseDrawnIslet)
    assert FIRST not in scenario.board(0).islets
    scenario.refuses(0, "exchange_islet", Reason.ISLET_EXCHANGED, "CI-SOLO-ISLET-2")


def test_the_last_islet_cannot_be_exchanged():  # CI-SOLO-ISLET-2
    others = [IsletReturned(0, islet) for islet in BOX.islets if islet != FIRST]
    drawing(*others).refuses(0, "exchange_islet", Reason.NO_ISLET_LEFT, "CI-SOLO-ISLET-2")


def test_an_islet_drawn_in_exchange_has_to_be_placed_if_it_fits():  # CI-SOLO-ISLET-3
    scenario = drawing(draws=(0, 0)).when(0, "exchange_islet")
    scenario.refuses(0, "give_up", Reason.ISLET_FITS, "CI-SOLO-ISLET-3")


def test_an_islet_that_is_given_up_goes_to_the_box():  # CI-SOLO-ISLET-2  ruling 85
    scenario = drawing().when(0, "give_up").records(IsletReturned(0, FIRST)).asks_nobody()
    assert FIRST not in scenario.board(0).islets
    assert not scenario.board(0).islet_exchanged
