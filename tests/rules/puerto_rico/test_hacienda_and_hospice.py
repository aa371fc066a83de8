"""Hacienda and hospice: a tile more, and a colonist with the tile."""

from quarterdeck_rules.puerto_rico.events import (
    ColonistSettled,
    DrawnLaid,
    EndAnnounced,
    PlantationTaken,
    QuarryTaken,
    TileDrawn,
)
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.settler import ChooseTile
from quarterdeck_rules.puerto_rico.terms import Good, Source
from tests.rules.puerto_rico.scenario import Scenario, city, island, manned, row

BOTH = "hacienda, hospice"


def settling(scenario: Scenario, buildings: str, staff: str = "", tiles: str = "corn, sugar") -> Scenario:
    """Seat 0, with occupied buildings (or those named), has taken the settler."""
    scenario.given(city(buildings), manned(staff or buildings), row(tiles) if tiles else ())
    return scenario.playing("settler", 0)


# Hacienda


def test_a_hacienda_draws_a_tile_before_the_tile_of_the_turn(scenario: Scenario):  # PR-HACIENDA-1 PR-HACIENDA-2
    # The 47 plantations of the stack begin with 9 corn; the next are indigo.
    settling(scenario.draws(plantations=[9]), "hacienda")
    assert scenario.legal(0) == ["draw_tile", "take_plantation corn", "take_plantation sugar", "take_quarry", "forfeit"]
    scenario.when(0, "draw_tile")
    scenario.records(TileDrawn(0, Good.INDIGO), DrawnLaid(0, Good.INDIGO)).asks(0, ChooseTile(True, drawn=True))
    scenario.when(0, "take_plantation corn").records(PlantationTaken(0, Good.CORN)).asks(1, ChooseTile)
    assert scenario.board(0).plots == (1, 1, 0, 0, 0, 0)


def test_the_tile_drawn_is_never_discarded(scenario: Scenario):  # PR-HACIENDA-2
    settling(scenario, "hacienda").when(0, "draw_tile").when(0, "forfeit").asks(1, ChooseTile)
    assert scenario.board(0).tiles == 1
    assert scenario.table.discard == (0,) * 5


def test_a_hacienda_need_not_be_used(scenario: Scenario):  # PR-HACIENDA-1
    settling(scenario, "hacienda").when(0, "take_plantation corn").records_nothing_of(TileDrawn).asks(1, ChooseTile)


def test_after_the_tile_of_the_turn_a_hacienda_draws_nothing__section7_line14(  # PR-HACIENDA-1
    scenario: Scenario,
):
    settling(scenario, "hacienda").when(0, "take_plantation corn").asks_nobody(0)
    scenario.when(1, "forfeit").when(2, "forfeit").asks_nobody()
    assert scenario.board(0).tiles == 1


def test_a_hacienda_draws_once(scenario: Scenario):  # PR-HACIENDA-1
    settling(scenario, "hacienda").when(0, "draw_tile")
    scenario.refuses(0, "draw_tile", Reason.ALREADY_USED, "PR-HACIENDA-1")
    assert "draw_tile" not in scenario.legal(0)


def test_a_hacienda_has_to_be_occupied(scenario: Scenario):  # PR-HACIENDA-1 PR-BUILDING-1
    settling(scenario, BOTH, "hospice").refuses(0, "draw_tile", Reason.NOT_OCCUPIED, "PR-HACIENDA-1")


def test_it_serves_a_seat_that_did_not_take_the_settler(scenario: Scenario):  # PR-HACIENDA-1
    scenario.given(city("hacienda", 1), manned("hacienda", 1), row("corn")).playing("settler", 0)
    scenario.when(0, "forfeit").when(1, "draw_tile").records(TileDrawn, DrawnLaid).asks(1, ChooseTile(drawn=True))


def test_a_construction_hut_makes_no_quarry_of_the_tile_drawn(scenario: Scenario):  # PR-HACIENDA-2
    settling(scenario, "hacienda, construction_hut").when(0, "draw_tile")
    scenario.records(DrawnLaid).records_nothing_of(QuarryTaken)
    assert scenario.board(0).plots[-1] == 0


def test_with_the_island_full_after_the_draw_there_is_no_other_tile__section5_row6(  # PR-SETTLER-3 ruling 6
    scenario: Scenario,
):
    scenario.given(island("6 corn, 5 indigo"))
    settling(scenario, "hacienda").when(0, "draw_tile").records(DrawnLaid).asks(1, ChooseTile).asks_nobody(0)
    assert scenario.board(0).tiles == 12


