"""Catalogues: the files that words come from.  The one module here that reads, and only when asked."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TypeAlias

import msgspec

ENGLISH = "en"
"""The usual language, and the one that the others are measured by."""

Catalogue: TypeAlias = Mapping[str, Mapping[str, str]]
"""Per kind of thing (`events`, `moves`, `refusals`, …) a template for each code."""

_ENDING = ".toml"


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are, the usual one first."""
    names = (file.name for file in resources.files(__package__).iterdir() if file.name.endswith(_ENDING))
    found = {name.removesuffix(_ENDING) for name in names}
    return (ENGLISH, *sorted(found - {ENGLISH}))


@cache
def shared(language: str) -> Catalogue:
    """What all titles say alike."""
    return read("quarterdeck_rules", language)


def read(package: str, language: str) -> Catalogue:
    """The catalogue in the folder `words` of a package."""
    text = (resources.files(package) / "words" / f"{language}{_ENDING}").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, dict[str, str]])
