"""The library: the privilege of the own role counts twice."""

import pytest

from quarterdeck_rules.puerto_rico.craftsman import ChooseBarrels
from quarterdeck_rules.puerto_rico.events import (
    BarrelsTaken,
    BuildingBought,
    ColonistSettled,
    ColonistsGained,
    DoubloonsGained,
    GoodSold,
    PlantationTaken,
    PointsGained,
    QuarryTaken,
    RoleTaken,
    RoundBegan,
    RoundEnded,
    RowDealt,
)
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import ChooseRole, NextRole
from quarterdeck_rules.puerto_rico.settler import ChooseTile
from quarterdeck_rules.puerto_rico.terms import Good, Purchaser, Source
from tests.rules.puerto_rico.scenario import Fact, Scenario, city, doubloons, goods, island, manned, row

LIBRARY: list[Fact] = [city("library"), manned("library")]
SECOND = ChooseTile(is_second=True)


def settling(buildings: str, tiles: str = "corn, 2 sugar", options: dict[str, str] | None = None) -> Scenario:
    """Seat 0 with occupied buildings has taken the settler, all had their tile, and the second one is asked for."""
    scenario = Scenario(options=options).given(city(buildings), manned(buildings), row(tiles)).playing("settler", 0)
    for seat in range(3):
        scenario.when(seat, "forfeit")
    return scenario


# Settler


def test_after_all_others_a_settler_takes_a_second_plantation__section7_line94(  # PR-LIBRARY-3
    scenario: Scenario,
):
    scenario.given(*LIBRARY, row("corn, indigo, 2 sugar")).playing("settler", 0).when(0, "take_quarry")
    scenario.asks(1, ChooseTile).when(1, "take_plantation corn").asks(2, ChooseTile).when(2, "take_plantation sugar")
    scenario.records_nothing_of(RowDealt).asks(0, SECOND)
    assert scenario.legal(0) == ["take_plantation indigo", "take_plantation sugar", "forfeit"]
    scenario.when(0, "take_plantation sugar").records(PlantationTaken(0, Good.SUGAR), RowDealt)
    assert scenario.board(0).plots == (0, 0, 1, 0, 0, 1)


def test_the_second_tile_may_be_declined():  # PR-LIBRARY-3
    settling("library").when(0, "forfeit").records(RowDealt).records_nothing_of(PlantationTaken)


def test_the_second_tile_is_no_quarry():  # PR-LIBRARY-3 ruling 53
    scenario = settling("library, construction_hut")
    scenario.refuses(0, "take_quarry", Reason.PLANTATION_ONLY, "PR-LIBRARY-3")
    assert "take_quarry" not in scenario.legal(0)


def test_as_an_option_a_construction_hut_makes_the_second_tile_a_quarry():  # PR-LIBRARY-3 ruling 53
    settling("library, construction_hut", options={"library_settler": "quarry_too"}).when(0, "take_quarry").records(
        QuarryTaken(0)
    )
    scenario = settling("library", options={"library_settler": "quarry_too"})
    scenario.refuses(0, "take_quarry", Reason.NO_RIGHT_TO_QUARRY, "PR-SETTLER-4")


def test_a_hospice_gives_nothing_for_the_second_tile__section5_row5():  # PR-HOSPICE-1 ruling 5
    scenario = settling("library, hospice")
    scenario.refuses(0, "take_plantation corn colonist=yes", Reason.FIRST_TILE_ONLY, "PR-HOSPICE-1")
    scenario.when(0, "take_plantation corn").records_nothing_of(ColonistSettled)
    assert scenario.board(0).manned == (0,) * 6


def test_a_hacienda_draws_nothing_for_the_second_tile():  # PR-HACIENDA-1
    scenario = settling("library, hacienda")
    scenario.refuses(0, "draw_tile", Reason.FIRST_TILE_ONLY, "PR-HACIENDA-1")
    assert scenario.legal(0) == ["take_plantation corn", "take_plantation sugar", "forfeit"]


def test_a_full_island_takes_no_second_tile(scenario: Scenario):  # PR-SETTLER-3
    scenario.given(*LIBRARY, island("6 corn, 5 indigo"), row("2 corn")).playing("settler", 0)
    scenario.when(0, "take_plantation corn").when(1, "forfeit").when(2, "forfeit").records(RowDealt).asks_nobody()


# The other roles