def test_with_the_stacks_gone_a_hacienda_draws_of_the_shuffled_discard__section7_line15():  # PR-SETTLER-6
    scenario = Scenario(5).stacked("", "2 corn, coffee").draws(plantations=[2])
    settling(scenario, "hacienda", tiles="").when(0, "draw_tile").records(TileDrawn(0, Good.COFFEE, reshuffled=True))
    assert (scenario.table.stack, scenario.table.discard) == ((2, 0, 0, 0, 0), (0,) * 5)


def test_with_stacks_and_discard_gone_there_is_nothing_to_draw():  # PR-HACIENDA-1
    scenario = settling(Scenario(5).stacked(""), "hacienda", tiles="")
    scenario.refuses(0, "draw_tile", Reason.NO_TILE_LEFT, "PR-HACIENDA-1")
    assert "draw_tile" not in scenario.legal(0)


# Hospice


def test_a_hospice_puts_a_colonist_on_the_tile_of_the_turn(scenario: Scenario):  # PR-HOSPICE-1
    settling(scenario, "hospice", tiles="sugar")
    assert scenario.legal(0) == [
        "take_plantation sugar",
        "take_plantation sugar colonist=yes",
        "take_quarry",
        "take_quarry colonist=yes",
        "forfeit",
    ]
    scenario.when(0, "take_plantation sugar colonist=yes")
    scenario.records(PlantationTaken(0, Good.SUGAR), ColonistSettled(0, "sugar", Source.SUPPLY))
    assert scenario.board(0).manned == (0, 0, 1, 0, 0, 0)
    assert scenario.table.colonists == 55 - 1 - 1


def test_a_hospice_puts_a_colonist_on_a_quarry_too__section5_row2(scenario: Scenario):  # PR-HOSPICE-1 ruling 2
    settling(scenario, "hospice").when(0, "take_quarry colonist=yes")
    scenario.records(QuarryTaken(0), ColonistSettled(0, "quarry", Source.SUPPLY))
    assert scenario.board(0).manned == (0, 0, 0, 0, 0, 1)


def test_a_hospice_gives_nothing_for_the_tile_of_the_hacienda__section5_row1__section7_line13(  # PR-HOSPICE-1 ruling 1
    scenario: Scenario,
):
    settling(scenario, BOTH).when(0, "draw_tile").records_nothing_of(ColonistSettled)
    assert scenario.board(0).manned == (0,) * 6
    assert "draw_tile" not in scenario.legal(0)
    scenario.when(0, "take_plantation corn colonist=yes").records(ColonistSettled(0, "corn", Source.SUPPLY))
    assert (scenario.board(0).tiles, sum(scenario.board(0).manned)) == (2, 1)


def test_a_hospice_need_not_be_used__section5_row42(scenario: Scenario):  # PR-HOSPICE-1 ruling 42
    settling(scenario, "hospice").when(0, "take_plantation corn").records_nothing_of(ColonistSettled)
    assert scenario.board(0).manned == (0,) * 6


def test_a_hospice_has_to_be_occupied(scenario: Scenario):  # PR-HOSPICE-1 PR-BUILDING-1
    settling(scenario, BOTH, "hacienda")
    for move in ("take_plantation corn colonist=yes", "take_quarry colonist=yes"):
        scenario.refuses(0, move, Reason.NOT_OCCUPIED, "PR-HOSPICE-1")


def test_with_the_supply_empty_he_comes_from_the_ship__section5_row3__section7_line21(  # PR-HOSPICE-2 ruling 3
    scenario: Scenario,
):
    settling(scenario, "hospice").leaving(supply=0, ship=2).when(0, "take_plantation corn colonist=yes")
    scenario.records(ColonistSettled(0, "corn", Source.SHIP))
    assert (scenario.table.colonists, scenario.table.colonists_on_ship) == (0, 1)


def test_with_supply_and_ship_empty_there_is_no_colonist__section5_row3(scenario: Scenario):  # PR-HOSPICE-2 ruling 3
    settling(scenario, "hospice").leaving(supply=0, ship=0)
    scenario.refuses(0, "take_plantation corn colonist=yes", Reason.NO_COLONIST_LEFT, "PR-HOSPICE-2")
    scenario.refuses(0, "take_quarry colonist=yes", Reason.NO_COLONIST_LEFT, "PR-HOSPICE-2")
    assert scenario.legal(0) == ["take_plantation corn", "take_plantation sugar", "take_quarry", "forfeit"]


def test_a_hospice_that_takes_the_last_colonist_does_not_end_the_game__section7_line31(  # PR-END-1
    scenario: Scenario,
):
    settling(scenario, "hospice").leaving(supply=1, ship=3).when(0, "take_plantation corn colonist=yes")
    scenario.records_nothing_of(EndAnnounced)
    assert (scenario.table.colonists, scenario.table.ending) == (0, ())
