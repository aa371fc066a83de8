"""The greedy bot in Puerto Rico: what it chooses, what it takes from the components, and the placements it makes."""

from typing import Any

import pytest

from quarterdeck.bots import GreedyBot, Moves
from quarterdeck.bots.greedy.puerto_rico import PuertoRico, shipping, trading
from quarterdeck.bots.greedy.puerto_rico.box import Box
from quarterdeck.bots.greedy.puerto_rico.purchases import price
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.bots.greedy.puerto_rico.values import _VALUES, judge_of
from quarterdeck.bots.greedy.puerto_rico.workforce import Workforce
from quarterdeck.puerto_rico.v1 import move_pb2, position_pb2
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb
from quarterdeck.puerto_rico.v1.decision_pb2 import ChooseArrangement, Decision
from quarterdeck.v1 import play_pb2
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from tests.unit.component_set import component_set

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = GOODS = tuple(good for good in pb.Good.values() if good)


def components(*replacements):
    return component_set(*replacements, title="puerto_rico")


def replaced(table, name, values):
    """The components, with one entry replaced as an operator's file would."""
    entry = f'[[{table}]]\nid = "{name}"\nstatus = "reconstructed"\nsource = "a test"\n{values}\n'
    return components(entry.encode())


def board(seat=0, *, tiles=(), city=(), goods=None, doubloons=0, windrose=0):
    """Tiles with how many there are, buildings with their circles, and then both with the colonists on them."""
    island = [position_pb2.TileView(tile=name, count=count, colonists=manned) for name, count, manned in tiles]
    buildings = [
        position_pb2.BuildingView(building=name, circles=circles, colonists=manned, spaces=1)
        for name, circles, manned in city
    ]
    goods = goods or {}
    return position_pb2.BoardView(
        seat=seat,
        doubloons=doubloons,
        points=0,
        goods=[pb.Amount(good=good, count=goods.get(good, 0)) for good in GOODS],
        island=island,
        island_spaces=12 - sum(tile.count for tile in island),
        city=buildings,
        city_spaces=12 - len(buildings),
        windrose=windrose,
        colonists=windrose + sum(tile.colonists for tile in island) + sum(one.colonists for one in buildings),
    )


def position(own, *others, placards=("builder", "captain", "mayor"), **fields):
    """A table in the middle of a round."""
    boards = [own, *(others or (board(1), board(2)))]
    supply = position_pb2.SupplyView(
        goods=[pb.Amount(good=good, count=8) for good in GOODS], points=60, colonists=40, quarries=5
    )
    free = [position_pb2.Placard(placard=name) for name in placards]
    ships = [position_pb2.CargoShip(capacity=capacity) for capacity in (4, 5, 6)]
    given: dict[str, Any] = {"cargo_ships": ships, "placards": free, "house_places": 4, "colonists_on_ship": 3}
    return position_pb2.Position(round=5, boards=boards, supply=supply, **given | fields)


def seen(own, *others, listed=None, **fields):
    return Table(Box(listed or components()), position(own, *others, **fields), 0)


def legal(**kind):
    return LegalMove(move=play_pb2.Move(puerto_rico=move_pb2.Move(**kind)))


def chosen(listed, at, *, truncated=False, opened=()):
    shown = GetPositionResponse(
        viewer_seat=0, position=play_pb2.Position(puerto_rico=at), open_decisions=opened, revision=1
    )
    return GreedyBot("1", components()).choose(Moves(tuple(listed), truncated), shown)


def test_the_greedy_bot_has_a_value_for_every_kind_of_move():
    shared = {"arrange_colonists", "move_guest"}
    assert {*_VALUES} | shared == {field.name for field in move_pb2.Move.DESCRIPTOR.fields}
    assert not shared & {*_VALUES}
    assert judge_of(seen(board()))(move_pb2.Move()) < 0, "a kind of a later version is made only if nothing else is"


def test_a_bot_without_components_says_what_it_wants():
    with pytest.raises(ValueError, match="wants the components of its game"):
        PuertoRico(())
    with pytest.raises(ValueError, match="no number 'paces'"):
        Box(components()).number("paces")


