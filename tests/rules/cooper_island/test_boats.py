"""Income boats: landing spaces, what follows the payment, using and copying their actions."""

import pytest

from quarterdeck_rules.cooper_island.actions import PerformOrForfeit
from quarterdeck_rules.cooper_island.boats import (
    BuildIncomeBoat,
    ChooseBoat,
    ChooseBuiltBoat,
    PayForBoat,
    UseBoats,
    UseNewBoat,
)
from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    BoatTurned,
    CardKept,
    CardTurned,
    CartographerAdvanced,
    CostPaid,
    DoubleTileDrawn,
    GoodsGained,
    HelmGained,
    MarketGained,
    ShipAdvanced,
)
from quarterdeck_rules.cooper_island.goods import storage_spots
from quarterdeck_rules.cooper_island.income import BeginIncome
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.sections import ChooseSectionAction, OfferSection
from quarterdeck_rules.cooper_island.terms import Good, Item, Ship, Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, kept, land, spare_lid

COIN, WOOD, STONE, FOOD, GOLD, CLOTH = Good
LANDINGS = {"landing_1": (1, 2, 1), "landing_2": (1, 3, 1), "landing_3": (2, 3, 1), "landing_4": (2, 4, 2),
            "landing_5": (2, 6, 2)}  # fmt: skip
"""Coins, wood and helm points of every landing space (proposed values)."""
BOATS = ["coin_boat", "gold_cloth_boat", "draw_boat", "cartographer_boat", "storage_boat", "copy_boat"]
RICH = (*land("A1 forest 6 wood"), GoodsGained(0, (COIN, COIN, WOOD, WOOD)))


def built(*boats: str, seat: int = 0) -> list[BoatBuilt]:
    """A seat's boats on its first landing spaces."""
    return [BoatBuilt(seat, boat, landing) for boat, landing in zip(boats, LANDINGS, strict=False)]


def building(scenario: Scenario, *facts: Fact) -> Scenario:
    """The first seat may choose an income boat to build."""
    return scenario.given(*facts).asking(0, BuildIncomeBoat())


def bought(scenario: Scenario, boat: str, *facts: Fact) -> Scenario:
    """The first seat has built a boat on the first landing space, and sailed its helm point."""
    building(scenario, GoodsGained(0, (COIN, WOOD, WOOD)), *facts).when(0, f"build_boat {boat} landing_1")
    return scenario.when(0, "pay coin,wood,wood").when(0, "move_ship one_sail")


# Landing spaces


@pytest.mark.parametrize("landing", LANDINGS)
def test_a_landing_space_has_its_cost_and_helm_points(scenario: Scenario, landing: str) -> None:  # CI-BOAT-2
    coins, wood, points = LANDINGS[landing]
    goods = (COIN,) * coins + (WOOD,) * wood
    scenario.given(CardKept(0, Structure.SMALL_BUILDING, "S6"), CardKept(0, Structure.SMALL_BUILDING, "S7"))
    building(scenario, GoodsGained(0, goods)).when(0, f"build_boat coin_boat {landing}").asks(0, PayForBoat)
    assert scenario.legal(0) == [f"pay {','.join(goods)}", "give_up"]
    scenario.when(0, f"pay {','.join(goods)}").asks(0, ChooseShip(points))


def test_any_boat_may_land_on_any_free_landing_space(scenario: Scenario) -> None:  # CI-BOAT-2
    building(scenario, RICH, built("coin_boat", "draw_boat"))
    free, left = list(LANDINGS)[2:], [boat for boat in BOATS if boat not in ("coin_boat", "draw_boat")]
    assert scenario.legal(0) == [*(f"build_boat {boat} {landing}" for landing in free for boat in left), "give_up"]


@pytest.mark.parametrize("landing", ["landing_1", "landing_6"])
def test_a_boat_needs_a_free_landing_space(scenario: Scenario, landing: str) -> None:  # CI-BOAT-1
    building(scenario, RICH, built("coin_boat"))
    scenario.refuses(0, f"build_boat draw_boat {landing}", Reason.LANDING_TAKEN, "CI-BOAT-1")


@pytest.mark.parametrize("boat", ["coin_boat", "rowing_boat"])
def test_a_boat_is_built_from_the_own_reserve(scenario: Scenario, boat: str) -> None:  # CI-BOAT-1
    building(scenario, RICH, built("coin_boat"), built("draw_boat", seat=1))
    scenario.refuses(0, f"build_boat {boat} landing_2", Reason.NOT_IN_RESERVE, "CI-BOAT-1")


