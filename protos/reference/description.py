"""The protos as they describe themselves: services, messages and enums, each with its comment."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
    SourceCodeInfo,
)

_SCALARS = {
    number: name.removeprefix("TYPE_").lower() for name, number in FieldDescriptorProto.Type.items()
}  # `TYPE_SINT32` is written `sint32`
_REFERENCES = (FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.TYPE_ENUM)


@dataclass(frozen=True)
class Field:
    """A field of a message, or a branch of one of its oneofs."""

    name: str
    type: str
    """A scalar as protos write it, or the full name of a message or enum."""
    comment: str
    is_repeated: bool
    may_be_absent: bool
    """Whether it is `optional`: a client can tell that it was not given."""
    oneof: str
    """The oneof that it is a branch of; empty if of none."""


@dataclass(frozen=True)
class Message:
    """A message with its fields in the order of the proto."""

    name: str
    comment: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Value:
    """A value of an enum."""

    name: str
    number: int
    comment: str


@dataclass(frozen=True)
class Enum:
    """An enum with its values."""

    name: str
    comment: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Method:
    """A call of a service."""

    name: str
    comment: str
    request: str
    response: str
    is_stream: bool
    """Whether the service answers with a stream of responses."""


@dataclass(frozen=True)
class Service:
    """A service with its calls."""

    name: str
    comment: str
    methods: tuple[Method, ...]


@dataclass(frozen=True)
class Description:
    """All that is described, by full name (`quarterdeck.v1.Move`), file by file and in the order of each file."""

    services: Mapping[str, Service]
    messages: Mapping[str, Message]
    enums: Mapping[str, Enum]

    @classmethod
    def of(cls, described: FileDescriptorSet) -> Self:
        """Read a descriptor set that was made with its source information, for without it there are no comments.

        ValueError for what the pages have no place for: a message or enum inside of another.
        """
        services: dict[str, Service] = {}
        messages: dict[str, Message] = {}
        enums: dict[str, Enum] = {}
        for file in described.file:
            reader = _Reader(file)
            services |= {one.name: one for one in reader.services()}
            messages |= {one.name: one for one in reader.messages()}
            enums |= {one.name: one for one in reader.enums()}
        return cls(services, messages, enums)

    def packages(self) -> list[str]:
        """The packages that say anything, in alphabetical order."""
        return sorted({package_of(name) for name in (*self.services, *self.messages, *self.enums)})

    def reachable(self, roots: Iterable[str]) -> list[str]:
        """The messages and enums that these use, themselves first, breadth first."""
        found = list(dict.fromkeys(root for root in roots if root in self.messages or root in self.enums))
        for name in found:
            for field in self.messages[name].fields if name in self.messages else ():
                if field.type not in found and (field.type in self.messages or field.type in self.enums):
                    found.append(field.type)
        return found


def package_of(name: str) -> str:
    """The package of a full name."""
    return name.rpartition(".")[0]


class _Reader:
    """Reads one file.  Comments are found by path: the numbers of fields and indices that lead to an element."""

    def __init__(self, file: FileDescriptorProto) -> None:
        self._file = file
        self._comments = {tuple(one.path): comment_of(one) for one in file.source_code_info.location}

    def services(self) -> Iterator[Service]:
        for index, service in enumerate(self._file.service):
            path = (FileDescriptorProto.SERVICE_FIELD_NUMBER, index)
            methods = tuple(
                Method(
                    one.name,
                    self._comment(*path, ServiceDescriptorProto.METHOD_FIELD_NUMBER, number),
                    one.input_type.lstrip("."),
                    one.output_type.lstrip("."),
                    one.server_streaming,
                )
                for number, one in enumerate(service.method)
            )
            yield Service(f"{self._file.package}.{service.name}", self._comment(*path), methods)

    def messages(self) -> Iterator[Message]:
        for index, message in enumerate(self._file.message_type):
            path = (FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER, index)
            inner = [one.name for one in message.nested_type] + [one.name for one in message.enum_type]
            if inner:
                raise ValueError(
                    f"{message.name}.{inner[0]} has no place in the reference: put it beside {message.name}"
                )
            fields = tuple(
                self._field(message, one, self._comment(*path, DescriptorProto.FIELD_FIELD_NUMBER, number))
                for number, one in enumerate(message.field)
            )
            yield Message(f"{self._file.package}.{message.name}", self._comment(*path), fields)

    def enums(self) -> Iterator[Enum]:
        for index, enum in enumerate(self._file.enum_type):
            path = (FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER, index)
            values = tuple(
                Value(one.name, one.number, self._comment(*path, EnumDescriptorProto.VALUE_FIELD_NUMBER, number))
                for number, one in enumerate(enum.value)
            )
            yield Enum(f"{self._file.package}.{enum.name}", self._comment(*path), values)

    def _comment(self, *path: int) -> str:
        return self._comments.get(path, "")

    @staticmethod
    def _field(message: DescriptorProto, field: FieldDescriptorProto, comment: str) -> Field:
        in_oneof = field.HasField("oneof_index") and not field.proto3_optional
        return Field(
            field.name,
            field.type_name.lstrip(".") if field.type in _REFERENCES else _SCALARS[field.type],
            comment,
            field.label == FieldDescriptorProto.LABEL_REPEATED,
            field.proto3_optional,
            message.oneof_decl[field.oneof_index].name if in_oneof else "",
        )


def comment_of(location: SourceCodeInfo.Location) -> str:
    """A leading comment as paragraphs, each on one line, with single spaces."""
    paragraphs = location.leading_comments.strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
