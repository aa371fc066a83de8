"""Set-up of a solo game: strategy, level, orders, depot, cartographer."""

from itertools import chain

import pytest

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.terms import Good
from quarterdeck_rules.engine.options import OptionError, read_options
from tests.playouts import new_game
from tests.rules.cooper_island.solo import BOX

GOODS = (Good.WOOD, Good.STONE, Good.FOOD, Good.CLOTH, Good.GOLD)
STRATEGIES = {
    "strategy_1": ("BD", (1, 2), (3, 4)),
    "strategy_2": ("BF", (1, 3), (2, 4)),
    "strategy_3": ("DH", (2, 4), (1, 3)),
    "strategy_4": ("FH", (3, 4), (1, 2)),
}


def started(seed: str = "seed", **options: str):
    game, _ = new_game(TITLE, BOX, 1, seed, tuple(options.items()))
    return game.state


def orders(numbers):
    return tuple(f"order_{number}" for number in numbers)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_card_sets_up_the_orders_of_both_and_the_start_cards(strategy: str):  # CI-SOLO-SETUP-1
    letters, his, own = STRATEGIES[strategy]
    island = started(strategy=strategy, level="level_4")
    assert island.cooper.strategy == strategy
    assert island.cooper.orders == orders(his)
    assert tuple(order.order for order in island.orders) == orders(own)
    assert island.cooper.start == tuple((f"{letter}1", f"{letter}2") for letter in letters)
    rest = [card for letter in "BDFH" if letter not in letters for card in (f"{letter}1", f"{letter}2")]
    assert island.cooper.deck == (tuple(rest),)


def test_a_strategy_that_is_not_chosen_is_drawn_and_each_can_be():  # CI-SOLO-SETUP-1
    drawn = {started(f"seed {number}").cooper.strategy for number in range(40)}
    assert drawn == set(STRATEGIES)


@pytest.mark.parametrize(
    ("level", "added", "depot", "points"),
    [
        ("level_1", 3, GOODS, 2),
        ("level_2", 2, GOODS[:4], 5),
        ("level_3", 1, GOODS[:3], 8),
        ("level_4", 0, GOODS[:2], 11),
    ],
)
def test_a_level_adds_orders_fills_the_depot_and_has_its_points(  # CI-SOLO-SETUP-2
    level: str, added: int, depot: tuple[Good, ...], points: int
):
    island = started(strategy="strategy_1", level=level)
    assert island.cooper.depot == depot
    shown = [order.order for order in island.orders]
    assert shown[:2] == ["order_3", "order_4"]
    assert len(shown) == 2 + added
    assert set(shown[2:]) <= set(orders((5, 6, 7)))
    assert BOX.levels[level].points == points


def test_each_of_three_orders_can_be_the_one_that_a_level_adds():  # CI-SOLO-SETUP-2
    games = (started(f"seed {number}", strategy="strategy_1", level="level_3") for number in range(40))
    assert {game.orders[-1].order for game in games} == set(orders((5, 6, 7)))


def test_the_ring_is_of_one_peninsula_and_the_cartographer_starts_on_three():  # CI-SOLO-SETUP-3
    island = started()
    assert island.boards[0].cartographer == 3
    assert island.banks == 10
    assert island.bays == (5,)
    assert (island.cooper.bank, island.cooper.steps, island.cooper.anchors) == (0, 0, 0)


def test_options_of_the_solo_game_are_for_one_seat():
    for name, value in (("strategy", "strategy_1"), ("level", "level_2"), ("islets", "random")):
        with pytest.raises(OptionError, match=f"{name}: only a game of one seat"):
            TITLE.begin(2, read_options(TITLE.options, ((name, value),)), BOX)


def test_action_cards_are_a_pair_for_each_section_that_he_goes_to():
    assert list(BOX.action_cards) == list(chain(*((f"{letter}1", f"{letter}2") for letter in "BDFH")))
