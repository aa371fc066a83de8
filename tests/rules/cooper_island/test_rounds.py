"""Five rounds of three phases, the last window, and the result."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.events import (
    AnchorAdded,
    CartographerAdvanced,
    CartographerUsed,
    CleanUpStepBegan,
    CooperTokenTaken,
    DiscountEnded,
    DiscountGranted,
    GoodsGained,
    HarbormasterMoved,
    MarketGained,
    MarketStored,
    PhaseBegan,
    RoundBegan,
    TurnBegan,
)
from quarterdeck_rules.cooper_island.moves import Finish, Forfeit, GiveUp
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.rounds import BeginRound, LastWindow
from quarterdeck_rules.cooper_island.terms import Good, Phase, Ship
from quarterdeck_rules.cooper_island.together import EndStep
from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.game import Ended, Game, Status, extend
from quarterdeck_rules.engine.judge import decide, legal_answers
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Standing
from tests.playouts import new_game
from tests.rules.cooper_island.scenario import BOX, Scenario, land

PHASES = [PhaseBegan(Phase.INCOME), PhaseBegan(Phase.WORKERS), PhaseBegan(Phase.CLEAN_UP)]
LAZY = (Finish, Forfeit, GiveUp)
MOST_MOVES = 500


def idle_move(game: Game[Any]) -> tuple[OpenDecision, Struct]:
    """The first seat that is waited for forfeits what may be forfeited, or makes the first legal move."""
    opened = next(open_decisions(game.agenda))
    answers = list(islice(legal_answers(game, opened), 100))
    return opened, next((answer for answer in answers if isinstance(answer, LAZY)), answers[0])


def idle_game(seats: int) -> Iterator[Struct]:
    """All facts of a game of idle moves."""
    game, log = new_game(TITLE, BOX, seats, "idle")
    yield from log
    for _ in range(MOST_MOVES):
        if game.agenda.is_empty:
            return
        opened, move = idle_move(game)
        events = decide(TITLE, game, opened.seat, opened.id, move, KeyedChance("idle"))
        assert not isinstance(events, Refusal), events
        yield from events
        game = extend(TITLE, game, events)
    raise AssertionError("the game did not end")


def idle_to_the_end_of_the_round(scenario: Scenario) -> Scenario:
    """Idle moves until the next round has begun."""
    before = scenario.table.round
    while scenario.table.round == before:
        opened, move = idle_move(scenario.game)
        scenario.when(opened.seat, move)
    return scenario


@pytest.fixture(scope="module", params=[2, 3, 4])
def idle(request: pytest.FixtureRequest) -> list[Struct]:
    """The log of an idle game, for each number of seats."""
    return list(idle_game(request.param))


def test_a_game_is_five_rounds_of_three_phases_and_then_ends(idle: list[Struct]) -> None:  # CI-ROUND-1
    expected = [fact for number in range(1, 6) for fact in (RoundBegan(number), *PHASES)]
    began = [event for event in idle if isinstance(event, RoundBegan | PhaseBegan)]
    assert began == [*expected, PhaseBegan(Phase.GAME_END)]


def test_each_round_has_its_seven_clean_up_steps(idle: list[Struct]) -> None:  # CI-CLEAN-1
    steps = [event.step for event in idle if isinstance(event, CleanUpStepBegan)]
    assert steps == [1, 2, 3, 4, 5, 6, 7] * 5


def test_the_harbormaster_leaves_the_last_cargo_ship_after_five_rounds(idle: list[Struct]) -> None:  # CI-ROUND-1
    assert sum(isinstance(event, HarbormasterMoved) for event in idle) == 5


def test_every_seat_places_both_its_workers_in_each_round(idle: list[Struct]) -> None:  # CI-ROUND-1
    turns = [event.seat for event in idle if isinstance(event, TurnBegan)]
    seats = 1 + max(turns)
    assert [turns.count(seat) for seat in range(seats)] == [10] * seats


def test_the_result_is_the_last_fact(idle: list[Struct]) -> None:  # CI-SCORE-9
    *_, ended, _closed = idle
    assert isinstance(ended, Ended)
    assert sum(isinstance(event, Ended) for event in idle) == 1


def test_after_the_fourth_round_comes_the_fifth(scenario: Scenario) -> None:  # CI-ROUND-1
    idle_to_the_end_of_the_round(scenario.asking(0, BeginRound(4))).records(
        HarbormasterMoved, RoundBegan(5), PhaseBegan(Phase.INCOME)
    )


def test_the_next_round_is_started_by_who_took_the_cooper_token(scenario: Scenario) -> None:  # CI-ROUND-1
    scenario.given(CooperTokenTaken(0)).asking(0, BeginRound(2))
    scenario.when(0, "place_worker normal B").when(1, "place_worker normal A")
    scenario.when(1, "perform take_cooper_token").when(1, "finish").records(TurnBegan(0))
    idle_to_the_end_of_the_round(scenario).records(RoundBegan(3), PhaseBegan(Phase.WORKERS), TurnBegan(1))


# The last window


def test_after_the_fifth_round_anytime_moves_are_open_once_more(scenario: Scenario) -> None:  # CI-END-1 ruling 55
    scenario.given(MarketGained(0, (Good.WOOD,) * 2)).asking(0, LastWindow()).records(PhaseBegan(Phase.GAME_END))
    scenario.asks(0, EndStep).asks_nobody(1)
    scenario.when(0, "store_from_market wood").records(MarketStored(0, Good.WOOD)).records_nothing_of(Ended)
    scenario.when(0, "finish").records(Ended)
    assert scenario.game.status is Status.ENDED


def test_the_last_window_brings_no_cartographer_use_of_its_own(scenario: Scenario) -> None:  # CI-END-1 ruling 56
    track = land("A1 meadow 1"), PhaseBegan(Phase.CLEAN_UP), CartographerAdvanced(0, 6), CartographerUsed(0, 2)
    scenario.given(*track, MarketGained(0, (Good.WOOD,))).asking(0, LastWindow())
    scenario.refuses(0, "use_cartographer chart", Reason.CARTOGRAPHER_USED)


def test_a_cartographer_use_left_of_the_fifth_clean_up_may_be_made_there(scenario: Scenario) -> None:
    # CI-END-1 ruling 56
    scenario.given(land("A1 meadow 1"), PhaseBegan(Phase.CLEAN_UP), CartographerAdvanced(0, 2)).asking(0, LastWindow())
    scenario.when(0, "use_cartographer chart").when(0, "place_single B1 forest")
    assert scenario.board(0).cartographer == 0


def test_the_last_window_comes_before_the_scoring(scenario: Scenario) -> None:  # CI-END-1
    goods = GoodsGained(0, (Good.WOOD,) * 4), MarketGained(0, (Good.WOOD,))
    scenario.given(*goods, AnchorAdded(1, Ship.ONE_SAIL)).asking(0, LastWindow())
    scenario.when(0, "store_from_market wood").when(0, "finish").records(Ended((Standing(0, 1, 1), Standing(1, -1, 2))))


def test_a_discount_is_of_no_use_after_the_last_window(scenario: Scenario) -> None:  # CI-CARD-L13
    scenario.given(MarketGained(0, (Good.WOOD,)), DiscountGranted(0, 3)).asking(0, LastWindow())
    scenario.when(0, "finish").records(DiscountEnded(0), Ended)
