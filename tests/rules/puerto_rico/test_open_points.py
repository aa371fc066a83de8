"""Points on which printings and players differ: what the default plays, and what the option plays instead."""

import pytest

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.craftsman import ChooseBarrels
from quarterdeck_rules.puerto_rico.events import (
    BarrelsTaken,
    DoubloonsGained,
    GoodsStored,
    LoadingForfeited,
    PlantationTaken,
    PointsGained,
    QuarryTaken,
)
from quarterdeck_rules.puerto_rico.moves import Build, StoreGoods
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.settler import ChooseTile
from quarterdeck_rules.puerto_rico.storage import ChooseStored, StorePhase
from quarterdeck_rules.puerto_rico.terms import GOODS, Good
from tests.rules.puerto_rico.phases import loaded, paid, points
from tests.rules.puerto_rico.scenario import Scenario, city, doubloons, goods, island, manned, row, started

# The pool


@pytest.mark.parametrize(("printing", "pool"), [("later", 126), ("first", 122)])
def test_five_seats_play_with_the_pool_of_their_printing__point_a(printing: str, pool: int):  # PR-SETUP-1 ruling 43
    assert started(5, {"points_pool": printing}).table.points == pool


@pytest.mark.parametrize(("seats", "pool"), [(2, 65), (3, 75), (4, 100)])
def test_the_first_printing_differs_for_five_seats_only__point_a(seats: int, pool: int):  # PR-SETUP-1 ruling 43
    assert started(seats, {"points_pool": "first"}).table.points == pool


# The library


def with_extra_barrels(kinds: str) -> Scenario:
    """A craftsman with a library who makes three corn and an indigo."""
    scenario = Scenario(options={"library_craftsman": kinds})
    scenario.given(island("3 corn, indigo"), city("small_indigo_plant, library"))
    scenario.given(manned("3 corn, indigo, small_indigo_plant, library"))
    return scenario.playing("craftsman", 0).asks(0, ChooseBarrels)


def test_two_extra_barrels_differ_in_kind__point_d():  # PR-LIBRARY-4 ruling 46
    scenario = with_extra_barrels("different")
    scenario.refuses(0, "take_barrels corn,corn", Reason.SAME_KIND, "PR-LIBRARY-4")
    assert scenario.legal(0) == ["take_barrels corn,indigo", "take_barrels corn", "take_barrels indigo", "forfeit"]


def test_two_extra_barrels_may_be_equal_where_the_table_says_so__point_d():  # PR-LIBRARY-4 ruling 46
    scenario = with_extra_barrels("any")
    scenario.when(0, "take_barrels corn,corn").records(BarrelsTaken(0, (Good.CORN, Good.CORN)))


def at_second_tile(tile: str, buildings: str = "library, hospice, construction_hut") -> Scenario:
    """A settler with a library who took a quarry, as all others are done."""
    scenario = Scenario(options={"library_settler": tile}).given(row("corn, 2 indigo"), city(buildings))
    scenario.given(manned(buildings)).playing("settler", 0).when(0, "take_quarry")
    scenario.when(1, "forfeit").when(2, "forfeit")
    return scenario.asks(0, ChooseTile(is_second=True))


def test_the_second_tile_is_a_plantation__point_k():  # PR-LIBRARY-3 ruling 53
    scenario = at_second_tile("plantation")
    scenario.refuses(0, "take_quarry", Reason.PLANTATION_ONLY, "PR-LIBRARY-3")
    scenario.when(0, "take_plantation corn").records(PlantationTaken(0, Good.CORN)).asks_nobody()


def test_a_construction_hut_makes_the_second_tile_a_quarry_where_the_table_says_so__point_k():  # PR-LIBRARY-3
    at_second_tile("quarry_too").when(0, "take_quarry").records(QuarryTaken(0)).asks_nobody()
    without = at_second_tile("quarry_too", "library")
    without.refuses(0, "take_quarry", Reason.NO_RIGHT_TO_QUARRY, "PR-SETTLER-4")


def test_the_second_tile_gets_no_colonist__section5_row5():  # PR-LIBRARY-3 PR-HOSPICE-1 ruling 5
    scenario = at_second_tile("quarry_too")
    for move in ("take_plantation corn colonist=yes", "take_quarry colonist=yes"):
        scenario.refuses(0, move, Reason.FIRST_TILE_ONLY, "PR-HOSPICE-1")


