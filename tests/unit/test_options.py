"""Options: a closed set of named values, each with a default and help."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from quarterdeck_rules.engine.options import OptionError, OptionSpec, describe, read_options


class Options(Struct, frozen=True):
    length: Annotated[Literal["short", "long"], Meta(description="How long.")] = "short"
    start: Annotated[Literal["drawn", "first"], Meta(description="Who starts.")] = "drawn"


class None_(Struct, frozen=True):  # noqa: N801
    pass


def test_options_are_described_with_values_default_and_help():
    assert describe(Options) == (
        OptionSpec("length", ("short", "long"), "short", "How long."),
        OptionSpec("start", ("drawn", "first"), "drawn", "Who starts."),
    )


def test_what_is_not_chosen_is_at_its_default():
    assert read_options(Options, [("start", "first")]) == Options("short", "first")
    assert read_options(Options, []) == Options()


@pytest.mark.parametrize(
    ("values", "name", "problem"),
    [
        ([("lenght", "long")], "lenght", "there are length, start"),
        ([("length", "medium")], "length", "'medium' is not one of short, long"),
        ([("length", "")], "length", "'' is not one of"),
        ([("length", "long"), ("length", "long")], "length", "given twice"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_taken(values: list[tuple[str, str]], name: str, problem: str):
    with pytest.raises(OptionError) as caught:
        read_options(Options, values)
    assert caught.value.name == name
    assert problem in str(caught.value)


def test_a_title_without_options_takes_none():
    with pytest.raises(OptionError, match="there are none"):
        read_options(None_, [("any", "thing")])


def test_an_option_without_help_or_with_open_values_is_a_fault_of_the_title():
    class Helpless(Struct, frozen=True):
        length: Literal["short"] = "short"

    class Open(Struct, frozen=True):
        length: Annotated[str, Meta(description="Any.")] = "short"

    with pytest.raises(TypeError, match="no help"):
        describe(Helpless)
    with pytest.raises(TypeError, match="named values"):
        describe(Open)
