"""Guests at work: what changes at once, and when their seat is asked for them again."""

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.craftsman import ChooseBarrels
from quarterdeck_rules.puerto_rico.events import BarrelsTaken, GoodsShipped
from quarterdeck_rules.puerto_rico.guests import ChooseGuests
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.storage import ChooseStored, StorePhase
from quarterdeck_rules.puerto_rico.terms import Amount, Good
from tests.rules.puerto_rico.phases import house, loaded
from tests.rules.puerto_rico.scenario import Scenario, city, doubloons, goods, island, manned

FULL = house("corn, sugar, tobacco, coffee", 1)


def hosting(buildings: str, staff: str = "guest_house", tiles: str = "") -> Scenario:
    """Seat 0 with a guest house and these buildings and tiles, and colonists on some of them."""
    scenario = Scenario().given(city(f"guest_house, {buildings}"), island(tiles) if tiles else ())
    return scenario.given(manned(staff))


def test_a_guest_may_reach_the_library_before_the_extra_barrels():  # PR-GUEST-1 PR-LIBRARY-4 ruling 31
    staff = "corn, indigo, guest_house, small_indigo_plant"
    scenario = hosting("library, small_indigo_plant", staff, "corn, indigo").playing("craftsman", 0)
    scenario.when(0, "forfeit").asks(0, ChooseBarrels)
    scenario.refuses(0, "take_barrels corn,indigo", Reason.TOO_MANY_BARRELS, "PR-CRAFTSMAN-4")
    scenario.when(0, "move_guest library")
    scenario.when(0, "take_barrels corn,indigo").records(BarrelsTaken(0, (Good.CORN, Good.INDIGO)))


def test_a_guest_in_a_warehouse_keeps_goods_at_once():  # PR-GUEST-1 PR-STORE-3 ruling 31
    scenario = hosting("small_warehouse").given(goods("3 corn")).asking(0, StorePhase()).asks(0, ChooseStored)
    scenario.refuses(0, "store_goods corn:3", Reason.TOO_MANY_BARRELS, "PR-STORE-3")
    scenario.when(0, "move_guest small_warehouse").when(0, "store_goods corn:3")
    assert scenario.board(0).goods == (3, 0, 0, 0, 0)


def test_a_seat_whose_guests_stay_is_not_asked_twice_in_a_turn():  # PR-GUEST-2 ruling 31
    scenario = hosting("trading_post").given(FULL, goods("corn")).playing("trader", 0).asks(0, ChooseGuests)
    scenario.when(0, "forfeit").asks_nobody()


def test_in_each_circle_of_the_captain_phase_guests_are_asked_for_again():  # PR-GUEST-2 PR-CAPTAIN-1 ruling 31
    scenario = hosting("wharf").given(loaded("corn", 4, 4, 2), goods("3 corn", 0), goods("2 indigo", 1))
    scenario.playing("captain", 0).asks(0, ChooseGuests).when(0, "forfeit").asks(1, ChooseLoading)
    scenario.when(1, "load_ship indigo 5").asks(0, ChooseGuests).when(0, "move_guest wharf").asks(0, ChooseLoading)
    scenario.when(0, "use_wharf corn").records(GoodsShipped(0, "wharf", (Amount(Good.CORN, 3),)))


def test_the_question_for_guests_ends_by_itself_when_none_could_move():  # PR-GUEST-2 ruling 31
    scenario = hosting("trading_post, office", "2 guest_house").given(FULL).playing("trader", 0)
    scenario.asks(0, ChooseGuests).when(0, "move_guest office").asks(0, ChooseGuests)
    scenario.when(0, "move_guest trading_post").asks_nobody()


def test_a_colonist_of_the_university_on_a_guest_house_is_a_guest():  # PR-UNIVERSITY-1 PR-GUEST-1 ruling 67
    scenario = Scenario().given(city("university, office"), manned("university"), doubloons(10))
    scenario.asking(0, ChooseBuilding()).when(0, "build guest_house colonist=yes").asking(0, ChooseBuilding())
    assert scenario.anytime(0) == ["move_guest office"]
