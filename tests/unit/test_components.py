"""Component sets: typed data with a hash that never moves under an old game."""

import hashlib

import msgspec
import pytest
from msgspec import Struct

from quarterdeck_rules.engine.components import (
    Component,
    ComponentError,
    ComponentSet,
    decode_contents,
    effect_hook,
    read_tables,
    restore_contents,
)
from quarterdeck_rules.engine.steps import Step
from tests.unit.script import Choose, Give, Say


class Card(Component, frozen=True, kw_only=True):
    action: Step
    count: int = 1


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Card, ...]


HOOK = effect_hook("script", (Say, Give, Choose))

TEXT = b"""
[[cards]]
id = "one"
status = "printed"
source = "page 1"
action = { do = "say", mark = "hello" }

[[cards]]
id = "two"
status = "reconstructed"
source = "proposed"
action = { do = "choose", name = "which", then = [{ do = "give", to = 1 }] }
count = 2
"""


def loaded(text: bytes = TEXT, *replacements: bytes) -> ComponentSet[Contents]:
    return ComponentSet(*decode_contents(read_tables((text,), replacements), Contents, HOOK))


def test_effects_in_component_files_are_the_steps_of_that_name():
    one, two = loaded().contents.cards
    assert one.action == Say("hello")
    assert two.action == Choose("which", (Give(1),))


def test_the_hash_is_that_of_the_canonical_bytes():
    box = loaded()
    assert box.hash == hashlib.sha256(box.canonical).hexdigest()
    assert box == loaded()
    assert hash(box) == hash(loaded())


def test_a_restored_set_has_the_same_contents_hash_and_bytes():
    box = loaded()
    restored = ComponentSet(restore_contents(box.canonical, Contents, HOOK), box.canonical)
    assert restored.contents == box.contents
    assert restored.hash == box.hash
    assert restored.canonical is box.canonical


def test_the_bytes_that_were_kept_are_never_made_again():
    kept = msgspec.json.encode(msgspec.json.decode(loaded().canonical), order="sorted") + b"\n"
    assert kept != loaded().canonical
    restored = ComponentSet(restore_contents(kept, Contents, HOOK), kept)
    assert restored.contents == loaded().contents
    assert restored.hash == hashlib.sha256(kept).hexdigest(), "an old set keeps its name, however it is encoded today"


def test_comments_and_the_order_of_fields_do_not_change_the_hash():
    shuffled = TEXT.replace(b'id = "one"\nstatus = "printed"\n', b'status = "printed"\n# a remark\nid = "one"\n')
    assert shuffled != TEXT
    assert loaded(shuffled).hash == loaded().hash


def test_any_other_value_changes_the_hash():
    assert loaded(TEXT.replace(b"count = 2", b"count = 3")).hash != loaded().hash


def test_a_replacement_takes_the_place_of_the_entry_with_its_id():
    text = b'[[cards]]\nid = "two"\nstatus = "printed"\nsource = "p. 2"\naction = { do = "say", mark = "other" }\n'
    cards = loaded(TEXT, text).contents.cards
    assert [card.id for card in cards] == ["one", "two"]
    assert cards[1].action == Say("other")
    assert cards[1].count == 1, "the whole entry is replaced, not field by field"


ENTRY = b'[[cards]]\nid = "one"\nstatus = "printed"\nsource = "page 1"\n'


@pytest.mark.parametrize(
    ("replacement", "problem"),
    [
        (b'[[cards]]\nid = "nine"\n', "no component 'nine' to replace"),
        (b"[[cards]]\ncount = 2\n", "a component is a table with an id"),
        (b'[[tiles]]\nid = "one"\n', "tiles: no table"),
        (b"cards = 3\n", "cards: no table"),
        (b"cards = [3]\n", "a component is a table with an id"),
        (b"[[cards\n", "not TOML"),
        (ENTRY + b'action = { do = "fly" }\n', "no effect is called 'fly'"),
        (ENTRY + b'action = { do = "say", mark = "x", loud = true }\n', "has no field loud"),
        (ENTRY + b'action = { do = "say" }\n', "mark"),
        (ENTRY + b'action = "say"\n', "expected an effect"),
        (ENTRY + b'action = { do = "choose", name = "x", then = [{ do = "fly" }] }\n', "fly"),
        (ENTRY + b'action = { do = "say", mark = "x" }\nvalue = 1\n', "value"),
        (ENTRY, "action"),
        (ENTRY.replace(b"printed", b"guessed") + b'action = { do = "say", mark = "x" }\n', "guessed"),
    ],
)
def test_a_replacement_that_cannot_be_used_says_what_is_wrong(replacement: bytes, problem: str):
    with pytest.raises(ComponentError) as caught:
        loaded(TEXT, replacement)
    assert problem in str(caught.value)
