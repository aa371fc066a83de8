"""The table of Puerto Rico in the terminal, on moments of seeded games."""

import re
from collections import Counter

import pytest

from quarterdeck.cli import drawing
from quarterdeck.cli.puerto_rico.production import production
from quarterdeck.cli.puerto_rico.terms import END_REASONS, GOODS, ROLES
from quarterdeck.cli.wording import plain
from quarterdeck.puerto_rico.v1 import terms_pb2 as terms
from quarterdeck_rules.puerto_rico.craftsman import output
from quarterdeck_rules.puerto_rico.terms import amounts
from tests.drawn import text_of
from tests.drawn_colonies import COMPONENTS, NAME, PLAYERS, recorded, scene, sheet_of


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def moments(request):
    return recorded(request.param, f"colony-{request.param}", every=7, market="drafted")


def drawn(moment, width=80, seats=None):
    points = drawing.points_of(sheet_of(moment))
    return text_of(drawing.table(NAME, scene(moment, width, points, seats)), width)


def label(text, name):
    """What stands behind a label, lines that go on included, words apart by one blank."""
    found = re.search(rf"^{name} .*(?:\n {{14}}\S.*)*", text, re.MULTILINE)
    assert found is not None, name
    return " ".join(found[0].removeprefix(name).split())


def board_of(text, seat, seats):
    """The lines of one seat."""
    after = text[text.index(f"\n{seat} {PLAYERS[seat]}") + 1 :]
    following = after.find(f"\n{seat + 1} {PLAYERS[seat + 1]}") if seat + 1 < seats else after.find("\n1/2 one ")
    return after[:following]


@pytest.mark.parametrize("width", [60, 72, 80, 100])
def test_no_line_is_wider_than_the_terminal_and_a_narrow_table_says_all_that_a_wide_one_says(moments, width):
    for moment in moments:
        narrow, wide = drawn(moment, width), drawn(moment, 100)
        assert max(map(len, narrow.splitlines())) <= width
        assert "…" not in narrow
        assert words(narrow) == words(wide)


def words(text):
    return Counter(re.sub(r"-{2,}", " ", text).split())


def test_without_colour_a_table_says_the_same(moments, monkeypatch):
    moment = moments[-2]
    table = drawing.table(NAME, scene(moment))
    plain_text, coloured = text_of(table, 80), text_of(table, 80, "standard")
    assert "\x1b[1" in coloured
    assert "\x1b" not in plain_text
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain_text
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", text_of(table, 80, "standard"))


def test_the_middle_shows_placards_plantations_ships_house_and_what_is_left(moments):
    for moment in moments:
        text, colony = drawn(moment), moment.game.state
        roles = label(text, "roles")
        for placard in colony.placards:
            if placard.seat is not None:
                assert f"{plain(placard.placard)}: {placard.seat} {PLAYERS[placard.seat]}" in roles
            elif placard.doubloons:
                assert f"{plain(placard.placard)} +{placard.doubloons} doubloon" in roles
            else:
                assert plain(placard.placard) in roles
        row = label(text, "plantations")
        for good in set(colony.row):
            assert f"{colony.row.count(good)} {good}" in row
        assert re.search(rf"\b{colony.quarries} quarr(y|ies)$", row)
        ships = label(text, "cargo ships")
        for ship in colony.cargo_ships:
            free = ship.capacity - ship.barrels
            load = f"{ship.barrels} {ship.good}, {f'{free} free' if free else 'full'}" if ship.good else "empty"
            assert f"{ship.capacity}: {load}" in ships
        house = label(text, "trading house")
        for good in set(colony.house):
            assert f"{colony.house.count(good)} {good}" in house
        assert f"({4 - len(colony.house)} of 4 places free)" in house
        aboard, left = colony.colonists_on_ship, colony.colonists
        assert label(text, "colonists") == f"{aboard} on the colonist ship {left} in the supply"
        left_over = " ".join(f"{count} {good}" for count, good in zip(colony.goods, GOODS.values(), strict=True))
        assert label(text, "goods left") == left_over
        assert label(text, "chips left") == f"{colony.points} point{'s' * (colony.points != 1)}"