def test_no_hacienda_draws_before_the_second_tile():  # PR-HACIENDA-1
    scenario = at_second_tile("plantation", "library, hacienda")
    scenario.refuses(0, "draw_tile", Reason.FIRST_TILE_ONLY, "PR-HACIENDA-1")


# Small wharf and harbor


@pytest.mark.parametrize(("harbor", "gained"), [("per_use", 1), ("per_kind", 3)])
def test_a_use_of_the_small_wharf_is_one_loading_or_one_for_each_kind__point_e(harbor: str, gained: int):
    # PR-HARBOR-1 PR-SMALL-WHARF-2 rulings 21, 47
    scenario = Scenario(options={"small_wharf_harbor": harbor})
    scenario.given(city("small_wharf, harbor, lighthouse"), manned("small_wharf, harbor, lighthouse"))
    scenario.given(goods("2 corn, indigo, sugar")).playing("captain", 1)
    scenario.when(0, "use_small_wharf corn:2,indigo:1,sugar:1")
    assert points(scenario.events, "harbor") == [gained]
    assert points(scenario.events, "small_wharf") == [2]
    assert paid(scenario.events, "lighthouse") == [1]


# The specialty factory


@pytest.mark.parametrize(("counts", "doubloons_of_it"), [("production", 1), ("privilege_too", 2)])
def test_the_extra_barrel_counts_for_a_specialty_factory_or_not__point_i(counts: str, doubloons_of_it: int):
    # PR-SPECIALTY-2 ruling 51
    scenario = Scenario(options={"specialty_factory": counts})
    scenario.given(island("2 indigo"), city("indigo_plant, specialty_factory"))
    scenario.given(manned("2 indigo, 2 indigo_plant, specialty_factory")).playing("craftsman", 0)
    scenario.when(0, "take_barrels indigo")
    assert scenario.board(0).doubloons == doubloons_of_it


def test_who_is_not_craftsman_is_paid_with_the_production_in_any_case__point_i():  # PR-SPECIALTY-2 ruling 51
    scenario = Scenario(options={"specialty_factory": "privilege_too"})
    scenario.given(island("3 indigo", 1), city("indigo_plant, specialty_factory", 1))
    scenario.given(manned("3 indigo, 3 indigo_plant, specialty_factory", 1)).playing("craftsman", 0)
    scenario.records(DoubloonsGained(1, 2, "specialty_factory")).asks_nobody()
    assert scenario.board(1).doubloons == 2


# Forests


@pytest.mark.parametrize(("tile", "turned", "discarded"), [("turned", 1, 0), ("discarded", 0, 1)])
def test_a_forest_is_the_plantation_turned_or_a_spare_tile__point_j(tile: str, turned: int, discarded: int):
    # PR-FOREST-3 ruling 52
    scenario = Scenario(options={"forest_tile": tile}).given(row("sugar"), city("forest_house"), manned("forest_house"))
    scenario.asking(0, ChooseTile()).when(0, "take_plantation sugar forest=yes")
    scenario.records(PlantationTaken(0, Good.SUGAR, forest=True, discarded=bool(discarded)))
    sugar = GOODS.index(Good.SUGAR)
    assert (scenario.table.turned[sugar], scenario.table.discard[sugar]) == (turned, discarded)
    assert (scenario.board(0).forests, scenario.board(0).plots[sugar]) == (1, 0)


# Wharves and storing


def at_wharf(declined: str) -> Scenario:
    """Seat 0 has a wharf and corn that no ship takes, seat 1 indigo for a ship, the captain is seat 0."""
    scenario = Scenario(options={"wharf_declined": declined}).given(city("wharf"), manned("wharf"))
    scenario.given(loaded("corn", 4, 4, 2), goods("3 corn", 0), goods("2 indigo", 1))
    return scenario.playing("captain", 0).asks(0, ChooseLoading).when(0, "forfeit").when(1, "load_ship indigo 5")


def test_who_forfeits_a_loading_may_use_his_wharf_later__point_n():  # PR-WHARF-1 PR-CAPTAIN-1 ruling 56
    at_wharf("later").asks(0, ChooseLoading).when(0, "use_wharf corn").records(PointsGained(0, 3, "wharf"))


