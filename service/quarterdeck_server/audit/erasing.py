"""Erasing: a person's name is forgotten, and the chain holds as it did.

Of what is stored only who did something is changed, never what was done; its commitment stays in its place.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from quarterdeck_rules.book.records import ERASED, Entry, commitment, person_of
from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_rules.engine.game import PERSONAL_FIELDS
from quarterdeck_server.store.port import Listed, Store, Summary

_PAGE = 200
_SOMEBODY = "(erased)"
"""What stands for others, and for words, in a record in which somebody is forgotten."""


class StillPlayingError(ValueError):
    """Somebody whose name is to be forgotten takes part in games that have not ended."""


def erase(store: Store, name: str) -> list[str]:
    """Forget a name in all games; the games in which it stood.  StillPlayingError, before anything is changed."""
    found = [(listed, entries) for listed in _games(store) if (entries := _naming(store.read(listed.game), name))]
    running = [listed.game for listed, _ in found if listed.summary.status != "ended"]
    if running:
        raise StillPlayingError(f"{name} takes part in games that have not ended: {', '.join(running)}")
    for listed, entries in found:
        text = _text_for(store.read(listed.game))
        store.forget([_forgotten(entry, name, text) for entry in entries], _renamed(listed.summary, name, text))
    return [listed.game for listed, _ in found]


def _games(store: Store) -> Iterator[Listed]:
    after = 0
    while page := store.games(after, _PAGE):
        yield from page
        after = page[-1].place


def _naming(entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries in which a name stands, and the last ones of their commands: with a request names can be tried."""
    found: list[Entry] = []
    is_named = False
    for entry in entries:
        if name in _texts(entry):
            found.append(entry)
            is_named = entry.command is None
        elif is_named and entry.command is not None:
            found.append(entry)
        is_named = is_named and entry.command is None
    return found


def _texts(entry: Entry) -> list[str]:
    """What an entry says of people; of a reason each word."""
    person = person_of(entry)
    if person is None:
        return []
    told: dict[str, Any] = msgspec.json.decode(person)
    return [*map(str, told.values()), *str(told.get("reason", "")).split()]


def _text_for(entries: Sequence[Entry]) -> str:
    """What stands for one more forgotten person in a game.  No token is anybody's with such a name."""
    known = {text for entry in entries for text in _texts(entry)} | {HOUSE}
    return next(text for number in range(1, len(known) + 2) if (text := f"(erased {number})") not in known)


def _forgotten(entry: Entry, name: str, text: str) -> Entry:
    person = person_of(entry)
    assert person is not None, "it names somebody"
    kept = entry.person or commitment(entry.person_salt, person)
    command = entry.command
    if command is not None:
        nameless = replace(command, player=_without(command.player, name, text), request_id="", request_hash="")
        return replace(entry, command=nameless, person=kept, person_salt="")
    event: dict[str, Any] = msgspec.json.decode(entry.event)
    told = {field: _without(value, name, text) if field in PERSONAL_FIELDS else value for field, value in event.items()}
    return replace(entry, event=msgspec.json.encode(told), person=kept, person_salt="")


def _without(value: str, name: str, text: str) -> str:
    """What stands for a text of a record in which somebody is forgotten: nothing in it is proven any more."""
    return text if value == name else value if ERASED.fullmatch(value) else _SOMEBODY


def _renamed(summary: Summary, name: str, text: str) -> Summary:
    players = tuple(text if player == name else player for player in summary.players)
    return replace(summary, players=players, creator=text if summary.creator == name else summary.creator)
