"""The bots of this package: what they choose among moves."""

import inspect

import pytest

from quarterdeck import bots
from quarterdeck.bots import GreedyBot, RandomBot
from quarterdeck.bots.greedy.cooper_island.values import _VALUES
from quarterdeck.client.moves import cooper_island as moves
from quarterdeck.client.moves.cooper_island import Good, Landscape
from quarterdeck.cooper_island.v1 import move_pb2
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, BoatView, Crew, LandView
from quarterdeck.cooper_island.v1.position_pb2 import Position as CooperIsland
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.play_pb2 import Move, Position
from tests.unit.component_set import component_set


def test_the_random_bot_follows_its_seed_and_prefers_to_do_something():
    moves = [
        LegalMove(move=Move(notation="finish")),
        LegalMove(move=Move(notation="perform draw_tiles")),
        LegalMove(move=Move(notation="perform gain_goods")),
        LegalMove(move=Move(notation="store_cube A1"), anytime=True),
    ]
    first, second = RandomBot("1"), RandomBot("1")
    choices = [first.choose(moves).move.notation for _ in range(200)]
    assert choices == [second.choose(moves).move.notation for _ in range(200)]
    assert set(choices) == {move.move.notation for move in moves}
    assert choices.count("finish") < choices.count("perform draw_tiles")
    assert RandomBot("1").choose(moves[3:]).anytime
    with pytest.raises(ValueError, match="no legal move"):
        RandomBot("1").choose([])


def test_all_names_what_is_exported():
    own = {name for name, value in vars(bots).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert own == set(bots.__all__)


def greedy():
    return GreedyBot("1", component_set())


def table(**board):
    """A position of one seat with some land and goods."""
    land = board.pop("land", [])
    seen = BoardView(land=land, storage_spots=5, feeding_cost=2, available=Crew(normal=1), **board)
    position = CooperIsland(round=1, boards=[seen], banks=40)
    return GetPositionResponse(viewer_seat=0, position=Position(cooper_island=position))


def legal(move, *, anytime=False):
    return LegalMove(move=move, anytime=anytime)


def test_the_greedy_bot_wants_a_seat_and_something_to_choose_from():
    bot, moves_open = greedy(), [legal(moves.finish())]
    with pytest.raises(ValueError, match="no legal move"):
        bot.choose([], table())
    with pytest.raises(ValueError, match="as its seat sees it"):
        bot.choose(moves_open, GetPositionResponse(position=table().position))
    assert bot.choose(moves_open, table()) is moves_open[0]


def test_the_greedy_bot_feeds_its_workers_in_full():
    food = [
        LandView(space=name, level=1, landscape=Landscape.MEADOW.value, cube=Good.FOOD.value) for name in ("A1", "B1")
    ]
    both = legal(moves.pay_food([moves.on_land(Good.FOOD, "A1"), moves.on_land(Good.FOOD, "B1")]))
    one = legal(moves.pay_food([moves.on_land(Good.FOOD, "A1")]))
    none = legal(moves.pay_food([]))
    assert greedy().choose([none, one, both], table(land=food)) is both


def test_the_greedy_bot_pays_a_fee_rather_than_take_an_anchor():
    pay, refuse = legal(moves.pay_fee(moves.stored(Good.STONE))), legal(moves.refuse_fee())
    assert greedy().choose([refuse, pay], table(storage=[Good.STONE])) is pay


def test_the_greedy_bot_never_gives_up_what_it_has_begun():
    pay, give_up = legal(moves.pay([moves.stored(Good.COIN)])), legal(moves.give_up())
    assert greedy().choose([give_up, pay], table(storage=[Good.COIN])) is pay


def test_the_greedy_bot_makes_no_anytime_move_that_is_worth_nothing():
    refuse, trade = legal(moves.refuse_fee()), legal(moves.start_trade("any_for_any"), anytime=True)
    assert greedy().choose([trade, refuse], table()) is refuse


def test_the_greedy_bot_goes_where_it_can_buy_something():
    landing = BoatView(landing="landing_1")
    rich = table(storage=[Good.COIN, Good.WOOD, Good.WOOD], landing_spaces=[landing], boats=["coin_boat"])
    poor = table(landing_spaces=[landing], boats=["coin_boat"])
    boats, goods = (legal(moves.place_worker(moves.Worker.NORMAL, section)) for section in ("B", "E"))
    assert greedy().choose([boats, goods], rich) is boats
    assert greedy().choose([boats, goods], poor) is goods


def test_the_greedy_bot_has_a_value_for_every_kind_of_move():
    known = {*_VALUES}
    left_aside = {"move_structure", "return_cards", "put_anchor", "start_trade", "turn_boats"}
    assert known | left_aside == {field.name for field in move_pb2.Move.DESCRIPTOR.fields}
    assert not known & left_aside
