"""A case: a game as a command finds it, with its conduct and its history.  Folded from the log alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.conduct import conduct as conducts
from quarterdeck_rules.conduct.conduct import Conduct
from quarterdeck_rules.conduct.facts import Redone, SeatPassed, Undone
from quarterdeck_rules.conduct.history import History
from quarterdeck_rules.engine import game as games
from quarterdeck_rules.engine.agenda import Agenda
from quarterdeck_rules.engine.chance import added
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import Closed, Created, Game, Seeded
from quarterdeck_rules.engine.steps import S
from quarterdeck_rules.engine.title import Title, Viewer


class Case(Struct, Generic[S], frozen=True):
    """A game, its conduct and its history, which agree."""

    title: Title[S]
    components: ComponentSet[Any]
    game: Game[S]
    conduct: Conduct
    history: History

    def extended(self, events: Sequence[Struct]) -> Case[S]:
        """The case after one more command."""
        history = self.history.extended(events)
        if any(isinstance(event, Undone | Redone) for event in events):
            return _folded(self.title, self.components, history)
        game, conduct = _after(self.title, self.game, self.conduct, len(history), events, counts=True)
        return replace(self, game=game, conduct=conduct, history=history)

    @property
    def as_it_was(self) -> Closed:
        """The closing event of a command after which the same waits as before."""
        return Closed(self.game.revision + 1, self.game.agenda)

    @property
    def nothing_left(self) -> Closed:
        """The closing event of a command that ends the game."""
        return Closed(self.game.revision + 1, Agenda())

    def at(self, revision: int, near: Case[S] | None = None) -> Case[S]:
        """The case as it was at a revision that there is.

        Folded on from `near`, an earlier case of this log, if every revision after it stands on the one before.
        """
        history = self.history.until(revision)
        later = range(len(near.history) + 1 if near is not None else 1, revision + 1)
        if near is None or any(history.command(one).base != one - 1 for one in later):
            return _folded(self.title, self.components, history)
        game, conduct = near.game, near.conduct
        for one in later:
            game, conduct = _after(self.title, game, conduct, one, history.command(one).events, counts=True)
        return replace(near, game=game, conduct=conduct, history=history)


def fold(title: Title[S], components: ComponentSet[Any], commands: Iterable[Sequence[Struct]]) -> Case[S]:
    """Rebuild a case from its whole log, command by command; the first begins with the game's creation."""
    return _folded(title, components, History(commands, frozenset(kind.move for kind in title.anytime)))


def redact(title: Title[Any], event: Struct, viewer: Viewer) -> Struct:
    """The one point where secrets are removed from events: what this viewer may see of one.  Conduct has none."""
    return event if type(event) in conducts.FACTS else games.redact(title, event, viewer)


def shown(title: Title[Any], events: Iterable[Struct], viewer: Viewer) -> list[Struct]:
    """The events of a command that viewers get, as this one may see them: the same places for everybody."""
    return [redact(title, event, viewer) for event in events if not isinstance(event, Seeded | Closed)]


def _folded(title: Title[S], components: ComponentSet[Any], history: History) -> Case[S]:
    created = history.command(1).events[0] if len(history) else None
    if not isinstance(created, Created):
        raise ValueError("a log begins with the creation of its game")
    game, conduct = games.begin(title, created, components), conducts.begin(created.seats)
    counted = set(history.counted())
    for revision in range(1, len(history) + 1):
        events = history.command(revision).events[revision == 1 :]
        game, conduct = _after(title, game, conduct, revision, events, counts=revision in counted)
    return Case(title, components, game, conduct, history)


def _after(
    title: Title[S], game: Game[S], conduct: Conduct, revision: int, events: Sequence[Struct], *, counts: bool
) -> tuple[Game[S], Conduct]:
    own = [event for event in events if type(event) in conducts.FACTS]
    conduct = conducts.evolved(conduct, own, revision)
    for event in own:
        if isinstance(event, SeatPassed):
            players = list(game.players)
            players[event.seat] = event.player
            game = replace(game, players=tuple(players))
    if counts:
        return games.extend(
            title, game, [one for one in events if type(one) not in conducts.FACTS] if own else events
        ), conduct
    # Of what was taken back only this stays: it was a command, and its draws were made.
    closed = events[-1]
    assert isinstance(closed, Closed), "a command ends with its closing event"
    return replace(game, revision=revision, draws=added(game.draws, closed.draws)), conduct
