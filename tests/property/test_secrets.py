"""Nobody learns what is secret: two worlds that differ in that alone look equal to whoever may not know.

Looked at are the values that the rules give a viewer, and the bytes that the service sends.
"""

from collections import Counter
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from quarterdeck.v1 import play_pb2
from quarterdeck_rules.cooper_island import TITLE as COOPER_ISLAND
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.codec import encode_hook
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Closed, Game, Status, extend, redact
from quarterdeck_rules.engine.judge import decide, find, legal_answers, legal_anytime
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title, Viewer
from quarterdeck_rules.puerto_rico import TITLE as PUERTO_RICO
from quarterdeck_server.api.messages import Messages
from tests.playouts import Step
from tests.property.disguises import DISGUISES
from tests.property.kit import MAIN_SETTINGS, SETTINGS, Playout, Setting, each_title, playouts
from tests.property.mutations import Pool
from tests.property.sent import Service, Told

SHARE = 0.04
"""How many positions are looked at in two worlds, beside those in which somebody holds a secret."""
EACH_KIND = 5
"""So often each kind of move is looked at in any case."""
SENT = "what is sent tells the worlds apart"

SECRET_SETTINGS = [one for one in SETTINGS if one.title in DISGUISES]
"""A title without a disguise has no secrets: a test makes sure."""


@pytest.mark.parametrize("setting", SECRET_SETTINGS, ids=str)
def test_worlds_that_differ_only_in_secrets_look_equal(setting: Setting):
    for playout in playouts(setting):
        with playout:
            pool, service = Pool(), Service(playout.title)
            for before, step in playout.steps():
                pool.add(step.move)
                if playout.dice.random() < SHARE or keeps_a_secret(playout.title, before, step):
                    for viewer in (None, *range(setting.seats)):
                        compare(playout, playout.title, before, step, viewer, pool, service)


def compare(
    playout: Playout,
    title: Title[Any],
    before: Game[Any],
    step: Step,
    viewer: Viewer,
    pool: Pool,
    service: Service | None = None,
) -> bool:
    """Look at a position and at the move made there in two worlds, also as a service sends it; whether they differ."""
    other, move = DISGUISES[title.name](before, viewer, step.move, playout.dice)
    assert seen(title, other, viewer, pool) == seen(title, before, viewer, pool)
    if service is not None:
        nothing, nothing_there = Closed(before.revision, before.agenda), Closed(other.revision, other.agenda)
        assert service.sent(other, (nothing_there,), viewer) == service.sent(before, (nothing,), viewer), SENT
    shows_points = title.has_hidden_points and step.game.status is Status.ENDED
    if viewer != step.seat and not shows_points:
        events = decide(title, other, step.seat, step.decision.id, move, KeyedChance(playout.seed))
        assert not isinstance(events, Refusal), (events, move)
        assert as_bytes(redact(title, one, viewer) for one in events) == as_bytes(
            redact(title, one, viewer) for one in step.events
        )
        after = extend(title, other, events)
        assert seen(title, after, viewer, pool) == seen(title, step.game, viewer, pool)
        if service is not None:
            assert service.sent(after, events, viewer) == service.sent(step.game, step.events, viewer), SENT
    return fingerprint(other) != fingerprint(before)


def seen(title: Title[Any], game: Game[Any], viewer: Viewer, pool: Pool) -> bytes:
    """All that a viewer is told of a game: position, scores, who is asked, own moves, refusals."""
    told: list[Any] = [title.view(game.state, viewer), title.score_sheet(game.state, viewer)]
    told += title.standings(game.state) if game.status is Status.ENDED or not title.has_hidden_points else ()
    told += [game.players, game.status, game.revision, game.standings]
    for opened in open_decisions(game.agenda):
        told.append((opened.id, opened.seat, type(opened.decision).__name__))
        if opened.seat == viewer:
            told.append(opened.decision)
            told.append(list(islice(legal_answers(game, opened), 60)))
            told.append(list(islice(legal_anytime(title, game, opened), 60)))
        if viewer is not None:
            judged = (find(title, game, viewer, opened.id, move) for kind in pool.moves.values() for move in kind[:3])
            told.append([one for one in judged if isinstance(one, Refusal)])
    return as_bytes(told)


def as_bytes(things: Any) -> bytes:
    return msgspec.json.encode(list(things), order="deterministic", enc_hook=encode_hook)


def keeps_a_secret(title: Title[Any], before: Game[Any], step: Step) -> bool:
    """Whether the move told somebody less than all, or is the first after one that did."""
    return any(hidden(title, event) for event in step.events) or before.draws != step.game.draws


def hidden(title: Title[Any], event: Struct) -> bool:
    kind = getattr(type(event).__struct_config__, "tag", "")
    return str(kind).startswith(f"{title.name}.") and title.redact(event, None) != event


@each_title
def test_a_title_with_secrets_has_a_disguise_that_changes_something(title: Title[Any]):
    secrets = different = 0
    for setting in MAIN_SETTINGS:
        if setting.title == title.name:
            for playout in playouts(setting, 2):
                for before, step in playout.steps():
                    keeps_points = title.has_hidden_points and playout.dice.random() < SHARE
                    if keeps_points or any(hidden(title, event) for event in step.events):
                        secrets += 1
                        assert title.name in DISGUISES, "a title with secrets needs a disguise"
                        different += compare(playout, title, before, step, None, Pool())
    assert different > 0 or (secrets == 0 and title.name not in DISGUISES)


