"""Everything that conduct knows, in any order: the log alone makes the same game, and clocks give no time away."""

import random

import pytest
from msgspec import Struct

from quarterdeck_rules.book.verdict import Grade
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.conduct import absence, agreement, direction, sharing
from quarterdeck_rules.conduct.case import Case, fold
from quarterdeck_rules.conduct.clocks import Outage, is_played_for
from quarterdeck_rules.conduct.closing import Moment, completed
from quarterdeck_rules.conduct.conduct import SECOND
from quarterdeck_rules.conduct.direction import Director
from quarterdeck_rules.conduct.facts import HOUSE, TermsSet, Undone
from quarterdeck_rules.conduct.play import move_refusal
from quarterdeck_rules.conduct.terms import Bank, Clock, Correspondence, PerMove, Terms, TimeoutPolicy, UndoPolicy
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Status, create
from quarterdeck_rules.engine.judge import decide, join, start
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.moments import ZonedCalendar
from quarterdeck_server.application.past import Past
from tests.books import TRUST, book_of, content_of
from tests.playouts import choose
from tests.profiles import PROFILE
from tests.toy import TOY

GAMES = range({"check": 2, "test": 6, "soak": 500}[PROFILE])
COMMANDS = 150
CLOCKS: tuple[Clock | None, ...] = (None, PerMove(60), Bank(300, 10), Correspondence(1, 480, 1320, "Europe/Warsaw"))
SETTINGS: list[tuple[Title[object], int]] = [
    (TOY, 3),  # type: ignore[list-item]  # a title of another state
    (TITLES["cooper_island"], 2),
    (TITLES["puerto_rico"], 3),
]
DORA = Director("dora", "because")


class Hall:
    """A game under a clock of its own, and whoever may do something to it."""

    def __init__(self, title: Title[object], seats: int, seed: str, terms: Terms | None = None) -> None:
        self.dice = random.Random(f"{title.name} {seats} {seed}")
        self.title, self.chance, self.now = title, KeyedChance(seed), 1_780_000_000_000
        self.outages: tuple[Outage, ...] = ()
        box = title.load_components(())
        made = create(title, box, seats, read_options(title.options, ()), "one", seed, True)
        undo, late = self.dice.choice(list(UndoPolicy)), self.dice.choice(list(TimeoutPolicy))
        agreed = TermsSet(terms or Terms(undo, self.dice.choice(CLOCKS), late))
        self.case: Case[object] = fold(title, box, ([*made[:-1], agreed, made[-1]],))
        for seat in range(seats):
            self.take(join(self.case.game, seat, f"player {seat}"))
        self.take(start(title, self.case.game, self.chance))

    def take(self, events: tuple[Struct, ...] | Refusal | None) -> None:
        """Take a command in, if it is one."""
        if events is None or isinstance(events, Refusal):
            return
        before = self.case
        self.case = before.extended(completed(before, events, Moment(self.now, ZonedCalendar(), self.outages)))
        command = self.case.history.command(len(self.case.history))
        for event in command.events:
            if isinstance(event, Undone):
                assert event.to in before.history.counted()
        self.look()

    def look(self) -> None:
        """Clocks run for those who are waited for, and for nobody else."""
        game, conduct = self.case.game, self.case.conduct
        deciding = {opened.seat for opened in open_decisions(game.agenda)}
        for seat, clock in enumerate(conduct.clocks):
            assert clock.remaining >= 0
            runs = seat in deciding and not (conduct.is_paused or is_played_for(conduct, seat) or clock.is_out)
            assert (clock.deadline is not None) == (runs and game.status is Status.ACTIVE), seat
        if game.status is Status.ENDED:
            assert conduct.proposal is None
        beside = {kind.move for kind in self.title.anytime}
        history = self.case.history
        given = [history.command(one).closed.answer for one in history.counted()]
        told = [one.seat for one in given if one is not None and type(one.move) not in beside]
        assert history.answers(len(history)) == tuple(map(told.count, range(len(game.players))))
        assert len(set(conduct.shared)) == len(conduct.shared)
        assert not set(conduct.shared) & set(conduct.house), "who is given a seat has shared nothing yet"

    def act(self) -> None:
        """Let somebody do something, or time pass."""
        case, dice = self.case, self.dice
        seat, seats = dice.randrange(len(case.game.players)), len(case.game.players)
        expires, to = self.now + 90 * SECOND, dice.randint(1, len(case.history) + 1)
        proposal = case.conduct.proposal.revision if case.conduct.proposal is not None else 1
        match dice.choices(range(14), (40, 8, 5, 2, 5, 1, 2, 2, 2, 1, 1, 2, 30, 2))[0]:
            case 0:
                opened, move = choose(self.title, case.game, dice)
                if move_refusal(case, opened.seat) is None:
                    self.take(decide(self.title, case.game, opened.seat, opened.id, move, self.chance))
            case 1:
                self.take(agreement.take_back(case, seat, to, expires))
            case 2:
                self.take(agreement.bring_back(case, seat, expires))
            case 3:
                self.take(agreement.propose_end(case, seat, expires) if dice.random() < 0.2 else None)
            case 4:
                self.take(agreement.answer(case, seat, proposal, dice.random() < 0.8, self.now))
            case 5:
                self.take(absence.resign(case, seat) if dice.random() < 0.2 else None)
            case 6:
                self.take(direction.pause(case, DORA) if dice.random() < 0.3 else direction.resume(case, DORA))
            case 7:
                self.take(direction.add_time(case, DORA, seat, dice.randint(1, 100) * SECOND, self.now))
            case 8:
                self.take(direction.undo(case, DORA, to))
            case 9:
                self.take(direction.pass_seat(case, DORA, seat, dice.choice((HOUSE, "eve", f"player {seat % seats}"))))
            case 10:
                self.take(direction.force(case, DORA, seat, self.chance))
            case 11:
                self.outages = (*self.outages, Outage(self.now, self.now + 600 * SECOND))
                self.now += 600 * SECOND
            case 12:
                self.now += dice.choice((1, 5, 20, 3600)) * SECOND
                for _ in range(20):
                    if (events := absence.due(self.case, self.now, self.outages, self.chance)) is None:
                        break
                    self.take(events)
            case 13:
                # The house bot asks for nothing.
                is_held = seat not in case.conduct.house
                self.take(sharing.share_view(case, seat, shared=dice.random() < 0.6) if is_held else None)


