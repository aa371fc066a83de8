"""The terms of a new game on the command line: what `--undo`, `--clock`, `--spectator-delay` and so on are read as."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from quarterdeck.v1.conduct_pb2 import (
    Bank,
    Clock,
    Correspondence,
    PerMove,
    Terms,
    TimeoutPolicy,
    UndoPolicy,
)

CLOCKS = (
    "90 (seconds for each answer), 1800+15 (seconds for the game, and gained with each turn), "
    "2d (days for each answer), 2d@08:00-22:00/Europe/Warsaw (and deadlines by day alone)"
)

_TIME = r"(\d{1,2}):(\d{2})"
_FORMS = (
    re.compile(r"(?P<seconds>\d+)"),
    re.compile(r"(?P<bank>\d+)\+(?P<increment>\d+)"),
    re.compile(rf"(?P<days>\d+)d(@(?P<opens>{_TIME})-(?P<closes>{_TIME})/(?P<zone>\S+))?"),
)
_DAY = 24 * 60


class Undo(StrEnum):
    """When moves may be taken back."""

    NONE = "none"
    UNTIL_REVEALED = "until-revealed"
    CONSENT = "consent"
    DIRECTOR = "director"


class OnTimeout(StrEnum):
    """What happens on time-out."""

    DEFAULT_MOVE = "default-move"
    FORFEIT = "forfeit"
    DIRECTOR = "director"


@dataclass(frozen=True)
class TermsWanted:
    """What a game is to be played under: options of `new`."""

    undo: Annotated[
        Undo | None,
        typer.Option(
            help="When moves may be taken back: none, until-revealed (own moves, as long as nothing was drawn or "
            "revealed and nobody else has moved; the default), consent (of all others), director.",
            rich_help_panel="Terms",
        ),
    ] = None
    clock: Annotated[
        str | None,
        typer.Option(help=f"Clocks, instead of none: {CLOCKS}.", metavar="CLOCK", rich_help_panel="Terms"),
    ] = None
    on_timeout: Annotated[
        OnTimeout | None,
        typer.Option(
            help="What happens on time-out: default-move (the default), forfeit, director (the game waits for one).",
            rich_help_panel="Terms",
        ),
    ] = None
    spectator_delay: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=24 * 60 * 60,
            help="By how many seconds those without a seat are told later what happens; nothing if not given.",
            metavar="SECONDS",
            rich_help_panel="Terms",
        ),
    ] = None

    def message(self) -> Terms | None:
        """The terms, if there is anything to say."""
        if (self.undo, self.clock, self.on_timeout, self.spectator_delay) == (None,) * 4:
            return None
        terms = Terms()
        if self.undo is not None:
            terms.undo = UndoPolicy.Value(f"UNDO_POLICY_{self.undo.name}")
        if self.on_timeout is not None:
            terms.on_timeout = TimeoutPolicy.Value(f"TIMEOUT_POLICY_{self.on_timeout.name}")
        if self.clock is not None:
            terms.clock.CopyFrom(clock_of(self.clock))
        if self.spectator_delay is not None:
            terms.spectator_delay.seconds = self.spectator_delay
        return terms


def clock_of(text: str) -> Clock:
    """The clocks that a text says."""
    found = next((match for form in _FORMS if (match := form.fullmatch(text.strip()))), None)
    if found is None:
        raise typer.BadParameter(f"{text!r} is none of {CLOCKS}", param_hint="--clock")
    parts = found.groupdict()
    try:
        if "seconds" in parts:
            return Clock(per_move=PerMove(seconds=int(parts["seconds"])))
        if "bank" in parts:
            return Clock(bank=Bank(seconds=int(parts["bank"]), increment=int(parts["increment"])))
        opens, closes = (_minute(parts[name]) for name in ("opens", "closes"))
        days = Correspondence(days=int(parts["days"]), opens=opens or 0, closes=_DAY if closes is None else closes)
    except ValueError:
        raise typer.BadParameter(f"{text!r} has a number that is too large", param_hint="--clock") from None
    days.time_zone = parts["zone"] or "UTC"
    return Clock(correspondence=days)


def _minute(text: str | None) -> int | None:
    if text is None:
        return None
    hours, minutes = map(int, text.split(":"))
    return hours * 60 + minutes
