"""Set-up: what each number of seats plays with, the options of a game, who starts."""

from collections.abc import Iterable
from typing import Any

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.events import (
    CartographerAdvanced,
    CooperTokenTaken,
    CubePlaced,
    DoubleTileDrawn,
    GoodsGained,
    OrdersDisplayed,
    PhaseBegan,
    RoundBegan,
    StartTilePlaced,
)
from quarterdeck_rules.cooper_island.income import ChooseHand
from quarterdeck_rules.cooper_island.rounds import ChooseStart
from quarterdeck_rules.cooper_island.state import Crew, Sailing
from quarterdeck_rules.cooper_island.terms import RESOURCE_OF, Good, Landscape, Phase, Structure
from quarterdeck_rules.engine.game import begin, create, extend
from quarterdeck_rules.engine.judge import join, start
from quarterdeck_rules.engine.options import OptionError, read_options
from quarterdeck_rules.engine.refusal import EngineReason, Refusal
from tests.rules.cooper_island.scenario import BOX, Scenario, ScriptedChance

SEATS = (2, 3, 4)


def started(seats: int, options: dict[str, str] | None = None, **draws: Iterable[int]) -> Scenario:
    """A game that all seats have joined and that was started, with its draws as scripted."""
    chosen = read_options(TITLE.options, (options or {}).items())
    log: list[Any] = list(create(TITLE, BOX, seats, chosen, "tester", "seed", practice=True))
    scenario = Scenario(seats, options=options)
    scenario.chance = ScriptedChance(draws)
    game = extend(TITLE, begin(TITLE, log[0], BOX), log[1:])
    for seat in range(seats):
        joined = join(game, seat, f"player {seat}")
        assert not isinstance(joined, Refusal), joined
        game = extend(TITLE, game, joined)
    events = start(TITLE, game, scenario.chance)
    assert not isinstance(events, Refusal), events
    scenario.game, scenario.events = extend(TITLE, game, events), events[1:-1]
    return scenario


# What every seat has


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_begins_with_the_same_things(seats: int) -> None:  # CI-SETUP-1
    scenario = started(seats)
    for seat in range(seats):
        board = scenario.board(seat)
        assert len(board.tiles) == 2
        assert board.storage == (Good.COIN,)
        assert board.market == ()
        assert (board.available, board.locked) == (Crew(normal=2), Crew(normal=2, special=2))
        assert (len(board.islets), len(board.boats)) == (6, 6)
        assert board.buildings == (
            *(Structure.SMALL_BUILDING,) * 2,
            *(Structure.LARGE_BUILDING,) * 2,
            Structure.FORTRESS,
        )
        assert len(board.lids_on_cargo) == 5
        assert sorted(board.goals) == ["two_boats", "two_buildings", "two_lids", "two_statues"]
        assert (board.flipped, board.hire_spaces, board.crates, board.lids) == ((), (), (), 0)


@pytest.mark.parametrize("seats", SEATS)
def test_both_ships_begin_in_the_own_harbor(seats: int) -> None:  # CI-SETUP-1
    scenario = started(seats)
    harbors = [(Sailing(10 * seat), Sailing(10 * seat)) for seat in range(seats)]
    assert [(board.one_sail, board.two_sail) for board in scenario.table.boards] == harbors


@pytest.mark.parametrize("seats", SEATS)
def test_every_peninsula_begins_with_five_ruins_and_its_start_space(seats: int) -> None:  # CI-SETUP-1
    scenario = started(seats)
    for seat in range(seats):
        piles = dict(zip(scenario.table.box.spaces, scenario.board(seat).piles, strict=True))
        assert [space for space, pile in piles.items() if pile.ruin] == ["C1", "C3", "E3", "F1", "F4"]
        assert [space for space, pile in piles.items() if pile.level] == ["A1"]