@pytest.mark.parametrize(("title", "seats"), SETTINGS, ids=[title.name for title, _ in SETTINGS])
def test_d9_whatever_is_done_to_a_game_its_log_alone_makes_it_again_and_its_book_is_exact(
    title: Title[object], seats: int
):
    for number in GAMES:
        hall = Hall(title, seats, str(number))
        for _ in range(COMMANDS):
            if hall.case.game.status is not Status.ACTIVE:
                break
            hall.act()
        commands = [hall.case.history.command(one).events for one in range(1, len(hall.case.history) + 1)]
        again = fold(title, hall.case.components, commands)
        assert (fingerprint(again.game), again.conduct) == (fingerprint(hall.case.game), hall.case.conduct)
        for revision in hall.dice.sample(range(1, len(commands) + 1), min(5, len(commands))):
            assert hall.case.at(revision).conduct == fold(title, hall.case.components, commands[:revision]).conduct
        book = book_of(title, hall.case.components, commands)
        verdict = verify(content_of(book), TRUST.check, lambda name, version: title)
        assert (verdict.grade, verdict.finding) == (Grade.EXACT, None), verdict


@pytest.mark.parametrize(("title", "seats"), SETTINGS, ids=[title.name for title, _ in SETTINGS])
def test_who_steps_forward_and_back_through_a_game_sees_it_as_a_fresh_fold_does(title: Title[object], seats: int):
    for number in GAMES:
        hall = Hall(title, seats, f"steps {number}")
        for _ in range(COMMANDS):
            if hall.case.game.status is not Status.ACTIVE:
                break
            hall.act()
        last = len(hall.case.history)
        commands = [hall.case.history.command(one).events for one in range(1, last + 1)]
        past, revision = Past(), 1
        for _ in range(60):
            # Mostly a step, now and then a jump.
            jump = hall.dice.random() < 0.1
            wanted = hall.dice.randint(1, last) if jump else revision + hall.dice.choice((-2, -1, -1, 1, 1, 2))
            revision = max(1, min(last, wanted))
            seen, fresh = past.at(hall.case, revision), fold(title, hall.case.components, commands[:revision])
            assert (fingerprint(seen.game), seen.conduct) == (fingerprint(fresh.game), fresh.conduct)
            assert (seen.game.agenda, seen.game.draws) == (fresh.game.agenda, fresh.game.draws)
            if not seen.history.is_started:
                continue
            for viewer in (None, *range(seats)):
                assert title.view(seen.game.state, viewer) == title.view(fresh.game.state, viewer)


@pytest.mark.parametrize(("title", "seats"), SETTINGS, ids=[title.name for title, _ in SETTINGS])
def test_no_seat_has_more_time_than_its_answers_have_earned(title: Title[object], seats: int):
    """Moves, undo and redo in any number: for each answer time is given once, so nobody plays for ever."""
    for number in GAMES:
        terms = Terms(UndoPolicy.UNTIL_REVEALED, PerMove(60), TimeoutPolicy.DIRECTOR)
        hall = Hall(title, seats, f"time {number}", terms)
        for _ in range(COMMANDS):
            if hall.case.game.status is not Status.ACTIVE or any(clock.is_out for clock in hall.case.conduct.clocks):
                break
            hall.now += 5 * SECOND
            hall.take(absence.due(hall.case, hall.now, (), hall.chance, timed=True))
            seat = hall.dice.randrange(seats)
            moves = hall.case.history.last_moves(1)
            if moves and hall.dice.random() < 0.5:
                hall.take(agreement.take_back(hall.case, seat, hall.case.history.command(moves[0]).base, hall.now + 1))
            elif hall.case.game.status is Status.ACTIVE:
                opened, move = choose(title, hall.case.game, hall.dice)
                if move_refusal(hall.case, opened.seat) is None:
                    hall.take(decide(title, hall.case.game, opened.seat, opened.id, move, hall.chance))
            for clock in hall.case.conduct.clocks:
                assert clock.remaining <= 60 * SECOND
