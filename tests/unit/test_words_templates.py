"""Templates: forms of a word, words by number, and what is left out."""

import pytest

from quarterdeck_rules.engine.refusal import refuse
from quarterdeck_rules.words import Words
from quarterdeck_rules.words.templates import forms_of, in_form, names_in, number_of, plural_rule, plurals


def told(template: str, language: str = "en", terms: dict[str, str] | None = None, **values: object) -> str:
    words = Words({"events": {"told": template}, "terms": terms or {}}, language)
    return words.say("events", "told", values, ("Ada", "Bo").__getitem__)


TERMS = {"coin": "moneta | acc: monetę | gen: monety", "gold": "złoto"}


def test_a_value_is_told_in_the_form_that_is_asked_for():
    assert told("{good} {good.acc} {good.gen}", terms=TERMS, good="coin") == "moneta monetę monety"


def test_a_word_without_the_form_and_a_name_stand_as_they_are():
    assert told("{good.acc}, {mark.acc}, {seat.acc}", terms=TERMS, good="gold", mark="A1", seat=1) == "złoto, A1, Bo"
    assert in_form("plain", "acc") == "plain"
    assert forms_of("one | a: two | b: three: four") == {"": "one", "a": "two", "b": "three: four"}


def test_the_form_of_a_list_is_that_of_each_word_in_it():
    assert told("{goods.acc}", terms=TERMS, goods=("coin", "gold", "coin")) == "monetę, złoto, monetę"


@pytest.mark.parametrize(
    ("language", "number", "word"),
    [
        *(("en", number, word) for number, word in ((0, "b"), (1, "a"), (2, "b"), (21, "b"))),
        *(("pl", number, word) for number, word in ((0, "c"), (1, "a"), (2, "b"), (4, "b"), (5, "c"), (11, "c"))),
        *(
            ("pl", number, word)
            for number, word in ((12, "c"), (14, "c"), (21, "c"), (22, "b"), (112, "c"), (122, "b"))
        ),
    ],
)
def test_a_word_goes_with_its_number(language: str, number: int, word: str):
    choice = "{count|a|b|c}" if language == "pl" else "{count|a|b}"
    assert told(choice, language, count=number) == word
    # In the details of a refusal a number is text.
    assert told(choice, language, count=str(number)) == word


def test_languages_have_as_many_words_by_number_as_their_rule_tells_apart():
    assert [plurals(language) for language in ("en", "de", "pt", "pl")] == [2, 2, 2, 3]
    assert plural_rule("pl") is not plural_rule("de") is plural_rule("en")


@pytest.mark.parametrize(
    ("value", "number"), [(True, 1), (False, 0), ((), 0), (("a", "b"), 2), ("7", 7), ("A1", 1), ("", 0), (None, 0)]
)
def test_whatever_a_value_is_it_has_a_number(value: object, number: int):
    assert number_of(value) == number


def test_what_is_so_or_not_is_told_by_the_first_word_or_the_last_which_may_be_empty():
    assert [told("{up|open|shut}", "pl", up=up) for up in (True, False)] == ["open", "shut"]
    assert [told("laid{up| as a forest|}", up=up) for up in (True, False)] == ["laid as a forest", "laid"]


def test_a_part_in_brackets_counts_what_a_choice_names():
    assert names_in("{a}[ {b.gen}][ {c|x|y}]") == {"a", "b", "c"}
    assert [told("{a}[ and {c} {c|more|others}]", a="x", c=count) for count in (0, 1, 2)] == [
        "x",
        "x and 1 more",
        "x and 2 others",
    ]


def test_a_number_of_goods_in_a_refusal_is_told_with_their_word():
    words = Words({"refusals": {"SHORT": "owed: {owed}"}, "terms": {"gold": "Gold"}}, "de")
    refusal = refuse("SHORT", "CI-COST-1", owed=("gold:2", "cloth:1"))
    assert words.refuse(refusal.reason, "", refusal.details, str) == "owed: Gold: 2, cloth: 1"


def test_a_name_with_a_comma_is_one_name():
    words = Words({})
    details = (("player", "Bo, jr"),)
    assert words.refuse("SEAT_HELD_ALREADY", "", details, str) == "Bo, jr has the seat already"


def test_the_facts_of_a_title_may_be_called_as_those_of_all_titles_and_are_told_in_its_words():
    words = Words({"events": {"gained": "points by {by}"}, "terms": {"small_market": "the little market"}})
    assert words.say("events", "gained", {"by": "small_market"}, str) == "points by the little market"
    paused = words.say("events", "paused", {"by": "small_market", "reason": "tea_time"}, str)
    assert paused == "small_market pauses the game: tea_time"
