"""Redaction of the facts all titles share: the seed and the agenda are nobody's business."""

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.agenda import Agenda, Due, Lane
from quarterdeck_rules.engine.game import SHARED_EVENTS, Closed, Created, Ended, Forked, Joined, Seeded, Started, redact
from quarterdeck_rules.engine.title import Standing
from tests.unit.script import SCRIPT, Choose, Marked, Whispered

CREATED = Created("script", "1", "hash", 2, (), False, "someone")
OPEN = (CREATED, Joined(0, "player"), Started(), Ended((Standing(0, 3, 1),)), Marked("all see it"))


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("event", OPEN, ids=lambda event: type(event).__name__)
def test_what_all_may_know_is_told_as_it_is(event: Struct, viewer: int | None):
    assert redact(SCRIPT, event, viewer) == event


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_seed_is_told_to_nobody(viewer: int | None):
    assert redact(SCRIPT, Seeded("secret"), viewer) == Seeded("")


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_of_a_closing_event_only_the_revision_is_told(viewer: int | None):
    agenda = Agenda(Lane(0, 5, (Due(0, Choose("with a secret")),)))
    assert redact(SCRIPT, Closed(5, agenda, (("deck", 4),)), viewer) == Closed(5, Agenda())


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_of_what_a_game_goes_on_from_the_place_is_told_and_not_what_waited_there(viewer: int | None):
    agenda = Agenda(Lane(0, 5, (Due(0, Choose("with a secret")),)))
    assert redact(SCRIPT, Forked("another", 9, agenda), viewer) == Forked("another", 9, Agenda())


def test_a_secret_of_a_seat_is_told_to_that_seat_alone():
    secret = Whispered(1, "secret")
    assert redact(SCRIPT, secret, 1) == secret
    assert redact(SCRIPT, secret, 0) == Whispered(1, "")
    assert redact(SCRIPT, secret, None) == Whispered(1, "")


def test_every_shared_event_is_looked_at_here():
    assert set(SHARED_EVENTS) == {type(event) for event in OPEN} - {Marked} | {Seeded, Forked, Closed}
