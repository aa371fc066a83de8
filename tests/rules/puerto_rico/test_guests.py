"""The guest house: colonists that go to work at any moment."""

import pytest

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.captain import ChooseLoading
from quarterdeck_rules.puerto_rico.events import (
    BuildingBought,
    ChipsCounted,
    DoubloonsGained,
    EndAnnounced,
    GoodSold,
    GoodsProduced,
    GoodsShipped,
    GuestMoved,
    QuarryTaken,
    RoundBegan,
    ShipLoaded,
)
from quarterdeck_rules.puerto_rico.guests import ChooseGuests
from quarterdeck_rules.puerto_rico.mayor import ChooseArrangement
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import ChooseRole, EndRound, NextRole
from quarterdeck_rules.puerto_rico.scoring import score_sheet
from quarterdeck_rules.puerto_rico.settler import ChooseTile
from quarterdeck_rules.puerto_rico.terms import Amount, EndReason, Good, Purchaser
from quarterdeck_rules.puerto_rico.trader import ChooseSale
from tests.rules.puerto_rico.scenario import Scenario, chips, city, doubloons, goods, island, manned, row


def hosting(seat: int = 0, buildings: str = "", tiles: str = "", guests: int = 2, staff: str = "") -> Scenario:
    """A seat with guests, with empty buildings and tiles (but for those named)."""
    scenario = Scenario().given(city(", ".join(name for name in ("guest_house", buildings) if name), seat))
    if tiles:
        scenario.given(island(tiles, seat))
    placed = ", ".join(part for part in (staff, f"{guests} guest_house" if guests else "") if part)
    return scenario.given(manned(placed, seat)) if placed else scenario


# Moving


def test_a_guest_goes_to_a_building_a_plantation_or_a_quarry__section7_line97():  # PR-GUEST-1
    scenario = hosting(buildings="hospice", tiles="2 corn, quarry").asking(0, ChooseRole())
    assert scenario.anytime(0) == ["move_guest corn", "move_guest quarry", "move_guest hospice"]
    scenario.when(0, "move_guest quarry").records(GuestMoved(0, "quarry")).asks(0, ChooseRole)
    scenario.when(0, "move_guest corn").asks(0, ChooseRole)
    board = scenario.board(0)
    assert (board.manned, board.on("guest_house"), board.colonists) == ((1, 0, 0, 0, 0, 1), 0, 2)
    # Both have gone.
    scenario.refuses(0, "move_guest hospice", Reason.NOT_OCCUPIED, "PR-GUEST-1")
    assert scenario.anytime(0) == []


def test_a_guest_goes_to_an_empty_circle_only():  # PR-GUEST-1
    scenario = hosting(buildings="indigo_plant", tiles="corn", staff="corn, 2 indigo_plant").asking(0, ChooseRole())
    scenario.refuses(0, "move_guest corn", Reason.NO_EMPTY_CIRCLE, "PR-GUEST-1")
    scenario.when(0, "move_guest indigo_plant")
    scenario.refuses(0, "move_guest indigo_plant", Reason.NO_EMPTY_CIRCLE, "PR-GUEST-1")


@pytest.mark.parametrize("spot", ["sugar", "hospice", "windrose", "forest", "guest_house", "statue"])
def test_a_guest_goes_to_a_tile_or_another_building_of_the_seat(spot: str):  # PR-GUEST-1
    scenario = hosting(buildings="statue", tiles="corn", guests=1).asking(0, ChooseRole())
    scenario.refuses(0, f"move_guest {spot}", Reason.NO_SUCH_SPOT, "PR-GUEST-1")


def test_an_empty_guest_house_has_nobody_to_send():  # PR-GUEST-1 PR-BUILDING-1
    scenario = hosting(tiles="corn", guests=0).asking(0, ChooseRole())
    scenario.refuses(0, "move_guest corn", Reason.NOT_OCCUPIED, "PR-GUEST-1")


def test_a_guest_house_is_filled_in_the_mayor_phase_only():  # PR-GUEST-1 PR-MAYOR-2
    scenario = hosting(tiles="corn, indigo, sugar", guests=1).asking(0, ChooseRole()).when(0, "move_guest corn")
    assert scenario.anytime(0) == []
    # Two colonists come; who went to work may be a guest again.
    scenario.playing("mayor", 0).asks(0, ChooseArrangement)
    scenario.when(0, "arrange_colonists indigo:1,guest_house:2")
    assert (scenario.board(0).on("guest_house"), scenario.board(0).manned[0]) == (2, 0)


# Working at once


def test_a_guest_on_a_construction_hut_takes_a_quarry():  # PR-GUEST-1
    scenario = hosting(buildings="construction_hut").given(row("corn")).playing("settler", 2).when(2, "forfeit")
    scenario.refuses(0, "take_quarry", Reason.NO_RIGHT_TO_QUARRY, "PR-SETTLER-4")
    scenario.when(0, "move_guest construction_hut").asks(0, ChooseTile).when(0, "take_quarry").records(QuarryTaken(0))


def test_guests_on_quarries_make_a_building_cheaper():  # PR-GUEST-1
    scenario = hosting(tiles="2 quarry").given(doubloons(6)).playing("builder", 2)
    scenario.when(2, "forfeit").asks(0, ChooseBuilding).when(0, "move_guest quarry").when(0, "move_guest quarry")
    scenario.when(0, "build harbor").records(BuildingBought(0, "harbor", 6))


