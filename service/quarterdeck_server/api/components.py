"""Components as data: each entry of a component set with its values under the names that component files use."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from quarterdeck.v1 import title_service_pb2 as pb
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.components import Component, ComponentSet, Printed
from quarterdeck_rules.engine.title import Title

_SHARED = frozenset(Component.__struct_fields__)
"""What every entry has; the rest are its values."""


def component_messages(title: Title[Any], components: ComponentSet[Any]) -> Iterator[pb.Component]:
    """All components of a set, table by table."""
    effects = {tag_of(step): tag_of(step).split(".")[-2] for step in title.steps}
    for table, entry in entries(components):
        message = pb.Component(
            table=table,
            component_id=entry.id,
            status=status_of(entry),
            source=entry.source,
            reconstructed_fields=entry.reconstructed,
        )
        values = msgspec.to_builtins(entry)
        message.fields.update(_named({name: values[name] for name in values if name not in _SHARED}, effects))
        yield message


def uncertain_messages(components: ComponentSet[Any]) -> Iterator[pb.UncertainComponent]:
    """The components that are not printed as they are, table by table."""
    for table, entry in entries(components):
        if entry.status is not Printed.PRINTED or entry.reconstructed:
            yield pb.UncertainComponent(
                table=table,
                component_id=entry.id,
                status=status_of(entry),
                fields=entry.reconstructed,
                source=entry.source,
            )


def entries(components: ComponentSet[Any]) -> Iterator[tuple[str, Component]]:
    """Each component with the name of its table."""
    contents = components.contents
    for table in contents.__struct_fields__:
        found = getattr(contents, table)
        for entry in found if isinstance(found, tuple) else (found,):
            if isinstance(entry, Component):
                yield table, entry


def status_of(entry: Component) -> pb.ComponentStatus.ValueType:
    """How sure an entry is, as the API says it."""
    return pb.ComponentStatus.Value(f"COMPONENT_STATUS_{entry.status.name}")


def _named(value: Any, effects: Mapping[str, str]) -> Any:
    """Plain values in which an effect names itself in `do`, as in component files, and not by its stored tag."""
    if isinstance(value, dict):
        named = {name: _named(inner, effects) for name, inner in value.items()}
        effect = effects.get(value.get("type", "")) if isinstance(value.get("type"), str) else None
        if effect is not None:
            del named["type"]
            return {"do": effect, **named}
        return named
    if isinstance(value, list | tuple):
        return [_named(inner, effects) for inner in value]
    return value
