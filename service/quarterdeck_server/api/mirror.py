"""The mirror: which field of a message stands for which field of a struct, and whether the two fit."""

from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from msgspec import Struct

from quarterdeck_rules.engine.steps import Step

MOMENT = "google.protobuf.Timestamp"
"""What milliseconds since 1970 are in the API."""

SPAN = "google.protobuf.Duration"
"""What a number of milliseconds is in the API."""


class MismatchError(TypeError):
    """A struct and a message that do not mirror each other: a fault of ours."""


def pairs(kind: type[Struct], descriptor: Descriptor) -> list[tuple[str, Any, FieldDescriptor]]:
    """The fields that a struct and its message share: name, type hint, descriptor.  MismatchError if they do not."""
    hints = get_type_hints(kind)
    wanted = {name: hints[name] for name in kind.__struct_fields__ if not _has_steps(hints[name])}
    given = descriptor.fields_by_name
    if set(wanted) != set(given):
        odd = ", ".join(sorted(set(wanted) ^ set(given)))
        raise MismatchError(f"{kind.__qualname__} and {descriptor.full_name} do not have the same fields: {odd}")
    return [(name, _checked(hint, given[name]), given[name]) for name, hint in wanted.items()]


def branch(kind: type[Struct], descriptor: Descriptor) -> FieldDescriptor:
    """The field of a oneof that holds this kind of struct: called by its tag, or of the message of its name."""
    word = str(kind.__struct_config__.tag or "").split(".")
    field = descriptor.fields_by_name.get(word[-2] if len(word) > 1 else word[0])
    if field is None:
        named = (one for one in descriptor.fields if one.message_type and one.message_type.name == kind.__name__)
        field = next(named, None)
    if field is None:
        raise MismatchError(f"{descriptor.full_name} has no place for {kind.__qualname__}")
    return field


def numbers(kind: type[Enum], descriptor: EnumDescriptor) -> dict[Enum, int]:
    """The number of each member.  The prefix of the values' names is that of the first, which means nothing."""
    prefix = descriptor.values[0].name.removesuffix("UNSPECIFIED")
    given = {value.name: value.number for value in descriptor.values[1:]}
    if {f"{prefix}{member.name}" for member in kind} != set(given):
        raise MismatchError(f"{kind.__qualname__} and {descriptor.full_name} do not have the same members")
    return {member: given[f"{prefix}{member.name}"] for member in kind}


def _checked(hint: Any, field: FieldDescriptor) -> Any:
    bare = without_none(hint)
    is_tuple = get_origin(bare) is tuple
    if is_tuple != field.is_repeated:
        raise MismatchError(f"{field.full_name} is repeated on one side alone")
    if not is_tuple and bare is not hint and not field.has_presence:
        raise MismatchError(f"{field.full_name} cannot say that it is not set")
    element = without_none(get_args(bare)[0]) if is_tuple else bare
    if element is int and time_of(field) is not None:
        return hint
    if (structs_of(element) is not None) != (field.message_type is not None):
        raise MismatchError(f"{field.full_name} is a message on one side alone")
    is_enum = isinstance(element, type) and issubclass(element, Enum)
    if is_enum != (field.enum_type is not None):
        raise MismatchError(f"{field.full_name} is an enum on one side alone")
    scalar = is_enum or structs_of(element) is not None or element in (str, int, bool, float, bytes)
    if not scalar and get_origin(element) is not Literal:
        raise MismatchError(f"{field.full_name}: {element!r} has no counterpart in protobuf")
    return hint


def without_none(hint: Any) -> Any:
    """What a hint allows beside None."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    rest = tuple(one for one in get_args(hint) if one is not NoneType)
    if len(rest) == len(get_args(hint)):
        return hint
    return rest[0] if len(rest) == 1 else Union[rest]  # noqa: UP007  (of a tuple made at run time)


def structs_of(hint: Any) -> tuple[type[Struct], ...] | None:
    """The structs that a hint allows, if it allows structs."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return kinds if all(isinstance(kind, type) and issubclass(kind, Struct) for kind in kinds) else None


def time_of(field: FieldDescriptor) -> str | None:
    """The message that a moment or span of milliseconds is in the API, if the field holds one."""
    name = field.message_type.full_name if field.message_type is not None else None
    return name if name in (MOMENT, SPAN) else None


def _has_steps(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Step):
        return True
    return any(_has_steps(inner) for inner in get_args(hint))


def message_of(field: FieldDescriptor) -> Descriptor:
    """The message that a field holds."""
    if field.message_type is None:
        raise MismatchError(f"{field.full_name} holds no message")
    return field.message_type


def enum_of(field: FieldDescriptor) -> EnumDescriptor:
    """The enum that a field holds."""
    if field.enum_type is None:
        raise MismatchError(f"{field.full_name} holds no enum")
    return field.enum_type
