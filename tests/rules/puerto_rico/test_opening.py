"""A recorded opening of a tournament game, replayed move by move."""

from collections.abc import Sequence
from typing import Any

import pytest

from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Game, begin, create, extend
from quarterdeck_rules.engine.judge import decide, join, start
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.puerto_rico import TITLE
from quarterdeck_rules.puerto_rico.events import GoodsProduced, PointsGained, RoleTaken
from quarterdeck_rules.puerto_rico.state import Board, Built, CargoShip, Colony
from quarterdeck_rules.puerto_rico.terms import GOODS, QUARRY_AT, Amount, Good
from tests.rules.puerto_rico import opening
from tests.scenario import ScriptedChance

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good
DAVE, KEVIN, CHRIS, CHRISTOPHER = range(opening.SEATS)


class Table:
    """The game as it is played again."""

    def __init__(self) -> None:
        box = TITLE.load_components([opening.COMPONENTS])
        options = read_options(TITLE.options, opening.OPTIONS.items())
        log = create(TITLE, box, opening.SEATS, options, "tester", "opening", True)
        self.game: Game[Colony] = extend(TITLE, begin(TITLE, log[0], box), log[1:])  # type: ignore[arg-type]
        self.events: list[Any] = []
        """All facts of the moves played last."""
        self._chance, self._notation = ScriptedChance(opening.SCRIPT), Notation(TITLE.moves)
        for seat, player in enumerate(opening.PLAYERS):
            self._take(join(self.game, seat, player))
        self._take(start(TITLE, self.game, self._chance))

    def play(self, *parts: Sequence[tuple[int, str]]) -> "Table":
        """Play these moves, each by the seat that is waited for."""
        self.events = []
        for seat, move in (line for part in parts for line in part):
            (opened,) = open_decisions(self.game.agenda)
            assert opened.seat == seat, f"{move}: seat {opened.seat} is waited for"
            self._take(decide(TITLE, self.game, seat, opened.id, self._notation.read(move), self._chance))
            conserved(self.table)
        return self

    def _take(self, events: Any) -> None:
        assert not isinstance(events, Refusal), events
        self.events += events
        self.game = extend(TITLE, self.game, events)

    @property
    def table(self) -> Colony:
        """The table as it is now."""
        return self.game.state

    @property
    def doubloons(self) -> list[int]:
        """Doubloons by seat."""
        return [board.doubloons for board in self.table.boards]

    @property
    def lying(self) -> dict[str, int]:
        """Doubloons on placards, where there are any."""
        return {one.placard: one.doubloons for one in self.table.placards if one.doubloons}


def conserved(table: Colony) -> None:
    """Nothing is lost and nothing is made."""
    boards, ships = table.boards, table.cargo_ships
    for place, good in enumerate(GOODS):
        at_sea = sum(ship.barrels for ship in ships if ship.good is good)
        barrels = table.goods[place] + at_sea + table.house.count(good) + sum(board.goods[place] for board in boards)
        assert barrels == (10, 11, 11, 9, 9)[place], good
        tiles = table.stack[place] + table.row.count(good) + table.discard[place] + table.turned[place]
        assert tiles + sum(board.plots[place] for board in boards) == (10, 12, 11, 9, 8)[place], good
    assert table.quarries + sum(board.plots[QUARRY_AT] for board in boards) == 8
    assert table.colonists + table.colonists_on_ship + sum(board.colonists for board in boards) == 79
    assert table.points + sum(board.points for board in boards) == 100


@pytest.fixture
def table() -> Table:
    """The table after set-up and draft."""
    return Table().play(opening.DRAFT)


def staffed(board: Board) -> tuple[dict[str, int], tuple[Built, ...]]:
    """Where the colonists of a board are: on tiles by kind, and in the city."""
    names = (*GOODS, "quarry")
    return {name: count for name, count in zip(names, board.manned, strict=True) if count}, board.city


def test_the_seats_begin_with_indigo_and_corn_and_three_doubloons(table: Table) -> None:  # PR-SETUP-1
    assert table.doubloons == [3, 3, 3, 3]
    starts = [(INDIGO, 1), (INDIGO, 1), (CORN, 0), (CORN, 0)]
    assert [board.plots[place] for board, (_, place) in zip(table.table.boards, starts, strict=True)] == [1] * 4
    assert table.table.governor == DAVE
    assert sorted(table.table.row) == sorted([INDIGO, TOBACCO, CORN, SUGAR, COFFEE])


def test_after_the_settler_a_new_row_lies_there(table: Table) -> None:  # PR-SETTLER-1 PR-SETTLER-5
    table.play(opening.FIRST_ROUND[:5])
    assert table.table.row == (CORN, CORN, INDIGO, SUGAR, COFFEE)
    assert [board.plots for board in table.table.boards] == [
        (0, 1, 0, 0, 0, 1),
        (0, 2, 0, 0, 0, 0),
        (1, 0, 0, 1, 0, 0),
        (2, 0, 0, 0, 0, 0),
    ]


