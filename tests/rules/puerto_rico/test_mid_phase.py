"""A game folded from its stored log in the middle of a phase knows what has been done in the phase."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Game, extend, fold
from quarterdeck_rules.engine.judge import decide
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.puerto_rico import TITLE
from quarterdeck_rules.puerto_rico.events import MarketSet, PointsGained
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Board
from quarterdeck_rules.puerto_rico.terms import Good
from tests.playouts import new_game
from tests.rules.puerto_rico.phases import loaded
from tests.rules.puerto_rico.scenario import BOX, Fact, city, goods, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good
CODEC, NOTATION, CHANCE = Codec(TITLE), Notation(TITLE.moves), KeyedChance("mid-phase")


class Logged:
    """A game with its log as it is stored; seat 0 is the governor."""

    def __init__(self, seats: int = 3, **options: str) -> None:
        given = [("starting_seat", "first"), *options.items()]
        self.game, log = new_game(TITLE, BOX, seats, "mid-phase", given)
        self._stored = [CODEC.encode(event) for event in log]
        self.given(MarketSet(tuple(self.game.state.box.buildings)))

    def given(self, *facts: Fact) -> "Logged":
        """Facts that happened before the first role is taken."""
        for fact in facts:
            self._append(*([fact] if isinstance(fact, Struct) else fact))
        return self

    def when(self, *moves: str) -> "Logged":
        """Legal moves, each of the seat that is waited for."""
        for move in moves:
            events = self.judge(self.game, move)
            assert not isinstance(events, Refusal), (move, events)
            self._append(*events)
        return self

    def judge(self, game: Game[Any], move: str) -> Any:
        """What the rules say to a move of the seat that is waited for."""
        opened = next(open_decisions(game.agenda))
        return decide(TITLE, game, opened.seat, opened.id, NOTATION.read(move), CHANCE)

    def folded(self) -> Game[Any]:
        """The game as its stored log makes it."""
        return fold(TITLE, BOX, [CODEC.decode(name, stored) for name, stored in self._stored])

    def _append(self, *events: Struct) -> None:
        self._stored += [CODEC.encode(event) for event in events]
        self.game = extend(TITLE, self.game, events)


def worked(buildings: str, seat: int = 0) -> list[Struct]:
    """A seat with these buildings, each with a colonist."""
    return [*city(buildings, seat), *manned(buildings, seat)]


def at_sea() -> list[Struct]:
    """Corn, sugar and coffee are on cargo ships."""
    return [*loaded("corn", 4, 1, 2), *loaded("sugar", 5, 1, 2), *loaded("coffee", 6, 1, 2)]


def wharf() -> Logged:
    """A wharf has been used, and goods are left."""
    logged = Logged().given(worked("wharf"), goods("2 corn, 2 sugar"), goods("corn", 1))
    return logged.when("take_role captain", "use_wharf corn", "load_ship corn 4")


def small_wharf() -> Logged:
    """The same with a small wharf."""
    logged = Logged().given(worked("small_wharf"), goods("2 corn, 2 sugar"), goods("corn", 1))
    return logged.when("take_role captain", "use_small_wharf corn:2", "load_ship corn 4")


def declined() -> Logged:
    """A wharf has been declined, and is closed for the phase."""
    logged = Logged(wharf_declined="for_the_phase").given(worked("wharf"), at_sea(), goods("2 indigo"))
    return logged.given(goods("corn", 1), goods("corn", 2)).when("take_role captain", "forfeit", "load_ship corn 4")


def union_hall() -> Logged:
    """A union hall has scored, and its owner is asked for a loading."""
    logged = Logged().given(worked("union_hall"), goods("4 corn, 2 sugar"), goods("sugar", 1))
    return logged.when("take_role captain", "load_ship corn 4", "load_ship sugar 5")


def craftsman() -> Logged:
    """All have produced, and the craftsman is asked for his barrel."""
    return (
        Logged().given(worked("small_indigo_plant"), manned("indigo, small_indigo_plant")).when("take_role craftsman")
    )


def library() -> Logged:
    """With two seats the library serves the settler's role."""
    logged = Logged(seats=2).given(worked("library"))
    return logged.when("take_role prospector library=yes", "take_role settler")


def hacienda() -> Logged:
    """A plantation has been drawn, and its owner is asked how to lay it."""
    return Logged().given(worked("hacienda, forest_house")).when("take_role settler", "draw_tile")


CASES: Mapping[str, Any] = {
    "wharf": (wharf, lambda board: board.used == ("wharf",)),
    "small_wharf": (small_wharf, lambda board: board.used == ("small_wharf",)),
    "declined_wharf": (declined, lambda board: board.used == ("wharf",)),
    "union_hall": (union_hall, lambda board: board.used == ("union_hall",)),
    "captains_point": (wharf, lambda board: board.loadings == 1),
    "produced": (craftsman, lambda board: board.produced == (0, 1, 0, 0, 0)),
    "library": (library, lambda board: board.library_spent),
    "drawn_tile": (hacienda, lambda board: board.drawn is not None),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=f"section7_line85-{case}") for case in CASES])
def test_the_folded_game_knows_what_was_done_in_the_phase(case: str) -> None:  # PR-WHARF-1 PR-UNION-1 PR-CRAFTSMAN-4
    play, is_known = CASES[case]
    logged = play()
    game = logged.folded()
    board: Board = game.state.boards[0]
    assert is_known(board)
    assert board == logged.game.state.boards[0]
    assert fingerprint(game) == fingerprint(logged.game)


@pytest.mark.parametrize(
    ("play", "move"),
    [
        pytest.param(wharf, "use_wharf sugar", id="section7_line85-wharf_again"),
        pytest.param(small_wharf, "use_small_wharf sugar:1", id="section7_line85-small_wharf_again"),
    ],
)
def test_a_wharf_used_before_the_fold_is_refused_after_it(play: Any, move: str) -> None:  # PR-WHARF-1
    logged = play()
    refusal = logged.judge(logged.folded(), move)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == Reason.ALREADY_USED


def test_the_captains_point_is_not_given_again_after_a_fold() -> None:  # PR-CAPTAIN-7
    logged = union_hall()
    events = logged.judge(logged.folded(), "load_ship sugar 5")
    assert PointsGained(0, 2, "loading") in events
    assert PointsGained(0, 1, "captain") not in events
    assert events == logged.judge(logged.game, "load_ship sugar 5")
