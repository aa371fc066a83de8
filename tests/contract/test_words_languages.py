"""Every language says what English says: the same lines, which name the same values, and nothing is left in English."""

import re
from collections.abc import Iterator
from typing import get_type_hints

import pytest
from msgspec import Struct

from quarterdeck_rules.conduct.facts import EVENTS
from quarterdeck_rules.engine.game import SHARED_EVENTS, Closed, Seeded
from quarterdeck_rules.engine.options import describe
from quarterdeck_rules.titles import TITLES
from quarterdeck_rules.words import ENGLISH, Catalogue, Words, languages, read, score_lines, shared
from quarterdeck_rules.words.templates import Part, Place, forms_of, parts_of, plurals
from quarterdeck_server.api.components import entries, parts
from quarterdeck_server.api.speech import phrases
from tests.playouts import new_game, play_out
from tests.same_words import SAME

OTHERS = languages()[1:]
WHOLE = ("terms", "words", "facts")
"""Sections in which a line is a word with its forms."""


def catalogues(language: str) -> dict[str, Catalogue]:
    """All catalogues of a language, by what they are for."""
    titles = {name: title.words(language) for name, title in TITLES.items()}
    return {"shared": shared(language), "service": phrases(language), **titles}


def lines(language: str) -> Iterator[tuple[str, str, str, str]]:
    """Each line: the catalogue and the section in which it stands, its code and its text."""
    for name, catalogue in catalogues(language).items():
        for section, templates in catalogue.items():
            for code, template in templates.items():
                yield name, section, code, template


def templates(language: str) -> Iterator[tuple[str, str, str]]:
    """Each template, with the catalogue and the code; of the words the plain form and all others."""
    for name, section, code, text in lines(language):
        for template in forms_of(text).values() if section in WHOLE else (text,):
            yield name, code, template


def places(language: str) -> Iterator[tuple[str, Place]]:
    for name, _, template in templates(language):
        yield from ((name, piece) for part in parts_of(template) for piece in part.pieces if isinstance(piece, Place))


def named(template: str, is_optional: bool) -> set[str]:
    found: list[Part] = [part for part in parts_of(template) if part.is_optional is is_optional]
    return {name for part in found for name in part.names}


EACH_LANGUAGE = pytest.mark.parametrize("language", OTHERS)


def test_every_title_comes_in_every_language():
    for package in (*(f"quarterdeck_rules.{name}" for name in TITLES), "quarterdeck_server.api"):
        for language in languages():
            assert read(package, language), package


@EACH_LANGUAGE
def test_every_line_of_english_is_there_and_no_other(language: str):
    theirs = {(name, section, code) for name, section, code, _ in lines(language)}
    options = {(name, "options", one.name) for name, title in TITLES.items() for one in describe(title.options)}
    ours = {(name, section, code) for name, section, code, _ in lines(ENGLISH)} | options
    assert sorted(ours - theirs) == []
    assert sorted(theirs - ours) == []
    assert [line for line in lines(language) if not line[-1].strip()] == []


@EACH_LANGUAGE
def test_every_line_names_what_the_english_one_names(language: str):
    english = catalogues(ENGLISH)
    pairs = [
        (code, template, english[name].get(section, {}).get(code, ""))
        for name, section, code, text in lines(language)
        for template in (forms_of(text).values() if section in WHOLE else (text,))
    ]
    optional = (True, False)
    assert [pair for pair in pairs if any(named(pair[1], one) != named(pair[2], one) for one in optional)] == []


@EACH_LANGUAGE
def test_no_bracket_brace_or_bar_is_left_over(language: str):
    texts = [
        (name, code, piece)
        for name, code, template in templates(language)
        for part in parts_of(template)
        for piece in part.pieces
        if isinstance(piece, str)
    ]
    assert [text for text in texts if set("[]{}|") & set(text[-1])] == []


@EACH_LANGUAGE
def test_a_choice_by_number_has_a_word_for_each_kind_of_number(language: str):
    kinds = [kind for title in TITLES.values() for kind in (*title.events, *title.moves, *title.steps)]
    kinds += [*SHARED_EVENTS, *EVENTS]
    flags = {field for kind in kinds for field, hint in get_type_hints(kind).items() if hint is bool}
    counted = [(name, place) for name, place in places(language) if place.choice]
    assert [
        (name, place)
        for name, place in counted
        if len(place.choice) != (2 if place.name in flags else plurals(language))
    ] == []


@EACH_LANGUAGE
def test_a_form_that_is_asked_for_is_one_that_words_have_and_the_other_way_round(language: str):
    asked = {place.form for _, place in places(language)} - {""}
    had = {form for _, section, _, text in lines(language) if section in WHOLE for form in forms_of(text)} - {""}
    assert asked == had


@EACH_LANGUAGE
def test_no_line_is_english_but_words_that_are_alike(language: str):
    english = {(name, section, code): text for name, section, code, text in lines(ENGLISH)}
    alike = {
        text
        for name, section, code, text in lines(language)
        if text == english.get((name, section, code)) and re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", text))
    }
    assert sorted(alike - SAME.get(language, set())) == []
    assert sorted(SAME.get(language, set()) - alike) == []


@EACH_LANGUAGE
def test_what_others_are_told_of_a_decision_names_nothing(language: str):
    for title in TITLES.values():
        questions = title.words(language)["questions"]
        assert [sentence for sentence in questions.values() if set("{}[]") & set(sentence)] == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_a_game_is_told_without_a_code(title, language: str):
    words = Words(title.words(language), language)
    name_of = words.names(("Ada", "Bo"))
    told: list[str] = []
    game, log = new_game(title, title.load_components(()), 2, "told")
    seen: list[Struct] = [*log]
    for step in play_out(title, game, "told", "told"):
        told.append(words.tell("moves", step.move, name_of))
        told.append(words.tell("decisions", step.decision.decision, name_of))
        seen += step.events
        game = step.game
    told += [words.tell("events", event, name_of) for event in seen if not isinstance(event, Seeded | Closed)]
    for _, line in score_lines(title.score_sheet(game.state, 0)):
        told.append(words.say("score", line.code, {fact.name: fact.value for fact in line.facts}, name_of))
    for _, entry in entries(title.load_components(())):
        told.append(words.term(entry.id))
        told += [words.tell("components", part, name_of) for _, part in parts(entry)]
    assert len(set(told)) > 300
    assert sorted({text for text in told if "_" in text or "  " in text or not text}) == []