def test_costs_prices_and_numbers_are_those_of_the_components():
    cheap = replaced("goods", "coffee", "price = 9\nbarrels = 9\nbarrels_two_seats = 7\nplantations = 8\n"
                     "plantations_two_seats = 5")  # fmt: skip
    assert Box(components()).prices[COFFEE] == 4
    assert Box(cheap).prices[COFFEE] == 9
    assert Box(replaced("numbers", "role_doubloons", "value = 3")).number("role_doubloons") == 3
    assert Box(components()).scale("residence_points", 99) == Box(components()).scale("residence_points", 12) == 7


@pytest.mark.parametrize(
    ("building", "paid"), [("construction_hut", 1), ("office", 3), ("harbor", 5), ("city_hall", 7)]
)
def test_three_occupied_quarries_save_as_much_as_the_column_allows(building, paid):
    table = seen(board(tiles=[("quarry", 3, 3)]))
    assert price(table, table.own, table.box.buildings[building], privilege=False) == paid


def test_privilege_and_forests_lower_a_price_further_and_never_below_nothing():
    own = board(tiles=[("quarry", 2, 2), ("forest", 6, 0)], city=[("forest_house", 1, 1)])
    table = seen(own)
    assert price(table, table.own, table.box.buildings["large_warehouse"], privilege=True) == 0
    assert price(table, table.own, table.box.buildings["small_market"], privilege=True) == 0


def test_a_good_placement_pairs_plantations_with_their_plants_before_it_fills_what_brings_nothing():
    own = board(tiles=[("indigo", 2, 0), ("coffee", 1, 0)], city=[("coffee_roaster", 2, 0)], windrose=2)
    table = seen(own)
    assert Workforce(table, table.own).best(2) == {"coffee": 1, "coffee_roaster": 1}


def test_a_placement_fills_all_circles_as_far_as_colonists_last_in_the_order_of_the_board():
    own = board(tiles=[("corn", 2, 1), ("quarry", 1, 0)], city=[("office", 1, 0), ("statue", 0, 0)], windrose=6)
    table = seen(own)
    staff = Workforce(table, table.own).best(7)
    assert list(staff.items()) == [("corn", 2), ("quarry", 1), ("office", 1)]
    assert sum(Workforce(table, table.own).best(3).values()) == 3


def test_where_the_list_is_cut_the_bot_makes_a_placement_of_its_own():
    own = board(tiles=[("indigo", 1, 0), ("coffee", 1, 0)], city=[("coffee_roaster", 2, 0)], windrose=2)
    poor = legal(
        arrange_colonists={"colonists": [pb.Staffed(spot="indigo", count=1), pb.Staffed(spot="coffee", count=1)]}
    )
    opened = play_pb2.OpenDecision(
        decision_id="7", seat=0, decision=play_pb2.Decision(
            puerto_rico=Decision(choose_arrangement=ChooseArrangement(gained=1)))
    )  # fmt: skip
    assert chosen([poor], position(own), opened=[opened]) is poor
    move = chosen([poor], position(own), truncated=True, opened=[opened])
    assert move.decision_id == "7"
    assert move.move.notation == "arrange_colonists coffee:1,coffee_roaster:1"
    assert [(one.spot, one.count) for one in move.move.puerto_rico.arrange_colonists.colonists] == [
        ("coffee", 1),
        ("coffee_roaster", 1),
    ]


def test_of_listed_placements_the_one_that_makes_goods_is_chosen():
    own = board(tiles=[("corn", 1, 0), ("indigo", 1, 0)], windrose=1)
    corn, indigo = (
        legal(arrange_colonists={"colonists": [pb.Staffed(spot=spot, count=1)]}) for spot in ("corn", "indigo")
    )
    assert chosen([indigo, corn], position(own)) is corn


def test_doubloons_on_a_placard_draw_the_bot():
    listed = [legal(take_role={"placard": "captain"}), legal(take_role={"placard": "trader"})]
    for rich in (0, 1):
        at = position(board(), placards=("captain", "trader"))
        at.placards[rich].doubloons = 3
        assert chosen(listed, at) is listed[rich]


def test_a_phase_that_feeds_others_alone_is_left_to_them():
    rich = board(1, tiles=[("corn", 4, 4)])
    listed = [legal(take_role={"placard": "craftsman"}), legal(take_role={"placard": "prospector"})]
    at = position(board(), rich, board(2), placards=("craftsman", "prospector"))
    assert chosen(listed, at) is listed[1]
    at = position(board(tiles=[("corn", 4, 4)]), board(1), board(2), placards=("craftsman", "prospector"))
    assert chosen(listed, at) is listed[0]


