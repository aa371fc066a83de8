"""The black market: what may be given for a building that is a little too dear."""

from collections.abc import Mapping

import pytest

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.events import (
    BuildingBought,
    ColonistGiven,
    ColonistSettled,
    DrawnLaid,
    GoodGiven,
    PointGiven,
    PointsGained,
)
from quarterdeck_rules.puerto_rico.guests import ChooseGuests
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Built
from quarterdeck_rules.puerto_rico.terms import EndReason, Good, Source
from tests.rules.puerto_rico.scenario import (
    Scenario,
    chips,
    city,
    doubloons,
    goods,
    island,
    manned,
)

BEFORE = {"black_market_timing": "before"}
REMOVED = {"black_market_returns": "removed"}


def trading(
    coins: int,
    buildings: str = "",
    options: Mapping[str, str] | None = None,
    tiles: str = "corn",
    staff: str = "",
    market: str = "black_market",
) -> Scenario:
    """Seat 0 with a black market, a colonist on corn, a barrel of corn and a chip, asked what it builds."""
    names = ", ".join(name for name in ("black_market", buildings) if name)
    there = ", ".join(name for name in (tiles, market, staff or buildings) if name)
    scenario = Scenario(options=options).given(city(names), island(tiles), manned(there))
    return scenario.given(goods("corn"), chips(1), doubloons(coins)).asking(0, ChooseBuilding())


# What may be given


def test_a_colonist_a_good_and_a_chip_are_worth_a_doubloon_each():  # PR-BLACK-MARKET-1
    scenario = trading(2).when(0, "build office given_colonist=corn given_good=corn given_point=yes")
    scenario.records(GoodGiven(0, Good.CORN), PointGiven(0), BuildingBought(0, "office", 2), ColonistGiven(0, "corn"))
    board = scenario.board(0)
    assert (board.doubloons, board.points, sum(board.goods), sum(board.manned)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "given",
    ["given_colonist=corn given_good=corn", "given_good=corn given_point=yes", "given_colonist=corn given_point=yes"],
)
def test_of_three_to_pay_with_one_doubloon_exactly_two_things_are_given__section5_row29(  # PR-BLACK-MARKET-1 ruling 29
    given: str,
):
    scenario = trading(1).when(0, f"build storehouse {given}").records(BuildingBought(0, "storehouse", 1))
    assert scenario.board(0).doubloons == 0


