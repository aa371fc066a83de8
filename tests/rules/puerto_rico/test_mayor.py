"""The mayor: colonists arrive, are placed anew, and the ship is filled."""

from itertools import islice

import pytest
from msgspec import Struct

from quarterdeck_rules.puerto_rico.events import (
    ColonistsArranged,
    ColonistSettled,
    ColonistsGained,
    DrawnLaid,
    EndAnnounced,
    ShipFilled,
)
from quarterdeck_rules.puerto_rico.mayor import ChooseArrangement, FillShip
from quarterdeck_rules.puerto_rico.moves import ArrangeColonists
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Built
from quarterdeck_rules.puerto_rico.terms import EndReason, Good, Source, Staffed
from tests.rules.puerto_rico.scenario import Scenario, city, island, manned

DECLINE = {"mayor_decline": "removed"}


def gained(scenario: Scenario) -> list[tuple[int, int, Source]]:
    """Who got how many colonists from where, in order."""
    facts = [fact for fact in scenario.events if isinstance(fact, ColonistsGained)]
    return [(fact.seat, fact.count, fact.source) for fact in facts]


# Arriving


def test_the_mayor_takes_a_colonist_of_the_supply__section7_line22(scenario: Scenario):  # PR-MAYOR-1
    scenario.playing("mayor", 1)
    assert gained(scenario)[0] == (1, 1, Source.SUPPLY)
    # 55 less the privilege, and less the three that fill the ship again.
    assert (scenario.table.colonists, scenario.table.colonists_on_ship) == (51, 3)


def test_with_the_supply_empty_there_is_no_colonist_for_the_privilege__section7_line22(  # PR-MAYOR-1
    scenario: Scenario,
):
    scenario.leaving(supply=0, ship=3).playing("mayor", 0)
    assert gained(scenario) == [(seat, 1, Source.SHIP) for seat in (0, 1, 2)]


@pytest.mark.parametrize(
    ("ship", "shares"),
    [
        pytest.param(3, [1, 1, 1], id="3-section7_line24"),
        pytest.param(4, [1, 2, 1], id="4-section7_line23"),
        pytest.param(5, [1, 2, 2], id="5-section7_line23"),
        pytest.param(8, [2, 3, 3], id="8-section7_line23"),
        (1, [0, 1, 0]),
    ],
)
def test_the_ship_is_emptied_one_by_one_from_the_mayor_on(  # PR-MAYOR-1
    scenario: Scenario, ship: int, shares: list[int]
):
    scenario.leaving(supply=20, ship=ship).playing("mayor", 1)
    shared = [(seat, count) for seat, count, source in gained(scenario) if source is Source.SHIP]
    assert shared == [(seat, shares[seat]) for seat in (1, 2, 0) if shares[seat]]
    assert sum(count for _, count in shared) == ship


def test_colonists_without_a_circle_stay_on_the_windrose(scenario: Scenario):  # PR-MAYOR-4
    scenario.given(island("corn")).playing("mayor", 0)
    assert (scenario.board(0).manned[0], scenario.board(0).idle) == (1, 1)
    assert [scenario.board(seat).idle for seat in (1, 2)] == [1, 1]


# Placing


def test_each_seat_in_turn_places_its_colonists_from_the_mayor_on(scenario: Scenario):  # PR-MAYOR-2
    scenario.given(*(island("corn, indigo, sugar", seat) for seat in range(3))).playing("mayor", 1)
    for seat, move in ((1, "corn:1,sugar:1"), (2, "indigo:1"), (0, "sugar:1")):
        scenario.asks(seat, ChooseArrangement).asks_nobody(*({0, 1, 2} - {seat}))
        scenario.when(seat, f"arrange_colonists {move}").records(ColonistsArranged)
    scenario.records(ShipFilled(3)).asks_nobody()
    assert [board.manned[:3] for board in scenario.table.boards] == [(0, 0, 1), (1, 0, 1), (0, 1, 0)]