@pytest.mark.parametrize(
    ("supply", "extra"),
    [pytest.param(20, 2, id="two-section7_line94"), (2, 2), (1, 1), (0, 0)],
)
def test_a_mayor_takes_two_colonists_as_far_as_there_are(  # PR-LIBRARY-1 PR-MAYOR-1
    scenario: Scenario, supply: int, extra: int
):
    scenario.given(*LIBRARY).leaving(supply=supply, ship=3).playing("mayor", 0)
    from_supply = [fact for fact in scenario.events if isinstance(fact, ColonistsGained) and fact.source == "supply"]
    assert from_supply == ([ColonistsGained(0, extra, Source.SUPPLY)] if extra else [])


def test_a_builder_pays_two_doubloons_less__section7_line94(scenario: Scenario):  # PR-LIBRARY-1 PR-BUILDER-3
    scenario.given(*LIBRARY, doubloons(9)).playing("builder", 0).when(0, "build wharf")
    scenario.records(BuildingBought(0, "wharf", 7))


def producing(kinds: str, options: dict[str, str] | None = None) -> Scenario:
    """A craftsman with a library, who has produced so much."""
    scenario = Scenario(options=options).given(RoleTaken(0, "craftsman", 0), *LIBRARY, goods(kinds))
    return scenario.asking(0, ChooseBarrels())


def test_a_craftsman_takes_two_barrels_of_different_kinds__section7_line94():  # PR-LIBRARY-4 ruling 46
    scenario = producing("2 corn, sugar, coffee")
    scenario.refuses(0, "take_barrels corn,corn", Reason.SAME_KIND, "PR-LIBRARY-4")
    scenario.refuses(0, "take_barrels corn,sugar,coffee", Reason.TOO_MANY_BARRELS, "PR-CRAFTSMAN-4")
    assert scenario.legal(0)[:4] == [
        "take_barrels corn,sugar",
        "take_barrels corn,coffee",
        "take_barrels sugar,coffee",
        "take_barrels corn",
    ]
    scenario.when(0, "take_barrels corn,coffee").records(BarrelsTaken(0, (Good.CORN, Good.COFFEE)))
    assert scenario.board(0).goods == (3, 0, 1, 0, 2)


def test_a_craftsman_of_one_kind_takes_one_barrel():  # PR-LIBRARY-4 ruling 46
    assert producing("2 corn").legal(0) == ["take_barrels corn", "forfeit"]


def test_as_an_option_both_barrels_may_be_of_one_kind():  # PR-LIBRARY-4 ruling 46
    scenario = producing("2 corn", {"library_craftsman": "any"})
    assert scenario.legal(0) == ["take_barrels corn,corn", "take_barrels corn", "forfeit"]
    scenario.when(0, "take_barrels corn,corn").records(BarrelsTaken(0, (Good.CORN, Good.CORN)))
    # With a single barrel left in the supply there are no two.
    scenario = producing("9 corn", {"library_craftsman": "any"})
    scenario.refuses(0, "take_barrels corn,corn", Reason.SUPPLY_EMPTY, "PR-CRAFTSMAN-4")


def test_a_trader_gets_two_doubloons_more_for_a_sale__section7_line94(scenario: Scenario):  # PR-LIBRARY-1
    scenario.given(*LIBRARY, goods("coffee")).playing("trader", 0).when(0, "sell coffee")
    scenario.records(GoodSold(0, Good.COFFEE, Purchaser.TRADING_HOUSE, 4 + 2))


def test_a_trader_who_sells_nothing_gets_nothing(scenario: Scenario):  # PR-LIBRARY-1
    scenario.given(*LIBRARY, goods("coffee")).playing("trader", 0).when(0, "forfeit")
    scenario.records_nothing_of(DoubloonsGained, GoodSold)
    assert scenario.board(0).doubloons == 0


def test_a_captain_gets_two_points_for_his_first_loading_only__section7_line94(scenario: Scenario):  # PR-LIBRARY-1
    scenario.given(*LIBRARY, goods("corn, sugar")).playing("captain", 0).when(0, "load_ship corn 4")
    scenario.records(PointsGained(0, 1, "loading"), PointsGained(0, 2, "captain"))
    scenario.when(0, "load_ship sugar 5").records(PointsGained(0, 1, "loading"))
    scenario.records_nothing_of(PointsGained(0, 2, "captain"), PointsGained(0, 1, "captain"))
    assert scenario.board(0).points == 4


