"""The market of beige buildings: base, drawn, drafted."""

from collections import Counter
from math import prod

import pytest

from quarterdeck_rules.puerto_rico.events import KindOffered, MarketSet
from quarterdeck_rules.puerto_rico.market import ChooseKind, DraftMarket
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import ChooseRole
from quarterdeck_rules.puerto_rico.terms import Group
from tests.rules.puerto_rico.scenario import BOX, Scenario, started

SPACES = {1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 8: 2, 9: 1, 10: 5}
PRODUCTION = tuple(one.id for one in BOX.contents.buildings if one.group is Group.PRODUCTION)
BEIGE = tuple(one.id for one in BOX.contents.buildings if one.group is not Group.PRODUCTION)
ONE = {"hacienda_and_forest_house": "one"}


def drafting(*offered: str, seats: int = 3, options: dict[str, str] | None = None) -> Scenario:
    """A draft in which these kinds have been offered, and seat 0 is next."""
    scenario = Scenario(seats, options=options).given(MarketSet(PRODUCTION))
    return scenario.given(KindOffered(0, name) for name in offered).asking(0, ChooseKind())


def beige(scenario: Scenario) -> list[str]:
    """The beige kinds on the market."""
    return [offer.building for offer in scenario.table.market if offer.building in BEIGE]


def costs(names: list[str]) -> Counter[int]:
    return Counter(BOX.buildings[name].cost for name in names)


def drafted(seats: int, governor: int = 0, options: dict[str, str] | None = None, last: bool = False) -> Scenario:
    """A whole draft in which everybody offers the first kind that may be offered, or the last."""
    scenario = started(seats, {"market": "drafted", **(options or {})}, governor=[governor])
    for place in range(17):
        seat = (governor + place) % seats
        scenario.when(seat, scenario.legal(seat)[-1 if last else 0])
    return scenario


# Base and random markets


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_base_market_has_the_beige_buildings_of_the_base_game(seats: int):  # PR-MARKET-1 ruling 60
    scenario = started(seats)
    assert beige(scenario) == [one for one in BEIGE if not BOX.buildings[one].expansion]
    assert len(beige(scenario)) == 17
    assert [offer.building for offer in scenario.table.market][:6] == list(PRODUCTION)


def test_a_random_market_fills_every_space_with_a_kind_of_its_cost():  # PR-MARKET-2 ruling 60
    # For each space the number of a kind among those of its cost that are left, in the order of the component file.
    draws = [1, 2, 2, 0, 1, 3, 0, 1, 0, 3, 0, 1, 5, 5, 0, 0, 0]
    scenario = started(4, {"market": "random"}, market=draws)
    scenario.records(MarketSet).asks(scenario.table.governor, ChooseRole)
    assert costs(beige(scenario)) == SPACES
    assert set(beige(scenario)) == {
        *("aqueduct", "black_market", "forest_house", "small_warehouse", "guest_house", "trading_post", "office"),
        *("small_wharf", "factory", "specialty_factory", "university", "union_hall"),
        *("statue", "cloister", "guild_hall", "residence", "fortress"),
    }


def test_every_kind_can_be_drawn_for_a_random_market():  # PR-MARKET-2
    low, high = (started(3, {"market": "random"}, market=[end] * 17) for end in (0, 1))
    drawn = {*beige(low), *beige(high)}
    for cost in (1, 3, 4, 6, 7, 9):
        assert {name for name in drawn if BOX.buildings[name].cost == cost} == {
            name for name in BEIGE if BOX.buildings[name].cost == cost
        }


# The draft


def test_from_the_governor_clockwise_each_offers_a_kind_until_all_spaces_are_filled():  # PR-MARKET-3 ruling 60
    scenario = started(4, {"market": "drafted"}, governor=[2])
    assert beige(scenario) == []
    for place in range(17):
        seat = (2 + place) % 4
        scenario.asks(seat, ChooseKind).asks_nobody(*(other for other in range(4) if other != seat))
        scenario.when(seat, scenario.legal(seat)[0]).records(KindOffered)
    scenario.asks(2, ChooseRole)
    assert len(beige(scenario)) == 17


@pytest.mark.parametrize(("seats", "picks"), [(2, [9, 8]), (3, [6, 6, 5]), (4, [5, 4, 4, 4]), (5, [4, 4, 3, 3, 3])])
def test_the_seventeen_picks_are_shared_so(seats: int, picks: list[int]):  # PR-MARKET-3
    scenario, made = started(seats, {"market": "drafted"}, governor=[0]), Counter[int]()
    while not any(move.startswith("take_role") for move in scenario.legal(0)):
        seat = next(seat for seat in range(seats) if scenario.legal(seat))
        scenario.when(seat, scenario.legal(seat)[0])
        made[seat] += 1
    assert [made[seat] for seat in range(seats)] == picks


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    "seats",
    [
        3,
        pytest.param(2, id="2-section7_line98"),  # pairs kept, a third kind of cost 2, large spaces that are not five
    ],
)
def test_twelve_small_and_five_large_kinds_are_offered(seats: int, last: bool):  # PR-MARKET-3
    scenario = drafted(seats, last=last)
    assert costs(beige(scenario)) == SPACES
    copies = {offer.building: offer.copies for offer in scenario.table.market}
    small = [copies[name] for name in beige(scenario) if BOX.buildings[name].group is Group.SMALL]
    large = [copies[name] for name in beige(scenario) if BOX.buildings[name].group is Group.LARGE]
    assert small == [1 if seats == 2 else 2] * 12
    assert large == [1] * 5


