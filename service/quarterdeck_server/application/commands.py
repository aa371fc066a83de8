"""Commands: creating a game, joining it, starting it, moving in it.  Nothing else changes a game."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from quarterdeck_rules.conduct import terms as conduct_terms
from quarterdeck_rules.conduct.facts import TermsSet
from quarterdeck_rules.conduct.play import move_refusal
from quarterdeck_rules.conduct.terms import Correspondence, Terms
from quarterdeck_rules.engine import game as games
from quarterdeck_rules.engine import judge
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import Created, Status
from quarterdeck_rules.engine.options import OptionError, read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.caller import Caller, Request
from quarterdeck_server.application.catalogue import Catalogue, Offer
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.moments import is_time_zone
from quarterdeck_server.application.rejection import Kind, Rejection, invalid, refused
from quarterdeck_server.application.runner import Accepted, CommandRunner, Judged

ReadMove = Callable[[LiveGame], Struct]
"""Reads the move that a call brings, which takes to know the game's title; Rejection MOVE_NOT_UNDERSTOOD."""


class NewGame(Struct, frozen=True):
    """What a game is created with."""

    title: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    practice: bool = False
    seed: str = ""
    """For practice alone; empty: the service draws it."""
    terms: Terms = Terms()
    deal: str | None = None
    """The game whose deal it shares; empty if it begins one, nothing if its chance is its own."""


class Commands:
    """What players do."""

    def __init__(self, catalogue: Catalogue, games: Games, runner: CommandRunner) -> None:
        self._catalogue = catalogue
        self._games = games
        self._runner = runner

    async def create(self, caller: Caller, request: Request, wanted: NewGame) -> Accepted:
        """Create a game; Rejection TITLE_NOT_FOUND, FIELD_INVALID, REQUEST_ID_REUSED."""
        caller.needs_to_create()
        game_id = game_id_of(caller, request)
        first = await self._first_of_deal(caller, wanted, game_id)

        def made() -> tuple[Offer, ComponentSet[Any], Sequence[Struct]]:
            offer = self._catalogue.offer(wanted.title)
            title = offer.title
            if wanted.seats not in title.seat_counts:
                raise invalid("seats", f"{title.name} is for {', '.join(map(str, title.seat_counts))} seats")
            if wanted.seed and not wanted.practice:
                raise invalid("seed", "a seed can be given for practice alone")
            try:
                options = read_options(title.options, wanted.options)
                # What options and seats allow together only the title knows, and says when it begins.
                title.begin(wanted.seats, options, offer.components)
            except OptionError as error:
                raise invalid(f"options.{error.name}", error.problem) from None
            check_terms(wanted.terms)
            seed = first.game.seed if first is not None else wanted.seed or secrets.token_hex(32)
            deal = wanted.deal or (game_id if wanted.deal is not None else "")
            created = games.create(
                title, offer.components, wanted.seats, options, caller.player, seed, wanted.practice, deal
            )
            if first is not None and not _deals_alike(created[0], first):
                raise invalid("shared_deal", "the game that began it has another title, other seats or other options")
            return offer, offer.components, (*created[:-1], TermsSet(wanted.terms), created[-1])

        return await self._runner.create(game_id, caller, request, made)

    async def _first_of_deal(self, caller: Caller, wanted: NewGame, game_id: str) -> LiveGame | None:
        """The game that began the deal which is wanted, if another one did; Rejection ROLE_MAY_NOT, FIELD_INVALID.

        Who could begin a table more would see what the others are dealt.
        """
        if wanted.deal is None:
            return None
        caller.needs_to_direct()
        if wanted.practice:
            raise invalid("shared_deal", "a game for practice shares its deal with no other")
        if wanted.deal in ("", game_id):
            return None
        first = await self._games.get(wanted.deal)
        if first.game.created.deal != first.id:
            raise invalid("shared_deal", "this game has begun no deal")
        if not await self._runner.deals(first.id):
            raise invalid("shared_deal", "all its games have ended, and its seed was told")
        return first

    async def join(
        self, caller: Caller, request: Request, game_id: str, seat: Seat | None, entropy: str = ""
    ) -> Accepted:
        """Take the seat named, or the next free one, with what the player adds to the seed.

        Coming back is no command: who names no seat and has one, or names the own one, gets the answer on the log.
        """
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            own = live.seats_of(caller.player)
            if seat is None and own:
                return joining(live, caller.player, own[0])
            if seat in own:
                return joining(live, caller.player, seat)
            if seat is not None:
                live.check_seat(seat)
            return judge.join(live.game, seat, caller.player, entropy)

        return await self._runner.run(game_id, caller, request, judged)

    async def start(self, caller: Caller, request: Request, game_id: str) -> Accepted:
        """Set the game up; Rejection ROLE_MAY_NOT for those who have nothing to do with it."""
        caller.needs_to_create()

        def judged(live: LiveGame, at: int) -> Judged:
            may = caller.player == live.game.created.creator or live.seats_of(caller.player) or caller.directs
            if not may:
                raise Rejection(Kind.ROLE_MAY_NOT, revision=live.game.revision)
            return judge.start(live.offer.title, live.game, live.chance)

        return await self._runner.run(game_id, caller, request, judged)

    async def move(self, caller: Caller, request: Request, game_id: str, decision_id: str, read: ReadMove) -> Accepted:
        """Make a move; Rejection NOT_YOUR_SEAT, DECISION_CLOSED, MOVE_NOT_UNDERSTOOD, or the refusal of the rules."""
        caller.needs_to_play()

        def judged(live: LiveGame, at: int) -> Judged:
            seat = seat_to_move(live, caller, decision_id)
            move, game = read(live), live.game
            if refusal := move_refusal(live.case, seat):
                return refusal
            return judge.decide(live.offer.title, game, seat, decision_id, move, live.chance)

        return await self._runner.run(game_id, caller, request, judged)

    async def validate(self, caller: Caller, game_id: str, decision_id: str, read: ReadMove) -> LiveGame:
        """Judge a move and do nothing; rejections as for `move`.  Draws nothing, so that it tells no secret."""
        caller.needs_to_play()
        live = await self._games.get(game_id)
        with self._runner.veiled(live, caller):
            seat = seat_to_move(live, caller, decision_id)
            move = read(live)
            found = move_refusal(live.case, seat) or judge.find(live.offer.title, live.game, seat, decision_id, move)
            if isinstance(found, Refusal):
                raise refused(found, live.situation(seat))
        return live


