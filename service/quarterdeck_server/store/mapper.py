"""Rows of the log: how an entry stands in the tables, and comes out of them."""

from typing import cast

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from msgspec import Raw, Struct

from quarterdeck_rules.book.file import Head
from quarterdeck_rules.book.records import Entry, Envelope
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import SHARED_UPCASTERS, Closed
from quarterdeck_server.store.port import UnreadableError

_CLOSED = tag_of(Closed).rpartition(".v")[0]
CLOSING = tuple(name for name in (tag_of(Closed), *SHARED_UPCASTERS) if name.rpartition(".v")[0] == _CLOSED)
"""What the last records of commands are called, and were called in earlier versions."""


class _Row(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the `state` column holds: JSON, so that a log can be read with any tool.  See `Entry`."""

    event: Raw
    link: str
    salt: str
    command: Envelope | None = None
    person: str = ""
    person_salt: str = ""


_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_DECODE = msgspec.json.Decoder(_Row).decode


class LogMapper(Mapper[str]):
    """Entries to rows and back.  The topic is the event's stored name, never a module path."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The row of an entry."""
        entry = cast(Entry, domain_event)
        row = _Row(Raw(entry.event), entry.link, entry.salt, entry.command, entry.person, entry.person_salt)
        return StoredEvent(entry.game, entry.number, entry.name, _ENCODE(row))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """The entry of a row; UnreadableError names the place of one that is broken."""
        game, number = str(stored_event.originator_id), stored_event.originator_version
        row = _decoded(stored_event)
        entry = Entry(
            game,
            number,
            stored_event.topic,
            bytes(row.event),
            row.command,
            row.salt,
            person_salt=row.person_salt,
            person=row.person,
            link=row.link,
        )
        return cast(DomainEventProtocol[str], entry)


def _decoded(stored: StoredEvent) -> _Row:
    try:
        return _DECODE(stored.state)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # The cause quotes the row, which may hold secrets.
        place = f"event {stored.originator_version} of game {stored.originator_id}"
        raise UnreadableError(f"{place} is not readable") from None


def head_of(stored: StoredEvent) -> Head:
    """The head that is in the row of a command's last record; UnreadableError."""
    row, number = _decoded(stored), stored.originator_version
    if row.command is None:
        raise UnreadableError(f"event {number} of game {stored.originator_id} is not that of a command")
    return Head(str(stored.originator_id), row.command.revision, number, row.link)
