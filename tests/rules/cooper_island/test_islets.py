"""Islets: where they may be placed, what their actions bring, and who may use them."""

import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.events import (
    ActionTaken,
    CartographerAdvanced,
    CubePlaced,
    DoubleTileDrawn,
    GoodsGained,
    HelmGained,
    IsletPlaced,
    RoundBegan,
    RuinRemoved,
    ShipAdvanced,
    ShipSlid,
)
from quarterdeck_rules.cooper_island.islets import ChooseIslet, ChooseIsletTile, OfferIslets, PlaceIsletTile, UseIslets
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.terms import Good, Half, PlacedIslet, Ship
from tests.rules.cooper_island.scenario import Fact, Scenario, land

ISLETS = (
    "forest_draw",
    "forest_cartographer",
    "meadow_coin",
    "meadow_gold_cloth",
    "mountain_goods",
    "mountain_ruin",
)


def placing(scenario: Scenario, *facts: Fact, in_round: int = 2) -> Scenario:
    """The first seat may place an islet."""
    return scenario.given(RoundBegan(in_round), *facts).asking(0, ChooseIsletTile("place_islet_tile"))


# Where


def test_in_the_first_round_the_islet_lies_right_of_the_own_harbor(scenario: Scenario) -> None:  # CI-ISLET-3 ruling 7
    placing(scenario, land("A1 meadow 1"), in_round=1)
    expected = {f"place_islet {islet} R1 {half} B2" for islet in ISLETS for half in Half}
    assert sorted(scenario.legal(0)) == sorted({*expected, "give_up"})
    scenario.refuses(0, "place_islet meadow_coin L1 near B1", Reason.FIRST_ISLET_ELSEWHERE, "CI-ISLET-3")


def test_later_islets_lie_on_any_water_space(scenario: Scenario) -> None:  # CI-ISLET-3
    placing(scenario, land("A1 meadow 1")).when(0, "place_islet meadow_coin L1 near B1").records(IsletPlaced)


def test_a_first_islet_without_its_place_cannot_be_placed(scenario: Scenario) -> None:  # CI-ISLET-1 ruling 7
    facts = (RoundBegan(1), land("A1 meadow 1, B2 forest 1, C2 meadow 1"))
    scenario.given(*facts).asking(0, PerformOrForfeit("place_islet_tile", PlaceIsletTile()))
    scenario.refuses(0, "perform place_islet_tile", Reason.NO_ROOM_FOR_TILE, "CI-ISLET-1")
    scenario.given(RuinRemoved(0, "C3", "spot_1")).when(0, "perform place_islet_tile")
    scenario.when(0, "place_islet meadow_coin R1 far C3").records(IsletPlaced)


def test_its_landscape_lies_beside_own_landscape(scenario: Scenario) -> None:  # CI-ISLET-5 ruling 9
    placing(scenario, land("A1 meadow 1"), land("D1 meadow 1", seat=1))
    scenario.refuses(0, "place_islet meadow_coin L3 near E1", Reason.NOT_CONNECTED, "CI-ISLET-5")


def test_its_landscape_lies_on_no_ruin(scenario: Scenario) -> None:  # CI-ISLET-5 ruling 9
    placing(scenario, land("B2 meadow 1")).refuses(
        0, "place_islet meadow_coin R1 far C3", Reason.RUIN_IN_THE_WAY, "CI-ISLET-5"
    )
    scenario.given(RuinRemoved(0, "C3", "spot_1")).when(0, "place_islet meadow_coin R1 far C3").records(IsletPlaced)


def test_its_landscape_lies_on_no_landscape(scenario: Scenario) -> None:  # CI-ISLET-5 ruling 9
    placing(scenario, land("A1 meadow 1, B1 meadow 1"))
    scenario.refuses(0, "place_islet meadow_coin L1 near B1", Reason.SPACE_CHARTED, "CI-ISLET-5")


def test_islet_and_landscape_of_a_tile_are_neighbours(scenario: Scenario) -> None:  # CI-ISLET-2
    placing(scenario, land("A1 meadow 1"))
    scenario.refuses(0, "place_islet meadow_coin L1 near B2", Reason.NOT_NEIGHBOURS, "CI-ISLET-2")


