"""Which pages the reference has: one for what all titles share, and one in the folder of each title."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from protos.reference.description import Description
from protos.reference.markdown import Writer
from protos.reference.play import play_of
from protos.reference.shared_page import shared_page
from protos.reference.title_page import title_page
from quarterdeck_rules.engine.title import Title

SHARED = "quarterdeck.v1"
NAME = "API.md"
RULES = PurePosixPath("../service/quarterdeck_rules")
"""Where titles have their `RULES.md`, from the folder of the protos."""


def pages(description: Description, titles: Mapping[str, Title[Any]]) -> dict[PurePosixPath, str]:
    """Every page by its path below the folder of the protos.

    Each package but the shared one is taken for a title's.  One whose rules are not among `titles` has a page all the
    same, which then says nothing about notation and about which move answers what.
    """
    packages = [package for package in description.packages() if package != SHARED]
    places = {SHARED: PurePosixPath(NAME)} | {package: place_of(package) for package in packages}
    shared = Writer(description, places[SHARED], places, packages)
    written = {places[SHARED]: shared_page(description, shared, SHARED)}
    for package in packages:
        name = title_of(package)
        title = titles.get(name)
        play = play_of(title, description, package) if title else None
        writer = Writer(description, places[package], places, packages)
        rules = writer.address(RULES / name / "RULES.md") if title else ""
        written[places[package]] = title_page(description, writer, package, name, play, rules)
    return written


def place_of(package: str) -> PurePosixPath:
    """`quarterdeck.cooper_island.v1` has its page in `quarterdeck/cooper_island`, beside the versions of its protos."""
    return PurePosixPath(*package.split(".")[:-1], NAME)


def title_of(package: str) -> str:
    """The title whose package this is, by its name in the API."""
    return package.split(".")[1]
