"""Components as data: each entry of a component set with its values under the names that component files use."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from quarterdeck.v1 import title_service_pb2 as pb
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.components import Component, ComponentSet, Printed
from quarterdeck_rules.engine.title import Title
from quarterdeck_server.api.speech import Speech

_SHARED = frozenset(Component.__struct_fields__)
"""What every entry has; the rest are its values."""


def component_messages(title: Title[Any], components: ComponentSet[Any], speech: Speech) -> Iterator[pb.Component]:
    """All components of a set, table by table, with words in the language of the call."""
    effects = {tag_of(step): tag_of(step).split(".")[-2] for step in title.steps}
    for table, entry in entries(components):
        message = pb.Component(
            table=table,
            component_id=entry.id,
            status=status_of(entry),
            source=entry.source,
            reconstructed_fields=entry.reconstructed,
            words=speech.term(title, entry.id),
            parts=[
                *(pb.ComponentPart(words=words) for words in speech.of_component(title, entry)),
                *(
                    pb.ComponentPart(path=".".join(path), words=speech.tell(title, "components", part, ()))
                    for path, part in parts(entry)
                ),
            ],
        )
        values = msgspec.to_builtins(entry)
        message.fields.update(_named({name: values[name] for name in values if name not in _SHARED}, effects))
        yield message


def parts(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Struct]]:
    """What has a stored name in a component, whatever holds it, each with where it stands: effects, changes, goals."""
    if isinstance(value, Struct):
        if value.__struct_config__.tag is not None:
            yield path, value
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for place, inner in enumerate(value):
            yield from parts(inner, (*path, str(place)))


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
            # Where an effect is offered and which card began it is empty in the box, and for the agenda alone.
            return {"do": effect, **{name: inner for name, inner in named.items() if inner != ""}}
        return named
    if isinstance(value, list | tuple):
        return [_named(inner, effects) for inner in value]
    return value
