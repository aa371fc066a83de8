"""The market of Puerto Rico in the terminal: prices, columns, and the moves that a list shows shorter."""

import re
from itertools import pairwise

import pytest

from quarterdeck.cli import drawing
from quarterdeck.cli.moves import Listing
from quarterdeck.cli.parts import described, named
from quarterdeck.cli.puerto_rico import DRAWING
from quarterdeck.cli.puerto_rico.entries import WORDS
from quarterdeck.cli.puerto_rico.prices import Prices
from quarterdeck.cli.puerto_rico.terms import ROLES
from quarterdeck.cli.wording import plain
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.moves import Build
from quarterdeck_rules.puerto_rico.reasons import Reason
from tests.drawn import text_of
from tests.drawn_colonies import COMPONENTS, NAME, OFFER, moves_of, recorded, scene

BOX = OFFER.components.contents
BUILDINGS = [one.id for one in BOX.buildings]


@pytest.fixture(scope="module")
def moments():
    return recorded(4, "market-4", market="drafted")


def drawn(moment, width=80):
    return text_of(drawing.table(NAME, scene(moment, width)), width)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"market": "random"}),
        (2, {"market": "random", "library_two_seats": "every_role"}),
        (4, {"market": "drafted", "factory_and_university": "swapped"}),
        (5, {"market": "random"}),
    ],
)
def test_prices_are_those_that_the_builder_asks_of_the_seat(seats, options):
    asked, discounts = 0, set()
    for seed in ("a", "b", "c"):
        for moment in recorded(seats, f"prices-{seed}", every=1, **options):
            opened = next(open_decisions(moment.game.agenda), None)
            if opened is None or not isinstance(opened.decision, ChooseBuilding):
                continue
            prices, printed = Prices(scene(moment), opened.seat), Prices(scene(moment), None)
            doubloons = moment.game.state.boards[opened.seat].doubloons
            for building in BUILDINGS:
                refusal = opened.decision.refusal(moment.game.state, opened.seat, Build(building))
                price = prices.price(building)
                if refusal is None:
                    assert price <= doubloons
                elif refusal.reason == Reason.NOT_ENOUGH_DOUBLOONS:
                    asked += 1
                    assert int(dict(refusal.details)["cost"]) == price > doubloons
                    discounts.add(printed.price(building) - price)
    assert asked > 100
    assert {0, 1, 2} <= discounts


def test_what_is_paid_is_what_the_table_said():
    bought = 0
    for before, after in pairwise(recorded(4, "paid", every=1, market="drafted")):
        city, grown = (one.game.state.boards[before.seat] for one in (before, after))
        if len(grown.city) > len(city.city):
            building = grown.city[-1].building
            given = sum(city.goods) - sum(grown.goods) + city.colonists - grown.colonists + city.points - grown.points
            if not given:
                bought += 1
                assert city.doubloons - grown.doubloons == Prices(scene(before), before.seat).price(building)
    assert bought > 10


def test_the_market_shows_what_is_left_by_column_and_cost_with_the_price_for_the_seat(moments):
    for moment in moments:
        colony, lines = moment.game.state, drawn(moment).splitlines()
        prices = Prices(scene(moment), moment.seat)
        first = next(place for place, line in enumerate(lines) if line.startswith("column 1"))
        last = next(place for place, line in enumerate(lines) if line.startswith("0 Ada"))
        shown = " ".join(" ".join(lines[first:last]).split())
        for offer in colony.market:
            mine = "*" if colony.boards[moment.seat].owns(offer.building) else ""
            copies = f" {offer.copies}" if offer.copies > 1 else ""
            entry = (
                rf"\b{prices.price(offer.building)} {plain(offer.building)}{re.escape(mine)}{copies}(?= \d|$| column)"
            )
            assert bool(re.search(entry, shown)) == bool(offer.copies), (entry, shown)


def test_columns_stand_side_by_side_where_they_fit_and_two_above_two_elsewhere(moments):
    for width, rows in ((100, 1), (80, 1), (60, 2)):
        heads = [line.split() for line in drawn(moments[-1], width).splitlines() if line.startswith("column ")]
        assert len(heads) == rows
        assert [number for row in heads for number in row[1::2]] == ["1", "2", "3", "4"]


