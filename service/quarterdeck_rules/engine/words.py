"""Words: a title's catalogue turned into sentences.  Rules speak in codes; this is for people at the edge."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

import msgspec
from msgspec import Struct

from quarterdeck_rules.engine.codec import tag_of

SEAT_FIELDS = frozenset({"seat", "owner"})
"""Fields that hold a seat: they are told by the name of who sits there."""

SHARED = {
    "created": "{creator} creates a game of {title} for {seats} seats",
    "joined": "{player} takes a seat",
    "started": "the game starts",
    "ended": "the game has ended",
}
"""Words for the facts that all titles share."""

NameOf = Callable[[int], str]


class Words:
    """The words of one title in one language."""

    def __init__(self, catalogue: Mapping[str, Mapping[str, str]]) -> None:
        self._catalogue = catalogue
        self._terms = catalogue.get("terms", {})

    def tell(self, kind: str, thing: Struct, name_of: NameOf) -> str:
        """A fact or decision (`events`, `decisions`) in words; its code if the catalogue has none."""
        code = tag_of(thing).split(".")[-2]
        return self.say(kind, code, msgspec.structs.asdict(thing), name_of)

    def say(self, kind: str, code: str, values: Mapping[str, Any], name_of: NameOf) -> str:
        """A code with its values in words."""
        template = self._catalogue.get(kind, {}).get(code, SHARED.get(code))
        if template is None:
            return code
        wanted = [field for _, field, _, _ in Formatter().parse(template) if field]
        return template.format(**{field: self._text(field, values.get(field), name_of) for field in wanted})

    def _text(self, field: str, value: Any, name_of: NameOf) -> str:
        if field in SEAT_FIELDS:
            return "the supply" if value is None else name_of(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(self._text("", part, name_of) for part in value) or "nothing"
        if isinstance(value, Struct):
            parts = [self._text("", part, name_of) for part in msgspec.structs.astuple(value) if part not in ("", None)]
            return " from ".join(parts)
        text = str(value)
        return self._terms.get(text, text.replace("_", " "))
