"""Printing: what is asked for goes to standard output, remarks go to standard error."""

import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console, ConsoleDimensions

from quarterdeck.cli.layout import NARROWEST, WIDEST

Json = Annotated[bool, typer.Option("--json", help="Print the message of the service as JSON.")]


class Colour(StrEnum):
    """When to use colours."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True)
class Look:
    """How drawings look: options of the commands that draw."""

    colour: Annotated[
        Colour,
        typer.Option(
            help="Colours: auto is in a terminal, unless NO_COLOR is set.",
            envvar="QUARTERDECK_COLOUR",
            rich_help_panel="Look",
        ),
    ] = Colour.AUTO

    def console(self) -> Console:
        """Standard output."""
        return _Paper(self.colour)


class _Paper(Console):
    """Standard output, as wide as the terminal is at the moment, within bounds."""

    def __init__(self, colour: Colour) -> None:
        colours = {Colour.AUTO: None, Colour.ALWAYS: True, Colour.NEVER: False}[colour]
        super().__init__(
            highlight=False,
            markup=False,
            emoji=False,
            force_terminal=colours,
            color_system=None if colours is False else "auto",
            no_color=False if colours else None,
        )

    @property
    def size(self) -> ConsoleDimensions:
        """A pipe is as wide as COLUMNS says, or as the widest drawing."""
        found = super().size
        known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal()
        width = max(NARROWEST, min(found.width, WIDEST)) if known else WIDEST
        return ConsoleDimensions(width, found.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size


def remark(text: str) -> None:
    """A line for people, beside the output."""
    sys.stderr.write(f"{text}\n")


def print_json(message: Message, *, indent: int | None = 2) -> None:
    """A message as protobuf JSON, under the names of the protos; with `indent` None in one line."""
    text = json_format.MessageToJson(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True, indent=indent
    )
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