def test_the_dearer_good_is_sold_and_corn_without_a_market_is_not():
    at = position(board(goods={CORN: 1, COFFEE: 1}), role=pb.ROLE_TRADER)
    coffee, corn, forfeit = (
        legal(sell={"good": COFFEE, "to": pb.PURCHASER_TRADING_HOUSE}),
        legal(sell={"good": CORN, "to": pb.PURCHASER_TRADING_HOUSE}),
        legal(forfeit={}),
    )
    assert chosen([forfeit, corn, coffee], at) is coffee
    assert chosen([forfeit, corn], at) is forfeit


def test_a_trader_phase_fills_the_house_seat_by_seat():
    own, left, right = board(goods={COFFEE: 1}), board(1, goods={COFFEE: 1}), board(2, goods={TOBACCO: 1})
    gains = trading.phase(seen(own, left, right, house=[CORN, SUGAR]), seen(own).own)
    assert gains[0] > 0
    assert gains[1] == 0, "the house has coffee by now"
    assert gains[2] > 0
    full = trading.phase(seen(own, left, right, house=[CORN, SUGAR, INDIGO, TOBACCO]), seen(own).own)
    assert set(full.values()) == {0}


def test_a_captain_phase_is_looked_at_to_its_end():
    own, left = board(goods={CORN: 6}), board(1, goods={CORN: 3, INDIGO: 2})
    table = seen(own, left, board(2))
    gains = shipping.phase(table, table.own)
    barrels = shipping.goods_value(table, table.own.goods)
    assert gains[0] == pytest.approx(6 + 1 - barrels), "six barrels and the captain's point"
    assert gains[1] > 2 - shipping.goods_value(table, table.estates[1].goods), (
        "its corn has no ship, but a barrel stays"
    )
    assert gains[2] == 0


def test_most_barrels_are_loaded_first():
    at = position(board(goods={CORN: 4, SUGAR: 1}), role=pb.ROLE_CAPTAIN)
    corn, sugar = (legal(load_ship={"good": good, "capacity": 5}) for good in (CORN, SUGAR))
    assert chosen([sugar, corn], at) is corn


def test_the_barrel_that_sells_best_is_kept():
    at = position(board(goods={CORN: 1, COFFEE: 1}), role=pb.ROLE_CAPTAIN, placards=("trader", "captain"))
    corn, coffee = (legal(store_goods={"goods": [pb.Amount(good=good, count=1)]}) for good in (CORN, COFFEE))
    assert chosen([corn, coffee], at) is coffee


def test_a_guest_goes_where_it_works_and_waits_where_it_would_not():
    own = board(tiles=[("corn", 1, 0), ("indigo", 1, 0)], city=[("guest_house", 2, 1)])
    corn, indigo = (legal(move_guest={"spot": spot}) for spot in ("corn", "indigo"))
    corn.anytime = indigo.anytime = True
    forfeit = legal(forfeit={})
    assert chosen([forfeit, corn, indigo], position(own)) is corn
    assert chosen([forfeit, indigo], position(own)) is forfeit


def test_points_are_built_while_doubloons_last_in_the_last_round():
    at = position(board(doubloons=10), role=pb.ROLE_BUILDER, placards=("captain",), ending=[pb.END_REASON_COLONISTS])
    hut, hall, forfeit = (
        legal(build={"building": "hacienda"}),
        legal(build={"building": "city_hall"}),
        legal(forfeit={}),
    )
    assert chosen([forfeit, hut, hall], at) is hall


def test_the_kind_is_offered_that_its_components_make_worth_its_price():
    listed = [legal(offer_kind={"building": name}) for name in ("small_market", "aqueduct")]
    numbers = "cost = 1\ncolumn = 1\ncircles = 1\ncopies = 2\ncopies_two_seats = 1"
    for name in ("small_market", "aqueduct"):
        better = replaced("buildings", name, f'group = "small"\npoints = 9\n{numbers}')
        value_of = judge_of(seen(board(tiles=[("corn", 1, 1)]), listed=better))
        assert max(listed, key=lambda one: value_of(one.move.puerto_rico)).move.puerto_rico.offer_kind.building == name
