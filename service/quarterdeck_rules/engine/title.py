"""What a title gives to the engine, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from quarterdeck_rules.engine.agenda import Due
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.steps import AnyAnytime, S, Seat

if TYPE_CHECKING:
    from quarterdeck_rules.engine.play import Play

Viewer = Seat | None
"""Who asks: the holder of a seat, or (None) a spectator."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the raw fields of an old event, step or move, its tag included, into those of the next version.

It is pure: it gives a new object, leaves the one that it was given as it was, and knows nothing else.
"""

Upcasters = Mapping[str, Upcaster]
"""By the stored name that they take."""


class Standing(Struct, frozen=True):
    """How one seat has done."""

    seat: Seat
    points: int
    rank: int
    """1 is best; equal ranks share the place."""


@dataclass(frozen=True)
class Title(Generic[S]):
    """A published game with its rules, as data and functions."""

    name: str
    """Name in the API, the log and the folder, in small letters and underscores."""
    rules_version: str
    """Version of the rules as written here; the first event of a game keeps it."""
    seat_counts: tuple[int, ...]
    """How many seats a game may have."""
    options: type[Struct]
    """Options of a game: a struct whose fields have closed values, defaults and help (see `options`)."""
    events: tuple[type[Struct], ...]
    """Facts that this title records."""
    steps: tuple[type[Any], ...]
    """Effects and decisions that may stand on the agenda."""
    moves: tuple[type[Struct], ...]
    """Answers to decisions, and anytime moves."""
    anytime: tuple[AnyAnytime, ...]
    """Kinds of anytime moves, in the order they are listed."""
    load_components: Callable[[Sequence[bytes]], ComponentSet[Any]]
    """Read the component files; each replacement is a TOML text whose entries replace those with the same id."""
    restore_components: Callable[[bytes], ComponentSet[Any]]
    """The component set whose canonical bytes were kept with a game."""
    begin: Callable[[int, Any, ComponentSet[Any]], S]
    """The state before set-up, for a number of seats, options and a component set."""
    set_up: Callable[[Play[S]], None]
    """Record the set-up and schedule the first steps."""
    evolve: Callable[[S, object], S]
    """The state after a fact.  Holds no rule, no legality, no chance."""
    obligations: Callable[[S], Sequence[Due]]
    """What the state itself calls for, whoever caused it."""
    view: Callable[[S, Viewer], Struct]
    """The position as this viewer may see it."""
    redact: Callable[[Struct, Viewer], Struct]
    """The fact as this viewer may see it."""
    standings: Callable[[S], tuple[Standing, ...]]
    """Points and ranks as they would be if the game ended now, in seat order."""
    score_sheet: Callable[[S, Viewer], Struct]
    """Every line of the score, explained, as this viewer may see it."""
    words: Callable[[str], Mapping[str, Mapping[str, str]]]
    """The catalogue of a language, such as `en`: per kind of thing (`events`, `moves`, …) a template per code."""
    reveals: tuple[type[Struct], ...] = ()
    """Facts that tell somebody a secret which was not drawn just then: a move that records one is not simply undone."""
    has_hidden_points: bool = False
    """Whether points of others are hidden while a game runs: then its standings are told when it has ended."""
    upcasters: Upcasters = field(default_factory=dict, hash=False)
    """For facts, steps and moves of earlier releases.  No part of the hash: titles are keys of caches."""

    def anytime_moves(self, state: S, seat: Seat) -> Iterator[Struct]:
        """The anytime moves that a seat has where they may stand, lazily and in a fixed order."""
        for anytime in self.anytime:
            for move in anytime.candidates(state, seat):
                if anytime.refusal(state, seat, move) is None:
                    yield move
