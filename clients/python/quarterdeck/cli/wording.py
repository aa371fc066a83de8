"""Small words that drawings of every title need: names of seats, numbers of things, and a colour for each seat."""

from collections import Counter
from collections.abc import Iterable, Sequence

SEAT_STYLES = ("bold yellow", "bold cyan", "bold magenta", "bold bright_red", "bold bright_green", "bold bright_blue")
"""Colour of each seat.  What a colour says is said by a number or a name as well."""


def style_of(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


def player_of(players: Sequence[str], seat: int) -> str:
    """The name of a seat's player, or its number; both if the player has several seats."""
    player = players[seat] if seat < len(players) else ""
    if not player:
        return f"seat {seat}"
    return player if list(players).count(player) == 1 else f"{player} (seat {seat})"


def named(players: Sequence[str], seat: int) -> str:
    """A seat as people call it: its number, which moves are written with, and its player."""
    player = players[seat] if seat < len(players) else ""
    return f"{seat} {player}".strip()


def plural(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def counted(names: Iterable[str]) -> str:
    """Names with how often each occurs, in order of first occurrence; a dash if there are none."""
    counts = Counter(names)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "-"


def either(names: Iterable[str]) -> str:
    """Names of which one is taken, as in `2, 3 or 4`; a dash if there are none."""
    *others, last = [*names] or ["-"]
    return f"{', '.join(others)} or {last}" if others else last


def plain(code: str) -> str:
    """A code of the service, such as a kind of decision or the name of a field, as words."""
    return code.replace("_", " ")
