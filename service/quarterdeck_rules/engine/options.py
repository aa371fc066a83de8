"""Options of a game: a title's struct of closed values, read from names and texts."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct


class OptionSpec(Struct, frozen=True):
    """What may be chosen when a game is created."""

    name: str
    values: tuple[str, ...]
    default: str
    help: str


class OptionError(ValueError):
    """An option that the title does not have, or a value it does not take."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name
        self.problem = problem


@cache
def describe(options: type[Struct]) -> tuple[OptionSpec, ...]:
    """The options of a title.  Each field is `Annotated[Literal[...] , Meta(description=help)]` with a default."""
    specs = []
    for field, hint in zip(
        msgspec.structs.fields(options), get_type_hints(options, include_extras=True).values(), strict=True
    ):
        if get_origin(hint) is not Annotated:
            raise TypeError(f"option {field.name} has no help")
        kind, *notes = get_args(hint)
        help_text = next(note.description for note in notes if isinstance(note, Meta)) or ""
        if get_origin(kind) is not Literal:
            raise TypeError(f"option {field.name} is not a choice of named values")
        specs.append(OptionSpec(field.name, get_args(kind), str(field.default), help_text))
    return tuple(specs)


def read_options(options: type[Struct], values: Iterable[tuple[str, str]]) -> Struct:
    """The options with these values and defaults for the rest; OptionError says which is wrong and what is taken."""
    specs = {spec.name: spec for spec in describe(options)}
    chosen: dict[str, str] = {}
    for name, value in values:
        if name not in specs:
            raise OptionError(name, f"no such option; there are {', '.join(specs) or 'none'}")
        if name in chosen:
            raise OptionError(name, "given twice")
        if value not in specs[name].values:
            raise OptionError(name, f"{value!r} is not one of {', '.join(specs[name].values)}")
        chosen[name] = value
    return options(**chosen)
