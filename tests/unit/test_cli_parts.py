"""Components in words."""

import pytest
from google.protobuf.json_format import ParseDict

from quarterdeck.cli.parts import described, listed, named
from quarterdeck.v1.title_service_pb2 import Component
from tests.drawn import text_of


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cost": {"wood": 2, "coin": 1}, "helm_points": 1, "draws_card": False},
         "cost: 1 coin 2 wood; helm points: 1"),
        ({"action": {"do": "draw_tiles", "count": 1}}, "action: draw tiles"),
        ({"action": {"do": "draw_tiles", "count": 3}}, "action: draw tiles (count: 3)"),
        ({"offers": [{"one_of": [{"do": "fish"}, {"do": "sail_on"}], "times": 1}, {"one_of": [{"do": "rest"}]}]},
         "offers: fish or sail on / rest"),
        ({"changes": [{"change": "no_toll", "toll": "harbor"}]}, "changes: no toll (toll: harbor)"),
        ({"measure": {"count": "boats_built"}, "stages": [{"points": 8, "at_least": 5}], "seats_at_least": 1},
         "measure: boats built; stages: 8 points for at least 5"),
        ({"goods": ["wood", "gold"], "none": [], "nothing": "", "improvable": True},
         "goods: wood, gold; improvable: yes"),
    ],
)  # fmt: skip
def test_values_are_told_without_what_there_is_nothing_to_tell_of(fields, words):
    component = Component()
    ParseDict(fields, component.fields)
    assert described(component) == words


def test_a_name_finds_its_component_and_a_part_of_it_all_that_have_it():
    known = [Component(component_id=name) for name in ("A", "A1", "coin_boat", "draw_boat")]
    assert [one.component_id for one in named(known, "a")] == ["A"]
    assert [one.component_id for one in named(known, "boat")] == ["coin_boat", "draw_boat"]
    assert named(known, "zebra") == []


def test_what_a_component_does_is_told_in_the_words_of_the_service():
    component = Component(component_id="S7")
    ParseDict({"changes": [{"change": "more_spots", "spots": 2}], "offers": [{"one_of": [{"do": "a"}, {"do": "b"}]}]},
              component.fields)  # fmt: skip
    component.parts.add(path="changes.0", words="two more spots")
    component.parts.add(path="offers.0.one_of.1", words="the other")
    assert described(component) == "changes: two more spots; offers: a or the other"


def test_what_a_component_does_as_a_whole_is_told_first():
    component = Component(component_id="harbor")
    ParseDict({"cost": 8}, component.fields)
    component.parts.add(words="a point more for each loading")
    assert described(component) == "a point more for each loading; cost: 8"


def test_a_component_is_called_by_its_words_where_they_say_more_than_its_id():
    known = [
        Component(table="log_books", component_id="log_book_coin", words="the log book for a coin"),
        Component(table="boats", component_id="coin_boat", words="coin boat"),
    ]
    drawn = text_of(listed(known))
    assert "the log book for a coin" in drawn
    assert "coin boat" not in drawn