def test_a_wharf_that_was_declined_stays_closed_where_the_table_says_so__point_n():  # PR-WHARF-1 ruling 56
    scenario = at_wharf("for_the_phase").asks(0, ChooseStored)
    assert scenario.board(0).used == ("wharf",)
    assert scenario.board(0).points == 0


def test_the_fact_names_the_wharves_that_stay_closed__point_n():  # PR-WHARF-1 PR-SMALL-WHARF-1 ruling 56
    scenario = Scenario(options={"wharf_declined": "for_the_phase"})
    scenario.given(city("wharf, small_wharf"), manned("wharf, small_wharf"))
    scenario.given(loaded("corn", 4, 4, 2), goods("3 corn", 0)).playing("captain", 0)
    scenario.when(0, "forfeit").records(LoadingForfeited(0, ("wharf", "small_wharf")))


def storing(options: dict[str, str]) -> Scenario:
    """Three seats with goods when nobody loads any more; seat 1 took the captain."""
    scenario = Scenario(options=options)
    return scenario.given(*(goods("2 corn, sugar", seat) for seat in range(3))).asking(1, StorePhase())


def test_goods_are_stored_in_order_from_the_captain__point_p():  # PR-STORE-1 ruling 58
    scenario = storing({}).asks(1, ChooseStored).asks_nobody(0, 2).when(1, "store_goods corn:1")
    scenario.asks(2, ChooseStored).asks_nobody(0, 1).when(2, "store_goods sugar:1")
    scenario.asks(0, ChooseStored).when(0, StoreGoods(())).asks_nobody()


def test_goods_are_stored_at_once_where_the_table_says_so__point_p():  # PR-STORE-1 ruling 58
    scenario = storing({"storing": "at_once"}).asks(0, ChooseStored).asks(1, ChooseStored).asks(2, ChooseStored)
    scenario.when(0, "store_goods corn:1").when(2, "store_goods corn:1").when(1, "store_goods sugar:1").asks_nobody()


def test_less_may_be_kept_than_could_be__point_m():  # PR-STORE-4 ruling 55
    storing({}).when(1, StoreGoods(())).records(GoodsStored(1, ()))


def test_as_much_has_to_be_kept_as_can_be_where_the_table_says_so__point_m():  # PR-STORE-4 ruling 55
    scenario = storing({"storage": "keeps_most"})
    scenario.refuses(1, StoreGoods(()), Reason.TOO_FEW_BARRELS, "PR-STORE-4")
    assert scenario.legal(1) == ["store_goods corn:1", "store_goods sugar:1"]


@pytest.mark.parametrize("storage", ["may_keep_less", "keeps_most"])
def test_who_can_keep_everything_is_asked_only_if_he_may_keep_less(storage: str):  # PR-STORE-2 PR-STORE-4 ruling 39
    scenario = Scenario(options={"storage": storage}).given(goods("corn")).asking(0, StorePhase())
    if storage == "may_keep_less":
        scenario.asks(0, ChooseStored)
    else:
        scenario.asks_nobody()
    assert scenario.board(0).goods == (1, 0, 0, 0, 0)


# Changes that tables make


@pytest.mark.parametrize(("costs", "factory", "university"), [("printed", 7, 8), ("swapped", 8, 7)])
def test_factory_and_university_cost_what_the_table_says__point_q(costs: str, factory: int, university: int):
    # PR-BUILDER-2 ruling 59
    for building, cost in (("factory", factory), ("university", university)):
        scenario = Scenario(options={"factory_and_university": costs}).given(doubloons(10))
        scenario.asking(0, ChooseBuilding()).when(0, Build(building))
        assert scenario.board(0).doubloons == 10 - cost


@pytest.mark.parametrize(("corn_seats", "first", "last"), [("printed", 3, 3), ("one_less", 3, 2)])
def test_seats_that_start_with_corn_may_get_a_doubloon_less__point_q(corn_seats: str, first: int, last: int):
    # PR-SETUP-2 ruling 59
    scenario = started(4, {"corn_seats": corn_seats, "starting_seat": "first"})
    assert [board.doubloons for board in scenario.table.boards] == [first, first, last, last]
