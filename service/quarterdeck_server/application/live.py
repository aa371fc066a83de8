"""A live game: its log, decoded, and the game it folds to."""

import asyncio
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from quarterdeck_rules.book.records import Envelope
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.conduct import Conduct, Holding
from quarterdeck_rules.conduct.facts import SeatPassed
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.chance import Chance
from quarterdeck_rules.engine.game import Closed, Ended, Game, Joined, Started
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.past import Past
from quarterdeck_server.application.rejection import Kind, Rejection, Situation, invalid


class Revision(Struct, frozen=True):
    """One accepted command: its events, the closing event last, and its envelope."""

    events: tuple[Struct, ...]
    command: Envelope
    link: str = ""
    """What the chain of records has come to with it."""

    @property
    def number(self) -> int:
        """Counts the commands that the game has accepted."""
        return self.command.revision

    @property
    def closed(self) -> Closed:
        """The closing event."""
        closed = self.events[-1]
        assert isinstance(closed, Closed)
        return closed

    def seats_taken(self, player: str) -> tuple[Seat, ...]:
        """The seats that this player took or was given here; with a fork several."""
        taken = (event for event in self.events if isinstance(event, Joined | SeatPassed))
        return tuple(event.seat for event in taken if event.player == player)

    @property
    def ended(self) -> Ended | None:
        """The event that ended the game, if it is here."""
        return next((event for event in reversed(self.events) if isinstance(event, Ended)), None)


class LiveGame:
    """A game in memory.  It changes by `extend` alone, and only with what is durable."""

    def __init__(
        self,
        game_id: str,
        offer: Offer,
        case: Case[Any],
        revisions: Iterable[Revision],
    ) -> None:
        self.id = game_id
        self.offer = offer
        self.case = case
        self.revisions: list[Revision] = []
        self.event_count = 0
        self.ended: Ended | None = None
        self.started = 0
        """The revision of the start; 0 before it."""
        self.lock = asyncio.Lock()
        """Held from judging a command until it is durable and folded."""
        self._past = Past()
        self._joined: dict[Seat, str] = {}
        self._requests: dict[tuple[str, str], Envelope] = {}
        for revision in revisions:
            self._add(revision)

    @property
    def game(self) -> Game[Any]:
        """The game as it stands."""
        return self.case.game

    @property
    def chance(self) -> Chance:
        """What its seed decides."""
        return self.case.game.chance

    @property
    def conduct(self) -> Conduct:
        """Its conduct as it stands."""
        return self.case.conduct

    @property
    def last_received(self) -> str:
        """When its last command was received."""
        return self.revisions[-1].command.received

    def extend(self, revision: Revision, case: Case[Any]) -> None:
        """Take in a revision that is durable, with the case it makes."""
        self._add(revision)
        self.case = case

    def _add(self, revision: Revision) -> None:
        command = revision.command
        self.revisions.append(revision)
        self.event_count += len(revision.events)
        self.ended = revision.ended or self.ended
        if not self.started and any(isinstance(event, Started) for event in revision.events):
            self.started = revision.number
        self._joined |= {event.seat: event.player for event in revision.events if isinstance(event, Joined)}
        self._requests[command.player, command.request_id] = command

    def answer(self, caller: Caller, request: Request) -> Revision | None:
        """The revision that this request has made, if it has; Rejection REQUEST_ID_REUSED if another one did."""
        command = self._requests.get((caller.player, request.id))
        if command is None:
            return None
        if command.request_hash != request.hash:
            raise Rejection(Kind.REQUEST_ID_REUSED, revision=self.game.revision)
        return self.revisions[command.revision - 1]

    def at(self, revision: int | None) -> Case[Any]:
        """The game with its conduct as they were; Rejection REVISION_NOT_AVAILABLE if there is no such revision."""
        current = self.game.revision
        if revision is None or revision == current:
            return self.case
        if not 1 <= revision < current:
            raise not_available(revision, current)
        return self._past.at(self.case, revision)

    def players_at(self, revision: int) -> tuple[str | None, ...]:
        """Who held the seats at a revision, or was to join them later."""
        held = list(self.game.players)
        for holding in reversed(self.conduct.passed):
            if holding.revision > revision:
                held[holding.seat] = self._before(holding)
        return tuple(held)

    def _before(self, holding: Holding) -> str | None:
        """Who held a seat, or had joined, before it passed on; who came first if nobody had."""
        earlier = [
            one.player for one in self.conduct.passed if one.seat == holding.seat and one.revision < holding.revision
        ]
        return earlier[-1] if earlier else self._joined.get(holding.seat, holding.player)

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """The seats that a player holds."""
        players = self.game.players
        if player not in players:
            return ()
        return tuple(seat for seat, holder in enumerate(players) if holder == player)

    def viewer(self, caller: Caller | None, seat: Seat | None = None) -> Viewer:
        """What the caller is here: the holder of a seat, or a spectator.

        NOT_YOUR_SEAT for somebody else's seat, FIELD_INVALID for one that the game does not have.
        """
        if seat is not None:
            self.check_seat(seat)
        own = self.seats_of(caller.player) if caller is not None else ()
        if seat is not None and seat not in own:
            raise Rejection(Kind.NOT_YOUR_SEAT, details=(("seat", str(seat)),), revision=self.game.revision)
        return seat if seat is not None else next(iter(own), None)

    def asker(self, caller: Caller, revision: Revision, seat: Seat | None = None) -> Viewer:
        """What the caller was when this own command was accepted: whoever has the seat now, its answer stays the same.

        A seat that the command named was checked then.
        """
        if seat is not None:
            return seat
        held = (seat for seat, holder in enumerate(self.players_at(revision.number)) if holder == caller.player)
        return next(held, None)

    def check_seat(self, seat: Seat) -> None:
        """See that the game has a seat of this number; Rejection FIELD_INVALID."""
        if seat >= self.game.created.seats:
            raise invalid("seat", f"the game has {self.game.created.seats} seats, counted from 0")

    def situation(self, viewer: Viewer) -> Situation:
        """How the game stands, for one viewer."""
        game = self.game
        opened = tuple(open_decisions(game.agenda))
        return Situation(self.offer.title, game.players, viewer, game.revision, opened, self.ended)

    def seat_asked(self, revision: Revision, decision_id: str) -> Seat:
        """The seat that had the decision which this revision answers."""
        before = self.revisions[revision.number - 2].closed.agenda
        return next(opened.seat for opened in open_decisions(before) if opened.id == decision_id)


def not_available(revision: int, current: int) -> Rejection:
    """The rejection of a revision that a game does not have."""
    return Rejection(Kind.REVISION_NOT_AVAILABLE, details=(("wanted", str(revision)),), revision=current)
