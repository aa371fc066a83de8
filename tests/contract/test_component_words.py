"""Whatever a component does has its words, so that a frontend draws cards and boards without words of its own."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from quarterdeck_rules.cooper_island import TITLE as COOPER_ISLAND
from quarterdeck_rules.cooper_island.actions import Action
from quarterdeck_rules.cooper_island.solo.cards import CooperStep
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.steps import Effect
from quarterdeck_rules.puerto_rico import TITLE as PUERTO_RICO
from quarterdeck_rules.puerto_rico.terms import Group
from quarterdeck_rules.titles import TITLES
from quarterdeck_rules.words import Words
from quarterdeck_rules.words.templates import names_in
from quarterdeck_server.api.components import component_messages, entries, parts
from quarterdeck_server.api.speech import Speech

EACH_TITLE = pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)


def word(kind: type[Struct] | Struct) -> str:
    """The word that the catalogue has for a part of a component."""
    return tag_of(kind).split(".")[-2:][0]


def in_the_box(title) -> dict[str, type[Struct]]:
    """The kinds of parts that the components of a title have."""
    return {word(part): type(part) for _, entry in entries(title.load_components(())) for _, part in parts(entry)}


def whole(title) -> dict[str, type[Struct]]:
    """The components of a title by id: some do something as a whole."""
    return {entry.id: type(entry) for _, entry in entries(title.load_components(()))}


def possible(title) -> dict[str, type[Struct]]:
    """The kinds of parts that replaced components may have as well: all effects, and the closed lists beside them."""
    known = {word(step): step for step in title.steps if issubclass(step, Effect)}
    waiting: list[Any] = [msgspec.inspect.type_info(type(title.load_components(()).contents))]
    seen: set[type] = set()
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType(cls=kind, fields=fields):
                if kind.__struct_config__.tag is not None:
                    known[word(kind)] = kind
                waiting += [field.type for field in fields if kind not in seen]
                seen.add(kind)
            case msgspec.inspect.VarTupleType(item_type=item):
                waiting.append(item)
            case msgspec.inspect.TupleType(item_types=items) | msgspec.inspect.UnionType(types=items):
                waiting += items
    return known


@EACH_TITLE
def test_everything_that_a_component_does_has_words(title):
    assert in_the_box(title) or whole(title).keys() & title.words("en")["components"].keys()
    assert sorted(in_the_box(title).keys() - title.words("en")["components"].keys()) == []


@EACH_TITLE
def test_there_are_no_words_for_what_no_component_can_do_and_they_name_what_is_there(title):
    templates, kinds = title.words("en")["components"], whole(title) | possible(title)
    assert sorted(templates.keys() - kinds.keys()) == []
    for code, template in templates.items():
        assert names_in(template) <= set(kinds[code].__struct_fields__), code


def test_every_action_change_and_measure_of_cooper_island_has_words_even_if_the_box_has_no_use_for_it():
    kinds = {code for code, kind in possible(COOPER_ISLAND).items() if not issubclass(kind, Effect)}
    actions = {word(step) for step in COOPER_ISLAND.steps if issubclass(step, Action | CooperStep)}
    assert kinds | actions == COOPER_ISLAND.words("en")["components"].keys()


def test_every_beige_building_of_puerto_rico_and_nothing_else_has_words():
    buildings = PUERTO_RICO.load_components(()).contents.buildings
    beige = {building.id for building in buildings if building.group is not Group.PRODUCTION}
    assert beige == PUERTO_RICO.words("en")["components"].keys()


@EACH_TITLE
def test_the_path_of_a_part_leads_to_its_place_in_the_fields(title):
    components = title.load_components(())
    messages = component_messages(title, components, Speech())
    for (_, entry), message in zip(entries(components), messages, strict=True):
        assert message.words
        for (_, part), sent in zip(parts(entry), [one for one in message.parts if one.path], strict=True):
            found: Any = message.fields
            for step in sent.path.split("."):
                found = found[int(step)] if step.isdecimal() else found[step]
            names_itself_in = "do" if isinstance(part, Effect) else part.__struct_config__.tag_field
            assert found[names_itself_in] == word(part), sent.path
            assert sent.words


def test_parts_are_told_as_people_say_them():
    words = Words(COOPER_ISLAND.words("en"))
    told = {
        (entry.id, ".".join(path)): words.tell("components", part, str)
        for _, entry in entries(COOPER_ISLAND.load_components(()))
        for path, part in parts(entry)
    }
    assert told["coin_boat", "action"] == "gain goods: coin"
    assert told["gold_cloth_boat", "action"] == "gain goods, one of: gold, cloth"
    assert told["A", "offers.0.one_of.1"] == "place a double tile"
    assert told["S15", "changes.0"] == "it takes other cartographer steps to chart a space: 1"
    assert told["L11", "flag.goal.measure"] == "buildings and statues on spaces of level 4 or more"
