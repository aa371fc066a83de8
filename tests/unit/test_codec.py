"""The codec: stored names are schema, those of steps inside closing events included."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from quarterdeck_rules.conduct import facts
from quarterdeck_rules.conduct.facts import Paused
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.agenda import Agenda, Due, Lane
from quarterdeck_rules.engine.codec import Codec, UnknownNameError, read_created, tag_of
from quarterdeck_rules.engine.game import SHARED_UPCASTERS, Closed, Created, Joined
from tests.unit.script import SCRIPT, Choose, Give, Marked, Pick, Say, Spread

CODEC = Codec(SCRIPT)

NESTED = Closed(
    7,
    Agenda(
        Lane(0, 3, (Due(0, Choose("main", (Say("one"), Choose("two", (Give(1),))))),)),
        (Lane(2, 7, (Due(1, Spread((Choose("own"),))),)),),
    ),
    (("die", 2),),
)


@pytest.mark.parametrize(
    "event",
    [Marked("a mark"), Joined(1, "player"), Closed(1, Agenda()), NESTED],
    ids=["of the title", "shared", "nothing left", "steps in steps"],
)
def test_an_event_is_read_as_it_was_stored(event: Any):
    name, stored = CODEC.encode(event)
    assert name == tag_of(event)
    assert CODEC.decode(name, stored) == event
    assert CODEC.encode(CODEC.decode(name, stored)) == (name, stored)


def test_stored_bytes_are_plain_json_with_the_name_as_type():
    name, stored = CODEC.encode(Marked("a mark"))
    assert name == "script.marked.v1"
    assert msgspec.json.decode(stored) == {"type": "script.marked.v1", "mark": "a mark"}


def test_a_default_that_a_closing_event_leaves_out_is_read_back():
    name, stored = CODEC.encode(Closed(4, Agenda()))
    assert b"draws" not in stored
    assert CODEC.decode(name, stored) == Closed(4, Agenda(), ())


def test_an_unknown_name_is_an_error():
    with pytest.raises(UnknownNameError, match=r"script\.gone\.v1"):
        CODEC.decode("script.gone.v1", b'{"type":"script.gone.v1"}')


def test_a_stored_event_that_calls_itself_otherwise_is_an_error():
    _, stored = CODEC.encode(Marked("a mark"))
    with pytest.raises(UnknownNameError, match="calls itself"):
        CODEC.decode(tag_of(Joined), stored)
    with pytest.raises(UnknownNameError, match="calls itself"):
        CODEC.decode("script.gone.v1", stored)


def test_an_unknown_step_in_a_closing_event_is_an_error():
    name, stored = CODEC.encode(NESTED)
    with pytest.raises(UnknownNameError, match=r"script\.lost\.v1"):
        CODEC.decode(name, stored.replace(b"script.give.v1", b"script.lost.v1"))


def test_a_missing_field_is_an_error():
    with pytest.raises(msgspec.ValidationError):
        CODEC.decode("script.marked.v1", b'{"type":"script.marked.v1"}')


def test_an_old_event_is_brought_up_to_date_version_by_version():
    def first(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "script.said.v2", "text": raw["words"]}

    def second(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "script.marked.v1", "mark": raw["text"].upper()}

    codec = Codec(SCRIPT, {"script.said.v1": first, "script.said.v2": second})
    assert codec.decode("script.said.v1", b'{"type":"script.said.v1","words":"old"}') == Marked("OLD")
    assert codec.decode("script.said.v2", b'{"type":"script.said.v2","text":"newer"}') == Marked("NEWER")


def test_an_old_step_inside_a_closing_event_is_brought_up_to_date_however_deep():
    def renamed(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "script.give.v1", "to": raw["receiver"] + 0}

    codec = Codec(SCRIPT, {"script.hand_over.v1": renamed})
    name, stored = CODEC.encode(NESTED)
    old = stored.replace(b'{"type":"script.give.v1","to":1}', b'{"type":"script.hand_over.v1","receiver":1}')
    assert old != stored
    assert codec.decode(name, old) == NESTED


def test_an_old_closing_event_may_hold_old_steps():
    def closed(raw: dict[str, Any]) -> dict[str, Any]:
        return {**raw, "type": "quarterdeck.closed.v1", "revision": raw["number"]}

    def said(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "script.say.v1", "mark": raw["text"]}

    codec = Codec(SCRIPT, {"quarterdeck.closed.v0": closed, "script.say.v0": said})
    stored = (
        b'{"type":"quarterdeck.closed.v0","number":5,"agenda":{"main":{"number":0,"asked":5,'
        b'"steps":[[1,{"type":"script.say.v0","text":"hello"}]]},"lanes":[]}}'
    )
    assert codec.decode("quarterdeck.closed.v0", stored) == Closed(5, Agenda(Lane(0, 5, (Due(1, Say("hello")),))))


def test_an_upcaster_that_leads_nowhere_is_an_error():
    codec = Codec(SCRIPT, {"script.said.v1": lambda raw: {"type": "script.nothing.v1"}})
    with pytest.raises(UnknownNameError):
        codec.decode("script.said.v1", b'{"type":"script.said.v1"}')


def test_an_upcaster_that_goes_round_in_circles_is_an_error():
    there_and_back = {
        "script.said.v1": lambda raw: {"type": "script.said.v2"},
        "script.said.v2": lambda raw: {"type": "script.said.v1"},
    }
    with pytest.raises(UnknownNameError):
        Codec(SCRIPT, there_and_back).decode("script.said.v1", b'{"type":"script.said.v1"}')


@pytest.mark.parametrize("kind", [Marked, Say, Pick, Joined, Paused], ids=tag_of)
def test_an_upcaster_of_what_is_stored_today_is_an_error(kind: Any):
    with pytest.raises(ValueError, match=tag_of(kind)):
        Codec(SCRIPT, {tag_of(kind): dict}, (Paused,))


def test_a_title_brings_its_own_upcasters():
    def marked(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "script.marked.v1", "mark": raw["words"]}

    title = replace(SCRIPT, upcasters={"script.said.v1": marked})
    for codec in (Codec(title), codec_of(title)):
        assert codec.decode("script.said.v1", b'{"type":"script.said.v1","words":"old"}') == Marked("old")


def test_every_codec_brings_the_shared_facts_up_to_date(monkeypatch: pytest.MonkeyPatch):
    def joined(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "quarterdeck.joined.v1", "seat": raw["place"], "player": raw["name"]}

    def paused(raw: dict[str, Any]) -> dict[str, Any]:
        return {"type": "quarterdeck.paused.v1", "by": raw["who"], "reason": ""}

    monkeypatch.setitem(SHARED_UPCASTERS, "quarterdeck.joined.v0", joined)
    monkeypatch.setitem(facts.UPCASTERS, "quarterdeck.paused.v0", paused)
    codec = codec_of(SCRIPT)
    stored = b'{"type":"quarterdeck.joined.v0","place":1,"name":"ann"}'
    assert codec.decode("quarterdeck.joined.v0", stored) == Joined(1, "ann")
    assert codec.decode("quarterdeck.paused.v0", b'{"type":"quarterdeck.paused.v0","who":"dora"}') == Paused("dora", "")


def test_the_creation_of_a_log_is_read_without_its_title_and_brought_up_to_date(monkeypatch: pytest.MonkeyPatch):
    created = Created("go", "1", "hash", 2, (), False, "someone")
    name, stored = CODEC.encode(created)
    assert read_created(name, stored) == created

    def renamed(raw: dict[str, Any]) -> dict[str, Any]:
        return {**raw, "type": name, "title": raw["game"]}

    monkeypatch.setitem(SHARED_UPCASTERS, "quarterdeck.created.v0", renamed)
    old = stored.replace(name.encode(), b"quarterdeck.created.v0").replace(b'"title"', b'"game"')
    assert read_created("quarterdeck.created.v0", old) == created
    with pytest.raises(UnknownNameError, match="calls itself"):
        read_created(name, old)
    with pytest.raises(UnknownNameError, match=r"quarterdeck\.created\.v9"):
        read_created("quarterdeck.created.v9", stored.replace(name.encode(), b"quarterdeck.created.v9"))
    with pytest.raises(UnknownNameError, match="a log begins with"):
        read_created(*CODEC.encode(Joined(0, "ann")))


def test_the_first_event_names_everything_a_game_depends_on():
    created = Created("script", "1", "hash", 2, (("name", "value"),), False, "someone")
    assert CODEC.decode(*CODEC.encode(created)) == created
