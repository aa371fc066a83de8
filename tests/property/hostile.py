"""What nobody should send: hostile values for every kind of field, spoiled requests, and bytes that are no request.

All of it is made from the descriptors, so that a new field or call is sent such things by itself.
"""

import base64
from collections.abc import Callable
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

LONG = 5_000
TEXTS = (
    "",
    " ",
    "\0",
    "a\0b",
    "line\nbreak\r\n",
    "\x1b[2J",
    "\u202egnol\u202c",  # written from right to left
    "\u2066\u200b\ufeff",  # marks that nobody sees
    "\u0661\u0662\u0663",  # digits, but not ours
    "\u6d77\u5cf6",
    "e\u0301" * 20,
    "\U0001f3dd" * 70,
    "\uffff\U0010ffff",
    "9" * 30,
    "9" * LONG,
    "-1",
    "1e309",
    "NaN",
    "0x10",
    "x" * 65,
    "x" * LONG,
    "'; DROP TABLE games; --",
    "../../etc/passwd",
    "%00%s%n{0}",
    "a=b,c:d=e",
    "(house bot)",
)
WHOLE = tuple(
    sorted({sign * 2**power + more for power in (0, 7, 31, 32, 53, 63) for sign in (1, -1) for more in (-1, 0)})
)
REAL = (0.0, -1.0, 1e308, float("inf"), float("-inf"), float("nan"))

texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=80))


def _whole(low: int, high: int) -> st.SearchStrategy[int]:
    edges = [number for number in WHOLE if low <= number <= high]
    return st.one_of(st.sampled_from(edges), st.integers(0, 9), st.integers(low, high))


