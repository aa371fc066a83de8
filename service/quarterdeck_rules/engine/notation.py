"""Notation: a move as one line of text, and back.

The first word is the kind of move (`move_ship`), then its fields in order.  A field that may be left out is written
`name=value` when it is not at its default.  Lists are joined by commas, parts of a small value by colons:
`pay coin,wood:B2 reductions=stone`.
"""

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote

import msgspec
from msgspec import NODEFAULT, Struct

from quarterdeck_rules.engine.codec import tag_of

_EMPTY = "-"
_NO_TEXT = "''"
"""An empty text that is all of a list, where the other sign would be an empty list."""
_LONGEST_QUOTATION = 64
_LARGEST = 2**31 - 1
"""Of a number, as in typed moves."""


class NotationError(ValueError):
    """A line that is no move of this title, and what was expected."""


class Notation:
    """The notation of one title's moves."""

    def __init__(self, moves: Iterable[type[Struct]]) -> None:
        self._kinds: Mapping[str, type[Struct]] = {word_of(kind): kind for kind in moves}
        self._hints = {kind: get_type_hints(kind) for kind in self._kinds.values()}
        # Asked once: each time they would be worked out from type hints anew.
        self._fields = {kind: msgspec.structs.fields(kind) for kind in self._kinds.values()}

    @property
    def words(self) -> tuple[str, ...]:
        """The kinds of move, as they are written."""
        return tuple(self._kinds)

    def write(self, move: Struct) -> str:
        """The move as one line."""
        parts = [word_of(type(move))]
        for field in self._fields[type(move)]:
            value = getattr(move, field.name)
            if field.default is NODEFAULT:
                parts.append(_write(value))
            elif value != field.default:
                parts.append(f"{field.name}={_write(value)}")
        return " ".join(parts)

    def read(self, line: str) -> Struct:
        """The move that a line stands for; NotationError says what is wrong with it."""
        word, *texts = line.split() or [""]
        kind = self._kinds.get(word)
        if kind is None:
            raise NotationError(f"no kind of move is called {quoted(word)}")
        fields = self._fields[kind]
        required = iter([field.name for field in fields if field.default is NODEFAULT])
        optional = {field.name for field in fields if field.default is not NODEFAULT}
        values: dict[str, Any] = {}
        for text in texts:
            name, given, rest = text.partition("=")
            if not given:
                name, rest = next(required, ""), text
            elif name not in optional:
                name = ""
            if not name or name in values:
                raise NotationError(f"{word}: {quoted(text)} is one too many")
            values[name] = self._read(kind, name, rest)
        if (missing := next(required, None)) is not None:
            raise NotationError(f"{word}: {missing} is missing")
        return kind(**values)

    def _read(self, kind: type[Struct], name: str, text: str) -> Any:
        try:
            return _read(self._hints[kind][name], text)
        except (ValueError, KeyError, StopIteration) as error:
            raise NotationError(f"{word_of(kind)}: {quoted(text)} is no {name}") from error


def quoted(text: str) -> str:
    """What somebody has written, in quotes; of a long text its beginning, for it may be of any length."""
    return repr(text if len(text) <= _LONGEST_QUOTATION else f"{text[: _LONGEST_QUOTATION - 1]}…")


def word_of(kind: type[Struct]) -> str:
    """The word for a kind of move: its stored name without title and version."""
    return tag_of(kind).split(".")[-2]


def _write(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        text = ",".join(map(_write, value))
        return (text if text != _EMPTY else _NO_TEXT) if value else _EMPTY
    if isinstance(value, Struct):
        return ":".join(_short(value))
    if isinstance(value, Enum):
        return str(value.value)
    return _write_text(value) if isinstance(value, str) else _EMPTY if value is None else str(value)


def _write_text(text: str) -> str:
    """A text so that nothing in it reads as something else: percent-encoded where it has to be."""
    return "%2D" if text == _EMPTY else quote(text, safe="") or _EMPTY


def _short(value: Struct) -> Iterator[str]:
    """The parts of a small value, without those at their defaults at its end."""
    fields = list(msgspec.structs.fields(type(value)))
    while fields and fields[-1].default is not NODEFAULT and getattr(value, fields[-1].name) == fields[-1].default:
        fields.pop()
    return (_write(getattr(value, field.name)) for field in fields)


def _read(hint: Any, text: str) -> Any:
    origin = get_origin(hint)
    if origin is Union or origin is types.UnionType:
        return None if text == _EMPTY else _read(next(one for one in get_args(hint) if one is not type(None)), text)
    if origin is tuple:
        inner = get_args(hint)[0]
        return () if text == _EMPTY else tuple(_read(inner, part) for part in text.split(","))
    if hint is bool:
        return {"yes": True, "no": False}[text]
    if hint is int:
        if not text.removeprefix("-").isdecimal():
            raise ValueError(text)
        number = int(text)
        if abs(number) > _LARGEST:
            raise ValueError(text)
        return number
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _read_short(hint, text.split(":"))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(text)
    return "" if text in (_EMPTY, _NO_TEXT) else unquote(text)


def _read_short(kind: type[Struct], texts: Sequence[str]) -> Struct:
    hints = get_type_hints(kind)
    names = [field.name for field in msgspec.structs.fields(kind)]
    if len(texts) > len(names):
        raise ValueError(texts)
    values = {name: _read(hints[name], text) for name, text in zip(names, texts, strict=False)}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(texts) from error
