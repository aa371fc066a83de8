"""The builders of moves follow the protos: one for each kind, with its fields in order."""

import inspect
from enum import IntEnum

import pytest
from google.protobuf.descriptor import EnumDescriptor

from quarterdeck.client import ArgumentInvalid, moves, terms
from quarterdeck.cooper_island.v1 import move_pb2, terms_pb2

KINDS = {field.name: field.message_type for field in move_pb2.Move.DESCRIPTOR.fields if field.message_type}
ENUMS: dict[str, EnumDescriptor] = dict(terms_pb2.DESCRIPTOR.enum_types_by_name)
SAMPLES = {
    "str": "one",
    "int": 2,
    "bool": True,
    "Item": terms.on_land(moves.Good.WOOD, "B2"),
    **{name: list(getattr(moves, name))[-1] for name in ("Good", "Half", "Landscape", "Ship", "Structure", "Worker")},
}


def sample(annotation):
    """A value for a parameter, and what it should be in the message."""
    name = str(annotation).replace("typing.", "").replace("collections.abc.", "")
    listed = name.startswith("Iterable[")
    plain = (name[9:-1] if listed else getattr(annotation, "__name__", name)).rsplit(".", 1)[-1]
    return [SAMPLES[plain]] * 2 if listed else SAMPLES[plain]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_move_has_a_builder_that_fills_its_fields(kind):
    builder, message = getattr(moves, kind), KINDS[kind]
    parameters = inspect.signature(builder).parameters
    assert list(parameters) == [field.name for field in message.fields]
    given = {name: sample(parameter.annotation) for name, parameter in parameters.items()}
    move = builder(**given)
    assert move.cooper_island.WhichOneof("kind") == kind
    built = getattr(move.cooper_island, kind)
    for name, value in given.items():
        stored = getattr(built, name)
        assert (list(stored) if isinstance(value, list) else stored) == value
    assert builder.__doc__


def test_nothing_but_builders_and_their_terms_is_exported():
    own = {name for name, value in vars(moves).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert own == set(moves.__all__)
    enums = {name for name in own if inspect.isclass(getattr(moves, name))}
    assert own - enums == {*KINDS, "on_land", "stored"}


@pytest.mark.parametrize("name", ["Good", "Half", "Landscape", "Ship", "Structure", "Worker"])
def test_terms_have_every_value_of_the_protos(name):
    enum: type[IntEnum] = getattr(moves, name)
    prefix = f"{name.upper()}_"
    values = {value.name.removeprefix(prefix): value.number for value in ENUMS[name].values if value.number}
    assert {member.name: member.value for member in enum} == values


def test_what_is_paid_with_lies_in_storage_or_on_a_space():
    assert terms.stored(moves.Good.COIN) == terms_pb2.Item(good=terms_pb2.GOOD_COIN)
    assert terms.on_land(moves.Good.WOOD, "B2") == terms_pb2.Item(good=terms_pb2.GOOD_WOOD, space="B2")


def wrong_values(annotation):
    """Values that a parameter cannot be."""
    name = str(annotation).replace("typing.", "").replace("collections.abc.", "")
    if name.startswith("Iterable["):
        return [5, None, "C", [...], *([["WOOD"], [0]] if "Good" in name else [])]
    plain = getattr(annotation, "__name__", name).rsplit(".", 1)[-1]
    return {
        "str": [5, None, b"C", "\ud800"],
        "int": ["C", None, -1, 2**32],
        "bool": ["yes", None],
        "Item": ["C", None, 5],
    }.get(plain, ["x", "WOOD", None, 0, 99, -1, 1.0])


WRONG = [
    (builder, name, value)
    for builder in [*KINDS, "on_land", "stored"]
    for name, parameter in inspect.signature(getattr(moves, builder)).parameters.items()
    for value in wrong_values(parameter.annotation)
]


@pytest.mark.parametrize(("builder", "name", "value"), WRONG, ids=repr)
def test_a_value_that_a_field_cannot_have_is_told_with_the_field_by_every_builder(builder, name, value):
    parameters = inspect.signature(getattr(moves, builder)).parameters
    given = {each: sample(parameter.annotation) for each, parameter in parameters.items()}
    with pytest.raises(ArgumentInvalid) as caught:
        getattr(moves, builder)(**(given | {name: value}))
    assert isinstance(caught.value, ValueError)
    (field,) = caught.value.details
    assert field in (name, f"{name}[0]")


def test_a_word_that_is_none_is_told_with_those_there_are():
    with pytest.raises(ArgumentInvalid, match=r"^worker: 99 is none of NORMAL, SPECIAL$"):
        moves.place_worker(99, "C")  # type: ignore[arg-type]
    with pytest.raises(ArgumentInvalid, match=r"^goods\[1\]: 'x' is none of COIN, WOOD"):
        moves.keep_goods([moves.Good.WOOD, "x"])  # type: ignore[list-item]
