"""Who calls, and what identifies a call."""

from enum import StrEnum
from typing import NoReturn

from msgspec import Struct

from quarterdeck_server.application.rejection import Kind, Rejection


class Role(StrEnum):
    """What a token allows."""

    PLAYER = "player"
    """Creates, joins and plays."""
    SPECTATOR = "spectator"
    """Reads."""
    DIRECTOR = "director"
    """Creates and starts games, and directs them; holds no seat."""
    ADMIN = "admin"
    """Does what a director does, for the operator."""


class Caller(Struct, frozen=True):
    """The holder of a token."""

    player: str
    role: Role = Role.PLAYER

    def needs_to_play(self) -> None:
        """See that the caller may hold a seat; Rejection ROLE_MAY_NOT."""
        self._needs(Role.PLAYER)

    def needs_to_create(self) -> None:
        """See that the caller may create and start games; Rejection ROLE_MAY_NOT."""
        self._needs(Role.PLAYER, Role.DIRECTOR, Role.ADMIN)

    def needs_to_direct(self) -> None:
        """See that the caller may direct games; Rejection ROLE_MAY_NOT."""
        if not self.directs:
            self._refuse()

    @property
    def directs(self) -> bool:
        """Whether the caller may direct games."""
        return self.role in (Role.DIRECTOR, Role.ADMIN)

    def _needs(self, *roles: Role) -> None:
        if self.role not in roles:
            self._refuse()

    def _refuse(self) -> NoReturn:
        raise Rejection(Kind.ROLE_MAY_NOT, details=(("role", str(self.role)),))


class Request(Struct, frozen=True):
    """A call that wants to change something."""

    id: str
    """Made by the client, scoped to the player."""
    hash: str
    """SHA-256, in hex, of what is asked: method, game and all fields."""
