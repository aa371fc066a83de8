"""Filling the fields of a message with the arguments of a builder: what a field cannot be is told before it is sent."""

from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from quarterdeck.client.errors import argument_invalid


def fill(message: Message, /, **fields: object) -> None:
    """Set these fields of a message; ArgumentInvalid names the first that cannot be what is given.

    Protobuf alone would take any number for a word of an enum, bytes for a text, and a text for a list of letters.
    """
    for name, value in fields.items():
        if not message.DESCRIPTOR.fields_by_name[name].is_repeated:
            _set(message, name, name, value)
            continue
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            raise argument_invalid(name, f"{value!r} is no list")
        for place, one in enumerate(value):
            _set(message, name, f"{name}[{place}]", one)


def fill_branch(message: Message, kind: str, fields: Mapping[str, object]) -> None:
    """Choose a branch of a title's move, and set its fields; ArgumentInvalid as from `fill`."""
    branch: Message = getattr(message, kind)
    branch.SetInParent()
    fill(branch, **fields)


def _set(message: Message, field_name: str, name: str, value: Any) -> None:
    """Set a field, or add to it if it is a list; ArgumentInvalid under this name."""
    field, held = message.DESCRIPTOR.fields_by_name[field_name], getattr(message, field_name)
    if field.enum_type is not None:
        words = _words({one.name: one.number for one in field.enum_type.values})
        if not isinstance(value, int) or value not in words:
            raise argument_invalid(name, f"{value!r} is none of {', '.join(words.values())}")
    if field.type == FieldDescriptor.TYPE_STRING and not isinstance(value, str):
        raise argument_invalid(name, f"{value!r} is no text")
    try:
        if field.is_repeated:
            held.append(value)
        elif field.message_type is not None:
            held.CopyFrom(value)
        else:
            setattr(message, field_name, value)
    except (TypeError, ValueError) as fault:
        raise argument_invalid(name, problem_of(value, fault)) from None


def problem_of(value: object, fault: TypeError | ValueError) -> str:
    """What is wrong with a value that protobuf does not take."""
    # What it says of a value of the wrong type names its own workings only.
    return str(fault) if isinstance(fault, ValueError) else f"{value!r} is nothing that it can be"


def _words(numbers: Mapping[str, int]) -> dict[int, str]:
    """The words of an enum by number, as Python's enums have them: without what they all begin with, and without 0."""
    (unspecified,) = (name for name, number in numbers.items() if number == 0)
    prefix = unspecified.removesuffix("UNSPECIFIED")
    return {number: name.removeprefix(prefix) for name, number in numbers.items() if number}
