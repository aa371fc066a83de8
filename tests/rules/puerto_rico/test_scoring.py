"""The score: chips, printed points, what large buildings add, and ties."""

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.title import Standing
from quarterdeck_rules.puerto_rico.events import ChipsCounted, PlantationTaken
from quarterdeck_rules.puerto_rico.scoring import ScoreFact, ScoreLine, SeatScore, score_sheet, standings
from quarterdeck_rules.puerto_rico.terms import Good
from tests.rules.puerto_rico.phases import stands_for
from tests.rules.puerto_rico.scenario import Scenario, chips, city, doubloons, goods, island, manned, row

LARGE = ["guild_hall", "residence", "fortress", "customs_house", "city_hall", "cloister"]


def score(scenario: Scenario, seat: int = 0) -> SeatScore:
    """A seat's score when the game is over."""
    scenario.given(ChipsCounted())
    return score_sheet(scenario.table, None).scores[seat]


def extra(scenario: Scenario, building: str) -> int:
    """What a large building of seat 0 adds: its one line of that name."""
    (line,) = [line for line in score(scenario).lines if line.code == building]
    return line.points


def forests(count: int) -> list[Struct]:
    """Plantations of seat 0 turned over."""
    return [fact for _ in range(count) for fact in (*row("corn"), PlantationTaken(0, Good.CORN, forest=True))]


# The sum


def test_a_score_is_chips_printed_points_and_extras(scenario: Scenario) -> None:  # PR-SCORE-2
    scenario.given(city("small_market, wharf, fortress"), manned("fortress, 3 corn", windrose=2), island("3 corn"))
    scenario.given(chips(12))
    found = score(scenario)
    assert found.total == 12 + 1 + 3 + 4 + 2
    assert found.lines == (
        ScoreLine("chips", 12, ()),
        ScoreLine("building", 1, (ScoreFact("building", "small_market"),)),
        ScoreLine("building", 3, (ScoreFact("building", "wharf"),)),
        ScoreLine("building", 4, (ScoreFact("building", "fortress"),)),
        ScoreLine("fortress", 2, (ScoreFact("colonists", "6"),)),
    )


def test_doubloons_and_goods_are_worth_nothing(scenario: Scenario) -> None:  # PR-SCORE-2
    scenario.given(doubloons(30), goods("5 coffee"), island("4 corn, quarry"))
    assert score(scenario).total == 0


@pytest.mark.parametrize("staff", ["", "small_market, harbor, customs_house, city_hall"])
def test_printed_points_count_whether_or_not_somebody_is_there(scenario: Scenario, staff: str) -> None:  # PR-SCORE-3
    scenario.given(city("small_market, harbor, customs_house, city_hall"), manned(staff))
    assert [line.points for line in score(scenario).lines if line.code == "building"] == [1, 3, 4, 4]


@pytest.mark.parametrize("building", [pytest.param(name, id=f"section7_line78-{name}") for name in LARGE])
def test_a_large_building_without_a_colonist_scores_its_printed_points_alone(  # PR-SCORE-3 PR-BUILDING-1
    scenario: Scenario, building: str
) -> None:
    scenario.given(city(f"small_indigo_plant, {building}"), island("3 corn"), manned("", windrose=3), chips(8))
    found = score(scenario)
    assert [line.code for line in found.lines] == ["chips", "building", "building"]
    assert found.total == 8 + 1 + 4


@pytest.mark.parametrize("building", [pytest.param(name, id=f"section7_line78-{name}-occupied") for name in LARGE])
def test_an_occupied_large_building_scores_an_extra(scenario: Scenario, building: str) -> None:  # PR-SCORE-3
    scenario.given(city(f"small_indigo_plant, {building}"), island("3 corn"), manned(building, windrose=3), chips(8))
    assert extra(scenario, building) > 0


@stands_for("section7_line86")
def test_a_statue_scores_its_eight_points_once_and_nothing_else(scenario: Scenario) -> None:  # PR-SCORE-3
    scenario.given(city("statue"))
    found = score(scenario)
    assert found.lines[1:] == (ScoreLine("building", 8, (ScoreFact("building", "statue"),)),)
    assert found.total == 8


# Large buildings


@pytest.mark.parametrize(
    ("plants", "expected"),
    [
        pytest.param(
            "small_sugar_mill, sugar_mill, small_indigo_plant, coffee_roaster", 6, id="section5_row36-section7_line82"
        ),
        ("small_indigo_plant, small_sugar_mill, indigo_plant, sugar_mill, tobacco_storage, coffee_roaster", 10),
        ("tobacco_storage, small_market, wharf", 2),
    ],
)
def test_a_guild_hall_counts_production_buildings_occupied_or_not(  # PR-SCORE-4
    scenario: Scenario, plants: str, expected: int
) -> None:
    scenario.given(city(f"{plants}, guild_hall"), island("3 sugar, 2 corn"), manned("3 sugar, guild_hall"))
    assert extra(scenario, "guild_hall") == expected


@pytest.mark.parametrize(
    ("tiles", "turned", "expected"),
    [
        pytest.param("5 corn", 0, 4, id="section7_line79-few"),
        pytest.param("5 corn, 4 indigo", 0, 4, id="section7_line79-nine"),
        pytest.param("5 corn, 5 indigo", 0, 5, id="section5_row38"),
        pytest.param("5 corn, 3 quarry", 3, 6, id="section7_line79-quarries_and_forests"),
        ("5 corn, 5 indigo, 2 quarry", 0, 7),
    ],
)
def test_a_residence_counts_filled_island_spaces_occupied_or_not(  # PR-SCORE-5
    scenario: Scenario, tiles: str, turned: int, expected: int
) -> None:
    scenario.given(island(tiles), forests(turned), city("residence"), manned("residence"))
    assert extra(scenario, "residence") == expected