def test_old_colonists_may_move__section7_line25(scenario: Scenario):  # PR-MAYOR-2
    scenario.given(island("2 corn"), city("small_market, hospice"), manned("2 corn")).playing("mayor", 1)
    scenario.when(0, "arrange_colonists corn:1,small_market:1,hospice:1")
    assert scenario.board(0).manned[0] == 1
    assert scenario.board(0).city == (Built("small_market", 1), Built("hospice", 1))


def test_a_building_takes_a_colonist_on_each_circle(scenario: Scenario):  # PR-MAYOR-3
    scenario.given(island("corn"), city("tobacco_storage, coffee_roaster"), manned("", windrose=4)).playing("mayor", 1)
    refusal = scenario.refuses(0, "arrange_colonists coffee_roaster:3", Reason.NO_EMPTY_CIRCLE, "PR-MAYOR-3")
    assert dict(refusal.details)["circles"] == "2"
    scenario.refuses(0, "arrange_colonists corn:2", Reason.NO_EMPTY_CIRCLE, "PR-MAYOR-3")
    scenario.when(0, "arrange_colonists tobacco_storage:3,coffee_roaster:2")
    assert scenario.board(0).city == (Built("tobacco_storage", 3), Built("coffee_roaster", 2))


def test_whoever_has_no_choice_is_not_asked(scenario: Scenario):  # PR-MAYOR-2 ruling 62
    scenario.given(island("corn, 2 indigo"), island("3 sugar", 1)).playing("mayor", 2).asks(0, ChooseArrangement)
    # Seat 1 has one kind of tile, seat 2 none.
    scenario.asks_nobody(1, 2)
    assert scenario.board(1).manned[2] == 0
    scenario.when(0, "arrange_colonists indigo:1").records(ColonistsArranged(1, (Staffed("sugar", 1),)))


def test_whoever_fills_all_circles_is_not_asked(scenario: Scenario):  # PR-MAYOR-2 ruling 62
    scenario.given(island("corn, indigo"), manned("corn")).playing("mayor", 1).asks_nobody(0)
    scenario.records(ColonistsArranged(0, (Staffed("corn", 1), Staffed("indigo", 1))))


def test_where_nothing_changes_nothing_is_recorded(scenario: Scenario):  # PR-MAYOR-2
    scenario.given(island("corn"), manned("corn")).playing("mayor", 1).records_nothing_of(ColonistsArranged)
    assert scenario.board(0).idle == 1


def test_a_spot_has_to_be_a_tile_or_building_of_the_seat_that_takes_colonists(scenario: Scenario):  # PR-MAYOR-2
    forest: list[Struct] = [DrawnLaid(0, Good.CORN, forest=True)]
    scenario.given(forest, island("corn, indigo"), city("statue")).playing("mayor", 1)
    for spot in ("sugar", "forest", "statue", "hospice", "windrose"):
        scenario.refuses(0, f"arrange_colonists {spot}:1", Reason.NO_SUCH_SPOT, "PR-MAYOR-2")


@pytest.mark.parametrize(
    "move", ["indigo:1,corn:1", "corn:1,corn:1", "small_market:1,corn:1", "hospice:1,small_market:1", "corn:0,indigo:1"]
)
def test_spots_are_named_once_in_order_and_with_somebody_on_them(scenario: Scenario, move: str):  # PR-MAYOR-2 ruling 28
    scenario.given(island("2 corn, indigo"), city("small_market, hospice")).playing("mayor", 0)
    scenario.refuses(0, f"arrange_colonists {move}", Reason.NOT_IN_ORDER, "PR-MAYOR-2")


def test_nobody_places_more_colonists_than_he_has(scenario: Scenario):  # PR-MAYOR-2
    scenario.given(island("corn, indigo")).playing("mayor", 1)
    scenario.refuses(0, "arrange_colonists corn:1,indigo:1", Reason.TOO_FEW_COLONISTS, "PR-MAYOR-2")


