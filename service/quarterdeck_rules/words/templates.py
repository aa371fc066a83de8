"""Templates: the parts of a line, the forms of a word, and the word that goes with a number."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?((?:\|[^{}|]*)*)\}")


class Place(Struct, frozen=True):
    """A place in a template that is filled with a value, or with a word that goes with its number."""

    name: str
    form: str = ""
    choice: tuple[str, ...] = ()
    """Words by number; if there are any, one of them is told in place of the value."""


class Part(Struct, frozen=True):
    """A piece of a template: texts and places in turn."""

    pieces: tuple[str | Place, ...]
    names: frozenset[str]
    """The values that it names."""
    is_optional: bool


@cache
def parts_of(template: str) -> tuple[Part, ...]:
    """The parts of a template, in order."""
    # Every second piece was in brackets.
    return tuple(_part(text, place % 2 == 1) for place, text in enumerate(_OPTIONAL.split(template)) if text)


def names_in(template: str) -> frozenset[str]:
    """The values that a template names."""
    return frozenset().union(*(part.names for part in parts_of(template)))


def _part(text: str, is_optional: bool) -> Part:
    pieces = tuple(_pieces(text))
    return Part(pieces, frozenset(piece.name for piece in pieces if isinstance(piece, Place)), is_optional)


def _pieces(text: str) -> Iterator[str | Place]:
    end = 0
    for found in _PLACE.finditer(text):
        yield text[end : found.start()]
        yield Place(found[1], found[2] or "", tuple(found[3].split("|")[1:]))
        end = found.end()
    yield text[end:]


@cache
def forms_of(word: str) -> Mapping[str, str]:
    """The forms of a word by name; the plain one has the empty name."""
    plain, *more = word.split(" | ")
    return {"": plain} | {name: text for name, _, text in (one.partition(": ") for one in more)}


def in_form(word: str, form: str) -> str:
    """A word in a form: as it is if it does not have that."""
    if " | " not in word:
        return word
    forms = forms_of(word)
    return forms.get(form, forms[""])


PluralRule: TypeAlias = Callable[[int], int]
"""Which word goes with a number, counted from 0; the last one there is stands for those beyond it."""


def _one_or_more(number: int) -> int:
    return 0 if number == 1 else 1


def _polish(number: int) -> int:
    if number == 1:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


_RULES: Mapping[str, PluralRule] = {"pl": _polish}


def plural_rule(language: str) -> PluralRule:
    """The rule of a language: one or more, unless it has more kinds of number."""
    return _RULES.get(language, _one_or_more)


def plurals(language: str) -> int:
    """How many words a choice by number has in a language."""
    return len(set(map(plural_rule(language), range(200))))


def number_of(value: Any) -> int:
    """The number of a value: for a list how many things are in it, and in the details of a refusal it is text."""
    if isinstance(value, tuple):
        return len(value)
    if isinstance(value, int):
        return int(value)
    text = str(value)
    return int(text) if text.isdecimal() else int(bool(value))
