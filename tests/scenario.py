"""Scenarios of any title: a table drawn by facts, one move, and what it leads to.

    scenario.given(land("A1 meadow 2 food, B1 forest 1"), GoodsGained(0, (Good.COIN,)))
    scenario.asking(0, ChooseShip(2)).when(0, "move_ship one_sail").records(ShipAdvanced).asks(0, ChooseIslet)
    scenario.refuses(0, "pay coin", Reason.PAYMENT_TOO_LOW, "CI-COST-2")

Nothing is poked into a state: facts go through `evolve`, steps through the engine.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import MAIN, Agenda, Due, Lane, OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import Chance, Drawing, KeyedChance
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Game, Status, begin, create, extend
from quarterdeck_rules.engine.judge import decide, legal_answers, legal_anytime
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Step
from quarterdeck_rules.engine.title import Title

Fact = Struct | Iterable[Struct]


class ScriptedChance:
    """Draws as a test says, by purpose and in order; whatever is not scripted comes from a fixed key."""

    def __init__(self, script: Mapping[str, Iterable[int]]) -> None:
        self._script = {purpose: list(draws) for purpose, draws in script.items()}
        self._rest: Chance = KeyedChance("scenario")

    def draw(self, purpose: str, number: int, size: int) -> int:
        """See `Chance`."""
        scripted = self._script.get(purpose)
        if scripted:
            drawn = scripted.pop(0)
            assert 0 <= drawn < size, f"{purpose}: {drawn} is not below {size}"
            return drawn
        return self._rest.draw(purpose, number, size)


@cache
def components_of(title: Title[Any]) -> ComponentSet[Any]:
    """The printed components of a title, loaded once."""
    return title.load_components(())


class Scenario:
    """A game of a title under test, before set-up."""

    title: Title[Any]

    def __init__(
        self, seats: int = 2, components: ComponentSet[Any] | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        box = components or components_of(self.title)
        self._notation = Notation(self.title.moves)
        title = self.title
        log = create(title, box, seats, read_options(title.options, (options or {}).items()), "tester", "seed", True)
        game = extend(title, begin(title, log[0], box), log[1:])  # type: ignore[arg-type]
        self.game: Game[Any] = replace(game, status=Status.ACTIVE)
        self.chance: Chance = ScriptedChance({})
        self.events: tuple[object, ...] = ()
        """What the last `when`, or the last step put on the agenda, recorded (without the closing event)."""

    # Drawing the table

    def given(self, *facts: Fact) -> Self:
        """Facts that happened before."""
        for fact in facts:
            events = (fact,) if isinstance(fact, Struct) else tuple(fact)
            self.game = extend(self.title, self.game, events)
        return self

    def draws(self, **script: Iterable[int]) -> Self:
        """What chance will give: numbers by purpose (`bag`, `log_books`, `small_building_cards`, …)."""
        self.chance = ScriptedChance(script)
        return self

    def asking(self, seat: int, *steps: Step) -> Self:
        """Put steps of a seat on an empty main lane and run effects until a decision is open."""
        return self._settled(Agenda(Lane(MAIN, 0, tuple(Due(seat, step) for step in steps))))

    def asking_all(self, steps: Mapping[int, tuple[Step, ...]]) -> Self:
        """Give each seat a lane of its own with these steps, as while all act at once."""
        dues = [tuple(Due(seat, step) for step in own) for seat, own in steps.items()]
        return self._settled(Agenda(lanes=tuple(Lane(number, 0, own) for number, own in enumerate(dues, 1))))

    def _settled(self, agenda: Agenda) -> Self:
        play = Play(self.title, self.game.state, agenda, Drawing(self.chance, self.game.draws))
        play.settle()
        self.events = tuple(play.events)
        self.game = replace(self.game, state=play.state, agenda=play.agenda)
        return self

    # Moving

    def when(self, seat: int, move: str | Struct) -> Self:
        """The seat makes a legal move, in notation or as a value."""
        events = self._judge(seat, move)
        assert not isinstance(events, Refusal), f"{move} was refused: {events}"
        self.events = events[:-1]
        self.game = extend(self.title, self.game, events)
        return self

    def refuses(self, seat: int, move: str | Struct, reason: str, rule: str | None = None) -> Refusal:
        """The move is refused for this reason (and rule), and nothing has changed."""
        before = fingerprint(self.game)
        refusal = self._judge(seat, move)
        assert isinstance(refusal, Refusal), f"{move} was not refused"
        assert refusal.reason == reason, refusal
        assert rule is None or refusal.rule == rule, refusal
        assert fingerprint(self.game) == before
        return refusal

    def _judge(self, seat: int, move: str | Struct) -> Any:
        value = self._notation.read(move) if isinstance(move, str) else move
        opened = self.decision_for(seat, type(value))
        return decide(self.title, self.game, seat, opened.id, value, self.chance)

    # Asking

    @property
    def table(self) -> Any:
        """The table as it is now."""
        return self.game.state

    def board(self, seat: int) -> Any:
        """A seat's board as it is now."""
        return self.game.state.boards[seat]

    def decision_for(self, seat: int, move: type[Struct]) -> OpenDecision:
        """The open decision of a seat that such a move would answer or stand beside."""
        own = [opened for opened in open_decisions(self.game.agenda) if opened.seat == seat]
        assert own, f"nobody waits for seat {seat}; open: {list(open_decisions(self.game.agenda))}"
        return next((opened for opened in own if move in opened.decision.answers), own[0])

    def legal(self, seat: int) -> list[str]:
        """Legal answers of a seat to all its open decisions, in notation."""
        own = [opened for opened in open_decisions(self.game.agenda) if opened.seat == seat]
        return [self._notation.write(move) for opened in own for move in legal_answers(self.game, opened)]

    def anytime(self, seat: int) -> list[str]:
        """Anytime moves of a seat, in notation."""
        own = [opened for opened in open_decisions(self.game.agenda) if opened.seat == seat]
        return [self._notation.write(move) for opened in own for move in legal_anytime(self.title, self.game, opened)]

    # Expecting

    def records(self, *expected: Struct | type[Struct]) -> Self:
        """The last move recorded these facts, in this order, perhaps among others."""
        rest = iter(self.events)
        for fact in expected:
            assert any(_is(event, fact) for event in rest), f"{fact} is missing, or out of order, in {self.events}"
        return self

    def records_nothing_of(self, *unexpected: Struct | type[Struct]) -> Self:
        """The last move recorded none of these."""
        for fact in unexpected:
            assert not any(_is(event, fact) for event in self.events), f"{fact} in {self.events}"
        return self

    def asks(self, seat: int, decision: type[Step] | Step) -> Self:
        """This decision is open for this seat."""
        found = [opened.decision for opened in open_decisions(self.game.agenda) if opened.seat == seat]
        assert any(_is(one, decision) for one in found), f"seat {seat} is asked {found}"
        return self

    def asks_nobody(self, *seats: int) -> Self:
        """No decision is open (for these seats)."""
        found = [opened for opened in open_decisions(self.game.agenda) if not seats or opened.seat in seats]
        assert not found, found
        return self


def _is(value: object, expected: object) -> bool:
    return isinstance(value, expected) if isinstance(expected, type) else value == expected
