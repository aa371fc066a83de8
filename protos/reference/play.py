"""What the rules of a title say of its moves and decisions: how a move is written, and which move answers what."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from protos.reference.description import Description, Message
from quarterdeck_rules.engine.components import Component
from quarterdeck_rules.engine.notation import Notation, word_of
from quarterdeck_rules.engine.steps import Decision
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.words import ENGLISH

_IN_TABLE = re.compile(
    r"by (?:its|their) ids?(?: in the table `(?P<table>\w+)`)|as `(?P<field>\w+)` in the table `(?P<other>\w+)`"
)
_EXAMPLE = re.compile(r"for example `([^`]+)`")


@dataclass(frozen=True)
class Asked:
    """What a decision is answered by."""

    moves: tuple[str, ...]
    """Kinds of move."""
    is_interruptible: bool
    """Whether anytime moves stand open beside it."""
    rule: str
    """Id of the rule that asks."""


@dataclass(frozen=True)
class Play:
    """A title's rules, as far as the reference tells of them; all by kind, as `place_worker`."""

    examples: Mapping[str, str]
    """A move of each kind in notation."""
    forms: Mapping[str, str]
    """What the notation of each kind consists of."""
    decisions: Mapping[str, Asked]
    anytime: frozenset[str]
    words: Mapping[str, Mapping[str, str]]
    """The title's English catalogue: per kind of thing a template for each code."""


def play_of(title: Title[Any], description: Description, package: str) -> Play:
    """Read the rules of a title; `package` is that of its protos, whose comments say what a field names."""
    messages = {name: description.messages[name] for name in description.messages if name.startswith(f"{package}.")}
    sampler = Sampler(components_of(title), messages, package)
    notation = Notation(title.moves)
    decisions = [step for step in title.steps if issubclass(step, Decision)]
    return Play(
        examples={word_of(move): notation.write(sampler.sample(move)) for move in title.moves},
        forms={word_of(move): " ".join((f"`{word_of(move)}`", *form(move))) for move in title.moves},
        decisions={
            word_of(one): Asked(tuple(map(word_of, one.answers)), one.interruptible, one.rule) for one in decisions
        },
        anytime=frozenset(word_of(one.move) for one in title.anytime),
        words=title.words(ENGLISH),
    )


def form(move: type[Struct]) -> Iterator[str]:
    """The fields of a move as its notation has them: in order, those with a default by name and in brackets."""
    for field in msgspec.structs.fields(move):
        yield f"*{field.name}*" if field.default is NODEFAULT else f"[`{field.name}=`*{field.name}*]"


def components_of(title: Title[Any]) -> Mapping[str, list[Component]]:
    """The component set of new games, table by table."""
    contents = title.load_components(()).contents
    tables = {name: getattr(contents, name) for name in contents.__struct_fields__}
    entries = {name: found if isinstance(found, tuple) else (found,) for name, found in tables.items()}
    return {name: [one for one in found if isinstance(one, Component)] for name, found in entries.items()}


class Sampler:
    """Makes a move of each kind that shows how it is written; the ids in it exist, but it may be legal nowhere."""

    def __init__(
        self, components: Mapping[str, list[Component]], messages: Mapping[str, Message], package: str
    ) -> None:
        self._components, self._messages, self._package = components, messages, package

    def sample(self, kind: type[Struct], leave_out: bool = False) -> Struct:
        """A value of this kind, with the fields that have a default or without them."""
        message = self._messages.get(f"{self._package}.{kind.__name__}")
        comments = {field.name: field.comment for field in message.fields} if message else {}
        hints = get_type_hints(kind)
        used: Counter[object] = Counter()
        values = {}
        for field in msgspec.structs.fields(kind):
            if leave_out and field.default is not NODEFAULT:
                continue
            hint, comment = hints[field.name], comments.get(field.name, "")
            texts = self._texts(field.name, comment)
            # Two fields of one table or enum, as the two spaces of a tile, get different values.
            of_one_kind = (texts[0], str) if hint is str else hint
            values[field.name] = self._value(hint, texts, comment, used[of_one_kind])
            used[of_one_kind] += 1
        return kind(**values)

    def _value(self, hint: Any, texts: Sequence[str], comment: str, index: int) -> Any:
        if get_origin(hint) in (Union, UnionType):
            inner = next(one for one in get_args(hint) if one is not type(None))
            return self._value(inner, texts, comment, index)
        if get_origin(hint) is tuple:
            return tuple(self._value(get_args(hint)[0], texts, comment, index + place) for place in range(2))
        if hint is bool:
            return True
        if hint is int:
            return 1
        if isinstance(hint, type) and issubclass(hint, Struct):
            made = self.sample(hint, leave_out=index == 0)
            return made if index == 0 else self._varied(made, index)
        if isinstance(hint, type) and issubclass(hint, Enum):
            members = [one for one in hint if str(one.value) in comment.lower().split()] or list(hint)
            return members[index % len(members)]
        return texts[index % len(texts)]

    @staticmethod
    def _varied(made: Struct, index: int) -> Struct:
        """The same with other members of its enums, so that a list does not show one thing twice."""
        others: dict[str, Enum] = {}
        for name in made.__struct_fields__:
            if isinstance(value := getattr(made, name), Enum):
                members = list(type(value).__members__.values())
                others[name] = members[index % len(members)]
        return msgspec.structs.replace(made, **others)

    def _texts(self, name: str, comment: str) -> list[str]:
        """What a field of this name and comment may hold: ids of its table, its example, or its name in capitals."""
        if found := _IN_TABLE.search(comment):
            entries = self._components.get(found["table"] or found["other"], [])
            texts = [getattr(one, found["field"] or "id") for one in entries]
        else:
            texts = _EXAMPLE.findall(comment)
        return list(dict.fromkeys(texts)) or [name.upper()]
