"""Printing: what is asked for goes to standard output, remarks go to standard error."""

import sys

from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console

WIDTH = 100
"""Columns that are used, of a wide terminal as of a pipe."""


def console() -> Console:
    """Standard output.  Colours only in a terminal, and none if NO_COLOR is set."""
    found = Console(highlight=False, markup=False, emoji=False)
    width = min(found.width, WIDTH) if found.is_terminal else WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


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
