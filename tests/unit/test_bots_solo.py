"""The greedy bot in a solo game: what a move brings Cooper is lost to it."""

import pytest

from quarterdeck.bots import GreedyBot
from quarterdeck.bots.greedy.cooper_island import rival
from quarterdeck.bots.greedy.cooper_island.box import Box
from quarterdeck.bots.greedy.cooper_island.purchases import targets
from quarterdeck.bots.greedy.cooper_island.sections import section_value
from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.values import value_of
from quarterdeck.bots.greedy.cooper_island.weights import ANCHOR, FEE, HIS_ANCHOR
from quarterdeck.client.moves import cooper_island as moves
from quarterdeck.client.moves.cooper_island import Good, Structure, Worker
from quarterdeck.cooper_island.v1.position_pb2 import (
    BoardView,
    BoatView,
    CooperView,
    Crew,
    LandView,
    Posted,
    ShipView,
    SpotView,
)
from quarterdeck.cooper_island.v1.position_pb2 import Position as CooperIsland
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.play_pb2 import Position
from tests.unit.component_set import component_set

NORMAL, SPECIAL = Worker.NORMAL.value, Worker.SPECIAL.value


def position(cooper, **board):
    seat = BoardView(storage_spots=5, feeding_cost=2, available=Crew(normal=1), **board)
    return CooperIsland(round=2, boards=[seat], banks=10, bays=[5], cooper=cooper)


def table(cooper=None, **board):
    return Table(Box(component_set()), position(cooper, **board), 0)


def cooper(*, anchors=0, **fields):
    return CooperView(ship=ShipView(anchors=anchors), **fields)


def chosen(cooper, *offered, **board):
    seen = GetPositionResponse(viewer_seat=0, position=Position(cooper_island=position(cooper, **board)))
    return GreedyBot("1", component_set()).choose([LegalMove(move=move) for move in offered], seen).move


@pytest.mark.parametrize("side", ["posted", "third"])
def test_a_worker_of_cooper_or_of_the_third_color_below_costs_a_point_and_a_fee(side):
    held = cooper(**{side: [Posted(section="E", worker=NORMAL)]})
    free = section_value(table(cooper()), NORMAL, "E")
    assert section_value(table(held), NORMAL, "E") == pytest.approx(free - 1 - FEE)
    assert section_value(table(held), NORMAL, "C") == section_value(table(cooper()), NORMAL, "C")


def test_a_worker_of_the_other_kind_costs_nothing():
    held = cooper(posted=[Posted(section="E", worker=SPECIAL)])
    assert section_value(table(held), NORMAL, "E") == section_value(table(cooper()), NORMAL, "E")


def test_a_symbol_that_is_covered_brings_nothing():
    tiles = {"tiles": ["one"], "land": [LandView(space="A", level=1), LandView(space="B", level=1, q=1)]}
    held = cooper(posted=[Posted(section="A", worker=SPECIAL)])
    lost = section_value(table(cooper(), **tiles), SPECIAL, "A") - section_value(table(held, **tiles), SPECIAL, "A")
    assert lost > 1 + FEE, "of two actions only one is left"


def test_a_helm_point_that_only_removes_an_anchor_costs_less():
    assert rival.helm_cost(table(cooper()), 1) == 1
    assert rival.helm_cost(table(cooper(anchors=1)), 1) == HIS_ANCHOR
    assert rival.helm_cost(table(cooper(anchors=1)), 3) == HIS_ANCHOR + 2


def test_a_card_that_spares_the_fee_leaves_the_point():
    spared = [
        one.component_id
        for one in component_set()
        if one.table == "small_cards" and "no_toll" in str(one.fields) and "worker" in str(one.fields)
    ]
    assert len(spared) == 1
    assert rival.covering_cost(table(cooper())) == 1 + FEE
    assert rival.covering_cost(table(cooper(), small_cards=spared)) == 1


def test_an_anchor_for_cooper_is_better_than_the_token_of_other_games():
    def gained(rival):
        seen = table(rival)
        return section_value(seen, NORMAL, "A") - section_value(seen, SPECIAL, "A")

    assert gained(cooper()) > gained(None)
    assert rival.token_space_value(table(cooper())) == HIS_ANCHOR
    assert rival.token_space_value(table()) is None


@pytest.mark.parametrize(
    ("strategy", "helm_on", "anchor_on"),
    [
        ("strategy_1", "boat", "building"),
        ("strategy_2", "statue", "boat"),
        ("strategy_3", "building", "cargo"),
        ("strategy_4", "cargo", "statue"),
    ],
)
def test_purchases_bring_what_the_strategy_card_adds(strategy, helm_on, anchor_on):
    box = Box(component_set())
    board = {
        "boats": ["coin_boat"],
        "landing_spaces": [BoatView(landing="landing_1")],
        "buildings": [Structure.SMALL_BUILDING],
        "crafting_spots": [SpotView(spot="spot", is_open=True, holds_statue=True)],
        "lids_on_cargo": [next(iter(box.cargo))],
    }
    plain = targets(table(cooper(), **board))
    more = targets(table(cooper(strategy=strategy), **board))
    for before, after in zip(plain, more, strict=True):
        added = {helm_on: 1.0, anchor_on: HIS_ANCHOR}.get(before.kind, 0.0)
        assert after.gain - before.gain == pytest.approx(added), before.kind
    assert {one.kind for one in plain} == {"boat", "building", "statue", "cargo"}


def test_a_worker_is_worth_more_as_long_as_there_are_rounds_for_it():
    last = table(cooper())
    last.rounds_left = 0
    assert rival.hand_value(table(cooper())) > rival.hand_value(last) == 0
    assert table(cooper()).worker_value > table().worker_value


def test_the_greedy_bot_takes_a_cube_of_the_depot():
    take, leave = moves.take_good(Good.STONE), moves.forfeit()
    assert chosen(cooper(depot=[Good.STONE]), leave, take) == take


def test_the_greedy_bot_moves_the_card_that_brings_cooper_most():
    def moved(*orders, cards):
        offered = [moves.move_cooper_token("bottom", card) for card in cards]
        return chosen(cooper(orders=orders, discard=cards), *offered).cooper_island.move_cooper_token.card

    assert moved(cards=["B1", "D2"]) == "D2", "a point always is more than anchors cleared"
    assert moved("order_1", cards=["D2", "B2"]) == "B2", "with an order of his a card brings one more"
    assert moved("order_2", cards=["D2", "B2"]) == "D2"


def test_an_anchor_for_a_fee_to_the_supply_makes_nobody_a_gift():
    refuse = moves.refuse_fee().cooper_island
    assert value_of(table(cooper()), refuse) == -ANCHOR > value_of(table(), refuse)


def test_the_greedy_bot_exchanges_a_drawn_islet_that_is_worse_than_the_rest():
    bare = {"land": [LandView(space="A")]}
    names = sorted(one.component_id for one in component_set() if one.table == "islets")
    values = {name: value_of(table(cooper(), **bare), islet(name).cooper_island) for name in names}
    worst, best = min(names, key=values.__getitem__), max(names, key=values.__getitem__)
    assert values[best] > values[worst]
    board = {"islets": names, **bare}
    exchange = moves.exchange_islet()
    assert chosen(cooper(), exchange, islet(worst), **board) == exchange
    assert chosen(cooper(), exchange, islet(best), **board) == islet(best)
    assert chosen(cooper(), moves.give_up(), exchange, **board) == exchange


def islet(name):
    return moves.place_islet(name, "water", moves.Half.NEAR, "A")
