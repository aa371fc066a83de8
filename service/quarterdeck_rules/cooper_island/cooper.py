"""Cooper's side of a solo game: what lies in front of an opponent whom nobody plays."""

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Good, Worker


class Posted(Struct, frozen=True):
    """A worker of Cooper or of the third color on a worker space."""

    section: str
    worker: Worker
    on_top: bool = False
    """Whether it lies on a worker of the seat."""


class Cooper(Struct, frozen=True, omit_defaults=True):
    """Everything of Cooper."""

    strategy: str
    level: str
    orders: tuple[str, ...]
    """Royal orders of his display."""
    depot: tuple[Good, ...]
    start: tuple[tuple[str, ...], ...]
    """Start cards on top of his deck that are not drawn yet: one of each group, nobody knows which."""
    deck: tuple[tuple[str, ...], ...]
    """His deck below them, from top to bottom: the cards of a part are shuffled, their order is made by drawing."""
    bank: int = 0
    """Where his ship lies on the ring."""
    steps: int = 0
    anchors: int = 0
    log_books: tuple[str, ...] = ()
    card: str = ""
    """The card that he carries out."""
    placed: Posted | None = None
    """The worker that he has placed with it."""
    discard: tuple[str, ...] = ()
    aside: str = ""
    """The card that is left out of the next shuffle."""
    posted: tuple[Posted, ...] = ()
    """His workers on worker spaces."""
    third: tuple[Posted, ...] = ()
    """Workers of the third color on worker spaces."""
    tokens: int = 0
    """Milestone tokens that wait for a space of his clean-up."""
    spaces: tuple[str, ...] = ()
    """Spaces of his clean-up that hold a token."""

    def is_on(self, section: str, worker: Worker) -> bool:
        """Whether a worker of his is on this space."""
        return any(posted.section == section and posted.worker is worker for posted in self.posted)
