"""History: which revisions of a log count.

Every revision stands on another, its base: on the one before it, or, if moves were taken back or count again, on the
one that the game went back to.  The revisions that count are those one comes by on the way from the last to the first.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from quarterdeck_rules.conduct.facts import MoveForced, Redone, Undone
from quarterdeck_rules.engine.game import Closed, Started


class Command(Struct, frozen=True):
    """What history needs to know of a revision."""

    base: int
    closed: Closed
    events: tuple[Struct, ...]
    is_start: bool = False
    is_forced: bool = False
    is_undo: bool = False

    @property
    def is_move(self) -> bool:
        """Whether a move was made in it, by a seat or in its place."""
        return self.closed.answer is not None


class History:
    """The commands of one log, from revision 1 on.  It does not change."""

    def __init__(self, commands: Iterable[Sequence[Struct]] = ()) -> None:
        """Each command is its events, the closing event last."""
        self._commands = [_command(before, events) for before, events in enumerate(commands)]

    def __len__(self) -> int:
        return len(self._commands)

    def extended(self, events: Sequence[Struct]) -> "History":
        """The history with one more revision."""
        longer = History()
        longer._commands = [*self._commands, _command(len(self), events)]
        return longer

    def until(self, revision: int) -> "History":
        """The history as it was at a revision."""
        shorter = History()
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
        place = len(self._commands) if revision is None else revision
        found = []
        while place > 0:
            found.append(place)
            place = self._commands[place - 1].base
        found.reverse()
        return found

    def answers(self, seats: int, revision: int, beside: Collection[type]) -> list[int]:
        """How many answers each seat has given, of those that count at this revision; moves `beside` are none."""
        found, place = [0] * seats, revision
        while place > 0:
            command = self._commands[place - 1]
            answer = command.closed.answer
            if answer is not None and type(answer.move) not in beside:
                found[answer.seat] += 1
            place = command.base
        return found

    def moves_since(self, revision: int) -> list[int] | None:
        """The moves that count and came after this revision; nothing if that revision does not count itself, or is
        from before the start.
        """
        found: list[int] = []
        place = len(self._commands)
        while place > revision:
            command = self._commands[place - 1]
            if command.is_start:
                return None
            if command.is_move:
                found.append(place)
            place = command.base
        if place != revision or not self._is_started(place):
            return None
        return found[::-1]

    def last_moves(self, most: int) -> list[int]:
        """The last moves that count, the latest first, at most so many."""
        found: list[int] = []
        place = len(self._commands)
        while place > 0 and len(found) < most:
            command = self._commands[place - 1]
            if command.is_start:
                break
            if command.is_move:
                found.append(place)
            place = command.base
        return found

    def undone_last(self) -> int | None:
        """The revision whose undo can be taken back: the last one, unless a move was made since."""
        place = len(self._commands)
        while place > 0:
            command = self._commands[place - 1]
            if command.is_move or command.is_start:
                return None
            if command.is_undo:
                return place
            # On to the one before; from where moves count again, to how it was before them.
            place = command.base
        return None

    def _is_started(self, place: int) -> bool:
        while place > 0:
            if self._commands[place - 1].is_start:
                return True
            place = self._commands[place - 1].base
        return False


def _command(before: int, events: Sequence[Struct]) -> Command:
    base, is_start, is_forced, is_undo = before, False, False, False
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
    return Command(base, closed, tuple(events), is_start, is_forced, is_undo)
