"""Conversion: a message mirrors its struct, field for field and name for name, and one converter knows them all.

What a struct and its message have to do with each other is worked out once, from type hints and descriptors:

    str, int, bool, float, bytes, Literal    a scalar
    int, of milliseconds                     a Timestamp (since 1970) or a Duration, if the field is one
    a member of an Enum                      the value of that name, with the enum's prefix
    a struct                                 a message
    a union of structs                       a message with a oneof of one field per struct
    tuple                                    repeated
    None                                     not set
    a step, or steps                         nothing: what is still to be done is not part of the API
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias, get_args, get_origin

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from msgspec import Struct

from quarterdeck_server.api.mirror import (
    MOMENT,
    branch,
    enum_of,
    message_of,
    numbers,
    pairs,
    structs_of,
    time_of,
    without_none,
)

Writer: TypeAlias = Callable[[Any], Any]
Reader: TypeAlias = Callable[[Any], Any]


class UnreadableError(ValueError):
    """A message that stands for no struct: the path of the field, and what is wrong with it."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem

    def below(self, parent: str) -> "UnreadableError":
        """The same fault, seen from the message above."""
        return UnreadableError(f"{parent}.{self.field}" if self.field else parent, self.problem)


class Converter:
    """Structs to messages and back.  Remembers what it has worked out."""

    def __init__(self) -> None:
        self._writers: dict[tuple[type[Struct], str], Writer] = {}
        self._readers: dict[tuple[type[Struct], str], Reader] = {}

    def fields(self, value: Struct, descriptor: Descriptor) -> dict[str, Any]:
        """The message of a struct as keyword arguments, the cheapest form to build it from."""
        written: dict[str, Any] = self.writer(type(value), descriptor)(value)
        return written

    def one_of(self, value: Struct, descriptor: Descriptor) -> dict[str, Any]:
        """The same for a message that holds the struct in a oneof of kinds."""
        kind = type(value)
        field = branch(kind, descriptor)
        return {field.name: self.writer(kind, message_of(field))(value)}

    def writer(self, kind: type[Struct], descriptor: Descriptor) -> Writer:
        """Turns a struct of this kind into keyword arguments of its message."""
        key = (kind, descriptor.full_name)
        if (known := self._writers.get(key)) is None:
            plan: list[tuple[str, Writer | None]] = []

            def write(value: Any) -> dict[str, Any]:
                written = {}
                for name, inner in plan:
                    part = getattr(value, name)
                    if part is not None:
                        written[name] = part if inner is None else inner(part)
                return written

            # Known before its fields are looked at: a struct may hold others of its kind.
            self._writers[key] = known = write
            plan.extend((name, self._writer_of(hint, field)) for name, hint, field in pairs(kind, descriptor))
        return known

    def reader(self, kind: type[Struct], descriptor: Descriptor) -> Reader:
        """Turns a message into a struct of this kind; UnreadableError says where it cannot."""
        key = (kind, descriptor.full_name)
        if (known := self._readers.get(key)) is None:
            plan: list[tuple[str, Reader | None]] = []

            def read(message: Any) -> Struct:
                values = {}
                for name, inner in plan:
                    if inner is None:
                        values[name] = getattr(message, name)
                        continue
                    try:
                        values[name] = inner(message)
                    except UnreadableError as error:
                        raise error.below(name) from None
                return kind(**values)

            self._readers[key] = known = read
            plan.extend((name, self._reader_of(hint, field)) for name, hint, field in pairs(kind, descriptor))
        return known

    def chooser(self, kinds: Mapping[str, type[Struct]], descriptor: Descriptor) -> Reader:
        """Turns a message with one oneof into the struct that it holds; `kinds` are by name of field."""
        oneof = descriptor.oneofs[0].name
        readers = {name: self.reader(kind, message_of(descriptor.fields_by_name[name])) for name, kind in kinds.items()}

        def read(message: Any) -> Struct:
            name = message.WhichOneof(oneof)
            if name is None:
                raise UnreadableError("", f"one of {', '.join(readers)} is needed")
            try:
                struct: Struct = readers[name](getattr(message, name))
            except UnreadableError as error:
                raise error.below(name) from None
            return struct

        return read

    def _writer_of(self, hint: Any, field: FieldDescriptor) -> Writer | None:
        """Writes a value that is not None; nothing if the value is written as it is."""
        hint = without_none(hint)
        if get_origin(hint) is tuple:
            inner = self._writer_of(get_args(hint)[0], field)
            return None if inner is None else lambda values: [inner(value) for value in values]
        if (time := time_of(field)) is not None:
            return moment if time == MOMENT else span
        if (kinds := structs_of(hint)) is not None:
            if len(kinds) > 1:
                return lambda value: self.one_of(value, message_of(field))
            return self.writer(kinds[0], message_of(field))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return numbers(hint, enum_of(field)).__getitem__
        return None

    def _reader_of(self, hint: Any, field: FieldDescriptor) -> Reader | None:
        """Reads the field from the message that holds it; nothing if its value is read as it is."""
        name, bare = field.name, without_none(hint)
        if get_origin(bare) is tuple:
            element = self._value_reader(get_args(bare)[0], field)
            if element is None:
                return lambda message: tuple(getattr(message, name))
            return lambda message: tuple([element(value) for value in getattr(message, name)])
        inner = self._value_reader(bare, field)
        if bare is not hint:
            if inner is None:
                return lambda message: getattr(message, name) if message.HasField(name) else None
            return lambda message: inner(getattr(message, name)) if message.HasField(name) else None
        if field.message_type is not None:
            assert inner is not None

            def required(message: Any) -> Any:
                if not message.HasField(name):
                    raise UnreadableError("", "is needed")
                return inner(getattr(message, name))

            return required
        return None if inner is None else lambda message: inner(getattr(message, name))

    def _value_reader(self, hint: Any, field: FieldDescriptor) -> Reader | None:
        if time_of(field) is not None:
            return lambda value: int(value.ToMilliseconds())
        if (kinds := structs_of(hint)) is not None:
            if len(kinds) > 1:
                by_name = {branch(kind, message_of(field)).name: kind for kind in kinds}
                return self.chooser(by_name, message_of(field))
            return self.reader(kinds[0], message_of(field))
        if isinstance(hint, type) and issubclass(hint, Enum):
            members = {number: member for member, number in numbers(hint, enum_of(field)).items()}
            enum = enum_of(field).name

            def read(number: int) -> Enum:
                member = members.get(number)
                if member is None:
                    raise UnreadableError("", f"{number} is no {enum}")
                return member

            return read
        return None


def moment(milliseconds: int) -> Timestamp:
    """Milliseconds since 1970 as a message."""
    time = Timestamp()
    time.FromMilliseconds(milliseconds)
    return time


def span(milliseconds: int) -> Duration:
    """Milliseconds as a message."""
    time = Duration()
    time.FromMilliseconds(milliseconds)
    return time


def kinds_by_word(kinds: tuple[type[Struct], ...]) -> Mapping[str, type[Struct]]:
    """Kinds by the word in their stored name."""
    return {str(kind.__struct_config__.tag).split(".")[-2]: kind for kind in kinds}
