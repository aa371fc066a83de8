"""A game: the events every title shares, and the fold that rebuilds a game from its log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import Agenda
from quarterdeck_rules.engine.chance import Chance, Draws, KeyedChance, added
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.steps import Move, S, Seat
from quarterdeck_rules.engine.title import Standing, Title, Upcasters, Viewer

PERSONAL_FIELDS = frozenset({"creator", "player", "by", "reason"})
"""Fields of shared events that hold a person's name, or a person's own words."""


class Created(Struct, frozen=True, tag="quarterdeck.created.v1"):
    """A game was created.  Always the first event of its log."""

    title: str
    rules_version: str
    component_set: str
    """Hash of the component set; the store keeps its bytes."""
    seats: int
    options: tuple[tuple[str, str], ...]
    """Every option with its value as text, defaults written out."""
    practice: bool
    """Whether the creator gave the seed; such a game is for practice for ever."""
    creator: str
    commitment: str = ""
    """What the server commits itself to a drawn seed with, see `commitment_to`; empty if the creator gave the seed."""
    deal: str = ""
    """The game whose seed this one shares, so that chance deals alike at both; empty if it has a seed of its own."""


class Seeded(Struct, frozen=True, tag="quarterdeck.seeded.v1"):
    """What chance hangs on was fixed.  Secret from everybody while the game runs."""

    seed: str


class Joined(Struct, frozen=True, tag="quarterdeck.joined.v1"):
    """A player took a seat."""

    seat: Seat
    player: str
    entropy: str = ""
    """What the player adds to the seed; public, and nobody can know what it does before the seed is told."""


class Started(Struct, frozen=True, tag="quarterdeck.started.v1"):
    """All seats were taken and the set-up began."""


class Forked(Struct, frozen=True, tag="quarterdeck.forked.v1"):
    """The game goes on from a revision of another one, whose facts up to there stand before this.

    So a fork is folded out of its own log; its parent knows nothing of it.
    """

    parent: str
    """The game that it goes on from."""
    revision: int
    agenda: Agenda
    """What waited there, and is asked anew when this game starts."""


class Ended(Struct, frozen=True, tag="quarterdeck.ended.v1"):
    """The game came to its result."""

    standings: tuple[Standing, ...]
    reason: str = "PLAYED_OUT"
    """Why it ended; a game played to its last step ended by being played out."""


class Answer(Struct, frozen=True):
    """The move that a command made."""

    seat: Seat
    decision: str
    """The decision that it answered, or beside which it was made, by its id."""
    move: Move


class Closed(Struct, frozen=True, tag="quarterdeck.closed.v1", omit_defaults=True):
    """Last event of every command: the revision it made, the agenda that is left, its draws, and the move it was."""

    revision: int
    agenda: Agenda
    draws: Draws = ()
    answer: Answer | None = None
    """The move, if the command was one.  Kept for who judges it anew; the facts say what it did."""


SHARED_EVENTS: tuple[type[Struct], ...] = (Created, Seeded, Joined, Started, Forked, Ended, Closed)
"""Events that any title's log may hold."""

SHARED_UPCASTERS: Upcasters = {}
"""For those of earlier releases."""


class Status(StrEnum):
    """Where a game stands between its creation and its result."""

    WAITING = "waiting"
    ACTIVE = "active"
    ENDED = "ended"


class Game(Struct, Generic[S], frozen=True):
    """A title being played: everything that its log says."""

    created: Created
    seed: str
    players: tuple[str | None, ...]
    status: Status
    state: S
    """The title's own state."""
    agenda: Agenda
    revision: int
    draws: Draws
    standings: tuple[Standing, ...] = ()
    """The result, once there is one."""
    entropy: tuple[str, ...] = ()
    """What the seats have added to the seed, in seat order."""
    forked: Forked | None = None
    """Where it goes on from, if it is a fork."""

    @property
    def chance(self) -> Chance:
        """What seed and entropy decide.  If nobody added any, the seed decides alone."""
        return KeyedChance(self.seed, self.entropy if any(self.entropy) else ())