@pytest.mark.parametrize("seats", SEATS)
def test_the_supply_holds_the_rest(seats: int) -> None:  # CI-SETUP-1
    table = started(seats).table
    assert (sum(table.bag), sum(table.log_books), table.single_tiles) == (60 - 2 * seats, 30, 56 - seats)
    assert (table.small_deck.size, table.large_deck.size) == (15, 15)


def test_the_harbormaster_stands_on_the_first_cargo_ship() -> None:  # CI-SETUP-1
    table = started(2).table
    assert (table.harbormaster, table.harbormaster_stands) == (0, True)


def test_double_tiles_are_drawn_blind_two_for_each_seat() -> None:  # CI-SETUP-1
    scenario = started(2, bag=[0, 20, 57, 56])
    scenario.records(
        DoubleTileDrawn(0, "forest-meadow"),
        DoubleTileDrawn(0, "forest-mountain"),
        GoodsGained(0, (Good.COIN,)),
        DoubleTileDrawn(1, "forest-settlement"),
        DoubleTileDrawn(1, "forest-settlement"),
        GoodsGained(1, (Good.COIN,)),
    )


# Royal orders


@pytest.mark.parametrize(("seats", "displayed"), [(2, 4), (3, 6), (4, 8)])
def test_two_royal_orders_for_each_seat_are_displayed(seats: int, displayed: int) -> None:  # CI-SETUP-2
    orders = [order.order for order in started(seats).table.orders]
    assert len(set(orders)) == len(orders) == displayed


def test_four_seats_have_all_royal_orders() -> None:  # CI-SETUP-2
    started(4).records(OrdersDisplayed(tuple(f"order_{number}" for number in range(1, 9))))


@pytest.mark.parametrize(("seats", "pool"), [(2, 7), (3, 8)])
def test_two_seats_never_have_order_eight_and_any_other_may_be_displayed(seats: int, pool: int) -> None:  # CI-SETUP-2
    seen = set()
    for first in range(pool):
        seen |= {order.order for order in started(seats, royal_orders=[first]).table.orders}
    assert seen == {f"order_{number}" for number in range(1, pool + 1)}


# Start landscape


@pytest.mark.parametrize("seats", SEATS)
def test_first_games_start_on_meadow_with_a_food_cube(seats: int) -> None:  # CI-SETUP-3
    scenario = started(seats)
    for seat in range(seats):
        scenario.records(StartTilePlaced(seat, "A1", Landscape.MEADOW), CubePlaced(seat, "A1", Good.FOOD))
    assert scenario.table.single_tiles == 56 - seats


@pytest.mark.parametrize("drawn", range(4))
def test_a_random_start_landscape_is_drawn_once_for_all(drawn: int) -> None:  # CI-SETUP-3 ruling 2
    scenario = started(3, {"start_landscape": "random"}, start_landscape=[drawn])
    starts = {scenario.board(seat).piles[0] for seat in range(3)}
    landscape = next(iter(starts)).landscape
    assert landscape is not None
    assert [(pile.level, pile.cube) for pile in starts] == [(1, RESOURCE_OF[landscape])]


def test_every_landscape_may_be_drawn_for_the_start() -> None:  # CI-SETUP-3 ruling 2
    options = {"start_landscape": "random"}
    drawn = {started(2, options, start_landscape=[draw]).board(0).piles[0].landscape for draw in range(4)}
    assert drawn == set(Landscape)


def test_a_free_start_is_chosen_by_all_at_once_knowing_their_tiles_before_the_start_is_drawn() -> None:
    # CI-SETUP-3 ruling 2
    scenario = started(3, {"start_landscape": "free"}, starting_seat=[1])
    scenario.records_nothing_of(CooperTokenTaken, StartTilePlaced)
    for seat in range(3):
        scenario.asks(seat, ChooseStart)
        assert len(scenario.board(seat).tiles) == 2
    scenario.when(2, "start_on settlement")
    scenario.records(StartTilePlaced(2, "A1", Landscape.SETTLEMENT), CubePlaced(2, "A1", Good.CLOTH)).asks_nobody(2)
    scenario.when(0, "start_on forest").records_nothing_of(CooperTokenTaken)
    scenario.when(1, "start_on mountain").records(CubePlaced(1, "A1", Good.STONE), CooperTokenTaken(1), RoundBegan(1))


