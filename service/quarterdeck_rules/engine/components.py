"""Component sets: all components of a title with their values, named by the hash of their canonical JSON."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

C = TypeVar("C", bound=Struct)


class Printed(StrEnum):
    """How sure a value is."""

    PRINTED = "printed"
    """Read from the rulebook or another text that shows the component."""
    RULING = "ruling"
    """Our written answer where the texts are silent."""
    RECONSTRUCTED = "reconstructed"
    """A value we could not find printed."""


class Component(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a component file: what it is, how sure it is, and where it stands."""

    id: str
    status: Printed
    source: str
    """Page, section or card number that the values come from, or why they were proposed."""
    reconstructed: tuple[str, ...] = ()
    """Fields of a printed entry that are reconstructed all the same."""


class ComponentError(ValueError):
    """A component file that cannot be used, with the place of what is wrong."""


class ComponentSet(Generic[C]):
    """A set in use.  A plain class: the state refers to it as one opaque value and writes its hash."""

    def __init__(self, contents: C, canonical: bytes) -> None:
        """`canonical` are the bytes that were kept or will be; they are never made again from `contents`."""
        self.contents = contents
        self.canonical = canonical
        self.hash = hashlib.sha256(canonical).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComponentSet) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)


DecHook = Callable[[type, Any], Any]


def read_tables(texts: Sequence[bytes], replacements: Sequence[bytes]) -> dict[str, Any]:
    """The tables of several TOML texts together, with the entries of the replacements put in by id.

    A table is a list of entries under one name.  A replacement has to replace: an id that does not exist is an error.
    """
    tables: dict[str, Any] = {}
    for text in texts:
        tables.update(_toml(text))
    for text in replacements:
        for name, entries in _toml(text).items():
            table = tables.get(name)
            if not isinstance(table, list) or not isinstance(entries, list):
                raise ComponentError(f"{name}: no table of components has this name")
            places = {entry["id"]: place for place, entry in enumerate(table)}
            for entry in entries:
                if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
                    raise ComponentError(f"{name}: a component is a table with an id, not {entry!r}")
                if entry["id"] not in places:
                    raise ComponentError(f"{name}: there is no component {entry['id']!r} to replace")
                table[places[entry["id"]]] = entry
    return tables


def decode_contents(tables: Mapping[str, Any], contents: type[C], dec_hook: DecHook) -> tuple[C, bytes]:
    """Typed contents of decoded tables, and their canonical bytes."""
    try:
        decoded = msgspec.convert(tables, contents, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        raise ComponentError(str(error)) from error
    return decoded, msgspec.json.encode(decoded, order="deterministic")


def restore_contents(canonical: bytes, contents: type[C], dec_hook: DecHook) -> C:
    """Typed contents of canonical bytes that were kept."""
    return msgspec.json.decode(canonical, type=contents, dec_hook=dec_hook)


def effect_hook(title: str, effects: Sequence[type[Struct]]) -> DecHook:
    """A decoding hook under which component data name effects: `{ do = "draw_tile" }` is the step of that name.

    Canonical bytes carry the step's stored tag instead; both are understood.
    """
    kinds: dict[str, type[Struct]] = {str(kind.__struct_config__.tag): kind for kind in effects}

    def hook(wanted: type, raw: Any) -> Any:
        # ValueError, because to that the decoder adds the place in the file.
        if not isinstance(raw, dict):
            raise ValueError(f"expected an effect, got {raw!r}")
        tag = raw.get("type") or f"{title}.{raw.get('do')}.v1"
        kind = kinds.get(tag)
        if kind is None:
            raise ValueError(f"no effect is called {raw.get('do') or tag!r}")
        fields = {name: value for name, value in raw.items() if name not in ("do", "type")}
        unknown = set(fields) - set(kind.__struct_fields__)
        if unknown:
            raise ValueError(f"effect {tag} has no field {', '.join(sorted(unknown))}")
        try:
            return msgspec.convert({"type": tag, **fields}, kind, dec_hook=hook)
        except msgspec.ValidationError as error:
            raise ValueError(f"effect {tag}: {error}") from error

    return hook


def _toml(text: bytes) -> dict[str, Any]:
    try:
        decoded: dict[str, Any] = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise ComponentError(f"not TOML: {error}") from error
    return decoded