def test_nobody_stays_on_the_windrose_while_a_circle_is_empty__section5_row33__section7_line30(  # PR-MAYOR-4 ruling 33
    scenario: Scenario,
):
    scenario.given(island("corn, indigo"), city("hospice"), manned("corn")).playing("mayor", 1)
    for move in ("-", "hospice:1"):
        scenario.refuses(0, f"arrange_colonists {move}", Reason.CIRCLE_LEFT_EMPTY, "PR-MAYOR-4")
    refusal = scenario.refuses(0, "arrange_colonists corn:1", Reason.CIRCLE_LEFT_EMPTY, "PR-MAYOR-4")
    assert dict(refusal.details) == {"windrose": "1", "empty": "2"}
    assert scenario.legal(0) == [
        "arrange_colonists corn:1,indigo:1",
        "arrange_colonists corn:1,hospice:1",
        "arrange_colonists indigo:1,hospice:1",
    ]


def test_the_first_placements_listed_leave_colonists_where_they_are(scenario: Scenario):  # PR-MAYOR-4 ruling 28
    scenario.given(island("2 corn, 2 indigo"), city("small_market"), manned("indigo")).playing("mayor", 1)
    moves = scenario.legal(0)
    assert moves[:3] == [
        "arrange_colonists corn:1,indigo:1",
        "arrange_colonists indigo:2",
        "arrange_colonists indigo:1,small_market:1",
    ]
    assert len(set(moves)) == len(moves) == 5


def test_without_a_new_colonist_the_placement_as_it_is_comes_first(scenario: Scenario):  # PR-MAYOR-4 ruling 28
    scenario.given(island("corn, indigo"), manned("indigo")).asking(0, ChooseArrangement(0))
    assert scenario.legal(0) == ["arrange_colonists indigo:1", "arrange_colonists corn:1"]


def test_of_many_placements_a_few_can_be_looked_at(scenario: Scenario):  # PR-MAYOR-4
    tiles = "2 corn, 2 indigo, 2 sugar, 2 tobacco, 2 coffee, 2 quarry"
    plants = "small_indigo_plant, small_sugar_mill, indigo_plant, sugar_mill, tobacco_storage, coffee_roaster"
    others = "small_market, hacienda, hospice, office, factory, harbor"
    scenario.given(island(tiles), city(f"{plants}, {others}"), manned("", windrose=15)).asking(0, ChooseArrangement(1))
    first = list(islice(ChooseArrangement(1).candidates(scenario.table, 0), 100))
    assert len({move.colonists for move in first}) == 100
    assert all(sum(staffed.count for staffed in move.colonists) == 15 for move in first)


# Filling the ship


@pytest.mark.parametrize("seats", [pytest.param(count, id=f"{count}-section7_line27") for count in (2, 3, 4, 5)])
def test_at_least_as_many_colonists_as_seats_go_on_board(seats: int):  # PR-MAYOR-5
    Scenario(seats).playing("mayor", 0).records(ShipFilled(seats))


def test_a_colonist_goes_on_board_for_each_empty_circle_on_buildings_of_all(scenario: Scenario):  # PR-MAYOR-5
    scenario.given(city("tobacco_storage, coffee_roaster"), city("indigo_plant, hospice", 1))
    # Nine circles; after this mayor two colonists of seat 0 and one of seat 1 stand on them.
    scenario.playing("mayor", 0)
    scenario.when(0, scenario.legal(0)[0]).when(1, scenario.legal(1)[0]).records(ShipFilled(6))


def test_a_guest_house_counts_for_two_and_a_statue_for_none(scenario: Scenario):  # PR-MAYOR-5
    scenario.given(city("statue, guest_house, university, wharf")).asking(0, FillShip()).records(ShipFilled(4))


def test_empty_plantations_and_quarries_do_not_count__section7_line26(scenario: Scenario):  # PR-MAYOR-5
    scenario.given(island("5 corn, 5 quarry"), city("hospice")).asking(0, FillShip()).records(ShipFilled(3))