def test_the_builders_prices_are_those_of_the_record(table: Table) -> None:  # PR-BUILDER-2 PR-BUILDER-3
    table.play(opening.FIRST_ROUND[:10])
    assert table.doubloons == [3 - 1, 3 - 2, 3 - 1, 3]
    assert [[built.building for built in board.city] for board in table.table.boards] == [
        ["aqueduct"],
        ["indigo_plant"],
        ["small_market"],
        [],
    ]


def test_the_first_mayor_places_two_and_the_ship_takes_four(table: Table) -> None:  # PR-MAYOR-1 PR-MAYOR-5
    table.play(opening.FIRST_ROUND[:14])
    assert [staffed(board) for board in table.table.boards] == [
        ({"quarry": 1}, (Built("aqueduct", 0),)),
        ({"indigo": 1}, (Built("indigo_plant", 0),)),
        ({"corn": 1}, (Built("small_market", 1),)),
        ({"corn": 1}, ()),
    ]
    assert table.table.colonists_on_ship == 4


def test_after_the_first_round_three_placards_have_a_doubloon(table: Table) -> None:  # PR-PROSPECTOR-1 PR-ROUND-3
    table.play(opening.FIRST_ROUND)
    assert table.doubloons == [2, 1, 2, 4]
    assert table.lying == {"craftsman": 1, "trader": 1, "captain": 1}
    assert (table.table.round, table.table.governor) == (2, KEVIN)


def test_the_second_mayor_and_the_least_that_the_ship_takes(table: Table) -> None:  # PR-MAYOR-5
    table.play(opening.FIRST_ROUND, opening.SECOND_ROUND[:3])
    assert [staffed(board) for board in table.table.boards] == [
        ({"indigo": 1, "quarry": 1}, (Built("aqueduct", 0),)),
        ({"indigo": 2}, (Built("indigo_plant", 1),)),
        ({"corn": 1, "tobacco": 1}, (Built("small_market", 1),)),
        ({"corn": 2}, ()),
    ]
    assert table.table.colonists_on_ship == 4


def test_the_craftsman_and_what_each_seat_produces(table: Table) -> None:  # PR-CRAFTSMAN-2 PR-CRAFTSMAN-4
    table.play(opening.FIRST_ROUND, opening.SECOND_ROUND[:5])
    assert [event for event in table.events if isinstance(event, GoodsProduced)] == [
        GoodsProduced(CHRIS, (Amount(CORN, 1),)),
        GoodsProduced(CHRISTOPHER, (Amount(CORN, 2),)),
        GoodsProduced(KEVIN, (Amount(INDIGO, 1),)),
    ]
    assert RoleTaken(CHRIS, "craftsman", 1) in table.events
    assert [board.goods for board in table.table.boards] == [
        (0, 0, 0, 0, 0),
        (0, 1, 0, 0, 0),
        (2, 0, 0, 0, 0),
        (2, 0, 0, 0, 0),
    ]


def test_the_captain_and_what_the_loadings_bring(table: Table) -> None:  # PR-CAPTAIN-3 PR-CAPTAIN-7
    table.play(opening.FIRST_ROUND, opening.SECOND_ROUND[:9])
    assert [board.points for board in table.table.boards] == [0, 1, 2, 3]
    assert [event for event in table.events if isinstance(event, PointsGained)][:2] == [
        PointsGained(CHRISTOPHER, 2, "loading"),
        PointsGained(CHRISTOPHER, 1, "captain"),
    ]
    assert table.table.cargo_ships == (CargoShip(5, INDIGO, 1), CargoShip(6), CargoShip(7, CORN, 4))


def test_the_second_builder_pays_less_for_role_and_quarry(table: Table) -> None:  # PR-BUILDER-2 PR-BUILDER-3
    table.play(opening.FIRST_ROUND, opening.SECOND_ROUND)
    assert table.doubloons == [2 - 1, 1, 2 + 1, 3 + 1 + 1 - 4]
    assert table.lying == {"settler": 1, "trader": 2, "prospector": 1}


def test_in_the_third_round_the_trader_collects_two(table: Table) -> None:  # PR-ROUND-2 PR-ROUND-3
    table.play(opening.FIRST_ROUND, opening.SECOND_ROUND, opening.THIRD_ROUND)
    assert RoleTaken(CHRIS, "trader", 2) in table.events
    assert table.doubloons == [1, 1, 5, 1]


def test_all_moves_are_the_draft_and_the_rounds() -> None:  # PR-MARKET-3
    assert Table().play(opening.MOVES).table.round == 3
