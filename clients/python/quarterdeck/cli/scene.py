"""What a drawing is made from, and what the terminal wants of each title.

A title's folder beside this module gives one `Drawing`; `drawings` says which title has which.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import RenderableType

from quarterdeck.cli.wording import plain
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.play_pb2 import Event, Revision, ScoreSheet
from quarterdeck.v1.title_service_pb2 import Component


@dataclass(frozen=True)
class Scene:
    """All that a table is drawn from."""

    response: GetPositionResponse
    players: Sequence[str]
    """Who sits where, in seat order; empty names are free seats."""
    width: int
    """Columns that no line may exceed."""
    components: Sequence[Component] = ()
    """Those of the game's component set: what the names in a position mean."""
    points: Mapping[int, int] = field(default_factory=dict)
    """The score as it stands, by seat, as far as the viewer may know it."""
    seats: Collection[int] | None = None
    """Whose boards are drawn, the others being named; all of them if there is nothing here."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the game with their values."""
    score: ScoreSheet = field(default_factory=ScoreSheet)
    """The score as it stands, in the title's own form."""

    def draws(self, seat: int) -> bool:
        """Whether the board of a seat is wanted."""
        return self.seats is None or seat in self.seats


class Chronicle(Protocol):
    """Tells the chief of a game to somebody who looks on, revision by revision."""

    @property
    def heading(self) -> str:
        """Where the game is now, for example `round 1, the worker phase`; empty if there is nothing to say."""

    def hear(self, revision: Revision) -> Sequence[str]:
        """Take note of a revision; the lines that are to be told now, if any."""


def word_by_word(events: Sequence[Event]) -> Sequence[str]:
    """A text for each event."""
    return [event.words or plain(event.kind) for event in events]


@dataclass(frozen=True)
class Drawing:
    """What the terminal wants of a title."""

    table: Callable[[Scene], Sequence[RenderableType]]
    """The table of a game that has started, in blocks that say something each by itself: who has seen one need not be
    shown it again before it changes.  No line is longer than the scene is wide."""
    tie_break: Callable[[ScoreSheet, int], str]
    """What breaks ties for a seat, in words; empty if nothing is to be said of it."""
    chronicle: Callable[[Sequence[str]], Chronicle]
    """A chronicle of a game with these players."""
    example: str
    """A move in notation, to show what one types."""
    entries: Callable[[Scene], Callable[[LegalMove], str]] = lambda scene: lambda legal: ""
    """What a list shows of a move, below its kind, to the seat that moves; if nothing, the rest of its notation."""
    in_words: Callable[[Sequence[Event]], Sequence[str]] = word_by_word
    """What happened in one revision, an entry for each thing that is told."""
    others: Callable[[ScoreSheet, bool], Sequence[RenderableType]] = lambda score, final: ()
    """What the score sheet, which may be final, says of those who have points and no seat."""
    rivals: Callable[[ScoreSheet], Mapping[str, int]] = lambda score: {}
    """The points of those who have no seat, by their names."""