def test_a_boat_is_chosen_only_if_its_landing_space_can_be_paid(scenario: Scenario) -> None:  # CI-BOAT-2
    building(scenario, GoodsGained(0, (COIN, WOOD, WOOD)))
    scenario.refuses(0, "build_boat coin_boat landing_2", Reason.CANNOT_PAY, "CI-BOAT-2")
    scenario.when(0, "build_boat coin_boat landing_1").asks(0, PayForBoat)


def test_a_special_worker_that_finds_its_space_free_builds_for_two_less(scenario: Scenario) -> None:  # CI-BOAT-2
    scenario.given(GoodsGained(0, (WOOD,))).in_turn_of(0).asking(0, OfferSection("B", Worker.SPECIAL, True))
    scenario.when(0, "perform build_income_boat").when(0, "build_boat coin_boat landing_1")
    assert scenario.legal(0) == ["pay wood reductions=coin,wood", "give_up"]
    covered = Scenario().given(GoodsGained(0, (WOOD,))).in_turn_of(0)
    covered.asking(0, OfferSection("B", Worker.SPECIAL, False)).asks_nobody()


def test_without_a_free_landing_space_no_boat_can_be_built(scenario: Scenario) -> None:  # CI-BOAT-1
    scenario.given(RICH, built(*BOATS[:5])).asking(0, PerformOrForfeit("build", BuildIncomeBoat()))
    scenario.refuses(0, "perform build", Reason.NO_BOAT_LEFT, "CI-BOAT-1")


def test_without_the_means_for_any_landing_space_no_boat_can_be_built(scenario: Scenario) -> None:  # CI-BOAT-2
    scenario.given(GoodsGained(0, (WOOD, WOOD, WOOD))).asking(0, PerformOrForfeit("build", BuildIncomeBoat()))
    scenario.refuses(0, "perform build", Reason.CANNOT_PAY, "CI-BOAT-2")


def test_a_boat_can_be_given_up_before_it_is_paid(scenario: Scenario) -> None:  # CI-BOAT-2 ruling 32
    scenario.given(RICH).in_turn_of(0).asking(0, OfferSection("B", Worker.NORMAL, True))
    scenario.when(0, "perform build_income_boat").asks(0, ChooseBoat).when(0, "give_up").asks(0, ChooseSectionAction)
    assert "perform build_income_boat" in scenario.legal(0)


# What follows the payment


def test_a_boat_lands_then_brings_helm_points_then_acts(scenario: Scenario) -> None:  # CI-BOAT-3 ruling 42
    building(scenario, GoodsGained(0, (COIN, WOOD, WOOD))).when(0, "build_boat coin_boat landing_1")
    scenario.when(0, "pay coin,wood,wood").asks(0, ChooseShip(1)).records_nothing_of(HelmGained, GoodsGained)
    scenario.records(CostPaid(0, (Item(COIN), Item(WOOD), Item(WOOD))), BoatBuilt(0, "coin_boat", "landing_1"))
    scenario.when(0, "move_ship two_sail").records(HelmGained(0, 1, Ship.TWO_SAIL), ShipAdvanced)
    scenario.asks(0, UseNewBoat("coin_boat")).when(0, "perform coin_boat").records(
        GoodsGained(0, (COIN,))
    ).asks_nobody()


@pytest.mark.parametrize(
    ("boat", "moves", "gained"),
    [
        ("coin_boat", [], GoodsGained(0, (COIN,))),
        ("gold_cloth_boat", ["take_good gold"], GoodsGained(0, (GOLD,))),
        ("gold_cloth_boat", ["take_good cloth"], GoodsGained(0, (CLOTH,))),
        ("draw_boat", [], DoubleTileDrawn),
        ("cartographer_boat", [], CartographerAdvanced(0, 1)),
        ("storage_boat", ["take_good wood"], GoodsGained(0, (WOOD,))),
        ("storage_boat", ["take_good stone"], GoodsGained(0, (STONE,))),
        ("storage_boat", ["take_good food"], GoodsGained(0, (FOOD,))),
        ("copy_boat", ["use_boat 1 coin_boat"], GoodsGained(0, (COIN,))),
    ],
)
def test_a_boat_acts_at_once_when_it_is_built(  # CI-BOAT-3 ruling 45
    scenario: Scenario, boat: str, moves: list[str], gained: object
) -> None:
    bought(scenario, boat, built("coin_boat", seat=1)).when(0, f"perform {boat}")
    for move in moves:
        scenario.when(0, move)
    scenario.records(gained).asks_nobody()  # type: ignore[arg-type]


def test_the_action_of_a_boat_just_built_can_be_forfeited(scenario: Scenario) -> None:  # CI-BOAT-3, CI-BOAT-4
    bought(scenario, "draw_boat").when(0, "forfeit").records_nothing_of(DoubleTileDrawn).asks_nobody()