def test_who_is_no_seat_is_shown_printed_prices(moments):
    moment = moments[-2]
    moment.response.ClearField("viewer_seat")
    text = " ".join(drawn(moment).split())
    assert "printed price, kind, copies if more than one" in text
    assert "5 tobacco storage" in text
    moment.response.viewer_seat = moment.seat


@pytest.mark.parametrize("building", [one.id for one in BOX.buildings if one.group != "production"])
def test_what_a_building_does_is_told_in_words_before_its_values(building):
    [component] = named(COMPONENTS, building)
    [words] = [part.words for part in component.parts if not part.path]
    told = described(component)
    assert told.startswith(f"{words}; ")
    assert f"cost: {component.fields.fields['cost'].number_value:g}" in told


def test_a_placement_is_listed_by_what_it_changes_and_one_is_written_out_to_type_it(moments):
    seen = 0
    for moment in moments:
        if moment.response.open_decisions and moment.response.open_decisions[0].kind == "choose_arrangement":
            seen += 1
            board = moment.response.position.puerto_rico.boards[moment.seat]
            there = {one.tile: one.colonists for one in board.island}
            there |= {one.building: one.colonists for one in board.city}
            entry, moves = DRAWING.entries(scene(moment)), moves_of(moment)
            assert len({entry(move) for move in moves}) == len(moves)
            for move in moves:
                wanted = dict.fromkeys(there, 0)
                wanted |= {one.spot: one.count for one in move.move.puerto_rico.arrange_colonists.colonists}
                changed = {plain(spot): wanted[spot] - count for spot, count in there.items() if wanted[spot] != count}
                parts = [part.split(" ", 1) for part in entry(move).split(", ")] if changed else []
                assert {spot: int(number) for number, spot in parts} == changed
                assert changed or entry(move) == "all stay"
            for width in (60, 80):
                text = text_of(Listing(moves, entry).drawn(width), width)
                assert max(map(len, text.splitlines())) <= width
                assert f"   1  {entry(moves[0])}" in " ".join(text.split("\n"))
                assert moves[0].move.notation.replace(" ", "") in re.sub(r"\s", "", text)
    assert seen


def test_a_long_list_of_placements_shows_a_bounded_part(moments):
    longest = max((moves_of(one) for one in moments[:-1]), key=len)
    text = text_of(Listing(longest, lambda move: move.move.notation[-20:]).drawn(80), 80)
    assert len(longest) > 40
    assert "page 1 of" in text
    assert len(text.splitlines()) < 50


def test_a_kind_for_the_market_is_listed_with_its_cost(moments):
    drafted = moments[0]
    entry, moves = DRAWING.entries(scene(drafted)), moves_of(drafted)
    costs = {one.id: one.cost for one in BOX.buildings}
    assert {move.kind for move in moves} == {"offer_kind"}
    for move in moves:
        building = move.move.puerto_rico.offer_kind.building
        assert entry(move) == f"{building} ({costs[building]})"


def test_a_role_is_listed_with_its_doubloons_and_what_it_is_for(moments):
    seen = set()
    for moment in [*moments, *recorded(5, "roles", every=5)]:
        if [one.kind for one in moment.response.open_decisions] == ["choose_role"]:
            entry, moves = DRAWING.entries(scene(moment)), moves_of(moment)
            for move in moves:
                taken = move.move.puerto_rico.take_role.placard
                seen.add(taken)
                lying = next(one.doubloons for one in moment.game.state.placards if one.placard == taken)
                extra = f" +{lying} doubloon{'s' * (lying > 1)}" if lying else ""
                assert entry(move) == f"{taken}{extra}: {WORDS[taken.removeprefix('second_')]}"
            assert "typed" not in text_of(Listing(moves, entry).drawn(80), 80)
    assert seen == {*WORDS, "second_prospector"}
    assert set(WORDS) == set(ROLES.values())


def test_other_moves_are_listed_as_they_are_written(moments):
    for moment in moments[1:-1]:
        entry = DRAWING.entries(scene(moment))
        for move in moves_of(moment):
            assert bool(entry(move)) == (move.kind in ("arrange_colonists", "offer_kind", "take_role"))
