"""Components in words: cards, costs, spaces, as the component set describes them.  Pure: messages in, text out."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from google.protobuf import json_format
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.wording import plain
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
        # Most are called what their ids say.
        called = one.words if one.words not in ("", one.component_id, plain(one.component_id)) else ""
        told = "; ".join(part for part in (called, described(one)) if part)
        grid.add_row(plain(one.table), one.component_id, Text(told + " (?)" * bool(proposed)))
    return grid


def described(component: titles_pb.Component) -> str:
    """What a component does as a whole, and its values, in words as far as the service has them; nothing is said of
    what is zero, empty or no, and of once.
    """
    words = {part.path: part.words for part in component.parts}
    values = _Values(words).pairs(json_format.MessageToDict(component.fields), "")
    return "; ".join(part for part in (words.get("", ""), values) if part)


class _Values:
    """Values as words; `parts` are those that the service gave words for, by their paths."""

    def __init__(self, parts: Mapping[str, str]) -> None:
        self._parts = parts

    def pairs(self, values: Mapping[str, Any], path: str) -> str:
        """Names and values."""
        told = (
            (name, self._value(value, f"{path}{name}"))
            for name, value in sorted(values.items())
            if not _is_once(name, value)
        )
        return "; ".join(f"{plain(name)}: {said}" for name, said in told if said)

    def _value(self, value: Any, path: str) -> str:
        if path in self._parts:
            return self._parts[path]
        match value:
            case None | False | 0 | "":
                return ""
            case True:
                return "yes"
            case float():
                return f"{value:g}"
            case list():
                joint = " / " if any(isinstance(one, dict) for one in value) else ", "
                return joint.join(self._all(value, path))
            case {"points": float(points), "at_least": float(bound)}:
                return f"{points:g} points for at least {bound:g}"
            case {"points": float(points), "at_most": float(bound)}:
                return f"{points:g} points for at most {bound:g}"
            case {"do": str(head), **rest} | {"change": str(head), **rest} | {"count": str(head), **rest}:
                about = self.pairs({str(name): one for name, one in rest.items()}, f"{path}.")
                return f"{plain(head)} ({about})" if about else plain(head)
            case {"one_of": list(choices), **rest} if not rest or set(rest) == {"times"}:
                times = f", {rest['times']:g} times" if rest.get("times", 1) != 1 else ""
                return " or ".join(self._all(choices, f"{path}.one_of")) + times
            case dict():
                if all(isinstance(one, float) for one in value.values()):
                    return " ".join(f"{one:g} {plain(name)}" for name, one in sorted(value.items()))
                return f"({self.pairs(value, f'{path}.')})"
            case _:
                return plain(str(value))

    def _all(self, values: Iterable[Any], path: str) -> Iterator[str]:
        for place, one in enumerate(values):
            if said := self._value(one, f"{path}.{place}"):
                yield said


def _is_once(name: str, value: Any) -> bool:
    return name in _ONCE and value == 1
