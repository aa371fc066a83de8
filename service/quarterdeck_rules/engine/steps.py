"""Steps: what can stand on the agenda.  An effect runs by itself, a decision waits for one seat.

A step is a small frozen value with a chosen tag (`title.draw_card.v1`): it is stored in closing events, so its
tag and fields are schema.  It carries what was fixed when it was scheduled and reads everything else late.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from quarterdeck_rules.engine.refusal import Refusal

if TYPE_CHECKING:
    from quarterdeck_rules.engine.play import Play

Seat = int
"""A place at a game, counted from 0 in seating order."""

S = TypeVar("S")
M = TypeVar("M")


class Step:
    """One thing still to be done.  A plain class on purpose: every stored field that holds a step is typed with it,
    so that the codec asks the title's registry which step a tag means (a Struct base would decode empty).
    """

    __slots__ = ()


class Move:
    """A seat's answer, where one is stored.  Like `Step` a plain class on purpose: moves are plain structs of a title,
    and the codec asks the title's registry which one a tag means.
    """

    __slots__ = ()


class Effect(Step, Struct, Generic[S], frozen=True):
    """A step that runs by itself."""

    def run(self, play: Play[S], seat: Seat) -> None:
        """Record facts and schedule what follows."""
        raise NotImplementedError


class Decision(Step, Struct, Generic[S, M], frozen=True):
    """A step that waits for one seat.

    Legality is written once, in `refusal`: legal moves are the candidates not refused.
    """

    rule: ClassVar[str]
    """Id of the rule that asks."""
    answers: ClassVar[tuple[type, ...]]
    """The kinds of move that answer it."""
    interruptible: ClassVar[bool] = True
    """Whether anytime moves stand open beside it."""

    def candidates(self, state: S, seat: Seat) -> Iterable[M]:
        """Moves worth testing, lazily and in a fixed order; every legal move is among them."""
        raise NotImplementedError

    def refusal(self, state: S, seat: Seat, move: M) -> Refusal | None:
        """Why this answer is not allowed, or nothing."""
        raise NotImplementedError

    def resolve(self, play: Play[S], seat: Seat, move: M) -> None:
        """Carry out a legal answer: record facts, schedule steps."""
        raise NotImplementedError

    def default(self, state: S, seat: Seat) -> M | None:
        """The answer given for a seat that gives none; nothing for the first legal one."""
        return None

    def bars(self, state: S, seat: Seat, move: object) -> Refusal | None:
        """Why an anytime move may not be made while this decision waits, open or below others; or nothing."""
        return None

    def lapses(self, play: Play[S], seat: Seat) -> bool:
        """Whether no answer is needed any more.  Asked when an anytime move beside it has been settled."""
        return False


class Anytime(Generic[S, M]):
    """A kind of anytime move: open beside every interruptible decision of a seat.  Never on the agenda."""

    move: type[M]
    """The move it judges."""

    def candidates(self, state: S, seat: Seat) -> Iterable[M]:
        """Moves worth testing, lazily and in a fixed order."""
        raise NotImplementedError

    def refusal(self, state: S, seat: Seat, move: M) -> Refusal | None:
        """Why this move is not allowed now, or nothing."""
        raise NotImplementedError

    def resolve(self, play: Play[S], seat: Seat, move: M) -> None:
        """Carry out a legal move; the open decision waits below."""
        raise NotImplementedError


AnyDecision = Decision[Any, Any]
AnyAnytime = Anytime[Any, Any]
