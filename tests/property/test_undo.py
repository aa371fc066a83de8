"""B2, B5: after any undo the game is the one that it was, and after as many redos the one that it had become."""

import random

import pytest
from msgspec import Struct

from quarterdeck_rules.conduct import agreement
from quarterdeck_rules.conduct.case import Case, fold
from quarterdeck_rules.conduct.closing import Moment, completed
from quarterdeck_rules.conduct.facts import TermsSet
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Closed, Status, create
from quarterdeck_rules.engine.judge import decide, join, start
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.moments import ZonedCalendar
from tests.playouts import choose
from tests.profiles import PROFILE

EVERY = [(title.name, seats) for title in TITLES.values() for seats in title.seat_counts]
GAMES = range({"check": 1, "test": 1, "soak": 25}[PROFILE])
SHARE = 0.03
"""How often moves are taken back."""
DEEPEST = 6
NOW = Moment(0, ZonedCalendar())


class Sitting:
    """A game whose seats one player holds, so that nobody else has to agree to an undo."""

    def __init__(self, title: str, seats: int, seed: str) -> None:
        self.title = TITLES[title]
        self.chance = KeyedChance(seed)
        self.codec = Codec(self.title)
        box = self.title.load_components(())
        made = create(self.title, box, seats, read_options(self.title.options, ()), "one", seed, True)
        terms = TermsSet(Terms(undo=UndoPolicy.CONSENT))
        self.case: Case[object] = fold(self.title, box, ([*made[:-1], terms, made[-1]],))
        self.marks = {1: fingerprint(self.case.game)}
        for seat in range(seats):
            self.take(join(self.case.game, seat, "one"))
        self.take(start(self.title, self.case.game, self.chance))

    def goes_on(self) -> bool:
        """Whether the game goes on."""
        return self.case.game.status is Status.ACTIVE

    def take(self, events: tuple[Struct, ...] | Refusal) -> None:
        """Take in a command; its closing event, the move with it, goes through the codec."""
        assert not isinstance(events, Refusal), events
        *told, closed = completed(self.case, events, NOW)
        self.case = self.case.extended((*told, self.codec.decode(*self.codec.encode(closed))))
        self.marks[self.case.game.revision] = fingerprint(self.case.game)

    def move(self, dice: random.Random) -> None:
        """Make a random move."""
        opened, move = choose(self.title, self.case.game, dice)
        self.take(decide(self.title, self.case.game, opened.seat, opened.id, move, self.chance))


@pytest.mark.parametrize(("title", "seats"), EVERY)
def test_moves_that_are_taken_back_and_count_again_leave_no_mark(title: str, seats: int):
    for number in GAMES:
        dice, sitting = random.Random(f"{title} {seats} {number}"), Sitting(title, seats, str(number))
        while sitting.goes_on():
            sitting.move(dice)
            if sitting.goes_on() and dice.random() < SHARE:
                take_back_and_bring_back(sitting, dice, len(sitting.case.history.last_moves(DEEPEST)))
        commands = [sitting.case.history.command(one).events for one in range(1, len(sitting.case.history) + 1)]
        assert fingerprint(fold(sitting.title, sitting.case.components, commands).game) == fingerprint(
            sitting.case.game
        )


def take_back_and_bring_back(sitting: Sitting, dice: random.Random, most: int) -> None:
    """Some undos one after the other; then all of them are redone, some, or none."""
    stood, deep = [sitting.case.game.revision], dice.randint(1, max(1, most))
    for _ in range(deep):
        last = sitting.case.history.last_moves(1)
        if not last:
            break
        to, draws = sitting.case.history.command(last[0]).base, sitting.case.game.draws
        sitting.take(agreement.take_back(sitting.case, 0, to, 1))
        assert sitting.marks[sitting.case.game.revision] == sitting.marks[to]
        assert sitting.case.game.draws == draws
        stood.append(sitting.case.game.revision)
    for earlier in reversed(stood[dice.choice((0, 0, len(stood) // 2)) : -1]):
        sitting.take(agreement.bring_back(sitting.case, 0, 1))
        assert sitting.marks[sitting.case.game.revision] == sitting.marks[earlier]
    closed = sitting.case.history.command(len(sitting.case.history)).closed
    assert isinstance(closed, Closed)
    assert closed.answer is None