def test_a_short_supply_fills_the_ship_in_part_and_ends_the_game__section7_line29(scenario: Scenario):  # PR-MAYOR-5
    scenario.leaving(supply=2, ship=0).asking(0, FillShip())
    scenario.records(ShipFilled(2), EndAnnounced(EndReason.COLONISTS))
    assert (scenario.table.colonists, scenario.table.colonists_on_ship) == (0, 2)


def test_an_empty_supply_ends_the_game_once_the_ship_would_have_to_be_filled(scenario: Scenario):  # PR-END-1
    scenario.leaving(supply=0, ship=3).playing("mayor", 0)
    scenario.records(EndAnnounced(EndReason.COLONISTS)).records_nothing_of(ShipFilled)


def test_a_supply_that_just_suffices_does_not_end_the_game__section7_line28(scenario: Scenario):  # PR-END-1
    scenario.leaving(supply=4, ship=3).playing("mayor", 0).records(ShipFilled(3)).records_nothing_of(EndAnnounced)
    assert (scenario.table.colonists, scenario.table.ending) == (0, ())


def test_colonists_are_neither_made_nor_lost(scenario: Scenario):  # PR-MAYOR-5
    scenario.given(island("2 corn"), city("hospice, office"))
    scenario.playing("mayor", 0).when(0, scenario.legal(0)[-1]).records_nothing_of(ColonistSettled)
    table = scenario.table
    assert sum(board.colonists for board in table.boards) + table.colonists + table.colonists_on_ship == 58


# Declining


def test_new_colonists_cannot_be_declined(scenario: Scenario):  # PR-MAYOR-6 ruling 54
    scenario.given(island("corn, indigo")).playing("mayor", 1)
    scenario.refuses(0, "arrange_colonists - declined=1", Reason.NOTHING_TO_DECLINE, "PR-MAYOR-6")
    assert not any("declined" in move for move in scenario.legal(0))


def test_as_an_option_declined_colonists_leave_the_game__section5_row41():  # PR-MAYOR-6 rulings 41 and 54
    scenario = Scenario(options=DECLINE).given(island("2 corn", 1), manned("corn", 1)).playing("mayor", 1)
    assert scenario.legal(1) == [
        "arrange_colonists corn:2",
        "arrange_colonists corn:2 declined=1",
        "arrange_colonists corn:1 declined=2",
    ]
    scenario.when(1, "arrange_colonists corn:1 declined=2")
    table = scenario.table
    assert (scenario.board(1).colonists, scenario.board(1).idle) == (1, 0)
    # Each seat that got colonists may decline them.
    scenario.when(2, ArrangeColonists(())).when(0, ArrangeColonists((), declined=1))
    table = scenario.table
    assert sum(board.colonists for board in table.boards) + table.colonists + table.colonists_on_ship == 58 - 3


def test_only_colonists_that_came_now_can_be_declined():  # PR-MAYOR-6
    scenario = Scenario(options=DECLINE).given(island("2 corn"), manned("corn")).playing("mayor", 0)
    scenario.refuses(0, "arrange_colonists - declined=3", Reason.NOTHING_TO_DECLINE, "PR-MAYOR-6")
    scenario.refuses(0, "arrange_colonists corn:2 declined=-1", Reason.NOTHING_TO_DECLINE, "PR-MAYOR-6")
    # What is left has to be placed all the same.
    scenario.refuses(0, "arrange_colonists corn:1 declined=1", Reason.CIRCLE_LEFT_EMPTY, "PR-MAYOR-4")


def test_who_is_not_the_mayor_declines_what_the_ship_brought():  # PR-MAYOR-6
    scenario = Scenario(options=DECLINE).given(island("2 corn", 1), manned("corn", 1)).playing("mayor", 0)
    scenario.when(0, "arrange_colonists -").asks(1, ChooseArrangement(1))
    scenario.refuses(1, "arrange_colonists - declined=2", Reason.NOTHING_TO_DECLINE, "PR-MAYOR-6")
    scenario.when(1, "arrange_colonists corn:1 declined=1")