def test_a_guest_on_the_library_doubles_the_role_taken_after_it():  # PR-GUEST-1 PR-LIBRARY-1
    scenario = Scenario(4).given(city("guest_house, library"), manned("guest_house")).asking(0, ChooseRole())
    scenario.when(0, "move_guest library").when(0, "take_role prospector")
    scenario.records(DoubloonsGained(0, 2, "prospector"))


def test_where_only_a_guest_could_help_the_seat_is_asked_for_it():  # PR-GUEST-2 ruling 31
    # Nothing lies face up, and the hut is empty: seat 0 has nothing to decide but for its guests.
    scenario = hosting(buildings="construction_hut").playing("settler", 2).when(2, "forfeit")
    scenario.asks(0, ChooseGuests)
    assert scenario.legal(0) == ["forfeit"]
    scenario.when(0, "move_guest construction_hut")
    scenario.asks(0, ChooseTile).when(0, "take_quarry").records(QuarryTaken(0))


def test_guests_go_to_work_before_their_seat_produces():  # PR-GUEST-2 ruling 31
    scenario = hosting(1, tiles="2 corn", guests=2).playing("craftsman", 0).asks(1, ChooseGuests)
    scenario.when(1, "move_guest corn").asks(1, ChooseGuests).records_nothing_of(GoodsProduced)
    scenario.when(1, "forfeit").records(GoodsProduced(1, (Amount(Good.CORN, 1),)))


def test_guests_that_stay_produce_nothing():  # PR-GUEST-2
    scenario = hosting(tiles="corn").playing("craftsman", 0).when(0, "forfeit").records_nothing_of(GoodsProduced)
    assert scenario.board(0).on("guest_house") == 2


def test_guests_with_nowhere_to_go_are_not_asked_for():  # PR-GUEST-2
    hosting(tiles="corn", staff="corn").playing("craftsman", 0).records(GoodsProduced)
    scenario = hosting(tiles="corn").playing("craftsman", 0).asks(0, ChooseGuests)
    # With the last empty circle filled there is nothing left to decide.
    scenario.when(0, "move_guest corn").records(GuestMoved, GoodsProduced)


def test_a_guest_may_man_an_office_before_the_own_sale():  # PR-GUEST-2
    scenario = hosting(buildings="trading_post").given(goods("coffee, corn"), goods("coffee", 2))
    scenario.playing("trader", 2).when(2, "sell coffee").asks(0, ChooseSale)
    scenario.when(0, "move_guest trading_post").when(0, "sell coffee to=trading_post")
    scenario.records(GoodSold(0, Good.COFFEE, Purchaser.TRADING_POST, 4))


def test_in_the_trader_phase_too_a_seat_is_asked_where_only_a_guest_could_help():  # PR-GUEST-2 ruling 31
    scenario = hosting(buildings="office").given(goods("coffee"), goods("coffee", 2)).playing("trader", 2)
    scenario.when(2, "sell coffee").asks(0, ChooseGuests).when(0, "move_guest office").asks(0, ChooseSale)
    scenario.when(0, "sell coffee").records(GoodSold(0, Good.COFFEE, Purchaser.TRADING_HOUSE, 4))


def test_in_the_captain_phase_a_guest_on_the_wharf_lets_a_seat_load_again__section5_row31():  # PR-GUEST-2 ruling 31
    scenario = hosting(buildings="wharf").given(goods("2 coffee"), goods("corn, sugar", 1))
    ships = zip((Good.CORN, Good.SUGAR, Good.INDIGO), (4, 5, 6), strict=True)
    scenario.given(goods("corn, sugar, indigo", 2)).given(ShipLoaded(2, good, size, 1) for good, size in ships)
    scenario.playing("captain", 0)
    # No ship takes coffee: seat 0 is asked for its guests, keeps them, and is asked again a circle later.
    scenario.asks(0, ChooseGuests).when(0, "forfeit").asks(1, ChooseLoading).when(1, "load_ship corn 4")
    scenario.asks(0, ChooseGuests).when(0, "move_guest wharf").asks(0, ChooseLoading)
    scenario.when(0, "use_wharf coffee").records(GoodsShipped(0, "wharf", (Amount(Good.COFFEE, 2),)))
    scenario.asks(1, ChooseLoading)


@pytest.mark.parametrize(("moves", "extra"), [(True, [5]), (False, [])])
def test_at_the_end_of_the_game_guests_may_still_man_a_large_building__section5_row32(  # PR-END-2 PR-GUEST-2 ruling 32
    moves: bool, extra: list[int]
):
    scenario = hosting(buildings="customs_house").given(chips(23), EndAnnounced(EndReason.POINTS), RoundBegan(9, 0))
    scenario.asking(0, EndRound()).asks(0, ChooseGuests).records_nothing_of(ChipsCounted)
    if moves:
        scenario.when(0, "move_guest customs_house").records(GuestMoved, ChipsCounted)
    else:
        scenario.when(0, "forfeit").records(ChipsCounted)
    lines = score_sheet(scenario.table, None).scores[0].lines
    assert [line.points for line in lines if line.code == "customs_house"] == extra


def test_with_the_game_going_on_nobody_is_asked_at_the_end_of_a_round():  # PR-END-2
    scenario = hosting(buildings="customs_house").given(RoundBegan(1, 0)).asking(0, EndRound())
    scenario.asks_nobody(0).asks(1, ChooseRole)


def test_guests_of_others_wait_for_the_turn_of_their_seat():  # PR-GUEST-1
    scenario = hosting(1, buildings="wharf").given(RoundBegan(1, 0)).asking(0, NextRole())
    assert scenario.anytime(0) == []
    scenario.asks_nobody(1)