def test_only_the_boat_just_built_acts(scenario: Scenario) -> None:  # CI-BOAT-4
    bought(scenario, "draw_boat", built("coin_boat", seat=1), BoatBuilt(0, "coin_boat", "landing_5"))
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-BOAT-4")
    assert scenario.legal(0) == ["perform draw_boat", "forfeit"]


@pytest.mark.parametrize(("turned", "acts"), [("coin_boat,draw_boat", False), ("coin_boat,gold_cloth_boat", True)])
def test_a_boat_turned_face_down_during_its_own_voyage_does_not_act(  # CI-BOAT-4, CI-CARD-L14
    scenario: Scenario, turned: str, acts: bool
) -> None:
    others = BoatBuilt(0, "coin_boat", "landing_4"), BoatBuilt(0, "gold_cloth_boat", "landing_5")
    building(scenario, GoodsGained(0, (COIN, WOOD, WOOD)), *others, kept("L14"), spare_lid())
    scenario.when(0, "build_boat draw_boat landing_1").when(0, "pay coin,wood,wood").asks(0, ChooseShip(1))
    scenario.when(0, "use_card L14").when(0, f"turn_boats {turned}")
    scenario.asks(0, ChooseShip(2)).when(0, "move_ship one_sail").asks(0, ChooseShip(1)).when(0, "move_ship one_sail")
    if acts:
        scenario.when(0, "perform draw_boat").records(DoubleTileDrawn)
    else:
        scenario.asks_nobody()  # though an anytime move is left: none could turn the boat face up


def test_a_boat_turned_face_down_while_it_is_on_offer_does_not_act(scenario: Scenario) -> None:  # CI-BOAT-4, CI-ACT-2
    bought(scenario, "draw_boat", BoatBuilt(0, "coin_boat", "landing_5"), kept("L14"), spare_lid())
    scenario.asks(0, UseNewBoat).when(0, "use_card L14").when(0, "turn_boats coin_boat,draw_boat")
    scenario.when(0, "move_ship one_sail").asks_nobody().records_nothing_of(DoubleTileDrawn)


def test_the_action_of_a_boat_face_down_is_not_on_offer(scenario: Scenario) -> None:  # CI-BOAT-4
    scenario.given(built("coin_boat"), BoatTurned(0, "coin_boat")).asking(0, UseNewBoat("coin_boat"))
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-BOAT-4")


def test_a_boat_just_built_waits_for_an_anytime_move_that_could_open_the_way(  # CI-BOAT-4, CI-ACT-2 ruling 53
    scenario: Scenario,
) -> None:
    full = CartographerAdvanced(0, 6)
    bought(scenario, "cartographer_boat", full, MarketGained(0, (FOOD,) * 2))
    scenario.refuses(0, "perform cartographer_boat", Reason.TRACK_FULL, "CI-CARTO-4")
    scenario.when(0, "store_from_market food").asks(0, UseNewBoat)
    scenario.when(0, "store_from_market food").asks_nobody().records_nothing_of(CartographerAdvanced)


def test_a_boat_gives_its_income_in_every_income_phase(scenario: Scenario) -> None:  # CI-BOAT-3 ruling 45
    scenario.given(built("coin_boat", "draw_boat")).asking(0, BeginIncome()).when(0, "perform coin_boat")
    scenario.records(GoodsGained(0, (COIN,))).refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")
    scenario.asking(0, BeginIncome()).when(0, "perform coin_boat").records(GoodsGained(0, (COIN,)))


def test_a_boat_built_in_the_income_phase_is_no_further_hand(scenario: Scenario) -> None:  # CI-INCOME-1 ruling 8
    scenario.given(CardKept(0, Structure.LARGE_BUILDING, "L9"), GoodsGained(0, (COIN, WOOD, WOOD)), spare_lid())
    scenario.asking(0, BeginIncome()).when(0, "use_card L9").when(0, "build_boat coin_boat landing_1")
    scenario.when(0, "pay coin,wood,wood").records(CardTurned(0, "L9", False)).when(0, "move_ship one_sail")
    scenario.when(0, "perform coin_boat").records(GoodsGained(0, (COIN,)))
    scenario.refuses(0, "perform coin_boat", Reason.NOT_ON_OFFER, "CI-INCOME-3")


def test_the_storage_boat_opens_a_spot_for_good(scenario: Scenario) -> None:  # CI-STORE-1
    bought(scenario, "storage_boat", GoodsGained(0, (FOOD, FOOD)))
    assert storage_spots(scenario.table, 0) == 6
    scenario.given(GoodsGained(0, (GOLD, GOLD, GOLD))).when(0, "perform storage_boat").when(0, "take_good stone")
    assert len(scenario.board(0).storage) == 6
    assert storage_spots(scenario.given(BoatTurned(0, "storage_boat")).table, 0) == 6
    assert storage_spots(scenario.table, 1) == 5