def test_each_board_shows_doubloons_goods_island_city_and_colonists(moments):
    for moment in moments:
        text, colony = drawn(moment), moment.game.state
        for seat, board in enumerate(colony.boards):
            own = board_of(text, seat, colony.seats)
            assert re.search(rf"^money +{board.doubloons} doubloons?  chips: ", own, re.MULTILINE)
            goods = label(own, "goods")
            for amount in amounts(board.goods):
                assert f"{amount.count} {amount.good}" in goods.partition("(")[0]
            island, city = label(own, "island"), label(own, "city")
            for view in moment.response.position.puerto_rico.boards[seat].island:
                shown = (
                    f"{view.count} forest" if view.tile == "forest" else f"{view.tile} {view.colonists}/{view.count}"
                )
                assert shown in island
            assert f"({12 - board.tiles} of 12 spaces free)" in island
            for building, colonists in colony.buildings(seat):
                circles = f" {colonists}/{building.circles}" if building.circles else ""
                assert f"{plain(building.id)}{circles}" in city
            assert f"({12 - colony.city_spaces(seat)} of 12 spaces free)" in city
            assert f"{board.colonists} in all {board.idle} on the windrose" in label(own, "colonists")


def test_chips_are_shown_to_their_seat_alone_until_the_game_is_over(moments):
    for moment in moments:
        text, colony = drawn(moment), moment.game.state
        for seat, board in enumerate(colony.boards):
            own = board_of(text, seat, colony.seats)
            if seat == moment.seat or colony.is_over:
                assert f"chips: {board.points} point" in own
                assert "hidden" not in own
                assert "and its chips" not in own
            else:
                assert "chips: hidden" in own
                assert "and its chips" in own
    assert moments[-1].game.state.is_over


def test_what_a_seat_makes_is_what_it_would_produce_first(moments):
    for moment in moments:
        colony, position = moment.game.state, moment.response.position.puerto_rico
        text = drawn(moment)
        for seat, board in enumerate(position.boards):
            expected = {one.good: one.count for one in amounts(output(colony, seat))}
            assert production(board, position.supply, COMPONENTS) == expected
            said = ", ".join(f"{count} {good}" for good, count in expected.items()) or "nothing"
            assert f"(makes {said})" in " ".join(board_of(text, seat, colony.seats).split())


def test_the_headline_tells_round_phase_and_why_it_is_the_last_round(moments):
    seen = set()
    for moment in moments:
        colony, head = moment.game.state, drawn(moment).splitlines()[0]
        assert head.startswith(f"Round {colony.round}, ")
        if colony.is_over:
            assert head.endswith("the game is over")
        elif colony.role is not None:
            assert f"{colony.role} phase" in head
        else:
            kind = moment.response.open_decisions[0].kind
            assert ("the market is drafted" if kind == "choose_kind" else "a role is to be taken") in head
        assert ("the last round: " in head) == (bool(colony.ending) and not colony.is_over)
        seen.add(head.split(", ")[1].split("  ")[0])
    assert {"the market is drafted", "a role is to be taken", "the game is over"} <= seen


def test_what_was_done_in_a_phase_is_told_while_it_lasts(moments):
    told = Counter[str]()
    for moment in moments:
        text, colony = drawn(moment), moment.game.state
        for seat, board in enumerate(colony.boards):
            own = " ".join(board_of(text, seat, colony.seats).split())
            lasts = colony.role is not None and not colony.is_over
            made = ", ".join(f"{one.count} {one.good}" for one in amounts(board.produced))
            for said, is_true in (
                (f"produced: {made}", bool(made)),
                (f"loaded {board.loadings} time", bool(board.loadings)),
                (f"used: {', '.join(map(plain, board.used))}", bool(board.used)),
            ):
                assert (said in own) == (is_true and lasts)
                told[said.split()[0]] += is_true and lasts
            assert ("the library has served" in own) == board.library_spent
    assert told["produced:"]
    assert told["loaded"]


def test_seats_that_are_not_wanted_are_shown_in_short(moments):
    moment = moments[-2]
    text = drawn(moment, seats=[0])
    assert text.count("\ncity ") == 1
    for seat, board in enumerate(moment.game.state.boards[1:], 1):
        own = " ".join(board_of(text, seat, moment.game.state.seats).split())
        assert f"{board.doubloons} doubloon" in own
        assert f"free: {12 - board.tiles} island, {12 - moment.game.state.city_spaces(seat)} city" in own


def test_every_role_good_and_reason_has_words():
    for table, kinds in ((GOODS, terms.Good), (ROLES, terms.Role), (END_REASONS, terms.EndReason)):
        assert set(table) == set(kinds.values()) - {0}


def test_who_decides_is_told_what_and_by_which_rule(moments):
    for moment in moments[:-1]:
        opened = moment.response.open_decisions[0]
        assert re.search(rf"{PLAYERS[moment.seat]} decides: .+\[rule {opened.rule}\]", " ".join(drawn(moment).split()))
