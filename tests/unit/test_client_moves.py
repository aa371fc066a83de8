"""The builders of moves follow the protos, title by title: one for each kind, with its fields in order."""

import inspect
from enum import IntEnum
from typing import Any

import pytest

from quarterdeck.client import ArgumentInvalid
from quarterdeck.client.moves import cooper_island, puerto_rico
from quarterdeck.cooper_island.v1 import move_pb2 as cooper_island_move
from quarterdeck.cooper_island.v1 import terms_pb2
from quarterdeck.puerto_rico.v1 import move_pb2 as puerto_rico_move
from quarterdeck.puerto_rico.v1 import terms_pb2 as puerto_rico_terms
from quarterdeck_rules.titles import TITLES

BUILDERS = {"cooper_island": cooper_island, "puerto_rico": puerto_rico}
MOVES = {"cooper_island": cooper_island_move, "puerto_rico": puerto_rico_move}
TERMS = {"cooper_island": terms_pb2, "puerto_rico": puerto_rico_terms}
SMALL = {"cooper_island": ("on_land", "stored"), "puerto_rico": ("barrels", "staffed")}
"""Builders of small values."""

KINDS = [
    (title, field.name, field.message_type)
    for title, protos in MOVES.items()
    for field in protos.Move.DESCRIPTOR.fields
    if field.message_type
]
ENUMS = [
    (title, name)
    for title, builders in BUILDERS.items()
    for name, value in vars(builders).items()
    if inspect.isclass(value) and issubclass(value, IntEnum)
]
SAMPLES = {
    "str": "one",
    "int": 2,
    "bool": True,
    "Item": cooper_island.on_land(cooper_island.Good.WOOD, "B2"),
    "Amount": puerto_rico.barrels(puerto_rico.Good.CORN, 2),
    "Staffed": puerto_rico.staffed("corn", 1),
    **{name: list(getattr(BUILDERS[title], name))[-1] for title, name in ENUMS},
}


def test_every_title_has_builders_of_its_moves():
    assert set(BUILDERS) == set(TITLES)


def plain(annotation):
    """The name of a type without its module, and whether a list of it is meant."""
    name = str(annotation).replace("typing.", "").replace("collections.abc.", "").removesuffix(" | None")
    listed = name.startswith("Iterable[")
    return (name[9:-1] if listed else getattr(annotation, "__name__", name)).rsplit(".", 1)[-1], listed


def sample(title, annotation):
    """A value for a parameter, and what it should be in the message."""
    name, listed = plain(annotation)
    value = list(getattr(BUILDERS[title], name))[-1] if (title, name) in ENUMS else SAMPLES[name]
    return [value] * 2 if listed else value


@pytest.mark.parametrize(("title", "kind", "message"), KINDS, ids=[f"{title}-{kind}" for title, kind, _ in KINDS])
def test_every_kind_of_move_has_a_builder_that_fills_its_fields(title, kind, message):
    builder = getattr(BUILDERS[title], kind)
    parameters = inspect.signature(builder).parameters
    assert list(parameters) == [field.name for field in message.fields]
    given = {name: sample(title, parameter.annotation) for name, parameter in parameters.items()}
    move = builder(**given)
    branch = getattr(move, title)
    assert branch.WhichOneof("kind") == kind
    built = getattr(branch, kind)
    for name, value in given.items():
        stored = getattr(built, name)
        assert (list(stored) if isinstance(value, list) else stored) == value
    assert builder.__doc__


@pytest.mark.parametrize("title", BUILDERS)
def test_nothing_but_builders_and_their_terms_is_exported(title):
    builders = BUILDERS[title]
    own = {name for name, value in vars(builders).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert own == set(builders.__all__)
    enums = {name for name in own if inspect.isclass(getattr(builders, name))}
    assert own - enums == {*(kind for other, kind, _ in KINDS if other == title), *SMALL[title]}


@pytest.mark.parametrize(("title", "name"), ENUMS)
def test_terms_have_every_value_of_the_protos(title, name):
    enum: type[IntEnum] = getattr(BUILDERS[title], name)
    prefix = f"{name.upper()}_"
    values = TERMS[title].DESCRIPTOR.enum_types_by_name[name].values
    assert {member.name: member.value for member in enum} == {
        value.name.removeprefix(prefix): value.number for value in values if value.number
    }


def test_what_is_left_out_of_a_move_is_not_set():
    assert not puerto_rico.build("hacienda").puerto_rico.build.HasField("given_good")


def test_what_is_paid_with_lies_in_storage_or_on_a_space():
    assert cooper_island.stored(cooper_island.Good.COIN) == terms_pb2.Item(good=terms_pb2.GOOD_COIN)
    assert cooper_island.on_land(cooper_island.Good.WOOD, "B2") == terms_pb2.Item(good=terms_pb2.GOOD_WOOD, space="B2")


def wrong_values(annotation) -> list[Any]:
    """Values that a parameter cannot be."""
    name, listed = plain(annotation)
    if listed:
        return [5, None, "C", [...], *([["WOOD"], [0]] if name == "Good" else [])]
    kinds: dict[str, list[Any]] = {
        "str": [5, None, b"C", "\ud800"],
        "int": ["C", None, -1, 2**32],
        "bool": ["yes", None],
        "Item": ["C", None, 5],
    }
    wrong = kinds.get(name, ["x", "WOOD", None, 0, 99, -1, 1.0])
    return [value for value in wrong if value is not None or "None" not in str(annotation)]


WRONG = [
    (title, builder, name, value)
    for title, builders in BUILDERS.items()
    for builder in [*(kind for other, kind, _ in KINDS if other == title), *SMALL[title]]
    for name, parameter in inspect.signature(getattr(builders, builder)).parameters.items()
    for value in wrong_values(parameter.annotation)
]


@pytest.mark.parametrize(("title", "builder", "name", "value"), WRONG, ids=repr)
def test_a_value_that_a_field_cannot_have_is_told_with_the_field_by_every_builder(title, builder, name, value):
    build = getattr(BUILDERS[title], builder)
    parameters = inspect.signature(build).parameters
    given = {each: sample(title, parameter.annotation) for each, parameter in parameters.items()}
    with pytest.raises(ArgumentInvalid) as caught:
        build(**(given | {name: value}))
    assert isinstance(caught.value, ValueError)
    (field,) = caught.value.details
    assert field in (name, f"{name}[0]")


def test_a_word_that_is_none_is_told_with_those_there_are():
    with pytest.raises(ArgumentInvalid, match=r"^worker: 99 is none of NORMAL, SPECIAL$"):
        cooper_island.place_worker(99, "C")  # type: ignore[arg-type]
    with pytest.raises(ArgumentInvalid, match=r"^goods\[1\]: 'x' is none of COIN, WOOD"):
        cooper_island.keep_goods([cooper_island.Good.WOOD, "x"])  # type: ignore[list-item]