@pytest.mark.parametrize("setting", [one for one in MAIN_SETTINGS if one.title in DISGUISES], ids=str)
def test_a_move_that_tells_a_secret_is_not_one_that_is_simply_undone(setting: Setting):
    """H1, B4: what others learn by a move is drawn just then, or the title says that such a fact tells a secret."""
    for playout in playouts(setting):
        title, looked_at = playout.title, Counter[type]()
        with playout:
            for before, step in playout.steps():
                closed = step.events[-1]
                assert isinstance(closed, Closed)
                if (
                    closed.draws
                    or step.game.status is Status.ENDED
                    or any(type(e) in title.reveals for e in step.events)
                ):
                    continue
                looked_at[type(step.move)] += 1
                if looked_at[type(step.move)] > EACH_KIND and playout.dice.random() > SHARE:
                    continue
                for viewer in (None, *range(setting.seats)):
                    if viewer != step.seat:
                        tells_nothing(playout, before, step, viewer)


def tells_nothing(playout: Playout, before: Game[Any], step: Step, viewer: Viewer) -> None:
    """In another world the seat has a move that looks the same, though that world was not made to have this one."""
    title = playout.title
    opened = next(one for one in open_decisions(before.agenda) if one.id == step.decision.id)
    another = next((move for move in islice(legal_answers(before, opened), 60) if move != step.move), None)
    if another is None:
        return
    other, _ = DISGUISES[title.name](before, viewer, another, playout.dice)
    asked = next(one for one in open_decisions(other.agenda) if one.id == step.decision.id)
    wanted = as_bytes(redact(title, one, viewer) for one in step.events)
    moves = chain(islice(legal_answers(other, asked), 500), legal_anytime(title, other, asked))
    for move in islice((move for move in moves if type(move) is type(step.move)), 60):
        done = decide(title, other, step.seat, asked.id, move, KeyedChance(playout.seed))
        assert not isinstance(done, Refusal)
        if as_bytes(redact(title, one, viewer) for one in done) == wanted:
            return
    raise AssertionError(f"{step.move} tells a secret")


def leaky(title: Title[Any], **told: Any) -> Title[Any]:
    return replace(title, **told)


def over(colony: Any) -> Any:
    """A table of Puerto Rico as it is shown when the game is over."""
    return msgspec.structs.replace(colony, is_over=True)


@pytest.mark.parametrize(
    "title",
    [
        leaky(COOPER_ISLAND, view=lambda island, viewer: island.small_deck),
        leaky(COOPER_ISLAND, redact=lambda event, viewer: event),
        leaky(COOPER_ISLAND, score_sheet=lambda island, viewer: island.large_deck),
        leaky(PUERTO_RICO, view=lambda colony, viewer: PUERTO_RICO.view(over(colony), viewer)),
        leaky(PUERTO_RICO, score_sheet=lambda colony, viewer: PUERTO_RICO.score_sheet(over(colony), viewer)),
        leaky(PUERTO_RICO, has_hidden_points=False),
    ],
    ids=["in the position", "in facts", "in scores", "points in the position", "points in scores", "in standings"],
)
def test_a_leak_would_be_noticed(title: Title[Any]):
    playout = Playout(Setting(title.name, 3, (), generous=True), 0)
    with pytest.raises(AssertionError):  # noqa: PT012  (where it is noticed depends on the game)
        for before, step in playout.steps():
            if keeps_a_secret(playout.title, before, step):
                compare(playout, title, before, step, None, Pool())


class Unredacted(Told):
    def shown(self, live: Any, revision: Any, viewer: Viewer) -> list[Struct]:
        return [event for event in revision.events if not isinstance(event, Closed)]


class TellingEverybody(Told):
    def decisions(self, title: Any, opened: Any, viewer: Viewer, players: Any) -> list[play_pb2.OpenDecision]:
        each = [super(TellingEverybody, self).decisions(title, [one], one.seat, players) for one in opened]
        return [told for decisions in each for told in decisions]


class WithTheNextCard(Told):
    def position(self, title: Title[Any], game: Game[Any], viewer: Viewer) -> play_pb2.Position:
        position = super().position(title, game, viewer)
        position.cooper_island.boards[0].small_cards.extend(game.state.small_deck.unseen[:1])
        return position


class OfAnotherSeat(Told):
    def explain(self, rejection: Any) -> list[Any]:
        situation = rejection.situation
        asked = [one.seat for one in situation.open_decisions]
        return [self.situation(msgspec.structs.replace(situation, viewer=seat)) for seat in asked]


class WithAllChips(Told):
    def position(self, title: Title[Any], game: Game[Any], viewer: Viewer) -> play_pb2.Position:
        return super().position(title, msgspec.structs.replace(game, state=over(game.state)), viewer)


LEAKS = {
    "in facts": (COOPER_ISLAND, Unredacted),
    "in decisions": (COOPER_ISLAND, TellingEverybody),
    "in the position": (COOPER_ISLAND, WithTheNextCard),
    "in errors": (COOPER_ISLAND, OfAnotherSeat),
    "points in the position": (PUERTO_RICO, WithAllChips),
}


@pytest.mark.parametrize(("title", "messages"), LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_in_what_is_sent_alone_would_be_noticed(title: Title[Any], messages: type[Messages]):
    playout = Playout(Setting(title.name, 3, (), generous=True), 0)
    service = Service(title, messages())
    with pytest.raises(AssertionError, match=SENT):  # noqa: PT012  (where it is noticed depends on the game)
        for before, step in playout.steps():
            if keeps_a_secret(title, before, step):
                compare(playout, title, before, step, None, Pool(), service)