@pytest.mark.parametrize(
    ("staff", "windrose", "expected"),
    [
        pytest.param("4 corn, 3 indigo_plant, fortress", 12, 6, id="section5_row37"),
        pytest.param("fortress", 5, 2, id="section7_line80"),
        ("4 corn, fortress", 0, 1),
        ("fortress", 0, 0),
    ],
)
def test_a_fortress_counts_all_colonists_of_the_board(  # PR-SCORE-6
    scenario: Scenario, staff: str, windrose: int, expected: int
) -> None:
    scenario.given(island("4 corn"), city("indigo_plant, fortress"), manned(staff, windrose=windrose))
    assert extra(scenario, "fortress") == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(23, 5, id="section5_row34"),
        pytest.param(3, 0, id="section7_line81-not_the_points_of_buildings"),
        (24, 6),
    ],
)
def test_a_customs_house_counts_points_of_chips(scenario: Scenario, points: int, expected: int) -> None:  # PR-SCORE-7
    scenario.given(city("wharf, harbor, customs_house"), manned("customs_house"), chips(points))
    assert extra(scenario, "customs_house") == expected


@stands_for("section7_line81")
def test_chips_of_church_and_union_hall_count_for_the_customs_house(scenario: Scenario) -> None:  # PR-SCORE-7
    buildings = "customs_house, church, union_hall"
    scenario.given(city(buildings), manned(buildings), doubloons(10), goods("4 corn"), chips(5))
    scenario.playing("builder", 0).when(0, "build wharf").playing("captain", 1)
    assert scenario.board(0).points == 5 + 1 + 2
    assert extra(scenario, "customs_house") == 2


def test_points_written_down_count_for_the_customs_house(scenario: Scenario) -> None:  # PR-SCORE-7 PR-END-3
    scenario.given(chips(75, 1), chips(8), city("customs_house"), manned("customs_house"))
    assert scenario.table.points == 0
    assert extra(scenario, "customs_house") == 2


@pytest.mark.parametrize(
    ("buildings", "expected"),
    [
        pytest.param("hacienda, harbor, office, construction_hut, large_warehouse, residence", 7, id="section5_row35"),
        pytest.param("indigo_plant, small_sugar_mill", 1, id="section7_line83-itself_and_no_production"),
        ("statue, cloister, black_market, coffee_roaster", 4),
    ],
)
def test_a_city_hall_counts_beige_buildings_and_itself(  # PR-SCORE-8
    scenario: Scenario, buildings: str, expected: int
) -> None:
    scenario.given(city(f"{buildings}, city_hall"), manned("city_hall"))
    assert extra(scenario, "city_hall") == expected


@pytest.mark.parametrize(
    ("tiles", "turned", "expected"),
    [
        pytest.param("3 corn", 0, 1, id="section7_line87-one_set"),
        pytest.param("6 corn", 0, 3, id="section7_line87-two_sets_of_a_kind"),
        pytest.param("3 corn, 3 quarry", 0, 3, id="section7_line87-quarries"),
        pytest.param("3 corn, 3 quarry", 3, 6, id="section7_line87-forests"),
        pytest.param("3 corn, 3 quarry, 3 coffee, 3 sugar", 0, 10, id="section7_line87-four_sets"),
        pytest.param("5 corn, 2 quarry, 2 coffee", 2, 1, id="section7_line87-sets_are_of_one_kind"),
        ("2 corn, 2 indigo", 0, 0),
    ],
)
def test_a_cloister_counts_sets_of_three_equal_tiles_occupied_or_not(  # PR-SCORE-10
    scenario: Scenario, tiles: str, turned: int, expected: int
) -> None:
    scenario.given(island(tiles), forests(turned), city("cloister"), manned("cloister"))
    assert extra(scenario, "cloister") == expected


# Ties


@pytest.mark.parametrize(
    ("spare", "ranks"),
    [
        pytest.param(("2 corn", 1, "corn", 1, "", 0), (1, 2, 3), id="section7_line84-goods_and_doubloons"),
        pytest.param(("", 0, "", 3, "2 coffee", 0), (3, 1, 2), id="section7_line84-not_by_seat"),
        pytest.param(("corn", 2, "3 corn", 0, "2 sugar", 0), (1, 1, 3), id="section7_line84-shared"),
    ],
)
def test_equal_scores_are_parted_by_doubloons_and_goods_together(  # PR-SCORE-9
    scenario: Scenario, spare: tuple[str, int, str, int, str, int], ranks: tuple[int, int, int]
) -> None:
    for seat in range(3):
        barrels, coins = str(spare[2 * seat]), int(spare[2 * seat + 1])
        scenario.given(chips(5, seat), doubloons(coins, seat), goods(barrels, seat) if barrels else [])
    assert standings(scenario.table) == tuple(Standing(seat, 5, ranks[seat]) for seat in range(3))


def test_points_come_before_doubloons(scenario: Scenario) -> None:  # PR-SCORE-9
    scenario.given(chips(5, 2), doubloons(50, 0), goods("9 corn", 1))
    assert standings(scenario.table) == (Standing(0, 0, 2), Standing(1, 0, 3), Standing(2, 5, 1))
