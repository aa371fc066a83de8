"""What every title keeps to from the first move of a game to its last."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Closed, Ended, Game, Status, begin, extend, fold
from quarterdeck_rules.engine.judge import carry_out, decide, find, legal_answers, legal_anytime
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title
from tests.property.invariants import INVARIANTS
from tests.property.kit import MAIN_SETTINGS, Playout, Setting, each_main_setting, each_setting, playouts
from tests.property.mutations import Pool

SOME_LISTED = 25
"""So many moves of a list are looked at one by one."""
MOST_LOOKED_UP = 3_000
"""Whether a move is on a list is looked up in so much of it: a list is lazy, and may be longer than anybody reads."""

MAKES_WAY = {("cooper_island", "choose_site"): "store_cube"}
"""The decisions, by title, that may have no legal answer yet, and the kind of anytime move that makes one legal.

A building or statue is paid for and every space that could take it lies under a cube (ruling 40).
"""


@each_setting
def test_random_moves_lead_to_a_result_for_every_seat(setting: Setting):
    for playout in playouts(setting):
        with playout:
            for _, step in playout.steps():
                *facts, closing = step.events
                assert isinstance(closing, Closed)
                assert closing.revision == step.game.revision == playout.game.revision + 1
                assert not any(isinstance(fact, Closed) for fact in facts)
                ids = [opened.id for opened in open_decisions(step.game.agenda)]
                assert len(set(ids)) == len(ids)
                assert bool(ids) is (step.game.status is Status.ACTIVE), "only an open decision goes on"
            game = playout.game
            assert game.status is Status.ENDED
            assert isinstance(playout.log[-2], Ended)
            assert [standing.seat for standing in game.standings] == list(range(setting.seats))
            # A seat that plays alone may be second to an opponent whom nobody plays.
            assert min(standing.rank for standing in game.standings) in ((1, 2) if setting.seats == 1 else (1,))


@each_setting
def test_what_the_title_conserves_is_conserved(setting: Setting):
    check = INVARIANTS[setting.title]
    for playout in playouts(setting):
        with playout:
            check(playout.game)
            for _, step in playout.steps():
                check(step.game)


@each_setting
def test_the_log_folded_through_the_codec_is_the_live_game_after_every_move(setting: Setting):
    for playout in playouts(setting):
        with playout:
            codec = Codec(playout.title)
            box = playout.title.restore_components(playout.components.canonical)
            assert box.hash == playout.components.hash
            created, *others = (stored_and_read(codec, event) for event in playout.log)
            folded = extend(playout.title, begin(playout.title, created, box), others)  # type: ignore[arg-type]
            for _, step in playout.steps():
                folded = extend(playout.title, folded, [stored_and_read(codec, event) for event in step.events])
                assert folded == step.game
                assert fingerprint(folded) == fingerprint(step.game)
            at_once = fold(playout.title, box, [stored_and_read(codec, event) for event in playout.log])
            assert fingerprint(at_once) == fingerprint(playout.game)


def stored_and_read(codec: Codec, event: Struct) -> Struct:
    name, stored = codec.encode(event)
    read = codec.decode(name, stored)
    assert read == event
    assert codec.encode(read) == (name, stored)
    return read


@each_setting
def test_a_line_of_notation_reads_as_the_move_it_was_written_for(setting: Setting):
    for playout in playouts(setting):
        with playout:
            pool = Pool()
            for before, step in playout.steps():
                for opened in open_decisions(before.agenda):
                    for move in some_listed(playout.title, before, opened):
                        pool.add(move)
                        assert playout.notation.read(playout.notation.write(move)) == move
                strange = pool.mutated(step.move, playout.dice)
                assert playout.notation.read(playout.notation.write(strange)) == strange


@each_setting
def test_a_move_is_listed_if_and_only_if_it_is_not_refused(setting: Setting):
    for playout in playouts(setting, 1):
        with playout:
            pool = Pool()
            for before, _ in playout.steps():
                for opened in open_decisions(before.agenda):
                    listed = some_listed(playout.title, before, opened)
                    for move in listed:
                        pool.add(move)
                        found = find(playout.title, before, opened.seat, opened.id, move)
                        assert not isinstance(found, Refusal), (move, found)
                    strange = [
                        pool.mutated(playout.dice.choice(listed), playout.dice) for _ in range(2 if listed else 0)
                    ]
                    strange += [
                        playout.dice.choice(kind) for kind in pool.moves.values() if playout.dice.random() < 0.1
                    ]
                    for move in strange:
                        found = find(playout.title, before, opened.seat, opened.id, move)
                        listed_too = is_listed(playout.title, before, opened, move)
                        assert listed_too is None or isinstance(found, Refusal) is not listed_too, (move, found)


def some_listed(title: Title[Any], game: Game[Any], opened: OpenDecision) -> list[Struct]:
    return [
        *islice(legal_answers(game, opened), SOME_LISTED),
        *islice(legal_anytime(title, game, opened), SOME_LISTED),
    ]


def is_listed(title: Title[Any], game: Game[Any], opened: OpenDecision, move: Struct) -> bool | None:
    """Whether a move is on a list; nothing if it was not found in the part of a long one that was read."""
    is_answer = isinstance(move, opened.decision.answers)
    moves = legal_answers(game, opened) if is_answer else legal_anytime(title, game, opened)
    if move in islice(moves, MOST_LOOKED_UP):
        return True
    return False if next(moves, None) is None else None


@each_setting
def test_a_move_in_the_list_can_be_carried_out(setting: Setting):
    for playout in playouts(setting, 1):
        with playout:
            chance = KeyedChance("another seed")
            for before, _ in playout.steps():
                for opened in open_decisions(before.agenda):
                    listed = some_listed(playout.title, before, opened)
                    for move in playout.dice.sample(listed, min(2, len(listed))):
                        events = decide(playout.title, before, opened.seat, opened.id, move, chance)
                        assert not isinstance(events, Refusal)
                        after = extend(playout.title, before, events)
                        for other in open_decisions(after.agenda):
                            assert is_answerable(playout.title, after, other), other


@each_setting
def test_nobody_is_asked_for_what_cannot_be_answered(setting: Setting):
    for playout in playouts(setting):
        with playout:
            for before, _ in playout.steps():
                for opened in open_decisions(before.agenda):
                    assert is_answerable(playout.title, before, opened), opened


def is_answerable(title: Title[Any], game: Game[Any], opened: OpenDecision) -> bool:
    """Whether there is a legal answer, or any one anytime move of the kind that makes way for one leads to it."""
    if next(legal_answers(game, opened), None) is not None:
        return True
    kind = MAKES_WAY.get((title.name, word_of(type(opened.decision))))
    moves = [move for move in legal_anytime(title, game, opened) if word_of(type(move)) == kind]
    return bool(moves) and all(has_answer_after(title, game, opened, move) for move in moves)


def has_answer_after(title: Title[Any], game: Game[Any], opened: OpenDecision, move: Struct) -> bool:
    """Whether the decision is still asked after an anytime move, and then has a legal answer."""
    events = decide(title, game, opened.seat, opened.id, move, KeyedChance("on the way to an answer"))
    assert not isinstance(events, Refusal)
    after = extend(title, game, events)
    again = [other for other in open_decisions(after.agenda) if other.decision == opened.decision]
    return any(next(legal_answers(after, other), None) is not None for other in again if other.seat == opened.seat)


@pytest.mark.parametrize(("title", "kind"), MAKES_WAY)
def test_a_decision_without_an_answer_is_met_and_would_not_be_let_through_unnamed(
    title: str, kind: str, monkeypatch: pytest.MonkeyPatch
):
    opened, playout = next(met for met in lacking_answers(title) if word_of(type(met[0].decision)) == kind)
    assert is_answerable(playout.title, playout.game, opened)
    monkeypatch.delitem(MAKES_WAY, (title, kind))
    assert not is_answerable(playout.title, playout.game, opened)


def lacking_answers(title: str) -> Iterator[tuple[OpenDecision, Playout]]:
    """Decisions of random games that have no legal answer, each with its game as it stands."""
    for number, setting in product(range(20), [one for one in MAIN_SETTINGS if one.title == title]):
        playout = Playout(setting, number)
        for before, _ in playout.steps():
            for opened in open_decisions(before.agenda):
                if next(legal_answers(before, opened), None) is None:
                    yield opened, playout


@each_main_setting
def test_judging_a_move_changes_nothing_and_a_refused_move_leaves_no_trace(setting: Setting):
    for playout in playouts(setting):
        with playout:
            pool = Pool()
            for before, step in playout.steps():
                mark, state = fingerprint(before), before.state
                pool.add(step.move)
                strange = pool.mutated(step.move, playout.dice)
                chance = KeyedChance(playout.seed)
                first = decide(playout.title, before, step.seat, step.decision.id, strange, chance)
                again = decide(playout.title, before, step.seat, step.decision.id, step.move, chance)
                assert again == step.events, "the same move, game and seed make the same facts"
                both = carry_out(playout.title, before, step.seat, step.decision.id, step.move, chance)
                assert both == (step.events, step.game), "carried out is judged and folded"
                assert fingerprint(before) == mark
                assert before.state is state
                stale = decide(playout.title, step.game, step.seat, step.decision.id, step.move, chance)
                assert isinstance(stale, Refusal), "a decision dies with its answer"
                if not isinstance(first, Refusal):
                    assert isinstance(first[-1], Closed)


@each_main_setting
def test_a_fingerprint_leaves_out_revisions_and_names_of_decisions(setting: Setting):
    for playout in playouts(setting, 1):
        with playout:
            for before, step in playout.steps():
                assert fingerprint(replace(before, revision=before.revision + 7)) == fingerprint(before)
                if any(not isinstance(event, Closed) for event in step.events):
                    assert fingerprint(step.game) != fingerprint(before)


@each_setting
def test_anytime_moves_alone_come_to_an_end(setting: Setting):
    for playout in playouts(setting):
        with playout:
            for before, _ in playout.steps():
                if playout.dice.random() < 0.05:
                    for opened in open_decisions(before.agenda):
                        exhaust_anytime_moves(playout, before, opened)


MOST_ANYTIME = 400


def exhaust_anytime_moves(playout: Playout, game: Game[Any], opened: OpenDecision) -> None:
    """Make anytime moves beside a decision, and answer what they ask, until it is gone or no such move is left."""
    chance, waiting = KeyedChance(playout.seed), game.agenda.lane(opened.lane).steps
    for _ in range(MOST_ANYTIME):
        now = list(open_decisions(game.agenda))
        current = next((one for one in now if one.lane == opened.lane), None)
        steps = game.agenda.lane(opened.lane).steps if current is not None else ()
        if current is None or steps[-len(waiting) :] != waiting:
            return
        moves = [] if steps != waiting else list(islice(legal_anytime(playout.title, game, current), 60))
        if steps == waiting and not moves:
            return
        moves = moves or list(islice(legal_answers(game, current), 60))
        moves = moves or list(legal_anytime(playout.title, game, current))
        move = playout.dice.choice(moves)
        events = decide(playout.title, game, current.seat, current.id, move, chance)
        assert not isinstance(events, Refusal)
        game = extend(playout.title, game, events)
    raise AssertionError(f"anytime moves beside {opened.decision} do not end")