def test_a_prospector_gets_two_doubloons_and_what_lies_on_the_placard_once__section7_line94():  # PR-LIBRARY-1
    scenario = Scenario(4).given(*LIBRARY, RoundEnded(("prospector",)), RoundEnded(("prospector",)))
    scenario.asking(0, ChooseRole()).when(0, "take_role prospector")
    scenario.records(RoleTaken(0, "prospector", 2), DoubloonsGained(0, 2, "prospector"))
    assert scenario.board(0).doubloons == 4


def test_a_library_has_to_be_occupied(scenario: Scenario):  # PR-LIBRARY-1 PR-BUILDING-1
    scenario.given(city("library"), doubloons(9), row("2 corn")).playing("builder", 0).when(0, "build wharf")
    scenario.records(BuildingBought(0, "wharf", 8))


def test_a_library_serves_its_owners_own_role_only(scenario: Scenario):  # PR-LIBRARY-1
    scenario.given(city("library", 1), manned("library", 1), doubloons(9, 1)).playing("builder", 0)
    scenario.when(0, "forfeit").when(1, "build wharf").records(BuildingBought(1, "wharf", 9))


# Two seats


def two(options: dict[str, str] | None = None) -> Scenario:
    """Two seats of which the governor has a library, taking roles."""
    scenario = Scenario(2, options=options).given(*LIBRARY, doubloons(20), RoundBegan(1, 0))
    return scenario.asking(0, NextRole())


def test_with_two_seats_its_owner_says_which_role_of_a_round_it_serves():  # PR-LIBRARY-2 rulings 40 and 45
    scenario = two().when(0, "take_role builder library=yes").records(RoleTaken(0, "builder", 0, library=True))
    scenario.when(0, "build wharf").records(BuildingBought(0, "wharf", 7)).asks(1, ChooseRole)
    scenario.when(1, "take_role prospector")
    scenario.refuses(0, "take_role trader library=yes", Reason.LIBRARY_SPENT, "PR-LIBRARY-2")
    assert not any("library" in move for move in scenario.legal(0))


def test_a_role_for_which_he_does_not_say_so_is_not_served():  # PR-LIBRARY-2 ruling 40
    scenario = two().when(0, "take_role prospector").records(DoubloonsGained(0, 1, "prospector"))
    scenario.when(1, "take_role craftsman").when(0, "take_role builder library=yes").when(0, "build wharf")
    scenario.records(BuildingBought(0, "wharf", 7))


def test_it_serves_no_role_of_the_other_seat():  # PR-LIBRARY-2
    scenario = two().given(doubloons(20, 1)).when(0, "take_role builder library=yes").when(0, "forfeit")
    scenario.when(1, "build wharf").records(BuildingBought(1, "wharf", 9))
    scenario.refuses(1, "take_role mayor library=yes", Reason.NOT_OCCUPIED, "PR-LIBRARY-2")


def test_it_serves_a_role_of_every_round():  # PR-LIBRARY-2
    scenario = two().when(0, "take_role prospector library=yes").records(DoubloonsGained(0, 2, "prospector"))
    for seat, role in ((1, "craftsman"), (0, "trader"), (1, "captain"), (0, "mayor"), (1, "settler")):
        scenario.when(seat, f"take_role {role}")
        while not any(move.startswith("take_role") for move in [*scenario.legal(0), *scenario.legal(1)]):
            asked = 0 if scenario.legal(0) else 1
            scenario.when(asked, scenario.legal(asked)[-1])
    scenario.records(RoundBegan(2, 1)).when(1, "take_role trader")
    scenario.when(0, "take_role prospector library=yes").records(DoubloonsGained(0, 2, "prospector"))


def test_as_an_option_it_serves_every_role_with_two_seats_too():  # PR-LIBRARY-2 ruling 45
    scenario = two({"library_two_seats": "every_role"})
    scenario.refuses(0, "take_role builder library=yes", Reason.LIBRARY_NOT_ASKED, "PR-LIBRARY-2")
    scenario.when(0, "take_role prospector").records(DoubloonsGained(0, 2, "prospector"))
    scenario.when(1, "take_role craftsman").when(0, "take_role builder").when(0, "build wharf")
    scenario.records(BuildingBought(0, "wharf", 7))


def test_with_more_seats_nobody_says_so(scenario: Scenario):  # PR-LIBRARY-2
    scenario.given(*LIBRARY, RoundBegan(1, 0)).asking(0, NextRole())
    scenario.refuses(0, "take_role mayor library=yes", Reason.LIBRARY_NOT_ASKED, "PR-LIBRARY-2")
    assert not any("library" in move for move in scenario.legal(0))
