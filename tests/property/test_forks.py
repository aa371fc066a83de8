"""A game that goes on from how another one stood: it is that one but for its chance, and tells nothing more."""

import random
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.book.parentage import with_parent
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct import forking
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.codec import encode_hook
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Forked, Game, redact
from quarterdeck_rules.engine.judge import legal_answers, legal_anytime, start
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.titles import find_title
from tests.books import book_of, content_of, verified
from tests.playouts import play_out
from tests.profiles import PROFILE
from tests.property.kit import Playout, Setting, each_main_setting, each_setting, playouts
from tests.property.test_undo import Sitting, take_back_and_bring_back
from tests.property.worlds import Log, log_of

PARENT = "f" * 32
MOST_LISTED = 40
MOST_FORKED = {"check": 4, "test": 12, "soak": 1_000}[PROFILE]
"""At so many revisions of a game it goes on elsewhere, beside the first and the last."""


def forked(there: Case[Any], seed: str, seats: int) -> Case[Any]:
    """The game that goes on from there, before its start; it has gone through the codec."""
    codec = codec_of(there.title)
    made = forking.fork(there, PARENT, "ann", seed, range(seats))
    kept = tuple(codec.decode(*codec.encode(event)) for event in made)
    assert kept == made
    return cases.fold(there.title, there.components, (kept,))


def started(waiting: Case[Any]) -> Case[Any]:
    begun = start(waiting.title, waiting.game, waiting.game.chance)
    assert not isinstance(begun, Refusal)
    return waiting.extended(begun)


def told(case: Case[Any], viewer: int | None) -> bytes:
    """All that a viewer is told of a position, but for the names of decisions."""
    game, title = case.game, case.title
    seen: list[Any] = [title.view(game.state, viewer), title.score_sheet(game.state, viewer), game.status]
    for opened in open_decisions(game.agenda):
        seen.append((opened.seat, opened.lane, type(opened.decision).__name__))
        if opened.seat == viewer:
            seen += [opened.decision, list(islice(legal_answers(game, opened), MOST_LISTED))]
            seen.append(list(islice(legal_anytime(title, game, opened), MOST_LISTED)))
    return msgspec.json.encode(seen, order="deterministic", enc_hook=encode_hook)


def compare(whole: Case[Any], revision: int) -> None:
    """Let a game go on from a revision, and see that it stands as the other one did."""
    there, seats = whole.at(revision), whole.game.created.seats
    assert forking.fork_refusal(whole, there, "ann", is_told=True, told_to=0) is None
    waiting = forked(there, "seed", seats)
    assert fingerprint(waiting.game) != fingerprint(whole.at(1).game), "what waits there is part of the game"
    after = started(waiting)
    assert fingerprint(after.game) == fingerprint(there.game)
    assert after.game.draws == ()
    for viewer in (None, *range(seats)):
        assert told(after, viewer) == told(there, viewer)
    asked = {opened.id.partition(".")[0] for opened in open_decisions(after.game.agenda)}
    assert asked == {str(after.game.revision)}


@each_main_setting
def test_a_fork_stands_as_its_parent_did_whoever_looks(setting: Setting):
    for playout in playouts(setting, 1):
        with playout:
            log = log_of(playout)
            whole, first = cases.fold(playout.title, playout.components, log), setting.seats + 2
            among = range(first, len(log))
            for revision in {first, len(log) - 1, *playout.dice.sample(among, min(MOST_FORKED, len(among)))}:
                compare(whole, revision)
            for revision in (1, first - 1, len(log)):
                refusal = forking.fork_refusal(whole, whole.at(revision), "ann", is_told=True, told_to=0)
                assert refusal is not None
                assert refusal.reason == "NOTHING_WAITS"


@pytest.mark.parametrize("title", ["cooper_island", "puerto_rico"])
def test_a_game_goes_on_from_every_revision_of_another(title: str):
    playout = Playout(Setting(title, 2), 0)
    log = log_of(playout)
    whole = cases.fold(playout.title, playout.components, log)
    for revision in range(4, len(log)):
        compare(whole, revision)


