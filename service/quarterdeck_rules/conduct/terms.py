"""Terms: what a game is played under beside the options of its title.  Agreed when it is created, and kept for ever."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

MINUTES = 24 * 60
"""Minutes of a day."""

LONGEST_DELAY = MINUTES * 60_000
"""By how much those without a seat are behind at most, in milliseconds: a day."""

LONGEST_SECONDS = 100 * 24 * 60 * 60
"""The most that a clock counts at once."""


class UndoPolicy(StrEnum):
    """When a seat may take moves back."""

    NONE = "none"
    """Never."""
    UNTIL_REVEALED = "until_revealed"
    """Its own last moves, until chance, a secret that was told, or another seat's move stands in the way."""
    CONSENT = "consent"
    """Any moves, if all other seats agree."""
    DIRECTOR = "director"
    """A director decides."""


class TimeoutPolicy(StrEnum):
    """What happens to a seat whose time is out."""

    DEFAULT_MOVE = "default_move"
    """A default move is made for it."""
    FORFEIT = "forfeit"
    """It leaves the game: default moves are made for it from now on, and it ranks below those who stay."""
    DIRECTOR = "director"
    """The game waits for a director."""


class PerMove(Struct, frozen=True, tag="quarterdeck.per_move.v1"):
    """Each answer has its own time."""

    seconds: int


class Bank(Struct, frozen=True, tag="quarterdeck.bank.v1"):
    """A seat has time for the whole game, and gains some each time that it is no longer waited for."""

    seconds: int
    increment: int = 0
    """In seconds."""


class Correspondence(Struct, frozen=True, tag="quarterdeck.correspondence.v1"):
    """Each answer has days, and nobody has to move at night.

    A deadline outside the daily window moves to the end of the next one.
    """

    days: int
    opens: int = 0
    """Minute of the day at which the window begins, by the clocks of the time zone."""
    closes: int = MINUTES
    """Minute of the day at which it ends; before `opens` if it goes over midnight."""
    time_zone: str = "UTC"
    """Name in the IANA database."""


Clock: TypeAlias = PerMove | Bank | Correspondence


class Terms(Struct, frozen=True):
    """All of them."""

    undo: UndoPolicy = UndoPolicy.UNTIL_REVEALED
    clock: Clock | None = None
    on_timeout: TimeoutPolicy = TimeoutPolicy.DEFAULT_MOVE
    spectator_delay: int = 0
    """By how much those who hold no seat are told later what happens after the start, in milliseconds."""


def problem(terms: Terms) -> tuple[str, str] | None:
    """The field that cannot be, and what is wrong with it; nothing if all is well.  Time zones are for the caller."""
    if not 0 <= terms.spectator_delay <= LONGEST_DELAY:
        return "spectator_delay", "nothing to 24 hours is taken"
    match terms.clock:
        case PerMove(seconds):
            return _outside("clock.per_move.seconds", seconds, 1, LONGEST_SECONDS)
        case Bank(seconds, increment):
            return _outside("clock.bank.seconds", seconds, 1, LONGEST_SECONDS) or _outside(
                "clock.bank.increment", increment, 0, LONGEST_SECONDS
            )
        case Correspondence(days, opens, closes):
            if opens == closes:
                return "clock.correspondence.closes", "a window that opens when it closes is never open"
            return (
                _outside("clock.correspondence.days", days, 1, 100)
                or _outside("clock.correspondence.opens", opens, 0, MINUTES)
                or _outside("clock.correspondence.closes", closes, 0, MINUTES)
            )
    return None


def _outside(field: str, value: int, least: int, most: int) -> tuple[str, str] | None:
    return None if least <= value <= most else (field, f"{value} is not between {least} and {most}")