def test_a_kind_is_offered_once():  # PR-MARKET-3
    drafting("hacienda").refuses(0, "offer_kind hacienda", Reason.KIND_OFFERED, "PR-MARKET-3")


@pytest.mark.parametrize("building", ["windmill", "small_indigo_plant"])
def test_what_is_offered_is_a_beige_building(building: str):  # PR-MARKET-3
    drafting().refuses(0, f"offer_kind {building}", Reason.NO_SUCH_BUILDING, "PR-MARKET-3")


def test_the_leaflets_example_leaves_construction_hut_and_forest_house_out():  # PR-MARKET-3
    scenario = drafting("black_market", "hacienda")
    for building in ("construction_hut", "forest_house"):
        scenario.refuses(0, f"offer_kind {building}", Reason.NO_MARKET_SPACE, "PR-MARKET-3")
    assert not {"offer_kind construction_hut", "offer_kind forest_house"} & set(scenario.legal(0))


def test_a_sixth_large_kind_finds_no_space__section7_line98():  # PR-MARKET-3
    scenario = drafting("guild_hall", "residence", "statue", "city_hall", "cloister")
    scenario.refuses(0, "offer_kind fortress", Reason.NO_MARKET_SPACE, "PR-MARKET-3")


# Hacienda and forest house


def test_hacienda_and_forest_house_may_both_be_offered():  # PR-MARKET-4 ruling 44
    drafting("hacienda").when(0, "offer_kind forest_house").records(KindOffered(0, "forest_house"))


@pytest.mark.parametrize(("first", "second"), [("hacienda", "forest_house"), ("forest_house", "hacienda")])
def test_as_an_option_the_first_of_them_shuts_the_other_out(first: str, second: str):  # PR-MARKET-4 ruling 44
    scenario = drafting(first, options=ONE)
    scenario.refuses(0, f"offer_kind {second}", Reason.KIND_EXCLUDED, "PR-MARKET-4")
    assert f"offer_kind {second}" not in scenario.legal(0)


@pytest.mark.parametrize("last", [False, True])
def test_a_draft_with_the_exclusion_fills_every_space_too(last: bool):  # PR-MARKET-4
    scenario = drafted(3, options=ONE, last=last)
    assert costs(beige(scenario)) == SPACES
    assert not {"hacienda", "forest_house"} <= set(beige(scenario))


def test_a_random_market_with_the_exclusion_never_has_both():  # PR-MARKET-4
    # Drawn for the two spaces of cost 2: hacienda, then the last kind that is left; without it the forest house.
    draws = [0, 0, 2]
    assert {"hacienda", "forest_house"} <= set(beige(started(3, {"market": "random"}, market=draws)))
    draws = [0, 0, 1]
    kept = set(beige(started(3, {"market": "random", **ONE}, market=draws)))
    assert {"hacienda", "black_market"} <= kept
    assert "forest_house" not in kept


# All markets


def filled(cost: int, options: dict[str, str]) -> set[frozenset[str]]:
    """All ways in which a draft can fill the spaces of one cost; the costs do not touch each other."""
    reached, full, waiting = {frozenset[str]()}, set[frozenset[str]](), [frozenset[str]()]
    while waiting:
        offered = waiting.pop()
        moves = [move.removeprefix("offer_kind ") for move in drafting(*sorted(offered), options=options).legal(0)]
        more = [name for name in moves if BOX.buildings[name].cost == cost]
        if not more:
            full.add(offered)
        for name in more:
            if (larger := offered | {name}) not in reached:
                reached.add(larger)
                waiting.append(larger)
    assert all(len(kinds) == SPACES[cost] for kinds in full)
    return full


@pytest.mark.parametrize(("options", "markets"), [({}, 290_304), (ONE, 241_920)])
def test_so_many_markets_can_be_drafted(options: dict[str, str], markets: int):  # PR-MARKET-3 PR-MARKET-4
    assert prod(len(filled(cost, options)) for cost in SPACES) == markets


def test_the_other_tiles_stay_in_the_box():  # PR-MARKET-3
    offered = beige(drafted(3))
    left = [BOX.buildings[name] for name in BEIGE if name not in offered]
    assert sum(one.copies for one in left) == 26
    assert Counter(one.group for one in left) == {Group.SMALL: 12, Group.LARGE: 2}


def test_seats_draft_before_anybody_takes_a_role():  # PR-MARKET-3 ruling 60
    scenario = started(3, {"market": "drafted"}, governor=[1])
    assert scenario.table.round == 1
    scenario.asks(1, ChooseKind)
    scenario.asking(1, DraftMarket()).asks(1, ChooseKind).asks_nobody(0, 2)