# Copying


def test_any_built_boat_of_any_seat_can_be_copied_except_copy_boats(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 46
    scenario.given(built("coin_boat", "copy_boat"), built("copy_boat", "cartographer_boat", seat=1))
    scenario.asking(0, UseBoats()).asks(0, ChooseBuiltBoat)
    assert scenario.legal(0) == ["use_boat 0 coin_boat", "use_boat 1 cartographer_boat", "forfeit"]
    for copying in ("use_boat 0 copy_boat", "use_boat 1 copy_boat"):
        scenario.refuses(0, copying, Reason.NOT_ON_OFFER, "CI-BOAT-5")
    scenario.when(0, "use_boat 1 cartographer_boat").records(CartographerAdvanced(0, 1)).asks_nobody()


@pytest.mark.parametrize("move", ["use_boat 1 draw_boat", "use_boat 0 coin_boat", "use_boat 0 place_double_tile"])
def test_a_boat_that_is_not_built_or_lies_face_down_cannot_be_copied(  # CI-BOAT-5 ruling 46
    scenario: Scenario, move: str
) -> None:
    scenario.given(built("coin_boat", "storage_boat"), BoatTurned(0, "coin_boat"), built("coin_boat", seat=1))
    scenario.asking(0, UseBoats()).refuses(0, move, Reason.NOT_ON_OFFER, "CI-BOAT-5")


def test_a_copied_storage_boat_gives_no_spot(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 46
    scenario.given(built("storage_boat", seat=1)).asking(0, UseBoats()).when(0, "use_boat 1 storage_boat")
    scenario.when(0, "take_good food").records(GoodsGained(0, (FOOD,)))
    assert storage_spots(scenario.table, 0) == 5


@pytest.mark.parametrize("facts", [[], built("copy_boat", seat=1), [*built("coin_boat"), BoatTurned(0, "coin_boat")]])
def test_without_a_boat_to_copy_the_action_is_forfeited(  # CI-BOAT-5 ruling 46
    scenario: Scenario, facts: list[BoatBuilt | BoatTurned]
) -> None:
    scenario.given(facts).asking(0, UseBoats()).asks_nobody()
    scenario.asking(0, PerformOrForfeit("copy", UseBoats()))
    scenario.refuses(0, "perform copy", Reason.NO_TARGET, "CI-BOAT-5")


def test_a_boat_whose_action_would_do_nothing_cannot_be_used(scenario: Scenario) -> None:  # CI-BOAT-5
    scenario.given(built("cartographer_boat", "coin_boat"), CartographerAdvanced(0, 6)).asking(0, UseBoats())
    scenario.refuses(0, "use_boat 0 cartographer_boat", Reason.TRACK_FULL, "CI-CARTO-4")
    scenario.when(0, "use_boat 0 coin_boat").records(GoodsGained(0, (COIN,)))


def test_several_boats_are_used_in_any_order_each_once(scenario: Scenario) -> None:  # CI-BOAT-5, CI-CARD-L7
    scenario.given(built("coin_boat", "cartographer_boat"), built("coin_boat", "draw_boat", seat=1))
    scenario.asking(0, UseBoats(3)).when(0, "use_boat 1 coin_boat").when(0, "use_boat 0 coin_boat")
    for used in ("use_boat 1 coin_boat", "use_boat 0 coin_boat"):
        scenario.refuses(0, used, Reason.NOT_ON_OFFER, "CI-BOAT-5")
    scenario.when(0, "use_boat 0 cartographer_boat").asks_nobody()
    assert scenario.board(0).storage == (COIN, COIN)


def test_the_boats_left_can_be_forfeited(scenario: Scenario) -> None:  # CI-BOAT-5
    scenario.given(built("coin_boat", "cartographer_boat")).asking(0, UseBoats(3)).when(0, "use_boat 0 coin_boat")
    scenario.asks(0, ChooseBuiltBoat).when(0, "forfeit").records_nothing_of(CartographerAdvanced).asks_nobody()


def test_the_symbol_of_section_e_uses_a_built_boat_of_any_seat(scenario: Scenario) -> None:  # CI-BOAT-5 ruling 29
    scenario.given(built("draw_boat", seat=1)).in_turn_of(0).asking(0, OfferSection("E", Worker.SPECIAL, True))
    scenario.when(0, "perform use_boats").when(0, "use_boat 1 draw_boat").records(DoubleTileDrawn)
