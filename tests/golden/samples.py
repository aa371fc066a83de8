"""Samples: of everything that has a stored name at least one value, so that each field and each of its kinds is met.

What is made of a struct follows from its fields alone, and is the same each time: whoever changes a stored struct
changes its samples.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from quarterdeck_rules.conduct import facts
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.agenda import Agenda, Due, Lane
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import SHARED_EVENTS, Answer, Closed
from quarterdeck_rules.engine.steps import Move, Step
from quarterdeck_rules.engine.title import Title

SHARED = "shared"
"""In place of a title, for facts that the log of any may hold."""


class Sample(Struct, frozen=True):
    """One value, as it is stored: steps and moves stand in a closing event."""

    of: str
    """The stored name that it is a sample of."""
    name: str
    """The stored name of the event."""
    stored: str
    """The event as JSON."""
    spelled: str
    """The same with every default written out: what it means."""


def samples(title: Title[Any]) -> Iterator[Sample]:
    """Samples of a title's own facts, steps and moves."""
    codec, maker = codec_of(title), _Maker(title)
    for event in title.events:
        yield from (_sample(codec, tag_of(event), value) for value in maker.structs(event))
    for step in title.steps:
        for value in maker.structs(step):
            agenda = Agenda(Lane(0, 2, (Due(1, value),)), (Lane(2, 3, ()),))  # type: ignore[arg-type]
            yield _sample(codec, tag_of(step), Closed(3, agenda))
    for move in title.moves:
        for value in maker.structs(move):
            yield _sample(codec, tag_of(move), Closed(3, Agenda(), (), Answer(1, "2.0", value)))  # type: ignore[arg-type]


def shared_samples(title: Title[Any]) -> Iterator[Sample]:
    """Samples of the facts that any log may hold, by the codec of a title, which hold nothing of it."""
    codec, maker = codec_of(title), _Maker(None)
    for event in (*SHARED_EVENTS, *facts.EVENTS):
        yield from (_sample(codec, tag_of(event), value) for value in maker.structs(event))


def spelled(value: Any) -> Any:
    """What a value says, with nothing left out."""
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        fields = {name: spelled(getattr(value, name)) for name in value.__struct_fields__}
        return {"type": tag, **fields} if tag is not None else fields
    if isinstance(value, tuple):
        return [spelled(one) for one in value]
    return msgspec.to_builtins(value)


def _sample(codec: Any, of: str, event: Struct) -> Sample:
    name, stored = codec.encode(event)
    return Sample(of, name, stored.decode(), msgspec.json.encode(spelled(event)).decode())


class _Maker:
    """Makes values; steps in steps and moves are those of a title, or none.

    Nothing hangs on the order of fields, of members of an enum, or of kinds in a title.
    """

    def __init__(self, title: Title[Any] | None) -> None:
        self._title = title

    def structs(self, kind: type[Struct]) -> Iterator[Struct]:
        """The least value of a kind, then one with all fields given, then that one with each other kind of field."""
        values = {field.name: list(self._values(field.type, field.name)) for field in _fields_of(kind)}
        required = [field.name for field in msgspec.structs.fields(kind) if field.required]
        if any(not values[name] for name in required):
            return
        full = kind(**{name: some[0] for name, some in values.items() if some})
        made = [kind(**{name: values[name][0] for name in required}), full]
        for name, some in sorted(values.items()):
            made.extend(replace(full, **{name: one}) for one in some[1:])
        yield from (value for place, value in enumerate(made) if value not in made[:place])

    def _values(self, kind: Any, name: str) -> Iterator[Any]:
        """Values of a field's type, none twice; what is a default as a rule comes last."""
        match kind:
            case inspect.BoolType():
                yield from (True, False)
            case inspect.IntType():
                yield 7 + sum(map(ord, name)) % 90
            case inspect.StrType():
                yield f"a {name}"
            case inspect.NoneType():
                yield None
            case inspect.EnumType():
                yield from sorted(kind.cls, key=lambda member: str(member.value))
            case inspect.LiteralType():
                yield from sorted(kind.values, key=str)
            case inspect.UnionType():
                yield from (value for one in sorted(kind.types, key=_place) for value in self._values(one, name))
            case inspect.VarTupleType():
                items = tuple(self._values(kind.item_type, name))
                yield from (items, ()) if items else ((),)
            case inspect.TupleType():
                yield tuple(next(self._values(one, f"{name} {n}")) for n, one in enumerate(kind.item_types))
            case inspect.StructType():
                yield from self.structs(kind.cls)
            case inspect.CustomType() if kind.cls in (Step, Move):
                of_title: tuple[type[Struct], ...] = ()
                if self._title is not None:
                    of_title = self._title.steps if kind.cls is Step else self._title.moves
                # One without fields is enough: each is met by itself.
                plain = sorted((one for one in of_title if not one.__struct_fields__), key=tag_of)
                yield from (one() for one in plain[:1])
            case _:
                raise NotImplementedError(kind)


def _place(kind: Any) -> tuple[bool, str, str]:
    known = getattr(kind, "cls", None)
    tag = known.__struct_config__.tag if isinstance(known, type) and issubclass(known, Struct) else None
    return isinstance(kind, inspect.NoneType), type(kind).__name__, str(tag or getattr(known, "__name__", ""))


def _fields_of(kind: type[Struct]) -> Sequence[Any]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields
