"""Words: every fact and decision of a title has its sentence, and names only what it has."""

from string import Formatter

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import SHARED_EVENTS, Closed, Seeded
from quarterdeck_rules.engine.steps import Decision
from quarterdeck_rules.engine.words import SHARED, Words
from quarterdeck_rules.titles import TITLES

CASES = [
    pytest.param(title, kind, thing, id=f"{title.name}-{tag_of(thing)}")
    for title in TITLES.values()
    for kind, things in (
        ("events", title.events),
        ("decisions", [step for step in title.steps if issubclass(step, Decision)]),
    )
    for thing in things
]


def named(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


@pytest.mark.parametrize(("title", "kind", "thing"), CASES)
def test_every_fact_and_decision_has_words_that_name_its_own_fields(title, kind: str, thing: type[Struct]):
    template = title.words()[kind][tag_of(thing).split(".")[1]]
    assert named(template) <= set(thing.__struct_fields__)


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.name)
def test_the_catalogue_has_no_words_for_what_does_not_exist(title):
    known = {tag_of(kind).split(".")[1] for kind in (*title.events, *title.steps)}
    for kind in ("events", "decisions"):
        assert set(title.words()[kind]) <= known


def test_shared_facts_that_viewers_see_have_words():
    for event in set(SHARED_EVENTS) - {Closed, Seeded}:
        template = SHARED[tag_of(event).split(".")[1]]
        assert named(template) <= set(event.__struct_fields__)


def test_values_are_told_as_people_say_them():
    words = Words({"events": {"sold": "{seat} sells {goods} to {owner} ({sure})"}, "terms": {"one_sail": "one-sail"}})

    def tell(**values: object) -> str:
        return words.say("events", "sold", values, lambda seat: ("Ada", "Ben")[seat])

    assert tell(seat=0, goods=("fine_cloth", "one_sail"), owner=1, sure=True) == (
        "Ada sells fine cloth, one-sail to Ben (yes)"
    )
    assert tell(seat=1, goods=(), owner=None, sure=False) == "Ben sells nothing to the supply (no)"
    assert words.say("events", "unknown", {}, str) == "unknown"