def create(
    title: Title[S],
    components: ComponentSet[Any],
    seats: int,
    options: Struct,
    creator: str,
    seed: str,
    practice: bool,
    deal: str = "",
) -> tuple[Struct, ...]:
    """The events of a new game.  The caller has checked seats and options (`title.seat_counts`, `read_options`)."""
    values = tuple((name, _as_text(getattr(options, name))) for name in options.__struct_fields__)
    # The seed of a practice game may be one that is easily guessed, and its creator knows it anyway.
    commitment = "" if practice else commitment_to(seed)
    created = Created(
        title.name, title.rules_version, components.hash, seats, values, practice, creator, commitment, deal
    )
    return created, Seeded(seed), Closed(1, Agenda())


def fork(
    begun: Created,
    components: ComponentSet[Any],
    facts: Iterable[Struct],
    forked: Forked,
    creator: str,
    seed: str,
) -> tuple[Struct, ...]:
    """The events of a game that goes on from another one, which `begun` began; `facts` are what made its state there.

    It has that one's rules and components for ever, and is for practice: it is not played from its start.
    """
    created = Created(
        begun.title, begun.rules_version, components.hash, begun.seats, begun.options, practice=True, creator=creator
    )
    return created, Seeded(seed), *facts, forked, Closed(1, Agenda())


def commitment_to(seed: str) -> str:
    """What can be told of a seed before it is told itself: SHA-256, in hex, of a name and the seed."""
    return hashlib.sha256(f"quarterdeck.seed.v1\x00{seed}".encode()).hexdigest()


def begin(title: Title[S], created: Created, components: ComponentSet[Any]) -> Game[S]:
    """The game as its first event makes it."""
    options = read_options(title.options, created.options)
    state = title.begin(created.seats, options, components)
    nobody, nothing = (None,) * created.seats, ("",) * created.seats
    return Game(created, "", nobody, Status.WAITING, state, Agenda(), 0, (), entropy=nothing)


def evolve(title: Title[S], game: Game[S], event: object) -> Game[S]:
    """The game after one more event of its log."""
    match event:
        case Closed():
            return replace(game, agenda=event.agenda, revision=event.revision, draws=added(game.draws, event.draws))
        case Seeded():
            return replace(game, seed=event.seed)
        case Joined():
            players, entropy = list(game.players), list(game.entropy)
            players[event.seat], entropy[event.seat] = event.player, event.entropy
            return replace(game, players=tuple(players), entropy=tuple(entropy))
        case Started():
            return replace(game, status=Status.ACTIVE)
        case Forked():
            return replace(game, forked=event)
        case Ended():
            return replace(game, status=Status.ENDED, standings=event.standings)
        case _:
            return replace(game, state=title.evolve(game.state, event))


def extend(title: Title[S], game: Game[S], events: Iterable[object]) -> Game[S]:
    """The game after more events.  A run of a title's own facts is folded without rebuilding the game for each."""
    state, fold = game.state, title.evolve
    for event in events:
        if type(event) in SHARED_EVENTS:
            game = evolve(title, game if game.state is state else replace(game, state=state), event)
            state = game.state
        else:
            state = fold(state, event)
    return game if game.state is state else replace(game, state=state)


def fold(title: Title[S], components: ComponentSet[Any], events: Iterable[object]) -> Game[S]:
    """Rebuild a game from its whole log."""
    log = iter(events)
    created = next(log, None)
    if not isinstance(created, Created):
        raise ValueError("a log begins with the creation of its game")
    return extend(title, begin(title, created, components), log)


def redact(title: Title[Any], event: Struct, viewer: Viewer) -> Struct:
    """The one point where secrets are removed from events: what this viewer may see of one."""
    match event:
        case Seeded():
            return Seeded("")
        case Closed():
            # The agenda holds open decisions, and those hold secrets, as moves may; the draws tell of hidden ones.
            return Closed(event.revision, Agenda())
        case Forked():
            return Forked(event.parent, event.revision, Agenda())
        case Created() | Joined() | Started() | Ended():
            return event
        case _:
            return title.redact(event, viewer)


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
