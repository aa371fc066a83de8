"""Any title in the terminal: what its messages say, field by field, since nothing is known of the game.  Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from rich.console import RenderableType
from rich.text import Text

from quarterdeck.cli.scene import Drawing, Scene
from quarterdeck.cli.wording import counted, named, plain, plural, style_of
from quarterdeck.v1.play_pb2 import Revision, ScoreSheet

_SEATS = ("seat", "owner")
"""Fields that hold a seat; a message with one of the first name belongs to that seat."""


def table(scene: Scene) -> Sequence[RenderableType]:
    """The position as indented lines; what belongs to a seat stands under its player."""
    position = scene.response.position
    title = position.WhichOneof("title")
    if title is None:
        return [Text("This program is older than the title and cannot show its table; moves and log have words.")]
    return [*_blocks(_lines(getattr(position, title), scene, 0)), *_standings(scene)]


def tie_break(sheet: ScoreSheet, seat: int) -> str:
    """Nothing: how ties are broken is the title's own."""
    return ""


class WordByWord:
    """A chronicle that tells everything, since it does not know what is important."""

    heading = ""

    def hear(self, revision: Revision) -> Sequence[str]:
        """One line with all that happened."""
        told = "; ".join(event.words or plain(event.kind) for event in revision.events)
        return (told,) if told else ()


def _blocks(lines: Iterable[str]) -> Iterator[Text]:
    """Each line with those that are indented below it."""
    block: list[str] = []
    for line in lines:
        if block and not line.startswith(" "):
            yield Text("\n".join(block))
            block = []
        block.append(line)
    if block:
        yield Text("\n".join(block))


def _standings(scene: Scene) -> Iterator[Text]:
    for seat, points in sorted(scene.points.items()):
        yield Text(f"{named(scene.players, seat)}: {plural(points, 'point')}", style_of(seat))


def _lines(message: Message, scene: Scene, depth: int) -> Iterator[str]:
    """The fields that are set: simple ones first, in lines of their own the messages in them."""
    indent = "  " * depth
    nested = []
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            nested.append((field, value))
        else:
            yield f"{indent}{plain(field.name)}: {_text(field, value, scene)}"
    for field, value in nested:
        for one in value if field.is_repeated else (value,):
            yield from _nested(field.name, one, scene, depth)


def _nested(name: str, message: Message, scene: Scene, depth: int) -> Iterator[str]:
    """A message in one line if it is a flat one, else with its fields below; boards that are not wanted by name."""
    indent = "  " * depth
    fields = message.ListFields()
    seat = getattr(message, "seat", None) if "seat" in message.DESCRIPTOR.fields_by_name else None
    if all(field.type != FieldDescriptor.TYPE_MESSAGE for field, _ in fields):
        told = ", ".join(f"{plain(field.name)} {_text(field, value, scene)}" for field, value in fields)
        yield f"{indent}{plain(name)}: {told or '-'}"
    elif seat is not None and not scene.draws(seat):
        yield f"{indent}{plain(name)} of {named(scene.players, seat)}"
    else:
        yield f"{indent}{plain(name)}" + (f" of {named(scene.players, seat)}" if seat is not None else "")
        yield from _lines(message, scene, depth + 1)


def _text(field: FieldDescriptor, value: Any, scene: Scene) -> str:
    if field.is_repeated:
        return counted(_single(field, one, scene) for one in value)
    return _single(field, value, scene)


def _single(field: FieldDescriptor, value: Any, scene: Scene) -> str:
    if field.enum_type is not None:
        number = field.enum_type.values_by_number.get(value)
        return plain(_without(field.enum_type.name, number.name).lower()) if number else str(value)
    if field.name in _SEATS:
        return named(scene.players, value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else plain(str(value))


def _without(enum: str, value: str) -> str:
    """The name of an enum's value without that of the enum, which stands before it in capitals."""
    prefix = "".join(f"_{letter}" if letter.isupper() and place else letter for place, letter in enumerate(enum))
    return value.removeprefix(f"{prefix.upper()}_")


DRAWING = Drawing(
    table=table,
    tie_break=tie_break,
    chronicle=lambda players: WordByWord(),
    example="KIND and what follows it",
)