@pytest.mark.parametrize("places", ["L5 near B1", "Bay near B1", "A1 far B1", "L1 near L1"])
def test_an_islet_lies_on_a_water_space_and_its_landscape_on_a_landscape_space(  # CI-ISLET-2
    scenario: Scenario, places: str
) -> None:
    placing(scenario, land("A1 meadow 1"))
    scenario.refuses(0, f"place_islet meadow_coin {places}", Reason.NO_SUCH_SPACE, "CI-ISLET-2")


@pytest.mark.parametrize(
    "move", ["place_islet meadow_gold_cloth L1 far B1", "place_islet meadow_gold_cloth L1 near B1"]
)
def test_half_of_a_sand_bank_stays_visible(scenario: Scenario, move: str) -> None:  # CI-ISLET-4 ruling 10
    covered = IsletPlaced(0, "meadow_coin", "L1", Half.NEAR, "A1")
    placing(scenario, covered).refuses(0, move, Reason.SAND_BANK_COVERED, "CI-ISLET-4")


def test_islets_of_other_peninsulas_cover_other_sand_banks(scenario: Scenario) -> None:  # CI-ISLET-4
    elsewhere = IsletPlaced(1, "meadow_coin", "L1", Half.NEAR, "A1")
    placing(scenario, elsewhere, land("A1 meadow 1")).when(0, "place_islet meadow_coin L1 far B1").records(IsletPlaced)
    assert [islet.bank for islet in scenario.table.islets] == [11, 1]


def test_each_islet_is_placed_once(scenario: Scenario) -> None:  # CI-ISLET-1
    placing(scenario, IsletPlaced(0, "meadow_coin", "L1", Half.NEAR, "A1"))
    scenario.refuses(0, "place_islet meadow_coin R1 near B2", Reason.NOT_IN_RESERVE, "CI-ISLET-1")


def test_with_no_islet_left_none_can_be_placed(scenario: Scenario) -> None:  # CI-ISLET-1
    halves = zip(ISLETS, ("R1", "R2", "R3", "R4", "L4", "L3"), ("B2", "D4", "E5", "G3", "G1", "E1"), strict=True)
    scenario.given(RoundBegan(6), [IsletPlaced(0, islet, water, Half.NEAR, space) for islet, water, space in halves])
    scenario.asking(0, PerformOrForfeit("place_islet_tile", PlaceIsletTile()))
    scenario.refuses(0, "perform place_islet_tile", Reason.NO_ROOM_FOR_TILE, "CI-ISLET-1")


def test_an_islet_can_be_given_up_until_it_is_placed(scenario: Scenario) -> None:  # CI-ISLET-1 ruling 32
    placing(scenario, land("A1 meadow 1")).when(0, "give_up").records_nothing_of(IsletPlaced, ActionTaken)


# Ships on the half that is covered


@pytest.mark.parametrize(("half", "free"), [(Half.NEAR, Half.FAR), (Half.FAR, Half.NEAR)])
def test_ships_slide_aside_and_set_no_action_off(  # CI-ISLET-6 ruling 11
    scenario: Scenario, half: Half, free: Half
) -> None:
    ships = (ShipAdvanced(0, Ship.TWO_SAIL, 19), ShipAdvanced(1, Ship.ONE_SAIL, 19), ShipAdvanced(1, Ship.TWO_SAIL, 9))
    placing(scenario, land("A1 meadow 1"), *ships).when(0, f"place_islet meadow_coin R1 {half} B2")
    scenario.records(ShipSlid(0, Ship.TWO_SAIL, free), ShipSlid(1, Ship.ONE_SAIL, free)).asks_nobody(1)
    scenario.records_nothing_of(ShipSlid(1, Ship.TWO_SAIL, free), ShipSlid(0, Ship.ONE_SAIL, free), HelmGained)
    assert (scenario.board(0).two_sail.bank, scenario.board(1).one_sail.bank) == (19, 19)


