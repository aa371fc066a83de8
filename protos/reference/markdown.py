"""Markdown: tables, links and headings as a page of the reference needs them."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from protos.reference.description import Description, Enum, Field, Message


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; in a cell paragraphs and bars may stand."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def cell(text: str) -> str:
    """A text as it may stand in a table."""
    return text.replace("\n\n", "<br><br>").replace("|", "\\|")


def anchor(heading: str) -> str:
    """Where a link to a heading goes, as the usual hosts of repositories make it."""
    kept = (letter for letter in heading.lower() if letter.isalnum() or letter in " -_")
    return "".join(kept).replace(" ", "-")


def page(*parts: str) -> str:
    """The parts of a page, a line apart; empty ones are left out."""
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


KINDS = {"Move": "Moves", "Decision": "Decisions", "Event": "Events"}
"""Messages of a title that are but a choice among its kinds, and the headings that these stand under."""


class Writer:
    """Writes what is described onto one page; knows on which page each package stands, for links."""

    def __init__(
        self,
        description: Description,
        here: PurePosixPath,
        pages: Mapping[str, PurePosixPath],
        titles: Collection[str],
    ) -> None:
        """`pages` are by package; `titles` are the packages of titles among them."""
        self._description, self._here, self.pages, self.titles = description, here, pages, titles

    def link(self, full_name: str) -> str:
        """A type by its short name, linked to its heading if that is on one of the pages."""
        package, _, name = full_name.rpartition(".")
        if package not in self.pages:
            return f"`{full_name}`"
        return self.named_link(name, full_name)

    def named_link(self, text: str, full_name: str) -> str:
        """A link to the heading of a message or enum of ours, with another text than its name."""
        package, _, name = full_name.rpartition(".")
        heading = KINDS.get(name, name) if package in self.titles else name
        return f"[{text}]({self.address(self.pages[package])}#{anchor(heading)})"

    @staticmethod
    def heading_link(heading: str) -> str:
        """A link to a heading of the same page."""
        return f"[{heading}](#{anchor(heading)})"

    def address(self, path: PurePosixPath) -> str:
        """The way from this page to a file; empty to the page itself."""
        return "" if path == self._here else os.path.relpath(path, self._here.parent)

    def type_of(self, field: Field) -> str:
        """The type of a field in words."""
        name = self.link(field.type) if "." in field.type else f"`{field.type}`"
        return f"list of {name}" if field.is_repeated else f"{name}, optional" if field.may_be_absent else name

    def fields(self, message: Message) -> str:
        """The fields of a message as a table."""
        if not message.fields:
            return "No fields."
        rows = [
            (f"`{one.name}`", self.type_of(one), (f"One of `{one.oneof}`. " if one.oneof else "") + one.comment)
            for one in message.fields
        ]
        return table(("field", "type", "meaning"), rows)

    def message(self, name: str, told: str = "", *, level: int = 3) -> str:
        """A message under a heading of its own; `told` is said between its comment and its fields."""
        message = self._description.messages[name]
        return page(f"{'#' * level} {short(name)}", message.comment, told, self.fields(message))

    def enum(self, enum: Enum) -> str:
        """An enum under a heading of its own."""
        rows = [(f"`{one.name}`", str(one.number), one.comment) for one in enum.values]
        return page(f"### {short(enum.name)}", enum.comment, table(("value", "number", "meaning"), rows))

    def element(self, name: str) -> str:
        """A message or an enum under a heading of its own."""
        enum = self._description.enums.get(name)
        return self.enum(enum) if enum else self.message(name)


def short(full_name: str) -> str:
    """A full name without its package."""
    return full_name.rpartition(".")[2]
