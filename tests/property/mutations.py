"""Moves that nobody listed: mutations of listed ones, made of what other moves of the game hold."""

import random
import types
from collections import defaultdict
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

_STRANGE = {int: (-1, 0, 1, 2, 99), str: ("nonsense", ""), bool: (True, False)}
MOST_KEPT = 40
"""So many values of a field are remembered."""


class Pool:
    """Moves that a game has seen, and the values of their fields."""

    def __init__(self) -> None:
        self.moves: dict[type[Struct], list[Struct]] = {}
        self._values: dict[tuple[str, Any], list[Any]] = defaultdict(list)
        """By name and type of a field: moves of several kinds may mean one thing by a name."""

    def add(self, move: Struct) -> None:
        """Remember a move, one of its kind and the values of its fields."""
        known = self.moves.setdefault(type(move), [])
        if move not in known and len(known) < MOST_KEPT:
            known.append(move)
        self._add_values(move)

    def _add_values(self, value: Struct) -> None:
        for name, hint in _hints(type(value)).items():
            held = getattr(value, name)
            self._remember(name, hint, held)
            is_tuple = get_origin(hint) is tuple
            for part in held if is_tuple else (held,):
                if is_tuple:
                    self._remember(name + "[]", get_args(hint)[0], part)
                if isinstance(part, Struct):
                    self._add_values(part)

    def _remember(self, name: str, hint: Any, value: Any) -> None:
        known = self._values[name, hint]
        if value not in known and len(known) < MOST_KEPT:
            known.append(value)

    def mutated(self, move: Struct, dice: random.Random) -> Struct:
        """The move with one of its fields changed; one without fields stays as it is."""
        if not move.__struct_fields__:
            return move
        name = dice.choice(move.__struct_fields__)
        values = {other: getattr(move, other) for other in move.__struct_fields__}
        values[name] = self._other(name, _hints(type(move))[name], values[name], dice)
        return type(move)(**values)

    def _other(self, name: str, hint: Any, value: Any, dice: random.Random) -> Any:
        if self._values[name, hint] and dice.random() < 0.4:
            return dice.choice(self._values[name, hint])
        if get_origin(hint) in (Union, types.UnionType):
            hint = next(one for one in get_args(hint) if one is not type(None))
            if value is None:
                return None
        if get_origin(hint) is tuple:
            return self._other_tuple(name, get_args(hint)[0], value, dice)
        if isinstance(value, Struct):
            return self.mutated(value, dice)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return dice.choice(list(hint))
        return dice.choice(_STRANGE[hint])

    def _other_tuple(self, name: str, inner: Any, value: tuple[Any, ...], dice: random.Random) -> tuple[Any, ...]:
        parts = list(value)
        match dice.randrange(6):
            case 0 if parts:
                parts.pop(dice.randrange(len(parts)))
            case 1 if parts:
                parts.append(dice.choice(parts))
            case 2 if parts:
                place = dice.randrange(len(parts))
                parts[place] = self._other(name + "[]", inner, parts[place], dice)
            case 3 | 4 if len(parts) > 1 and isinstance(parts[0], Struct):
                _shift(parts, dice)
            case _:
                parts.reverse()
        return tuple(parts)


def _shift(parts: list[Any], dice: random.Random) -> None:
    """One less of one part and one more of another, where parts have a number: often nearly legal, or legal too."""
    less, more = dice.sample(range(len(parts)), 2)
    for place, change in ((less, -1), (more, 1)):
        part: Struct = parts[place]
        number = next((name for name, hint in _hints(type(part)).items() if hint is int), None)
        if number is not None:
            parts[place] = replace(part, **{number: getattr(part, number) + change})


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind)
