"""History: which revisions of a log count.

Every revision stands on another, its base: on the one before it, or, if moves were taken back or count again, on the
one that the game went back to.  The revisions that count are those one comes by on the way from the last to the first.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from quarterdeck_rules.conduct.facts import MoveForced, Redone, Undone
from quarterdeck_rules.engine.game import Closed, Created, Started


class Command(Struct, frozen=True):
    """What history needs to know of a revision."""

    base: int
    closed: Closed
    events: tuple[Struct, ...]
    answers: tuple[int, ...]
    """How many answers each seat has given by then, of those that count.  Kept, since nobody is to count a whole game
    for every move.
    """
    is_start: bool = False
    is_forced: bool = False
    is_undo: bool = False

    @property
    def is_move(self) -> bool:
        """Whether a move was made in it, by a seat or in its place."""
        return self.closed.answer is not None


class History:
    """The commands of one log, from revision 1 on.  It does not change."""

    def __init__(self, commands: Iterable[Sequence[Struct]] = (), beside: Collection[type] = ()) -> None:
        """Each command is its events, the closing event last.  Moves that are made `beside` decisions answer none."""
        self._beside = beside
        self._commands: list[Command] = []
        for events in commands:
            self._commands.append(self._next(events))

    def __len__(self) -> int:
        return len(self._commands)

    def extended(self, events: Sequence[Struct]) -> "History":
        """The history with one more revision."""
        longer = History(beside=self._beside)
        longer._commands = [*self._commands, self._next(events)]
        return longer

    def until(self, revision: int) -> "History":
        """The history as it was at a revision."""
        shorter = History(beside=self._beside)
        shorter._commands = self._commands[:revision]
        return shorter

    @property
    def is_started(self) -> bool:
        """Whether the game was set up."""
        return any(command.is_start for command in self._commands)

    def command(self, revision: int) -> Command:
        """What this revision was."""
        return self._commands[revision - 1]

    def counted(self, revision: int | None = None) -> list[int]:
        """The revisions that count at this one, in order; the last revision if none is named."""
        return [place for place, _ in self._back(revision)][::-1]

    def answers(self, revision: int) -> tuple[int, ...]:
        """How many answers each seat has given, of those that count at this revision."""
        return self._commands[revision - 1].answers

    def moves_since(self, revision: int) -> list[int] | None:
        """The moves that count and came after this revision; nothing if that revision does not count itself, or is
        from before the start.
        """
        found: list[int] = []
        for place, command in self._back():
            if place == revision:
                return found[::-1]
            if command.is_start or place < revision:
                return None
            if command.is_move:
                found.append(place)
        return None

    def last_moves(self, most: int) -> list[int]:
        """The last moves that count, the latest first, at most so many."""
        return list(islice((place for place, command in self._back() if command.is_move), most))

    def undone_last(self) -> int | None:
        """The revision whose undo can be taken back: the last one, unless a move was made since."""
        for place, command in self._back():
            if command.is_move or command.is_start:
                return None
            if command.is_undo:
                return place
        return None

    def _back(self, revision: int | None = None) -> Iterator[tuple[int, Command]]:
        """The revisions that count at this one, the latest first."""
        place = len(self._commands) if revision is None else revision
        while place > 0:
            command = self._commands[place - 1]
            yield place, command
            place = command.base

    def _next(self, events: Sequence[Struct]) -> Command:
        """The command that these events make, after all that there are."""
        base, is_start, is_forced, is_undo = len(self), False, False, False
        for event in events:
            match event:
                case Undone():
                    base, is_undo = event.to, True
                case Redone():
                    base = event.to
                case Started():
                    is_start = True
                case MoveForced():
                    is_forced = True
        closed = events[-1]
        assert isinstance(closed, Closed), "a command ends with its closing event"
        answers, answer = self.answers(base) if base else _none(events), closed.answer
        if answer is not None and type(answer.move) not in self._beside:
            answers = tuple(count + (seat == answer.seat) for seat, count in enumerate(answers))
        return Command(base, closed, tuple(events), answers, is_start, is_forced, is_undo)


def _none(events: Sequence[Struct]) -> tuple[int, ...]:
    """No answer of any seat, as a game begins."""
    return next(((0,) * event.seats for event in events if isinstance(event, Created)), ())
