"""Records: the events of a log as they are stored, and the chain that holds them together.

A record has three parts.  Its *head* everybody may see: where it stands, its stored name, and with the last record of a
command when it was received under which rules.  Its *body* is what happened, which may be secret for a while.  Its
*person* is who did it, which may have to be forgotten.  A link of the chain takes the last two as commitments, each
with a salt of its own: without body or person a chain still holds, and tells nothing of what is missing.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_rules.engine.game import Ended, Started

FORM = "quarterdeck.record.v1"
"""What a link says that it is: another form of records has another name."""

START = ""
"""What the first record of a log is linked to."""

NewSalt = Callable[[], str]
"""Draws a salt: 16 bytes that nobody can guess, in hex."""


class Envelope(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a command came from, and under which rules it was judged."""

    revision: int
    received: str
    """When the command reached the service, UTC, ISO 8601."""
    rules_version: str
    component_set: str
    request_id: str = ""
    """Of the person."""
    player: str = ""
    """Of the person: who sent it."""
    request_hash: str = ""
    """Of the person, since who knows all else of a request can try names with it: SHA-256 of the request, in hex; the
    same id with another request is refused.
    """
    fingerprint: str = ""
    """Of the body: the fingerprint of the game after it, where one was taken."""


class Entry(Struct, frozen=True):
    """A record: one event of a log, as it is stored, sealed or not yet."""

    game: str
    number: int
    """Its place in the log of its game, from 1."""
    name: str
    """The event's stored name, which has its version."""
    event: bytes
    """The event as JSON; nothing where it is withheld."""
    command: Envelope | None = None
    """Given with the last event of a command, and with no other."""
    salt: str = ""
    """Of the body; nothing where it is withheld."""
    body: str = ""
    """The commitment to a body that is withheld."""
    person_salt: str = ""
    """Of the person, if there is one and it is known."""
    person: str = ""
    """The commitment to a person that is withheld or was forgotten."""
    link: str = ""
    """SHA-256, in hex, of the link before and this record."""

    @property
    def is_open(self) -> bool:
        """Whether it says what happened."""
        return not self.body


_DIRECTOR = frozenset({"by", "reason"})

PERSONAL: Mapping[str, frozenset[str]] = {
    "quarterdeck.created.v1": frozenset({"creator"}),
    "quarterdeck.joined.v1": frozenset({"player"}),
    "quarterdeck.undone.v1": _DIRECTOR,
    "quarterdeck.time_added.v1": _DIRECTOR,
    "quarterdeck.move_forced.v1": _DIRECTOR,
    "quarterdeck.seat_passed.v1": _DIRECTOR | {"player"},
    "quarterdeck.paused.v1": _DIRECTOR,
    "quarterdeck.resumed.v1": _DIRECTOR,
    "quarterdeck.adjudicated.v1": _DIRECTOR,
    "quarterdeck.voided.v1": _DIRECTOR,
}
"""Fields of events that hold names of people, or their words, by the event's stored name.

Links hang on it: an event that was ever sealed keeps its line, whatever it is called later.
"""


class _Closing(Struct, frozen=True, omit_defaults=True):
    event: Raw
    fingerprint: str = ""


class _Link(Struct, frozen=True, array_like=True):
    form: str
    previous: str
    game: str
    number: int
    name: str
    revision: int | None
    received: str | None
    rules_version: str | None
    component_set: str | None
    body: str
    person: str | None


_ENCODE = msgspec.json.Encoder().encode
"""Fields as they come: those of an event in its own order, ours as they are declared here."""


MARK_EVERY = 16
"""After every so many revisions the fingerprint of the game is kept."""


def is_marked(revision: int, events: Iterable[Struct]) -> bool:
    """Whether the fingerprint is kept with this revision: at the start and the end of a game, and now and then."""
    return revision % MARK_EVERY == 0 or any(isinstance(event, Started | Ended) for event in events)


def body_of(entry: Entry) -> bytes:
    """What happened, as it is committed to: JSON without spaces."""
    event = entry.event
    if fields := PERSONAL.get(entry.name):
        event = _ENCODE({name: value for name, value in _fields(event).items() if name not in fields})
    command = entry.command
    closing = _Closing(Raw(event), command.fingerprint) if command else _Closing(Raw(event))
    return _ENCODE(closing)