def test_any_landscape_may_be_chosen_and_nothing_else_done_before_the_game() -> None:  # CI-SETUP-3
    scenario = started(2, {"start_landscape": "free"})
    assert scenario.legal(0) == [f"start_on {landscape}" for landscape in Landscape]
    scenario.refuses(0, "use_cartographer chart", EngineReason.MOVE_NOT_EXPECTED)


def test_in_order_a_free_start_is_chosen_one_after_the_other() -> None:  # CI-SETUP-3 ruling 4
    scenario = started(3, {"start_landscape": "free", "acting": "in_order"})
    for seat, others in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1))):
        scenario.asks(seat, ChooseStart).asks_nobody(*others).when(seat, "start_on forest")
    scenario.records(CooperTokenTaken)


# Who starts


@pytest.mark.parametrize(("seats", "drawn"), [(seats, seat) for seats in SEATS for seat in range(seats)])
def test_the_starting_seat_is_drawn(seats: int, drawn: int) -> None:  # CI-SETUP-4 ruling 1
    started(seats, starting_seat=[drawn]).records(CooperTokenTaken(drawn))


def test_the_table_may_name_the_first_seat() -> None:  # CI-SETUP-4 ruling 1
    started(3, {"starting_seat": "first"}, starting_seat=[2]).records(CooperTokenTaken(0))


@pytest.mark.parametrize(
    ("seats", "first", "steps"),
    [
        (2, 0, (3, 3)),
        (2, 1, (3, 3)),
        (3, 0, (3, 3, 4)),
        (3, 1, (4, 3, 3)),
        (3, 2, (3, 4, 3)),
        (4, 0, (3, 3, 4, 4)),
        (4, 1, (4, 3, 3, 4)),
        (4, 3, (3, 4, 4, 3)),
    ],
)
def test_cartographers_start_further_from_the_third_seat_on(  # CI-SETUP-4 ruling 1
    seats: int, first: int, steps: tuple[int, ...]
) -> None:
    scenario = started(seats, starting_seat=[first])
    assert tuple(board.cartographer for board in scenario.table.boards) == steps


def test_the_first_income_phase_follows() -> None:  # CI-ROUND-1
    scenario = started(2).records(CartographerAdvanced, RoundBegan(1), PhaseBegan(Phase.INCOME))
    scenario.asks(0, ChooseHand).asks(1, ChooseHand)


# Layouts


@pytest.mark.parametrize(("seats", "layouts"), [(2, "ABC"), (3, "AB"), (4, "A")])
def test_each_number_of_seats_has_its_layouts(seats: int, layouts: str) -> None:  # CI-SETUP-1
    for layout in "ABC":
        if layout in layouts:
            assert Scenario(seats, options={"layout": layout}).table.options.layout == layout
        else:
            with pytest.raises(OptionError, match=f"layout: {seats} seats take {', '.join(layouts)}"):
                Scenario(seats, options={"layout": layout})


@pytest.mark.parametrize(("seats", "layout"), [(2, "B"), (2, "C"), (3, "B")])
def test_a_layout_changes_nothing_in_play(seats: int, layout: str) -> None:  # CI-SETUP-1
    plain, other = started(seats).table, started(seats, {"layout": layout}).table
    assert (other.boards, other.banks, other.orders) == (plain.boards, plain.banks, plain.orders)


@pytest.mark.parametrize(("name", "value"), [("layout", "D"), ("start_landscape", "river"), ("weather", "calm")])
def test_an_option_that_does_not_exist_is_an_error(name: str, value: str) -> None:
    with pytest.raises(OptionError, match=name):
        Scenario(options={name: value})