@pytest.mark.parametrize("title", ["cooper_island", "puerto_rico"])
def test_what_was_taken_back_is_in_no_fork_but_in_those_from_before_it_was(title: str):
    dice, sitting = random.Random(title), Sitting(title, 2, "undone")
    for _ in range(25):
        sitting.move(dice)
        if dice.random() < 0.3:
            take_back_and_bring_back(sitting, dice, 3)
    case, dropped = sitting.case, 0
    for revision in range(4, len(case.history) + 1):
        counted = case.history.counted(revision)
        dropped += len(counted) < revision
        compare(case, revision)
        kept = [fact for one in counted for fact in own(case, case.history.command(one).events)]
        assert list(forking.facts_of(case.at(revision))) == kept
    assert dropped


def own(case: Case[Any], events: tuple[Struct, ...]) -> list[Struct]:
    return [event for event in events if type(event) in case.title.events]


def played_on(case: Case[Any], seed: str) -> Case[Any]:
    for step in play_out(case.title, case.game, case.game.seed, seed):
        case = case.extended(step.events)
    return case


def commands_of(case: Case[Any]) -> Log:
    return [case.history.command(revision).events for revision in range(1, len(case.history) + 1)]


@each_main_setting
def test_a_fork_is_played_to_its_end_folded_from_its_own_log_and_found_exact(setting: Setting):
    playout = Playout(setting, 0)
    log = log_of(playout)
    whole = cases.fold(playout.title, playout.components, log)
    for depth, revision in enumerate((setting.seats + 2, len(log) // 2, len(log) - 1)):
        waiting = forked(whole.at(revision), f"seed {depth}", setting.seats)
        ended = played_on(started(waiting), "on")
        assert ended.game.standings
        commands = commands_of(ended)
        assert cases.fold(playout.title, playout.components, commands).game == ended.game
        verdict = verified(content_of(book_of(playout.title, playout.components, commands)))
        assert (verdict.grade, verdict.finding) == (Grade.EXACT, None), verdict
        assert (verdict.parent, verdict.parent_revision) == (PARENT, revision)
        # A fork of a fork stands on the facts of both.
        middle = ended.at((len(commands) + 2) // 2)
        again = forked(middle, "again", setting.seats)
        assert fingerprint(started(again).game) == fingerprint(middle.game)


def test_games_that_go_on_from_one_revision_have_chance_of_their_own():
    playout = Playout(Setting("puerto_rico", 3), 0)
    log = log_of(playout)
    whole = cases.fold(playout.title, playout.components, log)
    there = whole.at(6)
    results = {fingerprint(played_on(started(forked(there, seed, 3)), "same").game) for seed in ("a", "b", "c", "a")}
    assert len(results) == 3
    assert fingerprint(whole.game) not in results


def forgeries(commands: Log) -> dict[str, Log]:
    """Logs of forks that no server would have made."""
    first, *rest = commands
    facts = [event for event in first if type(event).__module__.startswith("quarterdeck_rules.puerto_rico")]
    without = tuple(event for event in first if not isinstance(event, Forked))
    asked = tuple(
        replace(event, agenda=replace(event.agenda, main=replace(event.agenda.main, steps=())))
        if isinstance(event, Forked)
        else event
        for event in first
    )
    return {
        "facts in a game that is no fork": [without, *rest],
        "a fork that is not for practice": [(replace(first[0], practice=False), *first[1:]), *rest],
        "another command has facts": [first, (*facts[:1], *rest[0]), *rest[1:]],
        "the start asks something else": [asked, *rest],
    }


def test_a_forged_fork_is_found():
    playout = Playout(Setting("puerto_rico", 3), 0)
    log = log_of(playout)
    whole = cases.fold(playout.title, playout.components, log)
    case = started(forked(whole.at(20), "seed", 3))
    commands = commands_of(case)
    assert verified(content_of(book_of(playout.title, playout.components, commands))).grade is Grade.EXACT
    for name, forged in forgeries(commands).items():
        verdict = verified(content_of(book_of(playout.title, playout.components, forged)))
        assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, Finding.JUDGEMENT), (name, verdict)


def test_a_fork_that_does_not_begin_as_its_parent_stood_is_found_with_the_parents_file():
    playout = Playout(Setting("puerto_rico", 3), 0)
    title, box, log = playout.title, playout.components, log_of(playout)
    whole = cases.fold(title, box, log)
    parent = content_of(book_of(title, box, log, PARENT))
    assert verified(parent).grade is Grade.EXACT
    first = forking.fork(whole.at(20), PARENT, "ann", "seed", range(3))
    facts = [place for place, event in enumerate(first) if type(event) in title.events]
    place = next(place for place, event in enumerate(first) if isinstance(event, Forked))
    begun: dict[str, tuple[Any, ...]] = {
        "as it was": first,
        "a fact is missing": (*first[: facts[-1]], *first[facts[-1] + 1 :]),
        "from another revision": (*first[:place], replace(first[place], revision=21), *first[place + 1 :]),
        "something else waited": (
            *first[:place],
            replace(first[place], agenda=whole.at(21).game.agenda),
            *first[place + 1 :],
        ),
        "from a revision that the file does not have": (
            *first[:place],
            replace(first[place], revision=len(log) + 1),
            *first[place + 1 :],
        ),
    }
    found = {}
    for name, command in begun.items():
        child = content_of(book_of(title, box, [command], "c" * 32))
        alone = verified(child)
        assert alone.grade is Grade.EXACT, "nothing in the file itself is wrong"
        verdict = with_parent(alone, child, parent, find_title)
        found[name] = (verdict.grade, verdict.event, verdict.is_parent_seen)
    assert found == {
        "as it was": (Grade.EXACT, None, True),
        "a fact is missing": (Grade.DIVERGED, facts[-1] + 1, False),
        "from another revision": (Grade.DIVERGED, place + 1, False),
        "something else waited": (Grade.DIVERGED, place + 1, False),
        "from a revision that the file does not have": (Grade.EXACT, None, False),
    }


@each_setting
def test_whoever_plays_all_seats_knows_all_that_has_happened(setting: Setting):
    """So a game shows them nothing new by going on elsewhere: its state follows from facts, and each was told whole."""
    for playout in playouts(setting, 1):
        with playout:
            log = log_of(playout)
            seats = range(setting.seats)
            for event in (event for command in log for event in command if type(event) in playout.title.events):
                assert any(redact(playout.title, event, seat) == event for seat in seats), event
            whole = cases.fold(playout.title, playout.components, log)
            there = whole.at(len(log) // 2)
            assert refusal_of(with_players(there, ["ann"] * setting.seats), there) is None
            if setting.seats > 1:
                refusal = refusal_of(with_players(there, ["ann"] * (setting.seats - 1) + ["bob"]), there)
                assert refusal is not None
                assert refusal.details == (("seats", str(setting.seats - 1)),)


def with_players(case: Case[Any], players: list[str]) -> Case[Any]:
    game: Game[Any] = replace(case.game, players=tuple(players))
    return replace(case, game=game)


def refusal_of(now: Case[Any], there: Case[Any]) -> Refusal | None:
    return forking.fork_refusal(now, there, "ann", is_told=False, told_to=there.game.revision)


def test_nothing_of_its_parents_chance_or_people_is_in_a_fork():
    playout = Playout(Setting("cooper_island", 3), 0)
    log = log_of(playout)
    whole = cases.fold(playout.title, playout.components, log)
    codec = codec_of(playout.title)
    made = forking.fork(whole.at(40), PARENT, "ann", "seed", (0,))
    stored = b"\n".join(codec.encode(event)[1] for event in made).decode()
    assert whole.game.seed not in stored
    assert "tester" not in stored
    assert not any(str(player) in stored for player in whole.game.players)
