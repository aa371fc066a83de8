"""Fingerprint: one hash for all that a game's future depends on."""

import hashlib
from typing import Any

import msgspec

from quarterdeck_rules.engine.agenda import Agenda, Lane
from quarterdeck_rules.engine.codec import encode_hook
from quarterdeck_rules.engine.game import Game, Status

VERSION = 1
"""Raised when the same game would get another fingerprint; old ones are then compared by their own version."""

_ENCODER = msgspec.json.Encoder(order="deterministic", enc_hook=encode_hook)


def fingerprint(game: Game[Any]) -> str:
    """SHA-256 of the game's state, in hex.

    Left out are the revision and the names of decisions, which differ where the same state is reached another way,
    the numbers of draws, which nothing in the state follows from, and the names of people, which are not the state's.
    Its version stands before it: `1:` and 64 digits.
    """
    created = game.created
    kind = (created.title, created.component_set, created.seats, created.options)
    content = (kind, game.status, game.state, _unnamed(_left(game)), game.standings)
    return f"{VERSION}:{hashlib.sha256(_ENCODER.encode(content)).hexdigest()}"


def _left(game: Game[Any]) -> Agenda:
    """What is still to be done; in a fork that has not started, what its start asks."""
    return game.forked.agenda if game.forked is not None and game.status is Status.WAITING else game.agenda


def _unnamed(agenda: Agenda) -> tuple[Lane, ...]:
    lanes = (agenda.main, *agenda.lanes)
    return tuple(Lane(place, 0, lane.steps) for place, lane in enumerate(lanes))
