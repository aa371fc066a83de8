"""Who calls, and what identifies a call."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    """What a token allows."""

    PLAYER = "player"
    """Creates, joins and plays."""
    SPECTATOR = "spectator"
    """Reads."""


class Caller(Struct, frozen=True):
    """The holder of a token."""

    player: str
    role: Role = Role.PLAYER


class Request(Struct, frozen=True):
    """A call that wants to change something."""

    id: str
    """Made by the client, scoped to the player."""
    hash: str
    """SHA-256, in hex, of what is asked: method, game and all fields."""
