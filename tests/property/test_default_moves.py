"""Moves made in a seat's place: a game that nobody plays comes to its end, whoever the service answers for."""

import pytest
from msgspec import Struct

from quarterdeck_rules.conduct import absence
from quarterdeck_rules.conduct.case import Case, fold
from quarterdeck_rules.conduct.closing import Moment, completed
from quarterdeck_rules.conduct.facts import HOUSE, SeatPassed, TermsSet
from quarterdeck_rules.conduct.terms import PerMove, Terms
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Closed, Status
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.moments import ZonedCalendar
from tests.playouts import MOST_MOVES, new_game
from tests.profiles import PROFILE

EVERY = [(title.name, seats) for title in TITLES.values() for seats in title.seat_counts]
SEEDS = range({"check": 1, "test": 1, "soak": 50}[PROFILE])


def started(title: str, seats: int, seed: str, terms: Terms, house: bool) -> Case[object]:
    """A game that has just begun, whose seats nobody plays."""
    known = TITLES[title]
    _, log = new_game(known, known.load_components(()), seats, seed)
    commands: list[list[Struct]] = [[]]
    for event in log:
        if isinstance(event, Closed) and len(commands) == 1:
            commands[-1].append(TermsSet(terms))
        if isinstance(event, Closed) and len(commands) == seats + 2:
            commands[-1] += [SeatPassed(seat, HOUSE, "tester") for seat in range(seats if house else 0)]
        commands[-1].append(event)
        if isinstance(event, Closed):
            commands.append([])
    return fold(known, known.load_components(()), commands[:-1])


def played(case: Case[object], seed: str, step: int) -> Case[object]:
    """What the referee makes of it, by itself."""
    at, calendar = 0, ZonedCalendar()
    for _ in range(MOST_MOVES):
        if case.game.status is Status.ENDED:
            return case
        at += step
        events = absence.due(case, at, (), KeyedChance(seed))
        assert events is not None, "nothing is due, and the game has not ended"
        case = case.extended(completed(case, events, Moment(at, calendar)))
    raise AssertionError("the game does not come to an end")


@pytest.mark.parametrize(("title", "seats"), EVERY)
def test_a_game_comes_to_its_end_by_default_moves(title: str, seats: int):
    for seed in SEEDS:
        case = started(title, seats, str(seed), Terms(clock=PerMove(1)), house=False)
        # The start was recorded without clocks: they begin with the first thing that happens.
        first = completed(case, (Closed(case.game.revision + 1, case.game.agenda),), Moment(0, ZonedCalendar()))
        ended = played(case.extended(first), str(seed), 1000)
        assert ended.game.standings
        assert all(clock.deadline is None for clock in ended.conduct.clocks)


@pytest.mark.parametrize(("title", "seats"), EVERY)
def test_house_bots_play_a_game_to_its_end(title: str, seats: int):
    for seed in SEEDS:
        ended = played(started(title, seats, str(seed), Terms(), house=True), str(seed), 0)
        assert ended.game.standings
        commands = [ended.history.command(revision).events for revision in range(1, len(ended.history) + 1)]
        again = fold(ended.title, ended.components, commands)
        assert (fingerprint(again.game), again.conduct) == (fingerprint(ended.game), ended.conduct)