def test_too_few_things_do_not_pay_a_building__section5_row29():  # PR-BUILDER-2 ruling 29
    scenario = trading(1)
    for given, coins in (("", "1"), (" given_good=corn", "2")):
        refusal = scenario.refuses(0, f"build storehouse{given}", Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")
        assert dict(refusal.details) == {"cost": "3", "doubloons": coins}
    assert [move for move in scenario.legal(0) if "storehouse" in move] == [
        "build storehouse given_good=corn given_point=yes",
        "build storehouse given_colonist=corn given_point=yes",
        "build storehouse given_colonist=corn given_good=corn",
    ]


def test_a_doubloon_more_than_that_cannot_be_made_up():  # PR-BLACK-MARKET-1
    given = "given_colonist=corn given_good=corn given_point=yes"
    trading(1).refuses(0, f"build office {given}", Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")


@pytest.mark.parametrize(
    ("coins", "given"),
    [
        pytest.param(3, "given_point=yes", id="enough-section5_row29"),
        pytest.param(9, "given_good=corn", id="plenty-section7_line89"),
        pytest.param(2, "given_good=corn given_point=yes", id="one too many-section7_line89"),
        pytest.param(1, "given_colonist=corn given_good=corn given_point=yes", id="three for two-section7_line89"),
    ],
)
def test_only_what_is_missing_may_be_given(coins: int, given: str):  # PR-BLACK-MARKET-2 ruling 29
    scenario = trading(coins)
    scenario.refuses(0, f"build storehouse {given}", Reason.NOT_NEEDED, "PR-BLACK-MARKET-2")
    assert f"build storehouse {given}" not in scenario.legal(0)


def test_no_more_than_one_good_is_given__section7_line89():  # PR-BLACK-MARKET-1
    scenario = trading(0).given(goods("3 sugar"))
    moves = [move for move in scenario.legal(0) if move.startswith("build hacienda ")]
    # Of two doubloons a barrel makes up one at most.
    assert moves == [
        "build hacienda given_good=corn given_point=yes",
        "build hacienda given_good=sugar given_point=yes",
        "build hacienda given_colonist=corn given_point=yes",
        "build hacienda given_colonist=corn given_good=corn",
        "build hacienda given_colonist=corn given_good=sugar",
    ]


def test_a_black_market_has_to_be_occupied():  # PR-BLACK-MARKET-1 PR-BUILDING-1
    scenario = trading(2, market="")
    scenario.refuses(0, "build storehouse given_point=yes", Reason.NOT_OCCUPIED, "PR-BLACK-MARKET-1")
    assert not any("given" in move for move in scenario.legal(0))


def test_what_is_given_has_to_be_there():  # PR-BLACK-MARKET-1
    trading(2).refuses(0, "build storehouse given_good=coffee", Reason.NO_SUCH_GOOD, "PR-BLACK-MARKET-1")
    poor = Scenario().given(city("black_market"), manned("black_market"), doubloons(2)).asking(0, ChooseBuilding())
    poor.refuses(0, "build storehouse given_point=yes", Reason.NO_POINT, "PR-BLACK-MARKET-1")


# Whose colonist


def test_a_colonist_may_come_from_any_spot__section5_row30():  # PR-BLACK-MARKET-3 ruling 30
    scenario = trading(2, "hospice, guest_house", tiles="corn, quarry", staff="hospice, 2 guest_house")
    # The quarry takes a doubloon off the four of a sugar mill, so that one is missing.
    start = "build sugar_mill given_colonist="
    spots = [move.removeprefix(start) for move in scenario.legal(0) if move.startswith(start)]
    assert spots == ["corn", "quarry", "hospice", "guest_house"]


def test_a_colonist_may_come_from_the_windrose__section5_row30():  # PR-BLACK-MARKET-3 ruling 30
    scenario = Scenario().given(city("black_market"), manned("black_market", windrose=1), doubloons(2))
    scenario.asking(0, ChooseBuilding()).when(0, "build storehouse given_colonist=windrose")
    scenario.records(ColonistGiven(0, "windrose"))
    assert scenario.board(0).idle == 0


@pytest.mark.parametrize(
    "spot",
    [
        pytest.param("black_market", id="black_market-section5_row30"),
        "sugar",
        "windrose",
        "hospice",
        "storehouse",
        "tower",
    ],
)
def test_who_stands_on_the_black_market_stays_and_nobody_leaves_an_empty_spot(spot: str):  # PR-BLACK-MARKET-3 ruling 30
    scenario = trading(2)
    scenario.refuses(0, f"build storehouse given_colonist={spot}", Reason.NO_COLONIST_THERE, "PR-BLACK-MARKET-3")


# Where it goes


def test_all_that_is_given_goes_back_to_supply_and_pool():  # PR-BLACK-MARKET-5 ruling 48
    scenario = trading(0)
    table = scenario.table
    before = (table.colonists, table.points, table.goods[0])
    assert before == (55 - 2, 75 - 1, 10 - 1)
    scenario.when(0, "build storehouse given_colonist=corn given_good=corn given_point=yes")
    table = scenario.table
    assert (table.colonists, table.points, table.goods[0]) == (54, 75, 10)


def test_as_an_option_colonist_and_chip_leave_the_game_and_the_good_goes_back():  # PR-BLACK-MARKET-5 ruling 48
    scenario = trading(0, options=REMOVED)
    scenario.when(0, "build storehouse given_colonist=corn given_good=corn given_point=yes")
    scenario.records(GoodGiven(0, Good.CORN), PointGiven(0, removed=True), ColonistGiven(0, "corn", removed=True))
    table = scenario.table
    assert (table.colonists, table.points, table.goods[0]) == (53, 74, 10)


def test_a_chip_given_back_does_not_undo_the_end_of_the_game():  # PR-BLACK-MARKET-5 PR-END-3 ruling 48
    scenario = trading(3, "church").given(chips(74, 1)).asking(0, ChooseBuilding(), ChooseBuilding())
    scenario.when(0, "build hospice given_point=yes")
    # The chip went to the empty pool, and the church took it again: the last one.
    scenario.records(PointGiven(0), BuildingBought, PointsGained(0, 1, "church"))
    assert scenario.table.ending == (EndReason.POINTS,)
    scenario.given(doubloons(1)).when(0, "build hacienda given_point=yes")
    assert (scenario.table.points, scenario.table.ending) == (1, (EndReason.POINTS,))


# When a colonist leaves


def test_a_quarry_serves_before_its_colonist_is_given():  # PR-BLACK-MARKET-4 ruling 49
    scenario = trading(1, tiles="quarry").when(0, "build storehouse given_colonist=quarry")
    scenario.records(BuildingBought(0, "storehouse", 1), ColonistGiven(0, "quarry"))
    assert scenario.board(0).manned == (0,) * 6


def test_as_an_option_a_quarry_serves_no_more():  # PR-BLACK-MARKET-4 ruling 49
    scenario = trading(1, tiles="quarry", options=BEFORE)
    scenario.refuses(0, "build storehouse given_colonist=quarry", Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")
    assert [move for move in scenario.legal(0) if "storehouse given_colonist" in move] == [
        "build storehouse given_colonist=quarry given_point=yes",
        "build storehouse given_colonist=quarry given_good=corn",
    ]
    scenario.when(0, "build storehouse given_colonist=quarry given_good=corn")
    scenario.records(ColonistGiven(0, "quarry"), BuildingBought(0, "storehouse", 1))


@pytest.mark.parametrize("options", [{}, BEFORE])
def test_a_forest_house_serves_in_the_same_way(options: dict[str, str]):  # PR-BLACK-MARKET-4 ruling 49
    scenario = trading(1, "forest_house", options).given(DrawnLaid(0, Good.CORN, forest=True) for _ in range(2))
    move = "build storehouse given_colonist=forest_house"
    if options:
        scenario.refuses(0, move, Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")
    else:
        scenario.when(0, move).records(BuildingBought(0, "storehouse", 1))


def test_university_and_church_serve_before_their_colonist_is_given():  # PR-BLACK-MARKET-4 ruling 49
    scenario = trading(3, "university, church").when(0, "build hospice colonist=yes given_colonist=university")
    scenario.records(
        PointsGained(0, 1, "church"), ColonistSettled(0, "hospice", Source.SUPPLY), ColonistGiven(0, "university")
    )
    scenario = trading(3, "university, church").when(0, "build hospice given_colonist=church")
    scenario.records(PointsGained(0, 1, "church"), ColonistGiven(0, "church"))


def test_as_an_option_university_and_church_serve_no_more():  # PR-BLACK-MARKET-4 ruling 49
    scenario = trading(3, "university, church", BEFORE)
    move = "build hospice colonist=yes given_colonist=university"
    scenario.refuses(0, move, Reason.NOT_OCCUPIED, "PR-UNIVERSITY-1")
    assert move not in scenario.legal(0)
    scenario.when(0, "build hospice given_colonist=church").records_nothing_of(PointsGained)
    assert scenario.board(0).city[-1] == Built("hospice", 0)


def test_guests_are_asked_for_where_only_they_could_help_to_pay():  # PR-GUEST-2
    scenario = Scenario().given(city("black_market, guest_house"), manned("guest_house"), chips(1))
    scenario.playing("builder", 2).when(2, "forfeit")
    scenario.asks(0, ChooseGuests).when(0, "move_guest black_market").asks(0, ChooseBuilding)
    scenario.when(0, "build small_market given_point=yes").records(PointGiven(0), BuildingBought(0, "small_market", 0))