def _deals_alike(created: Struct, first: LiveGame) -> bool:
    """Whether a game has all that chance deals by like the one that began the deal."""
    begun = first.game.created
    return isinstance(created, Created) and _dealt_by(created) == _dealt_by(begun)


def _dealt_by(created: Created) -> tuple[object, ...]:
    return created.title, created.rules_version, created.component_set, created.seats, created.options


def check_terms(terms: Terms) -> None:
    """See that a game can be played under these terms; Rejection FIELD_INVALID."""
    if found := conduct_terms.problem(terms):
        field, problem = found
        raise invalid(f"terms.{field}", problem)
    clock = terms.clock
    if isinstance(clock, Correspondence) and not is_time_zone(clock.time_zone):
        raise invalid("terms.clock.correspondence.time_zone", f"no time zone is called {clock.time_zone!r}")


def game_id_of(caller: Caller, request: Request) -> str:
    """The id of the game that this request creates: a retry cannot create another one."""
    return hashlib.sha256(f"{caller.player}\x00{request.id}".encode()).hexdigest()[:32]


def joining(live: LiveGame, player: str, seat: Seat) -> Revision:
    """The revision in which this player came to the seat: by joining, or because a director passed it on."""
    return next(revision for revision in reversed(live.revisions) if seat in revision.seats_taken(player))


def seat_to_move(live: LiveGame, caller: Caller, decision_id: str) -> Seat:
    """The seat that the caller moves for.  NOT_YOUR_SEAT if the decision is another's, or the caller has no seat."""
    own = live.seats_of(caller.player)
    opened = next((one for one in open_decisions(live.game.agenda) if one.id == decision_id), None)
    seat = opened.seat if opened is not None else next(iter(own), None)
    if live.game.status is Status.ACTIVE and seat not in own:
        raise Rejection(Kind.NOT_YOUR_SEAT, revision=live.game.revision)
    # Before its start and after its end a game has no decisions, and says so to everybody.
    return seat if seat is not None else 0
