"""The revisions of a game as one viewer is shown them, and the ways through them.  Pure."""

from collections.abc import Callable, Hashable, Sequence

from google.protobuf.message import Message

from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision

Mark = Callable[[int], Hashable]
"""What a stretch of revisions has in common, by revision; nothing, as an empty set, where there is none."""


class Reel:
    """All revisions, from the first one on."""

    def __init__(self, revisions: Sequence[ReplayedRevision]) -> None:
        self._revisions = revisions

    @property
    def last(self) -> int:
        """The last revision."""
        return len(self._revisions)

    def at(self, number: int) -> ReplayedRevision:
        """A revision."""
        return self._revisions[number - 1]

    def within(self, number: int) -> int:
        """The revision of this number, or the first or last one if there is none."""
        return max(1, min(number, self.last))

    def deciding(self, number: int) -> frozenset[int]:
        """The seats that are waited for after a revision: what makes a turn."""
        return frozenset(one.seat for one in self.at(number).revision.open_decisions)

    def next_start(self, number: int, mark: Mark) -> int | None:
        """Where the next stretch begins, if there is one."""
        here = mark(number)
        return next(
            (one for one in range(number + 1, self.last + 1) if mark(one) not in (here, None, frozenset())), None
        )

    def previous_start(self, number: int, mark: Mark) -> int | None:
        """Where this stretch began, or the one before it if it began here."""
        if number <= 1:
            return None
        start = number - 1
        while start > 1 and mark(start - 1) == mark(start):
            start -= 1
        return start


def round_of(position: GetPositionResponse) -> int | None:
    """The round of a position, if it has started and its title has rounds."""
    title = position.position.WhichOneof("title")
    table: Message | None = getattr(position.position, title) if title is not None else None
    if table is None or "round" not in table.DESCRIPTOR.fields_by_name:
        return None
    found: int = table.round  # type: ignore[attr-defined]  # looked up by name
    return found