@pytest.mark.parametrize(
    ("water", "ship", "bank", "half", "crossed"),
    [
        ("L2", Ship.ONE_SAIL, 2, Half.FAR, True),
        ("L2", Ship.ONE_SAIL, 2, Half.NEAR, False),
        ("L2", Ship.TWO_SAIL, 2, Half.NEAR, True),
        ("L2", Ship.TWO_SAIL, 2, Half.FAR, False),
        ("R2", Ship.TWO_SAIL, 18, Half.FAR, True),
        ("R2", Ship.TWO_SAIL, 18, Half.NEAR, False),
    ],
)
def test_an_islet_before_a_ship_is_crossed_next_and_one_behind_it_is_passed(  # CI-ISLET-6 ruling 11
    scenario: Scenario, water: str, ship: Ship, bank: int, half: Half, crossed: bool
) -> None:
    islet = IsletPlaced(1, "meadow_coin", water, half, "D1")
    scenario.given(IsletPlaced(0, "meadow_coin", water, half, "D1"), ShipAdvanced(0, ship, bank), islet)
    scenario.asking(0, ChooseShip(1)).when(0, f"move_ship {ship}")
    if crossed:
        scenario.asks(0, ChooseIslet)
        assert scenario.legal(0) == ["use_islet 0 meadow_coin", "forfeit"]
    else:
        scenario.asks_nobody()


# What follows


@pytest.mark.parametrize(
    ("islet", "cube"),
    [
        ("forest_draw", Good.WOOD),
        ("forest_cartographer", Good.WOOD),
        ("meadow_coin", Good.FOOD),
        ("meadow_gold_cloth", Good.FOOD),
        ("mountain_goods", Good.STONE),
        ("mountain_ruin", Good.STONE),
    ],
)
def test_the_landscape_gets_its_cube_first_and_the_action_may_be_left(  # CI-ISLET-7 ruling 12
    scenario: Scenario, islet: str, cube: Good
) -> None:
    placing(scenario, land("A1 meadow 1")).when(0, f"place_islet {islet} R1 far B2")
    scenario.records(ActionTaken(0, "place_islet_tile"), IsletPlaced(0, islet, "R1", Half.FAR, "B2"))
    scenario.records(IsletPlaced, CubePlaced(0, "B2", cube)).asks(0, ChooseIslet)
    scenario.when(0, "forfeit").asks_nobody()
    assert scenario.events[:-1] == ()  # only the game, which had nothing else to do, has ended


@pytest.mark.parametrize(
    ("islet", "answers", "fact"),
    [
        ("forest_draw", (), DoubleTileDrawn),
        ("forest_cartographer", (), CartographerAdvanced(0, 1)),
        ("meadow_coin", (), GoodsGained(0, (Good.COIN,))),
        ("meadow_gold_cloth", ("take_good gold",), GoodsGained(0, (Good.GOLD,))),
        ("meadow_gold_cloth", ("take_good cloth",), GoodsGained(0, (Good.CLOTH,))),
        ("mountain_goods", ("take_good wood",), GoodsGained(0, (Good.WOOD, Good.FOOD))),
        ("mountain_goods", ("take_good stone",), GoodsGained(0, (Good.STONE, Good.FOOD))),
        ("mountain_ruin", ("remove_ruin C3 spot_1",), RuinRemoved(0, "C3", "spot_1")),
    ],
)
def test_each_islet_performs_its_action_once(  # CI-ISLET-7 ruling 12
    scenario: Scenario, islet: str, answers: tuple[str, ...], fact: Struct | type[Struct]
) -> None:
    placing(scenario, land("A1 meadow 1")).when(0, f"place_islet {islet} R1 far B2")
    for move in (f"use_islet 0 {islet}", *answers):
        scenario.when(0, move)
    scenario.records(fact).asks_nobody()


def test_an_action_that_cannot_be_performed_is_refused_or_not_offered_at_all(scenario: Scenario) -> None:  # CI-ISLET-7
    islet = PlacedIslet(0, "forest_cartographer", "R1", Half.FAR, 19, False)
    scenario.given(CartographerAdvanced(0, 6)).asking(0, ChooseIslet((islet,), 1, (), False))
    scenario.refuses(0, "use_islet 0 forest_cartographer", Reason.TRACK_FULL, "CI-CARTO-4")
    scenario.asking(0, OfferIslets((islet,), 1)).asks_nobody()  # no anytime move could make room