def person_of(entry: Entry) -> bytes | None:
    """Who did it, as it is committed to; nothing if the record names nobody."""
    if entry.command is not None:
        command = entry.command
        told = {"player": command.player, "request_id": command.request_id, "request_hash": command.request_hash}
        return _ENCODE(told)
    if fields := PERSONAL.get(entry.name):
        return _ENCODE({name: value for name, value in _fields(entry.event).items() if name in fields})
    return None


def names_people(entry: Entry) -> bool:
    """Whether a record has a person."""
    return entry.command is not None or entry.name in PERSONAL


ERASED = re.compile(rf"(?:\(erased(?: \d+)?\)|{re.escape(HOUSE)})?")
"""What may stand where a person was forgotten: a mark, nothing, or the house bot, who is no person."""


def is_well_written(entry: Entry) -> bool:
    """Whether what a link does not hang on is written the one way that it can be.

    An event that is taken apart has one form.  And where a person was forgotten nobody's name stands: it would prove
    nothing, and anybody could put another there.
    """
    if not entry.is_open:
        return True
    fields = PERSONAL.get(entry.name)
    event = _fields(entry.event) if fields else {}
    if fields and _ENCODE(event) != entry.event:
        return False
    if not entry.person:
        return True
    command = entry.command
    told = [event[name] for name in event if name in (fields or ())]
    if command is not None:
        told.append(command.player)
        if command.request_id or command.request_hash:
            return False
    return all(isinstance(text, str) and ERASED.fullmatch(text) for text in told)


def commitment(salt: str, content: bytes) -> str:
    """SHA-256, in hex, of a salt's bytes and what follows them."""
    return hashlib.sha256(bytes.fromhex(salt) + content).hexdigest()


def link_of(previous: str, entry: Entry) -> str:
    """The link of a record, out of the one before it."""
    person = entry.person or None
    if person is None and (content := person_of(entry)) is not None:
        person = commitment(entry.person_salt, content)
    command = entry.command
    sealed = _Link(
        FORM,
        previous,
        entry.game,
        entry.number,
        entry.name,
        command.revision if command else None,
        command.received if command else None,
        command.rules_version if command else None,
        command.component_set if command else None,
        entry.body or commitment(entry.salt, body_of(entry)),
        person,
    )
    return hashlib.sha256(_ENCODE(sealed)).hexdigest()


class Broken(Struct, frozen=True):
    """Where a chain does not hold, and why."""

    number: int
    detail: str


def first_broken(entries: Iterable[Entry]) -> Broken | None:
    """The first record that is not the one that was sealed; nothing if all are."""
    link = START
    for entry in entries:
        try:
            if not is_well_written(entry):
                raise ValueError
            link = link_of(link, entry)
        except (ValueError, TypeError, AttributeError):
            # A salt that is no hex, or an event that is no object.
            return Broken(entry.number, "the record has no form that could be sealed")
        if entry.link != link:
            return Broken(entry.number, "the record is not the one that was sealed")
    return None


def sealed(previous: str, entries: Iterable[Entry], new_salt: NewSalt) -> Iterator[Entry]:
    """Records with salts and links, to go on a log that has come to this link."""
    for entry in entries:
        salted = replace(entry, salt=new_salt(), person_salt=new_salt() if names_people(entry) else "")
        previous = link_of(previous, salted)
        yield replace(salted, link=previous)


def withheld(entry: Entry) -> Entry:
    """A record as somebody gets it who may not see what happened, nor therefore who did it."""
    person = entry.person or (commitment(entry.person_salt, person_of(entry) or b"") if entry.person_salt else "")
    command = entry.command
    if command is not None:
        command = Envelope(command.revision, command.received, command.rules_version, command.component_set)
    return replace(
        entry,
        event=b"",
        salt="",
        body=entry.body or commitment(entry.salt, body_of(entry)),
        person_salt="",
        person=person,
        command=command,
    )


def _fields(event: bytes) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(event)
    return fields
