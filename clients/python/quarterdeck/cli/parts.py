"""Components in words: cards, costs, spaces, as the component set describes them.  Pure: messages in, text out."""

from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf import json_format
from google.protobuf.struct_pb2 import Struct
from rich.table import Table
from rich.text import Text

from quarterdeck.v1 import title_service_pb2 as titles_pb

_ONCE = ("times", "count", "seats_at_least")


def named(components: Iterable[titles_pb.Component], name: str) -> list[titles_pb.Component]:
    """The components that a word of a drawing may stand for: their id, or its beginning or end without the kind."""
    known = list(components)
    wanted = name.casefold()
    exact = [one for one in known if one.component_id.casefold() == wanted]
    return exact or [one for one in known if wanted in one.component_id.casefold()]


def listed(components: Iterable[titles_pb.Component]) -> Table:
    """Components with their values, one a row; a mark tells those whose values were not found printed."""
    grid = Table(box=None, pad_edge=False)
    for column in ("table", "name", "what it does"):
        grid.add_column(column, overflow="fold")
    for one in components:
        proposed = one.status == titles_pb.COMPONENT_STATUS_RECONSTRUCTED or one.reconstructed_fields
        grid.add_row(
            one.table.replace("_", " "), one.component_id, Text(described(one.fields) + " (?)" * bool(proposed))
        )
    return grid


def described(fields: Struct) -> str:
    """The values of a component in words; nothing is said of what is zero, empty or no, and of once."""
    return _pairs(json_format.MessageToDict(fields))


def _pairs(values: Mapping[str, Any]) -> str:
    told = ((name, _value(value)) for name, value in sorted(values.items()) if not _is_once(name, value))
    return "; ".join(f"{_words(name)}: {said}" for name, said in told if said)


def _is_once(name: str, value: Any) -> bool:
    return name in _ONCE and value == 1


def _value(value: Any) -> str:
    match value:
        case None | False | 0 | "":
            return ""
        case True:
            return "yes"
        case float():
            return f"{value:g}"
        case list():
            joint = " / " if any(isinstance(one, dict) for one in value) else ", "
            return joint.join(said for one in value if (said := _value(one)))
        case {"points": float(points), "at_least": float(bound)}:
            return f"{points:g} points for at least {bound:g}"
        case {"points": float(points), "at_most": float(bound)}:
            return f"{points:g} points for at most {bound:g}"
        case {"do": str(head), **rest} | {"change": str(head), **rest} | {"count": str(head), **rest}:
            about = _pairs({str(name): one for name, one in rest.items()})
            return f"{_words(head)} ({about})" if about else _words(head)
        case {"one_of": list(choices)} if all(name == "one_of" or _is_once(name, one) for name, one in value.items()):
            return " or ".join(_value(one) for one in choices)
        case dict():
            if all(isinstance(one, float) for one in value.values()):
                return " ".join(f"{one:g} {_words(name)}" for name, one in sorted(value.items()))
            return f"({_pairs(value)})"
        case _:
            return _words(str(value))


def _words(name: str) -> str:
    return name.replace("_", " ")