def test_only_the_islet_just_placed_is_on_offer(scenario: Scenario) -> None:  # CI-ISLET-7
    placing(scenario, IsletPlaced(0, "meadow_coin", "L1", Half.NEAR, "A1")).when(
        0, "place_islet mountain_goods R1 far B2"
    )
    scenario.refuses(0, "use_islet 0 meadow_coin", Reason.NOT_ON_OFFER, "CI-ISLET-7")
    scenario.refuses(0, "use_islet 1 mountain_goods", Reason.NOT_ON_OFFER, "CI-ISLET-7")


# Islet actions from anywhere


def test_any_islet_on_the_board_may_be_used_passed_or_not(scenario: Scenario) -> None:  # CI-ISLET-8 ruling 29
    own, other = (IsletPlaced(seat, "meadow_coin", "L4", Half.FAR, "G1") for seat in (0, 1))
    scenario.given(own, other).asking(0, UseIslets()).asks(0, ChooseIslet)
    assert scenario.legal(0) == ["use_islet 0 meadow_coin", "use_islet 1 meadow_coin", "forfeit"]
    scenario.when(0, "use_islet 1 meadow_coin").records(GoodsGained(0, (Good.COIN,))).asks_nobody()


def test_islets_in_reserve_cannot_be_used(scenario: Scenario) -> None:  # CI-ISLET-8
    scenario.asking(0, PerformOrForfeit("use_islets", UseIslets()))
    scenario.refuses(0, "perform use_islets", Reason.NO_TARGET, "CI-ISLET-8")


def test_several_islets_are_different_ones_in_an_order_of_choice(scenario: Scenario) -> None:  # CI-ISLET-8
    own, other = (IsletPlaced(seat, "meadow_coin", "L4", Half.FAR, "G1") for seat in (0, 1))
    third = IsletPlaced(1, "mountain_goods", "R4", Half.FAR, "G3")
    scenario.given(own, other, third).asking(0, UseIslets(2)).when(0, "use_islet 1 meadow_coin")
    scenario.refuses(0, "use_islet 1 meadow_coin", Reason.NOT_ON_OFFER, "CI-ISLET-7")
    scenario.when(0, "use_islet 0 meadow_coin").records(GoodsGained(0, (Good.COIN,))).asks_nobody()


@pytest.mark.parametrize(
    ("offer", "on_offer"),
    [(UseIslets(2), ["use_islet 0 meadow_coin", "use_islet 1 forest_draw"]), (None, ["use_islet 0 meadow_coin"])],
)
def test_islets_anywhere_are_those_on_the_board_when_one_is_chosen(  # CI-ISLET-8
    scenario: Scenario, offer: UseIslets | None, on_offer: list[str]
) -> None:
    # and those that a ship has passed, or that were just placed, are fixed
    scenario.given(RoundBegan(2), IsletPlaced(0, "meadow_coin", "L4", Half.FAR, "G1"), land("A1 meadow 1", seat=1))
    passed = OfferIslets(scenario.table.islets, 1)
    scenario.asking_all({0: (offer or passed,), 1: (ChooseIsletTile(""),)})
    assert scenario.legal(0) == ["use_islet 0 meadow_coin", "forfeit"]
    scenario.when(1, "place_islet forest_draw L1 near B1")
    assert scenario.legal(0) == [*on_offer, "forfeit"]


def test_an_islet_that_came_late_is_used_like_the_others_and_once(scenario: Scenario) -> None:  # CI-ISLET-8
    scenario.given(RoundBegan(2), IsletPlaced(0, "meadow_coin", "L4", Half.FAR, "G1"), land("A1 meadow 1", seat=1))
    scenario.asking_all({0: (UseIslets(3),), 1: (ChooseIsletTile(""),)}).when(1, "place_islet forest_draw L1 near B1")
    scenario.when(0, "use_islet 1 forest_draw").records(DoubleTileDrawn)
    scenario.refuses(0, "use_islet 1 forest_draw", Reason.NOT_ON_OFFER, "CI-ISLET-7")
    scenario.when(0, "use_islet 0 meadow_coin").asks_nobody(0)  # all are used, though a third might have been