_BY_TYPE: dict[int, st.SearchStrategy[Any]] = {
    FieldDescriptor.CPPTYPE_STRING: texts,
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
    FieldDescriptor.CPPTYPE_INT32: _whole(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_ENUM: _whole(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: _whole(-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: _whole(0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: _whole(0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_DOUBLE: st.sampled_from(REAL),
    FieldDescriptor.CPPTYPE_FLOAT: st.sampled_from(REAL),
}
"""A bytes field would be sent texts, and be noticed: there is none."""


@st.composite
def spoiled(draw: Draw, message: Message) -> Message:
    """The message with a few of its fields changed, wherever in it they are; now and then as it was."""
    changed = type(message)()
    changed.CopyFrom(message)
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 4)))):
        _spoil(draw, changed)
    return changed


def _spoil(draw: Draw, message: Message) -> None:
    fields = message.DESCRIPTOR.fields
    if not fields:
        return
    # What is given is looked at first; what is not may be just as wrong.
    given = [field for field, _ in message.ListFields()]
    field = draw(st.sampled_from([*given, *given, *fields]))
    if field.is_repeated:
        _spoil_list(draw, message, field)
    elif draw(st.integers(0, 5)) == 0:
        message.ClearField(field.name)
    elif field.message_type is not None:
        inner = getattr(message, field.name)
        inner.SetInParent()
        _spoil(draw, inner)
    else:
        setattr(message, field.name, draw(_value(field, getattr(message, field.name))))


def _spoil_list(draw: Draw, message: Message, field: FieldDescriptor) -> None:
    values = getattr(message, field.name)
    how = draw(st.sampled_from(("clear", "twice", "many", "more", "change")))
    if how == "clear":
        del values[:]
    elif how == "twice":
        values.extend(list(values))
    elif how == "many":
        values.extend(list(values)[:1] * 1000)
    elif field.message_type is None:
        if how == "change" and values:
            del values[draw(st.integers(0, len(values) - 1))]
        values.append(draw(_value(field, "")))
    else:
        _spoil(draw, values[draw(st.integers(0, len(values) - 1))] if how == "change" and values else values.add())


def _value(field: FieldDescriptor, was: Any) -> st.SearchStrategy[Any]:
    usual = _BY_TYPE[field.cpp_type]
    if field.name == "page_token":
        return st.one_of(usual, _forged(str(was)))
    if isinstance(was, str) and was:
        # Nearly what it was: cut off, gone on, with something in the middle.
        place = st.integers(0, len(was))
        parts = st.tuples(place, place, texts).map(lambda cut: was[: cut[0]] + cut[2] + was[cut[1] :])
        return st.one_of(usual, parts, parts)
    return usual


def _forged(token: str) -> st.SearchStrategy[str]:
    """Tokens of the right question, with numbers that nobody has given out."""
    try:
        question = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode("ascii").partition(".")[0]
    except ValueError:  # spoiled before
        question = ""
    number = st.one_of(st.sampled_from(WHOLE), st.integers(0, 99), st.sampled_from(("", "x", "1_0", " 1", "9" * LONG)))
    numbers = st.lists(number, max_size=4)
    return numbers.map(lambda given: _token(".".join((question, *map(str, given)))))


def _token(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@st.composite
def on_the_wire(draw: Draw, raw: bytes, fields: int) -> bytes:
    """The bytes of a request as they are, or spoiled as no message can be; its fields are numbered from 1."""
    number, eight = st.integers(1, 40), st.binary(min_size=8, max_size=8)
    more: bytes
    how = draw(
        st.sampled_from(("",) * 6 + ("cut", "flip", "noise", "unknown", "wrong type", "bad text", "deep", "groups"))
    )
    if how == "cut":
        length: int = draw(st.integers(0, len(raw)))
        return raw[:length]
    if how == "flip" and raw:
        place = draw(st.integers(0, len(raw) - 1))
        return raw[:place] + bytes((raw[place] ^ draw(st.integers(1, 255)),)) + raw[place + 1 :]
    if how == "noise":
        more = draw(st.binary(max_size=40))
        return raw + more
    if how == "unknown":
        return raw + _tagged(draw(st.integers(1000, 2**29 - 1)), draw(st.binary(max_size=40)))
    if how == "wrong type":
        more = draw(eight)
        return raw + _varint(draw(number) << 3 | draw(st.sampled_from((0, 1, 5)))) + more
    if how == "bad text":
        wrong = draw(st.sampled_from((b"\xed\xa0\x80", b"\xff", b"\xc0\x80", b"\xf4\x90\x80\x80")))
        return raw + _tagged(draw(st.integers(1, max(1, fields))), wrong)
    if how == "deep":
        inside = b""
        field = draw(number)
        for _ in range(draw(st.sampled_from((50, 99, 101, 2_000)))):
            inside = _tagged(field, inside)
        return raw + inside
    if how == "groups":
        depth: int = draw(st.sampled_from((1, 200, 20_000)))
        return raw + _varint(draw(number) << 3 | 3) * depth
    return raw


def _tagged(number: int, inside: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(inside)) + inside


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes((*found, number))


_ascii = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=200)
_HEADERS = ("", " ", "Bearer", "Bearer ", "bearer a.b.c", "Basic YTpi", "Bearer " + "x" * LONG, "Bearer " + "." * 99)
_TAGS = ("*", "de;q=nan, en;q=nan", "en;q=1e999", "en;q=-inf", ",;=,;q=", "en;q=" + "9" * LONG, "x-" * 2_000, "q=1")


@st.composite
def headers(draw: Draw, token: str | None) -> tuple[tuple[str, str], ...]:
    """Metadata of a call by the holder of this token: mostly right; a client cannot send what is no ASCII at all."""
    right: tuple[tuple[str, str], ...] = (("authorization", f"Bearer {token}"),) if token else ()
    how = draw(st.integers(0, 9))
    if how == 0:
        return (
            *right,
            ("authorization", draw(st.one_of(st.sampled_from(_HEADERS), _ascii, _ascii.map("Bearer {}".format)))),
        )
    if how == 1:
        return (*right, ("accept-language", draw(st.one_of(st.sampled_from(_TAGS), _ascii))))
    return right
