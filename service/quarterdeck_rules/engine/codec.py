"""The codec of a title's log: events to JSON bytes and back, by their stored names."""

from collections.abc import Mapping, Sequence
from typing import Any, Union

import msgspec
from msgspec import Struct

from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import SHARED_EVENTS, SHARED_UPCASTERS, Created
from quarterdeck_rules.engine.steps import Move, Step
from quarterdeck_rules.engine.title import Title, Upcasters


class UnknownNameError(LookupError):
    """A stored name that this release does not know.  No ValueError: msgspec would hide it behind its own."""


def tag_of(kind: type[Struct] | Struct) -> str:
    """The stored name of an event, step or move."""
    return str(kind.__struct_config__.tag)


class Codec:
    """Encodes and decodes one title's events.  Unknown names are errors, old ones are brought up to date first."""

    def __init__(
        self,
        title: Title[Any],
        upcasters: Upcasters | None = None,
        more: Sequence[type[Struct]] = (),
    ) -> None:
        """`more` are events of those who use the engine, and `upcasters` are for earlier ones of these.

        ValueError if an upcaster takes what is stored today: at the head nothing is left to be brought up.
        """
        kinds = (*SHARED_EVENTS, *more, *title.events)
        self._stored: dict[type, Mapping[str, Any]] = {
            Step: {tag_of(step): step for step in title.steps},
            Move: {tag_of(move): move for move in title.moves},
        }
        self._known = {tag_of(kind) for kind in kinds}
        self._upcasters = {**SHARED_UPCASTERS, **(upcasters or {}), **title.upcasters}
        if current := self._upcasters.keys() & {
            *self._known,
            *(name for parts in self._stored.values() for name in parts),
        }:
            raise ValueError(f"an upcaster takes what is stored today: {', '.join(sorted(current))}")
        self._kinds: Any = Union[kinds]  # noqa: UP007  (of a tuple made at run time)
        self._decoder: msgspec.json.Decoder[Struct] = msgspec.json.Decoder(self._kinds, dec_hook=self._decode_part)
        self._encoder = msgspec.json.Encoder(order="deterministic", enc_hook=encode_hook)

    def encode(self, event: Struct) -> tuple[str, bytes]:
        """Stored name and bytes of an event."""
        return tag_of(event), self._encoder.encode(event)

    def decode(self, name: str, stored: bytes) -> Struct:
        """The event that was stored under this name."""
        if name not in self._known:
            return self._decode_old(name, stored)
        event = self._decoder.decode(stored)
        if tag_of(event) != name:
            raise UnknownNameError(f"what is stored as {name!r} calls itself {tag_of(event)!r}")
        return event

    def _decode_old(self, name: str, stored: bytes) -> Struct:
        raw = _brought_up(self._upcasters, _raw(name, stored))
        if raw["type"] not in self._known:
            raise UnknownNameError(f"event {name!r} is not known")
        event: Struct = msgspec.convert(raw, self._kinds, dec_hook=self._decode_part)
        return event

    def _decode_part(self, kind: type, raw: Any) -> Any:
        known = self._stored.get(kind)
        if known is None:
            raise NotImplementedError(kind)
        part = known.get(raw["type"])
        if part is None:
            raw = _brought_up(self._upcasters, raw)
            part = known.get(raw["type"])
        if part is None:
            raise UnknownNameError(f"{kind.__name__.lower()} {raw['type']!r} is not known")
        return msgspec.convert(raw, part, dec_hook=self._decode_part)


def read_created(name: str, stored: bytes) -> Created:
    """The creation that a log begins with, of whatever title; UnknownNameError if it is stored as something else."""
    raw = _brought_up(SHARED_UPCASTERS, _raw(name, stored))
    if raw["type"] != tag_of(Created):
        raise UnknownNameError(f"a log begins with {tag_of(Created)!r}, and this one with {name!r}")
    return msgspec.convert(raw, Created)


def _raw(name: str, stored: bytes) -> dict[str, Any]:
    raw = msgspec.json.decode(stored, type=dict[str, Any])
    if raw.get("type") != name:
        raise UnknownNameError(f"what is stored as {name!r} calls itself {raw.get('type')!r}")
    return raw


def _brought_up(upcasters: Upcasters, raw: dict[str, Any]) -> dict[str, Any]:
    for _ in upcasters:  # so many steps at most: a chain that goes round in circles leads nowhere
        upcaster = upcasters.get(raw["type"])
        if upcaster is None:
            break
        raw = upcaster(raw)
    return raw


def encode_hook(value: object) -> str:
    """A component set is written as its hash."""
    if isinstance(value, ComponentSet):
        return value.hash
    raise NotImplementedError(f"{type(value).__name__} cannot be stored")
